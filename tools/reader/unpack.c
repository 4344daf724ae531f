/* SPDX-License-Identifier: MIT */
/*
 * Takes any record apart with the format's own functions, see unpack.h.
 */
#include "tools/reader/unpack.h"

/* Takes the record's arguments apart, if its kind has any. */
static enum fxt_status unpack_args(struct fxr_record *record,
				   size_t *fault_word)
{
	enum fxt_status status = FXT_OK;
	struct fxt_args args = {0};

	if (record->type == FXT_RECORD_EVENT)
		args = record->as.event.args;
	else if (record->type == FXT_RECORD_USERSPACE_OBJECT)
		args = record->as.userspace_object.args;
	else if (record->type == FXT_RECORD_KERNEL_OBJECT)
		args = record->as.kernel_object.args;
	else if (record->type == FXT_RECORD_SCHEDULING)
		args = record->as.scheduling.args;
	else if (record->type == FXT_RECORD_LARGE)
		args = record->as.large_blob.args;
	while (args.n && record->n_args < FXT_MAX_ARGS) {
		status = fxt_next_arg(&args, &record->args[record->n_args],
				      fault_word);
		if (!fxt_is_usable(status))
			return status;
		record->n_args++;
	}
	return FXT_OK;
}

/* Takes record->words apart; the union and arguments are filled if usable. */
static enum fxt_status unpack(struct fxr_record *record, size_t *fault_word)
{
	const uint64_t *words = record->words;
	size_t n = record->n_words;

	switch (record->type) {
	case FXT_RECORD_METADATA:
		return fxt_unpack_metadata(words, n, &record->as.metadata,
					   fault_word);
	case FXT_RECORD_INIT:
		return fxt_unpack_init(words, n, &record->as.init, fault_word);
	case FXT_RECORD_STRING:
		return fxt_unpack_string(words, n, &record->as.string,
					 fault_word);
	case FXT_RECORD_THREAD:
		return fxt_unpack_thread(words, n, &record->as.thread,
					 fault_word);
	case FXT_RECORD_EVENT:
		return fxt_unpack_event(words, n, &record->as.event,
					fault_word);
	case FXT_RECORD_BLOB:
		return fxt_unpack_blob(words, n, &record->as.blob, fault_word);
	case FXT_RECORD_USERSPACE_OBJECT:
		return fxt_unpack_userspace_object(
			words, n, &record->as.userspace_object, fault_word);
	case FXT_RECORD_KERNEL_OBJECT:
		return fxt_unpack_kernel_object(
			words, n, &record->as.kernel_object, fault_word);
	case FXT_RECORD_SCHEDULING:
		return fxt_unpack_scheduling(words, n, &record->as.scheduling,
					     fault_word);
	case FXT_RECORD_LOG:
		return fxt_unpack_log(words, n, &record->as.log, fault_word);
	case FXT_RECORD_LARGE:
		return fxt_unpack_large_blob(words, n, &record->as.large_blob,
					     fault_word);
	}
	return FXT_ERROR_UNKNOWN;
}

enum fxt_status fxr_unpack(struct fxr_record *record, size_t *fault_word)
{
	enum fxt_status status = unpack(record, fault_word);

	record->n_args = 0;
	record->is_known = fxt_is_usable(status);
	if (record->is_known)
		status = unpack_args(record, fault_word);
	return status;
}
