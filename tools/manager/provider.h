/* SPDX-License-Identifier: MIT */
/*
 * One process image that records into the session: its lent buffer, what was
 * taken of it so far, and the laps that it wants saved (writer/wire.h).
 *
 * Whatever is taken goes to a sink as chunks of whole records, names before
 * what refers to them.
 */
#ifndef TOOLS_MANAGER_PROVIDER_H
#define TOOLS_MANAGER_PROVIDER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/durable.h"
#include "tools/manager/gather.h"
#include "tools/manager/lapcopy.h"
#include "tools/manager/lent.h"
#include "writer/alert.h"

/* Where chunks go. */
struct provider_sink {
	void *context;
	/* takes the chunk over; never refuses */
	void (*put)(void *context, struct chunk *chunk);
	/* false: not now, the provider has to wait */
	bool (*has_space)(void *context);
	/* Of the chunk that was put last, and whether all up to that are kept
	 * even if we are killed. Both NULL: at once. */
	uint64_t (*ticket)(void *context);
	bool (*is_safe)(void *context, uint64_t ticket);
};

/* A span whose writer had not left it when its lap was saved. */
struct provider_held {
	struct lent_writer writer;
	uint32_t sequence; /* 0 = none */
	struct lap_span span;
	uint64_t ticket; /* of its last records, once the writer has left */
};

/* What there was to tell of a provider at its end. */
struct provider_losses {
	uint64_t n_lost;      /* calls that found no room */
	uint64_t n_lost_ends; /* calls whose end found none */
	uint64_t n_cut;	      /* values shortened */
	uint64_t n_left_out;  /* calls, by filters */
};

#define PROVIDER_ALERTS 8u /* more at a time are forgotten */

struct provider {
	struct lent lent;
	uint32_t id;  /* in the archive */
	uint32_t pid; /* as it calls itself */
	struct emitted_losses *told;
	struct gather_counts counts;
	struct gather names, calls; /* durable, rolling */
	struct durable durable;
	struct lap laps[2]; /* by buffer */
	uint32_t n_saved;   /* laps; the older one has the sequence after it */
	struct provider_held held[2][FXW_HELD];
	/* A SAVE_BUFFER that is not answered yet. */
	bool is_asked;
	struct fxw_packet ask;
	uint64_t asked_ns; /* when we first looked, 0 = not yet */
	/* Streaming: laps before are forgotten, 0 = none; the last of them must
	 * be closed yet. */
	uint32_t first_sequence;
	bool must_turn;
	/* Circular: what was recorded before is forgotten, and which strings
	 * are then named by nothing any more, too */
	uint64_t since_ticks;
	uint64_t n_before; /* calls, about */
	bool forgets_names;
	bool has_stopped; /* STOPPED was seen */
	/* ALERTs that nobody has taken yet, by name */
	char alerts[PROVIDER_ALERTS][FXW_ALERT_BYTES];
	unsigned n_alerts;
	const char *wrong; /* why it is listened to no more, or NULL */
};

/*
 * memfd  taken over
 * clock  the session's enum fxw_clock
 * Returns NULL, or what is wrong with the buffer; then nothing is open.
 */
const char *provider_open(struct provider *provider, int memfd, uint32_t id,
			  uint32_t pid, uint32_t clock);
void provider_close(struct provider *provider);

/* Takes its packets. False: one makes no sense; provider->wrong says why, and
 * nothing that the provider asks for is done any more. */
bool provider_hear(struct provider *provider);

/*
 * Streaming: takes what was committed up to last_ticks (the session's clock).
 * Returns false if the sink had no room for all of it.
 */
bool provider_collect(struct provider *provider,
		      const struct provider_sink *sink, uint64_t last_ticks);

enum provider_saving {
	PROVIDER_SAVED, /* all is in the sink: answer when it may be known */
	PROVIDER_WAIT,	/* for its writers: try again in a millisecond */
	PROVIDER_FULL,	/* the sink has no room */
};

/* Saves the lap that was asked for. now_ns: CLOCK_MONOTONIC. */
enum provider_saving provider_save(struct provider *provider,
				   const struct provider_sink *sink,
				   uint64_t now_ns);

/*
 * Streaming: takes all names from the first on, as if none had been taken yet,
 * and tells all losses again, for an archive that is begun anew. The chunks are
 * the caller's.
 */
struct chunk *provider_names(struct provider *provider);

/* Forgets all calls that were recorded up to now; their lap is closed as soon
 * as that can be done (provider_turn): what is recorded after that, counts. */
void provider_forget(struct provider *provider);

/* Closes that lap. False: the other buffer is not saved yet; try again. */
bool provider_turn(struct provider *provider);

/* Tells the provider that it is saved; its buffer will be used again. */
void provider_answer(struct provider *provider);

/* Whether the process is about to end: it waits for the answer, whatever there
 * is to be written to. */
bool provider_is_ending(const struct provider *provider);

/* The beginning of a provider's records: Provider Info, and an initialization
 * record whose rate the file fills in. name: at most 255 bytes of UTF-8 */
struct chunk *provider_intro(uint32_t id, const char *name);

/*
 * The fact by which its session is known, see FXW_EVENT_SESSION, and behind it
 * the archive's schema number.
 * pid    as the provider calls itself
 * ticks  now
 */
struct chunk *provider_session(uint32_t id, uint32_t pid, uint64_t epoch_ticks,
			       uint64_t ticks);

/* Records of the losses in `control` that no record tells yet, or NULL. */
struct chunk *provider_reported(uint32_t id, const struct emitted_losses *told,
				const struct fxw_control *control);

/*
 * Likewise at a provider's end, with what only the session knows filled into
 * the copy of its control area.
 * pid      as it calls itself
 * control  its n_overwritten is the caller's
 * rate    ticks a second
 * losses  added to
 */
struct chunk *provider_losses(uint32_t id, uint32_t pid, uint64_t rate,
			      const struct emitted_losses *told,
			      struct fxw_control *control,
			      struct provider_losses *losses);

/*
 * The same of a provider at this moment, or NULL.
 * told     what its records tell already
 * rate     ticks a second
 * losses   added to
 */
struct chunk *provider_report(const struct provider *provider,
			      const struct emitted_losses *told,
			      uint64_t n_overwritten, uint64_t rate,
			      struct provider_losses *losses);

/* Says that every lap is saved, now and for ever: we are done with the
 * provider, whose calls must not wait. */
void provider_dismiss(struct provider *provider);

/*
 * Streaming: the last collection; takes all that is left, and tells what was
 * lost. Of circular ones see flight.h.
 * is_gone  nobody writes to the buffer any more
 * rate     ticks a second
 * losses   added to
 * Returns false if the sink had no room for all of it: call again.
 */
bool provider_finish(struct provider *provider,
		     const struct provider_sink *sink, bool is_gone,
		     uint64_t rate, struct provider_losses *losses);

#endif
