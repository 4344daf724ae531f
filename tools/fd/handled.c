/* SPDX-License-Identifier: MIT */
/*
 * The file of a call, see handled.h.
 */
#include "tools/fd/handled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fd/descriptors.h"
#include "tools/fd/object.h"
#include "tools/fd/table.h"
#include "tools/base/path_list.h"
#include "writer/path_globs.h"

#define MAX_PATH 1024u

struct handled {
	struct fxr_world *world;
	struct descriptors *descriptors;
	char path[2 * MAX_PATH + 16]; /* of the latest handled_find */
};

struct handled *handled_open(struct fxr_world *world)
{
	struct handled *handled = fxr_new(1, sizeof(*handled));

	handled->world = world;
	handled->descriptors = descriptors_open(world);
	return handled;
}

void handled_close(struct handled *handled)
{
	if (!handled)
		return;
	descriptors_close(handled->descriptors);
	fxr_free(handled);
}

void handled_take(struct handled *handled, const struct fxr_call *call)
{
	descriptors_take(handled->descriptors, call);
}

static void name_one(struct handled *handled, enum fd_shelf shelf,
		     bool is_result, struct handled_one *one)
{
	struct object *object = descriptors_object(handled->descriptors, shelf,
						   one->number, is_result);

	if (!object)
		return;
	one->object = object_number(object);
	one->text = object_text(object);
}

/* Whether it is a descriptor, or the address of a stream. Returns its name,
 * too. */
static bool is_open_one(struct handled *handled, const struct fxr_value *value,
			bool is_result, struct handled_one *one)
{
	const struct fxr_type *type = value->type;

	if (!type || type->class != FXG_HANDLE)
		return false;
	*one = (struct handled_one){.is_open = true, .number = value->as.u64};
	if (fxr_is(type->space, "fd") &&
	    (value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT)) {
		if (value->as.i64 < 0)
			return false;
		name_one(handled, FD_DESCRIPTORS, is_result, one);
		return true;
	}
	if ((fxr_is(type->space, "FILE") || fxr_is(type->space, "DIR")) &&
	    value->kind == FXR_VALUE_POINTER) {
		one->is_stream = true;
		if (value->as.u64)
			name_one(handled, FD_STREAMS, is_result, one);
		return value->as.u64;
	}
	return false;
}

/* The name of a file, which the kernel reads. */
static bool is_path(const struct handled *handled, const struct fxr_call *call,
		    const struct fxr_arg *arg)
{
	const struct fxr_function *function = call->function;
	const struct fxr_type *type;

	if (!function || arg->param >= function->n_params ||
	    arg->value.kind != FXR_VALUE_STRING || arg->is_after ||
	    arg->member.n_bytes)
		return false;
	type = fxr_type_find(&handled->world->types, function->provider,
			     function->params[arg->param].type);
	return type && type->class == FXG_STR && type->flags & FXG_BY_KERNEL;
}

bool handled_is_folder(struct fxr_text parameter)
{
	return fxr_is(parameter, "dirfd") || fxr_is(parameter, "olddirfd") ||
	       fxr_is(parameter, "newdirfd") || fxr_is(parameter, "dfd") ||
	       fxr_is(parameter, "fd");
}

/* The folder's descriptor that is passed before a path, or NULL. */
static const struct fxr_value *folder_before(const struct fxr_call *call,
					     size_t i)
{
	const struct fxr_arg *before = i ? &call->args[i - 1] : NULL;

	return before && before->value.kind == FXR_VALUE_INT &&
			       handled_is_folder(before->base)
		       ? &before->value
		       : NULL;
}

/* The folder of a relative path. */
static const char *folder_of(struct handled *handled,
			     const struct fxr_call *call, size_t i)
{
	const struct fxr_value *before = folder_before(call, i);

	if (before)
		return descriptors_fd(handled->descriptors, before->as.i64,
				      false);
	return descriptors_folder(handled->descriptors);
}

