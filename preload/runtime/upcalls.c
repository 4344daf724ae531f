/* SPDX-License-Identifier: MIT */
#include "preload/runtime/upcalls.h"

struct fxp_upcalls fxp_upcalls;
