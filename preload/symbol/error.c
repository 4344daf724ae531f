/* SPDX-License-Identifier: MIT */
/*
 * errno and error rules, see error.h.
 */
#include "preload/symbol/error.h"

#include <errno.h>

#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"

#define EAI_SYSTEM_CODE (-11)

static int *(*location)(void);
static int nowhere; /* a C library without errno: writes go here */

int *fxp_error_address(void)
{
	int *(*find)(void) = __atomic_load_n(&location, __ATOMIC_RELAXED);

	if (!find) {
		find = (int *(*)(void))fxp_real_find(
			"__errno_location",
			fxp_symbol_hash("__errno_location"));
		/* racing threads store the same value */
		__atomic_store_n(&location, find, __ATOMIC_RELAXED);
	}
	return find ? find() : &nowhere;
}

bool fxp_error_of(const struct fxg_function *function, uint64_t ret,
		  const int *address, int *error)
{
	int64_t value = (int64_t)ret;
	bool failed;

	*error = 0;
	switch (function->error_rule) {
	case FXG_E_MINUS1:
	case FXG_E_MINUS1_FERROR:
		failed = value == -1;
		break;
	case FXG_E_NULL:
	case FXG_E_NULL_FERROR:
		failed = value == 0;
		break;
	case FXG_E_WEOF:
	case FXG_E_WEOF_FERROR:
		failed = (uint32_t)value == UINT32_MAX;
		break;
	case FXG_E_SHORT:
		failed = true;
		break;
	case FXG_E_NEGATIVE:
		failed = value < 0;
		break;
	case FXG_E_RET:
		*error = (int)value;
		return value != 0;
	case FXG_E_MINUS1_ERRNO:
		failed = value == -1 && *address;
		break;
	case FXG_E_NULL_ERRNO:
		failed = value == 0 && *address;
		break;
	case FXG_E_ERRNO:
		failed = *address;
		break;
	case FXG_E_DLERROR:
		*error = value ? 0 : FXP_DLERROR;
		return !value;
	case FXG_E_MINUS1_DLERROR:
		*error = value == -1 ? FXP_DLERROR : 0;
		return value == -1;
	case FXG_E_EAI:
		if (value == EAI_SYSTEM_CODE)
			*error = *address;
		return value != 0;
	default:
		return false;
	}
	if (failed)
		*error = *address;
	return failed;
}

bool fxp_error_confirms(const struct fxg_function *function, int error)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR:
	case EACCES:
	case EEXIST:
	case EISDIR:
	case ELOOP:
	case ENAMETOOLONG:
	case EROFS:
	case ENXIO:
	case ENODEV:
	case ETXTBSY:
	case ENOTEMPTY:
	case EXDEV:
		return true;
	case ENODATA:
	case EOPNOTSUPP:
		return function->flags & FXG_F_LATE_ERRORS;
	default:
		return false;
	}
}
