/* SPDX-License-Identifier: MIT */
/*
 * Addresses by libdw, see symbols.h. Each file is a single module at its own
 * addresses.
 */
#include "tools/base/texts.h"
#include "tools/elf/symbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/reader/regular.h"
#include "tools/reader/opening.h"

/* Of one address; more than any compiler nests. */
#define MAX_SYMBOLS 64u
#define DEBUG_ROOT "/usr/lib/debug"
/* No compiler makes longer names, but files may contain anything. */
#define MAX_NAME_BYTES 65536u

/* A file whose addresses were looked up. */
struct object {
	Dwfl *session;	     /* NULL: there is no such file (any more) */
	Dwfl_Module *module; /* its only one */
	uint64_t n_bytes;
	Dwarf_Addr bias; /* of the following */
	bool has_units;	 /* units without an index of their ranges were read */
	Dwarf_Die *units;
	size_t n_units, units_capacity;
};

/* A looked-up address: a run of symbols. */
struct place {
	uint32_t first, n;
};

struct symbols {
	struct fxr_arena arena;
	struct fxr_map object_map, place_map;
	struct object *objects;
	size_t n_objects, objects_capacity;
	struct texts texts;
	struct place *places;
	size_t n_places, places_capacity;
	struct symbol *all;
	size_t n_all, all_capacity;
	char *path; /* of debug files, in libdwfl's form */
	Dwfl_Callbacks callbacks;
	char **roots;
	size_t n_roots, roots_capacity;
};

static void add_root(struct symbols *s, const char *root, size_t n_bytes)
{
	if (!n_bytes)
		return;
	s->roots = fxr_grow(s->roots, &s->roots_capacity, s->n_roots + 1,
			    sizeof(*s->roots));
	s->roots[s->n_roots++] = fxr_arena_copy(&s->arena, root, n_bytes);
}

struct symbols *symbols_open(const char *more)
{
	struct symbols *s = fxr_new(1, sizeof(*s));
	const char *from = more ? more : "", *end;

	add_root(s, DEBUG_ROOT, strlen(DEBUG_ROOT));
	for (; *from; from = *end ? end + 1 : end) {
		end = from + strcspn(from, ":");
		add_root(s, from, (size_t)(end - from));
	}
	if (asprintf(&s->path, ":.debug:%s%s%s", DEBUG_ROOT,
		     more && *more ? ":" : "", more ? more : "") < 0)
		s->path = NULL;
	s->callbacks = (Dwfl_Callbacks){
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &s->path,
	};
	return s;
}

void symbols_close(struct symbols *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n_objects; i++) {
		fxr_free(s->objects[i].units);
		if (s->objects[i].session)
			dwfl_end(s->objects[i].session);
	}
	fxr_free(s->objects);
	texts_fini(&s->texts);
	fxr_free(s->places);
	fxr_free(s->all);
	fxr_free(s->roots);
	free(s->path);
	fxr_map_fini(&s->object_map);
	fxr_map_fini(&s->place_map);
	fxr_arena_fini(&s->arena);
	fxr_free(s);
}

/* The number of a text, the same for the same bytes. */
static uint32_t text_number(struct symbols *s, struct fxr_text text)
{
	return texts_keep(&s->texts, &s->arena, text);
}

static struct fxr_text interned(struct symbols *s, const char *text)
{
	uint32_t number;

	if (!text || !*text)
		return fxr_text("", 0);
	/* first: it may move the texts */
	number = text_number(s, fxr_text(text, strnlen(text, MAX_NAME_BYTES)));
	return s->texts.items[number];
}

static bool has_build_id(Dwfl_Module *module, struct fxr_text build_id)
{
	const unsigned char *bits;
	GElf_Addr address;
	int n_bytes = dwfl_module_build_id(module, &bits, &address);

	if (!build_id.n_bytes)
		return true;
	return n_bytes > 0 && (size_t)n_bytes == build_id.n_bytes &&
	       !memcmp(bits, build_id.bytes, build_id.n_bytes);
}

