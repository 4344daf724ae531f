/* SPDX-License-Identifier: MIT */
/*
 * See account.h. Rows are found by a hash of their names.
 */
#include "tools/io/account.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/reader/memory.h"
#include "tools/replay/time/histogram.h"

#define MAX_SAID 20u
#define MAX_FILES (1u << 20) /* further ones are one row */
#define FILES_SHOWN 20u

struct row {
	char *name;
	uint64_t n, n_different;
	uint64_t recorded_ns, replayed_ns;
	struct histogram *recorded, *replayed; /* of functions */
};

struct rows {
	struct row *items;
	size_t n, capacity;
	struct fxr_map by_name;
};

struct account {
	pthread_mutex_t lock;
	struct rows functions, files, kinds;
	uint64_t n_made, n_different, n_skipped;
};

struct account *account_open(void)
{
	struct account *account = fxr_new(1, sizeof(*account));

	pthread_mutex_init(&account->lock, NULL);
	return account;
}

static void free_rows(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		free(rows->items[i].name);
		free(rows->items[i].recorded);
		free(rows->items[i].replayed);
	}
	free(rows->items);
	fxr_map_fini(&rows->by_name);
}

void account_close(struct account *account)
{
	if (!account)
		return;
	free_rows(&account->functions);
	free_rows(&account->files);
	free_rows(&account->kinds);
	pthread_mutex_destroy(&account->lock);
	free(account);
}

static struct row *row_of(struct rows *rows, const char *name)
{
	size_t n = strlen(name);
	uint64_t hash = fxr_hash(name, n);
	uint32_t at = fxr_map_find(&rows->by_name, hash, n, 0);

	if (at == FXR_NONE && rows->n == MAX_FILES)
		at = MAX_FILES - 1;
	if (at != FXR_NONE)
		return &rows->items[at];
	rows->items = fxr_grow(rows->items, &rows->capacity, rows->n + 1,
			       sizeof(*rows->items));
	fxr_map_put(&rows->by_name, hash, n, 0, (uint32_t)rows->n);
	if (rows->n == MAX_FILES - 1)
		name = "(others)";
	rows->items[rows->n].name =
		memcpy(fxr_new(1, strlen(name) + 1), name, strlen(name) + 1);
	return &rows->items[rows->n++];
}

static void add_row(struct row *row, const struct account_made *made)
{
	row->n++;
	row->n_different += made->difference != NULL;
	row->recorded_ns += made->recorded_ns;
	row->replayed_ns += made->replayed_ns;
}

void account_add(struct account *account, const struct account_made *made)
{
	struct row *row;

	pthread_mutex_lock(&account->lock);
	row = row_of(&account->functions, made->function);
	add_row(row, made);
	if (!row->recorded) {
		row->recorded = fxr_new(1, sizeof(*row->recorded));
		row->replayed = fxr_new(1, sizeof(*row->replayed));
	}
	histogram_add(row->recorded, made->recorded_ns);
	histogram_add(row->replayed, made->replayed_ns);
	if (made->file)
		add_row(row_of(&account->files, made->file), made);
	account->n_made++;
	if (made->difference && account->n_different++ < MAX_SAID)
		say("call %" PRIu64 ", %s%s%s: %s", made->number,
		    made->function, made->file ? " of " : "",
		    made->file ? made->file : "", made->difference);
	pthread_mutex_unlock(&account->lock);
}

void account_skip(struct account *account, const char *kind)
{
	pthread_mutex_lock(&account->lock);
	row_of(&account->kinds, kind)->n++;
	account->n_skipped++;
	pthread_mutex_unlock(&account->lock);
}

static int by_time(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->replayed_ns != y->replayed_ns)
		return x->replayed_ns < y->replayed_ns ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int by_count(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? 1 : -1;
	return strcmp(x->name, y->name);
}

static double to_us(uint64_t ns)
{
	return (double)ns / 1e3;
}

static void print_functions(const struct rows *rows, FILE *out)
{
	fprintf(out, "%10s %8s  %12s %9s %9s  %12s %9s %9s  %s\n", "", "",
		"recorded, us", "", "", "replayed, us", "", "", "");
	fprintf(out, "%10s %8s  %12s %9s %9s  %12s %9s %9s  %s\n", "calls",
		"differ", "total", "median", "99 %", "total", "median", "99 %",
		"function");
	for (size_t i = 0; i < rows->n; i++) {
		const struct row *row = &rows->items[i];

		fprintf(out,
			"%10" PRIu64 " %8" PRIu64
			"  %12.1f %9.2f %9.2f  %12.1f %9.2f %9.2f  %s\n",
			row->n, row->n_different, to_us(row->recorded_ns),
			to_us(histogram_percentile(row->recorded, 50)),
			to_us(histogram_percentile(row->recorded, 99)),
			to_us(row->replayed_ns),
			to_us(histogram_percentile(row->replayed, 50)),
			to_us(histogram_percentile(row->replayed, 99)),
			row->name);
	}
}

static void print_file(const struct row *row, FILE *out)
{
	fprintf(out, "%10" PRIu64 " %8" PRIu64 "  %12.1f %32.1f %20s  ", row->n,
		row->n_different, to_us(row->recorded_ns),
		to_us(row->replayed_ns), "");
	for (const char *c = row->name; *c; c++)
		fputc((unsigned char)*c < 32 || *c == 127 ? '?' : *c, out);
	fputc('\n', out);
}

static void print_files(const struct rows *rows, FILE *out)
{
	static char others[] = "(others)";
	struct row rest = {.name = others};

	for (size_t i = 0; i < rows->n; i++) {
		const struct row *row = &rows->items[i];

		if (i < FILES_SHOWN) {
			print_file(row, out);
			continue;
		}
		rest.n += row->n;
		rest.n_different += row->n_different;
		rest.recorded_ns += row->recorded_ns;
		rest.replayed_ns += row->replayed_ns;
	}
	if (rest.n)
		print_file(&rest, out);
}

void account_print(struct account *account, FILE *out)
{
	struct rows *rows = &account->functions;

	if (rows->n)
		qsort(rows->items, rows->n, sizeof(*rows->items), by_time);
	print_functions(rows, out);
	rows = &account->files;
	if (rows->n) {
		qsort(rows->items, rows->n, sizeof(*rows->items), by_time);
		fprintf(out, "%10s %8s  %12s %32s %20s  %s\n", "calls",
			"differ", "recorded, us", "replayed, us", "", "file");
		print_files(rows, out);
	}
	rows = &account->kinds;
	if (!rows->n)
		return;
	qsort(rows->items, rows->n, sizeof(*rows->items), by_count);
	fprintf(out, "%10s  not replayed\n", "calls");
	for (size_t i = 0; i < rows->n; i++)
		fprintf(out, "%10" PRIu64 "  %s\n", rows->items[i].n,
			rows->items[i].name);
}

uint64_t account_n_made(const struct account *account)
{
	return account->n_made;
}

uint64_t account_n_different(const struct account *account)
{
	return account->n_different;
}

uint64_t account_n_skipped(const struct account *account)
{
	return account->n_skipped;
}
