/* SPDX-License-Identifier: MIT */
/*
 * Uniforms that are read back. The uniform's type decides how many values
 * OpenGL writes. No call of the program shows the type, and we do not query it.
 * Instead OpenGL writes to our own buffer, and every unit that changes has been
 * written. Those values are copied to the program and into the archive.
 *
 * A written value that equals the old one is not detected, and a uniform may
 * have any bits. So the buffer is filled with new pseudorandom values for each
 * call, which hardly any uniform has. As floats they are between 2.5e30 and
 * 1.7e38, as integers about 2,000 million. None is a NaN, an infinity, or an
 * opaque color. Such a value is missed only if it is the last one, in one call
 * of 200 million. For values of 64 bits both halves have to match. A second
 * call with another filling would leave no doubt, but the program has not made
 * it.
 */
#include "ids_gl.h"
#include "preload/call/preload.h"

#include "writer/bytes.h"

/* Values of the largest types, and units in which they are compared. */
#define MAX_VALUES 16u
#define UNIT_BYTES 4u
#define N_UNITS (MAX_VALUES * 8 / UNIT_BYTES)
/* Behind them, in case that a driver writes more than it may. */
#define N_SPARE 8u

typedef void get(uint32_t program, int32_t location, void *params);
typedef void get_bounded(uint32_t program, int32_t location, int32_t space,
			 void *params);

/* slot: the call's arguments; `to` in the place of the last one. */
static inline void query_uniform(void *real, const uint64_t *slot,
				 bool is_bounded, void *to)
{
	if (is_bounded)
		((get_bounded *)real)((uint32_t)slot[0], (int32_t)slot[1],
				      (int32_t)slot[2], to);
	else
		((get *)real)((uint32_t)slot[0], (int32_t)slot[1], to);
}

/* The filling of a unit before the call. */
static inline uint32_t filling(uint64_t key, unsigned unit)
{
	uint64_t hash = (key + unit) * 0x9e3779b97f4a7c15u;

	hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
	return 0x72000000 + (uint32_t)((hash >> 32) * 0x0d000000 >> 32);
}

/* Values up to the last unit that has changed, rounded up to the size of a
 * type: vectors, and matrices of 2 to 4 columns and rows. */
static unsigned n_written(const uint32_t *units, uint64_t key, unsigned width)
{
	const uint32_t are_of_types = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 |
				      1 << 4 | 1 << 6 | 1 << 8 | 1 << 9 |
				      1 << 12 | 1 << 16;
	unsigned n = MAX_VALUES * width / UNIT_BYTES;

	while (n && units[n - 1] == filling(key, n - 1))
		n--;
	n = (n * UNIT_BYTES + width - 1) / width;
	while (!(are_of_types >> n & 1))
		n++;
	return n;
}

/* Not inlined, so that no other frame contains its buffer. Returns the number
 * of values that the program gets. */
static __attribute__((noinline)) unsigned read_here(void *real,
						    const uint64_t *slot,
						    bool is_bounded,
						    unsigned width,
						    uint64_t key)
{
	uint32_t units[N_UNITS + N_SPARE];
	unsigned n;

	for (unsigned i = 0; i < N_UNITS; i++)
		units[i] = filling(key, i);
	query_uniform(real, slot, is_bounded, units);
	n = n_written(units, key, width);
	if (n)
		fxw_copy((void *)(uintptr_t)slot[is_bounded ? 3 : 2], units,
			 (size_t)n * width);
	return n;
}

/* slot: the call's arguments, followed by the value of `ret` in the
 * descriptions: the number of values that the program gets. */
static inline __attribute__((always_inline)) void read_back(unsigned function,
							    uint64_t *slot,
							    bool is_bounded,
							    unsigned width)
{
	const unsigned n_params = is_bounded ? 4 : 3;
	void *real = fxp_real(&fxp_gl, fxp_gl_slots, function);
	void *params = (void *)(uintptr_t)slot[n_params - 1];
	struct fxp_call call;

	if (!fxp_is_on(fxp_gl_slots, function)) {
		query_uniform(real, slot, is_bounded, params);
		return;
	}
	fxp_begin(&call, &fxp_gl_slots[function], slot);
	if (call.begin_ticks)
		slot[n_params] =
			read_here(real, slot, is_bounded, width,
				  call.begin_ticks ^ FXP_WORD(&call) << 32);
	else
		query_uniform(real, slot, is_bounded, params);
	fxp_end(&call, slot);
}

/* Not inlined, and reached by a jump: the call ends with their frames. */
static __attribute__((noinline)) void read_any(unsigned function,
					       uint32_t program,
					       int32_t location, void *params,
					       unsigned width)
{
	uint64_t slot[4] = {program, FXP_WORD(location), FXP_WORD(params)};

	read_back(function, slot, false, width);
}

static __attribute__((noinline)) void read_bounded(unsigned function,
						   uint32_t program,
						   int32_t location,
						   int32_t space, void *params,
						   unsigned width)
{
	uint64_t slot[5] = {program, FXP_WORD(location), FXP_WORD(space),
			    FXP_WORD(params)};

	read_back(function, slot, true, width);
}

#define GET(name, width)                                                       \
	void fxp_w_##name(uint32_t program, int32_t location, void *params)    \
		FXP_EXPORT(#name);                                             \
	void fxp_w_##name(uint32_t program, int32_t location, void *params)    \
	{                                                                      \
		read_any(FXP_FN_gl_##name, program, location, params, width);  \
	}
GET(glGetUniformdv, 8)
GET(glGetUniformfv, 4)
GET(glGetUniformfvARB, 4)
GET(glGetUniformi64vARB, 8)
GET(glGetUniformi64vNV, 8)
GET(glGetUniformiv, 4)
GET(glGetUniformivARB, 4)
GET(glGetUniformui64vARB, 8)
GET(glGetUniformui64vNV, 8)
GET(glGetUniformuiv, 4)
GET(glGetUniformuivEXT, 4)

#define GET_BOUNDED(name, width)                                               \
	void fxp_w_##name(uint32_t program, int32_t location, int32_t space,   \
			  void *params) FXP_EXPORT(#name);                     \
	void fxp_w_##name(uint32_t program, int32_t location, int32_t space,   \
			  void *params)                                        \
	{                                                                      \
		read_bounded(FXP_FN_gl_##name, program, location, space,       \
			     params, width);                                   \
	}
GET_BOUNDED(glGetnUniformdv, 8)
GET_BOUNDED(glGetnUniformdvARB, 8)
GET_BOUNDED(glGetnUniformfv, 4)
GET_BOUNDED(glGetnUniformfvARB, 4)
GET_BOUNDED(glGetnUniformfvEXT, 4)
GET_BOUNDED(glGetnUniformfvKHR, 4)
GET_BOUNDED(glGetnUniformi64vARB, 8)
GET_BOUNDED(glGetnUniformiv, 4)
GET_BOUNDED(glGetnUniformivARB, 4)
GET_BOUNDED(glGetnUniformivEXT, 4)
GET_BOUNDED(glGetnUniformivKHR, 4)
GET_BOUNDED(glGetnUniformui64vARB, 8)
GET_BOUNDED(glGetnUniformuiv, 4)
GET_BOUNDED(glGetnUniformuivARB, 4)
GET_BOUNDED(glGetnUniformuivKHR, 4)
