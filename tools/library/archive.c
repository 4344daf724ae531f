/* SPDX-License-Identifier: MIT */
/*
 * Opening, reading on, and what goes wrong meanwhile. See reader.h.
 */
#include "tools/library/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/archive/finish.h"
#include "tools/select/catalogue.h"
#include "tools/reader/source.h"

#define DEFAULT_MEMORY_BYTES (64u << 20)
/* The index of calls is sorted in pieces of this part of the memory. There are
 * two sorters, and each has two pieces at times. */
#define INDEX_PARTS 16u
#define INDEX_ITEM_BYTES 56u
#define INDEX_MIN_ITEMS 64u

unsigned fxtrace_reader_version(void)
{
	return FXTRACE_READER_VERSION;
}

void library_fail(struct fxtrace_archive *archive, enum fxtrace_status status,
		  uint64_t offset, const char *format, ...)
{
	va_list args;

	if (archive->error.status)
		return;
	va_start(args, format);
	vsnprintf(archive->error_text, sizeof(archive->error_text), format,
		  args);
	va_end(args);
	archive->error.status = status;
	archive->error.offset = offset;
}

/* Runs `work`, which may need max_bytes in all. False: it needs more. */
static bool run_within(struct fxtrace_archive *archive, uint64_t max_bytes,
		       library_work *work, void *context)
{
	struct fxr_budget *budget = &archive->budget;
	struct fxr_budget *former = fxr_budget_use(budget);
	bool is_done = false;

	budget->max_bytes = max_bytes;
	if (!setjmp(budget->exceeded)) {
		work(archive, context);
		is_done = budget->n_bytes <= archive->options.max_memory_bytes;
	}
	fxr_budget_use(former);
	if (!is_done && archive->options.max_memory_bytes == UINT64_MAX)
		library_fail(archive, FXTRACE_ERROR_MEMORY, 0, "out of memory");
	else if (!is_done)
		library_fail(
			archive, FXTRACE_ERROR_MEMORY,
			archive->reader ? fxr_off(archive->reader) : 0,
			"more than %llu bytes of memory needed, see "
			"max_memory_bytes",
			(unsigned long long)archive->options.max_memory_bytes);
	return is_done;
}

bool library_run(struct fxtrace_archive *archive, library_work *work,
		 void *context)
{
	return archive->error.status != FXTRACE_ERROR_MEMORY &&
	       run_within(archive, UINT64_MAX, work, context);
}

bool library_run_bounded(struct fxtrace_archive *archive, library_work *work,
			 void *context)
{
	return archive->error.status != FXTRACE_ERROR_MEMORY &&
	       run_within(archive, archive->options.max_memory_bytes, work,
			  context);
}

const char *library_text(struct fxr_arena *arena, struct fxr_text text)
{
	return text.n_bytes ? fxr_arena_copy(arena, text.bytes, text.n_bytes)
			    : "";
}

/* Whether the user wants calls of the next name of the world. */
static bool note_wanted(struct fxtrace_archive *archive, const char *category,
			const char *name)
{
	const struct fxtrace_options *options = &archive->options;
	struct library_shown *shown = &archive->shown;
	bool is_chosen = (!options->calls ||
			  catalogue_is_meant(options->calls, category, name)) &&
			 (!options->is_wanted ||
			  options->is_wanted(options->context, category, name));

	shown->wanted = fxr_grow(shown->wanted, &shown->wanted_capacity,
				 shown->n_wanted + 1, sizeof(bool));
	shown->wanted[shown->n_wanted++] = is_chosen;
	return is_chosen;
}

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	struct fxtrace_archive *archive = context;
	struct fxr_arena *arena = &archive->shown.arena;
	const char *its_category = library_text(arena, category);
	const char *its_name = library_text(arena, name);

	return note_wanted(archive, its_category, its_name) ||
	       library_choice_needs(archive, its_category, its_name);
}

bool library_delivers(struct fxtrace_archive *archive, size_t name)
{
	const struct library_shown *shown = &archive->shown;

	/* names are copies with a NUL behind them */
	while (name >= shown->n_wanted) {
		const struct fxr_name *next =
			&archive->world->names[shown->n_wanted];

		note_wanted(archive, next->category.bytes, next->name.bytes);
	}
	return shown->wanted[name];
}

