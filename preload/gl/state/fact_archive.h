/* SPDX-License-Identifier: MIT */
/*
 * Whether a fact is in the archive already: it has the number of the archive
 * into which it was written.
 */
#ifndef PRELOAD_GL_STATE_FACT_ARCHIVE_H
#define PRELOAD_GL_STATE_FACT_ARCHIVE_H

#include "writer/engine.h"

/* The archive that facts are emitted into now, never 0. The selection of calls
 * counts as well, because a fact may not be selected. */
static inline uint64_t fxp_gl_facts_archive(void)
{
	return ((uint64_t)fxw_engine.generation << 32 | fxw_generation()) + 1;
}

#endif
