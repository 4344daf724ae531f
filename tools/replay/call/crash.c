/* SPDX-License-Identifier: MIT */
/*
 * Reports a crash, see crash.h.
 */
#include "tools/replay/call/crash.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile uint64_t at_number;
static const char *volatile at_name;
static const char *advice;

static void on_crash(int signal_number)
{
	char text[256];
	int n;

	if (!at_name) {
		/* the signal comes again when this returns, and ends us */
		signal(signal_number, SIG_DFL);
		return;
	}
	n = snprintf(text, sizeof(text),
		     "fxtrace: %s crashed in call %llu; %s\n", at_name,
		     (unsigned long long)at_number, advice);
	if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0)
		_exit(1);
	_exit(1);
}

void crash_watch(const char *what_to_do)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

	advice = what_to_do;
	for (unsigned i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		signal(signals[i], on_crash);
}

void crash_begin(uint64_t number, const char *name)
{
	at_number = number;
	at_name = name;
}

void crash_end(void)
{
	at_name = NULL;
}
