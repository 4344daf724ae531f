/* SPDX-License-Identifier: MIT */
/*
 * Numbers for people: "12,345" and "1.5 MiB", for messages on stderr. Data on
 * stdout keeps plain numbers.
 */
#ifndef TOOLS_BASE_HUMAN_H
#define TOOLS_BASE_HUMAN_H

#include <stdint.h>

/* Text of one number, returned by value so that several fit one message. */
struct human {
	char text[64];
};

/* 12345 as "12,345". */
struct human human_count(uint64_t n);

/* "1 call", "12,345 calls", "2 processes". */
struct human human_things(uint64_t n, const char *thing);

/* The same for data and notes: "1 call", "12345 calls". */
struct human human_plain(uint64_t n, const char *thing);

/* Bytes as "17 bytes", "1.5 KiB", "64 MiB". */
struct human human_bytes(uint64_t n_bytes);

#endif
