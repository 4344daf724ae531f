/* SPDX-License-Identifier: MIT */
/*
 * Structs and classes: where their members are, as the debugging information
 * says. One that C lays out in the same way is declared as it is, so that it
 * can be handed over by value; of another the gaps are spelled out.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tools/shim/types.h"

enum { MAX_FIELDS = 1024, MAX_ARRAY_BYTES = 4096, MAX_DEPTH = 32 };

struct field {
	const char *name;
	struct shim_spelled type;
	uint64_t bit_at, n_bits; /* n_bits: 0 = no bit field */
	uint64_t off, n_bytes;
	unsigned align;
	bool is_hidden; /* the compiler's own */
	bool is_bytes;	/* declared as bytes: C has no such type, or a union */
};

struct fields {
	struct field *all;
	size_t n;
	unsigned align;
	bool is_odd; /* something is not understood */
	bool has_union;
};

static unsigned depth; /* of structs in structs: files may be damaged */

static bool number(Dwarf_Die *die, unsigned name, uint64_t *value)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t n_ops;

	if (!dwarf_attr(die, name, &attribute))
		return false;
	if (dwarf_formudata(&attribute, value) == 0)
		return true;
	if (dwarf_getlocation(&attribute, &ops, &n_ops) != 0 || n_ops != 1 ||
	    ops[0].atom != DW_OP_plus_uconst)
		return false;
	*value = ops[0].number;
	return true;
}

/* A member's name that C takes. */
static const char *field_name(struct shim_types *types, const char *name,
			      size_t i)
{
	static const char *const taken[] = {
		"bool",	  "true",     "false",	"NULL",	  "offsetof",
		"inline", "restrict", "typeof", "asm",	  "linux",
		"unix",	  "register", "signed", "va_arg", "va_list",
	};

	if (!name || !*name)
		return fxg_format(types->arena, "anon_%zu", i);
	for (size_t k = 0; k < sizeof(taken) / sizeof(taken[0]); k++)
		if (strcmp(name, taken[k]) == 0)
			return fxg_format(types->arena, "%s_", name);
	return shim_word(types->arena, name);
}

/* Bytes instead of what C cannot have or show. */
static void make_bytes(struct field *f, Dwarf_Die *type)
{
	Dwarf_Word n_bytes = 0;

	if (type && dwarf_aggregate_size(type, &n_bytes) != 0)
		n_bytes = 0;
	f->is_bytes = true;
	f->n_bytes = n_bytes;
}

static unsigned least(uint64_t n_bytes)
{
	return n_bytes % 8 == 0 ? 8 : n_bytes % 4 == 0 ? 4 : 1;
}

static void measure(struct shim_types *types, struct field *f, Dwarf_Die *type,
		    struct fields *fields)
{
	const struct shim_spelled *s = &f->type;

	f->n_bytes = s->n_bytes;
	f->align = s->align;
	if (s->n_stars || s->kind == SHIM_FUNCTION) {
		f->n_bytes = f->align = 8;
	} else if (s->kind == SHIM_RECORD &&
		   shim_record_complete(types, s->record)) {
		f->align = s->record->align;
		fields->has_union |= s->record->has_union;
		fields->is_odd |= !s->record->is_natural;
	} else if (s->kind == SHIM_UNION) {
		make_bytes(f, type);
		f->align = least(f->n_bytes);
		fields->has_union = true;
		return;
	} else if (s->kind > SHIM_LONG_DOUBLE || s->kind == SHIM_VOID) {
		make_bytes(f, type);
		f->align = least(f->n_bytes);
		fields->is_odd = true;
		return;
	}
	if (s->is_array)
		f->n_bytes *= s->n_elements;
}

