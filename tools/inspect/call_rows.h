/* SPDX-License-Identifier: MIT */
/*
 * The calls of the frames that a page shows in detail.
 */
#ifndef TOOLS_INSPECT_CALL_ROWS_H
#define TOOLS_INSPECT_CALL_ROWS_H

#include <stdio.h>

#include "tools/base/pen.h"
#include "tools/reader/calls.h"

/* Bits of a row's kind: those of enum kind (replay/call/kind.h), and these. */
enum call_rows_kind {
	CALL_ROWS_ERROR = 8, /* it raised an error of OpenGL */
	CALL_ROWS_NOT_MADE = 16,
};
#define CALL_ROWS_NO_DRAW (-1)

struct call_rows;

/* world: borrowed until close */
struct call_rows *call_rows_open(struct fxr_world *world);
/* Adds a call. One that is of an earlier frame than the last one is shown in
 * that one's. draw: its number, or CALL_ROWS_NO_DRAW */
void call_rows_add(struct call_rows *rows, const struct fxr_call *call,
		   uint64_t frame, unsigned kind, int64_t draw);
uint32_t call_rows_n(const struct call_rows *rows);

/* Writes the section "calls" of the class "inspect":
 * {"functions":[...],"numbers":[...],"function":[...],"texts":[...],
 *  "kinds":[...],"draws":[...],"frames":[...]}, all but the first of one
 * length. A text is what is between the parentheses, and the result. */
void call_rows_write(struct call_rows *rows, FILE *out);
/* The same as a list of JSON, one object for each call:
 * {"number":4711,"frame":1,"function":"glClear","text":"(...)","kind":"draw",
 *  "draw":3,"error":false,"made":true}
 * kind: draw, work, query, or other; draw: null if it has none. */
void call_rows_put(const struct call_rows *rows, struct pen *out);
void call_rows_close(struct call_rows *rows);

#endif