static void report_progress(void *context, uint64_t done_bytes,
			    uint64_t total_bytes)
{
	const struct fxtrace_archive *archive = context;

	archive->options.progress(archive->options.context, done_bytes,
				  total_bytes);
}

void library_take_fault(struct fxtrace_archive *archive)
{
	static const enum fxtrace_status statuses[] = {
		[FXR_ERROR_READ] = FXTRACE_ERROR_READ,
		[FXR_ERROR_MAGIC] = FXTRACE_ERROR_FORMAT,
		[FXR_ERROR_RECORD] = FXTRACE_ERROR_RECORD,
		[FXR_ERROR_TRUNCATED] = FXTRACE_ERROR_TRUNCATED,
	};
	const struct fxr_error *error = fxr_error(archive->reader);

	if (error)
		library_fail(archive, statuses[error->status], error->off, "%s",
			     error->expected);
}

/* Of each sorter's pieces; 0: as many as for the commands. */
static size_t index_items(uint64_t max_memory_bytes)
{
	uint64_t n = max_memory_bytes / (INDEX_PARTS * INDEX_ITEM_BYTES);

	if (max_memory_bytes == UINT64_MAX)
		return 0;
	return n > INDEX_MIN_ITEMS ? n : INDEX_MIN_ITEMS;
}

static bool needs_no_values(const struct fxtrace_archive *archive)
{
	const struct fxtrace_options *options = &archive->options;

	if (options->path || options->grep)
		return false;
	return options->by ? !by_needs_values((enum by_what)options->by)
			   : options->is_brief;
}

/* Records are read once, unless some of them are chosen. */
static bool is_read_twice(const struct fxtrace_options *options)
{
	return !options->has_records || options->calls || options->is_wanted;
}

static void start(struct fxtrace_archive *archive, void *context)
{
	const struct fxtrace_options *options = &archive->options;
	struct fxr_calls_options how = {
		.is_wanted =
			!options->by && (options->is_wanted || options->calls)
				? is_wanted
				: NULL,
		.progress = options->progress ? report_progress : NULL,
		.context = archive,
		.max_blob_bytes = options->max_value_bytes,
		.is_brief = needs_no_values(archive),
		.n_chunk = index_items(options->max_memory_bytes),
	};
	struct fxr_error error = {0};
	int fd = archive->fd;

	(void)context;
	archive->fd = -1; /* it is the reader's from now on */
	archive->reader = fxr_open_fd(fd, is_read_twice(options), &error);
	if (!archive->reader) {
		library_fail(archive, FXTRACE_ERROR_OPEN, 0, "%s",
			     error.expected);
		return;
	}
	if (options->has_records)
		archive->record = fxr_new(1, sizeof(*archive->record));
	else
		archive->calls = fxr_calls_start(archive->reader, &how);
}

/* What takes the memory. If it is too much, what is there can be closed. */
static void read_all(struct fxtrace_archive *archive, void *context)
{
	(void)context;
	fxr_calls_read(archive->calls);
}

static void finish_opening(struct fxtrace_archive *archive, void *context)
{
	const struct fxr_error *error = fxr_error(archive->reader);

	(void)context;
	if (error && error->status == FXR_ERROR_MAGIC)
		library_take_fault(archive); /* there is no call before it */
	if (archive->calls)
		archive->world = fxr_calls_world(archive->calls);
	if (archive->options.may_set_tz)
		fxr_wall_find_zone(&archive->world->wall);
	library_count(archive);
	library_choice_open(archive);
	library_print_open(archive);
}

void library_take_end(struct fxtrace_archive *archive)
{
	const char *trouble =
		archive->calls ? fxr_calls_trouble(archive->calls) : NULL;

	library_take_fault(archive);
	library_count_end(archive);
	if (trouble)
		library_fail(archive,
			     strstr(trouble, "TMPDIR") ? FXTRACE_ERROR_TEMPORARY
						       : FXTRACE_ERROR_CHANGED,
			     fxr_off(archive->reader), "%s", trouble);
}

/* The same file with a position of its own, which a pipe does not have. */
static int own_fd(int fd)
{
	struct stat status;
	char path[40];
	int own = -1;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!fstat(fd, &status) && S_ISREG(status.st_mode))
		own = open(path, O_RDONLY | O_CLOEXEC);
	if (own > 2)
		return own;
	if (own >= 0)
		close(own);
	return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

