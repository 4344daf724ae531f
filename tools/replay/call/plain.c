/* SPDX-License-Identifier: MIT */
/*
 * Plain calls, see plain.h.
 */
#include "tools/replay/call/plain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/error_name.h"
#include "tools/select/catalogue.h"
#include "tools/base/die.h"
#include "tools/replay/call/bounds.h"
#include "tools/replay/call/crash.h"
#include "tools/replay/call/user_library.h"
#include "tools/replay/call/pure.h"
#include "tools/replay/call/result.h"
#include "tools/replay/call/sandbox.h"

#define MAX_BLOB_BYTES (1ull << 30)
#define MAX_SAID 20u
#define SPACE_BYTES 64u

struct plain_function {
	bool is_known;
	struct plan *plan;
	struct bounds bounds; /* our description, if it is one of libc's */
	void (*address)(void);
	const char *why; /* why it is skipped, or its first call was */
	uint64_t n_made, n_different, n_refused;
};

struct plain {
	const char *list;
	struct user_library *library; /* that the user named, or NULL */
	struct fxr_world *world;
	struct fxr_arena arena;
	struct args_maker maker;
	struct plain_function *functions; /* by name */
	uint64_t n_said;
};

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	const struct plain *plain = context;

	return catalogue_is_meant(plain->list, category.bytes, name.bytes);
}

/* Recorded handles have no replay handle: such functions are refused. */
static uint64_t same_handle(void *context, const struct fxr_type *handle,
			    uint64_t recorded)
{
	(void)context;
	(void)handle;
	return recorded;
}

static bool is_window_system(struct fxr_text category)
{
	return fxr_is(category, "gl") || fxr_is(category, "glx") ||
	       fxr_is(category, "egl");
}

static const char *refusal(const struct fxr_function *function,
			   const struct plan *plan)
{
	if (function->flags & (FXG_F_NORETURN | FXG_F_TWICE | FXG_F_FAKE))
		return "it does not return as others do";
	if (function->flags & FXG_F_DOTS || function->varargs != FXG_VA_NONE)
		return "it takes any number of arguments";
	if (plan->trouble)
		return plan->trouble;
	for (size_t i = 0; i < plan->n; i++)
		if (plan->params[i].handle)
			return "it takes a handle, which has no meaning "
			       "here";
	return NULL;
}

/* Only this function chooses a library and its function. */
static const char *find_address(struct plain *plain,
				const struct fxr_call *call,
				struct plain_function *known)
{
	const struct fxr_function *function = call->function;
	const char *name = call->name->name.bytes;
	const char *why = refusal(function, known->plan);

	if (is_window_system(function->category))
		return "OpenGL is replayed as a whole, without --calls";
	known->bounds = bounds_find(catalogue_table(CATALOGUE_LIBC), name);
	if (!plain->library && !known->bounds.function)
		return "its library must be named with --lib";
	if ((known->bounds.function || user_library_is_libc(plain->library)) &&
	    !pure_has(name))
		return "it acts on more than the memory that it is given";
	if (!why && known->bounds.function)
		why = bounds_refusal(&known->bounds, &plain->world->types,
				     known->plan, false);
	if (why)
		return why;
	known->address = plain->library
				 ? user_library_find(plain->library, name)
				 : pure_find(name);
	if (known->address)
		return NULL;
	return plain->library ? "the library itself has no such function"
			      : "this libc has no such function";
}

static struct plain_function *function_of(struct plain *plain,
					  const struct fxr_call *call)
{
	struct plain_function *known =
		&plain->functions[call->name - plain->world->names];

	if (known->is_known)
		return known;
	known->is_known = true;
	if (!call->function) {
		known->why = "the archive does not say what it takes";
		return known;
	}
	known->plan = plan_new(&plain->world->types, call->function);
	known->why = find_address(plain, call, known);
	return known;
}

/* Space for a pointer to a pointer that is set, as of strtol. Any other address
 * is of memory that is not in the archive. */
static bool give_space(struct plain *plain, struct args *args)
{
	for (size_t i = 0; args->raw >> i; i++) {
		struct fxr_text c_name = args->plan->params[i].type->c_name;

		if (!(args->raw >> i & 1))
			continue;
		if (c_name.n_bytes < 2 ||
		    memcmp(c_name.bytes + c_name.n_bytes - 2, "**", 2))
			return false;
		args_set_pointer(args, i,
				 fxr_arena_alloc(&plain->arena, SPACE_BYTES));
		args->bytes[i] = SPACE_BYTES;
		args->raw &= ~(1u << i);
	}
	return true;
}

static bool report_difference(struct plain *plain, const struct fxr_call *call,
			      const char *text)
{
	if (plain->n_said++ < MAX_SAID)
		say("call %llu, %s: %s", (unsigned long long)call->number,
		    call->name->name.bytes, text);
	return true;
}

