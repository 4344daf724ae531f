/* SPDX-License-Identifier: MIT */
/*
 * The steps of compare.h. Calls are aligned three times, each time those
 * between existing pairs. The keys are all values, then the texts and constants
 * that calls got, then the function alone.
 */
#include "tools/diff/compare.h"

#include <stdlib.h>
#include <string.h>

#include "tools/diff/align.h"

/* --- reading ------------------------------------------------------------- */

/* For each thread, whether the words select it. */
static bool *meant_threads(struct fxr_world *world,
			   const struct filter_words *words)
{
	bool *is_meant = fxr_new(world->n_threads + 1, sizeof(*is_meant));
	struct filter *filter = filter_open(words);
	static struct fxr_call call;

	for (size_t i = 0; i < world->n_threads; i++) {
		call.thread = &world->threads[i];
		is_meant[i] = filter_has(filter, world, &call, 0);
	}
	filter_close(filter);
	return is_meant;
}

/* For each thread, the ids of its partner. */
static struct canon_ids *partners_of(const struct compare *compare, unsigned s)
{
	const struct fxr_world *mine = compare->sides[s].world;
	const struct fxr_world *theirs = compare->sides[!s].world;
	struct canon_ids *ids = fxr_new(mine->n_threads + 1, sizeof(*ids));

	for (size_t i = 0; i < mine->n_threads; i++) {
		uint32_t other = compare->match.threads[s][i];

		if (other != FXR_NONE)
			ids[i] = canon_ids_of(theirs, &theirs->threads[other]);
	}
	return ids;
}

void compare_read(struct compare *compare, struct canon_how how,
		  const struct filter_words *words,
		  const struct fxr_calls_options *is_chosen)
{
	struct side *sides = compare->sides;
	bool *is_meant[2];

	match_init(&compare->match, sides[0].world, sides[1].world);
	for (unsigned s = 0; s < 2; s++)
		is_meant[s] = meant_threads(sides[s].world, words);
	/* a selected thread also selects its partner */
	for (size_t i = 0; i < sides[0].world->n_threads; i++) {
		uint32_t other = compare->match.threads[0][i];

		if (other != FXR_NONE)
			is_meant[0][i] = is_meant[1][other] =
				is_meant[0][i] || is_meant[1][other];
	}
	for (unsigned s = 0; s < 2; s++) {
		canon_init(&sides[s].canon, sides[s].world, compare->varying,
			   how);
		compare->partners[s] = partners_of(compare, s);
		sides[s].canon.partners = compare->partners[s];
		side_read(&sides[s], &compare->names, is_meant[s], is_chosen,
			  words->paths);
		free(is_meant[s]);
	}
}

/* --- aligning ------------------------------------------------------------ */

/* The keys of one step. */
static void choose_keys(struct compare *compare, struct align *align,
			unsigned step)
{
	for (unsigned s = 0; s < 2; s++) {
		const struct side *side = &compare->sides[s];

		align->wide[s] = side->all;
		align->narrow[s] = step == 0   ? NULL
				   : step == 1 ? side->text
					       : side->function;
		align->marks[s] = side->marks;
	}
	align->mark = step ? SIDE_PAIRED : SIDE_ALIKE;
}

/* Aligns the calls between pairs. */
static void align_gaps(struct align *align, struct align_range range)
{
	size_t at[2] = {range.from[0], range.from[1]};

	while (at[0] < range.to[0] || at[1] < range.to[1]) {
		struct align_range gap = {{at[0], at[1]}, {at[0], at[1]}};

		for (unsigned s = 0; s < 2; s++) {
			while (gap.to[s] < range.to[s] &&
			       align->marks[s][gap.to[s]] == SIDE_ALONE)
				gap.to[s]++;
			/* and over the one that ends it */
			at[s] = gap.to[s] + 1;
		}
		if (gap.from[0] < gap.to[0] && gap.from[1] < gap.to[1])
			align_run(align, gap);
	}
}

static void align_threads(struct compare *compare, size_t a, size_t b)
{
	const struct side *sides = compare->sides;
	struct align_range range = {{sides[0].first[a], sides[1].first[b]},
				    {sides[0].last[a], sides[1].last[b]}};
	struct align align = {.n_sample = 0};

	choose_keys(compare, &align, 0);
	align_run(&align, range);
	for (unsigned step = 1; step < 3; step++) {
		choose_keys(compare, &align, step);
		align_gaps(&align, range);
	}
}

void compare_align(struct compare *compare)
{
	for (size_t i = 0; i < compare->sides[0].world->n_threads; i++)
		if (compare->match.threads[0][i] != FXR_NONE)
			align_threads(compare, i, compare->match.threads[0][i]);
}

/* --- reporting ----------------------------------------------------------- */

