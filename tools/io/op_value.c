/* SPDX-License-Identifier: MIT */
/*
 * See op_value.h.
 */
#include "tools/io/op_value.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#include "tools/base/error_name.h"
#include "tools/elf/arch.h"
#include "tools/reader/frames.h"
#include "tools/reader/number.h"

#define MAX_ERRNO 134

const struct fxr_arg *io_arg(const struct io_op *op, enum io_part part,
			     bool is_after)
{
	const struct fxr_call *call = op->call;
	const struct fxr_arg *found = NULL;
	int param = io_rule_param(op->rule, part);

	for (size_t i = 0; param >= 0 && i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param != (uint32_t)param || arg->is_address ||
		    arg->member.n_bytes)
			continue;
		if (!found || arg->is_after == is_after)
			found = arg;
	}
	return found;
}

const struct fxr_value *io_value(const struct io_op *op, enum io_part part,
				 bool is_after)
{
	const struct fxr_arg *arg = io_arg(op, part, is_after);

	return arg ? &arg->value : NULL;
}

bool io_has(const struct io_op *op, enum io_part part)
{
	const struct fxr_value *value = io_value(op, part, false);

	return value && value->kind != FXR_VALUE_NULL;
}

bool io_number(const struct fxr_world *world, const struct io_op *op,
	       enum io_part part, uint64_t *number)
{
	const struct fxr_value *value = io_value(op, part, false);

	return value && fxr_number(&world->types, value, number);
}

/* Four of them are at other places on arm64 than on x86-64. */
static const struct {
	uint32_t x86, arm64;
} moved_flags[] = {
	{040000, 0200000},  /* O_DIRECT */
	{0100000, 0400000}, /* O_LARGEFILE */
	{0200000, 040000},  /* O_DIRECTORY */
	{0400000, 0100000}, /* O_NOFOLLOW */
};

uint64_t io_open_flags(struct fxr_world *world, const struct io_op *op,
		       uint64_t flags)
{
	struct fxr_thread *thread =
		&world->threads[op->call->thread - world->threads];
	struct fxr_text arch = fxr_process_of(world, thread)->arch;
	bool of_arm64 = fxr_is(arch, "aarch64");
	uint64_t moved = 0, kept = flags;

	if (of_arm64 == (ARCH_MACHINE == EM_AARCH64) ||
	    (!of_arm64 && !fxr_is(arch, "x86_64")))
		return flags;
	for (size_t i = 0; i < sizeof(moved_flags) / sizeof(*moved_flags);
	     i++) {
		uint32_t from =
			of_arm64 ? moved_flags[i].arm64 : moved_flags[i].x86;

		if (flags & from)
			moved |= of_arm64 ? moved_flags[i].x86
					  : moved_flags[i].arm64;
		kept &= ~(uint64_t)from;
	}
	return kept | moved;
}

bool io_text(const struct io_op *op, enum io_part part, bool is_after,
	     struct fxr_text *text)
{
	const struct fxr_value *value = io_value(op, part, is_after);
	size_t n;

	if (!value ||
	    (value->kind != FXR_VALUE_STRING && value->kind != FXR_VALUE_BYTES))
		return false;
	n = strnlen(value->as.text.bytes, value->as.text.n_bytes);
	*text = fxr_text(value->as.text.bytes, n);
	return n < value->as.text.n_bytes ||
	       value->true_bytes <= value->as.text.n_bytes;
}

static const struct fxr_value *item_called(const struct fxr_value *value,
					   const char *name)
{
	if (value->kind != FXR_VALUE_STRUCT)
		return NULL;
	for (size_t i = 0; i < value->as.list.n; i++)
		if (fxr_is(value->as.list.items[i].name, name))
			return &value->as.list.items[i];
	return NULL;
}

const struct fxr_value *io_member(const struct io_op *op, enum io_part part,
				  const char *name)
{
	const struct fxr_call *call = op->call;
	int param = io_rule_param(op->rule, part);

	for (size_t i = 0; param >= 0 && i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param != (uint32_t)param || arg->is_address)
			continue;
		if (fxr_is(arg->member, name))
			return &arg->value;
		if (!arg->member.n_bytes && item_called(&arg->value, name))
			return item_called(&arg->value, name);
	}
	return NULL;
}

bool io_member_number(const struct fxr_world *world,
		      const struct fxr_value *value, const char *name,
		      uint64_t *number)
{
	const struct fxr_value *item = item_called(value, name);

	return item && fxr_number(&world->types, item, number);
}

bool io_pair(const struct io_op *op, uint64_t ends[2])
{
	const struct fxr_call *call = op->call;

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_value *value = &call->args[i].value;
		const struct fxr_value *items = value->as.list.items;

		if (value->kind != FXR_VALUE_ARRAY || value->as.list.n != 2 ||
		    items[0].kind > FXR_VALUE_UINT ||
		    items[1].kind > FXR_VALUE_UINT)
			continue;
		ends[0] = items[0].as.u64;
		ends[1] = items[1].as.u64;
		return true;
	}
	return false;
}

int io_error_number(struct fxr_text name)
{
	for (int i = 1; name.n_bytes && i < MAX_ERRNO; i++) {
		const char *known = error_name(i);

		if (known && fxr_is(name, known))
			return i;
	}
	return name.n_bytes ? EPROTO : 0;
}
