/* SPDX-License-Identifier: MIT */
/*
 * Whether a fact is in the archive already: it keeps the number of the one that
 * it was written to.
 */
#ifndef PRELOAD_GL_STATE_FACT_ARCHIVE_H
#define PRELOAD_GL_STATE_FACT_ARCHIVE_H

#include "writer/engine.h"

/* The archive that a fact is told in now, never 0: the choice of calls counts,
 * since a fact may not be chosen. */
static inline uint64_t fxp_gl_facts_archive(void)
{
	return ((uint64_t)fxw_engine.generation << 32 | fxw_generation()) + 1;
}

#endif
