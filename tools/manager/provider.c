/* SPDX-License-Identifier: MIT */
/*
 * Takes a provider's records, see provider.h.
 *
 * Order: calls are copied first and the durable region after that, so that it
 * has every name that they use. The region is passed on first.
 */
#include "tools/manager/provider.h"

#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "writer/arch/order.h"
#include "writer/lap.h"

#define NS_PER_MS 1000000ull
/* An interrupted writer continues by then, or stays for long. In that case its
 * span is held and the others continue. */
#define WAIT_FOR_WRITERS_NS (2 * NS_PER_MS)
/* A thread that turned reports it soon; else it was stopped in between. */
#define WAIT_FOR_TURN_NS (200 * NS_PER_MS)

const char *provider_open(struct provider *provider, int memfd, uint32_t id,
			  uint32_t koid, uint32_t clock)
{
	struct lent *lent = &provider->lent;
	const char *wrong;

	*provider = (struct provider){.id = id, .koid = koid};
	wrong = lent_open(lent, memfd, clock);
	if (wrong)
		return wrong;
	provider->emitted = emitted_new();
	provider->names = provider->calls = (struct gather){
		.provider_id = id,
		.emitted = provider->emitted,
		.counts = &provider->counts,
		.last_ticks = UINT64_MAX,
	};
	if (durable_init(&provider->durable) &&
	    lap_init(&provider->laps[0], 1, lent->rolling_words) &&
	    lap_init(&provider->laps[1], 2, lent->rolling_words))
		return NULL;
	provider_close(provider);
	return "no memory for it";
}

void provider_close(struct provider *provider)
{
	lent_close(&provider->lent);
	free(provider->emitted);
	chunk_free(provider->names.chunk);
	chunk_free(provider->calls.chunk);
	durable_fini(&provider->durable);
	for (unsigned i = 0; i < 2; i++)
		lap_fini(&provider->laps[i]);
	provider->emitted = NULL;
}

static bool set_wrong(struct provider *provider, const char *what)
{
	provider->wrong = what;
	provider->has_request = false;
	return false;
}

/* Our last answer once more, if the program has overwritten it. An answer never
 * goes back. */
static void repeat_answer(struct provider *provider)
{
	for (unsigned buffer = 0; buffer < 2; buffer++)
		for (unsigned i = 0; i < FXW_HELD; i++) {
			const struct provider_held *held =
				&provider->held[buffer][i];

			lent_hold(&provider->lent, buffer, i,
				  held->sequence ? held->writer.place : 0);
		}
	/* only then: a recorder takes answers that save nothing for damage */
	if (provider->answered.request &&
	    !lent_has_answer(&provider->lent, provider->answered.data32,
			     provider->answered.data64))
		lent_answer(&provider->lent, provider->answered.data32,
			    provider->answered.data64);
}

static bool hear_save(struct provider *provider,
		      const struct fxw_packet *packet)
{
	if (packet->data64 % 8 || provider->lent.overwrites ||
	    packet->data64 > provider->lent.durable_words * 8ull)
		return set_wrong(provider,
				 "SAVE_BUFFER with an impossible end");
	/* A repeated request: by a thread that was stopped on its way, perhaps
	 * many laps ago, or because the program has overwritten the answer. */
	if (packet->data32 < provider->n_saved) {
		repeat_answer(provider);
		return true;
	}
	if (provider->has_request)
		return packet->data32 == provider->save_request.data32 ||
		       set_wrong(provider, "a second SAVE_BUFFER");
	if (packet->data32 != provider->n_saved)
		return set_wrong(provider,
				 "SAVE_BUFFER with a wrong wrap count");
	provider->has_request = true;
	provider->save_request = *packet;
	provider->requested_ns = 0;
	return true;
}

/* The name fills the packet after the request. */
static void hear_alert(struct provider *provider,
		       const struct fxw_packet *packet)
{
	char *name = provider->alerts[provider->n_alerts];

	if (provider->n_alerts == PROVIDER_ALERTS)
		return;
	memcpy(name, &packet->data16, FXW_ALERT_BYTES);
	provider->n_alerts++;
}

