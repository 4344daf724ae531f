/* SPDX-License-Identifier: MIT */
/*
 * Items that fit nothing, and what may have been meant, see names.h.
 */
#include "preload/config/names.h"

#include <stddef.h>
#include <stdint.h>

#include "preload/config/calls.h"
#include "preload/config/config.h"
#include "writer/bytes.h"

/* Longer names are not compared. */
#define NAME_BYTES 32u

/* An item without its sign and its %. */
struct wanted {
	const char *at;
	size_t n;
	bool is_group;
	char near[NAME_BYTES]; /* the nearest name; "": none is near */
	size_t distance;
};

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Whether the letters before place i of the one and k of the other are swapped
 * neighbours. */
static bool is_swapped(const struct wanted *w, size_t i, const char *name,
		       size_t k)
{
	return i > 1 && k > 1 && w->at[i - 1] == name[k - 2] &&
	       w->at[i - 2] == name[k - 1];
}

/* How many letters to change, add, leave out or swap with their neighbour. */
static size_t distance(const struct wanted *w, const char *name, size_t n)
{
	uint8_t rows[3][NAME_BYTES];

	for (size_t k = 0; k <= n; k++)
		rows[0][k] = (uint8_t)k;
	for (size_t i = 1; i <= w->n; i++) {
		uint8_t *row = rows[i % 3];
		const uint8_t *above = rows[(i + 2) % 3];

		row[0] = (uint8_t)i;
		for (size_t k = 1; k <= n; k++) {
			size_t best = least(
				least(above[k], row[k - 1]) + 1,
				above[k - 1] + (w->at[i - 1] != name[k - 1]));

			if (is_swapped(w, i, name, k))
				best = least(best,
					     rows[(i + 1) % 3][k - 2] + 1u);
			row[k] = (uint8_t)best;
		}
	}
	return rows[w->n % 3][n];
}

/* The first of the nearest; one letter of three may differ. */
static void offer(struct wanted *w, const char *name, size_t n)
{
	size_t far;

	if (n >= NAME_BYTES || w->n >= NAME_BYTES)
		return;
	far = distance(w, name, n);
	if (far * 3 > w->n || far >= w->distance)
		return;
	w->distance = far;
	fxw_copy(w->near, name, n);
	w->near[n] = 0;
}

static void offer_names(struct wanted *w, const struct fxp_names *names)
{
	const char *at = names->category;

	if (!w->is_group) {
		offer(w, names->name, fxw_length(names->name));
		return;
	}
	while (*at && *at != ':')
		at++;
	at = *at ? at + 1 : names->category;
	offer(w, at, fxw_length(at));
	offer(w, names->group, fxw_length(names->group));
	for (at = names->classes; *at; at += *at == ' ') {
		size_t n = 0;

		while (at[n] && at[n] != ' ')
			n++;
		offer(w, at, n);
		at += n;
	}
}

/* Whether the item is about some function of the table. */
static bool is_known(const char *item, const struct fxg_table *table)
{
	for (uint32_t i = 0; i < table->n_functions; i++) {
		struct fxp_names names =
			fxp_names_of(table, &table->functions[i]);

		if (!(table->functions[i].flags &
		      (FXG_F_TARGET | FXG_F_FAKE)) &&
		    fxp_calls_fits(item, &names))
			return true;
	}
	return false;
}

static void offer_table(struct wanted *w, const struct fxg_table *table)
{
	for (uint32_t i = 0; i < table->n_functions; i++) {
		struct fxp_names names =
			fxp_names_of(table, &table->functions[i]);

		offer_names(w, &names);
	}
}

static void add_text(char **to, const char *end, const char *from, size_t n)
{
	for (; n && *to < end; n--)
		*(*to)++ = *from++;
	**to = 0;
}

static void add(char **to, const char *end, const char *text)
{
	add_text(to, end, text, fxw_length(text));
}

static const char *what_is_wrong(const struct wanted *w)
{
	static char text[256];
	char *to = text;
	const char *end = text + sizeof(text) - 1;
	const char *sign = w->is_group ? "%" : "";

	add(&to, end, "has ");
	add(&to, end, sign);
	add_text(&to, end, w->at, w->n);
	add(&to, end,
	    w->is_group ? ", which is no group or category"
			: ", which is no function's name");
	if (*w->near) {
		add(&to, end, "; did you mean ");
		add(&to, end, sign);
		add(&to, end, w->near);
		add(&to, end, "?");
	}
	return text;
}

static struct wanted wanted_of(const char *item)
{
	struct wanted w = {.distance = SIZE_MAX};

	item += *item == '+' || *item == '-';
	w.is_group = *item == '%';
	w.at = item + w.is_group;
	while (w.at[w.n] && w.at[w.n] != ',')
		w.n++;
	return w;
}

const char *fxp_names_check(const char *list, const struct fxg_table *libc,
			    const struct fxg_table *(*table)(void))
{
	for (;;) {
		struct wanted w = wanted_of(list);

		if (!is_known(list, libc) && !is_known(list, table())) {
			offer_table(&w, libc);
			offer_table(&w, table());
			return what_is_wrong(&w);
		}
		list = w.at + w.n;
		if (!*list++)
			return NULL;
	}
}

#define PREFIX "FXTRACE_"
#define PREFIX_BYTES (sizeof(PREFIX) - 1)

/* The variable's name behind the prefix; false: it has none, or no value. */
static bool is_set(const char *variable, struct wanted *w)
{
	*w = (struct wanted){.distance = SIZE_MAX};
	if (fxw_length_max(variable, PREFIX_BYTES) < PREFIX_BYTES ||
	    !fxw_equal(variable, PREFIX, PREFIX_BYTES))
		return false;
	w->at = variable + PREFIX_BYTES;
	while (w->at[w->n] && w->at[w->n] != '=')
		w->n++;
	return w->n && w->at[w->n] && w->at[w->n + 1];
}

/* Whether it is none of ours, and nearly so. */
static bool is_mistyped(struct wanted *w)
{
	const char *name;

	for (unsigned i = 0; (name = fxp_config_name(i)); i++)
		offer(w, name, fxw_length(name));
	return *w->near && w->distance;
}

const char *fxp_names_check_variables(char *const *envp, const char **name)
{
	static char text[96], whole[PREFIX_BYTES + NAME_BYTES];
	char *to = text;
	const char *end = text + sizeof(text) - 1;
	struct wanted w;

	for (; envp && *envp; envp++)
		if (is_set(*envp, &w) && is_mistyped(&w))
			break;
	if (!envp || !*envp)
		return NULL;
	add(&to, end, "is no variable of fxtrace's; did you mean " PREFIX);
	add(&to, end, w.near);
	add(&to, end, "?");
	to = whole;
	add_text(&to, whole + sizeof(whole) - 1, *envp, PREFIX_BYTES + w.n);
	*name = whole;
	return text;
}
