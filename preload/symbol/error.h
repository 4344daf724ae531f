/* SPDX-License-Identifier: MIT */
/*
 * errno and the tables' error rules. errno is libc's variable. Its address is
 * that which libc's own function returns, looked up like every real function.
 */
#ifndef PRELOAD_SYMBOL_ERROR_H
#define PRELOAD_SYMBOL_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"

/* Instead of an errno: the function has set none, but dlerror() says why. */
#define FXP_DLERROR (-1)

/* Address of this thread's errno; never NULL. */
int *fxp_error_address(void);

/*
 * Whether a call that returned `ret` failed, unless its arguments or its stream
 * show that it did not (preload/call/failure.h).
 * error    out: its errno
 * address  of this thread's errno
 */
bool fxp_error_of(const struct fxg_function *function, uint64_t ret,
		  const int *address, int *error);

/* Whether a failure with this errno shows that the kernel has read the
 * function's strings. They can then be read again without a check. */
bool fxp_error_confirms(const struct fxg_function *function, int error);

#endif
