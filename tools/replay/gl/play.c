/* SPDX-License-Identifier: MIT */
/*
 * Replays calls of OpenGL, see gl.h.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/select/catalogue.h"
#include "tools/replay/call/kind.h"
#include "tools/replay/gl/rules.h"

static void find_procs(struct gl *gl)
{
#define GL_PROC(name, ...)                                                     \
	*(void **)(void *)&gl->procs.name = stage_proc(gl->stage, #name);
#include "tools/replay/gl/procs.def"
#undef GL_PROC
}

static bool has_stem(const struct fxr_name *name, const char *stem)
{
	return name->name.n_bytes >= strlen(stem) &&
	       !memcmp(name->name.bytes, stem, strlen(stem));
}

void gl_init(struct gl *gl, struct stage *stage,
	     const struct gl_options *options, struct fxr_world *world)
{
	*gl = (struct gl){.stage = stage,
			  .options = options,
			  .world = world,
			  .types = &world->types};
	gl->maker = (struct args_maker){.types = gl->types,
					.arena = &gl->arena,
					.handle = gl_handle,
					.measure = gl_measure,
					.context = gl};
	gl->functions = fxr_new(world->n_names + 1, sizeof(*gl->functions));
	gl->threads = fxr_new(world->n_threads + 1, sizeof(*gl->threads));
	for (size_t i = 0; i < world->n_names; i++)
		gl->has_elements |=
			has_stem(&world->names[i], "glArrayElement");
	for (size_t i = 0, n = 0; i < world->n_threads; i++)
		gl->has_threads |= world->threads[i].n_wanted && n++;
	find_procs(gl);
}

void gl_continue(struct gl *gl, struct fxr_world *world)
{
	gl->world = world;
	gl->maker.types = gl->types = &world->types;
	/* they refer to the other world's types */
	args_fini(&gl->maker);
}

void gl_fini(struct gl *gl)
{
	for (size_t i = 0; i < gl->world->n_names; i++)
		plan_free(gl->functions[i].plan);
	for (size_t i = 0; i < gl->world->n_threads; i++) {
		fxr_arena_fini(&gl->threads[i].memory);
		free(gl->threads[i].indices);
		free(gl->threads[i].strings);
	}
	for (size_t i = 0; i < gl->n_contexts; i++) {
		free(gl->contexts[i].select);
		free(gl->contexts[i].feedback);
		gl_forget_memory(&gl->contexts[i]);
	}
	for (size_t i = 0; i < gl->n_drawables; i++)
		free(gl->drawables[i].accum);
	free(gl->functions);
	free(gl->threads);
	free(gl->contexts);
	free(gl->drawables);
	free(gl->configs);
	free(gl->regions);
	fxr_map_fini(&gl->context_map);
	fxr_map_fini(&gl->drawable_map);
	fxr_map_fini(&gl->config_map);
	fxr_map_fini(&gl->timer_map);
	names_fini(&gl->names);
	args_fini(&gl->maker);
	fxr_arena_fini(&gl->arena);
}

static bool is_window_system(const struct fxr_name *name)
{
	return fxr_is(name->category, "glx") || fxr_is(name->category, "egl");
}

static bool is_uniform(const char *name)
{
	return !strncmp(name, "glUniform", 9) ||
	       !strncmp(name, "glProgramUniform", 16) ||
	       !strncmp(name, "glGetUniform", 12) ||
	       !strncmp(name, "glGetnUniform", 13);
}

/* An argument is an object of EGL, OpenCL or Vulkan, by its address. */
static bool is_foreign(const char *name)
{
	static const char *const stems[] = {"glEGLImage",
					    "glCreateSyncFromCL",
					    "glImportMemory",
					    "glImportSemaphore",
					    "glBufferStorageExternal",
					    "glNamedBufferStorageExternal"};

	for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++)
		if (!strncmp(name, stems[i], strlen(stems[i])))
			return true;
	return false;
}

static enum gl_how how_of(struct gl *gl, const struct fxr_name *name,
			  struct gl_function *function)
{
	const char *text = name->name.bytes;
	const struct gl_options *options = gl->options;

	if (is_window_system(name) || !strncmp(text, "fxtrace_", 8) ||
	    !strcmp(text, "memcpy"))
		return GL_HOW_OURS;
	if (options->is_ignored &&
	    options->is_ignored(options->context, name->category.bytes, text))
		return GL_HOW_IGNORED;
	/* of a name that is not OpenGL's, dlsym finds functions of libc */
	if (!function->bounds.function || strncmp(text, "gl", 2) != 0)
		function->trouble = "no OpenGL has such a function, as far as "
				    "is known here";
	else if (is_foreign(text))
		function->trouble = "what it is given is not of OpenGL, and "
				    "not in the archive";
	else if (!function->plan)
		function->trouble = "the archive does not say what it takes";
	else
		function->trouble =
			bounds_refusal(&function->bounds, gl->types,
				       function->plan, function->rule != NULL);
	if (function->trouble)
		return GL_HOW_MISSING;
	*(void **)(void *)&function->address = stage_proc(gl->stage, text);
	if (!function->address)
		function->trouble = "this OpenGL has no such function";
	return function->address ? GL_HOW_MADE : GL_HOW_MISSING;
}

