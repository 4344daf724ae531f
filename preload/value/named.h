/* SPDX-License-Identifier: MIT */
/*
 * Texts of constants and flag sets ("O_RDWR|O_CREAT"). They are registered as
 * strings of the archive at their first use, and found again by type and value:
 * each text is built once.
 */
#ifndef PRELOAD_VALUE_NAMED_H
#define PRELOAD_VALUE_NAMED_H

#include <stdint.h>

#define FXP_NAMED_BITS 10
#define FXP_NAMED_CLAIMED 0x10000u
#define FXP_NAMED_PUBLISHED 0x20000u

/* Entries. state: 0 free, else the type is in the upper half. Its lower
 * half: CLAIMED, or PUBLISHED with the index (0: no space for its string). */
struct fxp_named {
	uint64_t state;
	uint64_t value;
};
extern struct fxp_named fxp_named[1u << FXP_NAMED_BITS]
	__attribute__((visibility("hidden")));

/* The first entry of the search for a value. */
static inline uint64_t fxp_named_hash(uint32_t type, uint64_t value)
{
	uint64_t hash = (value ^ (uint64_t)type << 40) * 0x9e3779b97f4a7c15ull;

	return hash >> (64 - FXP_NAMED_BITS);
}

/* The result of fxp_named_find if the first entry matches, else 0. */
static inline uint64_t fxp_named_first(uint32_t type, uint64_t value)
{
	const struct fxp_named *e = &fxp_named[fxp_named_hash(type, value)];
	/* acquire: pairs with the release in fxp_named_add */
	uint64_t index = __atomic_load_n(&e->state, __ATOMIC_ACQUIRE) ^
			 ((uint64_t)type << 32 | FXP_NAMED_PUBLISHED);

	return index <= UINT16_MAX && e->value == value ? index : 0;
}

/*
 * String index of the text of `value` in a type, or 0: not known.
 * type  the signature's id, unique over all APIs; not 0
 * Any thread, any signal handler.
 */
uint16_t fxp_named_find(uint32_t type, uint64_t value);

/* Stores the text if there is space in the table and in the durable region, and
 * an index. Otherwise does nothing. Cold: once for each value. */
void fxp_named_add(uint32_t type, uint64_t value, const char *text, uint32_t n);

/* In a forked child, whose archive has no strings yet. */
void fxp_named_forget(void);

#endif
