/* SPDX-License-Identifier: MIT */
/*
 * Names of objects in the replay, locations of uniforms and indices of blocks.
 * Also display lists, whose names are relative to one another.
 */
#include <stdio.h>
#include <string.h>

#include "tools/replay/gl/rules.h"

#define MAX_ELEMENTS 4096u
#define LOCATION "fxtrace:location"
#define BLOCK "fxtrace:block"

uint64_t gl_scope(const struct gl *gl, unsigned scope)
{
	const struct gl_context *context = gl_current(gl);

	if (!context)
		return 0;
	if (scope == FXG_CONTEXT)
		return gl->thread->context;
	return scope == FXG_SHARE ? (uint64_t)context->group << 32 : 0;
}

/* Programs and shaders have their names from one space: a driver may give that
 * of a deleted program to a shader. */
static uint32_t space_of_text(struct gl *gl, struct fxr_text space)
{
	static const char programs[] = "gl:program";

	if (fxr_is(space, "gl:shader"))
		space = fxr_text(programs, sizeof(programs) - 1);
	return names_space(&gl->names, space);
}

static uint32_t space_of(struct gl *gl, const struct fxr_type *handle)
{
	return space_of_text(gl, handle->space);
}

bool gl_is_renamed(const struct gl *gl, uint64_t recorded, uint64_t replayed)
{
	uint64_t scopes[] = {gl_scope(gl, FXG_SHARE),
			     gl_scope(gl, FXG_CONTEXT)};

	for (uint32_t i = 1; gl->names.n && i <= gl->names.n_spaces; i++)
		for (size_t k = 0; k < 2; k++) {
			uint64_t found;

			if (names_find(&gl->names, i, scopes[k], recorded,
				       &found) &&
			    found == replayed)
				return true;
		}
	return false;
}

/* Fences and the like are addresses: the archive's address is invalid here. */
static bool is_address(const struct gl *gl, const struct fxr_type *handle)
{
	const struct fxr_type *base = fxr_type_base(gl->types, handle);

	return !base || base->class == FXG_OPAQUE || base->class == FXG_PTR ||
	       base->class == FXG_STR || base->class == FXG_FUNC;
}

uint64_t gl_handle(void *context, const struct fxr_type *handle,
		   uint64_t recorded)
{
	struct gl *gl = context;
	uint64_t replayed;

	if (recorded && gl->names.n &&
	    names_find(&gl->names, space_of(gl, handle),
		       gl_scope(gl, handle->scope), recorded, &replayed))
		return replayed;
	return is_address(gl, handle) ? 0 : recorded;
}

void gl_put_handle(struct gl *gl, const struct fxr_type *handle,
		   uint64_t recorded, uint64_t replayed)
{
	if (recorded)
		names_put(&gl->names, space_of(gl, handle),
			  gl_scope(gl, handle->scope), recorded, replayed);
}

static uint32_t space_id(struct gl *gl, const char *name)
{
	return space_of_text(gl, fxr_text(name, strlen(name)));
}

/* ARB names: programs and shaders in one type of handle. */
static uint64_t arb_object(struct gl *gl, uint64_t recorded)
{
	uint64_t replayed = recorded;

	names_find(&gl->names, space_id(gl, "gl:program"),
		   gl_scope(gl, FXG_SHARE), recorded, &replayed);
	return replayed;
}

void gl_give_objects(struct gl *gl, struct gl_call *call)
{
	const struct plan *plan = call->args.plan;

	for (size_t i = 0; i < plan->n; i++)
		if (fxr_is(plan->params[i].type->c_name, "GLhandleARB"))
			args_set(&call->args, i,
				 arb_object(gl, call->args.values[i].words[0]));
}

static void take_object(struct gl *gl, struct gl_call *call)
{
	if (call->call->has_ret)
		names_put(&gl->names, space_id(gl, "gl:program"),
			  gl_scope(gl, FXG_SHARE), call->call->ret.as.u64,
			  call->args.ret.words[0]);
}

