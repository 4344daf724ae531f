/* SPDX-License-Identifier: MIT */
/*
 * Names of OpenGL's objects: whose they are, and how long they last.
 */
#include "tools/fd/labels.h"

#include <string.h>

#include "tests/tap.h"

static struct labels *labels;
static struct fxr_call call;
static struct fxr_name name;
static struct fxr_thread threads[2] = {{.provider = 1, .pid = 7, .tid = 7},
				       {.provider = 1, .pid = 7, .tid = 8}};

static struct fxr_text text(const char *bytes)
{
	return fxr_text(bytes, strlen(bytes));
}

/* Begins a call of a thread. */
static void begin(unsigned thread, const char *category, const char *function)
{
	memset(&call, 0, sizeof(call));
	name = (struct fxr_name){.category = text(category),
				 .name = text(function)};
	call.thread = &threads[thread];
	call.name = &name;
	if (!labels)
		labels = labels_open();
}

static struct fxr_value *add_value(const char *argument, int kind)
{
	struct fxr_arg *arg = &call.args[call.n_args++];

	arg->name = text(argument);
	arg->value.kind = (enum fxr_value_kind)kind;
	return &arg->value;
}

static void label(unsigned thread, const char *identifier, uint64_t object,
		  const char *label)
{
	begin(thread, "gl", "glObjectLabel");
	add_value("identifier", FXR_VALUE_SYMBOL)->as.text = text(identifier);
	add_value("name", FXR_VALUE_UINT)->as.u64 = object;
	add_value("length", FXR_VALUE_INT)->as.i64 = -1;
	add_value("label", FXR_VALUE_STRING)->as.text = text(label);
	labels_take(labels, &call);
}

static void use(unsigned thread, uint64_t context)
{
	begin(thread, "egl", "eglMakeCurrent");
	add_value("ctx", context ? FXR_VALUE_POINTER : FXR_VALUE_NULL)->as.u64 =
		context;
	call.ret.kind = FXR_VALUE_BOOL;
	call.ret.as.boolean = true;
	labels_take(labels, &call);
}

static void create(uint64_t context, uint64_t share)
{
	begin(0, "glx", "glXCreateContext");
	add_value("shareList", FXR_VALUE_POINTER)->as.u64 = share;
	call.has_ret = true;
	call.ret.kind = FXR_VALUE_POINTER;
	call.ret.as.u64 = context;
	labels_take(labels, &call);
}

static struct fxr_type handle = {.is_known = true, .class = FXG_HANDLE};

static struct fxr_value value_of(const char *space, uint64_t object)
{
	handle.space = text(space);
	return (struct fxr_value){
		.kind = FXR_VALUE_UINT, .type = &handle, .as.u64 = object};
}

static const char *find_label(unsigned thread, const char *space,
			      uint64_t object)
{
	struct fxr_value value = value_of(space, object);

	begin(thread, "gl", "glUse");
	return labels_find(labels, &call, &value);
}

static void by_kind(void)
{
	label(0, "GL_TEXTURE", 5, "wall");
	label(0, "GL_BUFFER_OBJECT_EXT", 5, "corners");
	label(0, "GL_DISPLAY_LIST", 5, "gears");
	label(0, "GL_NONSENSE", 5, "x");
	is_str(find_label(0, "gl:texture", 5), "wall");
	is_str(find_label(0, "gl:buffer", 5), "corners");
	is_str(find_label(0, "gl:list", 5), "gears");
	is_str(find_label(0, "gl:texture", 6), NULL);
	is_str(find_label(0, "gl:sampler", 5), NULL);
	is_str(find_label(0, "fd", 5), NULL);
	label(0, "GL_TEXTURE", 5, "");
	is_str(find_label(0, "gl:texture", 5), NULL);
}

static void cut(void)
{
	begin(0, "gl", "glLabelObjectEXT");
	add_value("type", FXR_VALUE_SYMBOL)->as.text = text("GL_TEXTURE");
	add_value("object", FXR_VALUE_UINT)->as.u64 = 5;
	add_value("length", FXR_VALUE_INT)->as.i64 = 3;
	add_value("label", FXR_VALUE_STRING)->as.text = text("walls");
	labels_take(labels, &call);
	is_str(find_label(0, "gl:texture", 5), "wal");
}

static void deleted(void)
{
	struct fxr_value items[] = {value_of("gl:texture", 5),
				    value_of("gl:texture", 6)};
	struct fxr_value *list;

	label(0, "GL_TEXTURE", 5, "a");
	label(0, "GL_TEXTURE", 7, "b");
	begin(0, "gl", "glDeleteTextures");
	list = add_value("textures", FXR_VALUE_ARRAY);
	list->as.list.items = items;
	list->as.list.n = 2;
	labels_take(labels, &call);
	is_str(find_label(0, "gl:texture", 5), NULL);
	is_str(find_label(0, "gl:texture", 7), "b");
}

static void shared(void)
{
	create(0x10, 0);
	create(0x20, 0x10);
	create(0x30, 0);
	use(0, 0x10);
	label(0, "GL_TEXTURE", 5, "wall");
	label(0, "GL_QUERY", 5, "how many");
	use(1, 0x20);
	is_str(find_label(1, "gl:texture", 5), "wall");
	is_str(find_label(1, "gl:query", 5), NULL);
	use(1, 0x30);
	is_str(find_label(1, "gl:texture", 5), NULL);
	is_str(find_label(0, "gl:query", 5), "how many");
	use(0, 0);
	use(1, 0x10);
	is_str(find_label(1, "gl:query", 5), "how many");
}

static void reused(void)
{
	create(0x10, 0);
	use(0, 0x10);
	label(0, "GL_TEXTURE", 5, "old");
	create(0x10, 0);
	is_str(find_label(0, "gl:texture", 5), NULL);
}

static void of_process(void)
{
	label(0, "GL_TEXTURE", 5, "wall");
	threads[1].provider = 2;
	is_str(find_label(1, "gl:texture", 5), NULL);
}

static const struct tap_test tests[] = {
	{"a label is of an object of its kind, until it has another", by_kind},
	{"it is as long as the program says", cut},
	{"it ends with its object", deleted},
	{"contexts share textures, but not queries", shared},
	{"a new context has nothing of an old one's with its handle", reused},
	{"another process knows nothing of it", of_process},
};

TAP_MAIN(tests)
