/* SPDX-License-Identifier: MIT */
/*
 * Where a function's argument of a name is, and what a value is compared with:
 * for conditions (writer/where.h), on either side.
 */
#ifndef GEN_PLACE_H
#define GEN_PLACE_H

#include <stdbool.h>

#include "gen/gen.h"

struct fxg_place {
	const struct fxg_item *item; /* NULL: errno */
	uint32_t byte_off;	     /* of a member, behind the pointer */
	uint16_t type;
	uint8_t kind;	/* FXG_K_STRING or of a scalar: enum fxg_kind */
	bool is_behind; /* a scalar behind the pointer */
};

static inline bool fxg_is_name(const char *text, const char *name, size_t n)
{
	size_t i = 0;

	while (i < n && text[i] && text[i] == name[i])
		i++;
	return i == n && !text[i];
}

/* Whether values of the kind can be compared with a number or constant. */
static inline bool fxg_is_integer(unsigned kind)
{
	return (kind >= FXG_K_I32 && kind <= FXG_K_BOOL) ||
	       (kind >= FXG_K_POINTER && kind <= FXG_K_FLAGS);
}

/* The kind of a scalar type's value; 0: it is no integer. */
static inline unsigned fxg_integer_kind(const struct fxg_type *t)
{
	switch (t->class) {
	case FXG_ENUM:
		return FXG_K_ENUM;
	case FXG_FLAGS:
		return FXG_K_FLAGS;
	case FXG_INT:
		return t->flags & FXG_SIGNED ? FXG_K_I64 : FXG_K_U64;
	default:
		return 0;
	}
}

static inline bool fxg_find_leaf(const struct fxg_table *table,
				 const struct fxg_item *item, const char *name,
				 size_t n, struct fxg_place *place)
{
	const struct fxg_leaf *leaf = &table->leaves[item->first_leaf];

	for (unsigned i = 0; i < item->n_leaves; i++, leaf++)
		if (fxg_is_integer(leaf->kind) &&
		    fxg_is_name(table->text + table->strings[leaf->name], name,
				n)) {
			*place = (struct fxg_place){item, leaf->byte_off,
						    leaf->type, leaf->kind,
						    true};
			return true;
		}
	return false;
}

/* What the item is as a place of its own; false: it cannot be compared. */
static inline bool fxg_place_of(const struct fxg_table *table,
				const struct fxg_item *item,
				struct fxg_place *place)
{
	const struct fxg_type *t = &table->types[item->type];

	*place = (struct fxg_place){item, 0, item->type, item->kind, false};
	if (fxg_is_integer(item->kind))
		return true;
	if (item->kind == FXG_K_STRING)
		return t->size == 1;
	if (item->kind != FXG_K_SCALAR_AT)
		return false;
	place->type = t->base;
	place->is_behind = true;
	place->kind = (uint8_t)fxg_integer_kind(&table->types[t->base]);
	return place->kind != 0;
}

/* The argument of the name, `ret` or `errno`; false: there is none, or none
 * that can be compared. */
static inline bool fxg_find_place(const struct fxg_table *table,
				  const struct fxg_function *f,
				  const char *name, size_t n,
				  struct fxg_place *place)
{
	const struct fxg_item *item = &table->items[f->first_item];

	if (fxg_is_name("errno", name, n)) {
		*place =
			(struct fxg_place){NULL, 0, (uint16_t)table->errno_type,
					   FXG_K_ENUM, false};
		return f->error_rule != FXG_E_NONE;
	}
	for (unsigned i = f->n_begin_items + f->n_end_items; i; i--, item++) {
		if (item->kind == FXG_K_LEAVES &&
		    fxg_find_leaf(table, item, name, n, place))
			return true;
		if (fxg_is_name(table->text + table->strings[item->name], name,
				n) &&
		    fxg_place_of(table, item, place))
			return true;
	}
	return false;
}

/* The constant of that name of an ENUM or FLAGS type; NULL: it has none. */
static inline const struct fxg_enumerator *fxg_find_constant(
	const struct fxg_table *table, uint16_t type, const char *name,
	size_t n)
{
	for (unsigned depth = 0; type && depth < 4; depth++) {
		const struct fxg_type *t = &table->types[type];
		const struct fxg_enumerator *e = &table->enumerators[t->first];

		if (t->class != FXG_ENUM && t->class != FXG_FLAGS)
			return NULL;
		for (uint32_t i = 0; i < t->n; i++)
			if (fxg_is_name(table->text + e[i].name, name, n))
				return &e[i];
		type = t->class == FXG_ENUM ? t->cap : 0;
	}
	return NULL;
}

#endif
