/* SPDX-License-Identifier: MIT */
/*
 * The plain name of a function, see plain.h. By the letters alone, so that it
 * is the same for names of archives from elsewhere. What becomes of a name need
 * not be a function: nobody looks for cxa_atexit.
 */
#include "writer/plain.h"

#include "writer/bytes.h"
#include "writer/glob.h"

struct part {
	char text[10];
};

/* Longer ones first. */
static const struct part prefixes[] = {
	{"__isoc99_"}, {"__isoc23_"}, {"__posix_"}, {"__libc_"}, {"__sysv_"},
	{"__bsd_"},    {"__xpg_"},    {"_IO_"},	    {"__"},
};
/* Only of names that begin like these. */
static const struct part suffixes[] = {{"_chk"}, {"_2"}};
/* The offset's width is not always at the end. */
static const struct {
	char wide[12], plain[12];
} odd[] = {
	{"readdir64_r", "readdir_r"}, {"preadv64v2", "preadv2"},
	{"pwritev64v2", "pwritev2"},  {"lockf64", "lockf"},
	{"_setjmp", "setjmp"},	      {"_longjmp", "longjmp"},
};

static bool starts(const char *text, const char *with)
{
	while (*with && *text == *with)
		text++, with++;
	return !*with;
}

/* n  of the text; shortened by the end, if it has that and more */
static bool cut_end(const char *text, size_t *n, const char *end)
{
	size_t n_end = fxw_length(end);

	if (*n <= n_end || !starts(text + *n - n_end, end))
		return false;
	*n -= n_end;
	return true;
}

/* stat and mknod with a version in front: __xstat, __fxstat, __lxstat. */
static size_t cut_x(char *text, size_t n)
{
	size_t x = *text == 'f' || *text == 'l';

	if (text[x] != 'x' ||
	    (!starts(text + x + 1, "stat") && !starts(text + x + 1, "mknod")))
		return n;
	for (; x + 1 < n; x++)
		text[x] = text[x + 1];
	return n - 1;
}

/* What the library's own prefix hides. */
static bool cut_prefix(const char *name, size_t n, char *text)
{
	size_t n_prefix = 0;

	for (unsigned i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (!n_prefix && starts(name, prefixes[i].text))
			n_prefix = fxw_length(prefixes[i].text);
	if (!n_prefix || n_prefix == n)
		return false;
	n -= n_prefix;
	for (size_t i = 0; i < n; i++)
		text[i] = name[n_prefix + i];
	for (unsigned i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (cut_end(text, &n, suffixes[i].text))
			break;
	text[n] = 0;
	n = cut_x(text, n);
	text[n] = 0;
	return true;
}

/* Offsets of 64 bits. sinf64 is of another kind: _Float64. */
static bool cut_width(const char *name, size_t n, char *text)
{
	if (!cut_end(name, &n, "64") || name[n - 1] == 'f')
		return false;
	for (size_t i = 0; i < n; i++)
		text[i] = name[i];
	text[n] = 0;
	return true;
}

static bool is_equal(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

/* gcc 10 takes a copy of as many bytes for one that overflows. */
static void put_text(char *to, const char *from)
{
	while ((*to++ = *from++))
		;
}

bool fxw_plainer(const char *name, struct fxw_plain *plain)
{
	size_t n = fxw_length(name);

	if (n >= sizeof(plain->name))
		return false;
	for (unsigned i = 0; i < sizeof(odd) / sizeof(*odd); i++)
		if (is_equal(name, odd[i].wide)) {
			put_text(plain->name, odd[i].plain);
			return true;
		}
	return cut_prefix(name, n, plain->name) ||
	       cut_width(name, n, plain->name);
}

bool fxw_plain_fits(const char *glob, size_t n_glob, const char *name)
{
	struct fxw_plain plain;

	if (fxw_glob_fits(glob, n_glob, name, fxw_length(name)))
		return true;
	for (; fxw_plainer(name, &plain); name = plain.name)
		if (fxw_glob_fits(glob, n_glob, plain.name,
				  fxw_length(plain.name)))
			return true;
	return false;
}
