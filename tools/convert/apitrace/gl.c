/* SPDX-License-Identifier: MIT */
/*
 * How apitrace represents OpenGL calls, see gl.h. Vertex arrays in the
 * program's memory: apitrace sets them again before each draw, with their bytes
 * from element 0 on. That requires that no buffer is bound, so this file tracks
 * buffer bindings.
 */
#include "tools/convert/apitrace/gl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer arrays, counted with what precedes their first element, are left
 * out. */
#define MAX_ARRAY_BYTES (256u << 20)
#define MAX_PENDING 65536u
/* How apitrace distinguishes addresses from offsets in buffers. */
#define MIN_ADDRESS (64u << 20)
#define N_POINTERS (1u << 14)
#define N_PUSHED 16u
#define GL_TEXTURE0 0x84c0u
#define GL_ARRAY_BUFFER 0x8892u

struct client_state {
	uint64_t array_buffer, unit;
};

struct context {
	struct client_state now, pushed[N_PUSHED];
	unsigned n_pushed;
	bool has_viewport; /* the program's, or the first drawable's */
};

struct thread {
	uint32_t context;	       /* index */
	struct apitrace_pack *pending; /* strings or indices, in order */
	size_t n_pending, pending_capacity;
};

/* An attribute's array, as it was last specified at this address. */
struct pointer {
	uint64_t index, address;
	bool is_normalized;
	char kind; /* of glVertexAttrib_Pointer: I, L or 0 */
};

struct apitrace_gl {
	struct apitrace_values *values;
	bool is_plain;
	struct fxr_map context_map; /* (provider, handle) */
	struct context *contexts;   /* [0] = none is current */
	size_t n_contexts, contexts_capacity;
	struct thread *threads;
	size_t n_threads, threads_capacity;
	struct pointer pointers[N_POINTERS];
	struct apitrace_pack *before;
	size_t n_before, before_capacity;
	uint64_t n_dropped;
};

/* How apitrace represents one of our fake calls. */
struct array_call {
	const char *array, *function;
	bool has_size, has_type;
};

static const struct array_call array_calls[] = {
	{"GL_VERTEX_ARRAY", "glVertexPointer", true, true},
	{"GL_NORMAL_ARRAY", "glNormalPointer", false, true},
	{"GL_COLOR_ARRAY", "glColorPointer", true, true},
	{"GL_INDEX_ARRAY", "glIndexPointer", false, true},
	{"GL_EDGE_FLAG_ARRAY", "glEdgeFlagPointer", false, false},
	{"GL_FOG_COORD_ARRAY", "glFogCoordPointer", false, true},
	{"GL_SECONDARY_COLOR_ARRAY", "glSecondaryColorPointer", true, true},
	{"GL_POINT_SIZE_ARRAY_OES", "glPointSizePointerOES", false, true},
	{"GL_TEXTURE_COORD_ARRAY", "glTexCoordPointer", true, true},
	{0},
};

static struct fxr_text text_of(const char *word)
{
	return fxr_text(word, strlen(word));
}

static bool is_named(const struct fxtrace_call *call, const char *name)
{
	return strcmp(call->function->name, name) == 0;
}

static bool has_prefix(const struct fxtrace_call *call, const char *name)
{
	return strncmp(call->function->name, name, strlen(name)) == 0;
}

/* The number in an argument, 0 if there is none. */
static uint64_t get_number(const struct fxtrace_call *call, const char *name)
{
	const struct fxtrace_arg *arg = apitrace_call_arg(call, name);
	uint64_t value = 0;

	return arg && apitrace_number(arg->value, &value) ? value : 0;
}

/* Whether an argument is the constant or set of flags of that name. */
static bool is_constant(const struct fxtrace_call *call, const char *name,
			const char *constant)
{
	const struct fxtrace_arg *arg = apitrace_call_arg(call, name);

	return arg && arg->value->kind == FXTRACE_SYMBOL &&
	       strcmp(arg->value->bytes, constant) == 0;
}

static struct thread *thread_of(struct apitrace_gl *gl, unsigned number_of)
{
	gl->threads = fxr_grow(gl->threads, &gl->threads_capacity,
			       (size_t)number_of + 1, sizeof(*gl->threads));
	return &gl->threads[number_of];
}

