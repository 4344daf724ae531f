/* SPDX-License-Identifier: MIT */
/*
 * Unpacking of whole records and arguments (fxt_pack.c packs). A cursor walks a
 * record, keeps its first fault and gives zeros from then on. So each function
 * here reads like the record's layout. Nothing may call a function of libc:
 * this file is also linked into traced programs.
 */
#include "writer/fxt.h"

struct cursor {
	const uint64_t *words;
	size_t n_words; /* of the record or argument */
	size_t at;	/* next word to take, at most n_words */
	enum fxt_status status;
	size_t fault_word;
};

/* Keeps the first fault; one that makes the output useless replaces one that
 * does not. */
static void set_fault(struct cursor *c, enum fxt_status status, size_t word)
{
	if (fxt_is_usable(status) ? c->status != FXT_OK
				  : !fxt_is_usable(c->status))
		return;
	c->status = status;
	c->fault_word = word;
}

static enum fxt_status take_status(const struct cursor *c, size_t *fault_word)
{
	if (fault_word)
		*fault_word = c->fault_word;
	return c->status;
}

/* Word `word` must have none of the bits of `mask`. */
static void check_reserved(struct cursor *c, size_t word, uint64_t mask)
{
	if (c->words[word] & mask)
		set_fault(c, FXT_ERROR_RESERVED, word);
}

/* Bits low..high, for check_reserved(). */
static inline uint64_t mask(unsigned low, unsigned high)
{
	return ~0ull << low & ~0ull >> (63 - high);
}

static uint64_t take_word(struct cursor *c)
{
	if (c->at < c->n_words && fxt_is_usable(c->status))
		return c->words[c->at++];
	set_fault(c, FXT_ERROR_SHORT, c->at);
	return 0;
}

/* NULL, with status `overrun`, if the record ends before the stream does. */
static const void *take_stream(struct cursor *c, uint64_t n_bytes,
			       enum fxt_status overrun)
{
	const uint64_t *stream = c->words + c->at;
	size_t n_words;

	if (n_bytes > (uint64_t)(c->n_words - c->at) * 8)
		set_fault(c, overrun, c->at);
	if (!fxt_is_usable(c->status))
		return NULL;
	n_words = fxt_words(n_bytes);
	c->at += n_words;
	if (n_bytes % 8 && stream[n_words - 1] >> n_bytes % 8 * 8)
		set_fault(c, FXT_ERROR_PADDING, c->at - 1);
	return stream;
}

static struct fxt_string take_string(struct cursor *c, uint16_t ref)
{
	struct fxt_string string = {.ref = ref};

	if (ref & FXT_STRING_INLINE) {
		string.n_bytes = ref & FXT_STRING_MAX_INDEX;
		string.bytes = take_stream(c, string.n_bytes, FXT_ERROR_STRING);
	}
	return string;
}

static struct fxt_thread take_thread(struct cursor *c, uint8_t ref)
{
	struct fxt_thread thread = {.ref = ref};

	if (!ref) {
		thread.process = take_word(c);
		thread.thread = take_word(c);
	}
	return thread;
}

/* Steps over n arguments by their sizes alone. */
static struct fxt_args take_args(struct cursor *c, unsigned n)
{
	struct fxt_args args = {c->words + c->at, 0, n, c->at};
	unsigned i;

	for (i = 0; i < n; i++) {
		size_t n_words = fxt_bits(take_word(c), 4, 12);

		if (!fxt_is_usable(c->status))
			return args;
		if (!n_words || n_words - 1 > c->n_words - c->at) {
			set_fault(c, FXT_ERROR_ARG_SIZE, c->at - 1);
			return args;
		}
		c->at += n_words - 1;
	}
	args.n_words = c->at - args.word_off;
	return args;
}

/* Sets the cursor behind the header of a record that must be of `type`.
 * Returns the header, 0 and a status if it is not. */
static uint64_t begin_record(struct cursor *c, const uint64_t *record,
			     size_t n_words, unsigned type)
{
	*c = (struct cursor){.words = record};
	c->status = fxt_record_words(record, n_words, &c->n_words);
	if (c->status != FXT_OK)
		return 0;
	c->at = 1;
	if (fxt_record_type(record[0]) == type)
		return record[0];
	set_fault(c, FXT_ERROR_TYPE, 0);
	return 0;
}

