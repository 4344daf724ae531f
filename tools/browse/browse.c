/* SPDX-License-Identifier: MIT */
/*
 * The loop: keys, and what is drawn after each, see browse.h.
 */
#include "tools/browse/browse.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/human.h"
#include "tools/browse/clock.h"

/* Between looks at what the thread that reads has done. */
#define TICK_MS 50
#define IDLE_MS 500
/* What drawing may take for the names of descriptors. */
#define NAMES_NS 20000000ull
/* A bar above, below a line of state and a bar with keys. */
#define BAR_LINES 3u

/* What is drawn of a view. */
static const struct {
	const char *name, *keys;
	void (*draw)(struct browse *browse, uint64_t row);
	bool (*key)(struct browse *browse, int key);
	void (*heading)(struct browse *browse); /* a line, or NULL */
} views[] = {
	[VIEW_LIST] = {"calls",
		       "Enter call  t tree  r report  / search  f filter  "
		       "? help  q quit",
		       listing_draw, listing_key, NULL},
	[VIEW_TREE] = {"tree",
		       "Enter open  + - fold  c calls  r report  / search  "
		       "? help  q quit",
		       outline_draw, outline_key, NULL},
	[VIEW_SUMS] = {"report",
		       "Enter calls  s sort  b by what  f filter  c calls  "
		       "t tree  ? help  q quit",
		       sums_draw, sums_key, sums_heading},
	[VIEW_CALL] = {"call",
		       "] next  [ previous  u outer call  Esc back  ? help  "
		       "q quit",
		       details_draw, details_key, NULL},
	[VIEW_HELP] = {"help", "Esc back  q quit", help_draw, NULL, NULL},
};

void browse_say(struct browse *browse, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(browse->message, sizeof(browse->message), format, args);
	va_end(args);
}

static struct scroll *place_of(struct browse *browse)
{
	switch (browse->view) {
	case VIEW_TREE:
		return &browse->tree.place;
	case VIEW_SUMS:
		return &browse->sums.place;
	case VIEW_CALL:
		return &browse->details.place;
	case VIEW_HELP:
		return &browse->help;
	default:
		return &browse->list.place;
	}
}

unsigned browse_shown(void)
{
	return display_lines() > BAR_LINES ? display_lines() - BAR_LINES : 0;
}

/* Rows of this view that are shown: a heading takes one. */
static unsigned n_shown(const struct browse *browse)
{
	unsigned n = browse_shown();

	return n && views[browse->view].heading ? n - 1 : n;
}

void browse_open(struct browse *browse, uint64_t number)
{
	if (browse->view != VIEW_CALL)
		browse->before = browse->view;
	details_show(browse, number);
	browse->view = VIEW_CALL;
}

void browse_go(struct browse *browse, uint64_t number)
{
	listing_go(browse, number);
	if (browse->view == VIEW_TREE)
		outline_go(browse, number);
	else if (browse->view == VIEW_CALL)
		details_show(browse, number);
	else
		browse->view = VIEW_LIST;
}

static void draw_title(struct browse *browse)
{
	const struct fxr_world *world = browse->indexed->world;
	const char *slash = strrchr(browse->path, '/');
	char text[160];

	display_line(0, false, 0);
	display_puts(LOOK_BAR, " ");
	display_puts(LOOK_BAR, slash ? slash + 1 : browse->path);
	snprintf(text, sizeof(text), "  %s  %s, %s  %s%s",
		 views[browse->view].name,
		 human_things(browse->indexed->all.n, "call").text,
		 human_things(world->n_threads, "thread").text,
		 loader_is_whole(browse->loader) ? "" : "so far",
		 loader_grows(browse->loader) ? "growing" : "");
	display_puts(LOOK_BAR, text);
	if (!loader_is_whole(browse->loader)) {
		snprintf(text, sizeof(text), ", %u %% read",
			 loader_percent(browse->loader));
		display_puts(LOOK_BAR, text);
	}
	while (display_left())
		display_puts(LOOK_BAR, " ");
}

bool browse_is_text(const struct browse *browse)
{
	return browse->view == VIEW_CALL || browse->view == VIEW_HELP;
}

static void draw_rows(struct browse *browse)
{
	const struct scroll *place = place_of(browse);
	unsigned line = 1, last = display_lines() - 2;

	if (views[browse->view].heading && line < last) {
		display_line(line++, false, 0);
		views[browse->view].heading(browse);
		display_end_line();
	}
	for (uint64_t row = place->top; line < last; row++) {
		display_line(line++,
			     !browse_is_text(browse) && row == place->at &&
				     row < place->n,
			     place->shift);
		if (row < place->n)
			views[browse->view].draw(browse, row);
		display_end_line();
	}
}

