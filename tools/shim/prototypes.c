/* SPDX-License-Identifier: MIT */
/*
 * Plain C and its annotations, see prototypes.h.
 */
#include "tools/shim/prototypes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/shim/scan.h"
#include "tools/shim/unnamed.h"

/* "api NAME", behind comments. */
bool shim_is_description(const char *text)
{
	while (*text == '#' || isspace((unsigned char)*text)) {
		/* in plain C these are for the preprocessor */
		if (strncmp(text, "#include", 8) == 0 ||
		    strncmp(text, "#define", 7) == 0)
			return false;
		text += *text == '#' ? strcspn(text, "\n") : 1;
	}
	return strncmp(text, "api ", 4) == 0 || strncmp(text, "api\t", 4) == 0;
}

/* An annotation of a value, "NAME: ...", or of the function. */
static bool is_note(const char *at)
{
	static const char *const words[] = {
		"leaf",	       "tail",	   "error",
		"group",       "category", "printf",
		"scanf",       "variadic", "extra",
		"default",     "noreturn", "compact",
		"no_effect",   "orders",   "orders_after",
		"twice",       "list",	   "by_key",
		"never",       "waits",	   "waits_for_input",
		"late_errors", "needs",
	};
	size_t n = 0;

	while (isalnum((unsigned char)at[n]) || at[n] == '_')
		n++;
	if (!n)
		return false;
	if (at[n + strspn(at + n, " \t")] == ':')
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i]) == n && memcmp(words[i], at, n) == 0)
			return true;
	return false;
}

/* The exported function that is declared, or NULL. */
static struct shim_symbol *find_symbol(const struct shim_library *library,
				       struct fxg_arena *arena,
				       const struct shim_scan *scan)
{
	if (!scan->name || scan->is_static)
		return NULL;
	return shim_library_find(library,
				 fxg_copy(arena, scan->name, scan->name_bytes));
}

static void add_note(struct shim_symbol *symbol, struct fxg_arena *arena,
		     const char *line, size_t n)
{
	if (symbol)
		symbol->notes = fxg_format(arena, "%s\t%.*s\n",
					   symbol->notes ? symbol->notes : "",
					   (int)n, line);
}

void shim_notes_take(struct shim_library *library, struct fxg_arena *arena,
		     char *text)
{
	struct shim_symbol *last = NULL;
	bool has_last = false;
	struct shim_scan scan;
	enum shim_found found = SHIM_NOTHING;

	for (shim_scan_init(&scan, text); found != SHIM_AT_END;) {
		const char *at = shim_skip_blank(scan.at, text);
		size_t n = strcspn(at, "\n");

		scan.at = at;
		if (!scan.begin && has_last && at > text &&
		    (at[-1] == '\t' || at[-1] == ' ') && is_note(at)) {
			add_note(last, arena, at, n);
			memset(text + (at - text), ' ', n);
			continue;
		}
		found = shim_scan_step(&scan);
		if (found != SHIM_DECLARED)
			continue;
		has_last = scan.name != NULL;
		last = find_symbol(library, arena, &scan);
		shim_scan_next_declaration(&scan);
	}
}

void shim_statements_take(char *text, struct fxg_buffer *statements)
{
	static const char word[] = "#pragma fxtrace ";
	size_t n;

	for (; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		if (strncmp(text, word, strlen(word)) != 0)
			continue;
		fxg_put(statements, "%.*s\n", (int)(n - strlen(word)),
			text + strlen(word));
		memset(text, ' ', n);
	}
}

/* Words before parentheses that are no function's name. */
static bool is_type(const char *name, size_t n)
{
	static const char *const words[] = {"_Atomic", "_BitInt",
					    "typeof_unqual"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i]) == n && memcmp(words[i], name, n) == 0)
			return true;
	return false;
}

/* "FILE:LINE" of a place in what the preprocessor made of a file, by its
 * markers: # LINE "FILE" */
static const char *place_of(struct fxg_arena *arena, const char *text,
			    const char *at)
{
	const char *file = "";
	int n_file = 0;
	long line = 1;

	for (const char *end; text < at; text = end + (*end == '\n')) {
		end = text + strcspn(text, "\n");
		if (text[0] == '#' && text[1] == ' ' &&
		    isdigit((unsigned char)text[2])) {
			line = strtol(text + 2, NULL, 10);
			file = text + strcspn(text, "\"\n");
			file += *file == '"';
			n_file = (int)strcspn(file, "\"\n");
		} else if (at > end) {
			line++;
		}
	}
	return fxg_format(arena, "%.*s:%ld", n_file, file, line);
}

static const char *missing(struct fxg_arena *arena, const char *text,
			   const struct shim_scan *scan, const char *at)
{
	return fxg_format(arena, "%s: a ; is missing behind %.*s(...)",
			  place_of(arena, text, at), (int)scan->name_bytes,
			  scan->name);
}

/* Behind parameters is a word that is no attribute: the next declaration has
 * begun. */
const char *shim_prototypes_fault(struct fxg_arena *arena, const char *text)
{
	enum shim_found found = SHIM_NOTHING;
	const char *fault = NULL;
	struct shim_scan scan;
	bool was_clear;

	for (shim_scan_init(&scan, text);;) {
		scan.at = shim_skip_blank(scan.at, text);
		was_clear = !scan.is_unclear && !scan.has_body && scan.close;
		if (was_clear &&
		    (isalpha((unsigned char)*scan.at) || *scan.at == '_'))
			fault = scan.close;
		found = shim_scan_step(&scan);
		if (was_clear && !scan.is_unclear && found != SHIM_AT_END)
			fault = NULL; /* an attribute */
		if (found == SHIM_NOTHING)
			continue;
		if (found == SHIM_AT_END && scan.close && !scan.has_body)
			fault = scan.close;
		if (fault && !is_type(scan.name, scan.name_bytes))
			return missing(arena, text, &scan, fault);
		if (found == SHIM_AT_END)
			return NULL;
		fault = NULL;
		shim_scan_next_declaration(&scan);
	}
}

size_t shim_prototypes_define(const struct shim_library *library,
			      const char *text, struct fxg_buffer *out)
{
	bool *is_done = fxg_alloc(out->arena, library->n_symbols);
	const char *copied = text;
	enum shim_found found = SHIM_NOTHING;
	struct shim_symbol *symbol;
	struct shim_scan scan;
	size_t n = 0;

	for (shim_scan_init(&scan, text); found != SHIM_AT_END;) {
		scan.at = shim_skip_blank(scan.at, text);
		found = shim_scan_step(&scan);
		if (found != SHIM_DECLARED)
			continue;
		symbol = find_symbol(library, out->arena, &scan);
		if (symbol && scan.close && !scan.has_body &&
		    !scan.is_unclear && !is_done[symbol - library->symbols]) {
			/* the rest is advice for the compiler */
			fxg_put(out, "%.*s", (int)(scan.open - copied), copied);
			shim_put_named(out, scan.open, scan.close, text);
			fxg_put(out, " { __builtin_trap(); }");
			copied = scan.at;
			is_done[symbol - library->symbols] = true;
			n++;
		}
		shim_scan_next_declaration(&scan);
	}
	fxg_put(out, "%s", copied);
	return n;
}