const char *fxt_status_text(enum fxt_status status)
{
	/* Not an array of pointers, which would need relocation. */
	static const char text[FXT_N_STATUSES + 1][40] = {
		[FXT_OK] = "no error",
		[FXT_ERROR_RESERVED] = "reserved bits are set",
		[FXT_ERROR_PADDING] = "padding is not zero",
		[FXT_ERROR_UNKNOWN] = "the subtype is not known",
		[FXT_ERROR_TRUNCATED] = "the record is cut short",
		[FXT_ERROR_SIZE_ZERO] = "the size field is 0",
		[FXT_ERROR_TYPE] = "the record is of another type",
		[FXT_ERROR_SHORT] = "the size is too small for the type",
		[FXT_ERROR_STRING] = "a string runs past the end",
		[FXT_ERROR_PAYLOAD] = "the payload runs past the end",
		[FXT_ERROR_ARG_SIZE] = "an argument has an impossible size",
		[FXT_ERROR_MAGIC] = "the magic number is damaged",
		[FXT_N_STATUSES] = "unknown status",
	};

	return text[status < FXT_N_STATUSES ? status : FXT_N_STATUSES];
}

enum fxt_status fxt_record_words(const uint64_t *word, size_t n_words_left,
				 size_t *n_words)
{
	*n_words = 0;
	if (!n_words_left)
		return FXT_ERROR_TRUNCATED;
	*n_words = fxt_record_type(*word) == FXT_RECORD_LARGE
			   ? fxt_bits(*word, 4, 32)
			   : fxt_bits(*word, 4, 12);
	if (!*n_words)
		return FXT_ERROR_SIZE_ZERO;
	return *n_words > n_words_left ? FXT_ERROR_TRUNCATED : FXT_OK;
}

static void unpack_provider_info(struct cursor *c, struct fxt_metadata *out)
{
	check_reserved(c, 0, mask(60, 63));
	out->name_bytes = (uint8_t)fxt_bits(c->words[0], 52, 8);
	out->name = take_stream(c, out->name_bytes, FXT_ERROR_STRING);
}

static void unpack_trace_info(struct cursor *c, struct fxt_metadata *out)
{
	out->provider_id = 0;
	out->trace_info_type = (uint8_t)fxt_bits(c->words[0], 20, 4);
	out->trace_info_data = c->words[0] >> 24;
	if (out->trace_info_type != FXT_TRACE_INFO_MAGIC)
		set_fault(c, FXT_ERROR_UNKNOWN, 0);
	else if (c->words[0] != FXT_MAGIC)
		set_fault(c, FXT_ERROR_MAGIC, 0);
}

