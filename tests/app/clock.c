/* SPDX-License-Identifier: MIT */
/* Times, and a struct that is only there on failure. */
#include <time.h>

#include "tests/app/expect.h"

int main(void)
{
	struct timespec ts = {0, 1000};

	clock_gettime(CLOCK_MONOTONIC, &ts);
	expect("clock_gettime(clockid=CLOCK_MONOTONIC, tp={tv_sec=TIME, "
	       "tv_nsec=%ld}) = 0",
	       ts.tv_nsec);
	clock_gettime(99, &ts);
	expect("clock_gettime(clockid=99) = -1 EINVAL");
	ts = (struct timespec){0, 1000};
	expect("nanosleep(req={tv_sec=0, tv_nsec=1000}) = %d",
	       nanosleep(&ts, NULL));
	ts.tv_nsec = 2000000000;
	nanosleep(&ts, NULL);
	expect("nanosleep(req={tv_sec=0, tv_nsec=2000000000}, rem=NULL) = -1 "
	       "EINVAL");
	return 0;
}
