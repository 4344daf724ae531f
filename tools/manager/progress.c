/* SPDX-License-Identifier: MIT */
/*
 * The progress line, see progress.h. The program uses the same terminal. If it
 * draws on the screen (an editor, a pager), or we are in the background, no
 * line is shown.
 */
#include "tools/manager/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/human.h"

#define FIRST_MS 1000
#define NEXT_MS 250

struct progress {
	struct manager *manager;
	pthread_t thread;
	pthread_mutex_t lock; /* of all members below, and of the line */
	pthread_cond_t stop;
	bool is_over;
	bool is_shown;
};

/* Escape sequences: ECMA-48, 8.3.41 Erase in Line. */
static void write_line(const char *text)
{
	char line[512];
	int n = snprintf(line, sizeof(line), "\r%s\033[K", text);

	/* the next one comes soon */
	(void)!write(STDERR_FILENO, line, (size_t)n);
}

/* A terminal in line mode is not being drawn on. */
static bool is_ours(void)
{
	struct termios terminal;

	return tcgetpgrp(STDERR_FILENO) == getpgrp() &&
	       tcgetattr(STDERR_FILENO, &terminal) == 0 &&
	       (terminal.c_lflag & ICANON);
}

static void erase_line(struct progress *progress)
{
	if (progress->is_shown)
		write_line("");
	progress->is_shown = false;
}

/* Limits the text to one line: a second line could not be erased. */
static void cut_line(char *text)
{
	struct winsize size;
	size_t n = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col
			   ? size.ws_col
			   : 80;

	if (strlen(text) >= n)
		text[n - 1] = '\0';
}

static void show_progress(struct progress *progress)
{
	struct manager_progress now;
	char text[256];

	manager_progress(progress->manager, &now);
	snprintf(text, sizeof(text),
		 "fxtrace: %s, %s, %u process%s alive, %s lost",
		 human_things(now.n_calls, "call").text,
		 human_bytes(now.n_bytes).text, now.n_alive,
		 now.n_alive == 1 ? "" : "es", human_count(now.n_lost).text);
	cut_line(text);
	write_line(text);
	progress->is_shown = true;
}

static struct timespec in_ms(long ms)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_sec += (time.tv_nsec / 1000000 + ms) / 1000;
	time.tv_nsec = (time.tv_nsec / 1000000 + ms) % 1000 * 1000000;
	return time;
}

static void *run_progress(void *argument)
{
	struct progress *progress = argument;
	struct timespec next = in_ms(FIRST_MS);

	pthread_mutex_lock(&progress->lock);
	while (!progress->is_over) {
		/* until it is time, or over */
		if (!pthread_cond_timedwait(&progress->stop, &progress->lock,
					    &next))
			continue;
		if (is_ours())
			show_progress(progress);
		next = in_ms(NEXT_MS);
	}
	erase_line(progress);
	pthread_mutex_unlock(&progress->lock);
	return NULL;
}

struct progress *progress_start(struct manager *manager)
{
	struct progress *progress = calloc(1, sizeof(*progress));
	pthread_condattr_t monotonic;
	sigset_t all, old;
	int error;

	if (!progress)
		die("out of memory");
	progress->manager = manager;
	pthread_mutex_init(&progress->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&progress->stop, &monotonic);
	pthread_condattr_destroy(&monotonic);
	/* other threads handle signals */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&progress->thread, NULL, run_progress, progress);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (error)
		die("a thread: %s", strerror(error));
	return progress;
}

void progress_erase(struct progress *progress)
{
	if (!progress)
		return;
	pthread_mutex_lock(&progress->lock);
	erase_line(progress);
	pthread_mutex_unlock(&progress->lock);
}

void progress_stop(struct progress *progress)
{
	if (!progress)
		return;
	pthread_mutex_lock(&progress->lock);
	progress->is_over = true;
	pthread_cond_signal(&progress->stop);
	pthread_mutex_unlock(&progress->lock);
	pthread_join(progress->thread, NULL);
	pthread_mutex_destroy(&progress->lock);
	pthread_cond_destroy(&progress->stop);
	free(progress);
}
