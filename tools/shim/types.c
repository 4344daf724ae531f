/* SPDX-License-Identifier: MIT */
/*
 * Types of values, see types.h. Debugging information may be damaged: chains of
 * types are cut after a limit.
 */
#include "tools/shim/types.h"

#include <ctype.h>
#include <dwarf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "tools/shim/enums.h"

enum { MAX_CHAIN = 64 };

/* The items of the trees begin with their key. */
struct named {
	const char *key;
};

struct type_name {
	const void *key;
	const char *name;
};

struct complete_tag {
	const char *key;
	Dwarf_Die die;
};

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->key,
		      ((const struct named *)b)->key);
}

static int by_address(const void *a, const void *b)
{
	const char *x = ((const struct type_name *)a)->key;
	const char *y = ((const struct type_name *)b)->key;

	return x < y ? -1 : x > y;
}

/* The item with this key; `item` is put there if it is new. */
static void *put_item(void **tree, void *item)
{
	void **at = tsearch(item, tree, by_key);

	return at ? *at : item;
}

Dwarf_Die *shim_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, DW_AT_type, &attribute)
		       ? dwarf_formref_die(&attribute, type)
		       : NULL;
}

const char *shim_word(struct fxg_arena *arena, const char *text)
{
	char *word = fxg_copy(arena, text, strlen(text)), *p;

	for (p = word; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	return isdigit((unsigned char)*word) ? fxg_format(arena, "_%s", word)
					     : word;
}

void shim_put_shown(struct shim_types *types, const char *name,
		    const char *shown)
{
	char *quoted = fxg_format(types->arena, "%s", shown);

	for (char *p = quoted; *p; p++)
		if (*p == '"' || *p == '\\' || (unsigned char)*p < ' ')
			*p = '\'';
	fxg_put(&types->description, "shown %s \"%s\"\n", name, quoted);
}

const char *shim_name(struct shim_types *types, const char *shown)
{
	struct fxg_arena *arena = types->arena;
	const char *word = shim_word(arena, shown);
	struct named *item = fxg_alloc(arena, sizeof(*item));
	unsigned n = 1;

	item->key = fxg_format(arena, SHIM_PREFIX "%s", word);
	while (put_item(&types->names, item) != item)
		item->key = fxg_format(arena, SHIM_PREFIX "%s__%u", word, ++n);
	if (strcmp(item->key + strlen(SHIM_PREFIX), shown) != 0)
		shim_put_shown(types, item->key, shown);
	return item->key;
}

const char *shim_named(struct shim_types *types, const char *text)
{
	struct fxg_buffer out = {.arena = types->arena};
	struct named sought;

	fxg_put(&out, "%s", "");
	while (*text) {
		size_t n = 0;

		while (isalnum((unsigned char)text[n]) || text[n] == '_')
			n++;
		sought.key = fxg_format(types->arena, SHIM_PREFIX "%.*s",
					(int)n, text);
		if (n && tfind(&sought, &types->names, by_key))
			fxg_put(&out, SHIM_PREFIX);
		n += !n;
		fxg_put(&out, "%.*s", (int)n, text);
		text += n;
	}
	return out.bytes;
}

static bool is_record(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	       tag == DW_TAG_union_type;
}

static bool is_incomplete(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_declaration) ||
	       !dwarf_hasattr(die, DW_AT_byte_size);
}

static void read_typedef(struct shim_types *types, Dwarf_Die *die)
{
	struct type_name *item;
	Dwarf_Die target;
	int tag;

	if (!dwarf_diename(die) || !shim_type_of(die, &target))
		return;
	tag = dwarf_tag(&target);
	if (!is_record(tag) && tag != DW_TAG_enumeration_type)
		return;
	item = fxg_alloc(types->arena, sizeof(*item));
	item->key = target.addr;
	item->name = dwarf_diename(die);
	/* the first one counts */
	(void)tsearch(item, &types->typedefs, by_address);
}

static void read_tag(struct shim_types *types, Dwarf_Die *die)
{
	struct complete_tag *item;

	if (!dwarf_diename(die) || is_incomplete(die))
		return;
	item = fxg_alloc(types->arena, sizeof(*item));
	item->key = dwarf_diename(die);
	item->die = *die;
	(void)put_item(&types->complete, item);
}

