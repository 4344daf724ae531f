/* SPDX-License-Identifier: MIT */
/*
 * Which of an archive's signature entries the calls that are kept need: their
 * functions, the types of these with all that they are made of, the numbers of
 * their errors, and their stacks. Modules are needed always, and so is all that
 * is said of types wherever it is not sure that values are of their function's
 * types.
 */
#ifndef TOOLS_TRIM_SIGNS_H
#define TOOLS_TRIM_SIGNS_H

#include "tools/reader/world.h"

struct signs;

/* world: of the whole archive; borrowed until close */
struct signs *signs_open(const struct fxr_world *world);
/* The function of a call that is kept. */
void signs_put_call(struct signs *signs, struct fxr_text category,
		    struct fxr_text name);
/* The stack that one was made by. */
void signs_put_stack(struct signs *signs, uint32_t provider, uint64_t id);
/* The name of the error that one has failed with. */
void signs_put_error(struct signs *signs, struct fxr_text name);
/* What stands for "..." in one: values that bring their types. bytes NULL: they
 * are not at hand. */
void signs_put_rest(struct signs *signs, uint32_t provider,
		    struct fxr_text bytes);
/* What the provider tells of types is of a recorder's tables: values are as
 * their functions say. */
void signs_put_table(struct signs *signs, uint32_t provider);
/* All is put; due once, before questions. */
void signs_settle(struct signs *signs);
/* Whether any of a signature event's entries is needed. */
bool signs_need(const struct signs *signs, const struct fxr_record *record);
void signs_close(struct signs *signs);

#endif
