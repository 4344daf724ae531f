/* SPDX-License-Identifier: MIT */
/*
 * Flags as a dump shows them, of values that differ from machine to machine.
 */
#ifndef TESTS_APP_BITS_H
#define TESTS_APP_BITS_H

#include <stddef.h>
#include <stdio.h>

struct bit {
	unsigned long long value;
	const char *name;
};

/* "A|B|0x20": the names of a value's bits, in order, then the rest. The text is
 * `space`, of 300 bytes. */
static inline const char *bit_names(char *space, const struct bit *bits,
				    size_t n, unsigned long long value)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(value & bits[i].value))
			continue;
		at += (size_t)sprintf(space + at, "%s%s", at ? "|" : "",
				      bits[i].name);
		value &= ~bits[i].value;
	}
	if (value)
		sprintf(space + at, "%s0x%llx", at ? "|" : "", value);
	else if (!at)
		sprintf(space, "0");
	return space;
}

#define BIT(name)                                                              \
	{                                                                      \
		name, #name                                                    \
	}
#define BIT_NAMES(space, bits, value)                                          \
	bit_names(space, bits, sizeof(bits) / sizeof(*(bits)),                 \
		  (unsigned long long)(value))

#endif
