/* SPDX-License-Identifier: MIT */
/*
 * Whether a call failed, see failure.h.
 */
#include "preload/call/failure.h"

#include <stdio.h>

#include "preload/runtime/upcalls.h"
#include "preload/symbol/dl_error.h"
#include "preload/symbol/error.h"

/* Whether its stream has an error. A stream that is not known has. */
static bool has_stream_error(const struct fxp_slot *cell, const uint64_t *slot)
{
	const FILE *stream = (const FILE *)fxp_upcalls.stream_of(cell, slot);

	return !stream || stream->_flags & _IO_ERR_SEEN;
}

/* Whether the rule's other half denies the failure. */
static bool is_denied(const struct fxp_slot *cell, const struct fxg_function *f,
		      const uint64_t *slot, const int *address)
{
	struct fxp_dl_error why;

	switch (f->error_rule) {
	case FXG_E_SHORT:
		return slot[f->n_params] >= slot[f->error_param] ||
		       (f->error_unit && !slot[f->error_unit - 1]) ||
		       !has_stream_error(cell, slot);
	case FXG_E_MINUS1_FERROR:
	case FXG_E_NULL_FERROR:
	case FXG_E_WEOF_FERROR:
		return !has_stream_error(cell, slot);
	case FXG_E_DLERROR: /* a symbol may be NULL */
	case FXG_E_MINUS1_DLERROR:
		return fxp_dl_error_read(address, &why) == FXP_DL_NONE;
	default:
		return false;
	}
}

bool fxp_call_failed(const struct fxp_slot *cell, const uint64_t *slot,
		     const int *address, int *error)
{
	const struct fxg_function *f =
		&cell->api->table->functions[cell - cell->api->slots];

	if (!fxp_error_of(f, slot[f->n_params], address, error))
		return false;
	if (!is_denied(cell, f, slot, address))
		return true;
	*error = 0;
	return false;
}
