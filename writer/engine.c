/* SPDX-License-Identifier: MIT */
/*
 * The archive of one process: created sparse and mapped at start, a complete
 * archive at finish (finish.c). In between nothing but stores touches it: no
 * descriptor is kept, so the program cannot close it and does not see it.
 *
 * File: magic | provider info | padding blob {header, control} | durable
 * region (initialization record first) | rolling region. See writer/wire.h.
 */
#include "writer/engine.h"

#include "writer/alert.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/mman.h>

#include "writer/bytes.h"
#include "writer/folder.h"
#include "writer/lap.h"
#include "writer/memory.h"
#include "writer/older.h"
#include "writer/session.h"
#include "writer/stream.h"
#include "writer/sys.h"

#define PAGE_BYTES 4096u
#define DURABLE_SHARE 16u /* Fuchsia's engine: 1/16 of the buffer */
#define DURABLE_MAX_BYTES (256u * 1024)
/* a stack takes some 200 bytes */
#define STACKS_SHARE 2u
#define STACKS_MAX_BYTES (4u << 20)
#define DURABLE_MIN_BYTES (32u * 1024)
/* What is before the durable region, rounded up generously. */
#define FRONT_MAX_BYTES (32u * 1024)
#define MIN_FILE_BYTES (FRONT_MAX_BYTES + 64u * 1024)
/* Slots of threads in addition to those of the control area. */
/* Threads beyond those of the control area. The memory is not used before they
 * are there. Where the program's files must not be large, there are fewer. */
#define MORE_SLOTS 65536u
#define FEW_MORE_SLOTS 1024u
#define LARGE_FILE_BYTES (1ull << 30)
#define SLOT_BYTES (sizeof(struct fxw_slot) + FXW_LEVELS * sizeof(uint32_t))
/* Two rolling buffers that hold the largest record and a tail each. */
#define TURNS_MIN_BYTES (144u * 1024)
#define DURABLE_PIECE_WORDS (16u * 1024 / 8)
#define ROLLING_PIECE_WORDS (32u * 1024 / 8)
#define PROVISIONAL_TSC_RATE 3000000000ull
#define NS_PER_S 1000000000ull
struct fxw_engine fxw_engine;
/* RLIMIT_FSIZE, as of the last start. */
static uint64_t file_limit;

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

static uint32_t n_more_slots(void)
{
	return file_limit < LARGE_FILE_BYTES ? FEW_MORE_SLOTS : MORE_SLOTS;
}

static uint64_t slots_bytes(uint32_t n_slots)
{
	return round_up(n_slots * SLOT_BYTES, PAGE_BYTES);
}

/* Slots of threads, and behind them causes. */
static uint64_t behind_bytes(void)
{
	return slots_bytes(n_more_slots()) + FXW_TRIGGERS * FXW_CAUSE_BYTES;
}

/* Bytes of durable and rolling buffers together. */
static uint64_t total_bytes(const struct fxw_options *options)
{
	uint64_t limit = file_limit / PAGE_BYTES * PAGE_BYTES;
	uint64_t total = round_up(options->buffer_bytes, PAGE_BYTES);
	uint64_t others = FRONT_MAX_BYTES;

	if (options->mode != FXW_ONESHOT && total < TURNS_MIN_BYTES)
		total = TURNS_MIN_BYTES;
	if (options->socket)
		others += behind_bytes();
	/* a smaller buffer, if the program's files may not be larger */
	if (limit > others + MIN_FILE_BYTES && total > limit - others)
		total = limit - others;
	return total;
}

static uint64_t durable_bytes(uint64_t total, bool has_stacks)
{
	uint64_t bytes = total / (has_stacks ? STACKS_SHARE : DURABLE_SHARE);
	uint64_t most = has_stacks ? STACKS_MAX_BYTES : DURABLE_MAX_BYTES;

	if (bytes > most)
		bytes = most;
	return bytes < DURABLE_MIN_BYTES ? DURABLE_MIN_BYTES : bytes & ~7ull;
}