static struct strand strand_of(const struct compare *compare, uint32_t a,
			       uint32_t b)
{
	struct strand strand = {.threads = {a, b}};

	for (unsigned s = 0; s < 2; s++) {
		if (strand.threads[s] == FXR_NONE)
			continue;
		strand.at[s] = compare->sides[s].first[strand.threads[s]];
		strand.end[s] = compare->sides[s].last[strand.threads[s]];
	}
	strand.next = strand.at[0];
	return strand;
}

/* The call at the strand's place on that side has no partner. */
static void take_alone(struct compare *compare, struct strand *strand,
		       unsigned s)
{
	struct side *side = &compare->sides[s];

	tally_alone(&compare->tally, side->function[strand->at[s]], s);
	if (compare->has_report)
		report_alone(compare->report, strand, s);
	strand->at[s]++;
}

static void take_added(struct compare *compare, struct strand *strand)
{
	const struct side *side = &compare->sides[1];

	while (strand->at[1] < strand->end[1] &&
	       side->marks[strand->at[1]] == SIDE_ALONE)
		take_alone(compare, strand, 1);
}

/* Stores the pairs of objects that the calls at the strand's places use.
 * Returns the place of the first object that differs, or NULL. */
static const uint16_t *match_objects(struct compare *compare,
				     const struct strand *strand,
				     const struct side_place *a)
{
	struct side *sides = compare->sides;
	uint64_t rank = sides[1].rank[strand->at[1]];
	struct side_place b = side_place(&sides[1], rank);
	uint32_t scope = sides[0].world->threads[strand->threads[0]].process;
	static uint16_t place;
	bool is_found = false;

	for (uint32_t i = 0; i < a->n_objects && i < b.n_objects; i++) {
		struct canon_object x, y;

		memcpy(&x, spool_get(&sides[0].objects, a->first_object + i),
		       sizeof(x));
		memcpy(&y, spool_get(&sides[1].objects, b.first_object + i),
		       sizeof(y));
		if (objects_match(&compare->objects, scope, &x, &y) || is_found)
			continue;
		is_found = true;
		place = x.place;
	}
	return is_found ? &place : NULL;
}

static void take_pair(struct compare *compare, struct strand *strand,
		      const struct side_place *a)
{
	const struct side *side = &compare->sides[0];
	bool is_changed =
		side->marks[strand->at[0]] == SIDE_PAIRED || a->is_unsure;
	const uint16_t *place =
		a->n_objects ? match_objects(compare, strand, a) : NULL;

	if (is_changed || place)
		is_changed =
			compare->has_report
				? report_pair(compare->report, strand, place)
				: report_is_change(compare->report, strand,
						   place);
	tally_pair(&compare->tally, a->function, is_changed);
	if (!is_changed && compare->has_report)
		report_alike(compare->report, strand);
	strand->at[0]++;
	strand->at[1]++;
}

/* The next call of the first archive. */
static void take_call(struct compare *compare, uint64_t rank)
{
	struct side *side = &compare->sides[0];
	struct side_place place = side_place(side, rank);
	struct strand *strand = &compare->strands[place.entry.thread];

	if (side->marks[place.slot] == SIDE_ALONE) {
		take_alone(compare, strand, 0);
	} else {
		take_added(compare, strand);
		take_pair(compare, strand, &place);
	}
	if (strand->at[0] < strand->end[0])
		return;
	take_added(compare, strand);
	report_end(compare->report, strand);
}

void compare_report(struct compare *compare, struct report *report)
{
	struct side *sides = compare->sides;
	const uint32_t *partners = compare->match.threads[0];

	compare->report = report;
	compare->n_strands = sides[0].world->n_threads;
	compare->strands =
		fxr_new(compare->n_strands + 1, sizeof(*compare->strands));
	for (uint32_t i = 0; i < compare->n_strands; i++)
		compare->strands[i] = strand_of(compare, i, partners[i]);
	for (uint64_t i = 0; i < sides[0].n_calls && !ferror(stdout); i++)
		take_call(compare, i);
	/* of threads without a call in the first one */
	for (size_t i = 0; i < compare->n_strands && !ferror(stdout); i++) {
		take_added(compare, &compare->strands[i]);
		report_end(report, &compare->strands[i]);
	}
	for (uint32_t i = 0; i < sides[1].world->n_threads; i++) {
		struct strand strand = strand_of(compare, FXR_NONE, i);

		if (compare->match.threads[1][i] != FXR_NONE)
			continue;
		take_added(compare, &strand);
		report_end(report, &strand);
	}
}

void compare_fini(struct compare *compare)
{
	for (size_t i = 0; i < compare->n_strands; i++)
		pen_fini(&compare->strands[i].text);
	free(compare->strands);
	match_fini(&compare->match);
	free(compare->partners[0]);
	free(compare->partners[1]);
	objects_fini(&compare->objects);
	tally_fini(&compare->tally);
	side_names_fini(&compare->names);
	varying_close(compare->varying);
	side_close(&compare->sides[0]);
	side_close(&compare->sides[1]);
}
