/* SPDX-License-Identifier: MIT */
/*
 * Finds declarations in C, see scan.h.
 */
#include "tools/shim/scan.h"

#include <ctype.h>
#include <string.h>

static bool is_word_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *skip_line(const char *at)
{
	for (; *at && *at != '\n'; at++)
		if (*at == '\\' && at[1])
			at++;
	return at;
}

/* Whether only white space precedes it in its line. */
static bool begins_line(const char *at, const char *text)
{
	while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return at == text || at[-1] == '\n';
}

const char *shim_skip_blank(const char *at, const char *text)
{
	for (;;) {
		if (isspace((unsigned char)*at)) {
			at++;
		} else if (at[0] == '/' && at[1] == '/') {
			at = skip_line(at);
		} else if (at[0] == '/' && at[1] == '*') {
			const char *end = strstr(at + 2, "*/");

			at = end ? end + 2 : at + strlen(at);
		} else if (*at == '#' && begins_line(at, text)) {
			at = skip_line(at);
		} else {
			return at;
		}
	}
}

static const char *skip_literal(const char *at)
{
	char quote = *at++;

	for (; *at && *at != quote && *at != '\n'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at == quote ? at + 1 : at;
}

static bool is_word(const char *at, size_t n, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == n && memcmp(*words, at, n) == 0)
			return true;
	return false;
}

/* Words before parentheses that are no parameters. */
static bool is_attribute(const char *at, size_t n)
{
	static const char *const words[] = {
		"__attribute__", "__attribute", "__asm__",	 "__asm",
		"asm",		 "__typeof__",	"__typeof",	 "typeof",
		"_Alignas",	 "__declspec",	"__extension__", NULL};

	return is_word(at, n, words);
}

void shim_scan_init(struct shim_scan *scan, const char *text)
{
	*scan = (struct shim_scan){.at = text};
}

void shim_scan_next_declaration(struct shim_scan *scan)
{
	*scan = (struct shim_scan){.at = scan->at};
}

static void pass_word(struct shim_scan *scan)
{
	static const char *const others[] = {"typedef",	 "static",     "inline",
					     "__inline", "__inline__", NULL};
	const char *word = scan->at;

	while (is_word_byte(*scan->at))
		scan->at++;
	if (scan->parens || scan->braces)
		return;
	scan->word = word;
	scan->word_bytes = (size_t)(scan->at - word);
	scan->is_static |= is_word(word, scan->word_bytes, others);
	scan->is_unclear |=
		scan->close && !is_attribute(word, scan->word_bytes);
}

/* "(name)(" : the parentheses are around the name alone. */
static bool pass_wrapped_name(struct shim_scan *scan)
{
	const char *at = scan->at + 1, *name;

	at += strspn(at, " \t\n");
	name = at;
	while (is_word_byte(*at))
		at++;
	scan->name_bytes = (size_t)(at - name);
	at += strspn(at, " \t\n");
	if (!scan->name_bytes || *at != ')')
		return false;
	at++;
	at += strspn(at, " \t\n");
	if (*at != '(')
		return false;
	scan->name = name;
	scan->at = at;
	return true;
}

static void pass_open(struct shim_scan *scan)
{
	if (!scan->parens && !scan->braces && !scan->name && scan->word &&
	    !is_attribute(scan->word, scan->word_bytes)) {
		if (!pass_wrapped_name(scan)) {
			scan->name = scan->word;
			scan->name_bytes = scan->word_bytes;
		}
		scan->open = scan->at;
	}
	scan->parens++;
	scan->at++;
}

static void pass_close(struct shim_scan *scan)
{
	scan->parens -= scan->parens > 0;
	scan->at++;
	if (!scan->parens && !scan->braces && scan->name && !scan->close)
		scan->close = scan->at;
}

/* Returns whether it ends the declaration. */
static bool pass_mark(struct shim_scan *scan)
{
	char c = *scan->at;

	if (c == '(') {
		pass_open(scan);
	} else if (c == ')') {
		pass_close(scan);
	} else if (c == '{') {
		scan->has_body |= !scan->braces && scan->close != NULL;
		scan->braces++;
		scan->at++;
	} else if (c == '}') {
		scan->braces -= scan->braces > 0;
		scan->at++;
		return !scan->braces && !scan->parens && scan->has_body;
	} else {
		if (!scan->parens && !scan->braces) {
			scan->is_static |= c == '=';
			scan->is_unclear |= scan->close && c != ';';
		}
		scan->at++;
		return c == ';' && !scan->braces && !scan->parens;
	}
	return false;
}

enum shim_found shim_scan_step(struct shim_scan *scan)
{
	if (!*scan->at)
		return SHIM_AT_END;
	if (!scan->begin)
		scan->begin = scan->at;
	if (is_word_byte(*scan->at)) {
		pass_word(scan);
		return SHIM_NOTHING;
	}
	if (*scan->at == '"' || *scan->at == '\'') {
		scan->at = skip_literal(scan->at);
		return SHIM_NOTHING;
	}
	return pass_mark(scan) ? SHIM_DECLARED : SHIM_NOTHING;
}
