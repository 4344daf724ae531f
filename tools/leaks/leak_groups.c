/* SPDX-License-Identifier: MIT */
#include "tools/leaks/leak_groups.h"

#include <stdlib.h>

struct leak_group *leak_groups_add(struct leak_groups *groups,
				   const struct held *item,
				   const struct fxr_call *call, size_t function)
{
	bool has_stack = call->stack.kind == FXR_VALUE_UINT;
	uint64_t place = has_stack ? call->stack.as.u64 : item->n_bytes;
	uint64_t what =
		((uint64_t)item->process * LEAK_N_KINDS + item->kind) * 2 +
		has_stack;
	uint32_t at = fxr_map_find(&groups->map, what, function, place);
	bool is_new =
		at == FXR_NONE || (!has_stack && item->kind != LEAK_MEMORY);

	if (is_new) {
		at = (uint32_t)groups->n;
		groups->all = fxr_grow(groups->all, &groups->space,
				       groups->n + 1, sizeof(*groups->all));
		groups->all[groups->n++] = (struct leak_group){.first = *item};
		fxr_map_put(&groups->map, what, function, place, at);
	}
	groups->all[at].n++;
	groups->all[at].n_bytes += item->n_bytes;
	groups->n_of[item->kind]++;
	groups->n_bytes_of[item->kind] += item->n_bytes;
	return is_new ? &groups->all[at] : NULL;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int by_weight(const void *left, const void *right)
{
	const struct leak_group *a = left, *b = right;
	int order = compare_numbers(a->first.kind, b->first.kind);

	if (!order)
		order = compare_numbers(b->n_bytes, a->n_bytes);
	if (!order)
		order = compare_numbers(b->n, a->n);
	return order ? order : compare_numbers(a->first.call, b->first.call);
}

void leak_groups_sort(struct leak_groups *groups)
{
	if (groups->n)
		qsort(groups->all, groups->n, sizeof(*groups->all), by_weight);
}

void leak_groups_fini(struct leak_groups *groups)
{
	for (size_t i = 0; i < groups->n; i++)
		free(groups->all[i].text);
	free(groups->all);
	fxr_map_fini(&groups->map);
}
