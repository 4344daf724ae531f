/* SPDX-License-Identifier: MIT */
/*
 * Functions of clocks and timers, and of the system as a whole.
 */
#include <mntent.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/random.h>
#include <sys/reboot.h>
#include <sys/swap.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <time.h>

#include "tests/errors/try.h"

static struct timespec no_time, odd_time = {.tv_nsec = -1};
static struct itimerspec no_timer, odd_timer = {.it_value.tv_nsec = -1};
static struct itimerval no_interval, odd_interval = {.it_value.tv_usec = -1};
static struct timex wrong_clock = {.modes = ADJ_TICK, .tick = 1};
static struct timex no_change;
static struct sigevent silent = {.sigev_notify = SIGEV_NONE};
static struct sigevent unknown = {.sigev_notify = 99};
static timer_t timer;
static int timer_fd;
static FILE *mounts;
static struct mntent mount_entry;

/* After the last entry. */
static FILE *read_mounts(void)
{
	mounts = setmntent("/proc/self/mounts", "r");
	while (getmntent_r(mounts, &mount_entry, buffer, 4096))
		;
	return mounts;
}

FAILS(adjtime, adjtime(&(struct timeval){.tv_sec = 1L << 40}, NULL))
FAILS(adjtimex, adjtimex(&wrong_clock))
WORKS(adjtimex, adjtimex(&no_change))
FAILS(clock_adjtime, clock_adjtime(CLOCK_REALTIME, &wrong_clock))
WORKS(clock_adjtime, clock_adjtime(CLOCK_REALTIME, &no_change))
RETURNS(clock_getcpuclockid, clock_getcpuclockid(NO_PID, (clockid_t *)buffer))
RETURNS(clock_getcpuclockid, clock_getcpuclockid(0, (clockid_t *)buffer))
FAILS(clock_getres, clock_getres(99, &no_time))
WORKS(clock_getres, clock_getres(CLOCK_MONOTONIC, NULL))
RETURNS(clock_nanosleep, clock_nanosleep(99, 0, &no_time, NULL))
RETURNS(clock_nanosleep,
	clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0}, NULL))
FAILS(clock_settime, clock_settime(99, &no_time))
WORKS(ftime, SYMBOL(int, ftime, void *)(buffer))
FAILS(getitimer, getitimer(99, &no_interval))
WORKS(getitimer, getitimer(ITIMER_REAL, &no_interval))
FAILS(nanosleep, nanosleep(&odd_time, NULL))
WORKS(nanosleep, nanosleep(&(struct timespec){0}, NULL))
WORKS(ntp_gettime, SYMBOL(int, ntp_gettime, void *)(buffer))
WORKS(ntp_gettimex, SYMBOL(int, ntp_gettimex, void *)(buffer))
FAILS(setitimer, setitimer(ITIMER_REAL, &odd_interval, NULL))
WORKS(setitimer, setitimer(ITIMER_REAL, &no_interval, NULL))
FAILS(settimeofday, settimeofday(&(struct timeval){.tv_usec = -1}, NULL))
FAILS(timer_create, timer_create(CLOCK_MONOTONIC, &unknown, &timer))
WORKS(timer_create, timer_create(CLOCK_MONOTONIC, &silent, &timer))
FAILS(timer_settime, timer_settime(timer, 0, &odd_timer, NULL))
WORKS(timer_settime, timer_settime(timer, 0, &no_timer, NULL))
WORKS(timer_gettime, timer_gettime(timer, &no_timer))
WORKS(timer_getoverrun, timer_getoverrun(timer))
WORKS(timer_delete, timer_delete(timer))
FAILS(timer_delete, timer_delete(timer))
FAILS(timer_gettime, timer_gettime(timer, &no_timer))
FAILS(timer_getoverrun, timer_getoverrun(timer))
FAILS(timerfd_create, timerfd_create(99, 0))
WORKS(timerfd_create, timer_fd = timerfd_create(CLOCK_MONOTONIC, 0))
FAILS(timerfd_settime, timerfd_settime(NO_FD, 0, &no_timer, NULL))
WORKS(timerfd_settime, timerfd_settime(timer_fd, 0, &no_timer, NULL))
FAILS(timerfd_gettime, timerfd_gettime(NO_FD, &no_timer))
WORKS(timerfd_gettime, timerfd_gettime(timer_fd, &no_timer))
WORKS(times, times((struct tms *)buffer))
WORKS(usleep, usleep(0))

