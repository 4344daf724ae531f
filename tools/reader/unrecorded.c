/* SPDX-License-Identifier: MIT */
/*
 * Programs that are not recorded, see the header. Threads race to emit their
 * counts: the largest one counts.
 */
#include "tools/reader/unrecorded.h"

#include "tools/reader/facts.h"

/* The entry of a provider's number, made if need be; NULL: there are too
 * many. */
static struct fxr_unrecorded *entry_of(struct fxr_world *world,
				       uint32_t provider, uint32_t id)
{
	uint32_t at = fxr_map_find(&world->unrecorded_map, provider, id, 0);

	if (at != FXR_NONE)
		return &world->unrecorded[at];
	if (world->n_unrecorded == FXR_MAX_UNRECORDED)
		return NULL;
	at = (uint32_t)world->n_unrecorded++;
	fxr_map_put(&world->unrecorded_map, provider, id, 0, at);
	world->unrecorded =
		fxr_grow(world->unrecorded, &world->unrecorded_capacity,
			 world->n_unrecorded, sizeof(*world->unrecorded));
	world->unrecorded[at] = (struct fxr_unrecorded){
		.provider = provider,
		.id = id,
		.path = fxr_text("", 0),
		.why = fxr_text("", 0),
	};
	return &world->unrecorded[at];
}

static void take_larger(uint64_t *to, const struct fxt_arg *arg)
{
	uint64_t n;

	if (fxr_arg_u64(arg, &n) && n > *to)
		*to = n;
}

void fxr_take_unrecorded(struct fxr_world *world,
			 const struct fxr_record *record)
{
	struct fxr_unrecorded fact = {.path = fxr_text("", 0)};
	struct fxr_unrecorded *entry;
	uint64_t id = 0;

	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name =
			fxr_string(world->reader, record->provider, record->off,
				   &arg->name);

		if (fxr_is(name, "id"))
			(void)fxr_arg_u64(arg, &id);
		else if (fxr_is(name, "path"))
			fact.path = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "why"))
			fact.why = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "count"))
			take_larger(&fact.n, arg);
		else if (fxr_is(name, "failed"))
			take_larger(&fact.n_failed, arg);
	}
	entry = entry_of(world, record->provider->index, (uint32_t)id);
	if (!entry)
		return;
	if (fact.path.n_bytes) {
		entry->path = fact.path;
		entry->why = fact.why;
	}
	if (fact.n > entry->n)
		entry->n = fact.n;
	if (fact.n_failed > entry->n_failed)
		entry->n_failed = fact.n_failed;
}
