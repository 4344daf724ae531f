/* SPDX-License-Identifier: MIT */
/*
 * Emits the description of a function once, before its first call: the strings
 * that its records name by index, its types and its signature. They are durable
 * records (writer/wire.h gives the encoding).
 */
#ifndef PRELOAD_SCHEMA_SIGN_H
#define PRELOAD_SCHEMA_SIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/slot.h"

/* fxp_slot.claim */
enum fxp_claim {
	FXP_UNCLAIMED = 0,
	FXP_CLAIMED = 1,
	FXP_READY = 2,	/* its strings have records: use indexes */
	FXP_INLINE = 3, /* no space or indexes for them: names are inline */
};

/*
 * Registers the function's strings, types and signature. False: there is no
 * space or no index for some of its strings, and names are inline. It may be
 * claimed by another thread, or by the code that this signal handler
 * interrupted. Then the same records are written again, which is legal.
 */
bool fxp_sign_function(struct fxp_api *api, unsigned function);

/* Registers one enumerator of an ENUM or FLAGS type at its first use. */
void fxp_sign_enumerator(struct fxp_api *api, uint16_t type, uint32_t i);

/* Registers one case of a UNION type at its first use. index: of the table's
 * cases. */
void fxp_sign_case(struct fxp_api *api, uint16_t type, uint32_t index);

/* A forked child starts its own archive, which has no signatures yet. */
void fxp_sign_forget(void);

/* Chain of registered APIs, newest first. */
extern struct fxp_api *fxp_apis __attribute__((visibility("hidden")));

/* The first numbers of a table's strings and types. */
struct fxp_bases {
	uint32_t string, type;
};

/* Numbers for a table that is registered when it is first needed. Strings of
 * the program may have taken all of them by then. */
void fxp_sign_reserve(uint32_t n_strings, struct fxp_bases *bases);

/* Puts an API into the chain, once, when it has its bases. */
void fxp_sign_chain(struct fxp_api *api);

/* Assigns string and type bases and puts the API into the chain. 0 or -1. */
int fxp_sign_register(struct fxp_api *api);

#endif
