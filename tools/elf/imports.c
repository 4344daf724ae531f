/* SPDX-License-Identifier: MIT */
/*
 * Dynamic symbols by libelf, see imports.h. A symbol that a file lacks is of
 * the library that defines it among the added ones, or that the file's own
 * version table names.
 */
#include "tools/elf/imports.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/reader/opening.h"
#include "tools/reader/regular.h"

/* The libraries that descriptions cover. */
static const struct {
	const char *file; /* how its name begins */
	const char *name;
	bool is_libc; /* part of glibc: its own calls are inside of libc */
} libraries[] = {
	{"libc.so", "libc", true},
	{"libc-2.", "libc", true},
	{"ld-musl", "libc", true},
	{"libc.musl", "libc", true},
	{"libm.so", "libm", true},
	{"libm-2.", "libm", true},
	{"libmvec.so", "libm", true},
	{"libpthread.so", "libc", true},
	{"libpthread-2.", "libc", true},
	{"libdl.so", "libc", true},
	{"libdl-2.", "libc", true},
	{"librt.so", "libc", true},
	{"librt-2.", "libc", true},
	{"libresolv.so", "libresolv", true},
	{"libresolv-2.", "libresolv", true},
	{"ld-linux", NULL, true},
	{"ld-2.", NULL, true},
	{"libnss_", NULL, true},
	{"libGL.so", "GL", false},
	{"libOpenGL.so", "GL", false},
	{"libGLX.so", "GLX", false},
	{"libEGL.so", "EGL", false},
	{"libGLESv2.so", "GLES", false},
	{"libGLESv1_CM.so", "GLES", false},
};
#define N_LIBRARIES (sizeof(libraries) / sizeof(libraries[0]))

/* A symbol that a library defines, or that a file lacks. */
struct symbol {
	char *name;
	uint32_t library; /* into libraries; FXR_NONE: not known */
	bool is_function;
};

struct list {
	struct symbol *all;
	size_t n, capacity;
	struct fxr_map map; /* hash of name -> index */
};

struct imports {
	struct fxr_arena arena;
	struct list defined, lacking;
	struct fxr_map added; /* hashes of path and build id */
	struct import *found;
	bool (*is_known)(const char *name, const char *version);
};

struct imports *imports_open(bool (*is_known)(const char *name,
					      const char *version))
{
	struct imports *imports = fxr_new(1, sizeof(*imports));

	elf_version(EV_CURRENT);
	imports->is_known = is_known;
	return imports;
}

void imports_close(struct imports *imports)
{
	fxr_arena_fini(&imports->arena);
	free(imports->defined.all);
	free(imports->lacking.all);
	free(imports->found);
	fxr_map_fini(&imports->defined.map);
	fxr_map_fini(&imports->lacking.map);
	fxr_map_fini(&imports->added);
	free(imports);
}

static uint32_t library_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *file = slash ? slash + 1 : path;

	/* musl's own: .../x86_64-linux-musl/libc.so is one, too */
	for (uint32_t i = 0; i < N_LIBRARIES; i++)
		if (!strncmp(file, libraries[i].file,
			     strlen(libraries[i].file)))
			return i;
	return FXR_NONE;
}

static struct symbol *find(const struct list *list, const char *name)
{
	uint32_t at =
		fxr_map_find(&list->map, fxr_hash(name, strlen(name)), 0, 0);

	return at == FXR_NONE ? NULL : &list->all[at];
}

static void put(struct imports *imports, struct list *list, const char *name,
		uint32_t library, bool is_function)
{
	struct symbol *has = find(list, name);

	if (has) {
		has->is_function |= is_function;
		if (has->library == FXR_NONE)
			has->library = library;
		return;
	}
	list->all = fxr_grow(list->all, &list->capacity, list->n + 1,
			     sizeof(*list->all));
	list->all[list->n] = (struct symbol){
		.name = fxr_arena_copy(&imports->arena, name, strlen(name)),
		.library = library,
		.is_function = is_function,
	};
	fxr_map_put(&list->map, fxr_hash(name, strlen(name)), 0, 0,
		    (uint32_t)list->n++);
}

