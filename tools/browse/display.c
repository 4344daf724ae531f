/* SPDX-License-Identifier: MIT */
/*
 * See display.h.
 */
#include "tools/browse/display.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "tools/base/die.h"
#include "tools/base/terminal.h"

/* Behind Escape, the rest of a key's sequence comes at once. */
#define ESCAPE_MS 25
#define TAB_COLUMNS 8u

enum pair { PAIR_NONE, PAIR_ERROR, PAIR_FAINT };

static struct {
	bool is_open, has_color, is_utf8;
	/* of the line that is being drawn */
	unsigned line, column, skip;
	bool is_chosen, scrolls;
	bool has_mouse;
	unsigned click_line, click_column;
	struct pen clean;
} screen;

void display_close(void)
{
	if (!screen.is_open)
		return;
	screen.is_open = false;
	endwin();
}

void display_check(void)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		die("browse needs a terminal; fxtrace dump prints calls "
		    "without one");
}

void display_open(bool has_color)
{
	display_check();
	(void)setlocale(LC_CTYPE, "");
	screen.is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	set_escdelay(ESCAPE_MS);
	if (!newterm(NULL, stdout, stdin))
		die("the terminal \"%s\" is not known; TERM names it",
		    getenv("TERM") ?: "");
	screen.is_open = true;
	atexit(display_close);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	leaveok(stdscr, FALSE);
	(void)mouseinterval(0); /* a press is enough */
	display_take_mouse(true);
	screen.has_color = has_color && has_colors() && start_color() == OK;
	if (screen.has_color) {
		(void)use_default_colors();
		(void)init_pair(PAIR_ERROR, COLOR_RED, -1);
		(void)init_pair(PAIR_FAINT, COLOR_CYAN, -1);
	}
}

unsigned display_lines(void)
{
	return LINES > 0 ? (unsigned)LINES : 1;
}

unsigned display_columns(void)
{
	return COLS > 0 ? (unsigned)COLS : 1;
}

void display_line(unsigned line, bool is_chosen, unsigned shift)
{
	screen.line = line;
	screen.column = 0;
	screen.skip = shift;
	screen.scrolls = false;
	screen.is_chosen = is_chosen;
	(void)move((int)line, 0);
}

void display_scrolls(void)
{
	screen.scrolls = true;
}

unsigned display_left(void)
{
	return display_columns() - screen.column;
}

static void set_look(enum display_look look)
{
	attr_t attributes = A_NORMAL;
	short pair = PAIR_NONE;

	if (look == LOOK_NAME)
		attributes = A_BOLD;
	else if (look == LOOK_BAR || screen.is_chosen)
		attributes = A_REVERSE;
	if (screen.has_color && !screen.is_chosen)
		pair = look == LOOK_ERROR   ? PAIR_ERROR
		       : look == LOOK_FAINT ? PAIR_FAINT
					    : PAIR_NONE;
	else if (look == LOOK_ERROR)
		attributes |= A_UNDERLINE;
	if (screen.is_chosen)
		attributes |= A_REVERSE;
	(void)attr_set(attributes, pair, NULL);
}

/* One character of n bytes that takes some columns. */
static void put_character(const char *bytes, size_t n, unsigned columns)
{
	if (screen.scrolls && screen.skip) {
		screen.skip -= columns < screen.skip ? columns : screen.skip;
		return;
	}
	if (columns > display_left()) {
		screen.column = display_columns();
		return;
	}
	if (n == 1 || screen.is_utf8)
		(void)addnstr(bytes, (int)n);
	else
		(void)addch('?');
	screen.column += columns;
}