void shim_types_read(struct shim_types *types, Dwarf *dwarf)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die, child;

	while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) ==
	       0) {
		int at = dwarf_child(&die, &child);

		for (; at == 0; at = dwarf_siblingof(&child, &child))
			if (dwarf_tag(&child) == DW_TAG_typedef)
				read_typedef(types, &child);
			else if (is_record(dwarf_tag(&child)))
				read_tag(types, &child);
	}
}

static void free_nothing(void *item)
{
	(void)item; /* owned by the arena */
}

void shim_types_fini(struct shim_types *types)
{
	tdestroy(types->names, free_nothing);
	tdestroy(types->records, free_nothing);
	tdestroy(types->enums, free_nothing);
	tdestroy(types->plain, free_nothing);
	tdestroy(types->typedefs, free_nothing);
	tdestroy(types->complete, free_nothing);
}

enum shim_language shim_language(Dwarf_Die *die)
{
	Dwarf_Die unit;

	switch (dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_srclang(&unit)
						    : -1) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case 0x2c: /* C of 2017 */
	case 0x3e: /* and of 2023 */
		return SHIM_C;
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
	case 0x2a: /* C++ of 2017 */
	case 0x2b: /* of 2020 */
	case 0x3a: /* and of 2023 */
		return SHIM_CPLUS;
	default:
		return SHIM_OTHER_LANGUAGE;
	}
}

/* "struct stat", or its typedef. */
static const char *tag_shown(struct shim_types *types, Dwarf_Die *die)
{
	struct type_name sought = {.key = die->addr};
	struct type_name **found = tfind(&sought, &types->typedefs, by_address);
	const char *name = dwarf_diename(die), *shown;
	Dwarf_Die *scopes = NULL;
	int n, tag;

	if (found)
		return (*found)->name;
	if (!name)
		name = "(unnamed)";
	shown = name;
	n = dwarf_getscopes_die(die, &scopes);
	for (int i = 1; i < n && i < MAX_CHAIN; i++) {
		tag = dwarf_tag(&scopes[i]);
		if ((tag == DW_TAG_namespace || is_record(tag)) &&
		    dwarf_diename(&scopes[i]))
			shown = fxg_format(types->arena, "%s::%s",
					   dwarf_diename(&scopes[i]), shown);
	}
	free(scopes);
	if (shown != name || shim_language(die) != SHIM_C)
		return shown;
	tag = dwarf_tag(die);
	return fxg_format(types->arena, "%s %s",
			  tag == DW_TAG_union_type	   ? "union"
			  : tag == DW_TAG_enumeration_type ? "enum"
							   : "struct",
			  shown);
}

/* The complete struct, if only its name is here. */
static void find_complete(struct shim_types *types, Dwarf_Die *die)
{
	struct named sought = {dwarf_diename(die)};
	struct complete_tag **found;

	if (!sought.key || !is_incomplete(die))
		return;
	found = tfind(&sought, &types->complete, by_key);
	if (found)
		*die = (*found)->die;
}

static struct shim_spelled wrong_type(const char *what)
{
	return (struct shim_spelled){.kind = SHIM_WRONG,
				     .base = "void",
				     .shown = "void",
				     .wrong = what};
}

/* Types that only libc reads, and it is recorded there. */
static bool is_private(Dwarf_Die *die)
{
	const char *name = dwarf_diename(die);

	return name && strcmp(name, "_IO_FILE") == 0;
}