/* The space of an object, by the constant in a call. */
static const char *space_of_kind(GLenum kind)
{
	switch (kind) {
	case GL_BUFFER:
	case GL_BUFFER_OBJECT_EXT:
		return "gl:buffer";
	case GL_SHADER:
	case GL_SHADER_OBJECT_EXT:
		return "gl:shader";
	case GL_PROGRAM:
	case GL_PROGRAM_OBJECT_EXT:
		return "gl:program";
	case GL_QUERY:
	case GL_QUERY_OBJECT_EXT:
		return "gl:query";
	case GL_VERTEX_ARRAY:
	case GL_VERTEX_ARRAY_OBJECT_EXT:
		return "gl:vertex_array";
	case GL_PROGRAM_PIPELINE:
	case GL_PROGRAM_PIPELINE_OBJECT_EXT:
		return "gl:program_pipeline";
	case GL_FRAMEBUFFER:
		return "gl:framebuffer";
	case GL_RENDERBUFFER:
		return "gl:renderbuffer";
	case GL_SAMPLER:
		return "gl:sampler";
	case GL_TRANSFORM_FEEDBACK:
		return "gl:transform_feedback";
	case GL_DISPLAY_LIST:
		return "gl:list";
	default: /* GL_TEXTURE, and each texture target */
		return "gl:texture";
	}
}

/* The scope of its names: the share group for some spaces. */
static uint64_t scope_of_kind(struct gl *gl, const char *kind)
{
	static const char *const own[] = {
		"gl:query", "gl:vertex_array", "gl:program_pipeline",
		"gl:framebuffer", "gl:transform_feedback"};

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (!strcmp(kind, own[i]))
			return gl_scope(gl, FXG_CONTEXT);
	return gl_scope(gl, FXG_SHARE);
}

static void give_name(struct gl *gl, struct gl_call *call, const char *name,
		      const char *kind)
{
	size_t i = gl_param(call, name);
	const char *space_name =
		space_of_kind((GLenum)gl_number(gl, call, kind));
	uint64_t replayed;

	if (i != INVOKE_MAX && gl_param(call, kind) != INVOKE_MAX &&
	    names_find(&gl->names, space_id(gl, space_name),
		       scope_of_kind(gl, space_name),
		       call->args.values[i].words[0], &replayed))
		args_set(&call->args, i, replayed);
}

/* An object whose kind is in another parameter. */
static bool give_named(struct gl *gl, struct gl_call *call)
{
	give_name(gl, call, "name", "identifier");
	give_name(gl, call, "object", "type");
	give_name(gl, call, "srcName", "srcTarget");
	give_name(gl, call, "dstName", "dstTarget");
	return true;
}

/* The scope of locations: the recorded program, of this share group. */
static uint64_t place_scope(struct gl *gl, uint64_t program)
{
	return gl_scope(gl, FXG_SHARE) | (program & UINT32_MAX);
}

static uint64_t program_of(struct gl *gl, const struct gl_call *call)
{
	const struct gl_context *context = gl_current(gl);

	if (gl_param(call, "program") != INVOKE_MAX)
		return gl_number(gl, call, "program");
	if (gl_param(call, "programObj") != INVOKE_MAX)
		return gl_number(gl, call, "programObj");
	return context ? context->program : 0;
}

static void use_program(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = gl_current(gl);

	if (context)
		context->program = program_of(gl, call);
}

static void put_place(struct gl *gl, const char *kind, uint64_t program,
		      int64_t recorded, int64_t replayed)
{
	if (recorded != replayed)
		gl->counts.n_moved_locations++;
	names_put(&gl->names, space_id(gl, kind), place_scope(gl, program),
		  (uint64_t)recorded, (uint64_t)replayed);
}

/* The elements of an array had consecutive locations in the recording. */
static void take_elements(struct gl *gl, const struct gl_call *call,
			  int64_t recorded)
{
	size_t name = gl_param(call, "name"), n;
	uint64_t program = program_of(gl, call);
	GLuint now = (GLuint)call->args.values[0].words[0];
	const char *text = args_pointer(&call->args, name);
	char element[256];

	n = text ? strcspn(text, "[") : 0;
	for (unsigned i = 1; n && i < MAX_ELEMENTS; i++) {
		GLint at;

		if ((size_t)snprintf(element, sizeof(element), "%.*s[%u]",
				     (int)n, text, i) >= sizeof(element))
			return;
		at = gl->procs.glGetUniformLocation(now, element);
		if (at < 0)
			return;
		put_place(gl, LOCATION, program, recorded + i, at);
	}
}

