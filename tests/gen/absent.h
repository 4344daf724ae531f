/* SPDX-License-Identifier: MIT */
/* What absent.api describes, as an older release of the library has it. */
#ifndef TESTS_GEN_ABSENT_H
#define TESTS_GEN_ABSENT_H

#include <stdint.h>

#define FLAG_OLD 1

enum kind { KIND_OLD = 1 };

struct part {
	int old;
	uint32_t n;
	short twin;
};

struct opaque;

int old_function(int flags, const struct part *part);

#endif
