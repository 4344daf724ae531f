/* SPDX-License-Identifier: MIT */
/* Strings in and out, NULL among them. */
#include <stdlib.h>

#include "tests/app/expect.h"

int main(void)
{
	expect("setenv(name=\"A\", value=\"x \\\"y\\\"\", overwrite=1) = %d",
	       setenv("A", "x \"y\"", 1));
	getenv("A");
	expect("getenv(name=\"A\") = \"x \\\"y\\\"\"");
	expect("setenv(name=\"A\", value=\"\", overwrite=1) = %d",
	       setenv("A", "", 1));
	getenv("A");
	expect("getenv(name=\"A\") = \"\"");
	getenv("NO_SUCH_VARIABLE");
	expect("getenv(name=\"NO_SUCH_VARIABLE\") = NULL");
	setenv("a=b", "", 0);
	expect("setenv(name=\"a=b\", value=\"\", overwrite=0) = -1 EINVAL");
	return 0;
}