/* More than any file needs. */
#define MAX_VERSIONS 512u

/* A version that a file needs: its number there, of which library it is, and
 * its name. The texts may be NULL. */
struct version {
	unsigned number;
	const char *file, *name;
};

/* The sections of a file that are read. */
struct tables {
	Elf *elf;
	Elf_Data *symbols, *versions, *needs;
	GElf_Shdr symbol_header, need_header;
	struct version all[MAX_VERSIONS];
	size_t n;
};

static void find_tables(struct tables *tables)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(tables->elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		if (header.sh_type == SHT_DYNSYM) {
			tables->symbols = elf_getdata(section, NULL);
			tables->symbol_header = header;
		} else if (header.sh_type == SHT_GNU_versym) {
			tables->versions = elf_getdata(section, NULL);
		} else if (header.sh_type == SHT_GNU_verneed) {
			tables->needs = elf_getdata(section, NULL);
			tables->need_header = header;
		}
	}
}

/* Adds one file's versions; `at` is where the first one is. */
static void read_versions(struct tables *tables, const GElf_Verneed *need,
			  int at)
{
	size_t texts = tables->need_header.sh_link;
	GElf_Vernaux aux;

	for (unsigned i = 0; i < need->vn_cnt && tables->n < MAX_VERSIONS;
	     i++) {
		if (!gelf_getvernaux(tables->needs, at, &aux))
			return;
		tables->all[tables->n++] = (struct version){
			aux.vna_other,
			elf_strptr(tables->elf, texts, need->vn_file),
			elf_strptr(tables->elf, texts, aux.vna_name),
		};
		at += (int)aux.vna_next;
	}
}

static void read_needs(struct tables *tables)
{
	GElf_Verneed need;
	int off = 0;

	for (unsigned i = 0; tables->needs && i < MAX_VERSIONS; i++) {
		if (!gelf_getverneed(tables->needs, off, &need))
			return;
		read_versions(tables, &need, off + (int)need.vn_aux);
		if (!need.vn_next)
			return;
		off += (int)need.vn_next;
	}
}

/* The version that a symbol needs, NULL: none. */
static const struct version *version_of(const struct tables *tables, int symbol)
{
	GElf_Versym number;

	if (!tables->versions ||
	    !gelf_getversym(tables->versions, symbol, &number))
		return NULL;
	for (size_t i = 0; i < tables->n; i++)
		if (tables->all[i].number == (number & 0x7fff))
			return &tables->all[i];
	return NULL;
}

/* A function of which another version is known has that version in its name. */
static void take_name(struct imports *imports, const char *name,
		      const char *version, uint32_t library, bool is_function)
{
	char text[2 * FXR_NAME_BYTES];

	if (imports->is_known(name, version))
		return;
	snprintf(text, sizeof(text), "%s@%s", name, version ? version : "");
	put(imports, &imports->lacking,
	    imports->is_known(name, NULL) ? text : name, library, is_function);
}

static void take_lacking(struct imports *imports, const struct tables *tables,
			 int i, const char *name, unsigned type)
{
	const struct version *version = version_of(tables, i);
	uint32_t library = FXR_NONE;

	if (type == STT_OBJECT || type == STT_TLS)
		return;
	if (version && version->file) {
		library = library_of(version->file);
		if (library == FXR_NONE) /* of some other library */
			return;
	}
	if (version && version->name &&
	    strcmp(version->name, "GLIBC_PRIVATE") == 0)
		return;
	take_name(imports, name, version ? version->name : NULL, library,
		  type == STT_FUNC);
}

