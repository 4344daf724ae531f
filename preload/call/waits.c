/* SPDX-License-Identifier: MIT */
/*
 * Finds out what a call waits for, see waits.h.
 */
#include "preload/call/waits.h"

#include <stdio.h>
#include <sys/stat.h>

#include "preload/symbol/peek.h"
#include "writer/engine.h"
#include "writer/sys.h"

/* The descriptor of a stream; -1: none. The stream may be gone by now. */
static int descriptor_of(const FILE *stream)
{
	int fd = -1;

	return fxp_peek(&fd, &stream->_fileno, sizeof(fd)) ? fd : -1;
}

/* The descriptor that the call reads from. */
static int input_of(const struct fxg_table *table, const struct fxg_function *f,
		    const uint64_t *slot)
{
	for (unsigned i = 0; i < f->n_params; i++) {
		const struct fxg_param *param =
			&table->params[f->first_param + i];
		const struct fxg_type *type = &table->types[param->type];

		if (type->class != FXG_HANDLE)
			continue;
		return type->size == sizeof(int)
			       ? (int)slot[i]
			       : descriptor_of(
					 (const FILE *)(uintptr_t)slot[i]);
	}
	return 0; /* standard input */
}

static bool is_file(int fd)
{
	struct sys_stat st;

	return sys_fstat(fd, &st) == 0 &&
	       (S_ISREG(st.mode) || S_ISDIR(st.mode) || S_ISBLK(st.mode));
}

bool fxp_call_waits(const struct fxg_table *table, const struct fxg_function *f,
		    const uint64_t *slot)
{
	if (f->flags & FXG_F_WAITS)
		return true;
	return f->flags & FXG_F_WAITS_FOR_INPUT &&
	       (fxw_engine.no_system_calls ||
		!is_file(input_of(table, f, slot)));
}
