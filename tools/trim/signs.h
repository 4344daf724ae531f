/* SPDX-License-Identifier: MIT */
/*
 * Which of an archive's signature entries the kept calls need. These are their
 * functions, the types of these with all their parts, their errors' numbers,
 * and their stacks. Modules are always needed. So are all types if values may
 * not be of their function's types.
 */
#ifndef TOOLS_TRIM_SIGNS_H
#define TOOLS_TRIM_SIGNS_H

#include "tools/reader/world.h"

struct signs;

/* world: of the whole archive; borrowed until close */
struct signs *signs_open(const struct fxr_world *world);
/* The function of a kept call. */
void signs_put_call(struct signs *signs, struct fxr_text category,
		    struct fxr_text name);
/* The stack of a kept call. */
void signs_put_stack(struct signs *signs, uint32_t provider, uint64_t id);
/* The name of a kept call's error. */
void signs_put_error(struct signs *signs, struct fxr_text name);
/* The values of "..." of a call, which bring their types. bytes NULL: they are
 * unavailable. */
void signs_put_rest(struct signs *signs, uint32_t provider,
		    struct fxr_text bytes);
/* The provider's types are a recorder's tables: values have their functions'
 * types. */
void signs_put_table(struct signs *signs, uint32_t provider);
/* To be called once, after all puts and before lookups. */
void signs_settle(struct signs *signs);
/* Whether any of a signature event's entries is needed. */
bool signs_need(const struct signs *signs, const struct fxr_record *record);
void signs_close(struct signs *signs);

#endif