/* Types that are not in the archive are NULL. */
static bool has_objects(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++)
		if (plan->params[i].type &&
		    fxr_is(plan->params[i].type->c_name, "GLhandleARB"))
			return true;
	return false;
}

static struct gl_function *function_of(struct gl *gl,
				       const struct fxr_call *call)
{
	struct gl_function *function =
		&gl->functions[call->name - gl->world->names];
	const char *text = call->name->name.bytes;

	if (function->how != GL_HOW_UNKNOWN)
		return function;
	if (call->function)
		function->plan = plan_new(gl->types, call->function);
	function->rule = gl_rule_find(text);
	function->bounds = bounds_find(catalogue_table(CATALOGUE_GL), text);
	function->how = how_of(gl, call->name, function);
	function->location = INVOKE_MAX;
	function->kind = kind_of(text);
	function->has_arrays = gl_draws_arrays(text);
	if (function->plan && is_uniform(text))
		function->location = plan_param(function->plan, "location");
	function->has_objects = function->plan && has_objects(function->plan);
	return function;
}

/* Whether no pointer is an address of the recorded program without data. If the
 * program has no memory there, but lived on, OpenGL refused the call before it
 * used any. It will do so again. */
static bool are_pointers_sound(struct gl *gl, struct gl_call *call)
{
	bool has_returned = call->call->state == FXR_CALL_DONE;

	for (size_t i = 0; call->args.raw >> i; i++) {
		if (!(call->args.raw >> i & 1) || gl_has_buffer(gl, call, i))
			continue;
		if (!has_returned ||
		    !bounds_stand_in(&call->function->bounds, &gl->maker,
				     &call->args, i))
			return gl_fail(gl, call,
				       "the memory that it is given is not in "
				       "the archive");
	}
	return true;
}

/* Offsets into a buffer were recorded as addresses if nothing was read. */
static void take_offsets(struct gl *gl, struct gl_call *call)
{
	struct args *args = &call->args;

	for (size_t i = 0; i < args->plan->n; i++) {
		const struct fxr_arg *value = args->before[i];

		if (!args->address[i] ||
		    (value &&
		     (args->bytes[i] || value->value.kind == FXR_VALUE_NULL ||
		      value->has_size)) ||
		    args->plan->params[i].handle ||
		    !gl_has_version(gl, 0, 0, 3) || !gl_has_buffer(gl, call, i))
			continue;
		args_set(args, i, args->address[i]->value.as.u64);
		args->raw |= 1u << i;
		args->is_out[i] = false;
	}
}

/* Whether the archive has a name for each that a call makes: later calls use
 * them. One that is cut may lack some. */
static bool has_all_names(const struct gl_call *call)
{
	const char *name = call->call->name->name.bytes;
	const struct args *args = &call->args;
	size_t n = gl_param(call, "n");

	if ((strncmp(name, "glGen", 5) && strncmp(name, "glCreate", 8)) ||
	    n == INVOKE_MAX)
		return true;
	for (size_t i = 0; i < args->plan->n; i++) {
		const struct fxr_arg *left = args->before[i];
		size_t n_there = 0;

		if (!args->plan->params[i].handle || !args->is_out[i] ||
		    !left || left->has_size)
			continue;
		if (left->value.kind == FXR_VALUE_ARRAY)
			n_there = left->value.as.list.n;
		else if (left->value.kind == FXR_VALUE_BYTES)
			n_there = left->value.as.text.n_bytes / sizeof(GLuint);
		else
			n_there = 1;
		if (n_there < gl_count(call, n))
			return false;
	}
	return true;
}

static bool prepare_call(struct gl *gl, struct gl_call *call)
{
	struct gl_function *function = call->function;
	struct args *args = &call->args;
	const char *trouble;

	if (!args_make(&gl->maker, function->plan, call->call, args))
		return gl_fail(gl, call, args->trouble);
	take_offsets(gl, call);
	trouble = function->how == GL_HOW_MADE
			  ? bounds_apply(&function->bounds, &gl->maker, args,
					 false)
			  : NULL;
	if (trouble)
		return gl_fail(gl, call, trouble);
	if (function->plan->has_handles && !has_all_names(call))
		return gl_fail(gl, call,
			       "it makes more names than the archive has");
	if (function->has_objects && gl->names.n)
		gl_give_objects(gl, call);
	if (function->location != INVOKE_MAX && gl->counts.n_moved_locations)
		gl_locate(gl, call);
	if (function->rule && function->rule->before &&
	    !function->rule->before(gl, call))
		return false;
	if (args->raw && !are_pointers_sound(gl, call))
		return false;
	return !function->has_arrays || !gl_current(gl)->has_client_arrays ||
	       gl_check_draw(gl, call);
}

