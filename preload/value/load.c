/* SPDX-License-Identifier: MIT */
#include "preload/value/load.h"

#include "writer/bytes.h"

uint64_t fxp_load_scalar(const struct fxg_table *table, uint16_t type,
			 const void *p)
{
	const struct fxg_type *t = &table->types[type];
	uint32_t size = t->size;

	if (t->class == FXG_ENUM || t->class == FXG_FLAGS ||
	    t->class == FXG_HANDLE)
		t = &table->types[t->base];
	if (t->class == FXG_INT)
		size = t->size;
	switch (size) {
	case 1:
		return t->flags & FXG_SIGNED ? (uint64_t) * (const int8_t *)p
					     : *(const uint8_t *)p;
	case 2:
		return t->flags & FXG_SIGNED ? (uint64_t)(int16_t)fxw_load2(p)
					     : fxw_load2(p);
	case 4:
		return t->flags & FXG_SIGNED ? (uint64_t)(int32_t)fxw_load4(p)
					     : fxw_load4(p);
	default:
		return fxw_load8(p);
	}
}
