/* SPDX-License-Identifier: MIT */
/*
 * Unpacks any record with the format's own functions, see unpack.h.
 */
#include "tools/reader/unpack.h"

/* Unpacks the record's arguments, if its kind has any. */
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

/* Unpacks record->words; the union and arguments are filled if usable. */
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

static enum fxt_status unpack_slowly(struct fxr_record *record,
				     size_t *fault_word)
{
	enum fxt_status status = unpack(record, fault_word);

	record->n_args = 0;
	record->is_known = fxt_is_usable(status);
	if (record->is_known)
		status = unpack_args(record, fault_word);
	return status;
}

/* Header bits that must be 0 in an argument of a type and, in the low ones, how
 * many words it has; 0: that depends. */
#define ARG_FORM(low, n_words) (~0ull << (low) | (n_words))
#define FORM_WORDS 15u
static const uint64_t arg_forms[16] = {
	[FXT_ARG_NULL] = ARG_FORM(32, 1),
	[FXT_ARG_INT32] = 1,
	[FXT_ARG_UINT32] = 1,
	[FXT_ARG_INT64] = ARG_FORM(32, 2),
	[FXT_ARG_UINT64] = ARG_FORM(32, 2),
	[FXT_ARG_DOUBLE] = ARG_FORM(32, 2),
	[FXT_ARG_POINTER] = ARG_FORM(32, 2),
	[FXT_ARG_KOID] = ARG_FORM(32, 2),
	[FXT_ARG_BOOL] = ARG_FORM(33, 1),
};

/* Bytes that follow a header: a blob or a string. */
static size_t quick_stream(const uint64_t *words, struct fxt_arg *arg)
{
	uint64_t header = *words;
	uint16_t ref = (uint16_t)(header >> 32);
	uint64_t n_bytes = header >> 32;

	if (arg->type == FXT_ARG_BLOB) {
		arg->value.blob.bytes = words + 1;
		arg->value.blob.n_bytes = (uint32_t)n_bytes;
		return 1 + fxt_words(n_bytes);
	}
	if (arg->type != FXT_ARG_STRING || header >> 48)
		return 0;
	arg->value.string.ref = ref;
	if (!(ref & FXT_STRING_INLINE))
		return 1;
	arg->value.string.n_bytes = ref & FXT_STRING_MAX_INDEX;
	arg->value.string.bytes = (const char *)(words + 1);
	return 1 + fxt_words(arg->value.string.n_bytes);
}

/* Whether an argument's last word of bytes is padded with 0. */
static bool is_padded(const struct fxt_arg *arg)
{
	size_t n = arg->type == FXT_ARG_BLOB ? arg->value.blob.n_bytes
					     : arg->value.string.n_bytes;

	return !(n % 8) || !(arg->words[arg->n_words - 1] >> n % 8 * 8);
}

static inline void set_index(struct fxt_string *string, uint16_t index)
{
	string->ref = index;
	string->n_bytes = 0;
	string->bytes = NULL;
}

/* One argument whose name has an index and which has no more words than it
 * needs. Returns their number, 0 if it is anything else. */
static inline size_t quick_arg(const uint64_t *words, size_t n_left,
			       struct fxt_arg *arg)
{
	uint64_t header = *words;
	unsigned type = (unsigned)(header & 15);
	uint64_t form = arg_forms[type];
	size_t n_words = fxt_bits(header, 4, 12);

	if (n_words > n_left ||
	    header & (form | (uint64_t)FXT_STRING_INLINE << 16) &
		    ~(uint64_t)FORM_WORDS)
		return 0;
	arg->type = type;
	set_index(&arg->name, (uint16_t)(header >> 16));
	arg->words = words;
	arg->n_words = n_words;
	if (form) {
		if (n_words != (form & FORM_WORDS))
			return 0;
		arg->value.u64 = n_words == 2 ? words[1] : header >> 32;
		return n_words;
	}
	set_index(&arg->value.string, 0);
	if (quick_stream(words, arg) != n_words || !is_padded(arg))
		return 0;
	return n_words;
}

/*
 * Unpacks a plain event of a call: all strings and the thread have indexes,
 * nothing reserved is set, nothing is left over. Nearly all of the millions of
 * events are of this kind. False: this one is not.
 */
static bool quick_event(struct fxr_record *record)
{
	const uint64_t *words = record->words;
	uint64_t header = words[0];
	struct fxt_event *event = &record->as.event;
	unsigned type = (unsigned)fxt_bits(header, 16, 4);
	unsigned n_args = (unsigned)fxt_bits(header, 20, 4);
	uint8_t thread = (uint8_t)(header >> 24);
	bool has_tail = type == FXT_EVENT_DURATION_COMPLETE;
	size_t n = record->n_words - has_tail;
	size_t at = 2;

	if (type < FXT_EVENT_DURATION_BEGIN ||
	    type > FXT_EVENT_DURATION_COMPLETE || !thread || n < 2 ||
	    header & ((uint64_t)FXT_STRING_INLINE << 48 |
		      (uint64_t)FXT_STRING_INLINE << 32))
		return false;
	for (unsigned i = 0; i < n_args; i++) {
		size_t n_words =
			at < n ? quick_arg(words + at, n - at, &record->args[i])
			       : 0;

		if (!n_words)
			return false;
		at += n_words;
	}
	if (at != n)
		return false;
	/* field by field: a whole struct would be built elsewhere and copied */
	event->type = type;
	event->ticks = words[1];
	event->thread.ref = thread;
	event->thread.process = event->thread.thread = 0;
	set_index(&event->category, (uint16_t)(header >> 32));
	set_index(&event->name, (uint16_t)(header >> 48));
	event->args.words = words + 2;
	event->args.n_words = n - 2;
	event->args.n = n_args;
	event->args.word_off = 2;
	event->has_tail = has_tail;
	event->tail = has_tail ? words[n] : 0;
	record->n_args = n_args;
	record->is_known = true;
	return true;
}

enum fxt_status fxr_unpack(struct fxr_record *record, size_t *fault_word)
{
	if (record->type == FXT_RECORD_EVENT && quick_event(record))
		return FXT_OK;
	return unpack_slowly(record, fault_word);
}
