/* SPDX-License-Identifier: MIT */
/*
 * The error of dlopen and its like, see dl_error.h. Both thread-local variables
 * are libc's: the distance between them is the same in each thread, and errno's
 * address is known.
 */
#include "preload/symbol/dl_error.h"

#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/peek.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/bytes.h"

#define NOT_LOOKED 0
#define NOT_THERE 1 /* no distance of two aligned variables */

/* What glibc's variable points to, from 2.34 to 2.41 at least. */
struct result {
	int32_t code;
	uint8_t source; /* of the text: constant, linker's or its own memory */
	uint8_t is_returned; /* dlerror has returned it */
	const char *object;
	const char *text; /* NULL: no error */
};

enum { SOURCE_MAX = 2 };

static bool is_libc(const char *name)
{
	return fxw_same(name, "libc.so.6");
}

static intptr_t find_distance(void)
{
	intptr_t from, to;
	struct fxp_object libc;

	if (!fxp_real_libraries(is_libc, &libc, 1) ||
	    !fxp_symbol_thread_offset(&libc, "errno", &from) ||
	    !fxp_symbol_thread_offset(&libc, "__libc_dlerror_result", &to) ||
	    (to - from) % (intptr_t)sizeof(int))
		return NOT_THERE;
	return to - from;
}

static intptr_t distance_bytes(void)
{
	static intptr_t known;
	/* relaxed: threads that race to it store the same */
	intptr_t distance = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (distance == NOT_LOOKED) {
		distance = find_distance();
		__atomic_store_n(&known, distance, __ATOMIC_RELAXED);
	}
	return distance;
}

enum fxp_dl_state fxp_dl_error_read(const int *errno_address,
				    struct fxp_dl_error *error)
{
	const void *const no_memory = (const void *)-1;
	const void *at;
	struct result result;
	intptr_t distance;

	if (fxp_object_is_quiet())
		return FXP_DL_UNKNOWN;
	distance = distance_bytes();
	if (distance == NOT_THERE ||
	    !fxp_peek(&at, (const char *)errno_address + distance, sizeof(at)))
		return FXP_DL_UNKNOWN;
	if (!at)
		return FXP_DL_NONE;
	if (at == no_memory)
		return FXP_DL_NO_MEMORY;
	if (!fxp_peek(&result, at, sizeof(result)) ||
	    result.source > SOURCE_MAX || result.is_returned > 1)
		return FXP_DL_UNKNOWN;
	if (!result.text)
		return FXP_DL_NONE;
	*error = (struct fxp_dl_error){result.code, result.object, result.text};
	return result.is_returned ? FXP_DL_RETURNED : FXP_DL_ERROR;
}
