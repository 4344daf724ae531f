/* SPDX-License-Identifier: MIT */
/*
 * See images.h.
 */
#include "tools/io/images.h"

#include <stdlib.h>

#define DEFAULT_MASK 022u

struct lane {
	struct schedule_lane *lane;
	uint32_t next; /* of its process + 1 */
};

struct images {
	struct fxr_world *world;
	struct schedule *schedule;
	struct lane *lanes;   /* by thread */
	uint32_t *first_lane; /* by process, + 1 */
	const struct fxr_process *
		*ends; /* sorted by the time of their last event */
	size_t n_ended;
	const struct fxr_process *
		*starts; /* sorted by the time of their first call */
	size_t n_starts, n_started;
	bool *has_begun;      /* by process */
	struct fxr_map masks; /* by pid */
};

static int by_end(const void *a, const void *b)
{
	const struct fxr_process *x = *(const struct fxr_process *const *)a;
	const struct fxr_process *y = *(const struct fxr_process *const *)b;

	if (x->last_ns != y->last_ns)
		return x->last_ns < y->last_ns ? -1 : 1;
	return x < y ? -1 : x > y;
}

static int by_start(const void *a, const void *b)
{
	const struct fxr_process *x = *(const struct fxr_process *const *)a;
	const struct fxr_process *y = *(const struct fxr_process *const *)b;

	if (x->first_ns != y->first_ns)
		return x->first_ns < y->first_ns ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void sort_processes(struct images *images)
{
	const struct fxr_world *world = images->world;

	for (size_t i = 0; i < world->n_processes; i++) {
		images->ends[i] = &world->processes[i];
		if (world->processes[i].first_ns <= world->processes[i].last_ns)
			images->starts[images->n_starts++] =
				&world->processes[i];
	}
	qsort(images->ends, world->n_processes, sizeof(*images->ends), by_end);
	qsort(images->starts, images->n_starts, sizeof(*images->starts),
	      by_start);
}

struct images *images_open(struct fxr_world *world, struct schedule *schedule)
{
	struct images *images = fxr_new(1, sizeof(*images));

	images->world = world;
	images->schedule = schedule;
	images->lanes = fxr_new(world->n_threads + 1, sizeof(*images->lanes));
	images->first_lane =
		fxr_new(world->n_processes + 1, sizeof(*images->first_lane));
	images->ends = fxr_new(world->n_processes + 1, sizeof(*images->ends));
	images->starts =
		fxr_new(world->n_processes + 1, sizeof(*images->starts));
	images->has_begun =
		fxr_new(world->n_processes + 1, sizeof(*images->has_begun));
	sort_processes(images);
	return images;
}

void images_close(struct images *images)
{
	fxr_map_fini(&images->masks);
	free(images->ends);
	free(images->starts);
	free(images->has_begun);
	free(images->first_lane);
	free(images->lanes);
	free(images);
}

static uint32_t process_of(const struct images *images,
			   const struct fxr_thread *thread)
{
	return fxr_map_find(&images->world->process_map, thread->provider,
			    thread->pid, 0);
}

struct schedule_lane *images_lane(struct images *images,
				  const struct fxr_thread *thread)
{
	size_t at = (size_t)(thread - images->world->threads);
	struct lane *lane = &images->lanes[at];
	uint32_t process = process_of(images, thread);

	if (lane->lane)
		return lane->lane;
	lane->lane = schedule_lane(images->schedule);
	if (process != FXR_NONE) {
		lane->next = images->first_lane[process];
		images->first_lane[process] = (uint32_t)at + 1;
	}
	return lane->lane;
}

mode_t images_mask(struct images *images, const struct fxr_thread *thread)
{
	uint32_t mask = fxr_map_find(&images->masks, thread->pid, 0, 0);
	uint32_t process = process_of(images, thread);

	if (mask != FXR_NONE)
		return mask;
	if (process != FXR_NONE && images->world->processes[process].has_umask)
		mask = images->world->processes[process].umask & 0777;
	else if (process != FXR_NONE)
		mask = fxr_map_find(&images->masks,
				    images->world->processes[process].ppid, 0,
				    0);
	mask = mask == FXR_NONE ? DEFAULT_MASK : mask;
	fxr_map_put(&images->masks, thread->pid, 0, 0, mask);
	return mask;
}

void images_set_mask(struct images *images, const struct fxr_thread *thread,
		     mode_t mask)
{
	fxr_map_put(&images->masks, thread->pid, 0, 0, mask & 0777);
}

/* The first image of a pid that begins from `ns` on; NULL = none. */
static const struct fxr_process *next_of(const struct images *images,
					 uint64_t pid, uint64_t ns)
{
	for (size_t i = images->n_started; i < images->n_starts; i++)
		if (images->starts[i]->pid == pid &&
		    images->starts[i]->first_ns >= ns)
			return images->starts[i];
	return NULL;
}

static void begin_image(struct images *images, struct io_ops *ops,
			const struct fxr_process *process)
{
	images->has_begun[process - images->world->processes] = true;
	io_ops_begin(ops, process);
}

/* Ends a process image. Another image may follow it with the same pid, as after
 * exec. If so, that one begins and keeps the descriptors that were not
 * closed. */
static void end_image(struct images *images, struct io_ops *ops,
		      const struct fxr_process *process)
{
	size_t at = (size_t)(process - images->world->processes);
	uint32_t i = images->first_lane[at];
	const struct fxr_process *next =
		process->has_exit
			? NULL
			: next_of(images, process->pid, process->last_ns);

	if (next)
		begin_image(images, ops, next);
	else
		io_ops_end(ops, process->provider, process->pid);
	for (; i; i = images->lanes[i - 1].next) {
		schedule_retire(images->schedule, images->lanes[i - 1].lane);
		images->lanes[i - 1].lane = NULL;
	}
	images->first_lane[at] = 0;
}

void images_until(struct images *images, struct io_ops *ops, uint64_t ns)
{
	const struct fxr_process *first, *last;

	for (;;) {
		first = images->n_started < images->n_starts
				? images->starts[images->n_started]
				: NULL;
		last = images->n_ended < images->world->n_processes
			       ? images->ends[images->n_ended]
			       : NULL;
		if (first && first->first_ns <= ns &&
		    (!last || first->first_ns <= last->last_ns)) {
			images->n_started++;
			io_ops_go(ops, first->first_ns);
			begin_image(images, ops, first);
		} else if (last && last->last_ns < ns) {
			images->n_ended++;
			io_ops_go(ops, last->last_ns);
			end_image(images, ops, last);
		} else {
			return;
		}
	}
}

void images_spawned(struct images *images, struct io_ops *ops, uint64_t pid)
{
	const struct fxr_process *next = next_of(images, pid, 0);

	if (next)
		begin_image(images, ops, next);
	else /* not recorded: it does nothing with its descriptors */
		io_ops_end(ops, FXR_NONE, pid);
}

bool images_expected(struct images *images, struct io_ops *ops,
		     const struct io_op *op, const char *argument)
{
	uint64_t parent = op->call->thread->pid;

	for (size_t i = images->n_started; i < images->n_starts; i++) {
		const struct fxr_process *process = images->starts[i];

		if (!images->has_begun[process - images->world->processes] &&
		    process->has_facts && process->ppid == parent &&
		    fd_tables_has_argument(process, argument)) {
			begin_image(images, ops, process);
			return true;
		}
	}
	/* not recorded: it does nothing with its descriptors */
	io_ops_unexpect(ops, op);
	return false;
}
