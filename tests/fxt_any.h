/* SPDX-License-Identifier: MIT */
/*
 * Any record of the trace format, for tests that hold for all of them. They are
 * unpacked, put together, read to the last byte, damaged in every way.
 */
#ifndef TESTS_FXT_ANY_H
#define TESTS_FXT_ANY_H

#include "writer/fxt.h"

struct fxt_any {
	unsigned type; /* enum fxt_record_type; which member counts */
	union {
		struct fxt_metadata metadata;
		struct fxt_init init;
		struct fxt_string_record string;
		struct fxt_thread thread;
		struct fxt_event event;
		struct fxt_blob blob;
		struct fxt_userspace_object userspace_object;
		struct fxt_kernel_object kernel_object;
		struct fxt_scheduling scheduling;
		struct fxt_log log;
		struct fxt_large_blob large_blob;
	} as;
};

/* fxt_unpack_X() by the type in the header; FXT_ERROR_TYPE if none. */
enum fxt_status fxt_unpack_any(const uint64_t *record, size_t n_words,
			       struct fxt_any *out, size_t *fault_word);

/* fxt_pack_X() by in->type. */
size_t fxt_pack_any(uint64_t *words, size_t n_words, const struct fxt_any *in);

/* Unpacks the record and its arguments and reads every byte that the result
 * points to. Returns the first status that is not FXT_OK. */
enum fxt_status fxt_read_any(const uint64_t *record, size_t n_words,
			     size_t *fault_word);

/* Sets the record's size field. */
void fxt_set_size(uint64_t *record, size_t n_words);

/*
 * Checks what holds for every sound record of n_words words. It unpacks without
 * complaint. Packing gives the same words and needs that much space. Words
 * behind its known ones are skipped. Cut short anywhere it is an error, except
 * if the first n_needed words are there. No damage of one bit makes unpacking
 * read behind the record's end or leave the bit unseen.
 */
void check_record(const uint64_t *record, size_t n_words, size_t n_needed);

#endif
