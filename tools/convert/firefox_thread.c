/* SPDX-License-Identifier: MIT */
/*
 * A thread of a profile for the Firefox Profiler, see firefox.h: its samples
 * and markers, column by column.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/convert/firefox.h"

#define PHASE_INSTANT 0
#define PHASE_INTERVAL 1
#define PHASE_INTERVAL_START 2

static void put_comma(struct firefox *f, uint64_t number)
{
	if (number)
		pen_byte(&f->out, ',');
}

static void put_sample_stack(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;
	const struct firefox_sample *sample = item;

	put_comma(f, number);
	pen_uint(&f->out, f->stacks[sample->chain]);
}

static void put_sample_time(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;

	put_comma(f, number);
	firefox_put_ms(&f->out,
		       ((const struct firefox_sample *)item)->begin_ns);
}

static void put_sample_weight(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;
	const struct firefox_sample *sample = item;

	put_comma(f, number);
	firefox_put_ms(&f->out, sample->end_ns - sample->begin_ns);
}

static void put_marker_name(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;

	put_comma(f, number);
	firefox_put_marker(f, ((const struct firefox_marker *)item)->name);
}

static void put_marker_begin(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;

	put_comma(f, number);
	firefox_put_ms(&f->out,
		       ((const struct firefox_marker *)item)->begin_ns);
}

static void put_marker_end(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;
	const struct firefox_marker *marker = item;

	put_comma(f, number);
	if (marker->has_end && marker->name != FXR_NONE)
		firefox_put_ms(&f->out, marker->end_ns);
	else
		pen_put(&f->out, "null");
}

static void put_marker_phase(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;
	const struct firefox_marker *marker = item;

	put_comma(f, number);
	pen_uint(&f->out, marker->name == FXR_NONE ? PHASE_INSTANT
			  : marker->has_end	   ? PHASE_INTERVAL
						   : PHASE_INTERVAL_START);
}

static void put_marker_category(void *context, const void *item,
				uint64_t number)
{
	struct firefox *f = context;

	const struct firefox_marker *marker = item;

	put_comma(f, number);
	if (marker->name == FXR_NONE) /* that of the program */
		pen_byte(&f->out, '0');
	else
		firefox_put_category(f, marker->name);
}

static void put_marker_data(void *context, const void *item, uint64_t number)
{
	struct firefox *f = context;
	const struct firefox_marker *marker = item;

	pen_put(&f->out, number ? ",\n" : "");
	f->bytes = fxr_grow(f->bytes, &f->bytes_space, marker->n_bytes, 1);
	if (f->has_failed || fseeko(f->data, (off_t)marker->off, SEEK_SET) ||
	    fread(f->bytes, 1, marker->n_bytes, f->data) != marker->n_bytes)
		f->has_failed = true;
	else
		pen_bytes(&f->out, f->bytes, marker->n_bytes);
}

static void put_strip(struct firefox *f, struct strips *strips, size_t thread,
		      const char *key,
		      void (*put)(void *context, const void *item,
				  uint64_t number))
{
	pen_format(&f->out, "\"%s\":[", key);
	strips_each(strips, thread, put, f);
	pen_put(&f->out, "],\n");
}

static void put_samples(struct firefox *f, size_t thread)
{
	struct strips *samples = &f->samples;

	pen_put(&f->out, "\"samples\":{\n");
	put_strip(f, samples, thread, "stack", put_sample_stack);
	put_strip(f, samples, thread, "time", put_sample_time);
	put_strip(f, samples, thread, "weight", put_sample_weight);
	pen_format(&f->out,
		   "\"weightType\":\"tracing-ms\",\"length\":%" PRIu64 "},\n",
		   samples->threads[thread].n);
}

static void put_markers(struct firefox *f, size_t thread)
{
	struct strips *markers = &f->markers;

	pen_put(&f->out, "\"markers\":{\n");
	put_strip(f, markers, thread, "name", put_marker_name);
	put_strip(f, markers, thread, "startTime", put_marker_begin);
	put_strip(f, markers, thread, "endTime", put_marker_end);
	put_strip(f, markers, thread, "phase", put_marker_phase);
	put_strip(f, markers, thread, "category", put_marker_category);
	put_strip(f, markers, thread, "data", put_marker_data);
	pen_format(&f->out, "\"length\":%" PRIu64 "}}",
		   markers->threads[thread].n);
}

/* Process images of one pid, from exec, have names: PID, PID.1, PID.2. */
static void put_pid(struct firefox *f, const struct fxtrace_process *process)
{
	unsigned n_before = 0;

	for (uint32_t i = 0; i < process->index; i++)
		n_before += fxtrace_process(f->chains.archive, i)->pid ==
			    process->pid;
	pen_format(&f->out, "\"pid\":\"%" PRIu64, process->pid);
	if (n_before)
		pen_format(&f->out, ".%u", n_before);
	pen_byte(&f->out, '"');
}

void firefox_put_thread(struct firefox *f, size_t index)
{
	const struct fxtrace_thread *thread =
		fxtrace_thread(f->chains.archive, index);
	const struct fxtrace_process *process = thread->process;
	const char *name = *thread->name ? thread->name : process->name;

	pen_put(&f->out, "{\"name\":");
	json_string(&f->out, fxr_text(name, strlen(name)));
	pen_put(&f->out, ",\"processName\":");
	json_string(&f->out, fxr_text(process->name, strlen(process->name)));
	pen_format(&f->out,
		   ",\"processType\":\"default\",\"isMainThread\":%s,"
		   "\"tid\":%" PRIu64 ",",
		   process->pid == thread->tid ? "true" : "false", thread->tid);
	put_pid(f, process);
	pen_put(&f->out, ",\n\"processStartupTime\":");
	firefox_put_ms(&f->out, process->first_ns);
	pen_put(&f->out, ",\"processShutdownTime\":null,\"registerTime\":");
	firefox_put_ms(&f->out, process->first_ns);
	pen_put(&f->out, ",\"unregisterTime\":null,\"pausedRanges\":[],"
			 "\"showMarkersInTimeline\":true,\n");
	put_samples(f, index);
	put_markers(f, index);
}
