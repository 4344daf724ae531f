/* SPDX-License-Identifier: MIT */
/*
 * The headers of a library that is not there: types and constants of every
 * kind that a description can speak of.
 */
#ifndef TESTS_GEN_VALUES_H
#define TESTS_GEN_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BIT_LOW 1
#define BIT_TOP 0x80000000
#define BIT_NONE 0
#define BITS_BOTH (BIT_LOW | 4)
#define FIELD_MASK 0x30
#define FIELD_1 0x10
#define FIELD_2 0x20
/* BIT_ABSENT is not defined */

#define PLACE_HERE -100
enum place { PLACE_THERE = 7 };

typedef uint16_t small_t;

struct point {
	int x;
	double y;
};

struct inner {
	char letter;
	long number;
};

struct hidden {
	int open;
	int number;
};

struct secrets {
	char *open;
	char *word;
};

struct outer {
	short first;
	struct inner in;
	void *pointer;
	bool flag;
};

struct wide {
	struct outer outer;
	int32_t table[12];
	int more[4];
};

typedef struct {
	int words[16];
} long_t;

union either {
	int i;
	double d;
};

union other {
	int i;
	char bytes[16];
};

typedef struct {
	int words[16];
} bitset_t;

struct pair {
	int key, value;
};

struct vector {
	struct inner *base;
	uint32_t length;
};

#endif
