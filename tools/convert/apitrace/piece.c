/* SPDX-License-Identifier: MIT */
/*
 * Numbers, texts and signatures of an apitrace file, see piece.h.
 */
#include "tools/convert/apitrace/piece.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* of one event; with what surrounds it, it has to fit tools/convert.c's */
#define MAX_BLOB_BYTES ((256u << 20) - 65536)
#define MAX_NAMES (1u << 16)	   /* of one signature */
#define MAX_SIG_BYTES (256u << 20) /* of all signatures */
#define PIECE_BYTES (64u << 10)

void apitrace_piece_fail_at(struct apitrace_pieces *in, uint64_t off,
			    const char *what)
{
	if (!in->is_bad)
		snprintf(in->error, sizeof(in->error),
			 "offset %" PRIu64 " (unpacked): %s", off, what);
	in->is_bad = true;
}

void apitrace_piece_fail(struct apitrace_pieces *in, const char *what)
{
	apitrace_piece_fail_at(in, apitrace_source_off(in->source), what);
}

/* Reports that the data ends where more is required. */
void apitrace_piece_ends(struct apitrace_pieces *in)
{
	const char *trouble = apitrace_source_trouble(in->source);

	if (trouble)
		apitrace_piece_fail(in, trouble);
	in->is_bad = in->is_cut = true;
}

unsigned apitrace_piece_byte(struct apitrace_pieces *in)
{
	int byte = in->is_bad ? -1 : apitrace_source_byte(in->source);

	if (byte < 0 && !in->is_bad)
		apitrace_piece_ends(in);
	return byte < 0 ? 0 : (unsigned)byte;
}

uint64_t apitrace_piece_varint(struct apitrace_pieces *in)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		unsigned byte = apitrace_piece_byte(in);

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value;
	}
	apitrace_piece_fail(in, "a number of more than 64 bits");
	return 0;
}

/* n bytes in the arena. The capacity grows with the bytes that were read. */
struct fxr_text apitrace_piece_bytes(struct apitrace_pieces *in,
				     struct fxr_arena *arena, uint64_t n)
{
	size_t n_done = 0;

	while (n_done < n && !in->is_bad) {
		size_t want = n - n_done < PIECE_BYTES ? (size_t)(n - n_done)
						       : PIECE_BYTES;
		size_t n_got;

		in->bytes = fxr_grow(in->bytes, &in->space, n_done + want, 1);
		n_got = apitrace_source_read(in->source, in->bytes + n_done,
					     want);
		n_done += n_got;
		if (n_got < want)
			apitrace_piece_ends(in);
	}
	if (in->is_bad || !n)
		return fxr_text("", 0);
	return fxr_arena_text(arena, fxr_text(in->bytes, n_done));
}

uint64_t apitrace_piece_count(struct apitrace_pieces *in, uint64_t max,
			      const char *what)
{
	uint64_t off = apitrace_source_off(in->source);
	uint64_t n = apitrace_piece_varint(in);

	if (n <= max)
		return n;
	apitrace_piece_fail_at(in, off, what);
	return 0;
}

/* A name of a signature. */
struct fxr_text apitrace_piece_name(struct apitrace_pieces *in)
{
	uint64_t n = apitrace_piece_count(in, APITRACE_NAME_BYTES,
					  "a name without end");

	in->n_sig_bytes += n + 64;
	if (in->n_sig_bytes > MAX_SIG_BYTES)
		apitrace_piece_fail(in,
				    "more signatures than any program needs");
	return apitrace_piece_bytes(in, &in->sigs, n);
}

struct fxr_text apitrace_piece_blob(struct apitrace_pieces *in)
{
	uint64_t n =
		apitrace_piece_count(in, MAX_BLOB_BYTES - in->n_blob_bytes,
				     "close to 256 MiB or more in one event");

	in->n_blob_bytes += n;
	return apitrace_piece_bytes(in, &in->arena, n);
}

/* A number with its tag. */
uint64_t apitrace_piece_number(struct apitrace_pieces *in)
{
	uint64_t off = apitrace_source_off(in->source);
	unsigned tag = apitrace_piece_byte(in);

	if (tag == APITRACE_UINT)
		return apitrace_piece_varint(in);
	if (tag == APITRACE_NEGATIVE)
		return 0 - apitrace_piece_varint(in);
	if (tag == APITRACE_TRUE || tag == APITRACE_FALSE)
		return tag == APITRACE_TRUE;
	apitrace_piece_fail_at(in, off, "expected an integer");
	return 0;
}

