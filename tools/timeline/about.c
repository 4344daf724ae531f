/* SPDX-License-Identifier: MIT */
/*
 * Who made the calls, and the archive's other records, see about.h.
 */
#include "tools/timeline/about.h"

#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/select/waiting.h"

static void put_key(struct pen *out, const char *key, struct fxr_text text)
{
	pen_put(out, ",\"");
	pen_put(out, key);
	pen_put(out, "\":");
	json_string(out, text);
}

static void put_count(struct pen *out, const char *key, uint64_t number)
{
	pen_put(out, ",\"");
	pen_put(out, key);
	pen_put(out, "\":");
	pen_uint(out, number);
}

static void put_process(struct pen *out, const struct fxr_world *world,
			const struct fxr_process *process)
{
	pen_put(out, "{\"pid\":");
	pen_uint(out, process->pid);
	put_key(out, "name",
		fxr_world_process_name(world, process->provider, process->pid));
	put_key(out, "exe", process->exe);
	put_count(out, "ppid", process->ppid);
	if (world->wall.host.n_bytes)
		put_key(out, "host", world->wall.host);
	if (process->has_exit)
		pen_format(out, ",\"exit\":%lld",
			   (long long)process->exit_status);
	pen_byte(out, '}');
}

/* Lists of all archives, whose items follow one another. */
struct lists {
	struct pen *out;
	struct merge *merge;
	size_t part, first_process; /* of the world */
	struct fxr_world *world;
	struct waiting waiting;
	const char *list;
};

static uint64_t moment(const struct lists *lists, uint64_t ns)
{
	return merge_ns(lists->merge, lists->part, ns);
}

static void put_a_process(struct lists *lists, size_t i)
{
	put_process(lists->out, lists->world, &lists->world->processes[i]);
}

static void put_thread(struct lists *lists, size_t i)
{
	const struct fxr_thread *thread = &lists->world->threads[i];
	struct pen *out = lists->out;

	pen_format(out, "{\"process\":%zu",
		   lists->first_process + thread->process - 1);
	put_count(out, "tid", thread->tid);
	put_key(out, "name",
		fxr_world_thread_name(lists->world, thread->provider,
				      thread->pid, thread->tid));
	pen_byte(out, '}');
}

static void put_function(struct lists *lists, size_t i)
{
	const struct fxr_name *name = &lists->world->names[i];

	pen_put(lists->out, "{\"name\":");
	json_string(lists->out, name->name);
	put_key(lists->out, "category", name->category);
	if (waiting_has(&lists->waiting, lists->world, i) &&
	    !waiting_is_named(lists->list, name->name))
		pen_put(lists->out, ",\"waits\":true");
	pen_byte(lists->out, '}');
}

/* The index of a provider's process; a loss says no more. */
static size_t process_of(const struct fxr_world *world, uint32_t provider)
{
	for (size_t i = 0; i < world->n_processes; i++)
		if (world->processes[i].provider == provider)
			return i;
	return 0;
}

static void put_loss(struct lists *lists, size_t i)
{
	const struct fxr_loss *loss = &lists->world->losses[i];
	struct pen *out = lists->out;

	pen_format(out, "{\"process\":%zu",
		   lists->first_process +
			   process_of(lists->world, loss->provider));
	put_count(out, "tid", loss->thread);
	put_count(out, "calls", loss->n_calls);
	put_count(out, "ends", loss->n_ends);
	put_count(out, "first_ns", moment(lists, loss->first_ns));
	put_count(out, "last_ns", moment(lists, loss->last_ns));
	pen_byte(out, '}');
}

static void put_notice(struct lists *lists, size_t i)
{
	const struct fxr_notice *notice = &lists->world->notices[i];
	struct pen *out = lists->out;

	pen_put(out, "{\"ns\":");
	pen_uint(out, moment(lists, notice->ns));
	put_count(out, "pid", notice->pid);
	put_count(out, "tid", notice->tid);
	put_key(out, "text", notice->text);
	pen_byte(out, '}');
}

/* A list of all archives, with a comma before it. n: how many a world has */
static void put_list(struct lists *lists, const char *key,
		     size_t (*n)(const struct fxr_world *world),
		     void (*put)(struct lists *lists, size_t i))
{
	const char *comma = "";

	pen_format(lists->out, ",\"%s\":[", key);
	lists->first_process = 0;
	for (lists->part = 0; lists->part < merge_n_parts(lists->merge);
	     lists->part++) {
		lists->world = merge_part(lists->merge, lists->part)->world;
		for (size_t i = 0; i < n(lists->world); i++) {
			pen_put(lists->out, comma);
			comma = ",\n";
			put(lists, i);
		}
		lists->first_process += lists->world->n_processes;
		waiting_fini(&lists->waiting);
	}
	pen_byte(lists->out, ']');
}

static size_t n_processes(const struct fxr_world *world)
{
	return world->n_processes;
}

static size_t n_threads(const struct fxr_world *world)
{
	return world->n_threads;
}

static size_t n_names(const struct fxr_world *world)
{
	return world->n_names;
}

static size_t n_losses(const struct fxr_world *world)
{
	return world->n_losses;
}

static size_t n_notices(const struct fxr_world *world)
{
	return world->n_notices;
}

static void put_sums(struct pen *out, struct merge *merge)
{
	uint64_t n_calls = 0, n_ends = 0, n_more = 0;
	struct fxr_text trimmed = {"", 0};

	for (size_t i = 0; i < merge_n_parts(merge); i++) {
		const struct fxr_world *world = merge_part(merge, i)->world;

		n_calls += world->n_lost_calls;
		n_ends += world->n_lost_ends;
		n_more += world->n_more_notices;
		if (world->trimmed.n_bytes)
			trimmed = world->trimmed;
	}
	put_count(out, "lost_calls", n_calls);
	put_count(out, "lost_ends", n_ends);
	put_count(out, "more_notices", n_more);
	if (trimmed.n_bytes)
		put_key(out, "trimmed", trimmed);
}

void about_put(struct pen *out, struct merge *merge, const char *list)
{
	struct lists lists = {.out = out, .merge = merge, .list = list};

	put_list(&lists, "processes", n_processes, put_a_process);
	put_list(&lists, "threads", n_threads, put_thread);
	put_list(&lists, "functions", n_names, put_function);
	put_list(&lists, "losses", n_losses, put_loss);
	put_list(&lists, "notices", n_notices, put_notice);
	put_sums(out, merge);
}