static void take_location(struct gl *gl, struct gl_call *call)
{
	const struct fxr_value *ret = &call->call->ret;
	int64_t was, is = (int64_t)call->args.ret.words[0];

	/* archives from other files have the type of the number only */
	if (!call->call->has_ret ||
	    (ret->kind != FXR_VALUE_INT && ret->kind != FXR_VALUE_UINT))
		return;
	was = (int32_t)ret->as.u64;
	if (was < 0 || is < 0)
		return;
	put_place(gl, LOCATION, program_of(gl, call), was, is);
	if (was != is && gl_param(call, "name") != INVOKE_MAX &&
	    gl->procs.glGetUniformLocation)
		take_elements(gl, call, was);
}

void gl_locate(struct gl *gl, struct gl_call *call)
{
	size_t i = call->function->location;
	uint64_t replayed;

	if (names_find(
		    &gl->names, space_id(gl, LOCATION),
		    place_scope(gl, program_of(gl, call)),
		    (uint64_t)(int64_t)(int32_t)call->args.values[i].words[0],
		    &replayed))
		args_set(&call->args, i, replayed);
}

/* Whether all attributes have the locations that the program received. */
static bool are_in_place(struct gl *gl, GLuint program,
			 const struct place *places, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (gl->procs.glGetAttribLocation(program, places[i].name) !=
		    places[i].location)
			return false;
	return true;
}

/* The program has not been used yet. So it may be linked again, with each
 * attribute at the location that the program will receive. */
static void take_link(struct gl *gl, struct gl_call *call)
{
	GLuint program = (GLuint)call->args.values[0].words[0];
	const struct gl_procs *p = &gl->procs;
	const struct place *places;
	size_t n;

	if (!gl->options->places)
		return;
	n = places_of(gl->options->places, call->call->number, &places);
	if (!n || !p->glGetAttribLocation || !p->glBindAttribLocation ||
	    !p->glLinkProgram || are_in_place(gl, program, places, n))
		return;
	for (size_t i = 0; i < n; i++)
		if (strncmp(places[i].name, "gl_", 3) != 0)
			p->glBindAttribLocation(program,
						(GLuint)places[i].location,
						places[i].name);
	p->glLinkProgram(program);
}

static void take_block(struct gl *gl, struct gl_call *call)
{
	uint64_t was;

	if (call->call->has_ret &&
	    args_number(&gl->maker, &call->call->ret, &was))
		put_place(gl, BLOCK, program_of(gl, call),
			  (int64_t)(was & UINT32_MAX),
			  (int64_t)(call->args.ret.words[0] & UINT32_MAX));
}

static bool give_block(struct gl *gl, struct gl_call *call)
{
	static const char *const names[] = {"uniformBlockIndex",
					    "storageBlockIndex", "index"};
	uint64_t replayed;

	for (size_t k = 0; k < 3 && gl->counts.n_moved_locations; k++) {
		size_t i = gl_param(call, names[k]);

		if (i != INVOKE_MAX &&
		    names_find(&gl->names, space_id(gl, BLOCK),
			       place_scope(gl, program_of(gl, call)),
			       call->args.values[i].words[0] & UINT32_MAX,
			       &replayed))
			args_set(&call->args, i, replayed);
	}
	return true;
}

static void take_lists(struct gl *gl, struct gl_call *call)
{
	uint64_t was = call->call->has_ret ? call->call->ret.as.u64 : 0;
	uint64_t n = gl_number(gl, call, "range");

	if (was != call->args.ret.words[0])
		gl->has_moved_lists = true;
	for (uint64_t i = 0; was && i < n && i < 1u << 24; i++)
		names_put(&gl->names, space_id(gl, "gl:list"),
			  gl_scope(gl, FXG_SHARE), was + i,
			  call->args.ret.words[0] + i);
}

static GLuint list_of(struct gl *gl, uint64_t recorded)
{
	uint64_t replayed;

	if (names_find(&gl->names, space_id(gl, "gl:list"),
		       gl_scope(gl, FXG_SHARE), recorded, &replayed))
		return (GLuint)replayed;
	return (GLuint)recorded;
}

