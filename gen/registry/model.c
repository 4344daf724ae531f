/* SPDX-License-Identifier: MIT */
/*
 * The contents of a registry in order: commands by name, each once; constants
 * by name, each once; groups with their constants. Of several constants of a
 * value it has the name that people know.
 */
#include "gen/registry/registry.h"

#include <stdlib.h>
#include <string.h>

/* The value as C writes it: 0x1F00, 1u, EGL_CAST(EGLint,-1), ((int)0xFFFF). */
static uint64_t number_of(const char *value)
{
	const char *comma = strchr(value, ',');
	const char *at = comma ? comma + 1 : value + strspn(value, "( ");

	return strtoull(at, NULL, 0);
}

static bool ends_in_vendor(const struct reg_registry *registry,
			   const char *name)
{
	size_t n = strlen(name), i;

	for (i = 0; i < registry->vendors.n; i++) {
		const char *vendor = registry->vendors.items[i];
		size_t k = strlen(vendor);

		if (n > k && !strcmp(name + n - k, vendor))
			return true;
	}
	return false;
}

static int by_constant_name(const void *a, const void *b)
{
	const struct reg_constant *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static int by_command_name(const void *a, const void *b)
{
	const struct reg_command *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static int by_group_name(const void *a, const void *b)
{
	const struct reg_group *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_list(struct reg_list *list,
		      int (*order)(const void *a, const void *b))
{
	size_t i, kept = 0;

	if (list->n)
		qsort(list->items, list->n, sizeof(void *), order);
	for (i = 0; i < list->n; i++)
		if (!kept || order(&list->items[kept - 1], &list->items[i]))
			list->items[kept++] = list->items[i];
	list->n = kept;
}

struct reg_group *reg_find_group(const struct reg_registry *registry,
				 const char *name)
{
	size_t i;

	for (i = 0; name && i < registry->groups.n; i++) {
		struct reg_group *group = registry->groups.items[i];

		if (!strcmp(group->name, name))
			return group;
	}
	return NULL;
}

struct reg_command *reg_find_command(const struct reg_registry *registry,
				     const char *name)
{
	size_t from = 0, to = registry->commands.n;

	while (from < to) {
		size_t middle = (from + to) / 2;
		struct reg_command *c = registry->commands.items[middle];
		int order = strcmp(name, c->name);

		if (!order)
			return c;
		if (order < 0)
			to = middle;
		else
			from = middle + 1;
	}
	return NULL;
}

/* Of two names of one value the one without a vendor, and the shorter one. */
static bool is_better(const struct reg_constant *a,
		      const struct reg_constant *b)
{
	if (a->has_vendor != b->has_vendor)
		return b->has_vendor;
	return strlen(a->name) < strlen(b->name);
}

static void add_to_group(struct reg_registry *registry, struct reg_group *group,
			 struct reg_constant *c)
{
	size_t i;

	for (i = 0; i < group->constants.n; i++) {
		struct reg_constant *other = group->constants.items[i];

		if (other->number != c->number)
			continue;
		if (is_better(c, other))
			group->constants.items[i] = c;
		return;
	}
	reg_add(registry->arena, &group->constants, c);
}

static void group_constant(struct reg_registry *registry,
			   struct reg_constant *c, const char *name)
{
	struct reg_group *group = reg_find_group(registry, name);

	if (!group) {
		group = fxg_alloc(registry->arena, sizeof(*group));
		group->name = name;
		reg_add(registry->arena, &registry->groups, group);
	}
	group->is_flags |= c->is_bit;
	add_to_group(registry, group, c);
}

/* As the constant itself says, in registries of 2020 and later. */
static void group_by_own(struct reg_registry *registry, struct reg_constant *c)
{
	const char *at = c->groups;

	while (at && *at) {
		size_t n = strcspn(at, ",");

		group_constant(registry, c, fxg_copy(registry->arena, at, n));
		at += n + (at[n] == ',');
	}
}

static void group_by_lists(struct reg_registry *registry)
{
	size_t i;

	for (i = 0; i < registry->members.n; i++) {
		struct reg_member *member = registry->members.items[i];
		struct reg_constant key = {.name = member->constant};
		const void *at = &key;
		struct reg_constant **found = bsearch(
			&at, registry->constants.items, registry->constants.n,
			sizeof(void *), by_constant_name);

		if (found)
			group_constant(registry, *found, member->group);
	}
}

void reg_close(struct reg_registry *registry)
{
	size_t i;

	sort_list(&registry->vendors, by_text);
	sort_list(&registry->commands, by_command_name);
	sort_list(&registry->constants, by_constant_name);
	for (i = 0; i < registry->constants.n; i++) {
		struct reg_constant *c = registry->constants.items[i];

		c->number = number_of(c->value);
		c->has_vendor = ends_in_vendor(registry, c->name);
		group_by_own(registry, c);
	}
	group_by_lists(registry);
	sort_list(&registry->groups, by_group_name);
	for (i = 0; i < registry->core.n; i++) {
		struct reg_command *c =
			reg_find_command(registry, registry->core.items[i]);

		if (c)
			c->is_core = true;
	}
	reg_infer_classes(registry);
	for (i = 0; i < registry->commands.n; i++) {
		struct reg_command *c = registry->commands.items[i];

		c->notes = fxg_alloc(registry->arena,
				     (c->n_params + 1) * sizeof(*c->notes));
	}
}