FAILS(confstr, confstr(9999, buffer, 99))
WORKS(confstr, confstr(_CS_PATH, buffer, 99))
WORKS(confstr, confstr(_CS_LFS64_LDFLAGS, NULL, 0))
FAILS(__confstr_chk, SYMBOL(size_t, __confstr_chk, int, char *, size_t,
			    size_t)(9999, buffer, 99, 99))
FAILS(getauxval, getauxval(9999))
WORKS(getauxval, getauxval(AT_PAGESZ))
WORKS(getauxval, getauxval(AT_SECURE))
FAILS(sysconf, sysconf(9999))
WORKS(sysconf, sysconf(_SC_PAGESIZE))
WORKS(sysconf, sysconf(_SC_AIO_MAX))
FAILS(delete_module,
      SYMBOL(int, delete_module, const char *, unsigned)("no such module", 0))
FAILS(init_module,
      SYMBOL(int, init_module, void *, unsigned long, const char *)(BAD, 1, ""))
FAILS(fsopen, fsopen("no such file system", 0))
FAILS(fsconfig, fsconfig(NO_FD, 6 /* create */, NULL, NULL, 0))
FAILS(fsmount, fsmount(NO_FD, 0, 0))
FAILS(fspick, fspick(NO_FD, "x", 0))
FAILS(mount, mount("x", NO_PATH, "none", 0, NULL))
FAILS(umount, umount(NO_PATH))
FAILS(umount2, umount2(NO_PATH, 0))
FAILS(mount_setattr, mount_setattr(NO_FD, "x", 0, NULL, 0))
FAILS(move_mount, move_mount(NO_FD, "x", NO_FD, "y", 0))
FAILS(open_tree, open_tree(NO_FD, "x", 0))
FAILS(pivot_root,
      SYMBOL(int, pivot_root, const char *, const char *)("/none", "/none"))
FAILS(swapoff, swapoff(NO_PATH))
FAILS(swapon, swapon(NO_PATH, 0))
FAILS(reboot, reboot(12345))
FAILS(ioperm, ioperm(~0ul, 2, 1))
FAILS(getentropy, getentropy(buffer, 257))
WORKS(getentropy, getentropy(buffer, 16))
FAILS(getrandom, getrandom(buffer, 16, ~0u))
WORKS(getrandom, getrandom(buffer, 16, 0))
WORKS(getloadavg, getloadavg((double *)buffer, 3))
WORKS(getdomainname, getdomainname(buffer, 99))
FAILS(setmntent, setmntent(NO_PATH, "r"))
WORKS(setmntent, mounts = setmntent("/proc/self/mounts", "r"))
WORKS(getmntent_r, getmntent_r(mounts, &mount_entry, buffer, 4096))
WORKS(getmntent_r, getmntent_r(read_mounts(), &mount_entry, buffer, 4096))
FAILS(sysinfo, SYMBOL(int, sysinfo, void *)(BAD))
WORKS(sysinfo, sysinfo((struct sysinfo *)buffer))
FAILS(uname, SYMBOL(int, uname, void *)(BAD))
WORKS(uname, uname((struct utsname *)buffer))
FAILS(sethostname, sethostname("x", (size_t)-1))
FAILS(setdomainname, setdomainname("x", (size_t)-1))
WORKS(getmntent, getmntent(mounts = setmntent("/proc/self/mounts", "r")))
WORKS(getmntent, getmntent(read_mounts()))
WORKS(addmntent, addmntent(setmntent("mounts", "w"), &mount_entry))
WORKS(__getdomainname_chk,
      SYMBOL(int, __getdomainname_chk, char *, size_t, size_t)(buffer, 99, 99))