/* Whether calls are added up that may come in any order, and the file can be
 * read twice. */
static bool may_be_brief(const struct fxtrace_archive *archive)
{
	struct stat status;

	return by_is_brief((enum by_what)archive->options.by) &&
	       !filter_chooses(&archive->choice.words) &&
	       !archive->options.grep && !fstat(archive->fd, &status) &&
	       S_ISREG(status.st_mode);
}

static void close_world(struct fxtrace_archive *archive)
{
	if (archive->calls) {
		fxr_calls_close(archive->calls);
	} else if (archive->world) {
		fxr_world_fini(archive->world);
		fxr_free(archive->world);
	}
	fxr_close(archive->reader);
	archive->calls = NULL;
	archive->world = NULL;
	archive->reader = NULL;
}

static void start_brief(struct fxtrace_archive *archive, void *context)
{
	struct fxr_error error;
	int fd = own_fd(archive->fd);

	if (fd >= 0)
		archive->reader = fxr_open_fd(fd, false, &error);
	if (!archive->reader)
		return; /* the other way reports it */
	archive->world = fxr_new(1, sizeof(*archive->world));
	fxr_world_init(archive->world, archive->reader);
	library_sum_open(archive, context);
}

/* context: whether the sums are there */
static void read_brief(struct fxtrace_archive *archive, void *context)
{
	bool *is_done = context;

	*is_done = archive->world && library_sum_brief(archive);
	if (!*is_done)
		close_world(archive);
}

static void sum_calls(struct fxtrace_archive *archive, void *context)
{
	(void)context;
	library_sum_calls(archive);
	library_take_end(archive);
}

/* False: it needs too much memory, or does not open. */
static bool read_whole(struct fxtrace_archive *archive)
{
	return library_run(archive, start, NULL) && archive->calls &&
	       run_within(archive, archive->options.max_memory_bytes, read_all,
			  NULL);
}

static struct fxtrace_archive *read_archive(struct fxtrace_archive *archive)
{
	uint64_t max_bytes = archive->options.max_memory_bytes;
	bool is_brief = false;

	if (archive->options.by && may_be_brief(archive) &&
	    (!library_run(archive, start_brief, NULL) ||
	     !run_within(archive, max_bytes, read_brief, &is_brief)))
		return archive;
	if (!is_brief && !read_whole(archive))
		return archive;
	if (library_run(archive, finish_opening, NULL) && archive->options.by &&
	    (is_brief || library_run(archive, library_sum_open, NULL)))
		run_within(archive, max_bytes, sum_calls, NULL);
	return archive;
}

/* Options of an older or newer user. */
static void copy_options(struct fxtrace_options *to,
			 const struct fxtrace_options *from)
{
	size_t n_bytes = from ? from->size : 0;

	if (n_bytes > sizeof(*to))
		n_bytes = sizeof(*to);
	if (n_bytes)
		memcpy(to, from, n_bytes);
	if (to->has_records)
		to->by = FXTRACE_BY_NOTHING;
	if (!to->max_memory_bytes)
		to->max_memory_bytes = DEFAULT_MEMORY_BYTES;
}

static struct fxtrace_archive *new_archive(
	const struct fxtrace_options *options)
{
	struct fxtrace_archive *archive = calloc(1, sizeof(*archive));

	if (!archive)
		return NULL;
	archive->fd = -1;
	archive->error.text = archive->error_text;
	archive->print.out = &archive->text;
	archive->print.space = &archive->space;
	copy_options(&archive->options, options);
	(void)library_choice_take(archive);
	return archive;
}

/* What the finished copy of a circular archive is read from, if it needs
 * one. */
static void finish(struct fxtrace_archive *archive, void *context)
{
	char why[256];
	int fd = finish_copy(context, why);

	if (fd == -2)
		library_fail(archive, FXTRACE_ERROR_OPEN, 0, "%s", why);
	if (fd < 0)
		return;
	close(archive->fd);
	archive->fd = fd;
}

/* Reads from archive->fd, which is -1 because of errno. */
static struct fxtrace_archive *read_fd(struct fxtrace_archive *archive)
{
	struct stat status;
	char path[40];

