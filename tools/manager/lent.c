/* SPDX-License-Identifier: MIT */
/*
 * Checks, reads and answers through a lent buffer, see lent.h.
 */
#include "tools/manager/lent.h"
#include "tools/base/utf8.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "tools/print/print.h"
#include "writer/alert.h"
#include "writer/arch/order.h"
#include "writer/lap.h"

/* No plausible provider exceeds this. Larger buffers are refused, so that our
 * data for each unit stays small. */
#define MAX_BYTES (33ull << 30)
#define MAX_DURABLE_BYTES (16ull << 20)
#define MAX_MORE_SLOTS 65536u
/* Slots are read in blocks; threads take them in order. */
#define BLOCK_SLOTS 64u

/* Whether the bytes can be copied from the mapping. */
static bool is_mapped(const struct lent *lent, size_t n, uint64_t off)
{
	uint64_t n_bytes = lent->rolling_words * 8ull;
	uint64_t in = off - lent->rolling_off;
	unsigned buffer = in >= n_bytes;

	in -= buffer * n_bytes;
	return off >= lent->rolling_off && in < lent->n_mapped[buffer] &&
	       n <= lent->n_mapped[buffer] - in;
}

bool lent_read(const struct lent *lent, void *to, size_t n, uint64_t off)
{
	size_t have = 0;

	if (lent->source.read)
		return lent->source.read(lent->source.context, to, n, off);
	if (is_mapped(lent, n, off)) {
		memcpy(to, lent->rolling + (off - lent->rolling_off), n);
		fxw_fence_loads();
		return true;
	}
	while (have < n) {
		ssize_t got = pread(lent->fd, (char *)to + have, n - have,
				    (off_t)(off + have));

		if (got <= 0)
			return false;
		have += (size_t)got;
	}
	/* What is read later is not older than this: bodies, after the headers'
	 * commits. Pairs with the release in fxw_commit. */
	fxw_fence_loads();
	return true;
}

uint64_t lent_memory(const struct lent *lent, uint64_t off)
{
	off_t found;

	if (lent->source.read) /* it cannot say */
		return off;
	found = lseek(lent->fd, (off_t)off, SEEK_DATA);
	return found < 0 ? UINT64_MAX : (uint64_t)found;
}

/* The name in Provider Info, made valid for an archive: bytes that are not
 * UTF-8 or not printable become '?'. */
static void take_name(struct lent *lent, const char *bytes, size_t n_bytes)
{
	struct fxr_text left = {bytes, n_bytes};
	size_t n = 0;

	while (left.n_bytes) {
		unsigned char first = (unsigned char)*left.bytes;
		size_t n_char = utf8_length(left);

		if (n_char == 0 || first < ' ' || first == 0x7f) {
			lent->name[n++] = '?';
			n_char = 1;
		} else {
			memcpy(lent->name + n, left.bytes, n_char);
			n += n_char;
		}
		left.bytes += n_char;
		left.n_bytes -= n_char;
	}
	lent->name[n] = '\0';
}

/* A copy of the buffer's beginning. */
struct front {
	struct fxw_header header;
	struct fxw_control control;
	uint64_t blob_end_off;
};