static void add_field(struct shim_types *types, struct fields *fields,
		      Dwarf_Die *die)
{
	bool is_base = dwarf_tag(die) == DW_TAG_inheritance;
	struct field f = {0};
	uint64_t old_at = 0, unit = 0;
	Dwarf_Die type, *at = shim_type_of(die, &type);

	if (dwarf_hasattr(die, DW_AT_declaration) || !at ||
	    fields->n == MAX_FIELDS)
		return;
	f.type = shim_spell(types, at);
	if (is_base && dwarf_hasattr(die, DW_AT_virtuality)) {
		fields->is_odd = true;
		return;
	}
	(void)number(die, DW_AT_data_member_location, &f.off);
	(void)number(die, DW_AT_bit_size, &f.n_bits);
	f.name = field_name(types,
			    is_base ? dwarf_diename(at) : dwarf_diename(die),
			    fields->n);
	f.is_hidden = dwarf_hasattr(die, DW_AT_artificial);
	measure(types, &f, at, fields);
	if (number(die, DW_AT_data_bit_offset, &f.bit_at)) {
		f.off = f.bit_at / 8;
	} else if (f.n_bits) {
		(void)number(die, DW_AT_bit_offset, &old_at);
		unit = f.n_bytes;
		(void)number(die, DW_AT_byte_size, &unit);
		f.bit_at = 8 * f.off + 8 * unit - old_at - f.n_bits;
	}
	fields->all = fxg_grow(types->arena, fields->all, fields->n, sizeof(f));
	fields->all[fields->n++] = f;
	if (f.align > fields->align)
		fields->align = f.align;
}

static struct fields read_fields(struct shim_types *types, Dwarf_Die *die)
{
	struct fields fields = {.align = 1};
	Dwarf_Die child;
	int at;

	depth++;
	for (at = dwarf_child(die, &child); at == 0;
	     at = dwarf_siblingof(&child, &child))
		if (dwarf_tag(&child) == DW_TAG_member ||
		    dwarf_tag(&child) == DW_TAG_inheritance)
			add_field(types, &fields, &child);
	depth--;
	return fields;
}

static uint64_t up(uint64_t n, uint64_t step)
{
	return step ? (n + step - 1) / step * step : n;
}

/* Whether C would put every member where it is. */
static bool is_natural(const struct shim_record *record,
		       const struct fields *fields)
{
	uint64_t bit = 0;

	for (size_t i = 0; i < fields->n; i++) {
		const struct field *f = &fields->all[i];
		uint64_t unit = 8 * f->n_bytes;

		if (f->n_bits) {
			if (!unit || bit % unit + f->n_bits > unit)
				bit = up(bit, unit);
			if (bit != f->bit_at)
				return false;
			bit += f->n_bits;
			continue;
		}
		bit = up(bit, 8ull * f->align);
		if (bit != 8 * f->off)
			return false;
		bit += unit;
	}
	return up(up(bit, 8), 8ull * fields->align) == 8 * record->n_bytes;
}

static void put_declaration(struct fxg_buffer *out, const struct field *f,
			    bool is_packed)
{
	static const char stars[] = "********";
	const struct shim_spelled *s = &f->type;

	if (f->is_bytes)
		fxg_put(out,
			"\tunsigned char %s[%llu] "
			"__attribute__((aligned(%u)))",
			f->name, (unsigned long long)f->n_bytes,
			is_packed ? 1 : f->align);
	else
		fxg_put(out, "\t%s %.*s%s", s->base, (int)s->n_stars, stars,
			f->name);
	if (!f->is_bytes && s->is_array)
		fxg_put(out, "[%llu]", (unsigned long long)s->n_elements);
	if (f->n_bits && !is_packed)
		fxg_put(out, " : %llu", (unsigned long long)f->n_bits);
	fxg_put(out, ";\n");
}

static int by_offset(const void *a, const void *b)
{
	const struct field *x = a, *y = b;

	return x->off < y->off ? -1 : x->off > y->off;
}

/* With the gaps between members as bytes. What overlaps is left out: it gets
 * no bytes. */
