/* SPDX-License-Identifier: MIT */
/*
 * Names for parameters, see unnamed.h. A word behind a type is a name. Types
 * are known by their keywords. Any other word alone is the name of a type.
 */
#include "tools/shim/unnamed.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "tools/shim/scan.h"

/* A parameter, as far as it was read. */
struct part {
	const char *text; /* of everything */
	const char *at, *end;
	const char *last; /* behind the last token */
	unsigned n_words; /* that are a type or a name */
	bool is_keyword;  /* the last of them */
	bool is_void;
	bool is_unclear;
};

static bool is_among(const char *word, size_t n, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == n && memcmp(*words, word, n) == 0)
			return true;
	return false;
}

/* Words that are no type of their own. */
static bool is_qualifier(const char *word, size_t n)
{
	static const char *const words[] = {
		"const",	"volatile",   "restrict", "register",
		"struct",	"union",      "enum",	  "__const",
		"__const__",	"__restrict", "_Atomic",  "__volatile__",
		"__restrict__", NULL};

	return is_among(word, n, words);
}

static bool is_type_keyword(const char *word, size_t n)
{
	static const char *const words[] = {
		"void",	    "char",	"short",      "int",	     "long",
		"float",    "double",	"signed",     "unsigned",    "_Bool",
		"_Complex", "__int128", "__signed__", "__complex__", NULL};

	return is_among(word, n, words);
}

static bool is_unclear_word(const char *word, size_t n)
{
	static const char *const words[] = {
		"__attribute__", "__attribute",	  "__typeof__", "__typeof",
		"typeof",	 "__extension__", "_Alignas",	NULL};

	return is_among(word, n, words);
}

static size_t word_bytes(const char *at, const char *end)
{
	size_t n = 0;

	while (at + n < end &&
	       (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '$'))
		n++;
	return n;
}

static void pass_word(struct part *p, size_t n)
{
	const char *word = p->at;

	p->at += n;
	p->last = p->at;
	p->is_unclear |= is_unclear_word(word, n);
	if (is_qualifier(word, n))
		return;
	p->n_words++;
	p->is_keyword = is_type_keyword(word, n);
	p->is_void = p->n_words == 1 && n == 4 && memcmp(word, "void", 4) == 0;
}

/* Stars and qualifiers. */
static void pass_stars(struct part *p)
{
	for (;;) {
		const char *at = shim_skip_blank(p->at, p->text);
		size_t n = word_bytes(at, p->end);

		if (at >= p->end)
			return;
		if (*at == '*')
			n = 1;
		else if (!n || !is_qualifier(at, n))
			return;
		p->at = p->last = at + n;
	}
}

static bool has_name(const struct part *p)
{
	return p->n_words > 1 && !p->is_keyword;
}

/* "(*)" : the place is inside. */
static const char *place_within(struct part *p)
{
	const char *at = shim_skip_blank(p->at + 1, p->text);

	if (*at != '*' || has_name(p))
		return NULL;
	p->at = at;
	pass_stars(p);
	at = shim_skip_blank(p->at, p->text);
	return *at == ')' || *at == '[' ? p->last : NULL;
}

/* Where the parameter lacks its name, or NULL. */
static const char *place_of_name(struct part *p)
{
	bool has_star = false;

	for (;;) {
		size_t n;

		p->at = shim_skip_blank(p->at, p->text);
		n = word_bytes(p->at, p->end);
		if (p->at >= p->end || *p->at == '[')
			break;
		if (n) {
			pass_word(p, n);
		} else if (*p->at == '*') {
			has_star = true;
			pass_stars(p);
		} else {
			return *p->at == '(' && p->n_words && !p->is_unclear
				       ? place_within(p)
				       : NULL;
		}
	}
	if (!p->n_words || p->is_unclear || has_name(p) ||
	    (p->is_void && p->n_words == 1 && !has_star))
		return NULL;
	return p->last;
}

/* The comma or parenthesis behind the parameter. */
static const char *end_of_parameter(const char *at, const char *close,
				    const char *text)
{
	unsigned depth = 0;

	for (; (at = shim_skip_blank(at, text)) < close; at++) {
		if (*at == '(' || *at == '[' || *at == '{')
			depth++;
		else if (depth && (*at == ')' || *at == ']' || *at == '}'))
			depth--;
		else if (!depth && (*at == ',' || *at == ')'))
			break;
	}
	return at;
}

static void put_name(struct fxg_buffer *out, unsigned number, const char *open,
		     const char *close)
{
	const char *name = fxg_format(out->arena, "arg%u", number);

	while (memmem(open, (size_t)(close - open), name, strlen(name)))
		name = fxg_format(out->arena, "%s_", name);
	fxg_put(out, " %s", name);
}

void shim_put_named(struct fxg_buffer *out, const char *open, const char *close,
		    const char *text)
{
	const char *copied = open, *at = open + 1, *place;
	unsigned number = 1;

	for (; at < close; at++, number++) {
		struct part p = {.text = text, .at = at};

		p.end = p.last = end_of_parameter(at, close, text);
		place = place_of_name(&p);
		at = p.end;
		if (!place)
			continue;
		fxg_put(out, "%.*s", (int)(place - copied), copied);
		put_name(out, number, open, close);
		copied = place;
	}
	fxg_put(out, "%.*s", (int)(close - copied), copied);
}