static bool hear_one(struct provider *provider, const struct fxw_packet *packet)
{
	bool has_data = packet->data16 || packet->data64;

	switch (packet->request) {
	case FXW_STARTED:
		return (packet->data32 == FXW_PROTOCOL_VERSION && !has_data) ||
		       set_wrong(provider, "another version of the protocol");
	case FXW_SAVE_BUFFER:
		return packet->data16
			       ? set_wrong(provider, "a malformed packet")
			       : hear_save(provider, packet);
	case FXW_STOPPED:
		provider->has_stopped = true;
		return (!packet->data32 && !has_data) ||
		       set_wrong(provider, "a malformed packet");
	case FXW_ALERT:
		hear_alert(provider, packet);
		return true;
	}
	return set_wrong(provider, "an unknown packet");
}

bool provider_hear(struct provider *provider)
{
	struct fxw_packet packet;

	for (unsigned i = 0; i < FXW_CELLS && !provider->wrong; i++) {
		if (!lent_peek(&provider->lent, i, &packet))
			continue;
		if (packet.request == FXW_ALERT)
			provider->alert_cells |= 1u << i;
		else
			lent_empty(&provider->lent, i);
		(void)hear_one(provider, &packet);
	}
	return !provider->wrong;
}

void provider_drop_alerts(struct provider *provider)
{
	for (unsigned i = 0; i < FXW_CELLS; i++)
		if (provider->alert_cells >> i & 1)
			lent_empty(&provider->lent, i);
	provider->alert_cells = provider->n_alerts = 0;
}

static void put_chunk(struct gather *gather, const struct provider_sink *sink)
{
	struct chunk *chunk = gather_take(gather);

	if (chunk)
		sink->put(sink->context, chunk);
}

/* How much of the durable region was handed out, in words. */
static uint32_t durable_end(const struct provider *provider)
{
	/* acquire: pairs with the compare-and-swap in fxw_region_take */
	return (uint32_t)__atomic_load_n(&provider->lent.control->durable_alloc,
					 __ATOMIC_ACQUIRE);
}

/* The same of a lap, as far as that is known. */
static uint32_t lap_end(const struct provider *provider, const struct lap *lap)
{
	uint64_t alloc = __atomic_load_n(&provider->lent.control->alloc,
					 __ATOMIC_ACQUIRE);
	uint32_t sequence = (uint32_t)(alloc >> 32);

	if (sequence && sequence < lap->sequence)
		return 0;
	return sequence == lap->sequence ? (uint32_t)alloc
					 : provider->lent.rolling_words;
}

bool provider_track(struct provider *provider, struct ledger *ledger)
{
	const struct lent *lent = &provider->lent;

	if (!ledger_add(ledger, &provider->part, lent->rolling_words,
			lent->durable_words))
		return ledger->fd < 0;
	provider->names.part = provider->calls.part = &provider->part;
	return durable_track(&provider->durable, lent->durable_words);
}

/* The spans whose writers had not left them. */
static void resume_held(struct provider *provider, const struct ledger *ledger,
			unsigned buffer, unsigned i)
{
	const struct ledger_part *part = &provider->part;
	uint64_t at = part->at + LEDGER_HELD + (buffer * FXW_HELD + i) * 2;
	uint64_t word = ledger_get(ledger, at),
		 who = ledger_get(ledger, at + 1);
	struct provider_held *held = &provider->held[buffer][i];
	uint32_t sequence = (uint32_t)(word >> 32), unit;

	if (!sequence)
		return;
	*held = (struct provider_held){
		.writer = {.slot = (uint32_t)(who >> 32),
			   .level = (uint32_t)who,
			   .place = (uint32_t)word},
		.sequence = sequence,
	};
	unit = fxw_place_at(held->writer.place) / FXW_UNIT_WORDS;
	word = unit < part->n_units
		       ? ledger_get(ledger, ledger_span_at(part, buffer, unit))
		       : 0;
	if (word >> 32 == sequence)
		lap_resume_span(&provider->lent, sequence, unit, (uint32_t)word,
				&held->span);
}