/* Text without controls. */
static void put_clean(struct fxr_text text)
{
	mbstate_t state = {0};

	for (size_t i = 0; i < text.n_bytes && display_left();) {
		const char *at = text.bytes + i;
		wchar_t wide = 0;
		size_t n = 1;
		int columns = 1;

		if ((unsigned char)*at >= 0x80 && screen.is_utf8) {
			n = mbrtowc(&wide, at, text.n_bytes - i, &state);
			if (n == 0 || n > 4)
				return;
			columns = wcwidth(wide);
		} else if ((unsigned char)*at >= 0x80) {
			while (i + n < text.n_bytes &&
			       ((unsigned char)at[n] & 0xc0) == 0x80)
				n++;
		}
		put_character(at, n, columns > 0 ? (unsigned)columns : 0);
		i += n;
	}
}

void display_put(enum display_look look, struct fxr_text text)
{
	/* what would be behind the last column needs no look */
	size_t most = 8 * (size_t)(display_columns() + screen.skip);

	if (!display_left())
		return;
	(void)terminal_put(&screen.clean, text.bytes,
			   text.n_bytes < most ? text.n_bytes : most, false,
			   true);
	set_look(look);
	put_clean(pen_take(&screen.clean));
}

void display_puts(enum display_look look, const char *text)
{
	display_put(look, fxr_text(text, strlen(text)));
}

void display_end_line(void)
{
	set_look(LOOK_PLAIN);
	while (display_left()) {
		(void)addch(' ');
		screen.column++;
	}
	(void)attr_set(A_NORMAL, PAIR_NONE, NULL);
}

void display_show(int cursor)
{
	(void)curs_set(cursor >= 0);
	if (cursor >= 0)
		(void)move((int)display_lines() - 1, cursor);
	(void)refresh();
}

void display_take_mouse(bool is_taken)
{
	screen.has_mouse = is_taken;
	(void)mousemask(is_taken ? BUTTON1_PRESSED | BUTTON4_PRESSED |
					   BUTTON5_PRESSED
				 : 0,
			NULL);
}

bool display_has_mouse(void)
{
	return screen.has_mouse;
}

void display_clicked(unsigned *line, unsigned *column)
{
	*line = screen.click_line;
	*column = screen.click_column;
}

static int click(void)
{
	MEVENT event;

	if (getmouse(&event) != OK || event.x < 0 || event.y < 0)
		return PRESSED_NONE;
	screen.click_line = (unsigned)event.y;
	screen.click_column = (unsigned)event.x;
	return event.bstate & BUTTON4_PRESSED	? PRESSED_WHEEL_UP
	       : event.bstate & BUTTON5_PRESSED ? PRESSED_WHEEL_DOWN
	       : event.bstate & BUTTON1_PRESSED ? PRESSED_CLICK
						: PRESSED_NONE;
}

static int key_of(int c)
{
	static const struct {
		int curses, ours;
	} keys[] = {
		{KEY_UP, PRESSED_UP},
		{KEY_DOWN, PRESSED_DOWN},
		{KEY_LEFT, PRESSED_LEFT},
		{KEY_RIGHT, PRESSED_RIGHT},
		{KEY_PPAGE, PRESSED_PAGE_UP},
		{KEY_NPAGE, PRESSED_PAGE_DOWN},
		{KEY_HOME, PRESSED_FIRST},
		{KEY_END, PRESSED_LAST},
		{KEY_BACKSPACE, PRESSED_BACK},
		{127, PRESSED_BACK},
		{8, PRESSED_BACK},
		{KEY_RESIZE, PRESSED_SIZE},
		{KEY_ENTER, PRESSED_ENTER},
		{'\r', PRESSED_ENTER},
		{KEY_BTAB, PRESSED_TAB},
	};

	if (c == KEY_MOUSE)
		return click();
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i].curses == c)
			return keys[i].ours;
	return c > 0xff ? PRESSED_NONE : c;
}

int display_key(int ms)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
	int c;

	timeout(ms);
	c = getch();
	if (c != ERR)
		return key_of(c);
	/* an input that is gone is ready and gives nothing */
	if (poll(&in, 1, 0) > 0 && in.revents & (POLLHUP | POLLERR | POLLNVAL))
		return PRESSED_GONE;
	return PRESSED_NONE;
}
