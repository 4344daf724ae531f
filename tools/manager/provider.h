/* SPDX-License-Identifier: MIT */
/*
 * One process image that records into the session. It has a lent buffer, the
 * part that was taken so far, and the laps to be saved (writer/wire.h).
 *
 * Everything that is taken goes to a sink as chunks of whole records, names
 * before records that refer to them.
 */
#ifndef TOOLS_MANAGER_PROVIDER_H
#define TOOLS_MANAGER_PROVIDER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/durable.h"
#include "tools/manager/facts.h"
#include "tools/manager/gather.h"
#include "tools/manager/lapcopy.h"
#include "tools/manager/lent.h"
#include "writer/alert.h"

/* The destination of chunks. */
struct provider_sink {
	void *context;
	/* takes the chunk over; never refuses */
	void (*put)(void *context, struct chunk *chunk);
	/* false: not now, the provider has to wait */
	bool (*has_space)(void *context);
	/* The ticket of the chunk put last, and whether all up to a ticket
	 * survive a kill of the manager. Both NULL: at once. */
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

/* The losses of a provider at its end. */
struct provider_losses {
	uint64_t n_lost;	/* calls dropped for lack of space */
	uint64_t n_lost_ends;	/* calls whose end was dropped */
	uint64_t n_cut;		/* values shortened */
	uint64_t n_left_out;	/* calls, by filters */
	uint64_t n_undescribed; /* descriptions that found no space */
};

#define PROVIDER_ALERTS 8u /* more at a time are discarded */

struct provider {
	struct lent lent;
	uint32_t id;   /* in the archive */
	uint32_t koid; /* of its process there, see koids.h */
	struct emitted_losses *emitted;
	struct gather_counts counts;
	struct gather names,
		calls; /* of the durable region, of the rolling buffers */
	struct durable durable;
	struct lap laps[2]; /* by buffer */
	uint32_t n_saved;   /* laps; the older one has the sequence after it */
	struct provider_held held[2][FXW_HELD];
	/* A SAVE_BUFFER that is not answered yet. */
	bool has_request;
	struct fxw_packet save_request;
	struct fxw_packet answered; /* the last one; request 0 = none */
	uint64_t requested_ns;	    /* when we first checked it, 0 = not yet */
	/* Streaming: laps before are discarded, 0 = none; the last of them may
	 * still have to be closed. */
	uint32_t first_sequence;
	bool must_turn;
	/* Circular: earlier records are discarded, and so are strings that then
	 * nothing refers to */
	uint64_t since_ticks;
	uint64_t n_before; /* calls, approximately */
	bool forgets_names;
	bool has_stopped; /* STOPPED was received */
	/* ALERTs that nobody has taken yet, by name, and the cells in which
	 * they are until then: a standby finds them there */
	char alerts[PROVIDER_ALERTS][FXW_ALERT_BYTES];
	unsigned n_alerts, alert_cells;
	const char *wrong;	 /* why its packets are ignored now, or NULL */
	struct ledger_part part; /* its words in the ledger, if it has any */
};

/*
 * memfd  taken over
 * clock  the session's enum fxw_clock
 * Returns NULL, or what is wrong with the buffer; then nothing is open.
 */
const char *provider_open(struct provider *provider, int memfd, uint32_t id,
			  uint32_t koid, uint32_t clock);
void provider_close(struct provider *provider);

/* The ledger follows it from now on. False: no memory. */
bool provider_track(struct provider *provider, struct ledger *ledger);

/* It goes on where the ledger says that a former manager has come to. Answers
 * it. False: no memory. */
bool provider_resume(struct provider *provider, const struct ledger *ledger,
		     const struct ledger_part *part);

/* An empty chunk that sets one of its words, enum ledger_word. */
struct chunk *provider_note(const struct provider *provider, unsigned word,
			    uint64_t value);

/* Handles its packets. False: one is invalid; provider->wrong says why, and no
 * request of the provider is handled any more. */
bool provider_hear(struct provider *provider);

/* Its alerts were taken. */
void provider_drop_alerts(struct provider *provider);

/*
 * Streaming: takes what was committed up to last_ticks (the session's clock).
 * Returns false if the sink had no space for all of it.
 */
bool provider_collect(struct provider *provider,
		      const struct provider_sink *sink, uint64_t last_ticks);

enum provider_saving {
	PROVIDER_SAVED, /* all is in the sink: answer when that is safe */
	PROVIDER_WAIT,	/* its writers are inside: try again in a millisecond */
	PROVIDER_FULL,	/* the sink has no space */
};

/* Saves the lap that was requested. now_ns: CLOCK_MONOTONIC. */
enum provider_saving provider_save(struct provider *provider,
				   const struct provider_sink *sink,
				   uint64_t now_ns);

/*
 * Streaming: takes all names from the first on, as if none had been taken yet.
 * Emits all losses again, for an archive that is begun again. The caller owns
 * the chunks.
 */
struct chunk *provider_names(struct provider *provider);

/* Discards all calls that were recorded up to now. Their lap is closed as soon
 * as possible (provider_turn). Later records count. */
void provider_discard(struct provider *provider, struct ledger *ledger);

/* Closes that lap. False: the other buffer is not saved yet; try again. */
bool provider_turn(struct provider *provider);

/* Answers the provider that the lap is saved; its buffer will be reused. */
void provider_answer(struct provider *provider);

/* Whether the process is about to end: it waits for the answer, even if the
 * output is blocked. */
bool provider_is_ending(const struct provider *provider);

/* Records of the losses in `control` that were not yet emitted, or NULL. */
struct chunk *provider_reported(uint32_t id,
				const struct emitted_losses *emitted,
				const struct fxw_control *control);

/*
 * The same at a provider's end. Data that only the session has is filled into
 * the copy of its control area.
 * pid      in its own pid namespace
 * control  the caller sets its n_overwritten
 * rate     ticks per second
 * losses   added to
 */
struct chunk *provider_losses(uint32_t id, uint32_t koid, uint64_t rate,
			      const struct emitted_losses *emitted,
			      struct fxw_control *control,
			      struct provider_losses *losses);

/*
 * The same of a provider at this moment, or NULL.
 * emitted  the losses that its records already show.
 * rate     ticks per second.
 * losses   added to.
 */
struct chunk *provider_report(const struct provider *provider,
			      const struct emitted_losses *emitted,
			      uint64_t n_overwritten, uint64_t rate,
			      struct provider_losses *losses);

/* Declares every lap saved from now on: the session is done with the provider,
 * whose calls must not wait. */
void provider_dismiss(struct provider *provider);

/*
 * Streaming: the last collection; takes the rest and emits the losses. For
 * circular ones see flight.h.
 * is_gone  nobody writes to the buffer any more.
 * rate     ticks per second.
 * losses   added to.
 * Returns false if the sink had no space for all of it: call again. The last
 * chunk counts only together with the next one.
 */
bool provider_finish(struct provider *provider,
		     const struct provider_sink *sink, bool is_gone,
		     uint64_t rate, struct provider_losses *losses);

#endif
