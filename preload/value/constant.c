/* SPDX-License-Identifier: MIT */
/*
 * Constants and flag sets by name, see constant.h.
 */
#include "preload/value/constant.h"

#include "preload/value/named.h"
#include "preload/schema/sign.h"
#include "writer/thread.h"

/* Names that are looked at one by one in the fast path. */
#define FEW_NAMES 8u

static void put_integer(struct fxw_record *r, const struct fxp_source *s,
			struct fxw_name name, uint16_t type, uint64_t word)
{
	const struct fxg_type *t = &s->table->types[type];

	if (t->class != FXG_INT)
		t = &s->table->types[t->base];
	if (t->size == 8)
		fxw_arg_word(r,
			     t->flags & FXG_SIGNED ? FXT_ARG_INT64
						   : FXT_ARG_UINT64,
			     name, word);
	else if (t->flags & FXG_SIGNED)
		fxw_arg_int32(r, name, (int32_t)word);
	else
		fxw_arg_uint32(r, name, (uint32_t)word);
}

/* The bits of a value that its C type has. */
static uint64_t significant_bits(const struct fxg_table *table, uint16_t type,
				 uint64_t word)
{
	uint32_t size = table->types[table->types[type].base].size;

	return size >= 8 || size == 0 ? word : word & ((1ull << size * 8) - 1);
}

/* A constant whose text has an index: one word. */
static bool put_known(struct fxw_record *r, const struct fxp_source *s,
		      struct fxw_name name, uint16_t type, uint64_t value)
{
	uint16_t index = fxp_named_find(s->api->type_base + type, value);

	if (!index)
		return false;
	(void)fxw_put_arg(r, FXT_ARG_STRING, name, 0, index);
	return true;
}

/* Registers the text, so that it has an index next time. */
static void register_text(const struct fxp_source *s, uint16_t type,
			  uint64_t value, const char *text, uint32_t n)
{
	fxw_cold_depth++;
	fxp_named_add(s->api->type_base + type, value, text, n);
	fxw_cold_depth--;
}

/* The name of the value in enum `of`; false: it has none. */
static bool put_constant(struct fxw_record *r, const struct fxp_source *s,
			 struct fxw_name name, uint16_t type, uint16_t of,
			 uint64_t value)
{
	const struct fxg_type *t = &s->table->types[of];

	for (uint32_t i = t->first; i < t->first + t->n; i++) {
		const struct fxg_enumerator *e = &s->table->enumerators[i];
		const char *text = s->table->text + e->name;
		uint32_t n;

		if ((value & e->mask) !=
		    significant_bits(s->table, of, e->value))
			continue;
		n = (uint32_t)fxw_length(text);
		fxp_sign_enumerator(s->api, of, i);
		fxw_arg_string(r, name, text, n);
		register_text(s, type, value, text, n);
		return true;
	}
	return false;
}

void fxp_constant_put_enum(struct fxw_record *r, const struct fxp_source *s,
			   struct fxw_name name, uint16_t type, uint64_t word)
{
	uint64_t value = significant_bits(s->table, type, word);
	uint16_t other = s->table->types[type].cap;

	if (!put_known(r, s, name, type, value) &&
	    !put_constant(r, s, name, type, type, value) &&
	    !(other && put_constant(r, s, name, type, other, value)))
		put_integer(r, s, name, type, word);
}

/* Whether one of the few names of the type is that of the value. */
static bool may_be_named(const struct fxg_table *table, uint16_t type,
			 uint64_t value)
{
	const struct fxg_type *t = &table->types[type];

	if (t->n > FEW_NAMES)
		return true;
	for (uint32_t i = t->first; i < t->first + t->n; i++) {
		const struct fxg_enumerator *e = &table->enumerators[i];

		if ((value & e->mask) ==
		    significant_bits(table, type, e->value))
			return true;
	}
	return false;
}

bool fxp_constant_is_nameless(const struct fxg_table *table, uint16_t type,
			      uint64_t word)
{
	uint64_t value = significant_bits(table, type, word);
	const struct fxg_type *t = &table->types[type];

	return t->class == FXG_ENUM && !may_be_named(table, type, value) &&
	       !(t->cap && may_be_named(table, t->cap, value));
}

/* Appends text to out (NULL: only measures). */
struct text {
	char *out;
	uint32_t n;
};

static void add_text(struct text *t, const char *bytes, uint32_t n)
{
	if (t->n) {
		if (t->out)
			t->out[t->n] = '|';
		t->n++;
	}
	if (t->out)
		fxw_copy(t->out + t->n, bytes, n);
	t->n += n;
}

/* A value without a name: in hex or in octal. */
static void add_digits(struct text *t, uint64_t value, bool is_octal)
{
	int bits = is_octal ? 3 : 4, first = is_octal ? 1 : 2;
	char digits[24] = "0x";
	int n = first;

	for (int shift = is_octal ? 63 : 60; shift >= 0; shift -= bits) {
		unsigned digit = value >> shift & ((1u << bits) - 1);

		if (n == first && !digit && shift)
			continue;
		digits[n++] = "0123456789abcdef"[digit];
	}
	add_text(t, digits, (uint32_t)n);
}

/* "A|B|0x400", or "0". Bits of an earlier name are not named again. */
static uint32_t flags_text(const struct fxp_source *s, uint16_t type,
			   uint64_t value, char *out)
{
	const struct fxg_type *t = &s->table->types[type];
	struct text text = {out, 0};
	uint64_t taken = 0;

	value = significant_bits(s->table, type, value);
	for (uint32_t i = t->first; i < t->first + t->n; i++) {
		const struct fxg_enumerator *e = &s->table->enumerators[i];
		const char *name = s->table->text + e->name;

		if (!e->mask || (taken & e->mask) ||
		    (value & e->mask) != e->value)
			continue;
		if (!out)
			fxp_sign_enumerator(s->api, type, i);
		add_text(&text, name, (uint32_t)fxw_length(name));
		taken |= e->mask;
	}
	if (value & ~taken)
		add_digits(&text, value & ~taken,
			   s->table->types[t->base].show == FXG_OCT);
	if (!text.n)
		add_text(&text, "0", 1);
	return text.n;
}

void fxp_constant_put_flags(struct fxw_record *r, const struct fxp_source *s,
			    struct fxw_name name, uint16_t type, uint64_t word)
{
	uint64_t value = significant_bits(s->table, type, word);
	uint32_t n, n_words;
	uint64_t *at;

	if (put_known(r, s, name, type, value))
		return;
	n = flags_text(s, type, word, NULL);
	n_words = (uint32_t)fxt_words(n);
	at = fxw_put_arg(r, FXT_ARG_STRING, name, n_words, fxt_inline_ref(n));
	if (!at)
		return;
	at[n_words - 1] = 0;
	(void)flags_text(s, type, word, (char *)at);
	register_text(s, type, value, (const char *)at, n);
}