/* Magic, Provider Info, then the blob around header and control area. */
static const char *read_front(struct lent *lent, struct front *front)
{
	uint64_t word[2 + (FXT_PROVIDER_NAME_MAX_BYTES + 7) / 8];
	uint64_t off, blob;

	if (!lent_read(lent, word, sizeof(word), 0) || word[0] != FXT_MAGIC ||
	    (word[1] & 15) != FXT_RECORD_METADATA ||
	    (word[1] >> 16 & 15) != FXT_METADATA_PROVIDER_INFO ||
	    (word[1] >> 4 & 0xfff) != 1 + fxt_words(word[1] >> 52 & 0xff))
		return "no Provider Info at its beginning";
	take_name(lent, (const char *)(word + 2), word[1] >> 52 & 0xff);
	off = 8 + (word[1] >> 4 & 0xfff) * 8;
	if (!lent_read(lent, &blob, 8, off) || (blob & 15) != FXT_RECORD_BLOB ||
	    (blob >> 16 & 0xffff) ||
	    !lent_read(lent, &front->header, sizeof(front->header), off + 8))
		return "no header";
	front->blob_end_off = off + (blob >> 4 & 0xfff) * 8;
	lent->control_off = front->header.control_off;
	if (front->header.magic != FXW_HEADER_MAGIC ||
	    front->header.version != FXW_HEADER_VERSION ||
	    (front->header.mode != FXW_STREAMING &&
	     front->header.mode != FXW_CIRCULAR) ||
	    lent->control_off % 64 ||
	    lent->control_off < off + 8 + sizeof(front->header) ||
	    lent->control_off > front->blob_end_off ||
	    front->blob_end_off - lent->control_off < sizeof(front->control) ||
	    !lent_read(lent, &front->control, sizeof(front->control),
		       lent->control_off))
		return "a header that makes no sense";
	return NULL;
}

/* The places and sizes of the parts, all inside n_bytes. */
static const char *check_layout(struct lent *lent, const struct front *front,
				uint64_t n_bytes)
{
	const struct fxw_header *header = &front->header;
	const struct fxw_control *control = &front->control;
	uint64_t slot_bytes = sizeof(struct fxw_slot) + FXW_LEVELS * 4;
	uint64_t unit_bytes = FXW_UNIT_WORDS * 8;

	lent->durable_off = header->durable_off;
	lent->rolling_off = header->rolling_off;
	lent->slots_off = control->slots_off;
	lent->n_more_slots = control->n_more_slots;
	lent->nonce = control->nonce;
	lent->epoch_ticks = control->epoch_ticks;
	lent->clock = control->clock;
	lent->fences = control->fences;
	lent->overwrites = header->mode == FXW_CIRCULAR;
	/* each value is below 2^36 before it is added to another */
	if (header->durable_off != front->blob_end_off ||
	    header->durable_bytes > MAX_DURABLE_BYTES ||
	    header->durable_bytes % 8 || header->durable_bytes < 16 ||
	    header->rolling_off !=
		    header->durable_off + header->durable_bytes ||
	    header->rolling_bytes > n_bytes ||
	    header->rolling_bytes / unit_bytes < 2 ||
	    header->rolling_off + 2 * header->rolling_bytes > n_bytes)
		return "buffers whose places and sizes make no sense";
	lent->n_bytes = n_bytes;
	if (lent->n_more_slots &&
	    (lent->n_more_slots > MAX_MORE_SLOTS || lent->slots_off % 4096 ||
	     lent->slots_off > n_bytes ||
	     lent->slots_off <
		     header->rolling_off + 2 * header->rolling_bytes ||
	     lent->n_more_slots * slot_bytes > n_bytes - lent->slots_off))
		return "slots whose place makes no sense";
	lent->durable_words = (uint32_t)(header->durable_bytes / 8);
	lent->rolling_words =
		(uint32_t)(header->rolling_bytes / unit_bytes * FXW_UNIT_WORDS);
	return NULL;
}

static const char *check_control(const struct fxw_control *control,
				 uint32_t clock)
{
	if (control->magic != FXW_CONTROL_MAGIC ||
	    control->version != FXW_CONTROL_VERSION ||
	    control->bytes != sizeof(*control))
		return "a control area of another version";
	return control->clock == clock ? NULL : "another clock";
}

static void *map_part(struct lent *lent, unsigned i, int protection,
		      uint64_t off, size_t n_bytes)
{
	size_t before = (size_t)(off % 4096);
	void *at;

	n_bytes += before;
	at = mmap(NULL, n_bytes, protection, MAP_SHARED, lent->fd,
		  (off_t)(off - before));
	if (at == MAP_FAILED)
		return NULL;
	lent->maps[i] = at;
	lent->map_bytes[i] = n_bytes;
	return (char *)at + before;
}

