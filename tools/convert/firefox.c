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

#include <string.h>

#include "tools/base/json.h"
#include "tools/client/state.h"
#include "tools/reader/temporary.h"

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
		       const struct fxtrace_call *call)
{
	struct nested *nested = around_take(nesting, call);
	uint32_t outer;
	bool has_stack;

	outer = nested->depth ? nested[-1].mark
			      : chains_outside(&f->chains, call, &has_stack);
	nested->mark = chains_link(&f->chains, outer, call->function->index);
	change(f, f->chains.items[nested->mark].thread, nested->mark,
	       nested->begin_ns);
}

static void put_member(struct pen *data, const char *key, const char *text,
		       size_t n_bytes)
{
	if (!text || !n_bytes)
		return;
	pen_format(data, ",\"%s\":", key);
	json_string(data, fxr_text(text, n_bytes));
}

static void put_word(struct pen *data, const char *key, const char *text)
{
	put_member(data, key, text, strlen(text));
}

/* The data of the call's marker, as the schema of firefox_out.c has it. */
static void put_data(struct pen *data, struct fxtrace_archive *archive,
		     const struct fxtrace_call *call)
{
	size_t n_bytes;
	const char *text;

	pen_put(data, "{\"type\":\"Call\",\"number\":");
	pen_uint(data, call->number);
	text = fxtrace_args_text(archive, &n_bytes);
	put_member(data, "args", text, n_bytes);
	text = fxtrace_result_text(archive, &n_bytes);
	put_member(data, "result", text, n_bytes);
	put_word(data, "error", call->error);
	if (!call->has_end)
		put_word(data, "state", state_word(call->state));
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

static void mark_call(struct firefox *f, const struct fxtrace_call *call,
		      struct fxr_text data)
{
	add_marker(f, call->thread->index,
		   (struct firefox_marker){
			   .begin_ns = call->begin_ns,
			   .end_ns = call->end_ns,
			   .name = call->function->index,
			   .has_end = call->has_end,
		   },
		   data);
}

/* The threads that may have messages. */
static void open_messages(struct firefox *f)
{
	struct fxtrace_archive *archive = f->chains.archive;

	if (!fxtrace_n_messages(archive))
		return;
	for (size_t i = 0; i < f->markers.n_threads; i++) {
		const struct fxtrace_thread *thread =
			fxtrace_thread(archive, i);
		uint64_t pid = thread->process->pid;

		if (fxr_map_find(&f->threads, pid, thread->tid, 0) == FXR_NONE)
			fxr_map_put(&f->threads, pid, thread->tid, 0,
				    (uint32_t)i);
	}
}

static void mark_message(struct firefox *f, struct pen *data,
			 const struct fxtrace_message *message)
{
	uint32_t thread =
		fxr_map_find(&f->threads, message->pid, message->tid, 0);

	pen_put(data, "{\"type\":\"Message\",\"text\":");
	json_string(data, fxr_text(message->text, message->n_text_bytes));
	pen_byte(data, '}');
	add_marker(f, thread == FXR_NONE ? 0 : thread,
		   (struct firefox_marker){.begin_ns = message->ns,
					   .end_ns = message->ns,
					   .name = FXR_NONE,
					   .has_end = true},
		   pen_take(data));
}

/* Marks messages from before that time. Those of the session's own processes
 * are in the first thread. */
static void mark_messages(struct firefox *f, struct pen *data, uint64_t ns)
{
	struct fxtrace_archive *archive = f->chains.archive;

	for (; f->n_messages < fxtrace_n_messages(archive) &&
	       f->markers.n_threads;
	     f->n_messages++) {
		const struct fxtrace_message *message =
			fxtrace_message(archive, f->n_messages);

		if (message->ns > ns)
			return;
		mark_message(f, data, message);
	}
}

static void gather(struct firefox *f)
{
	struct nesting *nesting = around_open(f->chains.archive, end_call, f);
	struct fxtrace_archive *archive;
	const struct fxtrace_call *call;
	struct pen data = {0};

	open_messages(f);
	while ((call = rows_next(f->output, &archive))) {
		begin_call(f, nesting, call);
		mark_messages(f, &data, call->begin_ns);
		put_data(&data, archive, call);
		mark_call(f, call, pen_take(&data));
	}
	mark_messages(f, &data, UINT64_MAX);
	nesting_close(nesting);
	strips_end(&f->samples);
	strips_end(&f->markers);
	pen_fini(&data);
}

static bool write_firefox(struct convert_output *output)
{
	struct firefox f = {.output = output,
			    .data = fxr_temporary_file(),
			    .out = {.out = output->out}};
	size_t n_threads = fxtrace_n_threads(rows_archive(output, 0));
	bool is_done;

	f.has_failed = !f.data;
	f.lanes = fxr_new(n_threads + 1, sizeof(*f.lanes));
	strips_open(&f.samples, n_threads, sizeof(struct firefox_sample));
	strips_open(&f.markers, n_threads, sizeof(struct firefox_marker));
	chains_init(&f.chains, output, true);
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
	fxr_free(f.lanes);
	return is_done;
}

const struct convert_format convert_firefox = {
	.name = "firefox",
	.suffixes = ".firefox .firefox.json",
	.purpose = "a profile with a marker for each call for "
		   "profiler.firefox.com",
	.is_packable = true,
	.write_rows = write_firefox,
	.has_names = true,
};
