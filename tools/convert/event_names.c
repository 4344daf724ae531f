/* SPDX-License-Identifier: MIT */
/*
 * See event_names.h.
 */
#include "tools/convert/event_names.h"

#include <stdlib.h>

#define MAX_OPEN (1u << 16)
/* Of searches through stacks: a hostile file could make them quadratic. */
#define MAX_STEPS (1u << 26)

struct open_event {
	uint32_t category, name; /* indexes of texts */
};

struct thread_stack {
	struct open_event *events;
	size_t n, space;
	size_t n_beyond; /* open ones beyond the limit */
	uint64_t last_ns;
};

struct event_names {
	struct fxr_arena arena;
	struct fxr_text *texts; /* each once */
	size_t n_texts, texts_capacity;
	struct fxr_map text_map, thread_map;
	struct thread_stack *stacks;
	size_t n_stacks, stacks_capacity;
	uint64_t n_steps;
};

struct event_names *event_names_open(void)
{
	return fxr_new(1, sizeof(struct event_names));
}

void event_names_close(struct event_names *names)
{
	for (size_t i = 0; i < names->n_stacks; i++)
		free(names->stacks[i].events);
	free(names->stacks);
	free(names->texts);
	fxr_map_fini(&names->text_map);
	fxr_map_fini(&names->thread_map);
	fxr_arena_fini(&names->arena);
	free(names);
}

static uint32_t text_index(struct event_names *names, struct fxr_text text)
{
	uint64_t hash = fxr_hash(text.bytes, text.n_bytes);
	uint32_t n_same = 0, index;

	while ((index = fxr_map_find(&names->text_map, hash, text.n_bytes,
				     n_same)) != FXR_NONE) {
		if (fxr_is_same(names->texts[index], text))
			return index;
		n_same++;
	}
	index = (uint32_t)names->n_texts++;
	names->texts = fxr_grow(names->texts, &names->texts_capacity,
				names->n_texts, sizeof(*names->texts));
	names->texts[index] = fxr_arena_text(&names->arena, text);
	fxr_map_put(&names->text_map, hash, text.n_bytes, n_same, index);
	return index;
}

static struct thread_stack *stack_of(struct event_names *names, uint64_t pid,
				     uint64_t tid)
{
	uint32_t index = fxr_map_find(&names->thread_map, pid, tid, 0);

	if (index == FXR_NONE) {
		index = (uint32_t)names->n_stacks++;
		names->stacks =
			fxr_grow(names->stacks, &names->stacks_capacity,
				 names->n_stacks, sizeof(*names->stacks));
		fxr_map_put(&names->thread_map, pid, tid, 0, index);
	}
	return &names->stacks[index];
}

bool event_names_push(struct event_names *names, uint64_t pid, uint64_t tid,
		      struct fxr_text category, struct fxr_text name)
{
	struct thread_stack *stack = stack_of(names, pid, tid);

	if (stack->n == MAX_OPEN) {
		stack->n_beyond++;
		return false;
	}
	stack->events = fxr_grow(stack->events, &stack->space, stack->n + 1,
				 sizeof(*stack->events));
	stack->events[stack->n++] = (struct open_event){
		text_index(names, category), text_index(names, name)};
	return true;
}

enum event_end event_names_pop(struct event_names *names, uint64_t pid,
			       uint64_t tid, struct fxr_text *category,
			       struct fxr_text *name)
{
	struct thread_stack *stack = stack_of(names, pid, tid);
	const struct open_event *event;

	if (stack->n_beyond) {
		stack->n_beyond--;
		return EVENT_COUNTED;
	}
	if (!stack->n)
		return EVENT_NOT_BEGUN;
	event = &stack->events[--stack->n];
	*category = names->texts[event->category];
	*name = names->texts[event->name];
	return EVENT_ENDED;
}

size_t event_names_find(struct event_names *names, uint64_t pid, uint64_t tid,
			struct fxr_text category, struct fxr_text name)
{
	const struct thread_stack *stack = stack_of(names, pid, tid);
	uint32_t in_category = text_index(names, category);
	uint32_t of_name = text_index(names, name);

	for (size_t i = 0; i < stack->n && names->n_steps < MAX_STEPS;
	     i++, names->n_steps++) {
		const struct open_event *event =
			&stack->events[stack->n - 1 - i];

		if (event->category == in_category && event->name == of_name)
			return i;
	}
	return SIZE_MAX;
}

uint64_t event_names_time(struct event_names *names, uint64_t pid, uint64_t tid,
			  uint64_t ns)
{
	struct thread_stack *stack = stack_of(names, pid, tid);

	if (ns > stack->last_ns)
		stack->last_ns = ns;
	return stack->last_ns;
}