static struct context *context_of(struct apitrace_gl *gl, unsigned thread)
{
	return &gl->contexts[thread_of(gl, thread)->context];
}

static void make_current(struct apitrace_gl *gl,
			 const struct fxtrace_call *call, unsigned thread)
{
	uint64_t handle = get_number(call, "ctx");
	uint32_t at = fxr_map_find(&gl->context_map,
				   call->thread->process->index, handle, 0);

	if (call->result && call->result->kind == FXTRACE_BOOL &&
	    !call->result->number)
		return;
	if (at == FXR_NONE) {
		gl->contexts =
			fxr_grow(gl->contexts, &gl->contexts_capacity,
				 gl->n_contexts + 1, sizeof(*gl->contexts));
		at = (uint32_t)gl->n_contexts++;
		gl->contexts[at].now.unit = GL_TEXTURE0;
		fxr_map_put(&gl->context_map, call->thread->process->index,
			    handle, 0, at);
	}
	thread_of(gl, thread)->context = at;
}

static void delete_buffers(const struct fxtrace_call *call,
			   struct client_state *now)
{
	const struct fxtrace_arg *arg = apitrace_call_arg(call, "buffers");
	uint64_t name;

	if (!arg || arg->value->kind != FXTRACE_LIST)
		return;
	for (size_t i = 0; i < arg->value->n_items; i++)
		if (apitrace_number(arg->value->items[i], &name) &&
		    name == now->array_buffer)
			now->array_buffer = 0;
}

static struct pointer *pointer_at(struct apitrace_gl *gl, uint64_t index,
				  uint64_t address)
{
	uint64_t hash = (address ^ index << 58) * 0x9e3779b97f4a7c15u;

	return &gl->pointers[hash >> 50 & (N_POINTERS - 1)];
}

static void take_pointer(struct apitrace_gl *gl,
			 const struct fxtrace_call *call)
{
	uint64_t index = get_number(call, "index");
	uint64_t address = get_number(call, "pointer");
	char kind = call->function->name[sizeof("glVertexAttrib") - 1];

	*pointer_at(gl, index, address) =
		(struct pointer){index, address, get_number(call, "normalized"),
				 kind == 'I' || kind == 'L' ? kind : '\0'};
}

/* Tracks the state that a later array depends on. */
static void track_call(struct apitrace_gl *gl, const struct fxtrace_call *call,
		       unsigned thread)
{
	struct context *context = context_of(gl, thread);

	if (is_named(call, "glXMakeCurrent") ||
	    is_named(call, "glXMakeContextCurrent") ||
	    is_named(call, "eglMakeCurrent")) {
		make_current(gl, call, thread);
	} else if (has_prefix(call, "glBindBuffer")) {
		if (is_constant(call, "target", "GL_ARRAY_BUFFER"))
			context->now.array_buffer = get_number(call, "buffer");
	} else if (has_prefix(call, "glDeleteBuffers")) {
		delete_buffers(call, &context->now);
	} else if (is_named(call, "glViewport")) {
		context->has_viewport = true;
	} else if (has_prefix(call, "glClientActiveTexture")) {
		context->now.unit = get_number(call, "texture");
	} else if (is_named(call, "glPushClientAttrib")) {
		if (context->n_pushed < N_PUSHED)
			context->pushed[context->n_pushed++] = context->now;
	} else if (is_named(call, "glPopClientAttrib")) {
		if (context->n_pushed)
			context->now = context->pushed[--context->n_pushed];
	} else if (has_prefix(call, "glVertexAttribPointer") ||
		   has_prefix(call, "glVertexAttribIPointer") ||
		   has_prefix(call, "glVertexAttribLPointer")) {
		take_pointer(gl, call);
	}
}

/* A fake call that is being made. */
struct fake {
	struct apitrace_gl *gl;
	unsigned thread;
	struct fxr_text params[6];
	struct apitrace_pack args;
	size_t n;
};

static struct apitrace_pack *fake_arg(struct fake *fake, const char *param)
{
	fake->params[fake->n] = text_of(param);
	apitrace_pack_byte(&fake->args, APITRACE_CALL_ARG);
	apitrace_pack_varint(&fake->args, fake->n++);
	return &fake->args;
}

