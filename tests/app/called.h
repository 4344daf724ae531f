/* SPDX-License-Identifier: MIT */
/*
 * called("sscanf") is the name by which this program calls a function. The
 * headers of libc choose it, by its version and the language's: sscanf,
 * __isoc99_sscanf or __isoc23_sscanf. It is among the symbols that the linker
 * has left open. The function must be called somewhere in the program.
 */
#ifndef TESTS_APP_CALLED_H
#define TESTS_APP_CALLED_H

#include <link.h>
#include <stddef.h>

extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

/* By hand, since functions of libc may be recorded. */
static inline int is_one_of(const char *name, const char *plain)
{
	static const char prefix[] = "__isoc";
	size_t i = 0;

	while (prefix[i] && name[i] == prefix[i])
		i++;
	if (!prefix[i]) {
		for (name += i; *name >= '0' && *name <= '9';)
			name++;
		name += *name == '_';
	}
	while (*name && *name == *plain)
		name++, plain++;
	return *name == *plain;
}

static inline const char *called(const char *plain)
{
	const ElfW(Sym) *symbol = NULL;
	const char *names = NULL;

	for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag; entry++)
		if (entry->d_tag == DT_SYMTAB)
			symbol = (const void *)entry->d_un.d_ptr;
		else if (entry->d_tag == DT_STRTAB)
			names = (const void *)entry->d_un.d_ptr;
	/* the linker puts the names behind the symbols */
	for (symbol++; (const char *)symbol < names; symbol++)
		if (symbol->st_shndx == SHN_UNDEF &&
		    is_one_of(names + symbol->st_name, plain))
			return names + symbol->st_name;
	return "nothing of this name is called";
}

#endif
