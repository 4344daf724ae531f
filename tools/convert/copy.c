/* SPDX-License-Identifier: MIT */
/*
 * An archive as an archive: its records unchanged, without padding, packed or
 * not. It contains only the selected calls and the memory that belongs to them.
 * So the archive that a process writes itself becomes an ordinary one, too.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/human.h"
#include "tools/convert/wanted.h"
#include "tools/reader/event.h"

struct copy {
	struct convert_output *output;
	struct fxr_reader *reader;
	struct wanted wanted;
	struct fxr_map blobs; /* numbers of selected calls' blobs */
	uint64_t n_too_large;
};

/* Whether it is a piece of memory that belongs to dropped calls only. */
static bool is_left_over(struct copy *copy, const struct fxr_record *record)
{
	uint64_t number;

	return record->is_known && record->type == FXT_RECORD_BLOB &&
	       fxr_is_piece(fxr_string(copy->reader, record->provider,
				       record->off, &record->as.blob.name),
			    &number) &&
	       fxr_map_find(&copy->blobs, number, 0, 0) == FXR_NONE;
}

/* Reads the archive; false: it cannot be opened again. The calls' reader has
 * already reported errors in it. */
static bool each_record(struct copy *copy,
			void (*take)(struct copy *copy,
				     struct fxr_record *record))
{
	static struct fxr_record record;
	uint64_t n = 0;

	copy->reader = convert_records(copy->output->calls, false);
	if (!copy->reader) {
		snprintf(copy->output->error, sizeof(copy->output->error),
			 "it cannot be read a second time");
		return false;
	}
	while (!ferror(copy->output->out) && !fxr_next(copy->reader, &record)) {
		take(copy, &record);
		if (++n % 1024 == 0)
			archive_progress(NULL, fxr_off(copy->reader),
					 fxr_bytes(copy->reader));
	}
	fxr_close(copy->reader);
	return true;
}

static void note_record(struct copy *copy, struct fxr_record *record)
{
	wanted_note(&copy->wanted, copy->reader, record);
	if (!record->is_known || record->type != FXT_RECORD_EVENT ||
	    !wanted_has(&copy->wanted, copy->reader, record))
		return;
	for (unsigned i = 0; i < record->n_args; i++)
		if (record->args[i].type == FXT_ARG_KOID)
			fxr_map_put(&copy->blobs, record->args[i].value.koid, 0,
				    0, 0);
}

/* Until a process has finished the archive that it writes itself, only the
 * reader knows the rate. */
static void put_init(struct copy *copy, const struct fxr_record *record)
{
	const uint64_t words[] = {record->words[0],
				  record->provider->ticks_per_second};

	fwrite_unlocked(words, sizeof(words), 1, copy->output->out);
	fwrite_unlocked(record->words + 2, 8, record->n_words - 2,
			copy->output->out);
}

static void put_record(struct copy *copy, struct fxr_record *record)
{
	if (!record->words)
		copy->n_too_large++;
	else if (fxt_is_filler(record->words[0]) ||
		 !wanted_has(&copy->wanted, copy->reader, record) ||
		 (copy->output->is_chosen && is_left_over(copy, record)))
		;
	else if (record->is_known && record->type == FXT_RECORD_INIT)
		put_init(copy, record);
	else
		fwrite_unlocked(record->words, 8, record->n_words,
				copy->output->out);
}

static bool write_copy(struct convert_output *output)
{
	struct copy copy = {.output = output, .wanted.output = output};
	bool is_done =
		(!output->is_chosen || each_record(&copy, note_record)) &&
		each_record(&copy, put_record);

	if (copy.n_too_large)
		snprintf(output->notes, sizeof(output->notes),
			 "left out %s of more than 64 MiB",
			 human_things(copy.n_too_large, "record").text);
	wanted_fini(&copy.wanted);
	fxr_map_fini(&copy.blobs);
	return is_done;
}

const struct convert_format convert_copy = {
	.name = "fxt",
	.suffixes = ".fxt",
	.purpose = "an archive",
	.has_events = true,
	.is_packable = true,
	.write = write_copy,
};
