/* SPDX-License-Identifier: MIT */
/*
 * The text of a failed dlopen, dlsym or the like, as dlerror would return it in
 * English. dlerror itself is not called: it answers once, and that is the
 * program's.
 */
#ifndef PRELOAD_VALUE_DL_TEXT_H
#define PRELOAD_VALUE_DL_TEXT_H

#include "preload/value/capture.h"

/* Puts the text. Puts "dlerror" where it is unknown, or may have a value that
 * is not to be recorded. */
void fxp_dl_text_put(struct fxw_record *r, struct fxp_source *s,
		     struct fxw_name name);

#endif