static const char *map_shared(struct lent *lent)
{
	size_t n_bytes =
		lent->n_more_slots * (sizeof(struct fxw_slot) + FXW_LEVELS * 4);

	lent->control = map_part(lent, 0, PROT_READ | PROT_WRITE,
				 lent->control_off, sizeof(*lent->control));
	if (n_bytes)
		lent->more_slots = map_part(lent, 1, PROT_READ | PROT_WRITE,
					    lent->slots_off, n_bytes);
	return lent->control && (lent->more_slots || !n_bytes)
		       ? NULL
		       : "no memory to map it";
}

uint64_t lent_causes_off(const struct lent *lent)
{
	uint64_t n_slots_bytes =
		lent->n_more_slots * (sizeof(struct fxw_slot) + FXW_LEVELS * 4);
	uint64_t off = lent->slots_off + ((n_slots_bytes + 4095) & ~4095ull);

	return lent->n_more_slots && off < lent->n_bytes &&
			       lent->n_bytes - off >=
				       FXW_TRIGGERS * FXW_CAUSE_BYTES
		       ? off
		       : 0;
}

void lent_map_rolling(struct lent *lent)
{
	uint64_t n_bytes = lent->rolling_words * 8ull;

	if (lent->is_foreign)
		return;
	if (!lent->rolling)
		lent->rolling = map_part(lent, 2, PROT_READ, lent->rolling_off,
					 2 * n_bytes);
	for (unsigned i = 0; i < 2 && lent->rolling; i++) {
		off_t from = (off_t)(lent->rolling_off + i * n_bytes), hole;

		if (lent->n_mapped[i] == n_bytes)
			continue;
		/* reading where nothing was ever stored would allocate
		 * memory */
		hole = lseek(lent->fd, from + (off_t)lent->n_mapped[i],
			     SEEK_HOLE);
		lent->n_mapped[i] = hole < from ? 0 : (uint64_t)(hole - from);
		if (lent->n_mapped[i] > n_bytes)
			lent->n_mapped[i] = n_bytes;
	}
}

/* A memfd of fixed size, in ordinary memory: huge pages could run out and kill
 * us. */
static const char *check_file(const struct lent *lent, uint64_t *n_bytes)
{
	int seals = fcntl(lent->fd, F_GET_SEALS);
	struct statfs fs;
	struct stat st;

	if (seals < 0 || !(seals & F_SEAL_SHRINK) || (seals & F_SEAL_WRITE))
		return "not a memfd that is sealed against shrinking";
	if (fstatfs(lent->fd, &fs) || fs.f_type != TMPFS_MAGIC ||
	    fstat(lent->fd, &st) || !S_ISREG(st.st_mode))
		return "no ordinary memory";
	*n_bytes = (uint64_t)st.st_size;
	return *n_bytes > MAX_BYTES ? "too large" : NULL;
}

const char *lent_open(struct lent *lent, int fd, uint32_t clock)
{
	struct front front;
	uint64_t n_bytes = 0;
	const char *wrong;

	*lent = (struct lent){.fd = fd};
	wrong = check_file(lent, &n_bytes);
	if (!wrong)
		wrong = read_front(lent, &front);
	if (!wrong)
		wrong = check_control(&front.control, clock);
	if (!wrong)
		wrong = check_layout(lent, &front, n_bytes);
	if (!wrong)
		wrong = map_shared(lent);
	if (wrong)
		lent_close(lent);
	return wrong;
}

const char *lent_inspect(struct lent *lent, const struct lent_source *source,
			 uint64_t n_bytes, struct fxw_control *control)
{
	struct front front;
	const char *wrong;

	*lent = (struct lent){.fd = -1, .source = *source};
	if (n_bytes > MAX_BYTES)
		return "too large";
	wrong = read_front(lent, &front);
	if (!wrong)
		wrong = check_control(&front.control,
				      front.control.clock == FXW_CLOCK_TSC
					      ? FXW_CLOCK_TSC
					      : FXW_CLOCK_MONOTONIC);
	if (!wrong)
		wrong = check_layout(lent, &front, n_bytes);
	if (!wrong)
		*control = front.control;
	return wrong;
}