/* Adds an argument of the archive unchanged. */
static void fake_copy(struct fake *fake, const struct fxtrace_call *call,
		      const char *param)
{
	const struct fxtrace_arg *arg = apitrace_call_arg(call, param);
	struct apitrace_pack *args = fake_arg(fake, param);

	if (arg)
		apitrace_value_put(fake->gl->values, args, NULL, arg->value);
	else
		apitrace_pack_null(args);
}

static void fake_end(struct fake *fake, const char *function)
{
	struct apitrace_gl *gl = fake->gl;
	struct apitrace_pack *enter;

	gl->before = fxr_grow(gl->before, &gl->before_capacity,
			      gl->n_before + 1, sizeof(*gl->before));
	enter = &gl->before[gl->n_before++];
	apitrace_call_begin(enter, fake->thread,
			    apitrace_sigs_function(gl->values->sigs,
						   text_of(function),
						   fake->params, fake->n),
			    true);
	apitrace_pack_all(enter, &fake->args);
	apitrace_pack_byte(enter, APITRACE_CALL_END);
	apitrace_pack_free(&fake->args);
	fake->n = 0;
}

/* Adds a constant that the archive may not have. */
static void fake_constant(struct fake *fake, const char *param,
			  const char *name, uint64_t number_of)
{
	struct apitrace_pack *args = fake_arg(fake, param);

	apitrace_pack_byte(args, APITRACE_ENUM);
	apitrace_pack_ref(args,
			  apitrace_sigs_constant(fake->gl->values->sigs,
						 text_of(name), number_of));
	apitrace_pack_uint(args, number_of);
}

static void fake_bind(struct fake *fake, uint64_t buffer)
{
	fake_constant(fake, "target", "GL_ARRAY_BUFFER", GL_ARRAY_BUFFER);
	apitrace_pack_uint(fake_arg(fake, "buffer"), buffer);
	fake_end(fake, "glBindBuffer");
}

static void fake_unit(struct fake *fake, uint64_t unit)
{
	char name[32];

	snprintf(name, sizeof(name), "GL_TEXTURE%u",
		 (unsigned)(unit - GL_TEXTURE0));
	fake_constant(fake, "texture", name, unit);
	fake_end(fake, "glClientActiveTexture");
}

/* The elements, preceded by zeros for those before the first. False: too
 * long. */
static bool put_elements(const struct fxtrace_call *call,
			 struct apitrace_pack *to)
{
	const struct fxtrace_arg *data = apitrace_call_arg(call, "data");
	uint64_t first = get_number(call, "first"), n_bytes, n_before;
	struct apitrace_pack zeros = {0};
	struct fxr_text bytes;

	if (!data || data->value->kind != FXTRACE_BYTES ||
	    __builtin_mul_overflow(first, get_number(call, "stride"),
				   &n_before))
		return false;
	bytes = apitrace_bytes(data->value);
	if (__builtin_add_overflow(n_before, bytes.n_bytes, &n_bytes) ||
	    n_bytes > MAX_ARRAY_BYTES)
		return false;
	apitrace_pack_byte(to, APITRACE_BLOB);
	apitrace_pack_varint(to, n_bytes);
	zeros.bytes = fxr_new(n_before + 1, 1);
	apitrace_pack_bytes(to, fxr_text((char *)zeros.bytes, n_before));
	apitrace_pack_bytes(to, bytes);
	free(zeros.bytes);
	return true;
}

static void fake_attribute(struct fake *fake, const struct fxtrace_call *call,
			   const struct apitrace_pack *elements)
{
	static const char *const functions[] = {"glVertexAttribPointer",
						"glVertexAttribIPointer",
						"glVertexAttribLPointer"};
	struct apitrace_gl *gl = fake->gl;
	uint64_t index = get_number(call, "index");
	uint64_t address = get_number(call, "pointer");
	const struct pointer *pointer = pointer_at(gl, index, address);
	bool is_known = pointer->index == index && pointer->address == address;
	char kind = is_known ? pointer->kind : '\0';

	fake_copy(fake, call, "index");
	fake_copy(fake, call, "size");
	fake_copy(fake, call, "type");
	if (!kind)
		apitrace_pack_byte(fake_arg(fake, "normalized"),
				   is_known && pointer->is_normalized
					   ? APITRACE_TRUE
					   : APITRACE_FALSE);
	fake_copy(fake, call, "stride");
	apitrace_pack_all(fake_arg(fake, "pointer"), elements);
	fake_end(fake, functions[kind == 'I' ? 1 : kind == 'L' ? 2 : 0]);
}

