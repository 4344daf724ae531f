/* SPDX-License-Identifier: MIT */
/*
 * Unpacks one record of any type, with its arguments.
 */
#ifndef TOOLS_READER_UNPACK_H
#define TOOLS_READER_UNPACK_H

#include "tools/reader/reader.h"

/* Fills what follows provider from record->words. fault_word as in
 * writer/fxt.h; record->is_known says whether the result counts. */
enum fxt_status fxr_unpack(struct fxr_record *record, size_t *fault_word);

#endif
