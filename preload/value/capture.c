/* SPDX-License-Identifier: MIT */
/*
 * C values into record arguments, see capture.h. It runs inside a recorder
 * window, and twice if the record did not fit the first time. It reads the
 * program's memory and writes nothing but the record.
 */
#include "preload/value/capture.h"

#include <errno.h>

#include "preload/symbol/error.h"
#include "preload/value/out_of_line.h"
#include "preload/value/choose.h"
#include "preload/value/constant.h"
#include "preload/value/dl_text.h"
#include "preload/value/expr.h"
#include "preload/value/intern.h"
#include "preload/value/large.h"
#include "preload/value/load.h"
#include "preload/runtime/readable.h"
#include "preload/value/secret.h"
#include "preload/schema/sign.h"
#include "preload/value/value.h"
#include "preload/value/varargs.h"
#include "preload/value/wide.h"
#include "writer/thread.h"
#include "writer/utf8.h"

/* Strings up to here are measured, checked and copied in one pass. */
#define SHORT_BYTES 32u
#define HIGH_BITS 0x8080808080808080ull

/* One scalar of the type: slot as in enum fxg_kind. */
static void put_scalar(struct fxw_record *r, struct fxp_source *s,
		       struct fxw_name name, unsigned kind, uint16_t type,
		       uint64_t word)
{
	switch (kind) {
	case FXG_K_I32:
		fxw_arg_int32(r, name, (int32_t)word);
		break;
	case FXG_K_U32:
		fxw_arg_uint32(r, name, (uint32_t)word);
		break;
	case FXG_K_I64:
		fxw_arg_word(r, FXT_ARG_INT64, name, word);
		break;
	case FXG_K_U64:
		fxw_arg_word(r, FXT_ARG_UINT64, name, word);
		break;
	case FXG_K_BOOL:
		fxw_arg_bool(r, name, word & 0xff);
		break;
	case FXG_K_F64:
		fxw_arg_word(r, FXT_ARG_DOUBLE, name, word);
		break;
	case FXG_K_F32:
		fxw_arg_word(r, FXT_ARG_DOUBLE, name, fxp_widened(word));
		break;
	case FXG_K_ENUM:
		fxp_constant_put_enum(r, s, name, type, word);
		break;
	case FXG_K_FLAGS:
		fxp_constant_put_flags(r, s, name, type, word);
		break;
	default:
		fxw_arg_word(r, FXT_ARG_POINTER, name, word);
	}
}

/* The API that has names of errors: the call's own, else any that has. */
static struct fxp_api *naming_api(struct fxp_api *api)
{
	if (api->table->errno_type)
		return api;
	for (api = fxp_apis; api && !api->table->errno_type; api = api->next)
		;
	return api;
}

void fxp_capture_errno(struct fxw_record *r, struct fxp_source *s)
{
	struct fxw_name name = fxp_name(s, FXG_S_ERRNO);
	struct fxp_source any = {.api = naming_api(s->api)};

	if (s->error == FXP_DLERROR) {
		fxp_dl_text_put(r, s, name);
		return;
	}
	if (!any.api) {
		fxw_arg_int32(r, name, s->error);
		return;
	}
	any.table = any.api->table;
	fxp_constant_put_enum(r, &any, name, (uint16_t)any.table->errno_type,
			      (uint64_t)(int64_t)s->error);
}

/* NAME.size: the true size of a value that was shortened. */
static void put_cut_size(struct fxw_record *r, struct fxp_source *s,
			 const struct fxg_item *item, uint64_t size)
{
	r->cut = 1;
	if (item->size_name != FXG_NONE && r->n_args < FXT_MAX_ARGS)
		fxw_arg_uint64(r, fxp_name(s, item->size_name), size);
}

/* Whether what the item points to must be verified as readable first. */
static bool is_unsafe(const struct fxp_source *s, const struct fxg_item *item)
{
	return item->when == FXG_AT_BEGIN_SAFE || item->read ||
	       s->table->is_whole || s->table->is_careful || s->is_doubted ||
	       (item->when == FXG_AT_END_IN && !s->trusted);
}