static bool has_other_error(const struct fxr_call *call, int error, char *text)
{
	const char *name = error ? error_name(error) : "";

	if (!call->error.n_bytes || (name && fxr_is(call->error, name)))
		return false;
	snprintf(text, RESULT_TEXT_BYTES, "errno was %.*s, now %s",
		 (int)call->error.n_bytes, call->error.bytes,
		 name && *name ? name : "none");
	return true;
}

static void compare_result(struct plain *plain, struct plain_function *function,
			   const struct args *args, int error)
{
	char text[RESULT_TEXT_BYTES];
	bool is_different = false;

	if (result_of_ret(&plain->maker, args, text) == RESULT_DIFFERENT)
		is_different = report_difference(plain, args->call, text);
	if (has_other_error(args->call, error, text))
		is_different = report_difference(plain, args->call, text);
	for (size_t i = 0; i < args->plan->n; i++)
		if (args->is_out[i] && result_of_out(&plain->maker, args, i,
						     text) == RESULT_DIFFERENT)
			is_different =
				report_difference(plain, args->call, text);
	function->n_different += is_different;
}

/* NULL, or why the call cannot be made. */
static const char *prepare_call(struct plain *plain,
				const struct plain_function *function,
				const struct fxr_call *call, struct args *args)
{
	const char *trouble = NULL;

	if (!args_make(&plain->maker, function->plan, call, args))
		return args->trouble;
	if (!give_space(plain, args))
		trouble = "memory that it was given is not in the archive";
	else if (function->bounds.function)
		trouble = bounds_apply(&function->bounds, &plain->maker, args,
				       true);
	else if (args->blank)
		trouble = "the archive does not say how much it writes";
	return trouble;
}

static void play_one(struct plain *plain, const struct fxr_call *call)
{
	struct plain_function *function = function_of(plain, call);
	const char *trouble;
	struct args args;
	int error;

	fxr_arena_reset(&plain->arena);
	if (!function->address || call->state != FXR_CALL_DONE) {
		function->n_refused++;
		return;
	}
	trouble = prepare_call(plain, function, call, &args);
	if (trouble) {
		if (!function->why)
			function->why = trouble;
		function->n_refused++;
		return;
	}
	crash_begin(call->number, call->name->name.bytes);
	errno = 0;
	invoke_call(function->plan->invoke, function->address, args.values,
		    &args.ret);
	error = errno;
	crash_end();
	function->n_made++;
	compare_result(plain, function, &args, error);
}

static int print_report(const struct plain *plain)
{
	uint64_t n_made = 0, n_different = 0;

	printf("%10s %10s %10s  function\n", "made", "differ", "not made");
	for (size_t i = 0; i < plain->world->n_names; i++) {
		const struct plain_function *f = &plain->functions[i];

		if (!f->is_known)
			continue;
		printf("%10llu %10llu %10llu  %s%s%s\n",
		       (unsigned long long)f->n_made,
		       (unsigned long long)f->n_different,
		       (unsigned long long)f->n_refused,
		       plain->world->names[i].name.bytes,
		       f->n_refused && f->why ? ": " : "",
		       f->n_refused && f->why ? f->why : "");
		n_made += f->n_made;
		n_different += f->n_different;
	}
	if (!n_made)
		say("no call was made");
	return n_made && !n_different ? 0 : 1;
}

int plain_replay(const char *path, const char *calls, const char *library)
{
	struct plain plain = {.list = calls};
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls_options how = {.is_wanted = is_wanted,
					.progress = archive_progress,
					.context = &plain,
					.keeps_memory = true,
					.max_blob_bytes = MAX_BLOB_BYTES};
	struct fxr_calls *opened = fxr_calls_open(reader, &how);
	static struct fxr_call call;
	int status;

	archive_progress_end();
	plain.library = library ? user_library_open(library) : NULL;
	plain.world = fxr_calls_world(opened);
	plain.maker = (struct args_maker){.types = &plain.world->types,
					  .arena = &plain.arena,
					  .handle = same_handle};
	plain.functions =
		fxr_new(plain.world->n_names + 1, sizeof(*plain.functions));
	crash_watch("leave it out of --calls");
	if (!library)
		sandbox_enter();
	while (fxr_calls_next(opened, &call))
		play_one(&plain, &call);
	status = print_report(&plain);
	flush_stdout();
	status |= archive_status(path, reader, opened);
	for (size_t i = 0; i < plain.world->n_names; i++)
		plan_free(plain.functions[i].plan);
	free(plain.functions);
	args_fini(&plain.maker);
	fxr_arena_fini(&plain.arena);
	fxr_calls_close(opened);
	fxr_close(reader);
	return status;
}
