/* SPDX-License-Identifier: MIT */
/*
 * Reads the dynamic symbols of a shared library, see exported.h. libelf checks
 * every index and offset of the file.
 */
#include "tools/shim/exported.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/elf/arch.h"

/* The parts of the file that describe the exported symbols. */
struct tables {
	Elf *elf;
	Elf_Data *symbols, *versions, *definitions, *dynamic;
	size_t symbol_strings, definition_strings, dynamic_strings;
	size_t n_symbols, n_dynamic;
};

static void check_header(const char *path, Elf *elf)
{
	GElf_Ehdr header;

	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		die("%s: no ELF file: expected a shared library", path);
	if (header.e_ident[EI_CLASS] != ELFCLASS64)
		die("%s: a 32-bit library: shims are for 64-bit programs",
		    path);
	if (header.e_machine != ARCH_MACHINE)
		die("%s: a library of another processor than " ARCH_NAME, path);
	if (header.e_type != ET_DYN)
		die("%s: expected a shared library, this is %s", path,
		    header.e_type == ET_REL    ? "an object file"
		    : header.e_type == ET_EXEC ? "a program"
					       : "something else");
}

static size_t count_entries(const GElf_Shdr *header)
{
	return header->sh_entsize
		       ? (size_t)(header->sh_size / header->sh_entsize)
		       : 0;
}

static void find_tables(struct tables *t)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(t->elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		if (header.sh_type == SHT_DYNSYM) {
			t->symbols = elf_getdata(section, NULL);
			t->symbol_strings = header.sh_link;
			t->n_symbols = count_entries(&header);
		} else if (header.sh_type == SHT_GNU_versym) {
			t->versions = elf_getdata(section, NULL);
		} else if (header.sh_type == SHT_GNU_verdef) {
			t->definitions = elf_getdata(section, NULL);
			t->definition_strings = header.sh_link;
		} else if (header.sh_type == SHT_DYNAMIC) {
			t->dynamic = elf_getdata(section, NULL);
			t->dynamic_strings = header.sh_link;
			t->n_dynamic = count_entries(&header);
		}
	}
}

/* "" if it defines none itself. */
static const char *version_name(const struct tables *t, unsigned number)
{
	GElf_Verdaux name;
	GElf_Verdef definition;
	const char *text = NULL;
	int at = 0, n = 0;

	while (t->definitions && n++ < 65536 &&
	       gelf_getverdef(t->definitions, at, &definition)) {
		if (definition.vd_ndx == number &&
		    gelf_getverdaux(t->definitions, at + (int)definition.vd_aux,
				    &name)) {
			text = elf_strptr(t->elf, t->definition_strings,
					  name.vda_name);
			break;
		}
		if (!definition.vd_next)
			break;
		at += (int)definition.vd_next;
	}
	/* the first one is the file's own name */
	return text && number > 1 ? text : "";
}

static bool is_exported(const GElf_Sym *symbol)
{
	unsigned bind = GELF_ST_BIND(symbol->st_info);
	unsigned visibility = GELF_ST_VISIBILITY(symbol->st_other);

	return symbol->st_shndx != SHN_UNDEF &&
	       (bind == STB_GLOBAL || bind == STB_WEAK ||
		bind == STB_GNU_UNIQUE) &&
	       visibility != STV_HIDDEN && visibility != STV_INTERNAL;
}

static void add_symbol(struct shim_library *library, struct fxg_arena *arena,
		       const struct tables *t, size_t i)
{
	struct shim_symbol *to;
	GElf_Versym version = 1;
	const char *name;
	GElf_Sym symbol;
	unsigned type;

	if (!gelf_getsym(t->symbols, (int)i, &symbol) || !is_exported(&symbol))
		return;
	if (t->versions)
		(void)gelf_getversym(t->versions, (int)i, &version);
	name = elf_strptr(t->elf, t->symbol_strings, symbol.st_name);
	/* bit 15: only for programs that were linked long ago */
	if (!name || !*name || version & 0x8000)
		return;
	type = GELF_ST_TYPE(symbol.st_info);
	if (type != STT_FUNC && type != STT_GNU_IFUNC) {
		library->n_data += type == STT_OBJECT;
		return;
	}
	library->symbols = fxg_grow(arena, library->symbols, library->n_symbols,
				    sizeof(*to));
	to = &library->symbols[library->n_symbols++];
	to->name = fxg_copy(arena, name, strlen(name));
	to->version = fxg_format(arena, "%s", version_name(t, version));
	to->address = symbol.st_value;
	to->is_weak = GELF_ST_BIND(symbol.st_info) == STB_WEAK;
	to->is_protected = GELF_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED;
}

