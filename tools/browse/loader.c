/* SPDX-License-Identifier: MIT */
/*
 * See loader.h. The thread makes an index, and nothing else. Only the main
 * thread starts it and takes what it made.
 */
#include "tools/browse/loader.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/browse/background.h"
#include "tools/browse/clock.h"
#include "tools/browse/naming.h"
#include "tools/reader/memory.h"
#include "writer/fxt.h"

/* Read at once: some milliseconds' work. */
#define FIRST_BYTES ((size_t)1 << 20)
/* Between two readings of an archive that grows, at least that time, and as
 * many times what the last one took. */
#define PAUSE_NS 1000000000ull
#define PAUSES 3

struct loader {
	const char *path;
	struct indexed *indexed; /* to be looked at */
	bool is_whole;
	struct stat file; /* as that knows it */
	pthread_t thread;
	bool is_running;
	struct fxr_reader *reader; /* the thread's */
	struct stat reading;	   /* the file when it began */
	uint64_t began_ns, next_ns;
	struct indexed *made;	  /* release by the thread, acquire by us */
	uint64_t n_done, n_total; /* of the thread's progress, relaxed */
};

/* What the path names now; all zero: nothing. */
static struct stat file_now(const struct loader *loader)
{
	struct stat st;

	return stat(loader->path, &st) ? (struct stat){0} : st;
}

/* It has grown, or is another one: a session that begins again makes one. */
static bool has_changed(const struct loader *loader, const struct stat *now)
{
	return now->st_ino && (now->st_size != loader->file.st_size ||
			       now->st_ino != loader->file.st_ino ||
			       now->st_dev != loader->file.st_dev);
}

static void note_progress(void *context, uint64_t done_bytes,
			  uint64_t total_bytes)
{
	struct loader *loader = context;

	__atomic_store_n(&loader->n_done, done_bytes, __ATOMIC_RELAXED);
	__atomic_store_n(&loader->n_total, total_bytes, __ATOMIC_RELAXED);
}

static void *make_index(void *argument)
{
	struct loader *loader = argument;
	const struct indexed_how how = {.progress = note_progress,
					.context = loader,
					.is_act = naming_need};
	struct indexed *made = indexed_open(loader->reader, &how);

	/* release: all of it; pairs with the acquire in loader_take */
	__atomic_store_n(&loader->made, made, __ATOMIC_RELEASE);
	return NULL;
}

/* file: before the reader was opened */
static void start(struct loader *loader, struct fxr_reader *reader,
		  const struct stat *file)
{
	loader->reader = reader;
	loader->reading = *file;
	loader->n_done = 0;
	loader->began_ns = clock_now_ns();
	loader->thread = background_start(make_index, loader);
	loader->is_running = true;
}

/* The archive's beginning, if it is not packed; else nothing. */
static struct fxr_reader *open_first(const char *path)
{
	uint64_t *words = fxr_new(FIRST_BYTES, 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, words, FIRST_BYTES);
	struct fxr_reader *reader;

	if (n < 8 || words[0] != FXT_MAGIC)
		n = 0;
	if (fd >= 0)
		close(fd);
	reader = fxr_open_memory(words, (size_t)n);
	fxr_free(words);
	return reader;
}

/* Dies if the file has no archive at all. */
static void refuse_others(const char *path)
{
	struct fxr_reader *reader = archive_open(path, false);
	struct fxr_record record;

	(void)fxr_next(reader, &record);
	archive_refuse(path, reader);
	fxr_close(reader);
}

struct loader *loader_open(const char *path)
{
	struct loader *loader = fxr_new(1, sizeof(*loader));
	struct stat file;

	refuse_others(path);
	loader->path = path;
	file = file_now(loader);
	start(loader, archive_open(path, true), &file);
	loader->indexed = indexed_open(
		open_first(path), &(struct indexed_how){.is_act = naming_need});
	return loader;
}

void loader_close(struct loader *loader)
{
	/* a thread that still reads ends with the process */
	if (!loader->is_running)
		indexed_close(loader->indexed);
	if (!loader->is_running)
		fxr_free(loader);
}

struct indexed *loader_indexed(const struct loader *loader)
{
	return loader->indexed;
}

bool loader_is_whole(const struct loader *loader)
{
	return loader->is_whole;
}

unsigned loader_percent(const struct loader *loader)
{
	uint64_t done = __atomic_load_n(&loader->n_done, __ATOMIC_RELAXED);
	uint64_t total = __atomic_load_n(&loader->n_total, __ATOMIC_RELAXED);

	return total ? (unsigned)(done * 100 / total) : 0;
}

bool loader_grows(const struct loader *loader)
{
	struct stat now = file_now(loader);

	return loader->is_whole && has_changed(loader, &now);
}

/* Reads again what has grown. */
static void read_again(struct loader *loader)
{
	struct fxr_error error;
	struct fxr_reader *reader;
	struct stat now = file_now(loader);

	if (clock_now_ns() < loader->next_ns || !has_changed(loader, &now))
		return;
	reader = fxr_open(loader->path, true, &error);
	if (reader)
		start(loader, reader, &now);
	else
		loader->next_ns = clock_now_ns() + PAUSE_NS;
}

bool loader_take(struct loader *loader, struct indexed **former)
{
	/* acquire: what the thread made */
	struct indexed *made = __atomic_load_n(&loader->made, __ATOMIC_ACQUIRE);
	uint64_t took_ns;

	if (!made) {
		if (!loader->is_running)
			read_again(loader);
		return false;
	}
	pthread_join(loader->thread, NULL);
	loader->is_running = false;
	loader->made = NULL;
	*former = loader->indexed;
	loader->indexed = made;
	loader->is_whole = true;
	loader->file = loader->reading;
	took_ns = clock_now_ns() - loader->began_ns;
	loader->next_ns = clock_now_ns() + PAUSE_NS + PAUSES * took_ns;
	return true;
}
