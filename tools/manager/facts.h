/* SPDX-License-Identifier: MIT */
/*
 * What the manager itself emits about a provider: chunks for the archive.
 */
#ifndef TOOLS_MANAGER_FACTS_H
#define TOOLS_MANAGER_FACTS_H

#include <stdint.h>

#include "tools/manager/chunk.h"
#include "writer/wire.h"

/* The beginning of a provider's records: Provider Info, and an initialization
 * record whose rate the file fills in. name: at most 255 bytes of UTF-8 */
struct chunk *provider_intro(uint32_t id, const char *name);

/*
 * The fact that identifies the session, see FXW_EVENT_SESSION, followed by the
 * archive's schema number, and the fact that the provider has joined.
 * pid    in the provider's own pid namespace
 * ticks  now
 */
struct chunk *provider_session(uint32_t id, uint32_t pid, uint64_t epoch_ticks,
			       uint64_t ticks);

/* The fact of how it lives (FXW_EVENT_LIFE), with space for no more. */
struct chunk *provider_life(uint32_t id, uint32_t pid, uint64_t ticks,
			    enum fxw_life life);

/* The fact that it is of another user than the session, see FXW_EVENT_USER. */
struct chunk *provider_user(uint32_t id, uint32_t pid, uint64_t ticks,
			    uint32_t uid);

/* A sentence for the reader of the archive, as a log record of the provider.
 * ticks  now
 * text   ASCII, one line */
struct chunk *provider_notice(uint32_t id, uint32_t pid, uint64_t ticks,
			      const char *text);

#endif
