/* SPDX-License-Identifier: MIT */
/*
 * An archive's calls as an apitrace file, see out.h. Calls come in the order in
 * which they began. The ends of open calls are held until everything before
 * them is written.
 */
#include "tools/convert/apitrace/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/apitrace/gl.h"
#include "tools/convert/apitrace/stream.h"
#include "tools/convert/rows.h"
#include "tools/convert/notes.h"
#include "tools/base/human.h"

/* The end of a call, held until everything before it is written. */
struct leave {
	uint64_t ns, number;
	struct apitrace_pack details;
};

struct writer {
	struct fxtrace_archive *archive;
	struct apitrace_stream stream;
	struct apitrace_sigs sigs;
	struct apitrace_values values;
	struct apitrace_gl *gl;
	struct apitrace_pack head; /* of the last event */
	struct leave *leaves;	   /* the last one is the first in time */
	size_t n_leaves, leaves_capacity;
	struct fxr_map threads, processes; /* by index in the archive */
	uint32_t n_threads, n_processes;
	uint64_t n_calls;
};

static uint32_t number_of(struct fxr_map *map, uint32_t *n, uint32_t index)
{
	uint32_t at = fxr_map_find(map, index, 0, 0);

	if (at == FXR_NONE) {
		at = (*n)++;
		fxr_map_put(map, index, 0, 0, at);
	}
	return at;
}

static unsigned thread_number(struct writer *writer,
			      const struct fxtrace_thread *thread)
{
	(void)number_of(&writer->processes, &writer->n_processes,
			thread->process->index);
	return number_of(&writer->threads, &writer->n_threads, thread->index);
}

static void put_leave(struct writer *writer, uint64_t number,
		      const struct apitrace_pack *details)
{
	struct apitrace_pack *head = &writer->head;

	head->n_bytes = 0;
	apitrace_pack_byte(head, APITRACE_LEAVE);
	apitrace_pack_varint(head, number);
	if (!details)
		apitrace_pack_byte(head, APITRACE_CALL_END);
	apitrace_stream_put_pack(&writer->stream, head);
	if (details)
		apitrace_stream_put_pack(&writer->stream, details);
}

/* Writes the ends up to that time. */
static void put_leaves(struct writer *writer, uint64_t ns)
{
	while (writer->n_leaves &&
	       writer->leaves[writer->n_leaves - 1].ns <= ns) {
		struct leave *leave = &writer->leaves[--writer->n_leaves];

		put_leave(writer, leave->number, &leave->details);
		apitrace_pack_free(&leave->details);
	}
}

static void keep_leave(struct writer *writer, const struct leave *leave)
{
	size_t at;

	writer->leaves = fxr_grow(writer->leaves, &writer->leaves_capacity,
				  writer->n_leaves + 1, sizeof(*leave));
	for (at = writer->n_leaves++;
	     at && writer->leaves[at - 1].ns < leave->ns; at--)
		writer->leaves[at] = writer->leaves[at - 1];
	writer->leaves[at] = *leave;
}

static void put_before(struct writer *writer,
		       const struct apitrace_gl_step *step)
{
	for (size_t i = 0; i < step->n_before; i++) {
		apitrace_stream_put_pack(&writer->stream, &step->before[i]);
		put_leave(writer, writer->n_calls++, NULL);
	}
}

static void put_call(struct writer *writer, const struct fxtrace_call *call)
{
	unsigned thread = thread_number(writer, call->thread);
	struct apitrace_gl_step step;
	struct apitrace_call made;

	put_leaves(writer, call->begin_ns);
	apitrace_gl_take(writer->gl, call, thread, &step);
	put_before(writer, &step);
	if (!step.is_replaced) {
		apitrace_call_make(&writer->values, call, thread, &step.instead,
				   &made);
		apitrace_stream_put_pack(&writer->stream, &made.enter);
		apitrace_pack_free(&made.enter);
		if (made.has_leave)
			keep_leave(writer, &(struct leave){call->ended_ns,
							   writer->n_calls,
							   made.leave});
		else
			apitrace_pack_free(&made.leave);
		writer->n_calls++;
	}
	apitrace_pack_free(&step.instead.value);
}

static void put_property(struct apitrace_pack *pack, const char *name,
			 struct fxr_text value)
{
	if (!value.n_bytes)
		return;
	apitrace_pack_text(pack, fxr_text(name, strlen(name)));
	apitrace_pack_text(pack, value);
}

