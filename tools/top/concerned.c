/* SPDX-License-Identifier: MIT */
/*
 * Steps that concern certain files, see concerned.h.
 */
#include "tools/top/concerned.h"

#include <stdlib.h>

#include "tools/fd/handled.h"

/* A call that has begun, was wanted, and has not ended. */
struct begun {
	uint64_t pid, tid, begin_ns;
};

struct concerned {
	struct concern *concern;
	struct begun *begun;
	size_t n_begun, space;
};

struct concerned *concerned_open(struct fxr_world *world, const char *globs)
{
	struct concerned *concerned;

	if (!globs)
		return NULL;
	concerned = fxr_new(1, sizeof(*concerned));
	concerned->concern = concern_open(world, globs);
	return concerned;
}

void concerned_close(struct concerned *concerned)
{
	if (!concerned)
		return;
	concern_close(concerned->concern);
	free(concerned->begun);
	free(concerned);
}

static void add_begun(struct concerned *concerned, const struct fxr_call *call)
{
	concerned->begun =
		fxr_grow(concerned->begun, &concerned->space,
			 concerned->n_begun + 1, sizeof(*concerned->begun));
	concerned->begun[concerned->n_begun++] = (struct begun){
		call->thread->pid, call->thread->tid, call->begin_ns};
}

static bool remove_begun(struct concerned *concerned,
			 const struct fxr_call *call)
{
	for (size_t i = concerned->n_begun; i--;) {
		struct begun *begun = &concerned->begun[i];

		if (begun->pid != call->thread->pid ||
		    begun->tid != call->thread->tid ||
		    begun->begin_ns != call->begin_ns)
			continue;
		*begun = concerned->begun[--concerned->n_begun];
		return true;
	}
	return false;
}

bool concerned_has(struct concerned *concerned, enum live_step *step,
		   const struct fxr_call *call)
{
	bool has;

	if (!concerned)
		return true;
	has = concern_has(concerned->concern, call);
	if (*step == LIVE_BEGUN && has)
		add_begun(concerned, call);
	if (*step != LIVE_ENDED)
		return has;
	if (remove_begun(concerned, call))
		return true;
	*step = LIVE_WHOLE;
	return has;
}
