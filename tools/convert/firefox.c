/* SPDX-License-Identifier: MIT */
/*
 * Profiles for the Firefox Profiler: its processed format, version 60, in which
 * threads share tables. Newer versions convert it when they open it. A thread
 * has a sample for each while in which its stack was the same, and the weight
 * is that time. It has a marker for each call and each message.
 *
 * The program's frames are around a call that was recorded with its stack and
 * is in no other.
 */
#include "tools/convert/firefox.h"

#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/archive/nesting.h"
#include "tools/print/print.h"
#include "tools/reader/source.h"

/* From now on the thread's stack is another one. */
static void change(struct firefox *f, size_t thread, uint32_t chain,
		   uint64_t ns)
{
	struct firefox_lane *lane = &f->lanes[thread];
	struct firefox_sample sample = {lane->since_ns, ns, lane->chain};

	if (lane->is_busy && ns > lane->since_ns)
		strips_add(&f->samples, thread, &sample);
	*lane = (struct firefox_lane){ns, chain, chain != FXR_NONE};
}

/* mark: the chain that ends with the call. */
static void end_call(void *context, const struct nested *call)
{
	struct firefox *f = context;
	const struct chain *chain = &f->chains.items[call->mark];

	change(f, chain->thread, call->depth ? chain->parent : FXR_NONE,
	       call->end_ns);
}

static void begin_call(struct firefox *f, struct nesting *nesting,
		       const struct fxr_call *call)
{
	struct nested *nested = nesting_take(nesting, call);
	uint32_t name = (uint32_t)(call->name - f->chains.world->names);
	uint32_t outer;
	bool has_stack;

	outer = nested->depth ? nested[-1].mark
			      : chains_outside(&f->chains, call, &has_stack);
	nested->mark = chains_link(&f->chains, outer, name);
	change(f, f->chains.items[nested->mark].thread, nested->mark,
	       nested->begin_ns);
}

static void put_member(struct pen *data, const char *key, struct pen *value)
{
	struct fxr_text text = pen_take(value);

	if (!text.n_bytes)
		return;
	pen_format(data, ",\"%s\":", key);
	json_string(data, text);
}

/* The data of the call's marker, as the schema of firefox_out.c has it. */
static void put_data(struct pen *data, struct pen *value, struct print *print,
		     const struct fxr_call *call)
{
	const char *state = print_state(call);

	pen_put(data, "{\"type\":\"Call\",\"number\":");
	pen_uint(data, call->number);
	print_call_args(print, call);
	put_member(data, "args", value);
	if (call->has_ret) {
		print_names_aim(print, call, NULL);
		print_value(print, &call->ret);
		put_member(data, "result", value);
	}
	pen_bytes(value, call->error.bytes, call->error.n_bytes);
	put_member(data, "error", value);
	if (!fxr_shows_duration(call)) {
		pen_put(value, state);
		put_member(data, "state", value);
	}
	pen_byte(data, '}');
}

static void add_marker(struct firefox *f, size_t thread,
		       struct firefox_marker marker, struct fxr_text data)
{
	marker.off = f->n_data;
	marker.n_bytes = (uint32_t)data.n_bytes;
	if (!f->has_failed)
		f->has_failed = fwrite(data.bytes, 1, data.n_bytes, f->data) !=
				data.n_bytes;
	f->n_data += data.n_bytes;
	strips_add(&f->markers, thread, &marker);
}

static void mark_call(struct firefox *f, const struct fxr_call *call,
		      struct fxr_text data)
{
	const struct fxr_world *world = f->chains.world;

	add_marker(f, (size_t)(call->thread - world->threads),
		   (struct firefox_marker){
			   .begin_ns = call->begin_ns,
			   .end_ns = call->end_ns,
			   .name = (uint32_t)(call->name - world->names),
			   .has_end = fxr_shows_duration(call),
		   },
		   data);
}

static int by_time(const void *a, const void *b)
{
	const struct fxr_notice *x = a, *y = b;

	return (x->ns > y->ns) - (x->ns < y->ns);
}

