/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace info`: what an archive holds: processes, threads, functions by
 * number of calls, time, what was lost or cut, and where its bytes went.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/info_missing.h"
#include "tools/command/shared_options.h"
#include "tools/base/daytime.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/print/cause.h"
#include "tools/reader/frames.h"

static struct {
	uint64_t n_top;
} chosen = {.n_top = 20};

static const struct option options[] = {
	{ROW_TOP("how many functions to list, 0 for all"),
	 .value = &chosen.n_top, .fallback = "20"},
	{0},
};

struct info {
	struct print print;
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	struct fxr_world *world;
};

static void print_seconds(struct pen *out, uint64_t ns)
{
	pen_format(out, "%" PRIu64 ".%06u s", ns / 1000000000,
		   (unsigned)(ns % 1000000000 / 1000));
}

static void print_some(struct pen *out, const char *before, size_t n,
		       const char *one, const char *many)
{
	pen_format(out, "%s%zu %s", before, n, n == 1 ? one : many);
}

static void info_summary(const struct info *info, const char *path)
{
	const struct fxr_calls_totals *totals = fxr_calls_totals(info->calls);
	const struct fxw_control *control = fxr_control(info->reader);
	struct pen *out = info->print.out;

	pen_put(out, "archive:    ");
	print_name(out, fxr_text(path, strlen(path)));
	pen_format(out, ", %" PRIu64 " bytes read%s\n", fxr_off(info->reader),
		   control && control->state != FXW_FINISHED
			   ? ", not finished (its program was killed or still "
			     "runs)"
			   : "");
	pen_format(out, "calls:      %" PRIu64, totals->n_calls);
	print_some(out, " of ", info->world->n_names, "function", "functions");
	print_some(out, ", ", info->world->n_processes, "process", "processes");
	print_some(out, ", ", info->world->n_threads, "thread", "threads");
	pen_byte(out, '\n');
	pen_put(out, "time:       ");
	print_seconds(out, totals->last_ns > totals->first_ns
				   ? totals->last_ns - totals->first_ns
				   : 0);
	pen_put(out, ", from ");
	print_seconds(out, totals->first_ns);
	pen_put(out, " after the session's start\n");
}

/* Ticks per second, once if all providers agree. */
static void info_rates(const struct info *info)
{
	uint32_t n = fxr_n_providers(info->reader);
	uint64_t last = 0;
	unsigned n_shown = 0;
	uint32_t i;

	for (i = 0; i < n && n_shown < 8; i++) {
		const struct fxr_provider *provider =
			fxr_provider(info->reader, i);

		if (!provider->has_init || provider->ticks_per_second == last)
			continue;
		last = provider->ticks_per_second;
		n_shown++;
		pen_format(info->print.out,
			   "clock:      %" PRIu64 " ticks per second\n", last);
	}
}

static void info_name(const struct info *info, const char *key,
		      struct fxr_text text)
{
	if (!text.n_bytes)
		return;
	pen_put(info->print.out, key);
	print_name(info->print.out, text);
	pen_byte(info->print.out, '\n');
}

/* How much the clock was set, where the archive shows it. */
static void info_steps(const struct info *info)
{
	const struct fxr_wall *wall = &info->world->wall;
	struct pen *out = info->print.out;

	for (size_t i = 1; i < wall->n_pairs; i++) {
		int64_t ns = fxr_wall_step_ns(wall, i);

		if (!ns)
			continue;
		pen_format(
			out,
			"wall clock: stepped by %+.6f s (set, or the machine "
			"slept), seen at ",
			(double)ns / 1e9);
		print_seconds(out, wall->pairs[i].ns);
		pen_put(out, ": ");
		daytime_put_date(out, wall->pairs[i].realtime_ns,
				 wall->utc_offset_s);
		pen_byte(out, '\n');
	}
}

/* Which machine it is of, and when that was. */
static void info_wall(const struct info *info)
{
	const struct fxr_wall *wall = &info->world->wall;
	const struct fxr_calls_totals *totals = fxr_calls_totals(info->calls);
	struct pen *out = info->print.out;

	info_name(info, "host:       ", wall->host);
	info_name(info, "boot id:    ", wall->boot_id);
	if (wall->has_offset) {
		pen_put(out, "zone:       ");
		print_name(out, wall->zone.n_bytes ? wall->zone : wall->tz);
		pen_format(out, ", UTC%c%02d:%02d\n",
			   wall->utc_offset_s < 0 ? '-' : '+',
			   abs(wall->utc_offset_s) / 3600,
			   abs(wall->utc_offset_s) / 60 % 60);
	}
	if (!fxr_wall_is_known(wall))
		return;
	pen_put(out, "wall clock: from ");
	daytime_put_date(out, fxr_wall_ns(wall, 0), wall->utc_offset_s);
	pen_put(out, " to ");
	daytime_put_date(out, fxr_wall_ns(wall, totals->last_ns),
			 wall->utc_offset_s);
	pen_byte(out, '\n');
	info_steps(info);
}

/* Archives of other writers have none. */
static void info_schema(const struct info *info)
{
	uint64_t schema = fxr_totals(info->reader)->schema;

	if (schema)
		pen_format(info->print.out, "schema:     %" PRIu64 "\n",
			   schema);
}

static void info_sizes(const struct info *info)
{
	const struct fxr_totals *totals = fxr_totals(info->reader);
	uint64_t n_own = info->world->signature_bytes + info->world->fact_bytes;
	uint64_t n_blobs = totals->bytes[FXT_RECORD_BLOB] -
			   totals->filler_bytes +
			   totals->bytes[FXT_RECORD_LARGE];
	uint64_t n_all = 0;
	unsigned i;

	for (i = 0; i < 16; i++)
		n_all += totals->bytes[i];
	n_all -= totals->filler_bytes;
	pen_format(info->print.out,
		   "bytes:      %" PRIu64 " events, %" PRIu64 " signatures and "
		   "facts, %" PRIu64 " strings, %" PRIu64 " blobs, %" PRIu64
		   " other, %" PRIu64 " padding, %" PRIu64 " unused\n",
		   totals->bytes[FXT_RECORD_EVENT] - n_own, n_own,
		   totals->bytes[FXT_RECORD_STRING], n_blobs,
		   n_all - totals->bytes[FXT_RECORD_EVENT] -
			   totals->bytes[FXT_RECORD_STRING] - n_blobs,
		   totals->filler_bytes, totals->zero_bytes);
}

/* What some readers of the format end at: blobs, and the arguments that our
 * descriptions of functions are. */
static void info_readers(const struct info *info)
{
	const struct fxr_totals *totals = fxr_totals(info->reader);

	if (info->world->signature_bytes ||
	    totals->bytes[FXT_RECORD_BLOB] > totals->filler_bytes)
		pen_put(info->print.out,
			"readers:    fxtrace and Perfetto; for Go's, Tracy's "
			"and what else refuses it: "
			"fxtrace convert --to fxt-compat\n");
}

static void info_number(const struct info *info, const char *key, uint64_t n,
			const char *thing, const char *what)
{
	if (n)
		pen_format(info->print.out, "%-11s %s%s\n", key,
			   human_plain(n, thing).text, what);
}

/* From calls to the processes and threads that they made. A begin may lack its
 * end, or an end its begin: nothing was called there, or another archive has
 * it. */
static void info_flows(const struct info *info)
{
	const struct fxr_world *world = info->world;

	if (world->n_flow_begins || world->n_flow_ends)
		pen_format(info->print.out,
			   "flows:      %" PRIu64 " begun, %" PRIu64 " ended\n",
			   world->n_flow_begins, world->n_flow_ends);
}

/* Losses that the process of an unfinished archive has counted, but not yet
 * recorded. */
static uint64_t pending_losses(const struct info *info)
{
	const struct fxw_control *control = fxr_control(info->reader);
	uint64_t n = 0;
	size_t i;

	if (!control || control->state == FXW_FINISHED)
		return 0;
	n = control->n_lost_unslotted + control->n_lost_ends_unslotted;
	for (i = 0; i < FXW_SLOTS; i++)
		n += control->slots[i].n_lost + control->slots[i].n_lost_ends;
	return n > info->world->n_lost_calls + info->world->n_lost_ends
		       ? n - info->world->n_lost_calls -
				 info->world->n_lost_ends
		       : 0;
}

/* The same of descriptions. */
static uint64_t pending_undescribed(const struct info *info)
{
	const struct fxw_control *control = fxr_control(info->reader);

	return control && control->state != FXW_FINISHED
		       ? control->n_undescribed
		       : 0;
}

/* What the archive lacks of processes whose end it does not have. */
static void info_lives(const struct info *info)
{
	uint64_t n[FXW_LIFE_LOST + 1] = {0};

	for (uint32_t i = 0; i < fxr_n_providers(info->reader); i++) {
		uint32_t life = fxr_provider(info->reader, i)->life;

		if (life <= FXW_LIFE_LOST)
			n[life]++;
	}
	if (fxr_is_unended(info->reader))
		pen_put(info->print.out,
			"end:        missing: the archive was cut off, or its "
			"session was killed or still writes it\n");
	info_number(info, "no end:", n[FXW_LIFE_JOINED], "process",
		    ": still recorded, or killed together with "
		    "the manager and its standby (fxtrace recover says which)");
	info_number(info, "left:", n[FXW_LIFE_LEFT], "process",
		    " ran on when the session ended");
	info_number(info, "gone:", n[FXW_LIFE_LOST], "process",
		    ": what was recorded last was lost with the "
		    "manager and its standby");
}

static void info_faults(const struct info *info)
{
	const struct fxr_calls_totals *totals = fxr_calls_totals(info->calls);
	const struct fxr_totals *records = fxr_totals(info->reader);
	uint64_t n_full = 0, n_overwritten = 0;
	uint64_t n_undescribed = pending_undescribed(info);
	uint32_t i;

	for (i = 0; i < fxr_n_providers(info->reader); i++) {
		n_full += fxr_provider(info->reader, i)->n_buffer_full;
		n_overwritten += fxr_provider(info->reader, i)->n_overwritten;
		n_undescribed += fxr_provider(info->reader, i)->n_undescribed;
	}
	info_number(info, "overwritten:", n_overwritten, "call",
		    ", by later ones (circular mode)");
	info_number(info, "lost:", info->world->n_lost_calls, "call",
		    " that found no space");
	info_number(info, "lost ends:", info->world->n_lost_ends, "end",
		    " of calls that found no space");
	info_number(info, "lost:", pending_losses(info), "call",
		    ", counted by a process that has not reported them");
	info_number(info, "no space:", n_undescribed, "description",
		    " of a function, type or module, fact or notice found "
		    "no space");
	info_lives(info);
	info_number(info, "full:", n_full, "time", " a buffer filled up");
	info_number(info,
		    "unfinished:", totals->n_unfinished - totals->n_replaced,
		    "call", " without an end");
	info_number(info, "replaced:", totals->n_replaced, "call",
		    " that became another program");
	info_number(info, "cut:", totals->n_cut, "call",
		    " with a value that was shortened");
	info_number(info, "stray ends:", totals->n_stray_ends, "end",
		    " without a begin");
	info_number(info, "undefined:", records->n_undefined, "reference",
		    " to strings or threads that do not exist");
	info_number(info, "unknown:", records->n_unknown, "record",
		    " of an unknown kind");
	info_number(info, "damaged:", info->world->types.n_damaged, "signature",
		    " that cannot be read");
}

static void info_argv(const struct info *info,
		      const struct fxr_process *process)
{
	struct fxr_arena arena = {0};
	const struct fxr_value *argv = fxr_value_decode(
		&arena, &info->world->types, process->provider, NULL,
		process->argv.bytes, process->argv.n_bytes);

	pen_put(info->print.out, "            argv ");
	if (argv)
		print_value(&info->print, argv);
	else
		print_quoted(info->print.out, process->argv, true);
	pen_byte(info->print.out, '\n');
	fxr_arena_fini(&arena);
}

static void info_text(const struct info *info, const char *key,
		      struct fxr_text text)
{
	if (!text.n_bytes)
		return;
	pen_format(info->print.out, "            %s ", key);
	print_quoted(info->print.out, text, true);
	pen_byte(info->print.out, '\n');
}

/* Calls after the last frame are in a frame that has not ended. */
static void info_frames(const struct info *info, struct fxr_process *process)
{
	struct fxr_frame_calls calls = fxr_frame_calls(&process->frames);

	if (calls.n_frames)
		pen_format(info->print.out,
			   "            frames %" PRIu64
			   ", calls in one: least "
			   "%" PRIu64 ", median %" PRIu64 ", most %" PRIu64
			   "; after the last: %" PRIu64 "\n",
			   calls.n_frames, calls.least, calls.median,
			   calls.most, calls.n_behind);
}

static void info_process(const struct info *info, struct fxr_process *process)
{
	struct pen *out = info->print.out;
	struct fxr_text name = fxr_world_process_name(
		info->world, process->provider, process->pid);

	pen_format(out, "process:    %" PRIu64 " ", process->pid);
	print_quoted(out, name, true);
	if (process->seen_pid)
		pen_format(out, ", pid %" PRIu64 " for itself",
			   process->seen_pid);
	pen_format(out, ", %s", human_plain(process->n_calls, "call").text);
	if (process->has_exit)
		pen_format(out, ", exit %" PRId64, process->exit_status);
	if (process->ppid)
		pen_format(out, ", parent %" PRIu64, process->ppid);
	pen_byte(out, '\n');
	info_frames(info, process);
	info_text(info, "exe", process->exe);
	if (process->argv.n_bytes)
		info_argv(info, process);
	info_text(info, "cwd", process->cwd);
	info_text(info, "calls", process->calls);
	if (process->for_replay)
		pen_put(out, "            for replay\n");
	info_text(info, "libc", process->libc);
	info_text(info, "fxtrace", process->version);
}

static void info_threads(const struct info *info)
{
	struct pen *out = info->print.out;
	size_t i;

	for (i = 0; i < info->world->n_threads; i++) {
		const struct fxr_thread *thread = &info->world->threads[i];

		pen_format(out, "thread:     %" PRIu64 "/%" PRIu64 " ",
			   thread->pid, thread->tid);
		print_quoted(out,
			     fxr_world_thread_name(info->world,
						   thread->provider,
						   thread->pid, thread->tid),
			     true);
		pen_format(out, ", %s\n",
			   human_plain(thread->n_calls, "call").text);
	}
}

static void info_losses(const struct info *info)
{
	struct pen *out = info->print.out;
	size_t i;

	for (i = 0; i < info->world->n_losses; i++) {
		const struct fxr_loss *loss = &info->world->losses[i];

		if (!loss->n_calls && !loss->n_ends)
			continue;
		pen_format(out, "loss:       %s, %s, thread %" PRIu64 ", from ",
			   human_plain(loss->n_calls, "call").text,
			   human_plain(loss->n_ends, "end").text, loss->thread);
		print_seconds(out, loss->first_ns);
		pen_put(out, " to ");
		print_seconds(out, loss->last_ns);
		pen_byte(out, '\n');
	}
}

/* Why this snapshot was made, or how many a session has made. */
static void info_snapshots(const struct info *info)
{
	const struct fxr_world *world = info->world;
	struct pen *out = info->print.out;
	static struct fxr_call call;

	for (size_t i = 0; i < world->n_causes; i++) {
		const struct fxr_thread *thread =
			&world->threads[world->causes[i].thread];

		pen_format(out, "cause:      %" PRIu64 "/%" PRIu64 ", ",
			   thread->pid, thread->tid);
		print_seconds(out, world->causes[i].ns);
		pen_put(out, ": ");
		print_cause(&info->print, info->calls, i, &call);
		pen_byte(out, '\n');
	}
	for (size_t i = 0; i < world->n_shots; i++) {
		const struct fxr_shots *shots = &world->shots[i];

		pen_format(out,
			   "snapshots:  %" PRIu64 " made, %" PRIu64
			   " removed, %" PRIu64 " held back: ",
			   shots->n_taken, shots->n_removed, shots->n_held);
		print_name(out, shots->rule);
		pen_byte(out, '\n');
	}
}

/* Shows the recorder's own messages. Messages in the program's threads, such as
 * OpenGL's, are only counted. */
static void info_notices(const struct info *info)
{
	const struct fxr_world *world = info->world;
	uint64_t n_messages = 0;

	for (size_t i = 0; i < world->n_notices; i++) {
		const struct fxr_notice *notice = &world->notices[i];

		if (notice->tid != fxw_recorder_koid((uint32_t)notice->pid)) {
			n_messages++;
			continue;
		}
		pen_format(info->print.out, "notice:     %" PRIu64 ", ",
			   notice->pid);
		print_seconds(info->print.out, notice->ns);
		pen_put(info->print.out, ": ");
		print_name(info->print.out, notice->text);
		pen_byte(info->print.out, '\n');
	}
	info_number(info, "messages:", n_messages, "message",
		    " in the program's threads, which dump shows");
	info_number(info, "notices:", world->n_more_notices, "notice",
		    " more, not shown here");
}

static int by_calls(const void *a, const void *b)
{
	const struct fxr_name *x = *(const struct fxr_name *const *)a;
	const struct fxr_name *y = *(const struct fxr_name *const *)b;
	int order;

	if (x->n_calls != y->n_calls)
		return x->n_calls > y->n_calls ? -1 : 1;
	order = strcmp(x->name.bytes, y->name.bytes);
	return order ? order : strcmp(x->category.bytes, y->category.bytes);
}

static void info_functions(const struct info *info)
{
	size_t n = info->world->n_names;
	const struct fxr_name **names = fxr_new(n + 1, sizeof(*names));
	size_t i;

	for (i = 0; i < n; i++)
		names[i] = &info->world->names[i];
	qsort(names, n, sizeof(*names), by_calls);
	for (i = 0; i < n && (!chosen.n_top || i < chosen.n_top); i++) {
		pen_format(info->print.out, "function:   %10" PRIu64 " ",
			   names[i]->n_calls);
		print_name(info->print.out, names[i]->name);
		pen_put(info->print.out, " (");
		print_name(info->print.out, names[i]->category);
		pen_put(info->print.out, ")\n");
	}
	if (i < n)
		pen_format(info->print.out,
			   "function:   and %zu more (--top 0)\n", n - i);
	free(names);
}

static void info_modules(const struct info *info)
{
	const struct fxr_types *types = &info->world->types;
	struct pen *out = info->print.out;
	size_t i, k;

	for (i = 0; i < types->n_modules; i++) {
		const struct fxr_module *module = &types->modules[i];

		pen_format(out, "module:     0x%012" PRIx64 " ", module->base);
		print_quoted(out, module->path, true);
		if (module->build_id.n_bytes)
			pen_put(out, " build id ");
		for (k = 0; k < module->build_id.n_bytes; k++)
			pen_format(out, "%02x",
				   (unsigned char)module->build_id.bytes[k]);
		pen_byte(out, '\n');
	}
}

/* By name, of all processes together. */
static int by_name(const void *a, const void *b)
{
	const struct fxr_left_out *x = a, *y = b;

	return strcmp(x->name.bytes, y->name.bytes);
}

static int by_left_out(const void *a, const void *b)
{
	const struct fxr_left_out *x = a, *y = b;

	if (x->n_calls != y->n_calls)
		return x->n_calls > y->n_calls ? -1 : 1;
	return by_name(a, b);
}

/* Puts those of one name together; returns how many names there are. */
static size_t add_up(struct fxr_left_out *all, size_t n)
{
	size_t i, last = 0;

	qsort(all, n, sizeof(*all), by_name);
	for (i = 1; i < n; i++)
		if (strcmp(all[i].name.bytes, all[last].name.bytes) == 0)
			all[last].n_calls += all[i].n_calls;
		else
			all[++last] = all[i];
	return last + 1;
}

static void info_left_out(const struct info *info)
{
	struct fxr_left_out *all = info->world->left_out;
	size_t n = info->world->n_left_out;
	uint64_t n_calls = 0;
	size_t i;

	if (!n)
		return;
	n = add_up(all, n);
	qsort(all, n, sizeof(*all), by_left_out);
	for (i = 0; i < n; i++)
		n_calls += all[i].n_calls;
	info_number(info, "left out:", n_calls, "call", ", by filters");
	for (i = 0; i < n && (!chosen.n_top || i < chosen.n_top); i++) {
		pen_format(info->print.out, "left out:   %10" PRIu64 " ",
			   all[i].n_calls);
		print_name(info->print.out, all[i].name);
		pen_byte(info->print.out, '\n');
	}
	if (i < n)
		pen_format(info->print.out,
			   "left out:   and %zu more (--top 0)\n", n - i);
}

static void info_all(const struct info *info, const char *path)
{
	size_t i;

	info_summary(info, path);
	info_wall(info);
	info_rates(info);
	info_schema(info);
	info_sizes(info);
	info_readers(info);
	info_flows(info);
	info_faults(info);
	for (i = 0; i < info->world->n_processes; i++)
		info_process(info, &info->world->processes[i]);
	info_threads(info);
	info_losses(info);
	info_unrecorded(&info->print, info->world);
	info_undescribed(&info->print, &info->world->types);
	info_snapshots(info);
	info_notices(info);
	info_functions(info);
	info_left_out(info);
	info_modules(info);
}

static bool wants_nothing(void *context, struct fxr_text category,
			  struct fxr_text name)
{
	(void)context;
	(void)category;
	(void)name;
	return false;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	const char *path = archive_path(cmd, argc, argv);
	struct fxr_reader *reader = archive_open(path, true);
	/* Opening gathers all that is shown; no single call is needed. */
	struct fxr_calls_options how = {
		.is_wanted = wants_nothing,
		.progress = archive_progress,
	};
	struct pen out = {.out = stdout};
	struct info info = {.print = {.out = &out}, .reader = reader};
	int status;

	setvbuf(stdout, NULL, _IOFBF, 64 << 10);
	info.calls = fxr_calls_open(reader, &how);
	archive_progress_end();
	info.world = info.print.world = fxr_calls_world(info.calls);
	info_all(&info, path);
	pen_flush(&out);
	pen_fini(&out);
	flush_stdout();
	status = archive_status(path, reader, info.calls);
	fxr_calls_close(info.calls);
	fxr_close(reader);
	return status;
}

const struct cmd cmd_info = {
	.name = "info",
	.synopsis = "[options] [FILE]",
	.purpose = "show what an archive holds",
	.description =
		"Prints one fact per line: how many calls of how many "
		"functions in which time; where the archive's bytes went; "
		"host, boot and time of day, and whether its clock was set "
		"meanwhile; "
		"calls that were lost because there was no space, or that have "
		"no end; values that were cut; processes with their program, "
		"arguments and exit status; messages of the recorder itself; "
		"how many messages of OpenGL there are; programs that were "
		"started and cannot be recorded; functions of libc and OpenGL "
		"that the program's files call and that are not described, so "
		"that no archive has their calls; threads; frames of "
		"OpenGL, and how many calls are in one; the functions that "
		"were called most; functions whose calls filters left out; the "
		"modules that were loaded.\n"
		"\n" ARCHIVE_OPERAND,
	.options = options,
	.run = run,
};