/* As if we had answered ourselves what is saved. */
static void resume_answer(struct provider *provider)
{
	uint32_t n = provider->n_saved;

	if (n)
		provider->answered = (struct fxw_packet){
			.request = FXW_SAVE_BUFFER,
			.data32 = n - 1,
			.data64 = durable_end(provider) * 8ull,
		};
	repeat_answer(provider);
}

bool provider_resume(struct provider *provider, const struct ledger *ledger,
		     const struct ledger_part *part)
{
	struct lent *lent = &provider->lent;
	uint32_t n;

	provider->part = *part;
	provider->names.part = provider->calls.part = &provider->part;
	if (!durable_resume(&provider->durable, lent, ledger, part,
			    provider->emitted))
		return false;
	n = (uint32_t)ledger_get(ledger, part->at + LEDGER_N_SAVED);
	provider->n_saved = n;
	provider->first_sequence = provider->calls.first_sequence =
		(uint32_t)ledger_get(ledger, part->at + LEDGER_FIRST_SEQUENCE);
	/* unless it has done that since */
	provider->must_turn = provider->first_sequence != 0;
	provider->since_ticks =
		ledger_get(ledger, part->at + LEDGER_SINCE_TICKS);
	provider->n_before = ledger_get(ledger, part->at + LEDGER_N_BEFORE);
	provider->forgets_names =
		ledger_get(ledger, part->at + LEDGER_FORGETS) != 0;
	if (lent->overwrites)
		return true;
	for (uint32_t i = 0; i < 2; i++) {
		struct lap *lap = &provider->laps[(n + i) & 1];

		lap->sequence = n + 1 + i;
		lap_resume(lap, lent, ledger, part);
	}
	for (unsigned buffer = 0; buffer < 2; buffer++)
		for (unsigned i = 0; i < FXW_HELD; i++)
			resume_held(provider, ledger, buffer, i);
	resume_answer(provider);
	return true;
}

struct chunk *provider_note(const struct provider *provider, unsigned word,
			    uint64_t value)
{
	struct chunk *chunk = chunk_new(provider->id, 0);

	if (provider->part.at)
		chunk_store(chunk, provider->part.at + word, value);
	return chunk;
}

/* Passes on the gathered records. */
static void flush_all(struct provider *provider,
		      const struct provider_sink *sink)
{
	while (!durable_collect(&provider->durable, &provider->lent,
				&provider->names, durable_end(provider)))
		put_chunk(&provider->names, sink);
	put_chunk(&provider->names, sink);
	put_chunk(&provider->calls, sink);
}

static bool collect_lap(struct provider *provider,
			const struct provider_sink *sink, struct lap *lap,
			bool is_still)
{
	if (lap->sequence < provider->first_sequence)
		return true;
	while (!lap_collect(lap, &provider->lent, &provider->calls,
			    lap_end(provider, lap), is_still)) {
		flush_all(provider, sink);
		if (!sink->has_space(sink->context))
			return false;
	}
	return true;
}

/* Where the ledger has a held span. */
static unsigned held_word(unsigned buffer, unsigned i)
{
	return LEDGER_HELD + (buffer * FXW_HELD + i) * 2;
}

/* Takes the new records of a held span; releases it if its writer has left and
 * all of them were taken. */
static bool collect_held(struct provider *provider, unsigned buffer, unsigned i,
			 const struct provider_sink *sink, bool is_still)
{
	struct provider_held *held = &provider->held[buffer][i];
	/* before the last read: then what the writer wrote is included */
	bool is_inside =
		!is_still &&
		lent_is_inside(&provider->lent, &held->writer, held->sequence);
	uint64_t n_young = provider->calls.n_young;

	while (held->sequence >= provider->first_sequence &&
	       !lap_collect_span(
		       &provider->lent, &provider->calls, held->sequence,
		       fxw_place_at(held->writer.place) / FXW_UNIT_WORDS,
		       &held->span)) {
		flush_all(provider, sink);
		if (!sink->has_space(sink->context))
			return false;
	}
	if (is_inside || provider->calls.n_young != n_young)
		return true;
	if (!is_still && sink->ticket) {
		if (!held->ticket) {
			flush_all(provider, sink);
			held->ticket = sink->ticket(sink->context);
		}
		if (!sink->is_safe(sink->context, held->ticket))
			return true;
	}
	held->sequence = 0;
	lent_hold(&provider->lent, buffer, i, 0);
	if (provider->part.at)
		sink->put(sink->context,
			  provider_note(provider, held_word(buffer, i), 0));
	return true;
}