static void fake_array(struct fake *fake, const struct fxtrace_call *call,
		       const struct array_call *how,
		       const struct apitrace_pack *elements)
{
	if (how->has_size)
		fake_copy(fake, call, "size");
	if (how->has_type)
		fake_copy(fake, call, "type");
	fake_copy(fake, call, "stride");
	apitrace_pack_all(fake_arg(fake, "pointer"), elements);
	fake_end(fake, how->function);
}

/* The array's call, between calls that set its state and calls that restore
 * it. */
static bool put_array(struct fake *fake, const struct fxtrace_call *call,
		      const struct client_state *now,
		      const struct apitrace_pack *elements)
{
	bool is_attribute =
		is_constant(call, "array", "GL_VERTEX_ATTRIB_ARRAY_POINTER");
	const struct array_call *how = array_calls;
	uint64_t unit = now->unit;

	while (how->array && !is_constant(call, "array", how->array))
		how++;
	if (!how->array && !is_attribute)
		return false;
	if (is_constant(call, "array", "GL_TEXTURE_COORD_ARRAY"))
		unit = GL_TEXTURE0 + get_number(call, "index");
	if (now->array_buffer)
		fake_bind(fake, 0);
	if (unit != now->unit)
		fake_unit(fake, unit);
	if (is_attribute)
		fake_attribute(fake, call, elements);
	else
		fake_array(fake, call, how, elements);
	if (unit != now->unit)
		fake_unit(fake, now->unit);
	if (now->array_buffer)
		fake_bind(fake, now->array_buffer);
	return true;
}

static void take_array(struct apitrace_gl *gl, const struct fxtrace_call *call,
		       unsigned thread)
{
	struct fake fake = {.gl = gl, .thread = thread};
	struct apitrace_pack elements = {0};

	if (!put_elements(call, &elements) ||
	    !put_array(&fake, call, &context_of(gl, thread)->now, &elements))
		gl->n_dropped++;
	apitrace_pack_free(&elements);
}

static void fake_rectangle(struct fake *fake, const char *function,
			   uint64_t width, uint64_t height)
{
	apitrace_pack_uint(fake_arg(fake, "x"), 0);
	apitrace_pack_uint(fake_arg(fake, "y"), 0);
	apitrace_pack_uint(fake_arg(fake, "width"), width);
	apitrace_pack_uint(fake_arg(fake, "height"), height);
	fake_end(fake, function);
}

/* A new context draws into all of its first drawable. Apitrace's replay
 * takes the drawable's size from this. */
static void take_drawable(struct apitrace_gl *gl,
			  const struct fxtrace_call *call, unsigned thread)
{
	struct fake fake = {.gl = gl, .thread = thread};
	struct context *context = context_of(gl, thread);
	uint64_t width = get_number(call, "width");
	uint64_t height = get_number(call, "height");

	if (context->has_viewport || (int64_t)width <= 0 ||
	    (int64_t)height <= 0)
		return;
	context->has_viewport = true;
	fake_rectangle(&fake, "glViewport", width, height);
	fake_rectangle(&fake, "glScissor", width, height);
}

/* Collects what the next call receives, item by item. */
static void take_item(struct apitrace_gl *gl, const struct fxtrace_call *call,
		      unsigned thread, uint64_t index, const char *param)
{
	struct thread *one = thread_of(gl, thread);
	const struct fxtrace_arg *arg = apitrace_call_arg(call, param);

	if (index >= MAX_PENDING) {
		gl->n_dropped++;
		return;
	}
	one->pending = fxr_grow(one->pending, &one->pending_capacity,
				(size_t)index + 1, sizeof(*one->pending));
	if (one->n_pending <= index)
		one->n_pending = (size_t)index + 1;
	one->pending[index].n_bytes = one->pending[index].n_refs = 0;
	if (!arg)
		return;
	if (arg->value->kind == FXTRACE_BYTES && param[0] == 's') {
		apitrace_pack_byte(&one->pending[index], APITRACE_STRING);
		apitrace_pack_text(&one->pending[index],
				   apitrace_bytes(arg->value));
	} else {
		apitrace_value_put(gl->values, &one->pending[index], NULL,
				   arg->value);
	}
}

