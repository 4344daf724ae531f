/* SPDX-License-Identifier: MIT */
/* Timers, times of files, broken-down time. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "tests/app/expect.h"

static void sleeps(void)
{
	struct timespec short_time = {0, 1000}, resolution;

	clock_getres(CLOCK_MONOTONIC, &resolution);
	expect("clock_getres(clockid=CLOCK_MONOTONIC, res={tv_sec=%ld, "
	       "tv_nsec=%ld}) = 0",
	       resolution.tv_sec, resolution.tv_nsec);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &short_time, NULL);
	expect("clock_nanosleep(clockid=CLOCK_MONOTONIC, flags=0, "
	       "request={tv_sec=0, tv_nsec=1000}) = 0");
	clock_nanosleep(99, TIMER_ABSTIME, &short_time, NULL);
	expect("clock_nanosleep(clockid=99, flags=TIMER_ABSTIME, "
	       "request={tv_sec=0, tv_nsec=1000}) = 22 EINVAL");
	clock_settime(CLOCK_MONOTONIC, &short_time);
	expect("clock_settime(clockid=CLOCK_MONOTONIC, tp={tv_sec=0, "
	       "tv_nsec=1000}) = -1 EINVAL");
}

static void timers(void)
{
	struct itimerval alarm_time = {{0, 0}, {1000, 0}}, old;
	struct itimerspec value = {{0, 7}, {0, 0}}, now;
	int fd;

	setitimer(ITIMER_VIRTUAL, &alarm_time, &old);
	expect("setitimer(which=ITIMER_VIRTUAL, new_value="
	       "{it_interval.tv_sec=0, it_interval.tv_usec=0, "
	       "it_value.tv_sec=TIME, it_value.tv_usec=0}, old_value="
	       "{it_interval.tv_sec=0, it_interval.tv_usec=0, "
	       "it_value.tv_sec=0, it_value.tv_usec=0}) = 0");
	getitimer(ITIMER_PROF, &old);
	expect("getitimer(which=ITIMER_PROF, curr_value="
	       "{it_interval.tv_sec=0, it_interval.tv_usec=0, "
	       "it_value.tv_sec=0, it_value.tv_usec=0}) = 0");
	fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	expect("timerfd_create(clockid=CLOCK_MONOTONIC, flags=TFD_CLOEXEC) = "
	       "%d",
	       fd);
	timerfd_settime(fd, TFD_TIMER_ABSTIME, &value, NULL);
	expect("timerfd_settime(fd=%d, flags=TFD_TIMER_ABSTIME, new_value="
	       "{it_interval.tv_sec=0, it_interval.tv_nsec=7, "
	       "it_value.tv_sec=0, it_value.tv_nsec=0}, old_value=NULL) = 0",
	       fd);
	timerfd_gettime(fd, &now);
	expect("timerfd_gettime(fd=%d, curr_value={it_interval.tv_sec=0, "
	       "it_interval.tv_nsec=%ld, it_value.tv_sec=0, "
	       "it_value.tv_nsec=0}) = 0",
	       fd, now.it_interval.tv_nsec);
	close(fd);
	expect("alarm(seconds=0) = %u", alarm(0));
}

static void times_of_files(void)
{
	struct timespec both[2] = {{0, 5}, {0, UTIME_OMIT}};
	struct timeval two[2] = {{0, 5}, {0, 6}};
	struct utimbuf seconds = {0, 0};
	int fd = creat("old", 0600);

	futimens(fd, both);
	expect("futimens(fd=%d, times=[{tv_sec=0, tv_nsec=5}, {tv_sec=0, "
	       "tv_nsec=%ld}]) = 0",
	       fd, UTIME_OMIT);
	close(fd);
	utimensat(AT_FDCWD, "old", NULL, AT_SYMLINK_NOFOLLOW);
	expect("utimensat(dirfd=AT_FDCWD, pathname=\"old\", times=NULL, "
	       "flags=AT_SYMLINK_NOFOLLOW) = 0");
	utimes("no", two);
	expect("utimes(filename=\"no\", times=[{tv_sec=0, tv_usec=5}, "
	       "{tv_sec=0, tv_usec=6}]) = -1 ENOENT");
	utime("old", &seconds);
	expect("utime(filename=\"old\", times={actime=0, modtime=0}) = 0");
	unlink("old");
}

static void dates(void)
{
	time_t then = 0;
	struct tm tm;
	char text[32];

	gmtime_r(&then, &tm);
	expect("gmtime_r(timep=0, result={tm_sec=0, tm_min=0, tm_hour=0, "
	       "tm_mday=1, tm_mon=0, tm_year=70, tm_wday=4, tm_yday=0, "
	       "tm_isdst=0, tm_gmtoff=0}) = PTR");
	strftime(text, sizeof(text), "%Y-%m-%d", &tm);
	expect("strftime(s=\"1970-01-01\", max=32, format=\"%%Y-%%m-%%d\", "
	       "tm={tm_sec=0, tm_min=0, tm_hour=0, tm_mday=1, tm_mon=0, "
	       "tm_year=70, tm_wday=4, tm_yday=0, tm_isdst=0, tm_gmtoff=0}) "
	       "= 10");
	tm.tm_mday = 0;
	timegm(&tm);
	expect("timegm(tm={tm_sec=0, tm_min=0, tm_hour=0, tm_mday=0, "
	       "tm_mon=0, tm_year=70, tm_wday=4, tm_yday=0, tm_isdst=0, "
	       "tm_gmtoff=0} => {tm_sec=0, tm_min=0, tm_hour=0, tm_mday=31, "
	       "tm_mon=11, tm_year=69, tm_wday=3, tm_yday=364, tm_isdst=0, "
	       "tm_gmtoff=0}) = -86400");
	strptime("x", "%Y", &tm);
	expect("strptime(s=\"x\", format=\"%%Y\") = NULL");
}

int main(void)
{
	sleeps();
	timers();
	times_of_files();
	dates();
	return 0;
}