static bool collect_all_held(struct provider *provider,
			     const struct provider_sink *sink, bool is_still)
{
	for (unsigned buffer = 0; buffer < 2; buffer++)
		for (unsigned i = 0; i < FXW_HELD; i++)
			if (provider->held[buffer][i].sequence &&
			    !collect_held(provider, buffer, i, sink, is_still))
				return false;
	return true;
}

static struct lap *older_lap(struct provider *provider)
{
	return &provider->laps[provider->n_saved & 1];
}

static struct lap *newer_lap(struct provider *provider)
{
	return &provider->laps[!(provider->n_saved & 1)];
}

static bool collect_both(struct provider *provider,
			 const struct provider_sink *sink, bool is_still)
{
	bool is_done =
		collect_all_held(provider, sink, is_still) &&
		collect_lap(provider, sink, older_lap(provider), is_still) &&
		collect_lap(provider, sink, newer_lap(provider), is_still);

	flush_all(provider, sink);
	return is_done;
}

bool provider_collect(struct provider *provider,
		      const struct provider_sink *sink, uint64_t last_ticks)
{
	if (provider->lent.overwrites)
		return true;
	provider->calls.last_ticks = last_ticks;
	return collect_both(provider, sink, false);
}

/* After it, every thread that may still write to the lap is seen inside. */
static void barrier(const struct provider *provider)
{
	/* the writers fence, and so do we; pairs with fxw_window_enter */
	fxw_fence();
	if (!provider->lent.fences &&
	    syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0))
		(void)syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

/* Whether no thread can begin to write to the lap any more. */
static bool is_revoked(const struct provider *provider, uint32_t sequence)
{
	/* acquire: pairs with go_live() */
	uint32_t live = __atomic_load_n(&provider->lent.control->live,
					__ATOMIC_ACQUIRE);

	return live == 0 || live > sequence;
}

/* Enters the spans of writers that stay into the list that space allocation
 * skips, together with the part of each span that was taken. */
static void hold_writers(struct provider *provider, const struct lap *lap,
			 const struct lent_writer *writers, unsigned n)
{
	unsigned buffer = fxw_lap_buffer(lap->sequence);
	struct provider_held *held = provider->held[buffer];

	for (unsigned i = 0; i < FXW_HELD && n; i++) {
		uint32_t unit;

		if (held[i].sequence)
			continue;
		unit = fxw_place_at(writers[--n].place) / FXW_UNIT_WORDS;
		held[i] = (struct provider_held){
			.writer = writers[n],
			.sequence = lap->sequence,
		};
		if (unit < lap->n_units)
			held[i].span = lap->spans[unit];
		lent_hold(&provider->lent, buffer, i, writers[n].place);
	}
}

/* Free places for held spans of the buffer. */
static unsigned n_free_holds(const struct provider *provider, unsigned buffer)
{
	unsigned n = 0;

	for (unsigned i = 0; i < FXW_HELD; i++)
		n += provider->held[buffer][i].sequence == 0;
	return n;
}

/* Finds the writers that stay inside: false while waiting for them is
 * worthwhile. */
static bool find_writers(struct provider *provider, const struct lap *lap,
			 uint64_t now_ns, struct lent_writer *writers,
			 unsigned *n)
{
	uint64_t waited_ns;

	if (!provider->requested_ns)
		provider->requested_ns = now_ns;
	waited_ns = now_ns - provider->requested_ns;
	if (!is_revoked(provider, lap->sequence) &&
	    waited_ns < WAIT_FOR_TURN_NS)
		return false;
	barrier(provider);
	*n = lent_inside(&provider->lent, lap->sequence, writers, FXW_HELD);
	if (*n == 0)
		return true;
	return waited_ns >= WAIT_FOR_WRITERS_NS &&
	       *n <= n_free_holds(provider, fxw_lap_buffer(lap->sequence));
}