/* The parameter that receives the items of an array. */
static int32_t item_param(const struct fxtrace_call *call)
{
	static const char *const names[] = {"string",	"strings",
					    "varyings", "uniformNames",
					    "path",	"indices"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct fxtrace_arg *arg =
			apitrace_call_arg(call, names[i]);

		if (arg && apitrace_is_address(arg->value))
			return arg->parameter;
	}
	return APITRACE_NO_PARAMETER;
}

/* Passes the collected items as one array. */
static void use_items(struct apitrace_gl *gl, const struct fxtrace_call *call,
		      struct thread *thread, struct apitrace_instead *instead)
{
	instead->parameter = item_param(call);
	if (instead->parameter >= 0) {
		apitrace_pack_byte(&instead->value, APITRACE_ARRAY);
		apitrace_pack_varint(&instead->value, thread->n_pending);
	} else {
		gl->n_dropped++;
	}
	for (size_t i = 0; i < thread->n_pending; i++) {
		if (!thread->pending[i].n_bytes)
			apitrace_pack_null(&thread->pending[i]);
		if (instead->parameter >= 0)
			apitrace_pack_all(&instead->value, &thread->pending[i]);
		apitrace_pack_free(&thread->pending[i]);
	}
	thread->n_pending = 0;
}

/* "const GLchar *const *" */
static bool is_texts(const struct fxtrace_type *type)
{
	const char *name = type ? type->name : "";
	unsigned n_stars = 0;

	for (const char *at = name; *at; at++)
		n_stars += *at == '*';
	return n_stars == 2 && strstr(name, "GLchar");
}

/* Texts of which the archive has none, as of a call that fails: apitrace's
 * replay ends at an address. */
static void lack_texts(const struct apitrace_gl *gl,
		       const struct fxtrace_call *call,
		       struct apitrace_instead *instead)
{
	int32_t parameter = item_param(call);
	const char *count = apitrace_call_arg(call, "uniformCount")
				    ? "uniformCount"
				    : "count";
	int64_t n = (int32_t)get_number(call, count);

	if (parameter < 0 || !is_texts(fxtrace_type_of_parameter(
				     gl->values->archive, parameter)))
		return;
	instead->parameter = parameter;
	n = n < 0 || n > (int64_t)MAX_PENDING ? 0 : n;
	apitrace_pack_byte(&instead->value, APITRACE_ARRAY);
	apitrace_pack_varint(&instead->value, (uint64_t)n);
	while (n--)
		apitrace_pack_null(&instead->value);
}

/* Where the indices of several draws begin: in collected memory, or in a
 * buffer. */
static bool use_places(const struct fxtrace_call *call, struct thread *thread,
		       struct apitrace_instead *instead)
{
	const struct fxtrace_arg *arg = apitrace_call_arg(call, "indices");

	if (!arg || arg->value->kind != FXTRACE_LIST ||
	    (!has_prefix(call, "glMultiDrawElements") &&
	     !has_prefix(call, "glMultiModeDrawElements")))
		return false;
	instead->parameter = arg->parameter;
	apitrace_pack_byte(&instead->value, APITRACE_ARRAY);
	apitrace_pack_varint(&instead->value, arg->value->n_items);
	for (size_t i = 0; i < arg->value->n_items; i++) {
		const struct fxtrace_value *item = arg->value->items[i];
		uint64_t at = 0;

		(void)apitrace_number(item, &at);
		if (item->kind == FXTRACE_BYTES)
			apitrace_pack_blob(&instead->value,
					   apitrace_bytes(item));
		else if (i < thread->n_pending && thread->pending[i].n_bytes)
			apitrace_pack_all(&instead->value, &thread->pending[i]);
		else if (at)
			apitrace_pack_pointer(&instead->value, at);
		else
			apitrace_pack_null(&instead->value);
	}
	for (size_t i = 0; i < thread->n_pending; i++)
		apitrace_pack_free(&thread->pending[i]);
	thread->n_pending = 0;
	return true;
}

