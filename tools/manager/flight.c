/* SPDX-License-Identifier: MIT */
/*
 * Copies a circular provider, see flight.h. Names are copied last: then they
 * include all that the calls refer to.
 */
#include "tools/manager/flight.h"

#include <stdlib.h>

#include "tools/base/die.h"
#include "tools/manager/ringcopy.h"
#include "tools/archive/refs.h"

static void note_refs(void *context, uint64_t *record)
{
	refs_note(context, record);
}

static void drop_if_unused(void *context, uint64_t *record)
{
	if ((record[0] & 15) == FXT_RECORD_STRING && !refs_has(context, record))
		*record = fxt_filler_header(*record >> 4 & 0xfff);
}

/* Strings that no record refers to. */
static void drop_unused(struct chunk *names, struct chunk *calls)
{
	struct refs refs = {0};

	chunk_each_record(names, note_refs, &refs);
	chunk_each_record(calls, note_refs, &refs);
	chunk_each_record(names, drop_if_unused, &refs);
}

static struct chunk **last_of(struct chunk **at)
{
	while (*at)
		at = &(*at)->next;
	return at;
}

static struct chunk *copy_names(const struct provider *provider,
				struct emitted_losses *emitted,
				struct gather_counts *counts)
{
	const struct lent *lent = &provider->lent;
	struct chunk *names;
	struct gather gather = {
		.provider_id = provider->id,
		.secret = provider->names.secret,
		.emitted = emitted,
		.counts = counts,
		.last_ticks = UINT64_MAX,
	};
	struct durable durable;
	/* acquire: pairs with the compare-and-swap in fxw_region_take */
	uint32_t end = (uint32_t)__atomic_load_n(&lent->control->durable_alloc,
						 __ATOMIC_ACQUIRE);

	if (!durable_init(&durable))
		die("out of memory");
	names = durable_all(&durable, lent, &gather, end);
	durable_fini(&durable);
	return names;
}

static struct chunk *copy_calls(const struct provider *provider,
				struct emitted_losses *emitted,
				uint64_t last_ticks,
				struct gather_counts *counts)
{
	struct ringcopy ring;
	struct gather gather = {
		.provider_id = provider->id,
		.secret = provider->names.secret,
		.emitted = emitted,
		.counts = counts,
		.last_ticks = last_ticks,
	};

	(void)ringcopy_take(&provider->lent, &gather, &ring);
	counts->n_calls -=
		ringcopy_drop_before(ring.calls, provider->since_ticks);
	if (ring.is_torn || provider->since_ticks)
		ringcopy_drop_strays(ring.calls);
	return ring.calls;
}

void flight_take(const struct provider *provider, uint64_t last_ticks,
		 uint64_t rate, struct flight *flight)
{
	/* before the copy: calls made meanwhile are not overwritten */
	uint64_t n_made = lent_n_calls(&provider->lent);
	struct emitted_losses *emitted = emitted_new();
	struct chunk *names, *calls;

	*flight = (struct flight){0};
	calls = copy_calls(provider, emitted, last_ticks, &flight->counts);
	n_made -= n_made < provider->n_before ? n_made : provider->n_before;
	names = copy_names(provider, emitted, &flight->counts);
	if (provider->forgets_names)
		drop_unused(names, calls);
	flight->n_overwritten = n_made > flight->counts.n_calls
					? n_made - flight->counts.n_calls
					: 0;
	flight->first = provider_intro(provider->id, provider->lent.name);
	*last_of(&flight->first) = names;
	*last_of(&flight->first) = calls;
	*last_of(&flight->first) =
		provider_report(provider, emitted, flight->n_overwritten, rate,
				&flight->losses);
	free(emitted);
}
