/* SPDX-License-Identifier: MIT */
/*
 * Names of functions as an ELF file, see map_out.h. Function k has the address
 * FIRST_ADDRESS + 16 * (k - 1). Symbols are grouped by source file, after a
 * symbol for that file.
 */
#include "tools/convert/xray/map_out.h"

#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/xray/xray.h"
#include "tools/base/die.h"

#define FIRST_ADDRESS 0x1000u /* 0 would be none */
#define FUNCTION_BYTES 16u

/* Sections of the file, in this order. */
enum section {
	SECTION_NONE,
	SECTION_TEXT, /* occupies no space */
	SECTION_MAP,
	SECTION_SYMBOLS,
	SECTION_STRINGS,
	SECTION_NAMES, /* of sections */
	N_SECTIONS,
};

static const char section_names[] =
	"\0.text\0" XRAY_MAP_SECTION "\0.symtab\0.strtab\0.shstrtab";

/* An entry of the map: the patchable begin of a function. */
struct sled {
	uint64_t address, function;
	uint8_t kind, is_always, version;
	uint8_t padding[13];
};

struct map {
	const struct xray_symbol *symbols;
	size_t n;
	uint32_t *order; /* of symbols, by file */
	Elf64_Sym *table;
	size_t n_table;
	struct sled *sleds;
	FILE *strings;
	char *text;
	size_t n_text;
};

static int compare(const void *a, const void *b, void *symbols)
{
	const struct xray_symbol *all = symbols;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	struct fxr_text x = all[i].file, y = all[k].file;
	size_t n = x.n_bytes < y.n_bytes ? x.n_bytes : y.n_bytes;
	int order = n ? memcmp(x.bytes, y.bytes, n) : 0;

	if (!order)
		order = (x.n_bytes > y.n_bytes) - (x.n_bytes < y.n_bytes);
	return order ? order : (i > k) - (i < k);
}

/* Writes the text up to its first NUL, where symbols end. Returns its
 * offset. */
static uint32_t put_string(struct map *map, struct fxr_text text)
{
	uint32_t off = (uint32_t)ftello(map->strings);

	fwrite_unlocked(text.bytes, 1, strnlen(text.bytes, text.n_bytes),
			map->strings);
	putc_unlocked('\0', map->strings);
	return off;
}

static void put_file(struct map *map, struct fxr_text file)
{
	map->table[map->n_table++] = (Elf64_Sym){
		.st_name = put_string(map, file),
		.st_info = ELF64_ST_INFO(STB_LOCAL, STT_FILE),
		.st_shndx = SHN_ABS,
	};
}

static void put_function(struct map *map, uint32_t index)
{
	map->table[map->n_table++] = (Elf64_Sym){
		.st_name = put_string(map, map->symbols[index].name),
		.st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC),
		.st_shndx = SECTION_TEXT,
		.st_value = FIRST_ADDRESS + (uint64_t)FUNCTION_BYTES * index,
		.st_size = FUNCTION_BYTES,
	};
}

static void make_symbols(struct map *map)
{
	struct fxr_text last = {"", 0};

	map->table = fxr_new(2 * map->n + 1, sizeof(*map->table));
	map->order = fxr_new(map->n + 1, sizeof(*map->order));
	map->strings = open_memstream(&map->text, &map->n_text);
	if (!map->strings)
		die("out of memory");
	for (size_t i = 0; i < map->n; i++)
		map->order[i] = (uint32_t)i;
	qsort_r(map->order, map->n, sizeof(*map->order), compare,
		(void *)(uintptr_t)map->symbols);
	map->n_table = 1;
	putc_unlocked('\0', map->strings);
	for (size_t i = 0; i < map->n; i++) {
		uint32_t index = map->order[i];

		if (!fxr_is_same(map->symbols[index].file, last))
			put_file(map, last = map->symbols[index].file);
		put_function(map, index);
	}
	fclose(map->strings);
}

static struct sled *make_sleds(size_t n)
{
	struct sled *sleds = fxr_new(n + 1, sizeof(*sleds));

	for (size_t i = 0; i < n; i++) {
		uint64_t address = FIRST_ADDRESS + FUNCTION_BYTES * i;

		sleds[i] = (struct sled){.address = address,
					 .function = address,
					 .is_always = 1};
	}
	return sleds;
}

/* A section, behind those before; libelf finds its place in the file. bytes:
 * NULL if it has none there. */
static void add_section(Elf *elf, size_t *name, const Elf64_Shdr *header,
			Elf_Type type, void *bytes)
{
	Elf_Scn *section = elf_newscn(elf);
	Elf_Data *data = elf_newdata(section);
	Elf64_Shdr *own = elf64_getshdr(section);

	if (!data || !own)
		die("out of memory");
	*own = *header;
	own->sh_name = (Elf64_Word)*name;
	*name += strlen(section_names + *name) + 1;
	data->d_buf = bytes;
	data->d_size = header->sh_size;
	data->d_type = type;
	data->d_align = 1;
	data->d_version = EV_CURRENT;
}

static void add_sections(Elf *elf, struct map *map)
{
	size_t name = 1;

	add_section(elf, &name,
		    &(Elf64_Shdr){.sh_type = SHT_NOBITS,
				  .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
				  .sh_addr = FIRST_ADDRESS,
				  .sh_size = FUNCTION_BYTES * map->n},
		    ELF_T_BYTE, NULL);
	add_section(elf, &name,
		    &(Elf64_Shdr){.sh_type = SHT_PROGBITS,
				  .sh_flags = SHF_ALLOC,
				  .sh_size = sizeof(struct sled) * map->n},
		    ELF_T_BYTE, map->sleds);
	add_section(elf, &name,
		    &(Elf64_Shdr){.sh_type = SHT_SYMTAB,
				  .sh_size = sizeof(Elf64_Sym) * map->n_table,
				  .sh_link = SECTION_STRINGS,
				  .sh_info = (Elf64_Word)map->n_table,
				  .sh_entsize = sizeof(Elf64_Sym)},
		    ELF_T_SYM, map->table);
	add_section(
		elf, &name,
		&(Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_size = map->n_text},
		ELF_T_BYTE, map->text);
	add_section(elf, &name,
		    &(Elf64_Shdr){.sh_type = SHT_STRTAB,
				  .sh_size = sizeof(section_names)},
		    ELF_T_BYTE, (void *)(uintptr_t)section_names);
}

/* The file is the descriptor's, which has nothing yet. */
static bool write_elf(int fd, struct map *map)
{
	Elf *elf = elf_version(EV_CURRENT) ? elf_begin(fd, ELF_C_WRITE, NULL)
					   : NULL;
	Elf64_Ehdr *header = elf ? elf64_newehdr(elf) : NULL;
	bool is_done = false;

	if (header) {
		header->e_type = ET_EXEC;
		header->e_machine = EM_X86_64;
		header->e_version = EV_CURRENT;
		header->e_shstrndx = SECTION_NAMES;
		add_sections(elf, map);
		is_done = elf_update(elf, ELF_C_WRITE) >= 0;
	}
	elf_end(elf);
	return is_done;
}

bool xray_map_put(FILE *out, const struct xray_symbol *symbols, size_t n)
{
	struct map map = {.symbols = symbols, .n = n};
	bool is_done;

	make_symbols(&map);
	map.sleds = make_sleds(n);
	is_done = write_elf(fileno(out), &map);
	free(map.text);
	free(map.table);
	free(map.sleds);
	free(map.order);
	return is_done;
}
