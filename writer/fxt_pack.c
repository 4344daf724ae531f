/* SPDX-License-Identifier: MIT */
/*
 * Packing of whole records and arguments, the inverse of fxt.c. A packer
 * remembers that something did not fit or cannot be written, so that a
 * function here reads as the record's layout does. Nothing may call a function
 * of libc: this file is also linked into traced programs.
 */
#include "writer/fxt.h"

struct packer {
	uint64_t *words;
	size_t n_words; /* capacity, at most FXT_RECORD_MAX_WORDS */
	size_t at;	/* words used, the header included */
	bool failed;
};

static struct packer start_record(uint64_t *words, size_t n_words)
{
	return (struct packer){
		.words = words,
		.n_words = n_words < FXT_RECORD_MAX_WORDS
				   ? n_words
				   : FXT_RECORD_MAX_WORDS,
		.at = 1,
		.failed = !n_words,
	};
}

static size_t end_record(const struct packer *p, uint64_t header)
{
	if (p->failed)
		return 0;
	p->words[0] = header;
	return p->at;
}

static void require(struct packer *p, bool condition)
{
	p->failed |= !condition;
}

static void put_word(struct packer *p, uint64_t word)
{
	require(p, p->at < p->n_words);
	if (!p->failed)
		p->words[p->at++] = word;
}

static void put_stream(struct packer *p, const void *bytes, size_t n_bytes)
{
	require(p, n_bytes <= (p->n_words - p->at) * 8);
	if (!p->failed)
		p->at += fxt_pack_stream(p->words + p->at, bytes, n_bytes);
}

static void put_string(struct packer *p, const struct fxt_string *string)
{
	if (!(string->ref & FXT_STRING_INLINE)) {
		require(p, !string->n_bytes);
		return;
	}
	require(p, string->n_bytes == (string->ref & FXT_STRING_MAX_INDEX) &&
			   string->n_bytes <= FXT_STRING_MAX_BYTES);
	put_stream(p, string->bytes, string->n_bytes);
}

static void put_thread(struct packer *p, const struct fxt_thread *thread)
{
	if (!thread->ref) {
		put_word(p, thread->process);
		put_word(p, thread->thread);
	}
}

static void put_args(struct packer *p, const struct fxt_args *args)
{
	size_t n_words = 0;
	unsigned i;

	require(p, args->n <= FXT_MAX_ARGS);
	for (i = 0; i < args->n && !p->failed; i++) {
		size_t size = n_words < args->n_words
				      ? fxt_bits(args->words[n_words], 4, 12)
				      : 0;

		require(p, size && size <= args->n_words - n_words);
		n_words += size;
	}
	require(p, n_words == args->n_words);
	for (n_words = 0; n_words < args->n_words && !p->failed; n_words++)
		put_word(p, args->words[n_words]);
}

size_t fxt_pack_stream(uint64_t *words, const void *bytes, size_t n_bytes)
{
	const unsigned char *from = bytes;
	size_t n_words = fxt_words(n_bytes), i;
	unsigned char *to;

	if (!n_bytes)
		return 0;
	words[n_words - 1] = 0;
	to = (unsigned char *)words;
	for (i = 0; i < n_bytes; i++) {
		to[i] = from[i];
		/* or gcc makes this loop a call of memcpy */
		__asm__ volatile("" ::: "memory");
	}
	return n_words;
}

size_t fxt_pack_metadata(uint64_t *words, size_t n_words,
			 const struct fxt_metadata *in)
{
	struct packer p = start_record(words, n_words);

	switch (in->type) {
	case FXT_METADATA_PROVIDER_INFO:
		put_stream(&p, in->name, in->name_bytes);
		return end_record(&p, fxt_provider_info_header(in->provider_id,
							       in->name_bytes));
	case FXT_METADATA_PROVIDER_SECTION:
		return end_record(&p, fxt_provider_section(in->provider_id));
	case FXT_METADATA_PROVIDER_EVENT:
		require(&p, in->event < 1u << 4);
		return end_record(
			&p, fxt_provider_event(in->provider_id, in->event));
	case FXT_METADATA_TRACE_INFO:
		/* The only one there is. */
		require(&p, in->trace_info_type == FXT_TRACE_INFO_MAGIC &&
				    in->trace_info_data == FXT_MAGIC_NUMBER);
		return end_record(&p, FXT_MAGIC);
	default:
		return 0;
	}
}