static const char *find_soname(const struct tables *t)
{
	GElf_Dyn entry;

	for (size_t i = 0; t->dynamic && i < t->n_dynamic; i++)
		if (gelf_getdyn(t->dynamic, (int)i, &entry) &&
		    entry.d_tag == DT_SONAME)
			return elf_strptr(t->elf, t->dynamic_strings,
					  entry.d_un.d_val);
	return NULL;
}

/* "libSDL2-2.0.so.0" -> "SDL2" */
static const char *stem_of(struct fxg_arena *arena, const char *soname)
{
	const char *end = strstr(soname, ".so"), *from = soname, *version;
	char *stem, *p;

	if (!end)
		end = soname + strlen(soname);
	if (strncmp(from, "lib", 3) == 0 && from[3] && from + 3 != end)
		from += 3;
	version = memchr(from, '-', (size_t)(end - from));
	if (version && version != from &&
	    version + 1 + strspn(version + 1, "0123456789.") >= end)
		end = version;
	stem = fxg_copy(arena, from, (size_t)(end - from));
	for (p = stem; *p; p++)
		if (!isalnum((unsigned char)*p))
			*p = '_';
	return !*stem || isdigit((unsigned char)*stem)
		       ? fxg_format(arena, "lib%s", stem)
		       : stem;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct shim_symbol *)a)->name,
		      ((const struct shim_symbol *)b)->name);
}

/* Two versions of one name, both the default: a damaged file. */
static void drop_twins(struct shim_library *library)
{
	size_t kept = 0;

	for (size_t i = 0; i < library->n_symbols; i++)
		if (!kept || strcmp(library->symbols[kept - 1].name,
				    library->symbols[i].name) != 0)
			library->symbols[kept++] = library->symbols[i];
	library->n_symbols = kept;
}

/* The path at which the linker finds a library that is named without a
 * folder. */
static const char *find_path(struct fxg_arena *arena, const char *name)
{
	static const char *const folders[] = {
		"/lib/" ARCH_FOLDER, "/usr/lib/" ARCH_FOLDER, "/lib64",
		"/usr/lib64",	     "/usr/local/lib",	      "/usr/lib",
	};

	if (strchr(name, '/') || access(name, F_OK) == 0)
		return name;
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		const char *path = fxg_format(arena, "%s/%s", folders[i], name);

		if (access(path, F_OK) == 0)
			return path;
	}
	return name;
}

void shim_library_open(struct shim_library *library, struct fxg_arena *arena,
		       const char *path)
{
	struct tables t = {0};
	const char *soname, *slash;

	path = find_path(arena, path);
	slash = strrchr(path, '/');
	*library = (struct shim_library){.path = path};
	elf_version(EV_CURRENT);
	library->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (library->fd < 0)
		die("%s: %s", path, strerror(errno));
	t.elf = library->elf = elf_begin(library->fd, ELF_C_READ_MMAP, NULL);
	if (!t.elf)
		die("%s: %s", path, elf_errmsg(-1));
	check_header(path, t.elf);
	find_tables(&t);
	if (!t.symbols)
		die("%s: it has no table of dynamic symbols", path);
	for (size_t i = 1; i < t.n_symbols; i++)
		add_symbol(library, arena, &t, i);
	soname = find_soname(&t);
	library->soname = fxg_format(arena, "%s",
				     soname && *soname ? soname
				     : slash	       ? slash + 1
						       : path);
	library->stem = stem_of(arena, library->soname);
	if (library->n_symbols)
		qsort(library->symbols, library->n_symbols,
		      sizeof(struct shim_symbol), by_name);
	drop_twins(library);
	if (!library->n_symbols)
		die("%s: it exports no function", path);
}

void shim_library_close(struct shim_library *library)
{
	elf_end(library->elf);
	close(library->fd);
}

struct shim_symbol *shim_library_find(const struct shim_library *library,
				      const char *name)
{
	struct shim_symbol sought = {.name = name};

	return bsearch(&sought, library->symbols, library->n_symbols,
		       sizeof(sought), by_name);
}
