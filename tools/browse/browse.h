/* SPDX-License-Identifier: MIT */
/*
 * An archive in a terminal: what its views share. A view is rows, one of which
 * is chosen. browse.c has the loop, the other files a view each.
 */
#ifndef TOOLS_BROWSE_BROWSE_H
#define TOOLS_BROWSE_BROWSE_H

#include <regex.h>

#include "tools/browse/display.h"
#include "tools/browse/found.h"
#include "tools/browse/lines.h"
#include "tools/browse/loader.h"
#include "tools/browse/naming.h"
#include "tools/browse/scroll.h"
#include "tools/browse/summary.h"
#include "tools/print/backtrace.h"
#include "tools/report/columns.h"

enum browse_view { VIEW_LIST, VIEW_TREE, VIEW_SUMS, VIEW_CALL, VIEW_HELP };

/* All calls in their order, or those that a filter chooses. */
struct listing {
	struct scroll place;
	struct found *found;	  /* NULL: all */
	struct found_words words; /* of the filter */
	char *text;		  /* as it was given; NULL: there is none */
	char *split;		  /* the same, which words borrows from */
};

/* Processes, their threads, and calls inside calls, as far as they are open. */
struct outline {
	struct scroll place;
	struct mapped rows;  /* uint64_t, see outline.c */
	struct fxr_map open; /* rows that are open, by what they are */
	bool is_made;
};

/* Sums by function, file and so on, over the calls of the filter. */
struct sums {
	struct scroll place;
	enum fxtrace_by by, shown_by;
	enum column sort;
	struct summary *shown, *making;
	bool is_asked; /* for newer ones than those */
	bool is_other; /* what is being made has another kind or filter */
	char *split;   /* of the one that is being made */
	struct found_words words;
	const struct fxtrace_row **rows; /* of the shown one, sorted */
	size_t n_rows;
	struct lines lines; /* the heading, the rows, and the program's time */
	unsigned width;	    /* of the lines */
};

/* Lines of text about one call. */
struct details {
	struct scroll place;
	uint64_t number;
	struct lines lines;
	bool has_names;
	struct backtraces *stacks;
};

/* Lines of calls that were shown last. */
#define N_SHOWN_TEXTS 2048u
struct shown_text {
	bool is_used, is_named;
	bool is_valid; /* else the file has changed */
	uint64_t number;
	struct pen args, result;
	bool is_failed;
};

/* A text that is looked for, from a call on. */
struct search {
	char text[256]; /* empty: none yet */
	regex_t pattern;
	bool is_compiled, is_running, is_back;
	uint64_t next; /* the number that is looked at next */
};

struct browse {
	const char *path, *debug_path;
	/* What a filter's text means, which is split in place and borrowed.
	 * False: why says what is wrong with it. */
	bool (*parse)(char *text, struct found_words *chosen, char *why,
		      size_t why_bytes);
	struct loader *loader;
	struct indexed *indexed;
	enum browse_view view, before,
		before_help; /* before a call, and help */
	struct listing list;
	struct outline tree;
	struct sums sums;
	struct details details;
	struct scroll help;
	struct search search;
	struct naming names;
	/* of this drawing: until when names may be looked for, and whether one
	 * was not found in time */
	uint64_t names_end_ns;
	bool is_nameless;
	struct shown_text texts[N_SHOWN_TEXTS];
	unsigned next_text;
	uint64_t n_above; /* rows above those shown that get names, too */
	struct pen pen;
	struct print print;
	char message[256]; /* until the next key; empty: none */
	bool is_over;
};

/* Runs until the user ends it; returns the exit status. */
int browse_run(struct browse *browse);