/* Messages in order, and the threads that may have them. */
static void open_messages(struct firefox *f)
{
	struct fxr_world *world = f->output->world;

	if (!world->n_notices)
		return;
	qsort(world->notices, world->n_notices, sizeof(*world->notices),
	      by_time);
	for (size_t i = 0; i < world->n_threads; i++)
		if (fxr_map_find(&f->threads, world->threads[i].pid,
				 world->threads[i].tid, 0) == FXR_NONE)
			fxr_map_put(&f->threads, world->threads[i].pid,
				    world->threads[i].tid, 0, (uint32_t)i);
}

/* Marks messages from before that time. Those of the session's own processes
 * are in the first thread. */
static void mark_messages(struct firefox *f, struct pen *data, uint64_t ns)
{
	const struct fxr_world *world = f->chains.world;

	for (; f->n_messages < world->n_notices && world->n_threads;
	     f->n_messages++) {
		const struct fxr_notice *notice =
			&world->notices[f->n_messages];
		uint32_t thread =
			fxr_map_find(&f->threads, notice->pid, notice->tid, 0);

		if (notice->ns > ns)
			return;
		pen_put(data, "{\"type\":\"Message\",\"text\":");
		json_string(data, notice->text);
		pen_byte(data, '}');
		add_marker(f, thread == FXR_NONE ? 0 : thread,
			   (struct firefox_marker){.begin_ns = notice->ns,
						   .end_ns = notice->ns,
						   .name = FXR_NONE,
						   .has_end = true},
			   pen_take(data));
	}
}

static void gather(struct firefox *f)
{
	struct convert_output *output = f->output;
	struct nesting *nesting = nesting_open(
		output->world, convert_last_ns(output->calls), end_call, f);
	struct print_names names = {.descriptors =
					    descriptors_open(output->world),
				    .labels = labels_open()};
	struct pen data = {0}, value = {0};
	struct print print = {
		.out = &value, .world = output->world, .names = &names};
	static struct fxr_call call;

	open_messages(f);
	while (convert_next(output->calls, &call)) {
		descriptors_take(names.descriptors, &call);
		begin_call(f, nesting, &call);
		mark_messages(f, &data, call.begin_ns);
		put_data(&data, &value, &print, &call);
		mark_call(f, &call, pen_take(&data));
		labels_take(names.labels, &call);
	}
	mark_messages(f, &data, UINT64_MAX);
	nesting_close(nesting);
	strips_end(&f->samples);
	strips_end(&f->markers);
	descriptors_close(names.descriptors);
	labels_close(names.labels);
	pen_fini(&data);
	pen_fini(&value);
}

static bool write_firefox(struct convert_output *output)
{
	const struct fxr_world *world = output->world;
	struct firefox f = {.output = output,
			    .data = fxr_temporary_file(),
			    .out = {.out = output->out}};
	bool is_done;

	f.has_failed = !f.data;
	f.lanes = fxr_new(world->n_threads + 1, sizeof(*f.lanes));
	strips_open(&f.samples, world->n_threads,
		    sizeof(struct firefox_sample));
	strips_open(&f.markers, world->n_threads,
		    sizeof(struct firefox_marker));
	chains_init(&f.chains, world, true);
	gather(&f);
	firefox_put(&f);
	is_done =
		!f.has_failed && !f.samples.has_failed && !f.markers.has_failed;
	if (!is_done)
		snprintf(output->error, sizeof(output->error),
			 "no space for a temporary file: set TMPDIR");
	if (f.data)
		(void)fclose(f.data);
	strips_close(&f.samples);
	strips_close(&f.markers);
	chains_fini(&f.chains);
	fxr_map_fini(&f.threads);
	free(f.lanes);
	return is_done;
}

const struct convert_format convert_firefox = {
	.name = "firefox",
	.suffixes = ".firefox .firefox.json",
	.purpose = "a profile with a marker for each call for "
		   "profiler.firefox.com",
	.is_packable = true,
	.write = write_firefox,
};
