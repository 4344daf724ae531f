/* SPDX-License-Identifier: MIT */
/*
 * An archive in a terminal: what its views share. A view is rows, one of which
 * is chosen. browse.c has the loop, the other files a view each.
 */
#ifndef TOOLS_BROWSE_BROWSE_H
#define TOOLS_BROWSE_BROWSE_H

#include <regex.h>

#include "tools/browse/found.h"
#include "tools/browse/loader.h"
#include "tools/browse/scroll.h"
#include "tools/browse/display.h"
#include "tools/print/backtrace.h"

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

#define SUMS_TOTAL 1u

/* Sums by function, thread or process. */
struct sums {
	struct scroll place;
	enum indexed_by by;
	unsigned sort; /* a column of sums.c, SUMS_TOTAL at first */
	size_t *order; /* numbers of the sums, sorted */
};

/* Lines of text about one call. */
struct details {
	struct scroll place;
	uint64_t number;
	struct pen text;
	size_t *lines; /* where they begin */
	size_t n_lines, lines_capacity;
	struct descriptors *descriptors; /* have taken all calls before next */
	uint64_t next;
	struct backtraces *stacks;
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
	struct pen pen;
	struct print print;
	char message[256]; /* until the next key; empty: none */
	bool is_over;
};

/* Runs until the user ends it; returns the exit status. */
int browse_run(struct browse *browse);

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

/* The line of a call: its time, duration, thread, and what it was. */
void browse_put_call(struct browse *browse, uint64_t number, unsigned indent);
/* The same text without times, as the search sees it; borrowed. */
const char *browse_text(struct browse *browse, uint64_t number);
void browse_put_duration(enum display_look look, uint64_t ns, int width);

void listing_draw(struct browse *browse, uint64_t row);
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
void sums_renew(struct browse *browse);
void sums_close(struct sums *sums);

void details_draw(struct browse *browse, uint64_t row);
bool details_key(struct browse *browse, int key);
void details_show(struct browse *browse, uint64_t number);
/* There is another index. */
void details_renew(struct browse *browse, const struct indexed_call *former);
void details_close(struct details *details);

void help_draw(struct browse *browse, uint64_t row);
unsigned help_lines(void);

/* Reads a text from the user, and begins to look for it at the chosen call. */
void search_ask(struct browse *browse);
void search_again(struct browse *browse, bool is_back);
/* Looks on for some milliseconds; whether it is to go on. */
bool search_step(struct browse *browse);
void search_close(struct search *search);

#endif