/* Whether the view's rows are lines of a text, none of which is chosen. */
bool browse_is_text(const struct browse *browse);
/* Rows of a view that are shown at once. */
unsigned browse_shown(void);
void browse_say(struct browse *browse, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Shows the call, and all about it. */
void browse_open(struct browse *browse, uint64_t number);
/* Shows where the call is: in the list, or the nearest one that it has; in the
 * tree; or all about it. */
void browse_go(struct browse *browse, uint64_t number);
/* Reads a line from the user, which begins with what text has. False: it was
 * given up. */
bool browse_ask(struct browse *browse, const char *question, char *text,
		size_t text_bytes);

/* The line of a call: its time, duration, thread, and what it was. Names of
 * descriptors come once they are known, which is_nameless waits for. */
void browse_put_call(struct browse *browse, uint64_t number, unsigned indent);
/* The same text without times, as the search sees it; borrowed. */
const char *browse_text(struct browse *browse, uint64_t number);
/* Prepares the line of a call that is not shown yet. */
void browse_warm(struct browse *browse, uint64_t number);
/* Whether names of the call can be found only from the beginning on. */
bool browse_is_before(const struct browse *browse, uint64_t number);
/* There is another index. */
void browse_forget_texts(struct browse *browse);
void browse_put_duration(enum display_look look, uint64_t ns, int width);

void listing_draw(struct browse *browse, uint64_t row);
/* Looks for the names of the rows that are drawn next. */
void listing_prepare(struct browse *browse, unsigned n_shown);
bool listing_key(struct browse *browse, int key);
/* There is another index. former: the chosen call in the one before */
void listing_renew(struct browse *browse, const struct indexed_call *former);
/* The number of a row's call. */
uint64_t listing_number(const struct browse *browse, uint64_t row);
void listing_go(struct browse *browse, uint64_t number);
/* Takes the words of a filter. False: *why says what is wrong. */
bool listing_filter(struct browse *browse, const char *text, char *why,
		    size_t why_bytes);
/* Looks on for calls that the filter chooses; whether it is to go on. */
bool listing_step(struct browse *browse);
void listing_close(struct listing *list);

void outline_draw(struct browse *browse, uint64_t row);
void outline_prepare(struct browse *browse, unsigned n_shown);
bool outline_key(struct browse *browse, int key);
void outline_renew(struct browse *browse, struct indexed *former);
/* Makes the rows, if they are not made yet. */
void outline_make(struct browse *browse);
/* Unfolds what is around the call, and chooses it. */
void outline_go(struct browse *browse, uint64_t number);
/* The call of the chosen row, or UINT64_MAX. */
uint64_t outline_number(const struct browse *browse);
void outline_close(struct outline *tree);

void sums_draw(struct browse *browse, uint64_t row);
/* The line above the rows. */
void sums_heading(struct browse *browse);
bool sums_key(struct browse *browse, int key);
/* The heading was clicked: sorts by the column there. */
void sums_heading_click(struct browse *browse, unsigned column);
/* Other calls are to be added up, or by something else. */
void sums_ask(struct browse *browse);
/* Shows what a thread has added up; whether it has to be waited for. */
bool sums_step(struct browse *browse);
void sums_close(struct sums *sums);

void details_draw(struct browse *browse, uint64_t row);
bool details_key(struct browse *browse, int key);
void details_show(struct browse *browse, uint64_t number);
/* Adds the names of descriptors, once they are known; whether it is to go
 * on. */
bool details_step(struct browse *browse);
/* There is another index. */
void details_renew(struct browse *browse, const struct indexed_call *former);
void details_close(struct details *details);

/* A row is chosen by a click, and opened by another one; a heading sorts, and
 * words of the last line are keys. Returns the key that the click means.
 * keys: the last line's words */
int mouse_click(struct browse *browse, struct scroll *place, const char *keys,
		bool has_heading);
/* Clicks select text, or choose rows again. */
void mouse_switch(struct browse *browse);

void help_draw(struct browse *browse, uint64_t row);
unsigned help_lines(void);

/* Reads a text from the user, and begins to look for it at the chosen call. */
void search_ask(struct browse *browse);
void search_again(struct browse *browse, bool is_back);
/* Looks on for some milliseconds; whether it is to go on. */
bool search_step(struct browse *browse);
void search_close(struct search *search);

#endif
