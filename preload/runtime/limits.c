/* SPDX-License-Identifier: MIT */
#include "preload/runtime/limits.h"

struct fxp_limits fxp_limits = {.string_bytes = 4096,
				.whole_string_bytes = UINT64_MAX,
				.blob_bytes = 4096};