/* Whether n bytes that the item points to can be read. A successful call has
 * read its inputs, but the kernel need not have written all of an output. */
static bool is_there(struct fxp_source *s, const struct fxg_item *item,
		     const void *p, size_t n)
{
	const struct fxg_type *t = &s->table->types[item->type];

	if (item->when == FXG_AT_END_IN && t->dir == FXG_OUT &&
	    (t->flags & FXG_BY_KERNEL))
		return fxp_known_readable(p, n);
	return !is_unsafe(s, item) || fxp_readable(s, p, n);
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void put_unreadable(struct fxw_record *r, struct fxp_source *s,
			   const struct fxg_item *item)
{
	fxw_arg_word(r, FXT_ARG_POINTER, fxp_name(s, item->name),
		     s->slot[item->slot]);
}

/* A value that is too large to be inline: the id of its blob, which the first
 * build writes. 0: there is no space for it. */
static uint64_t large_id(struct fxp_source *s, const void *p, size_t n)
{
	uint32_t i = s->n_large_seen++;

	if (i >= FXP_LARGE_MAX)
		return 0;
	if (i >= s->n_large) {
		s->large[i] = fxp_large_write(p, n);
		s->n_large = (uint8_t)(i + 1);
	}
	return s->large[i];
}

/* n bytes as a blob, of which `kept` are recorded and readable. */
static void put_blob(struct fxw_record *r, struct fxp_source *s,
		     const struct fxg_item *item, const void *p, size_t n,
		     size_t kept)
{
	uint8_t *at;

	if (kept > fxp_capture_budget(r)) {
		uint64_t id = large_id(s, p, kept);

		if (id) {
			fxw_arg_word(r, FXT_ARG_KOID, fxp_name(s, item->name),
				     id);
			if (kept < n)
				put_cut_size(r, s, item, n);
			return;
		}
		kept = fxp_capture_budget(r);
	}
	at = fxw_arg_blob(r, fxp_name(s, item->name), (uint32_t)kept);
	if (at)
		fxw_copy(at, p, kept);
	if (kept < n)
		put_cut_size(r, s, item, n);
}

/* The call has certainly read the string up to its page's end. That memory was
 * readable when the call returned. A thread that has unmapped it since has done
 * so while this one was about to use it. */
static void add_read(struct fxp_source *s, const struct fxg_item *item)
{
	if (item->read && fxp_eval(s->table, item->read, s->slot))
		fxp_was_read(s, (const void *)(uintptr_t)s->slot[item->slot]);
}

static bool is_unsigned_param(const struct fxp_source *s, unsigned i)
{
	const struct fxg_function *f = s->function;
	const struct fxg_type *t;

	if (i >= f->n_params)
		return false;
	t = &s->table->types[s->table->params[f->first_param + i].type];
	return t->class == FXG_INT && !(t->flags & FXG_SIGNED);
}

/* The maximum of a string's units. A count of a signed type may be negative. */
static size_t max_units(const struct fxp_source *s, const struct fxg_type *t)
{
	const uint8_t *expr = s->table->exprs + t->count;
	int64_t count;

	if (!t->count)
		return SIZE_MAX / 2;
	count = fxp_eval(s->table, t->count, s->slot);
	if (count >= 0)
		return (size_t)count;
	return *expr == FXG_X_SLOT && is_unsigned_param(s, expr[1])
		       ? SIZE_MAX / 2
		       : 0;
}

/* A whole string: one word, if it has an index by now. */
static void put_string(struct fxw_record *r, struct fxw_name name,
		       const char *p, size_t n)
{
	uint64_t *at = r->start + r->used_words, *behind;

	fxw_arg_string(r, name, p, n);
	behind = r->start + r->used_words;
	if (behind - at > FXP_INTERN_MIN_WORDS && n <= FXP_INTERN_MAX_BYTES &&
	    !name.n_bytes && fxw_record_fits(r))
		r->used_words =
			(uint32_t)(fxp_intern_arg(at, behind, p) - r->start);
}

static __attribute__((noinline)) void put_any_string(
	struct fxw_record *r, struct fxp_source *s, const struct fxg_item *item)
{
	const struct fxg_type *t = &s->table->types[item->type];
	const char *p = (const char *)(uintptr_t)s->slot[item->slot];
	bool unsafe = is_unsafe(s, item);
	size_t max = max_units(s, t), most = max, n, kept;
	size_t limit = fxp_string_limit(s->table),
	       space = fxp_capture_budget(r);

	if (max)
		add_read(s, item);
	/* in a library that is recorded whole it may be out of line */
	if (!s->table->is_whole && !fxp_limits.is_whole) {
		limit = smaller(limit, space);
		most = unsafe ? smaller(max, limit + 1) : max;
	}
	if (!fxp_string_length(s, p, most, unsafe ? FXP_QUERY : FXP_TRUST,
			       &n) &&
	    max) {
		put_unreadable(r, s, item);
		return;
	}
	kept = fxw_utf8_cut(p, smaller(n, limit));
	if (kept == FXW_NOT_UTF8 || kept > space) {
		put_blob(r, s, item, p, n,
			 kept == FXW_NOT_UTF8 ? smaller(n, limit) : kept);
		return;
	}
	if (kept == n) {
		put_string(r, fxp_name(s, item->name), p, n);
		return;
	}
	fxw_arg_string(r, fxp_name(s, item->name), p, kept);
	put_cut_size(r, s, item, n);
}

/* If it is cut, its size is that of its UTF-8. */
static __attribute__((noinline)) void put_wide_string(
	struct fxw_record *r, struct fxp_source *s, const struct fxg_item *item)
{
	const uint32_t *p = (const uint32_t *)(uintptr_t)s->slot[item->slot];
	size_t limit = smaller(fxp_limits.string_bytes, fxp_capture_budget(r));
	size_t max = max_units(s, &s->table->types[item->type]);
	size_t n_bytes, kept_bytes = 0, n, i;
	uint32_t n_words;
	uint8_t *at;

	if (max)
		add_read(s, item);
	if (max && is_unsafe(s, item) && !fxp_readable(s, p, sizeof(*p))) {
		put_unreadable(r, s, item);
		return;
	}
	n = fxp_wide_measure(s, item, is_unsafe(s, item), max, limit, &n_bytes,
			     &kept_bytes);
	n_words = (uint32_t)fxt_words(kept_bytes);
	at = (uint8_t *)fxw_put_arg(r, FXT_ARG_STRING, fxp_name(s, item->name),
				    n_words, fxt_inline_ref(kept_bytes));
	if (at && n_words)
		((uint64_t *)at)[n_words - 1] = 0;
	/* another thread may write there: never exceeds the measured size */
	for (i = 0; at && i < n && fxp_wide_bytes(p[i]) <= kept_bytes; i++) {
		kept_bytes -= fxp_wide_bytes(p[i]);
		at += fxp_wide_put(at, p[i]);
	}
	if (n_bytes > limit)
		put_cut_size(r, s, item, n_bytes);
}

/* How many of n bytes can be read. A call may take fewer than it was given, and
 * the rest may be unmapped. At least the bytes that it took are readable. */
static size_t readable_bytes(struct fxp_source *s, const struct fxg_item *item,
			     const void *p, size_t n)
{
	const struct fxg_type *ret = &s->table->types[s->function->ret_type];
	uint64_t taken = s->slot[s->function->n_params];

	/* The library reads the memory, or has written it. GL does neither for
	 * calls that it rejects. */
	if (s->table->is_whole || s->table->is_careful || s->is_doubted)
		return fxp_readable(s, p, n) ? n : 0;
	if (item->when == FXG_AT_BEGIN || item->when >= FXG_AT_END_OK)
		return n;
	if (item->when == FXG_AT_BEGIN_SAFE || s->failed)
		return fxp_readable(s, p, n) ? n : 0;
	if (fxp_known_readable(p, n))
		return n;
	if (ret->class == FXG_INT && ret->size == 8 && taken < n &&
	    fxp_known_readable(p, taken))
		return taken;
	return 0;
}

static __attribute__((noinline)) void put_bytes(struct fxw_record *r,
						struct fxp_source *s,
						const struct fxg_item *item)
{
	const struct fxg_type *t = &s->table->types[item->type];
	const struct fxg_type *unit = &s->table->types[t->base];
	const void *p = (const void *)(uintptr_t)s->slot[item->slot];
	int64_t count = t->count ? fxp_eval(s->table, t->count, s->slot) : 1;
	size_t n = count > 0 ? (size_t)count : 0;
	size_t kept;

	if (unit->size > 1 && !(t->flags & FXG_SIZED))
		n *= unit->size;
	kept = readable_bytes(s, item, p, smaller(n, fxp_blob_limit(s->table)));
	if (kept || !n)
		put_blob(r, s, item, p, n, kept);
	else
		put_unreadable(r, s, item);
}

static __attribute__((noinline)) void put_scalar_at(struct fxw_record *r,
						    struct fxp_source *s,
						    const struct fxg_item *item)
{
	uint16_t target = s->table->types[item->type].base;
	const void *p = (const void *)(uintptr_t)s->slot[item->slot];

	if (!is_there(s, item, p, s->table->types[target].size)) {
		put_unreadable(r, s, item);
		return;
	}
	put_scalar(r, s, fxp_name(s, item->name),
		   fxp_scalar_kind(s->table, target), target,
		   fxp_load_scalar(s->table, target, p));
}

static __attribute__((noinline)) void put_leaves(struct fxw_record *r,
						 struct fxp_source *s,
						 const struct fxg_item *item)
{
	uint16_t target = s->table->types[item->type].base;
	const char *p = (const char *)(uintptr_t)s->slot[item->slot];

	if (!is_there(s, item, p, s->table->types[target].size)) {
		put_unreadable(r, s, item);
		return;
	}
	for (unsigned i = 0; i < item->n_leaves; i++) {
		const struct fxg_leaf *leaf =
			&s->table->leaves[item->first_leaf + i];

		if (r->n_args >= FXT_MAX_ARGS)
			return;
		if (leaf->flags & FXG_SECRET) {
			fxw_arg_null(r, fxp_name(s, leaf->name));
			continue;
		}
		put_scalar(r, s, fxp_name(s, leaf->name), leaf->kind,
			   leaf->type,
			   fxp_load_scalar(s->table, leaf->type,
					   p + leaf->byte_off));
	}
}

static __attribute__((noinline)) void put_long_double(
	struct fxw_record *r, struct fxp_source *s, const struct fxg_item *item)
{
	uint8_t *at = fxw_arg_blob(r, fxp_name(s, item->name), 16);

	if (at)
		fxw_copy(at, (const void *)(uintptr_t)s->slot[item->slot], 16);
}

/* The same, out of line. False: that is not possible. */
static __attribute__((noinline)) bool encode_out_of_line(
	struct fxw_record *r, struct fxp_source *s, const struct fxg_item *item)
{
	struct fxp_value v = {.source = s,
			      .safe = is_unsafe(s, item),
			      .limit_bytes = FXP_OUT_OF_LINE_MAX_BYTES};
	struct fxp_out_of_line large;
	uint64_t id;

	if (!fxp_value_encode(&v, item) ||
	    !fxp_out_of_line_begin(&large, s, v.n_bytes))
		return false;
	if (large.space) {
		v.out = large.space;
		v.space_bytes = v.n_bytes;
		v.n_bytes = 0;
		(void)fxp_value_encode(&v, item);
	}
	id = fxp_out_of_line_end(&large);
	if (!id)
		return false;
	fxw_arg_word(r, FXT_ARG_KOID, fxp_name(s, item->name), id);
	r->cut |= v.cut_inside;
	if (v.cut)
		put_cut_size(r, s, item, v.n_elements);
	return true;
}

/* Structs, arrays, string arrays: apitrace's value encoding. */
static __attribute__((noinline)) void put_encoded(struct fxw_record *r,
						  struct fxp_source *s,
						  const struct fxg_item *item)
{
	struct fxp_value v = {.source = s,
			      .safe = is_unsafe(s, item),
			      .limit_bytes = (uint32_t)fxp_capture_budget(r)};
	uint8_t *at;
	uint32_t n;

	if (!fxp_value_encode(&v, item)) {
		put_unreadable(r, s, item);
		return;
	}
	if (fxp_limits.is_whole && (v.cut || v.cut_inside) &&
	    encode_out_of_line(r, s, item))
		return;
	n = v.n_bytes;
	at = fxw_arg_blob(r, fxp_name(s, item->name), n);
	if (at) {
		/* The memory may change meanwhile: never writes past n. */
		v.out = at;
		v.space_bytes = n;
		v.n_bytes = 0;
		(void)fxp_value_encode(&v, item);
	}
	r->cut |= v.cut_inside;
	if (v.cut)
		put_cut_size(r, s, item, v.n_elements);
}

/* The values of "...", by the format. */
static __attribute__((noinline)) void put_listed(struct fxw_record *r,
						 struct fxp_source *s,
						 const struct fxg_item *item)
{
	uint64_t n;
	bool all = item->kind == FXG_K_PRINT_LIST
			   ? fxp_varargs_print(r, s, item, &n)
			   : fxp_varargs_scan(r, s, item, &n);

	if (!all)
		put_cut_size(r, s, item, n);
}

/* Whether 1 to SHORT_BYTES bytes are ASCII. From the source, not from the copy:
 * reading words just written by smaller stores stalls. */
static inline bool is_short_ascii(const char *p, size_t n)
{
	uint64_t bits = 0;
	size_t i;

	if (n < 8) {
		for (i = 0; i < n; i++)
			bits |= (uint8_t)p[i];
		return bits < 0x80;
	}
	for (i = 0; i + 8 < n; i += 8)
		bits |= fxw_load8(p + i);
	return !((bits | fxw_load8(p + n - 8)) & HIGH_BITS);
}

/* The common case: a short ASCII string that the library itself reads. */
static bool put_short_string(struct fxw_record *r, struct fxp_source *s,
			     const struct fxg_item *item, const char *p)
{
	size_t n = fxw_length_max(p, SHORT_BYTES + 1);

	if (n == 0 || n > SHORT_BYTES || !is_short_ascii(p, n))
		return false;
	put_string(r, fxp_name(s, item->name), p, n);
	return true;
}

static __attribute__((noinline)) void put_target(struct fxw_record *r,
						 struct fxp_source *s,
						 const struct fxg_item *item)
{
	const void *p = (const void *)(uintptr_t)s->slot[item->slot];

	switch (item->kind) {
	case FXG_K_STRING:
		if (s->table->types[item->type].size == sizeof(uint32_t))
			put_wide_string(r, s, item);
		else if (is_unsafe(s, item) ||
			 s->table->types[item->type].count ||
			 fxp_string_limit(s->table) < SHORT_BYTES ||
			 !put_short_string(r, s, item, p))
			put_any_string(r, s, item);
		break;
	case FXG_K_BYTES:
		put_bytes(r, s, item);
		break;
	case FXG_K_SCALAR_AT:
		put_scalar_at(r, s, item);
		break;
	case FXG_K_LEAVES:
		put_leaves(r, s, item);
		break;
	case FXG_K_LONGDOUBLE:
		put_long_double(r, s, item);
		break;
	case FXG_K_PRINT_LIST:
	case FXG_K_SCAN_LIST:
		put_listed(r, s, item);
		break;
	default:
		put_encoded(r, s, item);
	}
}

static void capture_if(struct fxw_record *r, struct fxp_source *s,
		       const struct fxg_item *item);

/* The index of the item's case. An event needs it for both of its moments. */
static uint32_t choice_of(struct fxp_source *s, const struct fxg_item *item)
{
	const struct fxg_type *t = &s->table->types[item->type];

	if (item->when == FXG_AT_END && s->failed)
		return t->first + t->n;
	if (s->choice_type != item->type) {
		s->choice = fxp_choose(s->table, t, s->slot);
		s->choice_type = item->type;
		fxp_sign_case(s->api, item->type, s->choice);
	}
	return s->choice;
}

/* A value whose type depends on another one: the items of its case that are of
 * this moment. The return value of a failed call has no such case. */
static __attribute__((noinline)) void select_case(struct fxw_record *r,
						  struct fxp_source *s,
						  const struct fxg_item *item)
{
	const struct fxg_case *chosen = &s->table->cases[choice_of(s, item)];
	const struct fxg_item *i = &s->table->items[chosen->first_item];

	for (unsigned n = chosen->n_items; n; n--, i++) {
		if (i->when != item->when)
			continue;
		if (i->flags & FXG_SECRET)
			fxp_secret_put(r, s, i);
		else
			capture_if(r, s, i);
	}
}

/* Any value but a plain integer or address. */
static __attribute__((noinline)) void capture_item(struct fxw_record *r,
						   struct fxp_source *s,
						   const struct fxg_item *item)
{
	uint64_t word = s->slot[item->slot];

	if (r->n_args >= FXT_MAX_ARGS)
		return;
	if (item->kind == FXG_K_SELECT) {
		select_case(r, s, item);
		return;
	}
	if (item->kind <= FXG_K_F32 ||
	    (item->kind >= FXG_K_POINTER && item->kind <= FXG_K_FLAGS)) {
		put_scalar(r, s, fxp_name(s, item->name), item->kind,
			   item->type, word);
		return;
	}
	if (item->address_name != FXG_NONE && r->n_args < FXT_MAX_ARGS - 1)
		fxw_arg_word(r, FXT_ARG_POINTER,
			     fxp_name(s, item->address_name), word);
	if (word == 0)
		fxw_arg_null(r, fxp_name(s, item->name));
	else if (item->when == FXG_AT_END_IN && s->failed && s->error == EFAULT)
		put_unreadable(r, s, item);
	else
		put_target(r, s, item);
}

/* A plain 64-bit or 32-bit value with an indexed name: two words or one. False:
 * another kind of value. */
static inline __attribute__((always_inline)) bool capture_plain(
	struct fxw_record *r, const struct fxp_source *s,
	const struct fxg_item *item)
{
	uint64_t word = s->slot[item->slot];
	uint64_t header = (uint64_t)(s->api->string_base + item->name) << 16;
	uint64_t *at;

	switch (item->kind) {
	case FXG_K_I32:
	case FXG_K_U32:
		at = fxw_put(r, 1);
		if (at)
			*at = header | 1u << 4 | word << 32 |
			      (item->kind == FXG_K_I32 ? FXT_ARG_INT32
						       : FXT_ARG_UINT32);
		break;
	case FXG_K_I64:
	case FXG_K_U64:
	case FXG_K_POINTER:
		at = fxw_put(r, 2);
		if (at) {
			at[0] = header | 2u << 4 |
				(item->kind == FXG_K_I64   ? FXT_ARG_INT64
				 : item->kind == FXG_K_U64 ? FXT_ARG_UINT64
							   : FXT_ARG_POINTER);
			at[1] = word;
		}
		break;
	default:
		return false;
	}
	r->n_args++;
	return true;
}

static void capture_if(struct fxw_record *r, struct fxp_source *s,
		       const struct fxg_item *item)
{
	if (!item->cond || fxp_eval(s->table, item->cond, s->slot))
		capture_item(r, s, item);
}

void fxp_capture(struct fxw_record *r, struct fxp_source *s,
		 const struct fxg_item *item, unsigned n, bool end)
{
	const struct fxg_item *all = &s->table->items[s->function->first_item];
	uint64_t secret = s->cell->watch & FXP_REDACTED ? s->cell->secret : 0;

	for (; n; n--, item++) {
		if (item->when >= FXG_AT_END_OK &&
		    (!end || (s->failed && item->when == FXG_AT_END_OK &&
			      s->function->error_rule != FXG_E_SHORT)))
			continue;
		if (__builtin_expect(item->cond != 0, 0) &&
		    !fxp_eval(s->table, item->cond, s->slot))
			continue;
		if (__builtin_expect(secret != 0, 0) &&
		    (size_t)(item - all) < 64 && secret >> (item - all) & 1) {
			fxp_secret_put(r, s, item);
			continue;
		}
		/* the generator limits plain values to FXT_MAX_ARGS */
		if (__builtin_expect(s->inline_names, 0) ||
		    !capture_plain(r, s, item))
			capture_item(r, s, item);
	}
}
