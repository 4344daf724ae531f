/* SPDX-License-Identifier: MIT */
/*
 * A call as one line of text, see print.h.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/base/daytime.h"
#include "tools/print/print.h"
#include "tools/print/type.h"

enum fxg_show print_show(const struct fxr_world *world,
			 const struct fxr_type *type)
{
	if (type && type->class != FXG_INT)
		type = fxr_type_base(&world->types, type);
	return type && type->class == FXG_INT ? type->show : FXG_DEC;
}

const char *print_is_volatile(const struct fxr_world *world,
			      const struct fxr_type *type)
{
	static const char *const spaces[] = {"pid", "tid", "process", "thread"};
	size_t i;

	if (print_show(world, type) == FXG_TIME)
		return "TIME";
	if (!type)
		return NULL;
	if (fxr_is(type->c_name, "pid_t") || fxr_is(type->c_name, "pthread_t"))
		return "PID";
	for (i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++)
		if (type->class == FXG_HANDLE && fxr_is(type->space, spaces[i]))
			return "PID";
	return NULL;
}

static void print_arg(const struct print *print, const struct fxr_arg *arg)
{
	struct fxr_value value = arg->value;
	bool is_text =
		value.kind == FXR_VALUE_STRING || value.kind == FXR_VALUE_BYTES;

	if (arg->has_size && value.kind == FXR_VALUE_NULL) {
		pen_format(print->out, "?[%" PRIu64 "]", arg->true_size);
		return;
	}
	if (arg->has_size && is_text)
		value.true_bytes = arg->true_size;
	print_value(print, &value);
	print_name_of_arg(print, arg);
	if (arg->has_size && !is_text)
		pen_format(print->out, "...[%" PRIu64 "]", arg->true_size);
}

/* {member=value, ...} */
static void print_members(const struct print *print,
			  const struct fxr_call *call, size_t from, size_t to)
{
	size_t i;

	pen_byte(print->out, '{');
	for (i = from; i < to; i++) {
		if (i > from)
			pen_put(print->out, ", ");
		print_name(print->out, call->args[i].member);
		pen_byte(print->out, '=');
		print_arg(print, &call->args[i]);
	}
	pen_byte(print->out, '}');
}

/* True if the group at `from` shows the value of the one before it after the
 * call. */
static bool is_sequel(const struct fxr_call *call, size_t from)
{
	const struct fxr_arg *arg = &call->args[from];

	return from && arg->is_after && !call->args[from - 1].is_address &&
	       !call->args[from - 1].is_after &&
	       fxr_is_same(call->args[from - 1].base, arg->base);
}

/* text="the text that printf made" */
static void print_text(const struct print *print, const struct fxr_call *call)
{
	struct fxr_text text;
	bool is_whole;

	if (!print_formatted(print, call, &text, &is_whole))
		return;
	pen_put(print->out, ", text=");
	print_quoted(print->out, text, true);
	if (!is_whole)
		pen_put(print->out, "...");
}

static void print_arg_name(const struct print *print, const struct fxr_arg *arg)
{
	print_name(print->out, arg->base);
	if (arg->is_address)
		pen_byte(print->out, '@');
	else if (arg->is_after)
		pen_byte(print->out, '\'');
	pen_byte(print->out, '=');
}

/* Prints the value of the group at `from`; returns the group's end. */
static size_t print_group(const struct print *print,
			  const struct fxr_call *call, size_t from)
{
	const struct fxr_arg *arg = &call->args[from];
	size_t to = fxr_joined_end(call, from);

	print_names_aim(print, call, arg);
	if (arg->member.n_bytes)
		print_members(print, call, from, to);
	else
		print_arg(print, arg);
	return to;
}

size_t print_call_arg(const struct print *print, const struct fxr_call *call,
		      size_t from)
{
	print_arg_name(print, &call->args[from]);
	from = print_group(print, call, from);
	while (from < call->n_args && is_sequel(call, from)) {
		pen_put(print->out, " => ");
		from = print_group(print, call, from);
	}
	return from;
}

void print_call_args(const struct print *print, const struct fxr_call *call)
{
	struct pen *out = print->out;
	size_t from = 0;

	while (from < call->n_args) {
		if (from)
			pen_put(out, ", ");
		from = print_call_arg(print, call, from);
	}
	print_text(print, call);
	if (call->seq && !print->is_stable)
		pen_format(out, "%s@seq=%" PRIu64, call->n_args ? ", " : "",
			   call->seq);
}

static bool is_void(const struct print *print, const struct fxr_call *call)
{
	const struct fxr_type *type;

	if (!call->function)
		return false;
	type = fxr_type_find(&print->world->types, call->function->provider,
			     call->function->ret);
	return type && type->class == FXG_VOID;
}

static const char *state_text(const struct fxr_call *call)
{
	switch (call->state) {
	case FXR_CALL_UNFINISHED:
		return " <unfinished>";
	case FXR_CALL_ABANDONED:
		return " <abandoned>";
	case FXR_CALL_NO_RETURN:
		return " <no return>";
	case FXR_CALL_REPLACED:
		return " <replaced>";
	case FXR_CALL_DONE:
	case FXR_CALL_JUMPED:
		break;
	}
	if (call->marks & FXR_MARK_NO_BEGIN)
		return " <no begin>";
	return call->marks & FXR_MARK_LATE ? " <late>" : "";
}

/* A name, or the text of dlerror. */
static void print_error(struct pen *out, struct fxr_text error)
{
	pen_byte(out, ' ');
	if (fxr_is_word(error)) {
		print_name(out, error);
		return;
	}
	pen_put(out, "dlerror ");
	print_quoted(out, error, true);
}

