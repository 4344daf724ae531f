/* SPDX-License-Identifier: MIT */
/*
 * See scroll.h.
 */
#include "tools/browse/scroll.h"

#include "tools/browse/display.h"

#define SHIFT_COLUMNS 8u
#define WHEEL_ROWS 3u
#define MOST_SHIFT 100000u

void scroll_resize(struct scroll *place, uint64_t n)
{
	place->n = n;
	if (place->at >= n)
		place->at = n ? n - 1 : 0;
	if (place->top > place->at)
		place->top = place->at;
}

void scroll_go(struct scroll *place, uint64_t row, unsigned n_shown)
{
	if (!place->n)
		return;
	place->at = row < place->n ? row : place->n - 1;
	if (place->at < place->top)
		place->top = place->at;
	else if (n_shown && place->at - place->top >= n_shown)
		place->top = place->at - n_shown + 1;
}

static bool shift(struct scroll *place, int key)
{
	if (key == PRESSED_RIGHT && place->shift < MOST_SHIFT)
		place->shift += SHIFT_COLUMNS;
	else if (key == PRESSED_LEFT && place->shift)
		place->shift -= SHIFT_COLUMNS;
	return key == PRESSED_RIGHT || key == PRESSED_LEFT;
}

bool scroll_key(struct scroll *place, int key, unsigned n_shown)
{
	uint64_t page = n_shown > 1 ? n_shown - 1 : 1;
	uint64_t at = place->at;

	switch (key) {
	case PRESSED_UP:
	case 'k':
		scroll_go(place, at ? at - 1 : 0, n_shown);
		return true;
	case PRESSED_DOWN:
	case 'j':
		scroll_go(place, at + 1, n_shown);
		return true;
	case PRESSED_WHEEL_UP:
		scroll_go(place, at > WHEEL_ROWS ? at - WHEEL_ROWS : 0,
			  n_shown);
		return true;
	case PRESSED_WHEEL_DOWN:
		scroll_go(place, at + WHEEL_ROWS, n_shown);
		return true;
	case PRESSED_PAGE_UP:
		scroll_go(place, at > page ? at - page : 0, n_shown);
		return true;
	case PRESSED_PAGE_DOWN:
	case ' ':
		scroll_go(place, at + page, n_shown);
		return true;
	case PRESSED_FIRST:
	case 'g':
		scroll_go(place, 0, n_shown);
		return true;
	case PRESSED_LAST:
	case 'G':
		scroll_go(place, UINT64_MAX - 1, n_shown);
		return true;
	default:
		return shift(place, key);
	}
}
