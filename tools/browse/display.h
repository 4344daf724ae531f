/* SPDX-License-Identifier: MIT */
/*
 * The terminal, by ncurses: lines of text in a few looks. Texts may be of any
 * origin.
 */
#ifndef TOOLS_BROWSE_DISPLAY_H
#define TOOLS_BROWSE_DISPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/reader/reader.h"

enum display_look {
	LOOK_PLAIN,
	LOOK_FAINT, /* numbers, times, ids */
	LOOK_NAME,
	LOOK_ERROR,
	LOOK_BAR, /* the first and the last line */
};

/* Keys, in addition to characters. */
enum display_key {
	PRESSED_NONE = -1, /* nothing was pressed meanwhile */
	PRESSED_ESCAPE = 27,
	PRESSED_ENTER = 10,
	PRESSED_TAB = 9,
	PRESSED_UP = 0x1000,
	PRESSED_DOWN,
	PRESSED_LEFT,
	PRESSED_RIGHT,
	PRESSED_PAGE_UP,
	PRESSED_PAGE_DOWN,
	PRESSED_FIRST,
	PRESSED_LAST,
	PRESSED_BACK,  /* backspace */
	PRESSED_SIZE,  /* the terminal has another size */
	PRESSED_GONE,  /* there is no terminal any more */
	PRESSED_CLICK, /* display_clicked says where */
	PRESSED_WHEEL_UP,
	PRESSED_WHEEL_DOWN,
};

/* Dies if there is no terminal. */
void display_check(void);
/* The same; at exit the terminal is as it was. */
void display_open(bool has_color);
void display_close(void);

unsigned display_lines(void);
unsigned display_columns(void);

/* Begins a line. shift: so many columns of its texts are left out, once
 * display_scrolls was called. */
void display_line(unsigned line, bool is_chosen, unsigned shift);
void display_put(enum display_look look, struct fxr_text text);
void display_puts(enum display_look look, const char *text);
/* What follows moves with the shift. */
void display_scrolls(void);
/* Columns that are left of the line. */
unsigned display_left(void);
void display_end_line(void);

/* Shows what was drawn. cursor: where it is in the last line; -1: hidden */
void display_show(int cursor);

/* The next key, or PRESSED_NONE after so many milliseconds. Characters are
 * those of ASCII; others come as several bytes above 127. */
int display_key(int ms);

/* Clicks are keys, or the terminal's own, which selects text then. At first
 * they are keys. */
void display_take_mouse(bool is_taken);
bool display_has_mouse(void);
/* Where the last click was. */
void display_clicked(unsigned *line, unsigned *column);

#endif
