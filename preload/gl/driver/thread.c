/* SPDX-License-Identifier: MIT */
#include "preload/gl/driver/thread.h"

__thread struct fxp_gl_thread fxp_gl_thread
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