/* What the list leaves out, and how far it has come with that. */
static void draw_filter(const struct browse *browse)
{
	const struct listing *list = &browse->list;
	char text[96];

	if (!list->text)
		return;
	display_puts(LOOK_PLAIN, "  filter: ");
	display_puts(LOOK_NAME, list->text);
	if (!list->found)
		display_puts(LOOK_ERROR, " (cannot be applied)");
	if (!list->found || found_is_done(list->found))
		return;
	snprintf(text, sizeof(text), " (looked at %s)",
		 human_count(found_next(list->found)).text);
	display_puts(LOOK_FAINT, text);
}

/* How far the thread has come that adds up. */
static void draw_adding(const struct browse *browse)
{
	char text[64];

	snprintf(text, sizeof(text), "  adding up, %u %%",
		 summary_percent(browse->sums.making));
	display_puts(LOOK_FAINT, text);
}

static void draw_state(struct browse *browse)
{
	const struct scroll *place = place_of(browse);
	char text[160];

	display_line(display_lines() - 2, false, 0);
	if (*browse->message) {
		display_puts(LOOK_ERROR, browse->message);
	} else if (browse->search.is_running) {
		snprintf(text, sizeof(text), "looking for it, at %s: ",
			 human_count(browse->search.next).text);
		display_puts(LOOK_PLAIN, text);
		display_puts(LOOK_NAME, browse->search.text);
	} else {
		snprintf(text, sizeof(text), "%s of %s",
			 human_count(place->n ? place->at + 1 : 0).text,
			 human_count(place->n).text);
		display_puts(LOOK_PLAIN, text);
		if (browse->view == VIEW_LIST || browse->view == VIEW_SUMS)
			draw_filter(browse);
		if (browse->view == VIEW_SUMS && browse->sums.making)
			draw_adding(browse);
	}
	display_end_line();
}

static void draw_keys(const struct browse *browse)
{
	display_line(display_lines() - 1, false, 0);
	display_puts(LOOK_BAR, " ");
	display_puts(LOOK_BAR, views[browse->view].keys);
	while (display_left())
		display_puts(LOOK_BAR, " ");
}

static void draw(struct browse *browse)
{
	browse->is_nameless = false;
	if (display_lines() < BAR_LINES + 1)
		return;
	/* a smaller window may have left the chosen row outside */
	scroll_go(place_of(browse), place_of(browse)->at, n_shown(browse));
	browse->names_end_ns = clock_now_ns() + NAMES_NS;
	if (browse->view == VIEW_LIST)
		listing_prepare(browse, n_shown(browse));
	else if (browse->view == VIEW_TREE)
		outline_prepare(browse, n_shown(browse));
	draw_title(browse);
	draw_rows(browse);
	draw_state(browse);
	draw_keys(browse);
	display_show(-1);
}

bool browse_ask(struct browse *browse, const char *question, char *text,
		size_t text_bytes)
{
	size_t n = strlen(text);
	int key;

	for (;;) {
		draw(browse);
		display_line(display_lines() - 1, false, 0);
		display_puts(LOOK_NAME, question);
		display_puts(LOOK_PLAIN, text);
		key = (int)(display_columns() - display_left());
		display_end_line();
		display_show(key);
		key = display_key(IDLE_MS);
		if (key == PRESSED_ESCAPE || key == PRESSED_GONE)
			return false;
		if (key == PRESSED_ENTER)
			return true;
		if (key == PRESSED_BACK && n)
			text[--n] = '\0';
		else if (key == ('U' & 31))
			text[n = 0] = '\0';
		else if (key >= ' ' && key <= 0xff && n + 1 < text_bytes)
			text[n++] = (char)key, text[n] = '\0';
	}
}

/* A call's number. */
static void ask_number(struct browse *browse)
{
	char text[32] = "";
	uint64_t number;

	if (!browse_ask(browse, "number of a call: ", text, sizeof(text)) ||
	    !*text)
		return;
	if (!option_number(text, &number))
		browse_say(browse, "%s is no number", text);
	else if (!browse->indexed->all.n)
		browse_say(browse, "there is no call");
	else if (number >= browse->indexed->all.n)
		browse_say(browse, "there are calls 0 to %" PRIu64 "%s",
			   browse->indexed->all.n - 1,
			   loader_is_whole(browse->loader) ? "" : " so far");
	else
		browse_go(browse, number);
}

static void show(struct browse *browse, enum browse_view view)
{
	if (view == VIEW_HELP && browse->view != VIEW_HELP)
		browse->before_help = browse->view;
	browse->view = view;
	if (view == VIEW_TREE)
		outline_make(browse);
}