/* For the ledger: what is held of the lap that was saved, and that it was. */
static void put_saved(const struct provider *provider, unsigned buffer,
		      const struct provider_sink *sink)
{
	uint64_t at = provider->part.at;
	struct chunk *chunk;

	if (!at)
		return;
	chunk = provider_note(provider, LEDGER_N_SAVED, provider->n_saved);
	for (unsigned i = 0; i < FXW_HELD; i++) {
		const struct provider_held *held = &provider->held[buffer][i];
		const struct lent_writer *writer = &held->writer;

		chunk_store(chunk, at + held_word(buffer, i),
			    (uint64_t)held->sequence << 32 |
				    (held->sequence ? writer->place : 0));
		chunk_store(chunk, at + held_word(buffer, i) + 1,
			    (uint64_t)writer->slot << 32 | writer->level);
	}
	sink->put(sink->context, chunk);
}

enum provider_saving provider_save(struct provider *provider,
				   const struct provider_sink *sink,
				   uint64_t now_ns)
{
	struct lap *lap = older_lap(provider);
	struct lent_writer writers[FXW_HELD];
	unsigned n = 0;

	provider->calls.last_ticks = UINT64_MAX;
	if (!sink->has_space(sink->context))
		return PROVIDER_FULL;
	if (!collect_all_held(provider, sink, false))
		return PROVIDER_FULL;
	if (!find_writers(provider, lap, now_ns, writers, &n))
		return PROVIDER_WAIT;
	if (provider->n_saved) /* its second lap: there will be more */
		lent_map_rolling(&provider->lent);
	/* spans of writers that are inside may grow during the read */
	if (!collect_lap(provider, sink, lap, n == 0))
		return PROVIDER_FULL;
	flush_all(provider, sink);
	hold_writers(provider, lap, writers, n);
	provider->n_saved++;
	put_saved(provider, fxw_lap_buffer(lap->sequence), sink);
	lap_turn(lap);
	return PROVIDER_SAVED;
}

struct chunk *provider_names(struct provider *provider)
{
	free(provider->emitted);
	provider->emitted = emitted_new();
	provider->names.emitted = provider->calls.emitted = provider->emitted;
	chunk_free(provider->names.chunk);
	provider->names.chunk = NULL;
	durable_fini(&provider->durable);
	if (!durable_init(&provider->durable) ||
	    (provider->part.at &&
	     !durable_track(&provider->durable, provider->lent.durable_words)))
		die("out of memory");
	return durable_all(&provider->durable, &provider->lent,
			   &provider->names, durable_end(provider));
}

/* The lap that is written; 0: it is closed for good, or its number is
 * impossible. */
static uint32_t lap_now(struct provider *provider)
{
	uint64_t alloc = 0;
	uint32_t sequence;

	(void)lent_alloc(&provider->lent, &alloc);
	sequence = (uint32_t)(alloc >> 32);
	return sequence == older_lap(provider)->sequence ||
			       sequence == newer_lap(provider)->sequence
		       ? sequence
		       : 0;
}

void provider_discard(struct provider *provider, struct ledger *ledger)
{
	uint32_t now = lap_now(provider);

	chunk_free(provider->calls.chunk);
	provider->calls.chunk = NULL;
	provider->counts = (struct gather_counts){0};
	provider->first_sequence =
		(now ? now : newer_lap(provider)->sequence) + 1;
	provider->calls.first_sequence = provider->first_sequence;
	provider->must_turn = now != 0;
	if (provider->part.at)
		ledger_set(ledger, provider->part.at + LEDGER_FIRST_SEQUENCE,
			   provider->first_sequence);
	/* for recover */
	__atomic_store_n(&provider->lent.control->first_sequence,
			 provider->first_sequence, __ATOMIC_RELAXED);
}

/* As if the writer that turned to the sequence had requested a save. */
static void request_save(struct provider *provider, uint32_t sequence)
{
	provider->has_request = true;
	provider->requested_ns = 0;
	provider->save_request = (struct fxw_packet){
		.request = FXW_SAVE_BUFFER,
		.data32 = sequence - 2,
		.data64 = durable_end(provider) * 8ull,
	};
}

