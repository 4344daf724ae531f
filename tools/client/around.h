/* SPDX-License-Identifier: MIT */
/*
 * Which call of an archive of the library was made inside which, see nested.h.
 * A successful exec takes no time.
 */
#ifndef TOOLS_CLIENT_AROUND_H
#define TOOLS_CLIENT_AROUND_H

#include "tools/base/nested.h"
#include "tools/library/reader.h"

/*
 * archive  borrowed until nesting_close
 * ended    called for each call when it has ended, or at close; may be NULL
 */
struct nesting *around_open(struct fxtrace_archive *archive,
			    void (*ended)(void *context,
					  const struct nested *call),
			    void *context);

/* Takes the archive's next call; borrowed until the next one is taken. */
struct nested *around_take(struct nesting *nesting,
			   const struct fxtrace_call *call);

#endif
