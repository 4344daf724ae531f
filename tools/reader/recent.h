/* SPDX-License-Identifier: MIT */
/*
 * Cache of the latest lookups of records' refs, which repeat for millions of
 * records. Its user defines the results, and looks up only while
 * fxr_has_fixed_refs().
 */
#ifndef TOOLS_READER_RECENT_H
#define TOOLS_READER_RECENT_H

#include <stdbool.h>
#include <stdint.h>

#define FXR_N_RECENT 512u

struct fxr_recent {
	uint64_t from_off; /* holds for records from there on */
	uint32_t provider; /* index + 1, 0: the entry is empty */
	uint32_t refs;	   /* one or two of them */
	uint32_t answer;
};

/* The entry of a lookup among FXR_N_RECENT. */
static inline struct fxr_recent *fxr_recent_at(struct fxr_recent *items,
					       uint32_t provider, uint32_t refs)
{
	uint32_t hash = (provider * 31 + refs) * 0x9e3779b1u;

	return &items[hash / (UINT32_MAX / FXR_N_RECENT + 1)];
}

/* Whether the entry has the result for a record at off. */
static inline bool fxr_recent_is(const struct fxr_recent *recent,
				 uint32_t provider, uint32_t refs, uint64_t off)
{
	return recent->provider == provider + 1 && recent->refs == refs &&
	       off >= recent->from_off;
}

/* is_known: every ref was defined at off; else nothing is cached */
static inline void fxr_recent_put(struct fxr_recent *recent, uint32_t provider,
				  uint32_t refs, uint64_t off, uint32_t answer)
{
	*recent = (struct fxr_recent){off, provider + 1, refs, answer};
}

#endif
