/* SPDX-License-Identifier: MIT */
/*
 * Who made the calls, and the archive's other records, see about.h.
 */
#include "tools/timeline/about.h"

#include <stdlib.h>

#include "tools/base/json.h"

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
		fxr_world_object(world, process->provider, FXT_OBJECT_PROCESS,
				 process->pid));
	put_key(out, "exe", process->exe);
	put_count(out, "ppid", process->ppid);
	if (process->has_exit)
		pen_format(out, ",\"exit\":%lld",
			   (long long)process->exit_status);
	pen_byte(out, '}');
}

static void put_thread(struct pen *out, const struct fxr_world *world,
		       const struct fxr_thread *thread)
{
	pen_format(out, "{\"process\":%u", thread->process - 1);
	put_count(out, "tid", thread->tid);
	put_key(out, "name",
		fxr_world_object(world, thread->provider, FXT_OBJECT_THREAD,
				 thread->tid));
	pen_byte(out, '}');
}

static void put_function(struct pen *out, const struct fxr_name *name)
{
	pen_put(out, "{\"name\":");
	json_string(out, name->name);
	put_key(out, "category", name->category);
	pen_byte(out, '}');
}

/* The index of a provider's process; a loss says no more. */
static size_t process_of(const struct fxr_world *world, uint32_t provider)
{
	for (size_t i = 0; i < world->n_processes; i++)
		if (world->processes[i].provider == provider)
			return i;
	return 0;
}

static void put_loss(struct pen *out, const struct fxr_world *world,
		     const struct fxr_loss *loss)
{
	pen_format(out, "{\"process\":%zu", process_of(world, loss->provider));
	put_count(out, "tid", loss->thread);
	put_count(out, "calls", loss->n_calls);
	put_count(out, "ends", loss->n_ends);
	put_count(out, "first_ns", loss->first_ns);
	put_count(out, "last_ns", loss->last_ns);
	pen_byte(out, '}');
}

static void put_notice(struct pen *out, const struct fxr_notice *notice)
{
	pen_put(out, "{\"ns\":");
	pen_uint(out, notice->ns);
	put_count(out, "pid", notice->pid);
	put_count(out, "tid", notice->tid);
	put_key(out, "text", notice->text);
	pen_byte(out, '}');
}

/* A list of n items, with a comma before it. */
#define PUT_LIST(out, key, n, put)                                             \
	do {                                                                   \
		pen_put(out, ",\"" key "\":[");                                \
		for (size_t i = 0; i < (n); i++) {                             \
			if (i)                                                 \
				pen_put(out, ",\n");                           \
			put;                                                   \
		}                                                              \
		pen_byte(out, ']');                                            \
	} while (0)

void about_put(struct pen *out, const struct fxr_world *world)
{
	PUT_LIST(out, "processes", world->n_processes,
		 put_process(out, world, &world->processes[i]));
	PUT_LIST(out, "threads", world->n_threads,
		 put_thread(out, world, &world->threads[i]));
	PUT_LIST(out, "functions", world->n_names,
		 put_function(out, &world->names[i]));
	PUT_LIST(out, "losses", world->n_losses,
		 put_loss(out, world, &world->losses[i]));
	PUT_LIST(out, "notices", world->n_notices,
		 put_notice(out, &world->notices[i]));
	put_count(out, "lost_calls", world->n_lost_calls);
	put_count(out, "lost_ends", world->n_lost_ends);
	put_count(out, "more_notices", world->n_more_notices);
	if (world->trimmed.n_bytes)
		put_key(out, "trimmed", world->trimmed);
}