void lent_close(struct lent *lent)
{
	for (unsigned i = 0; i < 3; i++)
		if (lent->maps[i])
			munmap(lent->maps[i], lent->map_bytes[i]);
	if (lent->fd >= 0)
		close(lent->fd);
	*lent = (struct lent){.fd = -1};
}

bool lent_alloc(const struct lent *lent, uint64_t *alloc)
{
	if (lent->source.read)
		return lent_read(lent, alloc, sizeof(*alloc),
				 lent->control_off +
					 offsetof(struct fxw_control, alloc));
	/* acquire: pairs with the exchanges of turn() and take_in_turns() */
	*alloc = __atomic_load_n(&lent->control->alloc, __ATOMIC_ACQUIRE);
	return true;
}

bool lent_lap_first(const struct lent *lent, uint32_t *lap_first)
{
	if (lent->source.read)
		return lent_read(
			lent, lap_first, 2 * sizeof(*lap_first),
			lent->control_off +
				offsetof(struct fxw_control, lap_first));
	for (unsigned i = 0; i < 2; i++)
		lap_first[i] = __atomic_load_n(&lent->control->lap_first[i],
					       __ATOMIC_ACQUIRE);
	return true;
}

void lent_go_live(const struct lent *lent, uint32_t sequence)
{
	uint32_t *live = &lent->control->live;
	uint32_t old = __atomic_load_n(live, __ATOMIC_RELAXED);

	/* as fxw_rolling_go_live; pairs with the load in fxw_window_enter,
	 * across the barrier after which we check which writers are inside */
	while (old && old < sequence &&
	       !__atomic_compare_exchange_n(live, &old, sequence, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		;
}

static void raise_to(uint32_t *word, uint32_t value)
{
	uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);

	while (old < value &&
	       !__atomic_compare_exchange_n(word, &old, value, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

/* The steps of turn() in writer/rolling.c, except for wrapped_count, which is
 * unused in a lent buffer. */
bool lent_turn(const struct lent *lent, uint32_t sequence)
{
	struct fxw_control *control = lent->control;
	uint64_t old = __atomic_load_n(&control->alloc, __ATOMIC_ACQUIRE);
	uint64_t next = (uint64_t)(sequence + 1) << 32;

	if (old >> 32 != sequence ||
	    !__atomic_compare_exchange_n(&control->alloc, &old, next, false,
					 __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return false;
	lent_go_live(lent, sequence + 1);
	raise_to(&control->lap_first[fxw_lap_buffer(sequence + 1)],
		 sequence + 1);
	raise_to(&control->requested, sequence);
	return true;
}

bool lent_peek(const struct lent *lent, unsigned cell,
	       struct fxw_packet *packet)
{
	uint64_t *words = (uint64_t *)&lent->control->cells[cell];
	/* acquire: what was recorded before it; pairs with fill_cell */
	uint64_t low = __atomic_load_n(words, __ATOMIC_ACQUIRE);
	uint64_t high;

	if (!low)
		return false;
	high = __atomic_load_n(words + 1, __ATOMIC_RELAXED);
	*packet = (struct fxw_packet){
		.request = (uint16_t)low,
		.data16 = (uint16_t)(low >> 16),
		.data32 = (uint32_t)(low >> 32),
		.data64 = high,
	};
	return true;
}

void lent_empty(const struct lent *lent, unsigned cell)
{
	uint64_t *words = (uint64_t *)&lent->control->cells[cell];

	/* A cell that is not all zero is ours: writers fill only zero cells, so
	 * the low word is cleared last. Release: pairs with fill_cell. */
	__atomic_store_n(words + 1, 0, __ATOMIC_RELAXED);
	__atomic_store_n(words, 0, __ATOMIC_RELEASE);
}

void lent_answer(const struct lent *lent, uint32_t data32, uint64_t data64)
{
	struct fxw_control *control = lent->control;
	uint64_t *words = (uint64_t *)&control->answer;

	__atomic_store_n(words + 1, data64, __ATOMIC_RELAXED);
	/* release: we have read that lap; pairs with the load in saved() */
	__atomic_store_n(words, FXW_BUFFER_SAVED | (uint64_t)data32 << 32,
			 __ATOMIC_RELEASE);
	__atomic_fetch_add(&control->n_answers, 1, __ATOMIC_RELEASE);
	(void)syscall(SYS_futex, &control->n_answers, FUTEX_WAKE, INT32_MAX,
		      NULL, NULL, 0);
}

bool lent_has_answer(const struct lent *lent, uint32_t data32, uint64_t data64)
{
	const struct fxw_packet *answer = &lent->control->answer;

	/* both are ours: the program only reads them */
	return __atomic_load_n((const uint64_t *)answer, __ATOMIC_RELAXED) ==
		       (FXW_BUFFER_SAVED | (uint64_t)data32 << 32) &&
	       __atomic_load_n(&answer->data64, __ATOMIC_RELAXED) == data64;
}

void lent_dismiss(const struct lent *lent)
{
	/* before the answer wakes anybody; pairs with is_dismissed */
	__atomic_fetch_or(&lent->control->n_answers, FXW_NO_MORE_ANSWERS,
			  __ATOMIC_RELEASE);
	lent_answer(lent, FXW_DISMISSED, 0);
}

void lent_hold(const struct lent *lent, unsigned buffer, unsigned i,
	       uint32_t place)
{
	/* release: our last read of the span; pairs with fxw_stream_skip */
	__atomic_store_n(&lent->control->held[buffer][i], place,
			 __ATOMIC_RELEASE);
}

static struct fxw_slot *slot_at(const struct lent *lent, uint32_t i)
{
	return i < FXW_SLOTS ? &lent->control->slots[i]
			     : &lent->more_slots[i - FXW_SLOTS];
}

static const uint32_t *places_of(const struct lent *lent, uint32_t i)
{
	const uint32_t *behind;

	if (i < FXW_SLOTS)
		return lent->control->places[i];
	behind = (const uint32_t *)(lent->more_slots + lent->n_more_slots);
	return behind + (i - FXW_SLOTS) * FXW_LEVELS;
}

/* Whether the level writes to that sequence, and where. The place is valid
 * because both other words are unchanged around its load. */
static bool read_place(const struct lent *lent, uint32_t i, uint32_t level,
		       uint32_t sequence, uint32_t *place)
{
	const struct fxw_slot *slot = slot_at(lent, i);

	/* acquire: pairs with fxw_window_close; once it says AWAY, the record
	 * is there */
	if (__atomic_load_n(&slot->inside[level], __ATOMIC_ACQUIRE) !=
		    FXW_WRITING ||
	    __atomic_load_n(&slot->sequence[level], __ATOMIC_ACQUIRE) !=
		    sequence)
		return false;
	*place = __atomic_load_n(&places_of(lent, i)[level], __ATOMIC_ACQUIRE);
	return __atomic_load_n(&slot->inside[level], __ATOMIC_ACQUIRE) ==
		       FXW_WRITING &&
	       __atomic_load_n(&slot->sequence[level], __ATOMIC_ACQUIRE) ==
		       sequence;
}

bool lent_is_inside(const struct lent *lent, const struct lent_writer *writer,
		    uint32_t sequence)
{
	uint32_t place;

	return read_place(lent, writer->slot, writer->level, sequence,
			  &place) &&
	       place == writer->place;
}

/* Copies a block of slots; reading through the mapping would allocate memory
 * for untouched ones. False: none of them is in use. */
static bool read_block(const struct lent *lent, uint32_t first, uint32_t n,
		       struct fxw_slot *slots)
{
	uint64_t off = first < FXW_SLOTS
			       ? lent->control_off +
					 offsetof(struct fxw_control, slots) +
					 first * sizeof(*slots)
			       : lent->slots_off +
					 (first - FXW_SLOTS) * sizeof(*slots);

	if (!lent_read(lent, slots, n * sizeof(*slots), off))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (slots[i].state != FXW_SLOT_FREE)
			return true;
	return false;
}

/* The next block from *first on; 0 after the last one in use. */
static uint32_t next_block(const struct lent *lent, uint32_t first,
			   struct fxw_slot *slots)
{
	uint32_t n_slots = FXW_SLOTS + lent->n_more_slots;
	uint32_t n =
		n_slots - first < BLOCK_SLOTS ? n_slots - first : BLOCK_SLOTS;

	return n && read_block(lent, first, n, slots) ? n : 0;
}

unsigned lent_inside(const struct lent *lent, uint32_t sequence,
		     struct lent_writer *writers, unsigned capacity)
{
	struct fxw_slot slots[BLOCK_SLOTS];
	unsigned n_found = 0;
	uint32_t n, first;

	for (first = 0; (n = next_block(lent, first, slots)); first += n)
		for (uint32_t i = 0; i < n * FXW_LEVELS; i++) {
			struct lent_writer writer = {first + i / FXW_LEVELS,
						     i % FXW_LEVELS, 0};

			if (slots[i / FXW_LEVELS].inside[writer.level] !=
				    FXW_WRITING ||
			    !read_place(lent, writer.slot, writer.level,
					sequence, &writer.place))
				continue;
			if (n_found < capacity)
				writers[n_found] = writer;
			n_found++;
		}
	return n_found;
}

uint64_t lent_n_lost(const struct lent *lent)
{
	const struct fxw_control *control = lent->control;
	uint64_t n =
		__atomic_load_n(&control->n_lost_unslotted, __ATOMIC_RELAXED);

	/* plain counters of other threads: each is correct soon */
	for (unsigned i = 0; i < FXW_SLOTS; i++)
		n += __atomic_load_n(&control->slots[i].n_lost,
				     __ATOMIC_RELAXED);
	return n;
}

uint64_t lent_n_calls(const struct lent *lent)
{
	struct fxw_slot slots[BLOCK_SLOTS];
	uint64_t n_calls = 0;
	uint32_t n, first;

	for (first = 0; (n = next_block(lent, first, slots)); first += n)
		for (uint32_t i = 0; i < n; i++)
			n_calls += slots[i].n_calls;
	return n_calls;
}

uint64_t lent_bell_off(const struct lent *lent)
{
	return lent->control_off + offsetof(struct fxw_control, doorbell);
}

bool lent_has_started(const struct lent *lent)
{
	return lent_is_leaving(lent) ||
	       __atomic_load_n(&lent->control->n_started, __ATOMIC_RELAXED);
}

bool lent_is_damaged(const struct lent *lent)
{
	/* acquire: pairs with fxw_damage() */
	return __atomic_load_n(&lent->control->state, __ATOMIC_ACQUIRE) ==
	       FXW_DAMAGED;
}

bool lent_is_quiet(const struct lent *lent)
{
	/* acquire: pairs with fxw_stream_quiet() */
	return __atomic_load_n(&lent->control->is_quiet, __ATOMIC_ACQUIRE) == 1;
}

bool lent_is_leaving(const struct lent *lent)
{
	return __atomic_load_n(&lent->control->is_leaving, __ATOMIC_RELAXED) ==
	       1;
}

bool lent_control(const struct lent *lent, struct fxw_control *copy)
{
	struct fxw_slot slots[BLOCK_SLOTS];
	uint32_t n, first;

	if (!lent_read(lent, copy, sizeof(*copy), lent->control_off))
		return false;
	for (first = FXW_SLOTS; (n = next_block(lent, first, slots));
	     first += n)
		for (uint32_t i = 0; i < n; i++) {
			copy->n_lost_unslotted += slots[i].n_lost;
			copy->n_lost_ends_unslotted += slots[i].n_lost_ends;
		}
	return true;
}
