#!/bin/bash
# SPDX-License-Identifier: MIT
# The tracer needs nothing of what a program may take away: no descriptor, no
# name in the file system, no rights.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/fds

# both WAY NAME: the program is not changed, and its later calls are recorded
both() {
	same "$2" "$program" "$1"
	is "$(calls fxt/fds.*.fxt 2>&1 | grep -c 'name="READY"')" 11 \
		'and its later calls are recorded'
}

plan 14
both first_free 'the first free descriptor stays 3'
both close_all 'a program may close every descriptor'
both close_output 'a program may close its standard streams'
both take_numbers 'a program may take every descriptor number'
both limit_descriptors 'a program may forbid itself new descriptors'
if [ "$(id -u)" = 0 ]; then
	both change_root 'a program may change its root'
	both drop_rights 'a program may give up its rights'
else
	for _ in 1 2 3 4; do
		skip 'needs root' 'root is changed, rights are given up'
	done
fi