/* The properties of the file that was converted. False: it had none.
 * process: the one that the output is about, or NULL */
static bool put_own_properties(struct apitrace_pack *pack,
			       struct fxtrace_archive *archive,
			       const struct fxtrace_process *process)
{
	bool has_any = false;

	for (size_t i = 0; i < fxtrace_n_properties(archive); i++) {
		const struct fxtrace_property *property =
			fxtrace_property(archive, i);

		if (!property || !property->n_name_bytes ||
		    (process && property->process != process))
			continue;
		apitrace_pack_text(
			pack, fxr_text(property->name, property->n_name_bytes));
		apitrace_pack_text(pack, fxr_text(property->value,
						  property->n_value_bytes));
		has_any = true;
	}
	return has_any;
}

/* argv without the first, as one text. */
static void join_words(struct apitrace_pack *pack,
		       const struct fxtrace_value *argv)
{
	for (size_t i = 1; argv && i < argv->n_items; i++) {
		const struct fxtrace_value *word = argv->items[i];

		if (word->kind != FXTRACE_TEXT)
			continue;
		if (pack->n_bytes)
			apitrace_pack_byte(pack, ' ');
		apitrace_pack_bytes(pack, fxr_text(word->bytes, word->n_bytes));
	}
}

/* The file is about the process that has most calls. */
static const struct fxtrace_process *main_process(
	struct fxtrace_archive *archive)
{
	const struct fxtrace_process *found = NULL;

	for (size_t i = 0; i < fxtrace_n_processes(archive); i++) {
		const struct fxtrace_process *process =
			fxtrace_process(archive, i);

		if (process && process->is_described &&
		    (!found || process->n_calls > found->n_calls))
			found = process;
	}
	return found;
}

static void put_head(struct writer *writer)
{
	const struct fxtrace_process *process = main_process(writer->archive);
	struct apitrace_pack pack = {0}, words = {0};

	apitrace_pack_varint(&pack, APITRACE_VERSION);
	apitrace_pack_varint(&pack, APITRACE_VERSION);
	if (!put_own_properties(&pack, writer->archive, process) && process) {
		join_words(&words, process->arguments);
		put_property(&pack, "process.commandLine",
			     fxr_text((char *)words.bytes, words.n_bytes));
		put_property(&pack, "process.name",
			     fxr_text(process->path, strlen(process->path)));
	}
	apitrace_pack_varint(&pack, 0);
	apitrace_stream_put_pack(&writer->stream, &pack);
	apitrace_pack_free(&words);
	apitrace_pack_free(&pack);
}

static void note_changes(const struct writer *writer, char *notes)
{
	uint64_t n_dropped = apitrace_gl_n_dropped(writer->gl);

	if (writer->n_processes > 1)
		notes_add(notes, "the calls of %u processes are in one file",
			  writer->n_processes);
	if (writer->values.n_cut)
		notes_add(notes, "%s shortened by the recorder",
			  human_plain(writer->values.n_cut, "value").text);
	if (writer->values.n_unknown)
		notes_add(
			notes,
			"%s written as text, since the archive has no number",
			human_plain(writer->values.n_unknown, "constant").text);
	if (n_dropped)
		notes_add(notes, "%s in the program's memory left out",
			  human_plain(n_dropped, "array").text);
}

static void close_writer(struct writer *writer)
{
	apitrace_stream_close(&writer->stream);
	apitrace_pack_free(&writer->head);
	apitrace_gl_close(writer->gl);
	apitrace_sigs_fini(&writer->sigs);
	fxr_map_fini(&writer->threads);
	fxr_map_fini(&writer->processes);
	free(writer->leaves);
}

bool apitrace_write(struct convert_output *output)
{
	struct writer writer = {.archive = rows_archive(output, 0)};
	const struct fxtrace_call *call;

	writer.values.archive = writer.archive;
	writer.values.sigs = &writer.sigs;
	writer.gl = apitrace_gl_open(&writer.values, !output->is_chosen);
	apitrace_stream_open(&writer.stream, output->out);
	put_head(&writer);
	while ((call = rows_next(output, &writer.archive)))
		put_call(&writer, call);
	put_leaves(&writer, UINT64_MAX);
	note_changes(&writer, output->notes);
	close_writer(&writer);
	return true;
}