void print_call_result(const struct print *print, const struct fxr_call *call)
{
	struct pen *out = print->out;

	pen_put(out, " = ");
	print_names_aim(print, call, NULL);
	if (call->error.n_bytes)
		print_color(print, PRINT_ERROR);
	/* MAP_FAILED and the like */
	if (call->has_ret && call->error.n_bytes &&
	    call->ret.kind == FXR_VALUE_POINTER &&
	    call->ret.as.u64 == UINT64_MAX)
		pen_put(out, "-1");
	else if (call->has_ret)
		print_value(print, &call->ret);
	else if (call->state == FXR_CALL_DONE && is_void(print, call))
		pen_put(out, "void");
	else
		pen_byte(out, '?');
	if (call->error.n_bytes)
		print_error(out, call->error);
	if (call->error.n_bytes)
		print_color(print, PRINT_PLAIN);
	pen_put(out, state_text(call));
	if (call->marks & FXR_MARK_FAKE)
		pen_put(out, " <fake>");
}

static void print_blobs(const struct print *print, const struct fxr_call *call)
{
	size_t i;

	for (i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->value.kind != FXR_VALUE_BYTES ||
		    !arg->value.as.text.n_bytes)
			continue;
		pen_put(print->out, "    ");
		print_name(print->out, arg->name);
		pen_put(print->out, ":\n");
		print_hexdump(print->out, "      ", arg->value.as.text);
	}
}

static void print_time(const struct print *print, uint64_t ns)
{
	const struct fxr_wall *wall = &print->world->wall;
	struct pen *out = print->out;

	switch (print->time) {
	case PRINT_CLOCK:
		daytime_put_clock(out, fxr_wall_ns(wall, ns),
				  wall->utc_offset_s);
		break;
	case PRINT_DATE:
		daytime_put_date(out, fxr_wall_ns(wall, ns),
				 wall->utc_offset_s);
		break;
	case PRINT_EPOCH:
		daytime_put_epoch(out, fxr_wall_ns(wall, ns));
		break;
	default:
		daytime_put_epoch(out, ns);
	}
}

void print_utc(struct pen *out, const struct fxr_world *world, uint64_t ns)
{
	if (fxr_wall_is_known(&world->wall))
		daytime_put_date(out, fxr_wall_ns(&world->wall, ns), 0);
}

/* TIME PID/TID, or TIME PID(SEEN)/TID if the process sees another pid than its
 * id */
static void print_moment(const struct print *print, uint64_t ns, uint64_t pid,
			 uint64_t seen_pid, uint64_t tid)
{
	struct pen *out = print->out;

	if (print->is_stable)
		return;
	print_time(print, ns);
	pen_byte(out, ' ');
	pen_uint(out, pid);
	if (seen_pid) {
		pen_byte(out, '(');
		pen_uint(out, seen_pid);
		pen_byte(out, ')');
	}
	pen_byte(out, '/');
	pen_uint(out, tid);
	pen_byte(out, ' ');
}

static void print_head(const struct print *print, const struct fxr_call *call,
		       uint64_t ns)
{
	print_color(print, PRINT_FAINT);
	pen_uint(print->out, call->number);
	pen_byte(print->out, ' ');
	print_moment(print, ns, call->thread->pid,
		     print_seen_pid(print->world, call->thread),
		     call->thread->tid);
	print_color(print, PRINT_PLAIN);
}

void print_notice(const struct print *print, const struct fxr_notice *notice)
{
	print_color(print, PRINT_FAINT);
	pen_put(print->out, "# ");
	print_moment(print, notice->ns, notice->pid, 0, notice->tid);
	print_color(print, PRINT_PLAIN);
	print_name(print->out, notice->text);
	pen_byte(print->out, '\n');
}

static void print_function(const struct print *print,
			   const struct fxr_call *call)
{
	print_color(print, PRINT_NAME);
	print_name(print->out, call->name->name);
	print_color(print, PRINT_PLAIN);
	pen_byte(print->out, '(');
}

/* The text behind the arguments. */
static void print_tail(const struct print *print, const struct fxr_call *call)
{
	struct pen *out = print->out;

	pen_byte(out, ')');
	print_call_result(print, call);
	if (!print->is_stable && fxr_shows_duration(call)) {
		print_color(print, PRINT_FAINT);
		pen_put(out, " <");
		print_duration(out, call->end_ns - call->begin_ns);
		pen_byte(out, '>');
		print_color(print, PRINT_PLAIN);
	}
	pen_byte(out, '\n');
	if (print->has_blobs)
		print_blobs(print, call);
}

void print_call(const struct print *print, const struct fxr_call *call)
{
	print_head(print, call, call->begin_ns);
	print_function(print, call);
	print_call_args(print, call);
	print_tail(print, call);
}

void print_call_begun(const struct print *print, const struct fxr_call *call)
{
	/* nothing follows */
	if (call->state == FXR_CALL_NO_RETURN) {
		print_call(print, call);
		return;
	}
	print_head(print, call, call->begin_ns);
	print_function(print, call);
	print_call_args(print, call);
	pen_put(print->out,
		call->n_args ? ", <unfinished ...>\n" : "<unfinished ...>\n");
}

void print_call_resumed(const struct print *print, const struct fxr_call *call)
{
	print_head(print, call, call->end_ns);
	pen_put(print->out, "<... ");
	print_name(print->out, call->name->name);
	pen_put(print->out, " resumed>");
	print_call_args(print, call);
	print_tail(print, call);
}
