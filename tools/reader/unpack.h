/* SPDX-License-Identifier: MIT */
/*
 * One record of any type taken apart, arguments and all.
 */
#ifndef TOOLS_READER_UNPACK_H
#define TOOLS_READER_UNPACK_H

#include "tools/reader/reader.h"

/* Fills what follows provider from record->words. fault_word as in
 * writer/fxt.h; record->is_known says whether the result counts. */
enum fxt_status fxr_unpack(struct fxr_record *record, size_t *fault_word);

#endif