/* Item k of a list of names, which is memory or values in an archive. */
static bool recorded_name(struct gl *gl, const struct fxr_value *value,
			  size_t k, uint64_t *name)
{
	GLuint number;

	if (value->kind == FXR_VALUE_ARRAY)
		return k < value->as.list.n &&
		       args_number(&gl->maker, &value->as.list.items[k], name);
	if (value->kind != FXR_VALUE_BYTES ||
	    (k + 1) * sizeof(number) > value->as.text.n_bytes)
		return false;
	memcpy(&number, value->as.text.bytes + k * sizeof(number),
	       sizeof(number));
	*name = number;
	return true;
}

static void take_list(struct gl *gl, struct args *args, size_t i)
{
	uint64_t was;
	GLuint is;

	for (size_t k = 0; (k + 1) * sizeof(is) <= args->bytes[i] &&
			   recorded_name(gl, &args->before[i]->value, k, &was);
	     k++) {
		memcpy(&is, (char *)args_pointer(args, i) + k * sizeof(is),
		       sizeof(is));
		gl_put_handle(gl, args->plan->params[i].handle, was, is);
	}
}

/* Records the new names that the call has returned. */
static void take_names(struct gl *gl, struct gl_call *call)
{
	struct args *args = &call->args;
	const struct plan *plan = args->plan;

	if (plan->ret.handle && call->call->has_ret) {
		uint64_t recorded;

		if (args_number(&gl->maker, &call->call->ret, &recorded))
			gl_put_handle(gl, plan->ret.handle, recorded,
				      args->ret.words[0]);
	}
	for (size_t i = 0; i < plan->n; i++)
		if (plan->params[i].handle && args->is_out[i] &&
		    args->before[i])
			take_list(gl, args, i);
}

/* Whether it may change a window's contents. A window keeps its size from
 * glBegin on. */
static bool is_seen(const struct gl_call *call)
{
	return call->function->kind & KIND_DRAW ||
	       !strcmp(call->call->name->name.bytes, "glBegin");
}

static void make_call(struct gl *gl, struct gl_call *call)
{
	struct gl_function *function = call->function;
	const struct gl_options *options = gl->options;

	if (!gl_make_current(gl, call) || !prepare_call(gl, call)) {
		gl_forget_emitted(gl);
		return;
	}
	if (gl->thread->view.is_new && is_seen(call))
		gl_resize_to_view(gl);
	if (options->on_begin)
		options->on_begin(options->context, gl, call);
	invoke_call(function->plan->invoke, function->address,
		    call->args.values, &call->args.ret);
	if (options->on_end)
		options->on_end(options->context, gl, call);
	call->is_made = true;
	gl->counts.n_made++;
	if (function->plan->has_handles)
		take_names(gl, call);
	if (function->rule && function->rule->after)
		function->rule->after(gl, call);
	if (options->is_checked)
		gl_compare(gl, call);
	if (gl->thread->has_emitted)
		gl_forget_emitted(gl);
}

/* Takes calls of the window system, and the recorder's calls. */
static void take_call(struct gl *gl, struct gl_call *call)
{
	const struct gl_rule *rule = call->function->rule;

	gl->counts.n_ours++;
	if (!rule || !call->function->plan)
		return;
	(void)args_make(&gl->maker, call->function->plan, call->call,
			&call->args);
	if (rule->before)
		(void)rule->before(gl, call);
}

void gl_play(struct gl *gl, const struct fxr_call *call)
{
	struct gl_call made; /* large: its arguments are set when made */

	made.call = call;
	made.is_made = false;
	gl->thread = &gl->threads[call->thread - gl->world->threads];
	gl->counts.n_calls++;
	made.function = function_of(gl, call);
	fxr_arena_reset(&gl->arena);
	switch (made.function->how) {
	case GL_HOW_MADE:
		make_call(gl, &made);
		break;
	case GL_HOW_OURS:
		take_call(gl, &made);
		break;
	case GL_HOW_MISSING:
		(void)gl_fail(gl, &made, made.function->trouble);
		break;
	default:
		gl->counts.n_skipped++;
	}
}

/* Suffixes such as "ARB" and "EXT" do not change a function's effect. */
static size_t stem_length(const char *name)
{
	static const char *const suffixes[] = {"ARB",	"EXT",	 "KHR", "OES",
					       "NV",	"APPLE", "AMD", "ATI",
					       "ANGLE", "SGI",	 "SGIX"};
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		size_t length = strlen(suffixes[i]);

		if (n > length && !strcmp(name + n - length, suffixes[i]))
			return n - length;
	}
	return n;
}

const struct gl_rule *gl_rule_find(const char *name)
{
	static const struct gl_rule *const tables[] = {
		gl_accum_rules,	    gl_scene_rules,   gl_array_rules,
		gl_text_rules,	    gl_memory_rules,  gl_object_rules,
		gl_wait_rules,	    gl_element_rules, gl_gap_rules,
		gl_attribute_rules, gl_pending_rules};
	size_t n = stem_length(name);

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		for (const struct gl_rule *rule = tables[i]; rule->name; rule++)
			if (strlen(rule->name) == n &&
			    !strncmp(rule->name, name, n))
				return rule;
	return NULL;
}