static struct shim_spelled spell_record(struct shim_types *types,
					Dwarf_Die *die)
{
	struct shim_record *item = fxg_alloc(types->arena, sizeof(*item));
	struct shim_record *record;
	Dwarf_Word n_bytes = 0;
	Dwarf_Attribute attribute;

	item->shown = tag_shown(types, die);
	find_complete(types, die);
	if (dwarf_attr_integrate(die, DW_AT_byte_size, &attribute))
		(void)dwarf_formudata(&attribute, &n_bytes);
	/* there may be two of that name */
	item->n_bytes = n_bytes;
	record = put_item(&types->records, item);
	while (record != item && record->n_bytes != n_bytes && n_bytes &&
	       record->n_bytes) {
		item->shown = fxg_format(types->arena, "%s'", item->shown);
		record = put_item(&types->records, item);
	}
	if (record == item) {
		record->die = *die;
		record->is_union = dwarf_tag(die) == DW_TAG_union_type;
		record->is_complete = !is_incomplete(die) && !is_private(die);
		record->name = shim_name(types, record->shown);
		fxg_put(&types->forward, "typedef %s %s %s;\n",
			record->is_union ? "union" : "struct", record->name,
			record->name);
		if (!record->is_complete)
			fxg_put(&types->description,
				"type handle %s %s *\n\talways\n", record->name,
				record->name);
	}
	return (struct shim_spelled){.kind = !record->is_complete ? SHIM_HANDLE
					     : record->is_union	  ? SHIM_UNION
								  : SHIM_RECORD,
				     .base = record->name,
				     .shown = record->shown,
				     .n_bytes = n_bytes,
				     .align = 1,
				     .record = record};
}

/* The C type of an integer: by its size, since C++ has other names. */
static const char *integer_name(const char *name, unsigned encoding,
				uint64_t n_bytes)
{
	bool is_unsigned = encoding == DW_ATE_unsigned ||
			   encoding == DW_ATE_unsigned_char ||
			   encoding == DW_ATE_UTF || encoding == DW_ATE_boolean;

	if (name && strcmp(name, "char") == 0)
		return "char";
	switch (n_bytes) {
	case 1:
		return is_unsigned ? "unsigned char" : "signed char";
	case 2:
		return is_unsigned ? "unsigned short" : "short";
	case 4:
		return is_unsigned ? "unsigned int" : "int";
	case 8:
		if (name && strstr(name, "long long"))
			return is_unsigned ? "unsigned long long" : "long long";
		return is_unsigned ? "unsigned long" : "long";
	default:
		return NULL;
	}
}

static struct shim_spelled spell_float(const char *name, unsigned encoding,
				       uint64_t n_bytes)
{
	bool is_long = strncmp(name, "long double", 11) == 0 ||
		       strncmp(name, "complex long double", 19) == 0;
	struct shim_spelled s = {.n_bytes = n_bytes};

	if (encoding == DW_ATE_complex_float) {
		s.kind = SHIM_COMPLEX;
		s.align = (unsigned)n_bytes / 2;
		s.base = n_bytes == 8		    ? "float _Complex"
			 : n_bytes == 16	    ? "double _Complex"
			 : n_bytes == 32 && is_long ? "long double _Complex"
						    : NULL;
	} else {
		s.kind = n_bytes == 16 ? SHIM_LONG_DOUBLE : SHIM_FLOAT;
		s.align = (unsigned)n_bytes;
		s.base = n_bytes == 4		    ? "float"
			 : n_bytes == 8		    ? "double"
			 : n_bytes == 16 && is_long ? "long double"
						    : NULL;
	}
	s.shown = s.base;
	return s.base ? s
		      : wrong_type("a floating-point number of another kind");
}

static struct shim_spelled spell_base(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0, n_bytes = 0;
	const char *name = dwarf_diename(die);
	struct shim_spelled s = {.kind = SHIM_INTEGER};

	if (dwarf_attr(die, DW_AT_encoding, &attribute))
		(void)dwarf_formudata(&attribute, &encoding);
	if (dwarf_attr(die, DW_AT_byte_size, &attribute))
		(void)dwarf_formudata(&attribute, &n_bytes);
	if (encoding == DW_ATE_float || encoding == DW_ATE_complex_float)
		return spell_float(name ? name : "", (unsigned)encoding,
				   n_bytes);
	if (encoding == DW_ATE_decimal_float ||
	    encoding == DW_ATE_imaginary_float)
		return wrong_type("a floating-point number of another kind");
	s.n_bytes = n_bytes;
	s.align = (unsigned)n_bytes;
	s.base = integer_name(name, (unsigned)encoding, n_bytes);
	if (encoding == DW_ATE_boolean && n_bytes == 1) {
		s.kind = SHIM_BOOL;
		s.base = "_Bool";
	}
	s.shown = s.base;
	return s.base ? s : wrong_type("an integer of more than 64 bits");
}