/* What the call receives by address, from calls before it. */
static void use_memory(struct apitrace_gl *gl, const struct fxtrace_call *call,
		       struct thread *thread, struct apitrace_instead *instead)
{
	if (use_places(call, thread, instead))
		return;
	if (thread->n_pending)
		use_items(gl, call, thread, instead);
	else
		lack_texts(gl, call, instead);
}

static void clear_before(struct apitrace_gl *gl)
{
	while (gl->n_before)
		apitrace_pack_free(&gl->before[--gl->n_before]);
}

/* Whether the call specifies an array in the program's memory: that is
 * specified again before each draw. If the value is not an address, it may be
 * an offset in a buffer whose binding was not recorded. */
static bool is_client_array(const struct fxtrace_call *call,
			    const struct context *context)
{
	const struct fxtrace_arg *arg = apitrace_call_arg(call, "pointer");

	return arg && apitrace_is_address(arg->value) &&
	       !has_prefix(call, "glGet") &&
	       !has_prefix(call, "glInterleaved") &&
	       !context->now.array_buffer &&
	       get_number(call, "pointer") >= MIN_ADDRESS;
}

/* Whether is_plain concerns the call. */
static bool is_ours(struct apitrace_gl *gl, const struct fxtrace_call *call,
		    unsigned thread)
{
	if (!gl->is_plain)
		return false;
	return call->is_fake ? has_prefix(call, "fxtrace_")
			     : is_client_array(call, context_of(gl, thread));
}

void apitrace_gl_take(struct apitrace_gl *gl, const struct fxtrace_call *call,
		      unsigned thread, struct apitrace_gl_step *step)
{
	bool is_fake = call->is_fake;

	clear_before(gl);
	*step = (struct apitrace_gl_step){
		.instead = {.parameter = APITRACE_NO_PARAMETER}};
	step->is_replaced = true;
	if (is_fake && is_named(call, "fxtrace_client_array")) {
		take_array(gl, call, thread);
	} else if (is_fake && is_named(call, "fxtrace_client_indices")) {
		take_item(gl, call, thread, get_number(call, "draw"),
			  "indices");
	} else if (is_fake && is_named(call, "fxtrace_string")) {
		take_item(gl, call, thread, get_number(call, "index"),
			  "string");
	} else {
		step->is_replaced = is_ours(gl, call, thread);
		if (!is_fake)
			use_memory(gl, call, thread_of(gl, thread),
				   &step->instead);
		track_call(gl, call, thread);
		if (is_fake && (is_named(call, "fxtrace_glx_drawable") ||
				is_named(call, "fxtrace_egl_surface")))
			take_drawable(gl, call, thread);
	}
	step->before = gl->before;
	step->n_before = gl->n_before;
}

struct apitrace_gl *apitrace_gl_open(struct apitrace_values *values,
				     bool is_plain)
{
	struct apitrace_gl *gl = fxr_new(1, sizeof(*gl));

	gl->values = values;
	gl->is_plain = is_plain;
	gl->contexts = fxr_grow(NULL, &gl->contexts_capacity, 1,
				sizeof(*gl->contexts));
	gl->contexts[gl->n_contexts++].now.unit = GL_TEXTURE0;
	return gl;
}

uint64_t apitrace_gl_n_dropped(const struct apitrace_gl *gl)
{
	return gl->n_dropped;
}

void apitrace_gl_close(struct apitrace_gl *gl)
{
	clear_before(gl);
	for (size_t i = 0; i < gl->threads_capacity; i++) {
		for (size_t j = 0; j < gl->threads[i].pending_capacity; j++)
			apitrace_pack_free(&gl->threads[i].pending[j]);
		free(gl->threads[i].pending);
	}
	free(gl->threads);
	free(gl->contexts);
	free(gl->before);
	fxr_map_fini(&gl->context_map);
	free(gl);
}
