/* SPDX-License-Identifier: MIT */
/*
 * Keys of all calls of an archive, see side.h.
 */
#include "tools/diff/side.h"

#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/diff/chance.h"
#include "tools/fd/handled.h"

void side_open(struct side *side, const char *path,
	       const struct fxr_calls_options *how)
{
	*side = (struct side){.path = path};
	side->reader = archive_open(path, true);
	side->calls = fxr_calls_open(side->reader, how);
	archive_progress_end();
	side->world = fxr_calls_world(side->calls);
	side->filler.world = side->world;
	side->filler.max_blob_bytes = how->max_blob_bytes;
}

static uint32_t number_of(struct side_names *names, struct fxr_text name)
{
	uint64_t hash = fxr_hash(name.bytes, name.n_bytes);
	uint32_t number = fxr_map_find(&names->map, hash, name.n_bytes, 0);

	if (number != FXR_NONE)
		return number;
	names->names = fxr_grow(names->names, &names->space, names->n + 1,
				sizeof(*names->names));
	names->names[names->n] = name;
	fxr_map_put(&names->map, hash, name.n_bytes, 0, names->n);
	return names->n++;
}

/* By the names of this archive: their common numbers; FXR_NONE: calls are not
 * compared. */
static uint32_t *numbers_of(const struct fxr_world *world,
			    struct side_names *names,
			    const struct fxr_calls_options *is_chosen)
{
	uint32_t *numbers = fxr_new(world->n_names + 1, sizeof(*numbers));

	for (size_t i = 0; i < world->n_names; i++) {
		const struct fxr_name *name = &world->names[i];

		numbers[i] = is_chosen->is_wanted(is_chosen->context,
						  name->category, name->name)
				     ? number_of(names, name->name)
				     : FXR_NONE;
	}
	return numbers;
}

static void *space_for(size_t n, size_t item_bytes)
{
	size_t space = 0;

	return fxr_grow_bare(NULL, &space, n + 1, item_bytes);
}

static void make_space(struct side *side, const bool *is_meant)
{
	const struct fxr_world *world = side->world;
	size_t n = 0;

	side->first = fxr_new(world->n_threads + 1, sizeof(*side->first));
	side->last = fxr_new(world->n_threads + 1, sizeof(*side->last));
	for (size_t i = 0; i < world->n_threads; i++) {
		side->first[i] = side->last[i] = n;
		n += is_meant[i] ? world->threads[i].n_wanted : 0;
	}
	if (n >= UINT32_MAX)
		die("%s: more than 4 thousand million calls: choose some with "
		    "--calls, --process or --thread",
		    side->path);
	side->all = space_for(n, sizeof(*side->all));
	side->text = space_for(n, sizeof(*side->text));
	side->function = space_for(n, sizeof(*side->function));
	side->rank = space_for(n, sizeof(*side->rank));
	side->marks = fxr_new(n + 1, 1);
	spool_init(&side->places, sizeof(struct side_place));
	spool_init(&side->objects, sizeof(struct canon_object));
}

static void take_call(struct side *side, const struct fxr_call *call,
		      uint32_t function, size_t slot)
{
	struct canon_keys keys = canon_call(&side->canon, call, function);
	struct side_place place = {
		.entry = {.number = call->number,
			  .frame = call->frame,
			  .begin_off = call->begin_off,
			  .end_off = call->end_off,
			  .begin_ns = call->begin_ns,
			  .end_ns = call->end_ns,
			  .thread = (uint32_t)(call->thread -
					       side->world->threads),
			  .name = (uint32_t)(call->name - side->world->names)},
		.first_object = side->objects.n,
		.n_objects = (uint32_t)side->canon.n_objects,
		.function = function,
		.slot = (uint32_t)slot,
	};

	place.has_chance = side->canon.has_chance;
	place.is_unsure = side->canon.is_unsure;
	for (size_t i = 0; i < side->canon.n_objects; i++)
		spool_put(&side->objects, &side->canon.objects[i]);
	side->all[slot] = keys.all;
	side->text[slot] = keys.text;
	side->function[slot] = function;
	side->rank[slot] = (uint32_t)side->n_calls++;
	spool_put(&side->places, &place);
}

void side_read(struct side *side, struct side_names *names,
	       const bool *is_meant, const struct fxr_calls_options *is_chosen,
	       const char *paths)
{
	uint32_t *numbers = numbers_of(side->world, names, is_chosen);
	struct descriptors *descriptors = descriptors_open(side->world);
	struct concern *concern = concern_open(side->world, paths);
	static struct fxr_call call;

	make_space(side, is_meant);
	while (fxr_calls_next(side->calls, &call)) {
		size_t thread = (size_t)(call.thread - side->world->threads);
		size_t name = (size_t)(call.name - side->world->names);

		descriptors_take(descriptors, &call);
		side->canon.has_chance =
			chance_has(side->canon.varying, descriptors, &call);
		if (concern_has(concern, &call) && is_meant[thread] &&
		    numbers[name] != FXR_NONE)
			take_call(side, &call, numbers[name],
				  side->last[thread]++);
	}
	concern_close(concern);
	descriptors_close(descriptors);
	free(numbers);
}

void side_close(struct side *side)
{
	free(side->first);
	free(side->last);
	free(side->all);
	free(side->text);
	free(side->function);
	free(side->rank);
	free(side->marks);
	spool_fini(&side->places);
	spool_fini(&side->objects);
	canon_fini(&side->canon);
	fxr_filler_fini(&side->filler);
	fxr_calls_close(side->calls);
	fxr_close(side->reader);
}

struct side_place side_place(struct side *side, uint64_t rank)
{
	struct side_place place;

	memcpy(&place, spool_get(&side->places, rank), sizeof(place));
	return place;
}

bool side_call(struct side *side, const struct side_place *place,
	       struct fxr_call *call)
{
	return fxr_fill(&side->filler, &place->entry, call);
}

bool side_has_failed(const struct side *side)
{
	return side->places.has_failed || side->objects.has_failed;
}

void side_names_fini(struct side_names *names)
{
	fxr_map_fini(&names->map);
	free(names->names);
}