enum fxt_status fxt_unpack_metadata(const uint64_t *record, size_t n_words,
				    struct fxt_metadata *out,
				    size_t *fault_word)
{
	struct cursor c;
	uint64_t header =
		begin_record(&c, record, n_words, FXT_RECORD_METADATA);

	*out = (struct fxt_metadata){
		.type = (unsigned)fxt_bits(header, 16, 4),
		.provider_id = (uint32_t)fxt_bits(header, 20, 32),
	};
	if (c.status != FXT_OK)
		return take_status(&c, fault_word);
	switch (out->type) {
	case FXT_METADATA_PROVIDER_INFO:
		unpack_provider_info(&c, out);
		break;
	case FXT_METADATA_PROVIDER_SECTION:
		check_reserved(&c, 0, mask(52, 63));
		break;
	case FXT_METADATA_PROVIDER_EVENT:
		out->event = (uint8_t)fxt_bits(header, 52, 4);
		check_reserved(&c, 0, mask(56, 63));
		break;
	case FXT_METADATA_TRACE_INFO:
		unpack_trace_info(&c, out);
		break;
	default:
		set_fault(&c, FXT_ERROR_UNKNOWN, 0);
	}
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_init(const uint64_t *record, size_t n_words,
				struct fxt_init *out, size_t *fault_word)
{
	struct cursor c;

	*out = (struct fxt_init){0};
	if (begin_record(&c, record, n_words, FXT_RECORD_INIT)) {
		check_reserved(&c, 0, mask(16, 63));
		out->ticks_per_second = take_word(&c);
		out->is_extended = c.n_words >= 4;
	}
	if (out->is_extended) {
		out->base_ticks = take_word(&c);
		out->base_realtime_ns = take_word(&c);
	}
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_string(const uint64_t *record, size_t n_words,
				  struct fxt_string_record *out,
				  size_t *fault_word)
{
	struct cursor c;
	uint64_t header = begin_record(&c, record, n_words, FXT_RECORD_STRING);

	*out = (struct fxt_string_record){
		.index = (uint16_t)fxt_bits(header, 16, 15),
		.n_bytes = (uint16_t)fxt_bits(header, 32, 15),
	};
	if (header) {
		check_reserved(&c, 0,
			       mask(31, 31) | mask(47, 47) | mask(48, 63));
		out->bytes = take_stream(&c, out->n_bytes, FXT_ERROR_STRING);
	}
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_thread(const uint64_t *record, size_t n_words,
				  struct fxt_thread *out, size_t *fault_word)
{
	struct cursor c;
	uint64_t header = begin_record(&c, record, n_words, FXT_RECORD_THREAD);

	*out = (struct fxt_thread){.ref = (uint8_t)fxt_bits(header, 16, 8)};
	if (header) {
		check_reserved(&c, 0, mask(24, 63));
		out->process = take_word(&c);
		out->thread = take_word(&c);
	}
	return take_status(&c, fault_word);
}

/* The word behind the arguments, or FXT_ERROR_UNKNOWN. */
static void take_tail(struct cursor *c, struct fxt_event *event)
{
	switch (event->type) {
	case FXT_EVENT_DURATION_BEGIN:
	case FXT_EVENT_DURATION_END:
		return;
	case FXT_EVENT_INSTANT:
		if (c->at == c->n_words)
			return;
		break;
	default:
		if (event->type > FXT_EVENT_FLOW_END)
			set_fault(c, FXT_ERROR_UNKNOWN, 0);
	}
	event->tail = take_word(c);
	event->has_tail = fxt_is_usable(c->status);
}

enum fxt_status fxt_unpack_event(const uint64_t *record, size_t n_words,
				 struct fxt_event *out, size_t *fault_word)
{
	struct cursor c;
	uint64_t header = begin_record(&c, record, n_words, FXT_RECORD_EVENT);

	*out = (struct fxt_event){.type = (unsigned)fxt_bits(header, 16, 4)};
	if (header) {
		out->ticks = take_word(&c);
		out->thread = take_thread(&c, (uint8_t)fxt_bits(header, 24, 8));
		out->category =
			take_string(&c, (uint16_t)fxt_bits(header, 32, 16));
		out->name = take_string(&c, (uint16_t)(header >> 48));
		out->args = take_args(&c, (unsigned)fxt_bits(header, 20, 4));
		take_tail(&c, out);
	}
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_blob(const uint64_t *record, size_t n_words,
				struct fxt_blob *out, size_t *fault_word)
{
	struct cursor c;
	uint64_t header = begin_record(&c, record, n_words, FXT_RECORD_BLOB);

	*out = (struct fxt_blob){
		.type = (unsigned)fxt_bits(header, 48, 8),
		.n_bytes = (uint32_t)fxt_bits(header, 32, 15),
	};
	if (header) {
		check_reserved(&c, 0, mask(47, 47) | mask(56, 63));
		out->name = take_string(&c, (uint16_t)fxt_bits(header, 16, 16));
		out->bytes = take_stream(&c, out->n_bytes, FXT_ERROR_PAYLOAD);
	}
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_userspace_object(const uint64_t *record,
					    size_t n_words,
					    struct fxt_userspace_object *out,
					    size_t *fault_word)
{
	struct cursor c;
	uint64_t header =
		begin_record(&c, record, n_words, FXT_RECORD_USERSPACE_OBJECT);

	*out = (struct fxt_userspace_object){
		.process.ref = (uint8_t)fxt_bits(header, 16, 8),
	};
	if (header) {
		check_reserved(&c, 0, mask(44, 63));
		out->pointer = take_word(&c);
		if (!out->process.ref)
			out->process.process = take_word(&c);
		out->name = take_string(&c, (uint16_t)fxt_bits(header, 24, 16));
		out->args = take_args(&c, (unsigned)fxt_bits(header, 40, 4));
	}
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_kernel_object(const uint64_t *record, size_t n_words,
					 struct fxt_kernel_object *out,
					 size_t *fault_word)
{
	struct cursor c;
	uint64_t header =
		begin_record(&c, record, n_words, FXT_RECORD_KERNEL_OBJECT);

	*out = (struct fxt_kernel_object){
		.type = (unsigned)fxt_bits(header, 16, 8),
	};
	if (header) {
		check_reserved(&c, 0, mask(44, 63));
		out->koid = take_word(&c);
		out->name = take_string(&c, (uint16_t)fxt_bits(header, 24, 16));
		out->args = take_args(&c, (unsigned)fxt_bits(header, 40, 4));
	}
	return take_status(&c, fault_word);
}

static void unpack_legacy_switch(struct cursor *c, struct fxt_scheduling *out)
{
	uint64_t header = c->words[0];

	out->cpu = (uint16_t)fxt_bits(header, 16, 8);
	out->outgoing_state = (uint8_t)fxt_bits(header, 24, 4);
	out->outgoing_priority = (uint8_t)fxt_bits(header, 44, 8);
	out->incoming_priority = (uint8_t)fxt_bits(header, 52, 8);
	out->ticks = take_word(c);
	out->outgoing = take_thread(c, (uint8_t)fxt_bits(header, 28, 8));
	out->incoming = take_thread(c, (uint8_t)fxt_bits(header, 36, 8));
}

static void unpack_switch_or_wakeup(struct cursor *c,
				    struct fxt_scheduling *out)
{
	uint64_t header = c->words[0];

	out->cpu = (uint16_t)fxt_bits(header, 20, 16);
	out->ticks = take_word(c);
	if (out->type == FXT_SCHEDULING_SWITCH) {
		out->outgoing_state = (uint8_t)fxt_bits(header, 36, 4);
		out->outgoing.thread = take_word(c);
		check_reserved(c, 0, mask(40, 59));
	} else {
		check_reserved(c, 0, mask(36, 59));
	}
	out->incoming.thread = take_word(c);
	out->args = take_args(c, (unsigned)fxt_bits(header, 16, 4));
}

enum fxt_status fxt_unpack_scheduling(const uint64_t *record, size_t n_words,
				      struct fxt_scheduling *out,
				      size_t *fault_word)
{
	struct cursor c;
	uint64_t header =
		begin_record(&c, record, n_words, FXT_RECORD_SCHEDULING);

	*out = (struct fxt_scheduling){.type = (unsigned)(header >> 60)};
	if (header && out->type == FXT_SCHEDULING_LEGACY_SWITCH)
		unpack_legacy_switch(&c, out);
	else if (header && out->type <= FXT_SCHEDULING_WAKEUP)
		unpack_switch_or_wakeup(&c, out);
	else if (header)
		set_fault(&c, FXT_ERROR_UNKNOWN, 0);
	return take_status(&c, fault_word);
}

enum fxt_status fxt_unpack_log(const uint64_t *record, size_t n_words,
			       struct fxt_log *out, size_t *fault_word)
{
	struct cursor c;
	uint64_t header = begin_record(&c, record, n_words, FXT_RECORD_LOG);

	*out = (struct fxt_log){
		.n_bytes = (uint16_t)fxt_bits(header, 16, 15),
	};
	if (header) {
		check_reserved(&c, 0, mask(31, 31) | mask(40, 63));
		out->ticks = take_word(&c);
		out->thread = take_thread(&c, (uint8_t)fxt_bits(header, 32, 8));
		out->message = take_stream(&c, out->n_bytes, FXT_ERROR_PAYLOAD);
	}
	return take_status(&c, fault_word);
}

static void unpack_large_blob_body(struct cursor *c, struct fxt_large_blob *out)
{
	uint64_t format = take_word(c);
	bool is_event = out->format == FXT_LARGE_BLOB_EVENT;

	if (fxt_is_usable(c->status))
		check_reserved(c, 1, is_event ? mask(44, 63) : mask(32, 63));
	out->category = take_string(c, (uint16_t)format);
	out->name = take_string(c, (uint16_t)(format >> 16));
	if (is_event) {
		out->ticks = take_word(c);
		out->thread = take_thread(c, (uint8_t)fxt_bits(format, 36, 8));
		out->args = take_args(c, (unsigned)fxt_bits(format, 32, 4));
	}
	out->n_bytes = take_word(c);
	out->bytes = take_stream(c, out->n_bytes, FXT_ERROR_PAYLOAD);
}

enum fxt_status fxt_unpack_large_blob(const uint64_t *record, size_t n_words,
				      struct fxt_large_blob *out,
				      size_t *fault_word)
{
	struct cursor c;
	uint64_t header = begin_record(&c, record, n_words, FXT_RECORD_LARGE);

	*out = (struct fxt_large_blob){
		.format = (unsigned)fxt_bits(header, 40, 4),
	};
	if (!header)
		return take_status(&c, fault_word);
	check_reserved(&c, 0, mask(44, 63));
	if (fxt_bits(header, 36, 4) != FXT_LARGE_BLOB ||
	    out->format > FXT_LARGE_BLOB_ATTACHMENT)
		set_fault(&c, FXT_ERROR_UNKNOWN, 0);
	else
		unpack_large_blob_body(&c, out);
	return take_status(&c, fault_word);
}

/* What an argument has behind its name. */
static void take_value(struct cursor *c, struct fxt_arg *arg)
{
	uint64_t header = c->words[0];

	switch (arg->type) {
	case FXT_ARG_NULL:
		check_reserved(c, 0, mask(32, 63));
		break;
	case FXT_ARG_INT32:
	case FXT_ARG_UINT32:
		arg->value.u32 = (uint32_t)(header >> 32);
		break;
	case FXT_ARG_INT64:
	case FXT_ARG_UINT64:
	case FXT_ARG_DOUBLE:
	case FXT_ARG_POINTER:
	case FXT_ARG_KOID:
		check_reserved(c, 0, mask(32, 63));
		arg->value.u64 = take_word(c);
		break;
	case FXT_ARG_STRING:
		check_reserved(c, 0, mask(48, 63));
		arg->value.string =
			take_string(c, (uint16_t)fxt_bits(header, 32, 16));
		break;
	case FXT_ARG_BOOL:
		check_reserved(c, 0, mask(33, 63));
		arg->value.boolean = fxt_bits(header, 32, 1);
		break;
	case FXT_ARG_BLOB:
		arg->value.blob.n_bytes = (uint32_t)(header >> 32);
		arg->value.blob.bytes = take_stream(c, arg->value.blob.n_bytes,
						    FXT_ERROR_PAYLOAD);
	}
}

enum fxt_status fxt_unpack_arg(const uint64_t *words, size_t n_words,
			       struct fxt_arg *out, size_t *fault_word)
{
	struct cursor c = {.words = words, .at = 1};

	*out = (struct fxt_arg){.words = words};
	if (n_words)
		c.n_words = fxt_bits(words[0], 4, 12);
	if (!c.n_words || c.n_words > n_words) {
		set_fault(&c, FXT_ERROR_ARG_SIZE, 0);
		return take_status(&c, fault_word);
	}
	out->n_words = c.n_words;
	out->type = (unsigned)fxt_bits(words[0], 0, 4);
	out->name = take_string(&c, (uint16_t)fxt_bits(words[0], 16, 16));
	take_value(&c, out);
	return take_status(&c, fault_word);
}

enum fxt_status fxt_next_arg(struct fxt_args *args, struct fxt_arg *out,
			     size_t *fault_word)
{
	size_t fault = 0;
	enum fxt_status status =
		fxt_unpack_arg(args->words, args->n_words, out, &fault);

	if (fault_word)
		*fault_word = status == FXT_OK ? 0 : args->word_off + fault;
	args->words += out->n_words;
	args->n_words -= out->n_words;
	args->word_off += out->n_words;
	args->n = status == FXT_ERROR_ARG_SIZE ? 0 : args->n - 1;
	return status;
}