static const char *whole_path(struct handled *handled,
			      const struct fxr_call *call, size_t i)
{
	struct fxr_text path = call->args[i].value.as.text;
	const char *folder = NULL;
	size_t n = path.n_bytes < MAX_PATH ? path.n_bytes : MAX_PATH;

	if (!n || *path.bytes != '/')
		folder = folder_of(handled, call, i);
	while (folder && n >= 2 && path.bytes[0] == '.' &&
	       path.bytes[1] == '/') {
		path.bytes += 2;
		n -= 2;
	}
	snprintf(handled->path, sizeof(handled->path), "%s%s%.*s%s",
		 folder ? folder : "", folder ? "/" : "", (int)n, path.bytes,
		 call->args[i].value.true_bytes > MAX_PATH ? "..." : "");
	return handled->path;
}

struct handled_one handled_find(struct handled *handled,
				const struct fxr_call *call)
{
	struct handled_one one = {.text = NULL};
	size_t i;

	for (i = 0; i < call->n_args; i++)
		if (is_open_one(handled, &call->args[i].value, false, &one))
			return one;
	if (call->has_ret && is_open_one(handled, &call->ret, true, &one))
		return one;
	one = (struct handled_one){.text = NULL};
	for (i = 0; i < call->n_args; i++)
		if (is_path(handled, call, &call->args[i])) {
			one.text = whole_path(handled, call, i);
			break;
		}
	return one;
}

static bool text_fits(struct handled *handled, const char *text,
		      const char *globs)
{
	if (fxw_path_globs_fit(globs, text, strlen(text)))
		return true;
	if (*text != '/')
		return false;
	/* Names are shown as they are, since a link may lead elsewhere. */
	if (text != handled->path)
		snprintf(handled->path, sizeof(handled->path), "%s", text);
	return fxw_path_globs_fit(
		globs, handled->path,
		fxw_path_clean(handled->path, strlen(handled->path)));
}

static bool value_fits(struct handled *handled, const struct fxr_value *value,
		       bool is_result, const char *globs)
{
	struct handled_one one;

	return is_open_one(handled, value, is_result, &one) && one.text &&
	       text_fits(handled, one.text, globs);
}

/* Whether the folder before a path is meant: openat's dirfd. */
static bool folder_fits(struct handled *handled, const struct fxr_call *call,
			size_t i, const char *globs)
{
	const struct fxr_value *before = folder_before(call, i);
	const char *folder = before ? descriptors_fd(handled->descriptors,
						     before->as.i64, false)
				    : NULL;

	return folder && text_fits(handled, folder, globs);
}

/* A path as the call has it, and behind its folder. */
static bool path_fits(struct handled *handled, const struct fxr_call *call,
		      size_t i, const char *globs)
{
	struct fxr_text path = call->args[i].value.as.text;

	return fxw_path_globs_fit(globs, path.bytes, path.n_bytes) ||
	       text_fits(handled, whole_path(handled, call, i), globs);
}

bool handled_fits(struct handled *handled, const struct fxr_call *call,
		  const char *globs)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (value_fits(handled, &call->args[i].value, false, globs) ||
		    (is_path(handled, call, &call->args[i]) &&
		     (path_fits(handled, call, i, globs) ||
		      folder_fits(handled, call, i, globs))))
			return true;
	return call->has_ret && value_fits(handled, &call->ret, true, globs);
}

struct concern {
	struct handled *handled;
	char *globs; /* its own */
};

struct concern *concern_open(struct fxr_world *world, const char *globs)
{
	struct concern *concern;

	if (!globs)
		return NULL;
	concern = fxr_new(1, sizeof(*concern));
	concern->handled = handled_open(world);
	concern->globs = path_list_resolve(globs);
	return concern;
}

void concern_close(struct concern *concern)
{
	if (!concern)
		return;
	handled_close(concern->handled);
	free(concern->globs);
	fxr_free(concern);
}

bool concern_has(struct concern *concern, const struct fxr_call *call)
{
	if (!concern)
		return true;
	handled_take(concern->handled, call);
	return handled_fits(concern->handled, call, concern->globs);
}