/* A scalar by the name of a typedef. */
static struct shim_spelled spell_typedef(struct shim_types *types,
					 const char *name,
					 struct shim_spelled s)
{
	struct fxg_buffer *out = &types->description;
	struct item {
		const char *key, *name;
	} *item = fxg_alloc(types->arena, sizeof(*item)), *found;

	/* two of one name and of different kinds are distinct */
	item->key = fxg_format(types->arena, "%s=%s", name, s.base);
	found = put_item(&types->plain, item);
	s.shown = name;
	if (found != item) {
		s.base = found->name;
		return s;
	}
	item->name = shim_name(types, name);
	fxg_put(&types->forward, "typedef %s %s;\n", s.base, item->name);
	fxg_put(out, "type %s %s\n",
		s.kind == SHIM_BOOL			 ? "bool"
		: s.kind == SHIM_LONG_DOUBLE		 ? "long_double"
		: s.kind == SHIM_FLOAT && s.n_bytes == 4 ? "float"
		: s.kind == SHIM_FLOAT			 ? "double"
							 : "integer",
		item->name);
	if (s.kind == SHIM_INTEGER && strcmp(name, "time_t") == 0)
		fxg_put(out, "\ttime\n");
	if (s.kind == SHIM_INTEGER && strcmp(name, "mode_t") == 0)
		fxg_put(out, "\toct\n");
	s.base = item->name;
	return s;
}

/* "int (*)(void *, int)" */
static const char *spell_signature(struct shim_types *types, Dwarf_Die *die,
				   unsigned depth);

static struct shim_spelled spell(struct shim_types *types, Dwarf_Die *die,
				 unsigned depth);

static struct shim_spelled spell_function(struct shim_types *types,
					  Dwarf_Die *die, const char *name,
					  unsigned depth)
{
	struct item {
		const char *key, *name;
	} *item = fxg_alloc(types->arena, sizeof(*item)), *found;
	struct shim_spelled s = {
		.kind = SHIM_FUNCTION, .n_bytes = 8, .align = 8};

	s.shown = name ? name : spell_signature(types, die, depth);
	item->key = fxg_format(types->arena, "%s()", s.shown);
	found = put_item(&types->plain, item);
	if (found == item) {
		item->name = shim_name(types, s.shown);
		fxg_put(&types->forward, "typedef void (*%s)(void);\n",
			item->name);
		fxg_put(&types->description, "type function %s\n", item->name);
	}
	s.base = found->name;
	return s;
}

static const char *spell_signature(struct shim_types *types, Dwarf_Die *die,
				   unsigned depth)
{
	struct fxg_buffer out = {.arena = types->arena};
	Dwarf_Die type, child;
	struct shim_spelled s;
	unsigned n = 0;
	int at;

	if (depth > 3)
		return "void (*)()";
	s = spell(types, shim_type_of(die, &type), depth + 1);
	fxg_put(&out, "%s (*)(", shim_shown(types, &s));
	for (at = dwarf_child(die, &child); at == 0 && n < 32;
	     at = dwarf_siblingof(&child, &child)) {
		if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
			fxg_put(&out, "%s...", n++ ? ", " : "");
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		s = spell(types, shim_type_of(&child, &type), depth + 1);
		fxg_put(&out, "%s%s", n++ ? ", " : "", shim_shown(types, &s));
	}
	fxg_put(&out, "%s)", n ? "" : "void");
	return out.bytes;
}

const char *shim_shown(struct shim_types *types,
		       const struct shim_spelled *spelled)
{
	static const char stars[] = "********";
	unsigned n = spelled->n_stars < 8 ? spelled->n_stars : 8;

	return fxg_format(types->arena, "%s%s%s%.*s",
			  spelled->is_const && n ? "const " : "",
			  spelled->shown, n ? " " : "", (int)n, stars);
}