static void put_packed(struct fxg_buffer *out, const struct shim_record *record,
		       struct fields *fields)
{
	uint64_t at = 0;

	qsort(fields->all, fields->n, sizeof(*fields->all), by_offset);
	for (size_t i = 0; i < fields->n; i++) {
		struct field *f = &fields->all[i];
		uint64_t end = i + 1 < fields->n ? fields->all[i + 1].off
						 : record->n_bytes;

		if (f->n_bits)
			continue;
		if (f->off < at || f->n_bytes > end - f->off || end < f->off) {
			f->n_bytes = 0;
			continue;
		}
		if (f->off > at)
			fxg_put(out, "\tchar gap_%zu[%llu];\n", i,
				(unsigned long long)(f->off - at));
		if (f->n_bytes)
			put_declaration(out, f, true);
		at = f->off + f->n_bytes;
	}
	if (record->n_bytes > at)
		fxg_put(out, "\tchar gap_end[%llu];\n",
			(unsigned long long)(record->n_bytes - at));
}

/* Bit fields are read four bytes at a time. */
static bool is_readable(const struct shim_record *record, const struct field *f)
{
	uint64_t byte = f->bit_at / 8;

	if (record->n_bytes < 4 || f->n_bits > 31 || f->type.kind > SHIM_ENUM)
		return false;
	if (byte + 4 > record->n_bytes)
		byte = record->n_bytes - 4;
	return f->bit_at >= 8 * byte && f->bit_at - 8 * byte + f->n_bits <= 32;
}

static bool put_member(struct fxg_buffer *out, const struct shim_record *record,
		       const struct field *f)
{
	static const char stars[] = "********";
	const struct shim_spelled *s = &f->type;

	if (f->is_hidden || !f->n_bytes || f->n_bytes > MAX_ARRAY_BYTES)
		return false;
	if (f->n_bits && !is_readable(record, f))
		return false;
	if (f->is_bytes) {
		fxg_put(out, "\tunsigned char %s[%llu]: hex\n", f->name,
			(unsigned long long)f->n_bytes);
		return true;
	}
	fxg_put(out, "\t%s%s %.*s%s", s->is_const && s->n_stars ? "const " : "",
		s->base, (int)s->n_stars, stars, f->name);
	if (s->is_array)
		fxg_put(out, "[%llu]", (unsigned long long)s->n_elements);
	if (f->n_bits)
		fxg_put(out, ": at %llu bits %llu",
			(unsigned long long)f->bit_at,
			(unsigned long long)f->n_bits);
	else if (s->n_stars && (s->is_array || s->kind == SHIM_HANDLE))
		fxg_put(out, ": pointer");
	fxg_put(out, "\n");
	return true;
}

static void put_record(struct shim_types *types, struct shim_record *record,
		       struct fields *fields)
{
	struct fxg_buffer *out = &types->header;

	fxg_put(out, "struct %s {\n", record->name);
	if (record->is_natural)
		for (size_t i = 0; i < fields->n; i++)
			put_declaration(out, &fields->all[i], false);
	else
		put_packed(out, record, fields);
	if (record->is_natural)
		fxg_put(out, "};\n");
	else
		fxg_put(out, "} __attribute__((packed, aligned(%u)));\n",
			record->align);
	fxg_put(out, "_Static_assert(sizeof(%s) == %llu, \"%s\");\n",
		record->name, (unsigned long long)record->n_bytes,
		record->name);
}

/* std::string of GNU's library: its text instead of what it is made of. */
static bool make_string(struct shim_types *types, struct shim_record *record)
{
	static const char name[] = "std::__cxx11::basic_string<char,";

	if (strncmp(record->shown, name, strlen(name)) != 0 ||
	    record->n_bytes != 32)
		return false;
	fxg_put(&types->header,
		"struct %s {\n\tchar *text;\n\tunsigned long n_bytes;\n"
		"\tchar room[16];\n};\n",
		record->name);
	fxg_put(&types->description,
		"type typedef struct %s\n\tconst char *text: string count "
		"n_bytes\n\tunsigned long n_bytes\n",
		record->name);
	record->align = 8;
	return true;
}