size_t fxt_pack_init(uint64_t *words, size_t n_words, const struct fxt_init *in)
{
	struct packer p = start_record(words, n_words);

	put_word(&p, in->ticks_per_second);
	if (in->is_extended) {
		put_word(&p, in->base_ticks);
		put_word(&p, in->base_realtime_ns);
	}
	return end_record(&p, fxt_header(FXT_RECORD_INIT, p.at, 0));
}

size_t fxt_pack_string(uint64_t *words, size_t n_words,
		       const struct fxt_string_record *in)
{
	struct packer p = start_record(words, n_words);

	require(&p, in->index && in->index <= FXT_STRING_MAX_INDEX &&
			    in->n_bytes <= FXT_STRING_MAX_BYTES);
	put_stream(&p, in->bytes, in->n_bytes);
	return end_record(&p, fxt_string_header(in->index, in->n_bytes));
}

size_t fxt_pack_thread(uint64_t *words, size_t n_words,
		       const struct fxt_thread *in)
{
	struct packer p = start_record(words, n_words);

	require(&p, in->ref);
	put_word(&p, in->process);
	put_word(&p, in->thread);
	return end_record(&p, fxt_thread_header(in->ref));
}

static bool event_has_tail(const struct fxt_event *event)
{
	switch (event->type) {
	case FXT_EVENT_DURATION_BEGIN:
	case FXT_EVENT_DURATION_END:
		return false;
	case FXT_EVENT_INSTANT:
		return event->has_tail;
	default:
		return true;
	}
}

size_t fxt_pack_event(uint64_t *words, size_t n_words,
		      const struct fxt_event *in)
{
	struct packer p = start_record(words, n_words);

	require(&p, in->type <= FXT_EVENT_FLOW_END);
	put_word(&p, in->ticks);
	put_thread(&p, &in->thread);
	put_string(&p, &in->category);
	put_string(&p, &in->name);
	put_args(&p, &in->args);
	if (event_has_tail(in))
		put_word(&p, in->tail);
	return end_record(&p, fxt_event_header(in->type, p.at, in->args.n,
					       in->thread.ref, in->category.ref,
					       in->name.ref));
}

size_t fxt_pack_blob(uint64_t *words, size_t n_words, const struct fxt_blob *in)
{
	struct packer p = start_record(words, n_words);

	require(&p, in->type < 1u << 8 && in->n_bytes <= FXT_BLOB_MAX_BYTES);
	put_string(&p, &in->name);
	put_stream(&p, in->bytes, in->n_bytes);
	return end_record(
		&p, fxt_blob_header(p.at, in->name.ref, in->n_bytes, in->type));
}

size_t fxt_pack_userspace_object(uint64_t *words, size_t n_words,
				 const struct fxt_userspace_object *in)
{
	struct packer p = start_record(words, n_words);

	put_word(&p, in->pointer);
	if (!in->process.ref)
		put_word(&p, in->process.process);
	put_string(&p, &in->name);
	put_args(&p, &in->args);
	return end_record(&p, fxt_userspace_object_header(p.at, in->process.ref,
							  in->name.ref,
							  in->args.n));
}

size_t fxt_pack_kernel_object(uint64_t *words, size_t n_words,
			      const struct fxt_kernel_object *in)
{
	struct packer p = start_record(words, n_words);

	require(&p, in->type < 1u << 8);
	put_word(&p, in->koid);
	put_string(&p, &in->name);
	put_args(&p, &in->args);
	return end_record(&p,
			  fxt_kernel_object_header(p.at, in->type, in->name.ref,
						   in->args.n));
}

static size_t pack_legacy_switch(struct packer *p,
				 const struct fxt_scheduling *in)
{
	require(p, in->cpu < 1u << 8 && !in->args.n);
	put_thread(p, &in->outgoing);
	put_thread(p, &in->incoming);
	return end_record(p, fxt_legacy_switch_header(p->at, (uint8_t)in->cpu,
						      in->outgoing_state,
						      in->outgoing.ref,
						      in->incoming.ref) |
				     (uint64_t)in->outgoing_priority << 44 |
				     (uint64_t)in->incoming_priority << 52);
}

