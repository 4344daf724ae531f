/* SPDX-License-Identifier: MIT */
/*
 * Maps of compiled code, see perf_map.h.
 */
#include "tools/elf/perf_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/reader/regular.h"

#define MAX_BYTES ((uint64_t)1 << 30)
/* Places before the nearest one that are looked at: a long one may overlap many
 * that came later. */
#define MAX_BACK 64u

struct place {
	uint64_t start, n_bytes;
	struct fxr_text name;
	size_t line; /* of the file */
};

struct perf_map {
	char *bytes;
	struct place *places; /* by start */
	size_t n, capacity;
};

static char *read_all(int fd, size_t *n_bytes)
{
	struct stat st;
	char *bytes;
	ssize_t n;

	*n_bytes = 0;
	if (fstat(fd, &st) || st.st_size <= 0)
		return NULL;
	bytes = fxr_new((size_t)st.st_size + 1, 1);
	while (*n_bytes < (size_t)st.st_size &&
	       (n = read(fd, bytes + *n_bytes, (size_t)st.st_size - *n_bytes)) >
		       0)
		*n_bytes += (size_t)n;
	return bytes;
}

/* Takes the digits and the spaces behind them off the line. */
static bool take_hex(struct fxr_text *line, uint64_t *number)
{
	size_t n = 0, start = 0;

	if (line->n_bytes > 2 && !memcmp(line->bytes, "0x", 2))
		start = n = 2; /* Java's */
	*number = 0;
	while (n < line->n_bytes && n - start < 16 &&
	       isxdigit((unsigned char)line->bytes[n])) {
		int digit = line->bytes[n++] | 32;

		*number = *number << 4 |
			  (uint64_t)(digit <= '9' ? digit - '0'
						  : digit - 'a' + 10);
	}
	if (n == start || n == line->n_bytes || line->bytes[n] != ' ')
		return false;
	while (n < line->n_bytes && line->bytes[n] == ' ')
		n++;
	*line = fxr_text(line->bytes + n, line->n_bytes - n);
	return true;
}

static void take_line(struct perf_map *map, struct fxr_text line, size_t number)
{
	struct place place = {.line = number};

	if (!take_hex(&line, &place.start) ||
	    !take_hex(&line, &place.n_bytes) || !place.n_bytes || !line.n_bytes)
		return;
	place.name = line;
	map->places = fxr_grow(map->places, &map->capacity, map->n + 1,
			       sizeof(*map->places));
	map->places[map->n++] = place;
}

static int by_start(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->line < y->line ? -1 : 1;
}

static void take_lines(struct perf_map *map, size_t n_bytes)
{
	const char *at = map->bytes, *end = at + n_bytes;

	for (size_t i = 0; at < end && i < PERF_MAP_MAX_LINES; i++) {
		const char *next = memchr(at, '\n', (size_t)(end - at));
		const char *stop = next ? next : end;

		take_line(map, fxr_text(at, (size_t)(stop - at)), i);
		at = stop + 1;
	}
	if (map->n)
		qsort(map->places, map->n, sizeof(*map->places), by_start);
}

bool perf_map_is_new(int fd, uint64_t not_before_ns)
{
	struct stat st;

	return fstat(fd, &st) == 0 &&
	       (uint64_t)st.st_mtim.tv_sec * 1000000000u +
			       (uint64_t)st.st_mtim.tv_nsec >=
		       not_before_ns;
}

struct perf_map *perf_map_open(const char *path, uint64_t not_before_ns)
{
	int fd = regular_open(path, MAX_BYTES);
	struct perf_map *map;
	size_t n_bytes;

	if (fd < 0)
		return NULL;
	map = fxr_new(1, sizeof(*map));
	if (perf_map_is_new(fd, not_before_ns)) {
		map->bytes = read_all(fd, &n_bytes);
		take_lines(map, n_bytes);
	}
	close(fd);
	if (map->n)
		return map;
	perf_map_close(map);
	return NULL;
}

void perf_map_close(struct perf_map *map)
{
	if (!map)
		return;
	fxr_free(map->places);
	fxr_free(map->bytes);
	fxr_free(map);
}

/* The place of the last line that has the address, or NULL. */
static const struct place *find_place(const struct perf_map *map,
				      uint64_t address)
{
	const struct place *found = NULL;
	size_t from = 0, to = map->n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (map->places[middle].start <= address)
			from = middle + 1;
		else
			to = middle;
	}
	for (size_t i = 0; i < MAX_BACK && from; i++) {
		const struct place *place = &map->places[--from];

		if (address - place->start < place->n_bytes &&
		    (!found || place->line > found->line))
			found = place;
	}
	return found;
}

/* Cuts ":NUMBER" off the end. */
static bool cut_number(struct fxr_text *text, uint32_t *number)
{
	uint64_t value = 0, factor = 1;
	size_t n = text->n_bytes;

	while (n && isdigit((unsigned char)text->bytes[n - 1]) &&
	       factor <= 1000000000u) {
		value += factor * (uint64_t)(text->bytes[--n] - '0');
		factor *= 10;
	}
	if (n == text->n_bytes || !n || text->bytes[n - 1] != ':')
		return false;
	*number = (uint32_t)value;
	text->n_bytes = n - 1;
	return true;
}

/* The length of what V8 sets before names of scripts' code; 0: it is none. */
static size_t kind_of_script(struct fxr_text text)
{
	static const char *const kinds[] = {"JS:", "Eval:", "Script:"};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t n = strlen(kinds[i]);

		if (text.n_bytes > n && !memcmp(text.bytes, kinds[i], n))
			return n;
	}
	return 0;
}

/* "JS:~NAME FILE:LINE:COLUMN"; the mark says how it was compiled. */
static bool take_script(struct fxr_text text, struct perf_name *name)
{
	size_t n_kind = kind_of_script(text), at = text.n_bytes;
	struct fxr_text file;
	uint32_t column;

	if (!n_kind)
		return false;
	while (at > n_kind && text.bytes[at - 1] != ' ')
		at--;
	file = fxr_text(text.bytes + at, text.n_bytes - at);
	if (at == n_kind || !cut_number(&file, &column) ||
	    !cut_number(&file, &name->line))
		return false;
	name->file = file;
	text = fxr_text(text.bytes + n_kind, at - n_kind - 1);
	if (text.n_bytes && strchr("~^+*", text.bytes[0]))
		text = fxr_text(text.bytes + 1, text.n_bytes - 1);
	name->function = text.n_bytes ? text : fxr_text("(anonymous)", 11);
	return true;
}

/* "py::NAME:FILE" */
static bool take_python(struct fxr_text text, struct perf_name *name)
{
	const char *colon;

	if (text.n_bytes < 5 || memcmp(text.bytes, "py::", 4))
		return false;
	text = fxr_text(text.bytes + 4, text.n_bytes - 4);
	colon = memchr(text.bytes, ':', text.n_bytes);
	if (!colon)
		return false;
	name->function = fxr_text(text.bytes, (size_t)(colon - text.bytes));
	name->file =
		fxr_text(colon + 1, text.n_bytes - name->function.n_bytes - 1);
	return true;
}

void perf_name_split(struct fxr_text text, struct perf_name *name)
{
	*name = (struct perf_name){0};
	if (!take_script(text, name) && !take_python(text, name))
		*name = (struct perf_name){.function = text};
}

bool perf_map_find(const struct perf_map *map, uint64_t address,
		   struct perf_name *name)
{
	const struct place *place = find_place(map, address);

	*name = (struct perf_name){0};
	if (!place)
		return false;
	perf_name_split(place->name, name);
	return true;
}