/* False: no such file, none that libdwfl understands, or another one. */
static bool open_file(struct symbols *s, struct object *object,
		      const char *path, struct fxr_text build_id)
{
	int fd = regular_open(path, REGULAR_MAX_BYTES);
	GElf_Addr low, high;

	if (fd < 0)
		return false;
	object->session = dwfl_begin(&s->callbacks);
	if (object->session) {
		dwfl_report_begin(object->session);
		/* owns fd if it returns a module */
		object->module = dwfl_report_elf(object->session, path, path,
						 fd, 0, true);
		dwfl_report_end(object->session, NULL, NULL);
	}
	if (!object->module)
		close(fd);
	if (object->module && has_build_id(object->module, build_id)) {
		dwfl_module_info(object->module, NULL, &low, &high, NULL, NULL,
				 NULL, NULL);
		object->n_bytes = high;
		return true;
	}
	if (object->session)
		dwfl_end(object->session);
	*object = (struct object){0};
	return false;
}

/* A separate debug file alone has names and lines, too. */
static void open_debug_file(struct symbols *s, struct object *object,
			    struct fxr_text build_id)
{
	char name[2 * 64 + 1] = "", path[4096];

	if (build_id.n_bytes < 2 || build_id.n_bytes > 64)
		return;
	for (size_t i = 0; i < build_id.n_bytes; i++)
		snprintf(name + 2 * i, 3, "%02x",
			 (unsigned char)build_id.bytes[i]);
	for (size_t i = 0; i < s->n_roots && !object->session; i++)
		if (snprintf(path, sizeof(path), "%s/.build-id/%.2s/%s.debug",
			     s->roots[i], name, name + 2) < (int)sizeof(path))
			(void)open_file(s, object, path, build_id);
}

static struct object *object_of(struct symbols *s, struct fxr_text path,
				struct fxr_text build_id)
{
	uint32_t name = text_number(s, path), id = text_number(s, build_id);
	uint32_t at = fxr_map_find(&s->object_map, name, id, 0);
	struct object *object;

	if (at != FXR_NONE)
		return &s->objects[at];
	at = (uint32_t)s->n_objects;
	s->objects = fxr_grow(s->objects, &s->objects_capacity,
			      s->n_objects + 1, sizeof(*s->objects));
	object = &s->objects[s->n_objects++];
	fxr_map_put(&s->object_map, name, id, 0, at);
	opening_guard(true);
	if (s->texts.items[name].n_bytes &&
	    s->texts.items[name].bytes[0] == '/')
		(void)open_file(s, object, s->texts.items[name].bytes,
				build_id);
	if (!object->session)
		open_debug_file(s, object, build_id);
	opening_guard(false);
	return object;
}

/* The compiler's name as in the source. */
static struct fxr_text demangled_name(struct symbols *s, const char *name)
{
	char *text = NULL;
	struct fxr_text found;

	if (name && strnlen(name, MAX_NAME_BYTES) < MAX_NAME_BYTES)
		text = cplus_demangle(name,
				      DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO);
	found = interned(s, text ? text : name);
	free(text);
	return found;
}

static void add_symbol(struct symbols *s, const struct symbol *symbol)
{
	s->all = fxr_grow(s->all, &s->all_capacity, s->n_all + 1,
			  sizeof(*s->all));
	s->all[s->n_all++] = *symbol;
}

static struct fxr_text name_of(struct symbols *s, Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
		name = dwarf_formstring(&attribute);
	return demangled_name(s, name ? name : dwarf_diename(die));
}

/* The place where an inlined function was called. */
static void put_call_place(struct symbols *s, struct symbol *outer,
			   Dwarf_Die *unit, Dwarf_Die *inlined)
{
	Dwarf_Attribute attribute;
	Dwarf_Files *files;
	Dwarf_Word number;
	size_t n_files;

	if (!dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute),
			     &number))
		outer->line = (uint32_t)number;
	if (!dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute),
			     &number) &&
	    !dwarf_getsrcfiles(unit, &files, &n_files))
		outer->file = interned(
			s, dwarf_filesrc(files, (size_t)number, NULL, NULL));
}