static void go_back(struct browse *browse)
{
	browse->search.is_running = false;
	if (browse->view == VIEW_HELP)
		show(browse, browse->before_help);
	else if (browse->view == VIEW_CALL)
		show(browse, browse->before);
	else if (browse->view != VIEW_LIST)
		show(browse, VIEW_LIST);
}

/* Keys that every view has. */
static void take_key(struct browse *browse, int key)
{
	switch (key) {
	case 'q':
	case PRESSED_GONE:
		browse->is_over = true;
		break;
	case PRESSED_ESCAPE:
	case PRESSED_BACK:
		go_back(browse);
		break;
	case 'c':
		show(browse, VIEW_LIST);
		break;
	case 't':
		show(browse, VIEW_TREE);
		break;
	case 'r':
		show(browse, VIEW_SUMS);
		break;
	case PRESSED_TAB:
		show(browse, browse->view == VIEW_LIST	 ? VIEW_TREE
			     : browse->view == VIEW_TREE ? VIEW_SUMS
							 : VIEW_LIST);
		break;
	case '?':
		show(browse, VIEW_HELP);
		break;
	case '/':
		search_ask(browse);
		break;
	case 'n':
	case 'N':
		search_again(browse, key == 'N');
		break;
	case ':':
		ask_number(browse);
		break;
	case 'm':
		mouse_switch(browse);
		break;
	default:
		break;
	}
}

/* The first line that is shown takes the part of the chosen one. */
static void scroll_text(struct browse *browse)
{
	struct scroll *place = place_of(browse);
	uint64_t last =
		place->n > browse_shown() ? place->n - browse_shown() : 0;

	place->top = place->at < last ? place->at : last;
	place->at = place->top;
}

static void on_key(struct browse *browse, int key)
{
	if (key == PRESSED_NONE)
		return;
	*browse->message = '\0';
	browse->n_above = 0;
	if (key == PRESSED_CLICK)
		key = mouse_click(browse, place_of(browse),
				  views[browse->view].keys,
				  views[browse->view].heading != NULL);
	/* of a tree, left and right fold */
	if (views[browse->view].key && views[browse->view].key(browse, key))
		return;
	if (!scroll_key(place_of(browse), key, n_shown(browse)))
		take_key(browse, key);
	else if (browse_is_text(browse))
		scroll_text(browse);
}

/* Whether what is shown is another index now. */
static void renew(struct browse *browse)
{
	struct indexed *former;
	const struct indexed_call *chosen = NULL, *shown = NULL;

	if (!loader_take(browse->loader, &former))
		return;
	if (browse->list.place.n)
		chosen = indexed_at(
			former, listing_number(browse, browse->list.place.at));
	if (browse->view == VIEW_CALL ||
	    (browse->view == VIEW_HELP && browse->before_help == VIEW_CALL))
		shown = indexed_at(former, browse->details.number);
	browse->indexed = loader_indexed(browse->loader);
	browse->print.world = browse->indexed->world;
	browse->search.is_running = false;
	browse_forget_texts(browse);
	listing_renew(browse, chosen);
	outline_renew(browse, former);
	browse->sums.is_asked = true;
	details_renew(browse, shown);
	indexed_close(former);
}

static int close_all(struct browse *browse)
{
	int status =
		loader_is_whole(browse->loader)
			? archive_status(browse->path, browse->indexed->reader,
					 browse->indexed->calls)
			: 0;

	listing_close(&browse->list);
	outline_close(&browse->tree);
	sums_close(&browse->sums);
	details_close(&browse->details);
	search_close(&browse->search);
	browse_forget_texts(browse);
	pen_fini(&browse->pen);
	loader_close(browse->loader);
	return status;
}

int browse_run(struct browse *browse)
{
	browse->indexed = loader_indexed(browse->loader);
	browse->print = (struct print){.out = &browse->pen,
				       .world = browse->indexed->world};
	browse->help.n = help_lines();
	browse->sums.sort = COLUMN_TOTAL;
	browse->sums.by = FXTRACE_BY_FUNCTION;
	browse->sums.is_asked = true;
	listing_renew(browse, NULL);
	while (!browse->is_over) {
		bool goes_on, is_waited_for;

		renew(browse);
		is_waited_for = sums_step(browse);
		goes_on = search_step(browse) | listing_step(browse) |
			  details_step(browse);
		draw(browse);
		on_key(browse,
		       display_key(goes_on || browse->is_nameless ? 0
				   : is_waited_for || !loader_is_whole(
							      browse->loader)
					   ? TICK_MS
					   : IDLE_MS));
	}
	display_close();
	return close_all(browse);
}
