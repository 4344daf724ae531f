/* SPDX-License-Identifier: MIT */
/* Signals that are waited for, and what they say of themselves; what children
 * end with. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void signals(void)
{
	struct timespec none = {0, 0};
	sigset_t set, pending;
	siginfo_t info;
	int fd, number;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGUSR1);
	sigpending(&pending);
	expect("sigpending(set={SIGUSR1}) = 0");
	sigwaitinfo(&set, &info);
	expect("sigwaitinfo(set={SIGUSR1 SIGCHLD}, info={si_signo=SIGUSR1, "
	       "si_code=SI_USER, si_pid=PID, si_uid=%d}) = SIGUSR1",
	       getuid());
	sigtimedwait(&set, &info, &none);
	expect("sigtimedwait(set={SIGUSR1 SIGCHLD}, timeout={tv_sec=0, "
	       "tv_nsec=0}) = -1 EAGAIN");
	sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 7});
	sigtimedwait(&set, &info, &none);
	expect("sigtimedwait(set={SIGUSR1 SIGCHLD}, info={si_signo=SIGUSR1, "
	       "si_code=SI_QUEUE, si_pid=PID, si_uid=%d, si_int=7, "
	       "si_ptr=PTR}, timeout={tv_sec=0, tv_nsec=0}) = SIGUSR1",
	       getuid());
	killpg(0, 0);
	expect("killpg(pgrp=0, sig=0) = 0");
	raise(SIGUSR1);
	sigwait(&set, &number);
	expect("sigwait(set={SIGUSR1 SIGCHLD}, sig=SIGUSR1) = 0");
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	expect("signalfd(fd=-1, mask={SIGUSR1 SIGCHLD}, "
	       "flags=SFD_CLOEXEC|SFD_NONBLOCK) = %d",
	       fd);
	close(fd);
}

static pid_t child(int status)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	if (status < 0)
		kill(getpid(), -status);
	_exit(status);
}

static void children(void)
{
	struct rusage use;
	siginfo_t info;
	int status;
	pid_t pid;

	child(3);
	memset(&info, 0x5a, sizeof(info)); /* the kernel fills in a part */
	waitid(P_ALL, 0, &info, WEXITED);
	expect("waitid(idtype=P_ALL, id=0, infop={si_signo=SIGCHLD, "
	       "si_code=CLD_EXITED, si_pid=PID, si_uid=%d, si_status=3}, "
	       "options=WEXITED) = 0",
	       getuid());
	child(-SIGKILL);
	wait4(-1, &status, 0, &use);
	expect("wait4(pid=-1, wstatus=killed SIGKILL, options=0, "
	       "rusage={ru_utime={tv_sec=%ld, tv_usec=%ld}, "
	       "ru_stime={tv_sec=%ld, tv_usec=%ld}, ru_maxrss=%ld, "
	       "ru_minflt=%ld, ru_majflt=%ld, ru_inblock=%ld, "
	       "ru_oublock=%ld, ru_nvcsw=%ld, ru_nivcsw=%ld}) = PID",
	       use.ru_utime.tv_sec, use.ru_utime.tv_usec, use.ru_stime.tv_sec,
	       use.ru_stime.tv_usec, use.ru_maxrss, use.ru_minflt,
	       use.ru_majflt, use.ru_inblock, use.ru_oublock, use.ru_nvcsw,
	       use.ru_nivcsw);
	pid = child(-SIGSTOP);
	wait4(-1, &status, WUNTRACED, NULL);
	expect("wait4(pid=-1, wstatus=stopped SIGSTOP, options=WUNTRACED, "
	       "rusage=NULL) = PID");
	kill(pid, SIGKILL);
	wait4(pid, NULL, 0, NULL);
	expect("wait4(pid=PID, wstatus=NULL, options=0, rusage=NULL) = PID");
	wait3(NULL, WNOHANG, NULL);
	expect("wait3(options=WNOHANG) = -1 ECHILD");
}

int main(void)
{
	signals();
	children();
	return 0;
}