static bool delete_lists(struct gl *gl, struct gl_call *call)
{
	uint64_t first = gl_number(gl, call, "list");
	uint64_t n = gl_number(gl, call, "range");

	if (!gl->has_moved_lists || n > 1u << 24)
		return true;
	for (uint64_t i = 0; i < n; i++)
		gl->procs.glDeleteLists(list_of(gl, first + i), 1);
	gl->counts.n_made++;
	return false;
}

/* The number of a list in glCallLists' array. */
static uint64_t list_at(const unsigned char *p, GLenum type, size_t i)
{
	float f;

	switch (type) {
	case GL_BYTE:
		return (uint64_t)(int64_t)(signed char)p[i];
	case GL_UNSIGNED_BYTE:
		return p[i];
	case GL_SHORT:
		return (uint64_t)(int64_t)((const int16_t *)(const void *)p)[i];
	case GL_UNSIGNED_SHORT:
		return ((const uint16_t *)(const void *)p)[i];
	case GL_FLOAT:
		memcpy(&f, p + 4 * i, 4);
		return (uint64_t)(int64_t)f;
	case GL_2_BYTES:
		return p[2 * i] * 256u + p[2 * i + 1];
	case GL_3_BYTES:
		return p[3 * i] * 65536u + p[3 * i + 1] * 256u + p[3 * i + 2];
	case GL_4_BYTES:
		return (uint64_t)p[4 * i] << 24 | p[4 * i + 1] << 16 |
		       p[4 * i + 2] << 8 | p[4 * i + 3];
	default:
		return ((const uint32_t *)(const void *)p)[i];
	}
}

/* The base is not changed: lists are called by their current distance from
 * it. */
static bool call_lists(struct gl *gl, struct gl_call *call)
{
	const unsigned char *p =
		args_pointer(&call->args, gl_param(call, "lists"));
	uint64_t n = gl_number(gl, call, "n");
	GLenum type = (GLenum)gl_number(gl, call, "type");
	GLuint base = gl_current(gl)->list_base;
	GLuint *lists;

	if (!gl->has_moved_lists || !p || n > 1u << 24)
		return true;
	lists = fxr_arena_alloc(&gl->arena, (n + 1) * sizeof(*lists));
	for (size_t i = 0; i < n; i++)
		lists[i] = list_of(gl, (uint32_t)(list_at(p, type, i) + base)) -
			   base;
	args_set(&call->args, gl_param(call, "type"), GL_UNSIGNED_INT);
	args_set_pointer(&call->args, gl_param(call, "lists"), lists);
	return true;
}

static void take_base(struct gl *gl, struct gl_call *call)
{
	gl_current(gl)->list_base = (GLuint)gl_number(gl, call, "base");
}

/* What a list does to the base takes effect when it is called. */
static void begin_list(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = gl_current(gl);

	(void)call;
	context->is_in_list = true;
	context->outer_list_base = context->list_base;
}

static void end_list(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = gl_current(gl);

	(void)call;
	context->is_in_list = false;
	context->list_base = context->outer_list_base;
}

const struct gl_rule gl_object_rules[] = {
	{"glUseProgram", NULL, use_program},
	{"glUseProgramObject", NULL, use_program},
	{"glLinkProgram", NULL, take_link},
	{"glGetUniformLocation", NULL, take_location},
	{"glGetUniformBlockIndex", NULL, take_block},
	{"glGetProgramResourceIndex", NULL, take_block},
	{"glUniformBlockBinding", give_block, NULL},
	{"glShaderStorageBlockBinding", give_block, NULL},
	{"glGetActiveUniformBlockiv", give_block, NULL},
	{"glGetActiveUniformBlockName", give_block, NULL},
	{"glGetProgramResourceiv", give_block, NULL},
	{"glGetProgramResourceName", give_block, NULL},
	{"glObjectLabel", give_named, NULL},
	{"glGetObjectLabel", give_named, NULL},
	{"glLabelObject", give_named, NULL},
	{"glCopyImageSubData", give_named, NULL},
	{"glGenLists", NULL, take_lists},
	{"glDeleteLists", delete_lists, NULL},
	{"glCallLists", call_lists, NULL},
	{"glListBase", NULL, take_base},
	{"glNewList", NULL, begin_list},
	{"glEndList", NULL, end_list},
	{"glCreateProgramObject", NULL, take_object},
	{"glCreateShaderObject", NULL, take_object},
	{0},
};
