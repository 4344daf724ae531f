#!/bin/bash
# SPDX-License-Identifier: MIT
# Other records beside the calls: what is named so that any viewer shows it.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

plan 4
traced "$b/tests/app/stdio" >/dev/null
"$fxtrace" dump --raw fxt/*.fxt >raw 2>&1
is "$(grep -c 'userspace_object .*name="file"' raw)" 1 \
	'a FILE is named by its path'
is "$(grep -c 'kernel_object type=1 .*name="stdio"' raw)" 1 \
	'the process has its name'
is "$(grep -c 'kernel_object type=2 .*name="stdio" process' raw)" 1 \
	'its thread has a name and its process'
is "$(grep -c 'kernel_object type=2 .*name="fxtrace" process' raw)" 1 \
	"the recorder's own records stand on a thread of their own"
