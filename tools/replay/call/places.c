/* SPDX-License-Identifier: MIT */
/*
 * Locations of attributes, see places.h.
 */
#include "tools/replay/call/places.h"

#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/reader/number.h"
#include "tools/replay/call/order.h"

static bool is_link(struct fxr_text name)
{
	return fxr_is(name, "glLinkProgram") ||
	       fxr_is(name, "glLinkProgramARB");
}

static bool is_question(struct fxr_text name)
{
	return fxr_is(name, "glGetAttribLocation") ||
	       fxr_is(name, "glGetAttribLocationARB");
}

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	(void)context;
	return fxr_is(category, "gl") && (is_link(name) || is_question(name));
}

/* The call's first argument: the program. */
static uint64_t program_of(const struct fxr_types *types,
			   const struct fxr_call *call)
{
	uint64_t number = 0;

	if (call->n_args)
		(void)fxr_number(types, &call->args[0].value, &number);
	return number;
}

static void take_place(struct places *places, const struct fxr_call *call,
		       uint64_t link)
{
	const struct fxr_value *name = &call->args[call->n_args - 1].value;
	struct place *place;

	if (!call->has_ret ||
	    (call->ret.kind != FXR_VALUE_INT &&
	     call->ret.kind != FXR_VALUE_UINT) ||
	    call->ret.as.i64 < 0 || call->ret.as.i64 > INT32_MAX ||
	    name->kind != FXR_VALUE_STRING)
		return;
	places->places = fxr_grow(places->places, &places->space, places->n + 1,
				  sizeof(*places->places));
	place = &places->places[places->n++];
	*place = (struct place){.link = link,
				.name = fxr_arena_copy(&places->arena,
						       name->as.text.bytes,
						       name->as.text.n_bytes),
				.location = (int32_t)call->ret.as.i64};
}

static int by_link(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->link < y->link ? -1 : x->link > y->link;
}

void places_read(struct places *places, const char *path, uint32_t provider)
{
	struct fxr_calls_options how = {.is_wanted = is_wanted};
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls *calls = fxr_calls_open(reader, &how);
	struct order *order = order_open(calls, provider);
	const struct fxr_types *types = &fxr_calls_world(calls)->types;
	struct fxr_map links = {0}; /* the last link of each program */
	uint64_t *numbers = NULL;
	size_t n_links = 0, space = 0;
	const struct fxr_call *call;
	uint32_t link;

	while ((call = order_next(order))) {
		uint64_t program = program_of(types, call);

		if (is_link(call->name->name)) {
			numbers = fxr_grow(numbers, &space, n_links + 1,
					   sizeof(*numbers));
			numbers[n_links] = call->number;
			fxr_map_put(&links, program, 0, 0, (uint32_t)n_links++);
			continue;
		}
		link = fxr_map_find(&links, program, 0, 0);
		if (link != FXR_NONE && call->n_args)
			take_place(places, call, numbers[link]);
	}
	if (places->n)
		qsort(places->places, places->n, sizeof(*places->places),
		      by_link);
	free(numbers);
	fxr_map_fini(&links);
	order_close(order);
	fxr_calls_close(calls);
	fxr_close(reader);
}

size_t places_of(const struct places *places, uint64_t link,
		 const struct place **first)
{
	size_t low = 0, high = places->n, n = 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (places->places[middle].link < link)
			low = middle + 1;
		else
			high = middle;
	}
	while (low + n < places->n && places->places[low + n].link == link)
		n++;
	*first = n ? &places->places[low] : NULL;
	return n;
}

void places_fini(struct places *places)
{
	free(places->places);
	fxr_arena_fini(&places->arena);
	*places = (struct places){0};
}
