/* SPDX-License-Identifier: MIT */
/*
 * The fact that describes which part of another archive this one is.
 */
#ifndef TOOLS_TRIM_TRIMMED_H
#define TOOLS_TRIM_TRIMMED_H

#include <stddef.h>
#include <stdint.h>

#define TRIMMED_WORDS 512u

/*
 * words    takes it, TRIMMED_WORDS of them.
 * what     which calls were kept, as text; TRIM_TEXT_BYTES of it at most.
 * n_kept   how many, of n_calls.
 * pid      of the process whose call comes next, which began at `ticks`.
 * Returns its length in words.
 */
size_t trimmed_fact(uint64_t *words, const char *what, uint64_t n_kept,
		    uint64_t n_calls, uint64_t ticks, uint64_t pid);

#endif