bool provider_turn(struct provider *provider)
{
	uint32_t now = lap_now(provider);

	/* the program may have closed it itself */
	provider->must_turn &= now && now < provider->first_sequence;
	if (!provider->must_turn)
		return true;
	if (provider->has_request)
		return false;
	if (now == newer_lap(provider)->sequence) {
		/* the writer that turned to it has not requested yet, and may
		 * be stopped */
		lent_go_live(&provider->lent, now);
		request_save(provider, now);
		return false;
	}
	if (!lent_turn(&provider->lent, now))
		return false;
	request_save(provider, now + 1);
	provider->must_turn = false;
	return true;
}

void provider_answer(struct provider *provider)
{
	provider->has_request = false;
	provider->answered = provider->save_request;
	lent_answer(&provider->lent, provider->save_request.data32,
		    provider->save_request.data64);
}

bool provider_is_ending(const struct provider *provider)
{
	return __atomic_load_n(&provider->lent.control->state,
			       __ATOMIC_RELAXED) != FXW_RUNNING;
}

struct chunk *provider_reported(uint32_t id,
				const struct emitted_losses *emitted,
				const struct fxw_control *control)
{
	char *bytes = NULL;
	size_t n_bytes = 0;
	struct chunk *chunk = NULL;
	FILE *out = open_memstream(&bytes, &n_bytes);

	if (!out)
		die("out of memory");
	(void)emitted_put_rest(emitted, control, out);
	if (fclose(out))
		die("out of memory");
	if (n_bytes) {
		chunk = chunk_new(id, (uint32_t)(n_bytes / 8));
		memcpy(chunk->words, bytes, n_bytes);
		chunk->n_words = (uint32_t)(n_bytes / 8);
	}
	free(bytes);
	return chunk;
}

struct chunk *provider_losses(uint32_t id, uint32_t koid, uint64_t rate,
			      const struct emitted_losses *emitted,
			      struct fxw_control *control,
			      struct provider_losses *losses)
{
	/* the archive's own values, whatever the program stored there */
	control->pid = koid;
	control->provider_id = id;
	control->ticks_per_second = rate;
	losses->n_lost += control->n_lost_unslotted;
	losses->n_lost_ends += control->n_lost_ends_unslotted;
	losses->n_cut += control->n_cut;
	losses->n_left_out += control->n_left_out;
	losses->n_undescribed += control->n_undescribed;
	for (unsigned i = 0; i < FXW_SLOTS; i++) {
		losses->n_lost += control->slots[i].n_lost;
		losses->n_lost_ends += control->slots[i].n_lost_ends;
	}
	emitted_subtract(emitted, control);
	return provider_reported(id, emitted, control);
}

struct chunk *provider_report(const struct provider *provider,
			      const struct emitted_losses *emitted,
			      uint64_t n_overwritten, uint64_t rate,
			      struct provider_losses *losses)
{
	struct fxw_control *control = malloc(sizeof(*control));
	struct chunk *chunk = NULL;

	if (!control)
		die("out of memory");
	if (lent_control(&provider->lent, control)) {
		control->n_overwritten = n_overwritten;
		chunk = provider_losses(provider->id, provider->koid, rate,
					emitted, control, losses);
	}
	free(control);
	return chunk;
}

void provider_dismiss(struct provider *provider)
{
	lent_dismiss(&provider->lent);
}

bool provider_finish(struct provider *provider,
		     const struct provider_sink *sink, bool is_gone,
		     uint64_t rate, struct provider_losses *losses)
{
	struct chunk *chunk;

	provider->calls.last_ticks = UINT64_MAX;
	if (!sink->has_space(sink->context) ||
	    !collect_both(provider, sink, is_gone))
		return false;
	chunk = provider_report(provider, provider->emitted, 0, rate, losses);
	if (chunk) {
		chunk->is_joined = provider->part.at != 0;
		sink->put(sink->context, chunk);
	}
	return true;
}