size_t fxt_pack_scheduling(uint64_t *words, size_t n_words,
			   const struct fxt_scheduling *in)
{
	struct packer p = start_record(words, n_words);

	require(&p, in->type <= FXT_SCHEDULING_WAKEUP &&
			    in->outgoing_state < 1u << 4);
	put_word(&p, in->ticks);
	if (in->type == FXT_SCHEDULING_LEGACY_SWITCH)
		return pack_legacy_switch(&p, in);
	/* These types have no fields for what the older one says. */
	require(&p, !in->outgoing.ref && !in->outgoing.process &&
			    !in->incoming.ref && !in->incoming.process &&
			    !in->outgoing_priority && !in->incoming_priority);
	if (in->type == FXT_SCHEDULING_SWITCH)
		put_word(&p, in->outgoing.thread);
	else
		require(&p, !in->outgoing_state && !in->outgoing.thread);
	put_word(&p, in->incoming.thread);
	put_args(&p, &in->args);
	return end_record(&p,
			  fxt_scheduling_header(in->type, p.at, in->args.n,
						in->cpu, in->outgoing_state));
}

size_t fxt_pack_log(uint64_t *words, size_t n_words, const struct fxt_log *in)
{
	struct packer p = start_record(words, n_words);

	put_word(&p, in->ticks);
	put_thread(&p, &in->thread);
	/* What fits the record keeps to FXT_LOG_MAX_BYTES, too. */
	put_stream(&p, in->message, in->n_bytes);
	return end_record(&p,
			  fxt_log_header(p.at, in->n_bytes, in->thread.ref));
}

size_t fxt_pack_large_blob(uint64_t *words, size_t n_words,
			   const struct fxt_large_blob *in)
{
	struct packer p = start_record(words, n_words);
	bool is_event = in->format == FXT_LARGE_BLOB_EVENT;

	require(&p, in->format <= FXT_LARGE_BLOB_ATTACHMENT);
	require(&p, is_event || (!in->args.n && !in->thread.ref));
	put_word(&p,
		 fxt_large_blob_format_header(in->category.ref, in->name.ref,
					      in->args.n, in->thread.ref));
	put_string(&p, &in->category);
	put_string(&p, &in->name);
	if (is_event) {
		put_word(&p, in->ticks);
		put_thread(&p, &in->thread);
		put_args(&p, &in->args);
	}
	put_word(&p, in->n_bytes);
	put_stream(&p, in->bytes, in->n_bytes);
	return end_record(&p,
			  fxt_large_blob_header((uint32_t)p.at, in->format));
}

/* What follows the argument's name. Returns bits 32..63 of the header. */
static uint32_t put_value(struct packer *p, const struct fxt_arg *arg)
{
	switch (arg->type) {
	case FXT_ARG_NULL:
		return 0;
	case FXT_ARG_INT32:
	case FXT_ARG_UINT32:
		return arg->value.u32;
	case FXT_ARG_INT64:
	case FXT_ARG_UINT64:
	case FXT_ARG_DOUBLE:
	case FXT_ARG_POINTER:
	case FXT_ARG_KOID:
		put_word(p, arg->value.u64);
		return 0;
	case FXT_ARG_STRING:
		put_string(p, &arg->value.string);
		return arg->value.string.ref;
	case FXT_ARG_BOOL:
		return arg->value.boolean;
	case FXT_ARG_BLOB:
		put_stream(p, arg->value.blob.bytes, arg->value.blob.n_bytes);
		return arg->value.blob.n_bytes;
	default:
		p->failed = true;
		return 0;
	}
}

size_t fxt_pack_arg(uint64_t *words, size_t n_words, const struct fxt_arg *in)
{
	struct packer p = start_record(words, n_words);
	uint32_t value32;

	put_string(&p, &in->name);
	value32 = put_value(&p, in);
	return end_record(
		&p, fxt_arg_header(in->type, p.at, in->name.ref, value32));
}
