/* SPDX-License-Identifier: MIT */
/*
 * Enums, see enums.h. In the header they are integers and macros: C++ has
 * enums of any size, and two of them may have constants of one name.
 */
#include "tools/shim/enums.h"

#include <dwarf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONSTANTS = 8192 };

struct constant {
	const char *name;
	uint64_t value;
};

struct constants {
	struct constant *all;
	size_t n;
	bool has_negative;
};

/* An enum by its shown text. */
struct known {
	const char *key, *name, *base;
};

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct known *)a)->key,
		      ((const struct known *)b)->key);
}

/* Compilers mark negative ones as signed. Other forms are unsigned, even with
 * the first bit set. */
static bool read_value(Dwarf_Attribute *attribute, Dwarf_Sword *value)
{
	unsigned form = dwarf_whatform(attribute);
	Dwarf_Word word;

	if (form == DW_FORM_sdata || form == DW_FORM_implicit_const)
		return dwarf_formsdata(attribute, value) == 0;
	if (dwarf_formudata(attribute, &word) != 0)
		return false;
	*value = (Dwarf_Sword)word;
	return true;
}

static struct constants read_constants(struct shim_types *types, Dwarf_Die *die)
{
	struct constants c = {0};
	Dwarf_Attribute attribute;
	Dwarf_Die child;
	int at = dwarf_child(die, &child);

	for (; at == 0 && c.n < MAX_CONSTANTS;
	     at = dwarf_siblingof(&child, &child)) {
		const char *name = dwarf_diename(&child);
		Dwarf_Sword value;

		if (dwarf_tag(&child) != DW_TAG_enumerator || !name ||
		    !dwarf_attr(&child, DW_AT_const_value, &attribute) ||
		    !read_value(&attribute, &value))
			continue;
		c.all = fxg_grow(types->arena, c.all, c.n, sizeof(*c.all));
		c.all[c.n++] = (struct constant){name, (uint64_t)value};
		c.has_negative |= value < 0;
	}
	return c;
}

static unsigned count_bits(uint64_t value)
{
	return (unsigned)__builtin_popcountll(value);
}

/* At least three values of one bit each, and few of several bits; not 0, 1, 2,
 * 3 ... */
static bool is_flags(const struct constants *c)
{
	uint64_t bits = 0, most = 0;
	size_t n_several = 0, n_bits;

	for (size_t i = 0; i < c->n; i++) {
		uint64_t value = c->all[i].value;

		if (count_bits(value) == 1)
			bits |= value;
		if (value > most)
			most = value;
	}
	for (size_t i = 0; i < c->n; i++)
		n_several += count_bits(c->all[i].value) > 1;
	n_bits = count_bits(bits);
	return !c->has_negative && n_bits >= 3 && 2 * n_several <= n_bits &&
	       most > c->n;
}

/* Those of more bits first: they contain the bits of others. */
static int by_bits(const void *a, const void *b)
{
	const struct constant *x = a, *y = b;
	int order = (int)count_bits(y->value) - (int)count_bits(x->value);

	if (order)
		return order;
	return x->value < y->value ? -1 : x->value > y->value;
}

static const char *underlying_type(Dwarf_Die *die, const struct constants *c,
				   uint64_t *n_bytes)
{
	static const char *const names[][2] = {
		{"unsigned char", "signed char"},
		{"unsigned short", "short"},
		{"unsigned int", "int"},
		{"unsigned long", "long"},
	};
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0, size = 4;
	Dwarf_Die type;
	bool is_signed = c->has_negative;

	if (dwarf_attr(die, DW_AT_byte_size, &attribute))
		(void)dwarf_formudata(&attribute, &size);
	if (shim_type_of(die, &type) && dwarf_tag(&type) == DW_TAG_base_type &&
	    dwarf_attr(&type, DW_AT_encoding, &attribute) &&
	    dwarf_formudata(&attribute, &encoding) == 0)
		is_signed = encoding == DW_ATE_signed ||
			    encoding == DW_ATE_signed_char;
	*n_bytes = size;
	return size == 1   ? names[0][is_signed]
	       : size == 2 ? names[1][is_signed]
	       : size == 4 ? names[2][is_signed]
	       : size == 8 ? names[3][is_signed]
			   : NULL;
}

static void describe_enum(struct shim_types *types, const char *scope,
			  const char *name, struct constants *c)
{
	struct fxg_buffer *out = &types->description;
	bool flags = is_flags(c);
	const char **names =
		fxg_alloc(types->arena, (c->n + 1) * sizeof(char *));

	if (flags)
		qsort(c->all, c->n, sizeof(*c->all), by_bits);
	for (size_t i = 0; i < c->n; i++) {
		names[i] = shim_name(types,
				     *scope ? fxg_format(types->arena, "%s::%s",
							 scope, c->all[i].name)
					    : c->all[i].name);
		fxg_put(&types->forward, "#define %s ((%s)0x%llxull)\n",
			names[i], name, (unsigned long long)c->all[i].value);
	}
	fxg_put(out, "type %s %s %s\n\talways\n", flags ? "flags" : "enum",
		name, name);
	for (size_t i = 0; i < c->n; i++)
		fxg_put(out, "\t%s\n", names[i]);
}

struct shim_spelled shim_enum_spell(struct shim_types *types, Dwarf_Die *die,
				    const char *shown)
{
	struct constants c = read_constants(types, die);
	struct known *item = fxg_alloc(types->arena, sizeof(*item)), *found;
	struct shim_spelled s = {.kind = SHIM_ENUM, .shown = shown};
	const char *base = underlying_type(die, &c, &s.n_bytes);

	if (!base)
		return (struct shim_spelled){
			.kind = SHIM_WRONG,
			.base = "void",
			.shown = "void",
			.wrong = "an enum of more than 64 bits"};
	item->key = fxg_format(types->arena, "%s %zu", shown, c.n);
	found = *(struct known **)tsearch(item, &types->enums, by_key);
	if (found == item) {
		item->name = shim_name(types, shown);
		item->base = base;
		fxg_put(&types->forward, "typedef %s %s;\n", base, item->name);
		if (c.n)
			describe_enum(types,
				      dwarf_hasattr(die, DW_AT_enum_class)
					      ? shown
					      : "",
				      item->name, &c);
		else
			fxg_put(&types->description, "type integer %s\n",
				item->name);
	}
	s.base = found->name;
	s.align = (unsigned)s.n_bytes;
	return s;
}
