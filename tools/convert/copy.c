/* SPDX-License-Identifier: MIT */
/*
 * An archive as an archive: its records unchanged, without padding, packed or
 * not. It contains only the selected calls and the memory that belongs to them.
 * So the archive that a process writes itself becomes an ordinary one, too.
 */
#include "tools/base/human.h"
#include "tools/convert/rows.h"

static bool write_copy(struct convert_output *output)
{
	struct fxtrace_archive *archive = rows_archive(output, 0);
	const struct fxtrace_record *record;
	uint64_t n_too_large = 0;

	while (!ferror(output->out) && (record = fxtrace_next_bytes(archive))) {
		if (record->bytes)
			fwrite_unlocked(record->bytes, 1, record->n_bytes,
					output->out);
		else
			n_too_large++;
	}
	if (n_too_large)
		snprintf(output->notes, sizeof(output->notes),
			 "left out %s of more than 64 MiB",
			 human_things(n_too_large, "record").text);
	return true;
}

const struct convert_format convert_copy = {
	.name = "fxt",
	.suffixes = ".fxt",
	.purpose = "an archive",
	.is_packable = true,
	.write_rows = write_copy,
	.has_records = true,
};