static struct shim_spelled spell_pointer(struct shim_types *types,
					 Dwarf_Die *die, const char *name,
					 unsigned depth)
{
	Dwarf_Die target, *at = shim_type_of(die, &target);
	struct shim_spelled s;

	if (at && dwarf_tag(at) == DW_TAG_subroutine_type)
		return spell_function(types, at, name, depth);
	s = spell(types, at, depth + 1);
	/* its target may be anything */
	if (s.kind == SHIM_WRONG || s.is_array)
		s = (struct shim_spelled){.kind = SHIM_VOID,
					  .base = "void",
					  .shown = "void",
					  .n_stars = s.n_stars};
	s.is_reference = dwarf_tag(die) == DW_TAG_reference_type ||
			 dwarf_tag(die) == DW_TAG_rvalue_reference_type;
	if (s.n_stars < 7)
		s.n_stars++;
	return s;
}

static struct shim_spelled spell_array(struct shim_types *types, Dwarf_Die *die,
				       unsigned depth)
{
	Dwarf_Die type, child;
	struct shim_spelled s =
		spell(types, shim_type_of(die, &type), depth + 1);
	Dwarf_Attribute attribute;
	uint64_t n = 1;
	int at;

	if (dwarf_hasattr(die, DW_AT_GNU_vector))
		return wrong_type("a vector");
	for (at = dwarf_child(die, &child); at == 0;
	     at = dwarf_siblingof(&child, &child)) {
		Dwarf_Word value = 0;

		if (dwarf_attr(&child, DW_AT_count, &attribute))
			(void)dwarf_formudata(&attribute, &value);
		else if (dwarf_attr(&child, DW_AT_upper_bound, &attribute) &&
			 dwarf_formudata(&attribute, &value) == 0)
			value++;
		if (value > UINT32_MAX || n * value > UINT32_MAX)
			return wrong_type("an array of unknown size");
		n *= value;
	}
	s.n_elements = s.is_array ? s.n_elements * n : n;
	s.is_array = true;
	return s;
}

/* Types that are recognized by name. */
static bool is_list(const char *name)
{
	return name && (strcmp(name, "__va_list_tag") == 0 ||
			strcmp(name, "__va_list") == 0);
}

static struct shim_spelled spell(struct shim_types *types, Dwarf_Die *die,
				 unsigned depth)
{
	Dwarf_Die next, at;
	const char *name = NULL; /* of its typedef */
	bool is_const = false;
	struct shim_spelled s = {
		.kind = SHIM_VOID, .base = "void", .shown = "void"};

	if (depth > MAX_CHAIN)
		return wrong_type("a type that leads to itself");
	for (unsigned n = 0; die; die = shim_type_of(&at, &next)) {
		at = *die;
		if (n++ > MAX_CHAIN)
			return wrong_type("a type that leads to itself");
		if (dwarf_tag(&at) == DW_TAG_const_type)
			is_const = true;
		else if (dwarf_tag(&at) == DW_TAG_typedef)
			name = name ? name : dwarf_diename(&at);
		else if (dwarf_tag(&at) != DW_TAG_volatile_type &&
			 dwarf_tag(&at) != DW_TAG_restrict_type &&
			 dwarf_tag(&at) != DW_TAG_atomic_type)
			break;
	}
	switch (die ? dwarf_tag(&at) : 0) {
	case 0:
		break;
	case DW_TAG_base_type:
		s = spell_base(&at);
		if (name && s.kind != SHIM_WRONG && s.kind != SHIM_COMPLEX)
			s = spell_typedef(types, name, s);
		break;
	case DW_TAG_enumeration_type:
		s = shim_enum_spell(types, &at,
				    name ? name : tag_shown(types, &at));
		break;
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return spell_pointer(types, &at, name, depth);
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		if (is_list(dwarf_diename(&at)))
			break;
		s = spell_record(types, &at);
		break;
	case DW_TAG_array_type:
		s = spell_array(types, &at, depth);
		break;
	case DW_TAG_subroutine_type:
		return spell_function(types, &at, name, depth);
	default:
		return wrong_type("a type of C++ that C has not");
	}
	s.is_const |= is_const && !s.n_stars;
	return s;
}

struct shim_spelled shim_spell(struct shim_types *types, Dwarf_Die *die)
{
	return spell(types, die, 0);
}
