/* SPDX-License-Identifier: MIT */
/* Signals with values, on stacks of their own, by old names; sets of them. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/app/expect.h"

/* old, and there */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static char space[1 << 16];

static void nothing(int sig)
{
	(void)sig;
}

static void stacks(void)
{
	stack_t own = {.ss_sp = space, .ss_size = sizeof(space)};
	stack_t none = {.ss_flags = SS_DISABLE};

	sigaltstack(&own, NULL);
	expect("sigaltstack(ss={ss_sp=PTR, ss_flags=0, ss_size=65536}, "
	       "old_ss=NULL) = 0");
	sigaltstack(NULL, &own);
	expect("sigaltstack(ss=NULL, old_ss={ss_sp=PTR, ss_flags=0, "
	       "ss_size=65536}) = 0");
	own.ss_size = 1;
	sigaltstack(&own, NULL);
	expect("sigaltstack(ss={ss_sp=PTR, ss_flags=0, ss_size=1}) = -1 "
	       "ENOMEM");
	sigaltstack(&none, NULL);
	expect("sigaltstack(ss={ss_sp=NULL, ss_flags=SS_DISABLE, ss_size=0}, "
	       "old_ss=NULL) = 0");
}

static void values(void)
{
	union sigval number = {.sival_ptr = NULL};

	number.sival_int = 7;
	sigqueue(getpid(), SIGUSR1, number);
	expect("sigqueue(pid=PID, sig=SIGUSR1, value={sival_int=7, "
	       "sival_ptr=PTR}) = 0");
	pthread_sigqueue(pthread_self(), SIGUSR1, number);
	expect("pthread_sigqueue(thread=PID, sig=SIGUSR1, value={sival_int=7, "
	       "sival_ptr=PTR}) = 0");
	sigqueue(getpid(), 99, number);
	expect("sigqueue(pid=PID, sig=99, value={sival_int=7, sival_ptr=PTR}) "
	       "= -1 EINVAL");
	pthread_kill(pthread_self(), SIGUSR1);
	expect("pthread_kill(thread=PID, sig=SIGUSR1) = 0");
	tgkill(getpid(), (pid_t)syscall(SYS_gettid), SIGUSR1);
	expect("tgkill(tgid=PID, tid=PID, sig=SIGUSR1) = 0");
	siginterrupt(SIGUSR2, 1);
	expect("siginterrupt(sig=SIGUSR2, flag=1) = 0");
}

static void old_names(void)
{
	sighold(SIGINT);
	expect("sighold(sig=SIGINT) = 0");
	sigrelse(SIGINT);
	expect("sigrelse(sig=SIGINT) = 0");
	sigignore(SIGUSR2);
	expect("sigignore(sig=SIGUSR2) = 0");
	sigset(SIGUSR2, SIG_HOLD);
	expect("sigset(sig=SIGUSR2, disp=SIG_HOLD) = SIG_IGN");
	sigblock(0x10);
	expect("sigblock(mask=0x10) = 0x800");
	sigsetmask(0);
	expect("sigsetmask(mask=0) = 0x810");
	sysv_signal(SIGUSR2, nothing);
	expect("sysv_signal(signum=SIGUSR2, handler=PTR) = SIG_IGN");
}

static void sets(void)
{
	sigset_t one, both;

	sigemptyset(&one);
	expect("sigemptyset(set={}) = 0");
	sigaddset(&one, SIGHUP);
	expect("sigaddset(set={SIGHUP}, signum=SIGHUP) = 0");
	sigismember(&one, SIGHUP);
	expect("sigismember(set={SIGHUP}, signum=SIGHUP) = 1");
	sigandset(&both, &one, &one);
	expect("sigandset(set={SIGHUP}, left={SIGHUP}, right={SIGHUP}) = 0");
	sigisemptyset(&both);
	expect("sigisemptyset(set={SIGHUP}) = 0");
	sigorset(&both, &one, &both);
	expect("sigorset(set={SIGHUP}, left={SIGHUP}, right={SIGHUP}) = 0");
	sigdelset(&both, SIGHUP);
	expect("sigdelset(set={}, signum=SIGHUP) = 0");
}

int main(void)
{
	signal(SIGUSR1, nothing);
	stacks();
	values();
	old_names();
	sets();
	return 0;
}