static void take_symbols(struct imports *imports, const struct tables *tables,
			 uint32_t library)
{
	bool is_libc = library != FXR_NONE && libraries[library].is_libc;
	GElf_Sym symbol;

	/* the first one is none */
	for (int i = 1; gelf_getsym(tables->symbols, i, &symbol); i++) {
		const char *name =
			elf_strptr(tables->elf, tables->symbol_header.sh_link,
				   symbol.st_name);
		unsigned type = GELF_ST_TYPE(symbol.st_info);

		if (!name || !*name || strlen(name) > FXR_NAME_BYTES)
			continue;
		if (symbol.st_shndx == SHN_UNDEF && !is_libc)
			take_lacking(imports, tables, i, name, type);
		else if (symbol.st_shndx != SHN_UNDEF && library != FXR_NONE)
			put(imports, &imports->defined, name, library,
			    type == STT_FUNC || type == STT_GNU_IFUNC);
	}
}

/* Whether a note of the file is the build id, or any file will do. */
static bool has_build_id(Elf *elf, struct fxr_text build_id)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	GElf_Nhdr note;
	size_t name, text;

	while (build_id.n_bytes && (section = elf_nextscn(elf, section))) {
		Elf_Data *data = elf_getdata(section, NULL);

		if (!data || !gelf_getshdr(section, &header) ||
		    header.sh_type != SHT_NOTE)
			continue;
		for (size_t at = 0, next; at < data->d_size; at = next) {
			next = gelf_getnote(data, at, &note, &name, &text);
			if (!next)
				break;
			if (note.n_type == NT_GNU_BUILD_ID &&
			    note.n_descsz == build_id.n_bytes &&
			    !memcmp((char *)data->d_buf + text, build_id.bytes,
				    build_id.n_bytes))
				return true;
		}
	}
	return !build_id.n_bytes;
}

static void add_file(struct imports *imports, const char *path,
		     struct fxr_text build_id)
{
	int fd = regular_open(path, REGULAR_MAX_BYTES);
	struct tables tables = {0};

	if (fd < 0)
		return;
	tables.elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (tables.elf && has_build_id(tables.elf, build_id)) {
		find_tables(&tables);
		read_needs(&tables);
		if (tables.symbols)
			take_symbols(imports, &tables, library_of(path));
	}
	elf_end(tables.elf);
	close(fd);
}

void imports_add(struct imports *imports, struct fxr_text path,
		 struct fxr_text build_id)
{
	uint64_t key = fxr_hash(path.bytes, path.n_bytes);
	uint64_t id = fxr_hash(build_id.bytes, build_id.n_bytes);
	char *name;

	/* each process of an archive has the same ones */
	if (fxr_map_find(&imports->added, key, id, 0) != FXR_NONE)
		return;
	fxr_map_put(&imports->added, key, id, 0, 0);
	if (!path.n_bytes || path.bytes[0] != '/' ||
	    memchr(path.bytes, '\0', path.n_bytes))
		return;
	name = fxr_arena_copy(&imports->arena, path.bytes, path.n_bytes);
	opening_guard(true);
	add_file(imports, name, build_id);
	opening_guard(false);
}

static int by_library(const void *a, const void *b)
{
	const struct import *x = a, *y = b;
	int order = strcmp(x->library, y->library);

	return order ? order : strcmp(x->name, y->name);
}

const struct import *imports_unknown(struct imports *imports, size_t *n)
{
	const struct list *lacking = &imports->lacking;

	free(imports->found);
	imports->found = fxr_new(lacking->n + 1, sizeof(struct import));
	*n = 0;
	for (size_t i = 0; i < lacking->n; i++) {
		const struct symbol *symbol = &lacking->all[i];
		const struct symbol *has =
			find(&imports->defined, symbol->name);

		if (!has)
			has = symbol;
		if (!has->is_function || has->library == FXR_NONE ||
		    !libraries[has->library].name)
			continue;
		imports->found[(*n)++] = (struct import){
			libraries[has->library].name, symbol->name};
	}
	qsort(imports->found, *n, sizeof(struct import), by_library);
	return imports->found;
}