static bool is_function(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* The chain of functions from the innermost scope out to the one that was not
 * inlined. False: the unit contains none. */
static bool add_scopes(struct symbols *s, Dwarf_Die *unit, Dwarf_Die *scopes,
		       int n_scopes, struct symbol *symbol)
{
	size_t first = s->n_all;

	for (int i = 0; i < n_scopes && s->n_all - first < MAX_SYMBOLS; i++) {
		if (!is_function(&scopes[i]))
			continue;
		symbol->function = name_of(s, &scopes[i]);
		symbol->is_inlined =
			dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine;
		add_symbol(s, symbol);
		if (!symbol->is_inlined)
			break;
		*symbol = (struct symbol){0};
		put_call_place(s, symbol, unit, &scopes[i]);
	}
	return s->n_all > first;
}

/* The innermost scope's own ancestors. dwarf_getscopes continues from an
 * inlined function with the place where that was defined. */
static bool add_functions(struct symbols *s, Dwarf_Die *unit, Dwarf_Addr at,
			  struct symbol *symbol)
{
	Dwarf_Die *scopes = NULL, *chain = NULL;
	Dwarf_Die inner;
	int n = dwarf_getscopes(unit, at, &scopes);
	bool found = false;

	if (n > 0) {
		inner = scopes[0];
		n = dwarf_getscopes_die(&inner, &chain);
		found = n > 0 && add_scopes(s, unit, chain, n, symbol);
	}
	free(scopes);
	free(chain);
	return found;
}

static void add_unit(struct object *object, Dwarf_Die *unit)
{
	object->units = fxr_grow(object->units, &object->units_capacity,
				 object->n_units + 1, sizeof(*object->units));
	object->units[object->n_units++] = *unit;
}

/* The unit that contains the address. The file may lack an index of them: clang
 * writes none. */
static Dwarf_Die *unit_of(struct object *object, Dwarf_Addr address,
			  Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(object->module, address, bias);

	if (unit)
		return unit;
	while (!object->has_units &&
	       (unit = dwfl_module_nextcu(object->module, unit, &object->bias)))
		add_unit(object, unit);
	object->has_units = true;
	*bias = object->bias;
	for (size_t i = 0; i < object->n_units; i++)
		if (dwarf_haspc(&object->units[i], address - *bias) > 0)
			return &object->units[i];
	return NULL;
}

static void put_line(struct symbols *s, struct symbol *symbol, Dwarf_Die *unit,
		     Dwarf_Addr address)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, address);
	int number = 0;

	if (!line)
		return;
	symbol->file = interned(s, dwarf_linesrc(line, NULL, NULL));
	if (!dwarf_lineno(line, &number) && number > 0)
		symbol->line = (uint32_t)number;
}

/* What the symbol tables say: only that a function begins before the address
 * and ends behind it. */
static struct fxr_text symbol_name(struct symbols *s,
				   const struct object *object,
				   uint64_t address)
{
	GElf_Off off = 0;
	GElf_Sym found = {0};
	const char *name = dwfl_module_addrinfo(object->module, address, &off,
						&found, NULL, NULL, NULL);

	if (!name || (found.st_size && off >= found.st_size))
		return fxr_text("", 0);
	return demangled_name(s, name);
}

static void add_symbols(struct symbols *s, struct object *object,
			uint64_t address)
{
	struct symbol symbol = {0};
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit;

	if (!object->module) {
		add_symbol(s, &symbol);
		return;
	}
	unit = unit_of(object, address, &bias);
	if (unit) {
		put_line(s, &symbol, unit, address - bias);
		if (add_functions(s, unit, address - bias, &symbol))
			return;
	}
	symbol.function = symbol_name(s, object, address);
	add_symbol(s, &symbol);
}

const struct symbol *symbols_find(struct symbols *s, struct fxr_text path,
				  struct fxr_text build_id, uint64_t address,
				  size_t *n)
{
	struct object *object = object_of(s, path, build_id);
	uint64_t which = (uint64_t)(object - s->objects);
	uint32_t at = fxr_map_find(&s->place_map, which, address, 0);
	struct place *place;

	if (at == FXR_NONE) {
		at = (uint32_t)s->n_places;
		s->places = fxr_grow(s->places, &s->places_capacity,
				     s->n_places + 1, sizeof(*s->places));
		place = &s->places[s->n_places++];
		place->first = (uint32_t)s->n_all;
		opening_guard(true);
		add_symbols(s, object, address);
		opening_guard(false);
		place->n = (uint32_t)s->n_all - place->first;
		fxr_map_put(&s->place_map, which, address, 0, at);
	}
	*n = s->places[at].n;
	return &s->all[s->places[at].first];
}

uint64_t symbols_span(struct symbols *s, struct fxr_text path,
		      struct fxr_text build_id)
{
	return object_of(s, path, build_id)->n_bytes;
}
