/* SPDX-License-Identifier: MIT */
#include "tally.h"

int main(void)
{
	struct tally *tally = tally_open(TALLY_MEAN);

	tally_add(tally, "bread", 2.5);
	tally_add(tally, 0, 9.5);
	return tally_close(tally) == 6 ? 0 : 1;
}
