/* SPDX-License-Identifier: MIT */
/*
 * Names of functions as an ELF file, see map_out.h. Function k has the address
 * FIRST_ADDRESS + 16 * (k - 1). Symbols are grouped by source file, after a
 * symbol for that file.
 */
#include "tools/convert/xray/map_out.h"

#include <elf.h>
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

static void put_header(FILE *out)
{
	Elf64_Ehdr header = {
		.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			    ELFDATA2LSB, EV_CURRENT},
		.e_type = ET_EXEC,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_shoff = sizeof(header),
		.e_ehsize = sizeof(header),
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = N_SECTIONS,
		.e_shstrndx = SECTION_NAMES,
	};

	fwrite_unlocked(&header, sizeof(header), 1, out);
}

static void put_sections(FILE *out, const struct map *map)
{
	Elf64_Shdr all[N_SECTIONS] = {
		[SECTION_TEXT] = {.sh_type = SHT_NOBITS,
				  .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
				  .sh_addr = FIRST_ADDRESS,
				  .sh_size = FUNCTION_BYTES * map->n},
		[SECTION_MAP] = {.sh_type = SHT_PROGBITS,
				 .sh_flags = SHF_ALLOC,
				 .sh_size = sizeof(struct sled) * map->n},
		[SECTION_SYMBOLS] = {.sh_type = SHT_SYMTAB,
				     .sh_size =
					     sizeof(Elf64_Sym) * map->n_table,
				     .sh_link = SECTION_STRINGS,
				     .sh_info = (Elf64_Word)map->n_table,
				     .sh_entsize = sizeof(Elf64_Sym)},
		[SECTION_STRINGS] = {.sh_type = SHT_STRTAB,
				     .sh_size = map->n_text},
		[SECTION_NAMES] = {.sh_type = SHT_STRTAB,
				   .sh_size = sizeof(section_names)},
	};
	uint64_t off = sizeof(Elf64_Ehdr) + sizeof(all);
	const char *name = section_names;

	for (unsigned i = SECTION_TEXT; i < N_SECTIONS; i++) {
		name += strlen(name) + 1;
		all[i].sh_name = (Elf64_Word)(name - section_names);
		all[i].sh_addralign = 1;
		all[i].sh_offset = off;
		off += i == SECTION_TEXT ? 0 : all[i].sh_size;
	}
	fwrite_unlocked(all, sizeof(all), 1, out);
}

static void put_sleds(FILE *out, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t address = FIRST_ADDRESS + FUNCTION_BYTES * i;
		struct sled sled = {
			.address = address,
			.function = address,
			.is_always = 1,
		};

		fwrite_unlocked(&sled, sizeof(sled), 1, out);
	}
}

void xray_map_put(FILE *out, const struct xray_symbol *symbols, size_t n)
{
	struct map map = {.symbols = symbols, .n = n};

	make_symbols(&map);
	put_header(out);
	put_sections(out, &map);
	put_sleds(out, n);
	fwrite_unlocked(map.table, sizeof(*map.table), map.n_table, out);
	fwrite_unlocked(map.text, 1, map.n_text, out);
	fwrite_unlocked(section_names, 1, sizeof(section_names), out);
	free(map.text);
	free(map.table);
	free(map.order);
}