static void lay_out_rolling(struct fxw_header *h, uint64_t total)
{
	uint64_t unit = FXW_UNIT_WORDS * 8;
	uint64_t end = round_up(h->durable_off + total, PAGE_BYTES);

	h->rolling_off = h->durable_off + h->durable_bytes;
	if (h->mode != FXW_ONESHOT) {
		h->rolling_bytes = (end - h->rolling_off) / 2 / unit * unit;
		h->file_bytes = h->rolling_off + 2 * h->rolling_bytes;
	} else {
		h->rolling_bytes = end - h->rolling_off;
		h->file_bytes = end;
	}
	h->total_bytes = sizeof(*h) + h->file_bytes - h->durable_off;
}

/* Places the parts in the file; what is before the durable region is fixed. */
static void lay_out(struct fxw_header *h, const struct fxw_options *options,
		    uint64_t header_off)
{
	uint64_t total = total_bytes(options);

	*h = (struct fxw_header){
		.magic = FXW_HEADER_MAGIC,
		.version = FXW_HEADER_VERSION,
		.mode = (uint8_t)options->mode,
		.control_off = round_up(header_off + sizeof(*h), 64),
		.durable_bytes = durable_bytes(total, options->has_stacks),
	};
	h->durable_off =
		round_up(h->control_off + sizeof(struct fxw_control), 64);
	lay_out_rolling(h, total);
}

/*
 * A new file, never an existing one. Without a name where the file system can
 * do that, else under its name. So nobody ever finds a piece of an archive
 * under its name, however early the process is killed.
 */