	if (archive->error.status)
		return archive;
	if (archive->fd < 0 || fstat(archive->fd, &status)) {
		library_fail(archive, FXTRACE_ERROR_OPEN, 0, "%s",
			     strerror(errno));
		return archive;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", archive->fd);
	if (S_ISREG(status.st_mode))
		library_run(archive, finish, path);
	return archive->error.status ? archive : read_archive(archive);
}

/* The standard descriptors may be closed; 0 would stay open (fxr_source_close).
 */
static void move_up(struct fxtrace_archive *archive)
{
	int low = archive->fd;

	archive->fd = fcntl(low, F_DUPFD_CLOEXEC, 3);
	close(low);
}

struct fxtrace_archive *fxtrace_open(const char *path,
				     const struct fxtrace_options *options)
{
	struct fxtrace_archive *archive;

	if (strcmp(path, "-") == 0)
		return fxtrace_open_fd(0, options);
	archive = new_archive(options);
	if (!archive)
		return NULL;
	archive->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (archive->fd >= 0 && archive->fd < 3)
		move_up(archive);
	return read_fd(archive);
}

struct fxtrace_archive *fxtrace_open_fd(int fd,
					const struct fxtrace_options *options)
{
	struct fxtrace_archive *archive = new_archive(options);

	if (!archive)
		return NULL;
	archive->fd = own_fd(fd);
	return read_fd(archive);
}

struct fxtrace_archive *fxtrace_open_memory(
	const void *bytes, size_t n_bytes,
	const struct fxtrace_options *options)
{
	struct fxtrace_archive *archive = new_archive(options);

	if (!archive)
		return NULL;
	/* as a file: it may be packed, or not finished */
	archive->fd = memfd_create("fxtrace", MFD_CLOEXEC);
	if (archive->fd >= 0 && archive->fd < 3)
		move_up(archive);
	if (archive->fd >= 0 && !fxr_write_all(archive->fd, bytes, n_bytes))
		library_fail(archive, FXTRACE_ERROR_MEMORY, 0, "%s",
			     strerror(errno));
	return read_fd(archive);
}

static void close_shown(struct library_shown *shown)
{
	fxr_free(shown->functions);
	fxr_free(shown->threads);
	fxr_free(shown->processes);
	fxr_free(shown->wanted);
	fxr_free(shown->types);
	fxr_map_fini(&shown->type_map);
	fxr_arena_fini(&shown->property_arena);
	fxr_arena_fini(&shown->message_arena);
	fxr_arena_fini(&shown->arena);
}

void fxtrace_close(struct fxtrace_archive *archive)
{
	struct fxr_budget *former;

	if (!archive)
		return;
	former = fxr_budget_use(NULL);
	library_print_close(archive);
	library_choice_close(archive);
	fxr_free(archive->frames);
	fxr_arena_fini(&archive->frame_arena);
	fxr_arena_fini(&archive->event_arena);
	library_records_close(archive);
	fxr_map_fini(&archive->stack_map);
	fxr_arena_fini(&archive->arena);
	library_sum_close(archive);
	close_shown(&archive->shown);
	close_world(archive);
	if (archive->fd >= 0)
		close(archive->fd);
	fxr_free(archive->record);
	free(archive);
	fxr_budget_use(former);
}

const struct fxtrace_error *fxtrace_error(const struct fxtrace_archive *archive)
{
	return &archive->error;
}

static void next_call(struct fxtrace_archive *archive, void *context)
{
	(void)context;
	do {
		if (archive->has_taken)
			labels_take(archive->names.labels, &archive->call);
		archive->has_taken = archive->has_call = false;
		archive->own_stack = 0;
		if (!fxr_calls_next(archive->calls, &archive->call))
			break;
		if (archive->names.descriptors) {
			descriptors_take(archive->names.descriptors,
					 &archive->call);
			archive->has_taken = true;
		}
		archive->has_call = library_choice_has(archive);
	} while (!archive->has_call);
	if (archive->has_call)
		library_show_call(archive);
	else
		library_take_end(archive);
}

const struct fxtrace_call *fxtrace_next(struct fxtrace_archive *archive)
{
	if (!archive->world || archive->options.by ||
	    archive->error.status == FXTRACE_ERROR_OPTION)
		return NULL;
	if (!library_run(archive, next_call, NULL))
		archive->has_call = false;
	return archive->has_call ? &archive->its : NULL;
}

bool library_next_record(struct fxtrace_archive *archive)
{
	if (!fxr_next(archive->reader, archive->record))
		return true;
	library_take_end(archive);
	return false;
}