/* The definition of the id that follows; *is_new: the caller fills it now. */
struct apitrace_definition *apitrace_piece_definition(
	struct apitrace_pieces *in, enum apitrace_kind kind, bool *is_new)
{
	struct apitrace_table *table = &in->tables[kind];
	uint64_t id = apitrace_piece_varint(in);
	uint32_t at = fxr_map_find(&table->map, id, 0, 0);
	struct apitrace_definition *made;

	*is_new = at == FXR_NONE;
	if (!*is_new)
		return table->all[at];
	made = fxr_arena_alloc(&in->sigs, sizeof(*made));
	made->id = id;
	made->number = (uint32_t)table->n;
	in->n_sig_bytes += 128;
	if (in->is_bad)
		return made;
	table->all = fxr_grow(table->all, &table->space, table->n + 1,
			      sizeof(struct apitrace_definition *));
	table->all[table->n] = made;
	fxr_map_put(&table->map, id, 0, 0, (uint32_t)table->n++);
	return made;
}

/* n names, each followed by a number if the kind has them. */
static void get_names(struct apitrace_pieces *in, enum apitrace_kind kind,
		      struct apitrace_definition *made)
{
	uint64_t n = apitrace_piece_count(in, MAX_NAMES,
					  "a signature of more names than any");
	size_t names_capacity = 0, numbers_capacity = 0;
	struct fxr_text *names = NULL;
	uint64_t *numbers = NULL;
	size_t i;

	for (i = 0; i < n && !in->is_bad; i++) {
		names = fxr_grow(names, &names_capacity, i + 1, sizeof(*names));
		numbers = fxr_grow(numbers, &numbers_capacity, i + 1,
				   sizeof(*numbers));
		names[i] = apitrace_piece_name(in);
		if (kind == APITRACE_ENUMS)
			numbers[i] = apitrace_piece_number(in);
		else if (kind == APITRACE_BITMASKS)
			numbers[i] = apitrace_piece_varint(in);
	}
	if (i) {
		made->names = fxr_arena_alloc(&in->sigs, i * sizeof(*names));
		memcpy(made->names, names, i * sizeof(*names));
		made->numbers =
			fxr_arena_alloc(&in->sigs, i * sizeof(*numbers));
		memcpy(made->numbers, numbers, i * sizeof(*numbers));
	}
	made->n = i;
	free(names);
	free(numbers);
}

const struct apitrace_definition *apitrace_piece_sig(struct apitrace_pieces *in,
						     enum apitrace_kind kind)
{
	bool is_new;
	struct apitrace_definition *made =
		apitrace_piece_definition(in, kind, &is_new);

	if (!is_new)
		return made;
	if (kind == APITRACE_FUNCTIONS || kind == APITRACE_STRUCTS)
		made->name = apitrace_piece_name(in);
	get_names(in, kind, made);
	return made;
}

/* Up to version 2 an enum's definition has only the constant in use. */
const struct apitrace_definition *apitrace_piece_old_enum(
	struct apitrace_pieces *in)
{
	bool is_new;
	struct apitrace_definition *made =
		apitrace_piece_definition(in, APITRACE_ENUMS, &is_new);

	if (!is_new)
		return made;
	made->names = fxr_arena_alloc(&in->sigs, sizeof(*made->names));
	made->numbers = fxr_arena_alloc(&in->sigs, sizeof(*made->numbers));
	made->names[0] = apitrace_piece_name(in);
	made->numbers[0] = apitrace_piece_number(in);
	made->n = 1;
	return made;
}

void apitrace_piece_open(struct apitrace_pieces *in, FILE *file)
{
	in->source = apitrace_source_open(file);
}

void apitrace_piece_close(struct apitrace_pieces *in)
{
	for (unsigned i = 0; i < APITRACE_N_KINDS; i++) {
		free(in->tables[i].all);
		fxr_map_fini(&in->tables[i].map);
	}
	fxr_arena_fini(&in->sigs);
	fxr_arena_fini(&in->arena);
	free(in->bytes);
	apitrace_source_close(in->source);
}