static bool make(struct shim_types *types, struct shim_record *record)
{
	struct fields fields = read_fields(types, &record->die);
	struct fxg_buffer members = {.arena = types->arena};
	Dwarf_Word align = 0;
	size_t n = 0;

	if (make_string(types, record))
		return true;
	(void)number(&record->die, DW_AT_alignment, &align);
	record->is_natural = !align && !fields.is_odd && fields.n &&
			     is_natural(record, &fields);
	record->has_union = fields.has_union;
	record->align = align && align <= 4096 ? (unsigned)align : fields.align;
	if (record->n_bytes % record->align)
		record->align = 1;
	put_record(types, record, &fields);
	for (size_t i = 0; i < fields.n; i++)
		n += put_member(&members, record, &fields.all[i]);
	/* C cannot look at a struct without members, either */
	if (!n)
		return false;
	fxg_put(&types->description, "type typedef struct %s\n%s", record->name,
		members.bytes);
	return true;
}

bool shim_record_complete(struct shim_types *types, struct shim_record *record)
{
	if (record->state == SHIM_NOT_MADE) {
		record->state = SHIM_BEING_MADE;
		record->state = record->is_complete && !record->is_union &&
						record->n_bytes <= UINT32_MAX &&
						depth < MAX_DEPTH &&
						make(types, record)
					? SHIM_MADE
					: SHIM_FAILED;
	}
	return record->state == SHIM_MADE;
}

bool shim_record_is_plain(struct shim_types *types, struct shim_record *record)
{
	return shim_record_complete(types, record) && record->is_natural &&
	       !record->has_union;
}

static bool is_plain_class(struct shim_types *types, Dwarf_Die *die,
			   unsigned nesting);

/* Whether a member or base is of a type that is copied byte by byte. */
static bool is_plain_part(struct shim_types *types, Dwarf_Die *part,
			  unsigned nesting)
{
	Dwarf_Die type, *at = shim_type_of(part, &type);
	struct shim_spelled s;

	if (!at || dwarf_hasattr(part, DW_AT_virtuality))
		return false;
	s = shim_spell(types, at);
	if (s.n_stars || s.kind < SHIM_RECORD || s.kind == SHIM_FUNCTION)
		return true;
	return s.kind == SHIM_RECORD &&
	       is_plain_class(types, &s.record->die, nesting + 1);
}

/* A class without anything that C has not: no constructor, destructor or
 * virtual function that could make its copies more than bytes. */
static bool is_plain_class(struct shim_types *types, Dwarf_Die *die,
			   unsigned nesting)
{
	const char *name = dwarf_diename(die), *other;
	Dwarf_Die child;
	int at = dwarf_child(die, &child);

	for (; at == 0; at = dwarf_siblingof(&child, &child)) {
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
			other = dwarf_diename(&child);
			if (!other || *other == '~' ||
			    dwarf_hasattr(&child, DW_AT_virtuality) || !name ||
			    strcmp(name, other) == 0)
				return false;
			break;
		case DW_TAG_inheritance:
		case DW_TAG_member:
			if (dwarf_hasattr(&child, DW_AT_artificial) ||
			    nesting > MAX_DEPTH ||
			    !is_plain_part(types, &child, nesting))
				return false;
			break;
		default:
			break;
		}
	}
	return at == 1;
}

bool shim_record_is_by_reference(struct shim_types *types,
				 const struct shim_record *record,
				 bool *is_known)
{
	Dwarf_Die die = record->die;
	uint64_t how = 0;

	/* not all compilers say it */
	*is_known = number(&die, DW_AT_calling_convention, &how) ||
		    is_plain_class(types, &die, 0);
	return how == DW_CC_pass_by_reference;
}
