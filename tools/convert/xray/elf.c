/* SPDX-License-Identifier: MIT */
/*
 * The numbers of a program's functions, from its ELF file: they count the
 * functions of its section xray_instr_map. Each entry of that section is one
 * place that can be patched. Names are those of symbols at the addresses.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/convert/xray/xray.h"
#include "tools/convert/xray/names.h"

struct sled {
	uint64_t address, function;
	uint8_t kind, is_always, version;
	uint8_t padding[13];
};

struct elf {
	int fd;
	uint64_t file_bytes;
	uint64_t n_left; /* bytes that may be read: sections may overlap */
	Elf64_Shdr *sections;
	size_t n_sections;
	struct fxr_map ids; /* of addresses */
	uint32_t n_functions;
};

/* A part of the file; NULL: it is missing or empty. */
static void *read_part(struct elf *elf, uint64_t off, uint64_t n_bytes)
{
	char *bytes;

	if (off > elf->file_bytes || n_bytes > elf->file_bytes - off ||
	    !n_bytes || n_bytes > elf->n_left)
		return NULL;
	elf->n_left -= n_bytes;
	/* NUL-terminated, for strings */
	bytes = fxr_new(1, n_bytes + 1);
	for (uint64_t n = 0; n < n_bytes;) {
		ssize_t n_now = pread(elf->fd, bytes + n, n_bytes - n,
				      (off_t)(off + n));

		if (n_now <= 0) {
			free(bytes);
			return NULL;
		}
		n += (uint64_t)n_now;
	}
	return bytes;
}

static void *read_section(struct elf *elf, const Elf64_Shdr *section)
{
	if (section->sh_type == SHT_NOBITS)
		return NULL;
	return read_part(elf, section->sh_offset, section->sh_size);
}

static bool read_sections(struct elf *elf, const Elf64_Ehdr *header)
{
	uint64_t n = header->e_shnum;
	Elf64_Shdr *first;

	if (header->e_shentsize != sizeof(*first))
		return false;
	first = read_part(elf, header->e_shoff, sizeof(*first));
	if (!first)
		return false;
	if (!n)
		n = first->sh_size;
	free(first);
	if (n > elf->file_bytes / sizeof(*first))
		return false;
	elf->sections =
		read_part(elf, header->e_shoff, n * sizeof(*elf->sections));
	elf->n_sections = elf->sections ? n : 0;
	return elf->sections;
}

static const Elf64_Shdr *find_map(struct elf *elf, unsigned names_index)
{
	const Elf64_Shdr *found = NULL;
	const Elf64_Shdr *section;
	char *names;

	if (names_index == SHN_XINDEX)
		names_index = elf->sections[0].sh_link;
	if (names_index >= elf->n_sections)
		return NULL;
	names = read_section(elf, &elf->sections[names_index]);
	for (size_t i = 0; names && i < elf->n_sections && !found; i++) {
		section = &elf->sections[i];
		if (section->sh_name < elf->sections[names_index].sh_size &&
		    strcmp(names + section->sh_name, XRAY_MAP_SECTION) == 0)
			found = section;
	}
	free(names);
	return found;
}

/* Applies the relocations of absolute addresses, as the loader does for a
 * program that is loaded at 0. */
static void relocate(struct elf *elf, const Elf64_Shdr *map,
		     unsigned char *bytes, const Elf64_Shdr *section)
{
	Elf64_Rela *all = read_section(elf, section);

	for (size_t i = 0; all && i < section->sh_size / sizeof(*all); i++) {
		uint64_t at = all[i].r_offset - map->sh_addr;
		uint64_t type = ELF64_R_TYPE(all[i].r_info);

		if ((type == R_X86_64_RELATIVE || type == R_AARCH64_RELATIVE) &&
		    all[i].r_offset >= map->sh_addr && map->sh_size >= 8 &&
		    at <= map->sh_size - 8)
			memcpy(bytes + at, &all[i].r_addend, 8);
	}
	free(all);
}

static bool number_functions(struct elf *elf, const Elf64_Shdr *map)
{
	unsigned char *bytes = read_section(elf, map);

	if (!bytes)
		return false;
	for (size_t i = 0; i < elf->n_sections; i++)
		if (elf->sections[i].sh_type == SHT_RELA)
			relocate(elf, map, bytes, &elf->sections[i]);
	for (uint64_t at = 0; map->sh_size - at >= sizeof(struct sled);
	     at += sizeof(struct sled)) {
		struct sled sled;

		memcpy(&sled, bytes + at, sizeof(sled));
		/* from version 2 on, relative to the field itself */
		if (sled.version >= 2)
			sled.function += map->sh_addr + at +
					 offsetof(struct sled, function);
		if (fxr_map_find(&elf->ids, sled.function, 0, 0) == FXR_NONE)
			fxr_map_put(&elf->ids, sled.function, 0, 0,
				    ++elf->n_functions);
	}
	free(bytes);
	return true;
}

static void name_functions(struct elf *elf, struct xray_names *names,
			   const Elf64_Shdr *section)
{
	const Elf64_Shdr *strings = &elf->sections[section->sh_link];
	Elf64_Sym *all = read_section(elf, section);
	char *text = read_section(elf, strings);

	for (size_t i = 0; all && text && i < section->sh_size / sizeof(*all);
	     i++) {
		unsigned type = ELF64_ST_TYPE(all[i].st_info);
		uint32_t id = fxr_map_find(&elf->ids, all[i].st_value, 0, 0);

		if (id != FXR_NONE && all[i].st_shndx != SHN_UNDEF &&
		    (type == STT_FUNC || type == STT_GNU_IFUNC) &&
		    all[i].st_name < strings->sh_size)
			xray_names_put(names, id, text + all[i].st_name);
	}
	free(text);
	free(all);
}

static bool read_elf(struct elf *elf, struct xray_names *names,
		     const char **what)
{
	Elf64_Ehdr *header = read_part(elf, 0, sizeof(*header));
	const Elf64_Shdr *map = NULL;

	*what = "expected a 64-bit ELF file, or a map in YAML";
	if (header && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
	    header->e_ident[EI_CLASS] == ELFCLASS64 &&
	    header->e_ident[EI_DATA] == ELFDATA2LSB) {
		*what = "expected a section " XRAY_MAP_SECTION;
		if (read_sections(elf, header))
			map = find_map(elf, header->e_shstrndx);
	}
	free(header);
	if (!map || !number_functions(elf, map))
		return false;
	for (size_t i = 0; i < elf->n_sections; i++) {
		const Elf64_Shdr *section = &elf->sections[i];

		if ((section->sh_type == SHT_SYMTAB ||
		     section->sh_type == SHT_DYNSYM) &&
		    section->sh_link < elf->n_sections)
			name_functions(elf, names, section);
	}
	return true;
}

bool xray_elf_read(struct xray_names *names, int fd, const char **what)
{
	struct elf elf = {.fd = fd};
	struct stat st;
	bool is_done;

	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		elf.file_bytes = (uint64_t)st.st_size;
	elf.n_left = 4 * elf.file_bytes;
	is_done = read_elf(&elf, names, what);
	free(elf.sections);
	fxr_map_fini(&elf.ids);
	return is_done;
}
