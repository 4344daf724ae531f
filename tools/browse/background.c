/* SPDX-License-Identifier: MIT */
/*
 * See background.h.
 */
#include "tools/browse/background.h"

#include <signal.h>
#include <string.h>

#include "tools/base/die.h"

pthread_t background_start(void *(*run)(void *context), void *context)
{
	sigset_t all, before;
	pthread_t thread;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, NULL, run, context);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error)
		die("no thread could be started: %s", strerror(error));
	return thread;
}
