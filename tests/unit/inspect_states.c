/* SPDX-License-Identifier: MIT */
/*
 * State of draws for `fxtrace inspect`, compared with state that is kept whole.
 */
#include "tools/inspect/states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/damage.h"
#include "tests/tap.h"

#define LARGE ((uint64_t)1 << 30)

enum { N_DRAWS = 200, N_SECTIONS = 5, N_PATHS = 60, NONE = 0 };

/* The value of each path, 0 if there is none. */
static uint8_t kept[N_DRAWS][N_PATHS];
static uint64_t seed = 1;

static uint32_t any(uint32_t n)
{
	return (uint32_t)(damage_random(&seed) % n);
}

static void set(struct states *states, unsigned path, unsigned value)
{
	char name[32], text[32];

	snprintf(name, sizeof(name), "path %u", path);
	snprintf(text, sizeof(text), value == 1 ? "" : "value %u", value);
	states_set(states, fxr_text(name, strlen(name)),
		   fxr_text(text, strlen(text)));
}

/* Sets some sections again, with some of their paths. */
static void change(struct states *states, uint8_t *now, bool is_all)
{
	for (unsigned s = 0; s < N_SECTIONS; s++) {
		if (!is_all && any(3))
			continue;
		states_section(states, s * 1000);
		for (unsigned p = s; p < N_PATHS; p += N_SECTIONS) {
			now[p] = any(6) ? (uint8_t)(1 + any(4)) : NONE;
			if (now[p])
				set(states, p, now[p]);
		}
	}
}

static struct states *make(void)
{
	struct states *states = states_open(LARGE);
	uint8_t now[N_PATHS] = {0};

	for (uint32_t i = 0; i < N_DRAWS; i++) {
		if (any(4) || !i)
			change(states, now, !i);
		memcpy(kept[i], now, sizeof(now));
		ok(!states_draw(states, 10 + i * 3));
	}
	return states;
}

struct seen {
	uint8_t before[N_PATHS], after[N_PATHS];
	unsigned n;
};

static uint8_t number(struct fxr_text text, const char *head)
{
	if (!text.bytes)
		return NONE;
	return text.n_bytes ? (uint8_t)atoi(text.bytes + strlen(head)) : 1;
}

static void see(void *context, struct fxr_text path, struct fxr_text before,
		struct fxr_text after)
{
	struct seen *seen = context;
	unsigned p = number(path, "path ");

	if (p >= N_PATHS)
		return;
	seen->before[p] = number(before, "value ");
	seen->after[p] = number(after, "value ");
	seen->n++;
}

static void any_draw(void)
{
	struct states *states = make();
	struct seen seen;

	for (uint32_t i = 0; i < N_DRAWS; i++) {
		seen = (struct seen){.n = 0};
		ok(states_at(states, 10 + i * 3, see, &seen));
		is_mem(seen.after, kept[i], N_PATHS);
	}
	/* of the draw before, where there is none */
	seen = (struct seen){.n = 0};
	ok(states_at(states, 10 + 100 * 3 + 2, see, &seen));
	is_mem(seen.after, kept[100], N_PATHS);
	ok(!states_at(states, 9, see, &seen));
	ok(!states_at(states, 10 + N_DRAWS * 3, see, &seen));
	states_close(states);
}

static void differences(void)
{
	struct states *states = make();

	for (unsigned i = 0; i < 500; i++) {
		uint32_t a = any(N_DRAWS), b = any(N_DRAWS), n = 0;
		struct seen seen = {.n = 0}, want = {.n = 0};

		for (unsigned p = 0; p < N_PATHS; p++) {
			if (kept[a][p] == kept[b][p])
				continue;
			want.before[p] = kept[a][p];
			want.after[p] = kept[b][p];
			n++;
		}
		ok(states_difference(states, 10 + a * 3, 10 + b * 3, see,
				     &seen));
		is_u64(seen.n, n);
		is_mem(seen.before, want.before, N_PATHS);
		is_mem(seen.after, want.after, N_PATHS);
	}
	states_close(states);
}

static void cheap(void)
{
	struct states *states = states_open(LARGE);
	uint64_t n_bytes = 0;

	for (uint32_t i = 0; i < 64; i++) {
		states_section(states, 1);
		for (unsigned p = 0; p < N_PATHS; p++)
			set(states, p, 5);
		ok(!states_draw(states, i));
		if (!i)
			n_bytes = states_n_bytes(states);
	}
	/* where the draw is, and that nothing differs */
	is_u64(states_n_bytes(states), n_bytes + 2 * 63);
	states_close(states);
}

/* A path that is set in another section is no longer of the first. */
static void moved(void)
{
	struct states *states = states_open(LARGE);
	struct seen seen = {.n = 0};

	states_section(states, 1);
	set(states, 3, 2);
	set(states, 4, 2);
	states_section(states, 2);
	set(states, 3, 3);
	states_section(states, 1);
	ok(!states_draw(states, 0));
	ok(states_at(states, 0, see, &seen));
	is_u64(seen.n, 1);
	is_u64(seen.after[3], 3);
	states_close(states);
}

static void refused(void)
{
	static char large[STATES_MAX_TEXT_BYTES + 1];
	const char *order = "draws do not come in their order";
	struct states *states = states_open(100);
	struct seen seen = {.n = 0};

	set(states, 1, 1);
	ok(!states_draw(states, 5));
	is_str(states_draw(states, 5), order);
	is_str(states_draw(states, 6), order);
	ok(states_at(states, 5, see, &seen));
	ok(!states_at(states, 6, see, &seen));
	states_close(states);
	states = states_open(100);
	for (unsigned i = 0; i < 20; i++)
		set(states, i, i);
	is_str(states_draw(states, 0),
	       "state has more texts than a page may have");
	states_close(states);
	states = states_open(100);
	states_set(states, fxr_text("p", 1), fxr_text(large, sizeof(large)));
	ok(!states_draw(states, 0));
	is_u64(states_n_bytes(states), 1 + 26 + 4);
	states_close(states);
}

static const struct tap_test tests[] = {
	{"any draw's state is what was set", any_draw},
	{"any two draws' difference is what differs", differences},
	{"what stays costs nothing", cheap},
	{"a path is in the section that set it last", moved},
	{"too many texts and wrong draws are refused", refused},
};
TAP_MAIN(tests)