static int create_file(int folder_fd, const char *base, bool without_name)
{
	struct sys_stat st;

	if (!without_name)
		return sys_openat(folder_fd, base,
				  O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC |
					  O_NOFOLLOW,
				  0600);
	if (sys_fstatat(folder_fd, base, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return -EEXIST;
	return sys_openat(folder_fd, ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
}

/* Gives the finished beginning of an archive its name. */
static int name_file(int fd, int folder_fd, const char *base)
{
	char self[FXW_DESCRIPTOR_PATH_BYTES];

	fxw_descriptor_path(self, fd);
	return sys_linkat(AT_FDCWD, self, folder_fd, base, AT_SYMLINK_FOLLOW);
}

/* Without the first advice the first fault reads megabytes of holes ahead:
 * 1.4 ms (measured on ext4, Linux 6.18) instead of 20 us. */
static int back_front(int fd, uint64_t bytes, uint64_t front_bytes)
{
	int rc;

	(void)sys_madvise(fxw_engine.map, bytes, MADV_RANDOM);
	/* A forked child must not write here; it makes its own archive. */
	rc = sys_madvise(fxw_engine.map, bytes, MADV_DONTFORK);
	if (rc != 0) {
		fxw_engine.refused = "madvise(MADV_DONTFORK)";
		return rc;
	}
	fxw_engine.is_allocated = false;
	if (sys_madvise(fxw_engine.map, round_up(front_bytes, PAGE_BYTES),
			MADV_POPULATE_WRITE) != 0) {
		/* an old kernel, or a full disk: then this fails, too */
		rc = sys_fallocate(fd, 0, 0, (int64_t)bytes);
		fxw_engine.is_allocated = rc == 0;
	}
	return rc;
}

static int map_file(int fd, uint64_t bytes, uint64_t front_bytes)
{
	struct sys_stat st;
	void *map;
	int rc;

	/* growing a file past RLIMIT_FSIZE would kill the program by SIGXFSZ;
	 * an unknown limit is 0 */
	rc = bytes <= file_limit ? sys_ftruncate(fd, (int64_t)bytes) : -EFBIG;
	if (rc == 0)
		rc = sys_fstat(fd, &st);
	if (rc != 0)
		return rc;
	map = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (!sys_mapped(map))
		return (int)(intptr_t)map;
	fxw_engine.map = map;
	fxw_engine.map_bytes = bytes;
	fxw_engine.device = st.dev;
	fxw_engine.inode = st.ino;
	return back_front(fd, bytes, front_bytes);
}

/* The words before the durable region. */
static void write_front(const struct fxw_header *layout,
			const struct fxw_options *options, uint64_t header_off)
{
	uint64_t *word = (uint64_t *)fxw_engine.map;
	uint64_t n_name = fxw_length(options->name);
	uint64_t blob_words = (layout->durable_off - header_off) / 8 + 1;

	word[0] = FXT_MAGIC;
	word[1] = fxt_provider_info_header(options->pid, n_name);
	fxw_copy(word + 2, options->name, n_name);
	fxw_engine.header = (struct fxw_header *)(fxw_engine.map + header_off);
	*fxw_engine.header = *layout;
	word[header_off / 8 - 1] = fxt_filler_header(blob_words);
}

static void fill_control(struct fxw_control *control,
			 const struct fxw_options *options)
{
	control->magic = FXW_CONTROL_MAGIC;
	control->version = FXW_CONTROL_VERSION;
	control->bytes = sizeof(*control);
	control->clock = fxw_clock.kind;
	fxw_engine.clock = fxw_clock.kind;
	control->epoch_ticks = fxw_clock.epoch;
	control->pid = options->pid;
	control->provider_id = options->pid;
	control->n_slots = FXW_SLOTS;
	fxw_clock_pair(&control->first);
	control->last = control->first;
	control->fences = fxw_engine.fences;
}

static void open_region(struct fxw_region *region, uint64_t off, uint64_t bytes,
			uint64_t *alloc, uint32_t piece_words)
{
	region->words = (uint64_t *)(fxw_engine.map + off);
	region->limit_words = (uint32_t)(bytes / 8);
	region->populated_words =
		fxw_engine.is_allocated ? region->limit_words : 0;
	region->unit_words = 1;
	region->expects_more = 0;
	region->retry_ticks = region->pause_ticks = 0;
	region->pins_sequence = 0;
	region->piece_words = piece_words;
	region->alloc = alloc;
	fxw_region_open(region, 1, 0);
}

/* The rate is filled in later; Fuchsia's engine, too, writes this first. */
static void write_init(void)
{
	uint64_t *record = fxw_durable_take(2);

	if (!record)
		return;
	if (fxw_clock.kind != FXW_CLOCK_TSC)
		record[1] = NS_PER_S;
	else
		record[1] = fxw_counter_rate() ? fxw_counter_rate()
					       : PROVISIONAL_TSC_RATE;
	fxw_commit(record, fxt_init_header());
	fxw_engine.init_rate = record + 1;
}

static int watch_forks(void)
{
	void *page;
	int error;

	if (fxw_engine.alive) {
		*fxw_engine.alive = 1;
		return 0;
	}
	page = fxw_memory_wiped(PAGE_BYTES, &error);
	if (!page) {
		fxw_engine.refused = "memory that fork wipes (MADV_WIPEONFORK)";
		return error;
	}
	fxw_engine.alive = page;
	*fxw_engine.alive = 1;
	return 0;
}

static void open_rolling(const struct fxw_header *layout, bool is_lent,
			 struct fxw_control *control)
{
	bool takes_turns = layout->mode != FXW_ONESHOT;

	fxw_engine.takes_turns = takes_turns;
	fxw_engine.overwrites = layout->mode == FXW_CIRCULAR;
	fxw_engine.streams = layout->mode == FXW_STREAMING;
	fxw_engine.is_lent = is_lent;
	fxw_engine.may_turn = takes_turns;
	fxw_engine.stamp_words = takes_turns ? FXW_STAMP_WORDS : 0;
	for (unsigned i = 0; i <= takes_turns; i++) {
		struct fxw_region *region = &fxw_engine.rolling[i];

		open_region(region,
			    layout->rolling_off + i * layout->rolling_bytes,
			    layout->rolling_bytes, &control->alloc,
			    ROLLING_PIECE_WORDS);
		if (!takes_turns)
			continue;
		region->limit_words -= FXW_TAIL_WORDS;
		region->unit_words = FXW_UNIT_WORDS;
	}
	control->lap_first[0] = takes_turns;
	fxw_engine.nonce = (fxw_counter() ^ (uintptr_t)fxw_engine.map) *
				   0x9e3779b97f4a7c15ull |
			   1;
	control->nonce = fxw_engine.nonce;
}

/* Whether the one that takes buffers away (we or the manager) can make all
 * writers pass a barrier. */
static bool has_barrier(unsigned mode)
{
	if (mode == FXW_STREAMING &&
	    sys_membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0) != 0)
		return false;
	return sys_membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0) ==
	       0;
}

/* Slots of threads beyond the control area's, behind everything else. */
static void open_more_slots(struct fxw_control *control, uint64_t off)
{
	control->slots_off = off;
	control->n_more_slots = n_more_slots();
	fxw_engine.n_more_slots = control->n_more_slots;
	fxw_engine.more_slots = (struct fxw_slot *)(fxw_engine.map + off);
	fxw_engine.more_places = (uint32_t(*)[FXW_LEVELS])(
		fxw_engine.more_slots + control->n_more_slots);
	fxw_engine.causes =
		(struct fxw_cause *)(fxw_engine.map + off +
				     slots_bytes(control->n_more_slots));
}

/* Everything in the new file, up to the first span. */
static void fill_file(const struct fxw_options *options, uint64_t header_off)
{
	struct fxw_header *layout = &fxw_engine.layout;
	struct fxw_control *control;

	fxw_engine.fences = !has_barrier(layout->mode);
	fxw_engine.pid = options->pid;
	fxw_engine.koid = options->pid;
	fxw_engine.parent_koid = 0;
	write_front(layout, options, header_off);
	control = (struct fxw_control *)(fxw_engine.map + layout->control_off);
	fill_control(control, options);
	fxw_engine.control = control;
	open_region(&fxw_engine.durable, layout->durable_off,
		    layout->durable_bytes, &control->durable_alloc,
		    DURABLE_PIECE_WORDS);
	fxw_engine.durable.limit_words -= FXW_DURABLE_RESERVE_WORDS;
	open_rolling(layout, options->socket != NULL, control);
	write_init();
	fxw_engine.last_sequence = 1;
	fxw_engine.sequence_seen = (fxw_engine.generation + 1ull) << 32 | 1;
	fxw_engine.next_thread_index = 1;
}

/* The regions as a try to start found them. In a forked child they are its
 * parent's, whose addresses an interrupted record may still use. */
static struct {
	struct fxw_region durable, rolling[2];
} before;

static void note_before(void)
{
	before.durable = fxw_engine.durable;
	before.rolling[0] = fxw_engine.rolling[0];
	before.rolling[1] = fxw_engine.rolling[1];
}

/* Nothing points into memory that undo has given back. The engine is neither
 * lent nor streaming: other parts read those flags in every state. */
static void forget_try(void)
{
	fxw_engine.durable = before.durable;
	fxw_engine.rolling[0] = before.rolling[0];
	fxw_engine.rolling[1] = before.rolling[1];
	fxw_engine.takes_turns = false;
	fxw_engine.overwrites = false;
	fxw_engine.streams = false;
	fxw_engine.is_lent = false;
	fxw_engine.may_turn = false;
	fxw_engine.may_block = false;
	fxw_engine.stamp_words = 0;
	fxw_engine.control = fxw_engine.ground_control;
	fxw_engine.header = NULL;
	fxw_engine.init_rate = NULL;
	fxw_engine.more_slots = NULL;
	fxw_engine.n_more_slots = 0;
	fxw_engine.more_places = NULL;
	fxw_engine.causes = NULL;
}

/* Another start may follow. */
static void undo_start(void)
{
	forget_try();
	if (fxw_engine.map) /* at worst the memory stays, unused */
		(void)sys_munmap(fxw_engine.map, fxw_engine.map_bytes);
	fxw_engine.map = NULL;
}

static int start_in(const struct fxw_options *options, int folder_fd,
		    const char *base, bool without_name)
{
	uint64_t header_off =
		(2 + fxt_words(fxw_length(options->name)) + 1) * 8;
	struct fxw_header *layout = &fxw_engine.layout;
	int fd, rc;

	note_before();
	lay_out(layout, options, header_off);
	fd = create_file(folder_fd, base, without_name);
	if (fd < 0)
		return fd;
	fxw_older_mark(fd); /* the mapping keeps it */
	rc = map_file(fd, layout->file_bytes, layout->durable_off);
	if (rc == 0) {
		fill_file(options, header_off);
		if (without_name)
			rc = name_file(fd, folder_fd, base);
	}
	if (rc != 0)
		undo_start();
	/* if it stays it is empty; the start is reported as failed */
	if (rc != 0 && !without_name)
		(void)sys_unlinkat(folder_fd, base, 0);
	(void)sys_close(fd); /* nothing was written through it */
	return rc;
}

static int lend_buffer(const struct fxw_options *options, int fd,
		       uint64_t bytes)
{
	const struct fxw_joining how = {
		.socket = options->socket,
		.secret = options->secret ? options->secret : "",
		.memfd = fd,
		.n_bytes = bytes,
		.pid = options->pid,
	};
	struct fxw_joined joined = {0};
	int rc;

	if (sys_fcntl(fd, F_ADD_SEALS,
		      F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
		return -EPERM;
	rc = fxw_session_join(&how, &joined);
	if (rc != 0)
		return rc;
	fxw_engine.session = joined.area;
	fxw_engine.has_own_bell = joined.has_own_bell;
	fxw_engine.control->provider_id = joined.id;
	if (joined.koid)
		fxw_engine.koid = joined.koid;
	fxw_engine.parent_koid = joined.parent_koid;
	return 0;
}

/* A buffer without a file, lent to the manager. */
static int start_lent(const struct fxw_options *options)
{
	uint64_t header_off =
		(2 + fxt_words(fxw_length(options->name)) + 1) * 8;
	struct fxw_header *layout = &fxw_engine.layout;
	uint64_t slots_off, bytes;
	int fd, rc;

	note_before();
	lay_out(layout, options, header_off);
	slots_off = round_up(layout->file_bytes, PAGE_BYTES);
	bytes = slots_off + behind_bytes();
	fd = sys_memfd_create("fxtrace", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0)
		return fd;
	rc = map_file(fd, bytes, layout->durable_off);
	if (rc == 0) {
		fill_file(options, header_off);
		fxw_engine.may_block = options->may_block;
		open_more_slots(fxw_engine.control, slots_off);
		rc = lend_buffer(options, fd, bytes);
	}
	if (rc != 0)
		undo_start();
	(void)sys_close(fd);
	return rc;
}

void fxw_engine_leave(void)
{
	fxw_session_leave();
}

static int start_file(const struct fxw_options *options)
{
	const char *base;
	int folder_fd = fxw_folder_open(options->path, &base), rc;

	if (folder_fd < 0)
		return folder_fd;
	rc = start_in(options, folder_fd, base, true);
	/* a file system without files that have no name, or without /proc */
	if (rc != 0 && rc != -EEXIST)
		rc = start_in(options, folder_fd, base, false);
	(void)sys_close(folder_fd);
	if (rc == 0)
		fxw_copy(fxw_engine.path, options->path,
			 fxw_length(options->path) + 1);
	return rc;
}

/* Descriptors that cannot be closed would change the program's numbers, and
 * locks. No descriptor has that number. */
static int check_close(void)
{
	int rc = sys_close(-1);

	if (rc == -EBADF)
		return 0;
	fxw_engine.refused = "close";
	return rc ? rc : -EPERM;
}

int fxw_engine_start(const struct fxw_options *options)
{
	int rc;

	fxw_engine.refused = NULL;
	file_limit = sys_file_limit();
	rc = check_close();
	if (rc == 0)
		rc = watch_forks();
	if (rc == 0)
		rc = options->socket ? start_lent(options)
				     : start_file(options);
	if (rc != 0)
		return rc;
	fxw_engine.generation++;
	/* release: all of the above is there before the first span */
	__atomic_store_n(&fxw_engine.control->live, 1, __ATOMIC_RELEASE);
	if (fxw_engine.is_lent)
		fxw_stream_started();
	return 0;
}

/* A handler that interrupted a record may have forked: the record's remaining
 * stores need memory. Nothing is mapped there in the child (MADV_DONTFORK). One
 * such place is enough, the latest. */
static void lay_ground_at(uint8_t *map, uint64_t bytes)
{
	if (fxw_engine.ground)
		(void)sys_munmap(fxw_engine.ground, fxw_engine.ground_bytes);
	fxw_engine.ground = sys_mmap(
		map, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	fxw_engine.ground_bytes = bytes;
	if (!sys_mapped(fxw_engine.ground))
		fxw_engine.ground = NULL;
	fxw_engine.ground_control =
		fxw_engine.ground ? fxw_engine.control : NULL;
}

void fxw_engine_forget(bool lay_ground)
{
	if (fxw_engine.map && lay_ground)
		lay_ground_at(fxw_engine.map, fxw_engine.map_bytes);
	fxw_engine.control = fxw_engine.ground_control;
	fxw_engine.header = NULL;
	fxw_engine.map = NULL;
	fxw_engine.n_gaps = 0;
	fxw_engine.has_gone_notice = 0;
	fxw_engine.tick_busy = 0;
	fxw_engine.is_inherited = false;
	fxw_engine.is_allocated = false;
	fxw_engine.more_slots = NULL;
	fxw_engine.causes = NULL;
	fxw_engine.is_lent = false;
	fxw_engine.streams = false;
	fxw_engine.n_more_slots = 0;
	fxw_engine.is_damaged = 0;
	/* session stays mapped: interrupted code may still use its doorbell */
	fxw_engine.path[0] = 0;
	fxw_engine.init_rate = NULL;
	fxw_engine.layout = (struct fxw_header){0};
}

void fxw_engine_reserve(void)
{
	fxw_region_reserve(&fxw_engine.durable);
	fxw_region_reserve(&fxw_engine.rolling[0]);
	if (fxw_engine.takes_turns)
		fxw_region_reserve(&fxw_engine.rolling[1]);
}

/* A record that a forking handler has interrupted needs memory in the child,
 * which may not be able to map any. The parent's memory serves: the parent
 * makes the same stores there. */
static void share_with_children(bool is_shared)
{
	int rc = sys_madvise(fxw_engine.map, fxw_engine.map_bytes,
			     is_shared ? MADV_DOFORK : MADV_DONTFORK);

	if (rc == 0)
		fxw_engine.is_inherited = is_shared;
}

void fxw_engine_quiet(void)
{
	fxw_engine_reserve();
	share_with_children(true);
	if (fxw_engine.streams)
		fxw_stream_quiet(true);
}

void fxw_engine_unquiet(void)
{
	share_with_children(false);
	if (fxw_engine.streams)
		fxw_stream_quiet(false);
}

void fxw_engine_abandon(void)
{
	if (!fxw_engine.is_inherited)
		fxw_engine.control = NULL;
}

uint64_t *fxw_durable_take(uint32_t n_words)
{
	uint32_t sequence;
	uint64_t *record =
		fxw_region_take(&fxw_engine.durable, &n_words, &sequence);

	if (record)
		fxw_commit(record, fxt_filler_header(n_words));
	return record;
}

uint64_t *fxw_durable_take_last(uint32_t n_words)
{
	/* The word that hands it out is the same. What it populates is noted in
	 * the copy only, which costs another system call later. */
	struct fxw_region wider = fxw_engine.durable;
	uint32_t sequence;
	uint64_t *record;

	wider.limit_words += FXW_DURABLE_LAST_WORDS;
	record = fxw_region_take(&wider, &n_words, &sequence);
	if (record)
		fxw_commit(record, fxt_filler_header(n_words));
	return record;
}

bool fxw_string_register(uint16_t index, const char *bytes, uint32_t n_bytes)
{
	uint64_t *record = fxw_durable_take(1 + (uint32_t)fxt_words(n_bytes));

	if (!record)
		return false;
	fxw_copy(record + 1, bytes, n_bytes);
	fxw_commit(record, fxt_string_header(index, n_bytes));
	return true;
}

bool fxw_alert(const char *name)
{
	return !fxw_engine.is_lent || !fxw_engine.control ||
	       fxw_stream_alert(name);
}

void fxw_lost_unslotted(void)
{
	if (fxw_engine.control)
		__atomic_fetch_add(&fxw_engine.control->n_lost_unslotted, 1,
				   __ATOMIC_RELAXED);
}

static void refresh_pair(struct fxw_control *control)
{
	uint64_t rate;

	/* the program has forbidden the only clock that there is */
	if (fxw_engine.no_system_calls && !fxw_clock.gettime)
		return;
	fxw_clock_pair(&control->last);
	rate = fxw_clock_rate(&control->first, &control->last);
	if (rate == 0)
		return;
	control->ticks_per_second = rate;
	if (fxw_engine.init_rate)
		*fxw_engine.init_rate = rate;
}

void fxw_engine_tick(void)
{
	uint32_t idle = 0;

	/* One at a time, others skip: a pair made of two threads' halves would
	 * give a wrong rate. acquire, release: pair with each other. */
	if (!fxw_engine.control || fxw_clock.kind == FXW_CLOCK_STOPPED ||
	    !__atomic_compare_exchange_n(&fxw_engine.tick_busy, &idle, 1, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return;
	refresh_pair(fxw_engine.control);
	__atomic_store_n(&fxw_engine.tick_busy, 0, __ATOMIC_RELEASE);
}
