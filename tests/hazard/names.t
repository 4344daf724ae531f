#!/bin/bash
# SPDX-License-Identifier: MIT
# Other records than calls: what is named so that any viewer shows it.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

plan 9
traced "$b/tests/app/stdio" >/dev/null
"$fxtrace" dump --raw fxt/*.fxt >raw 2>&1
is "$(grep -c 'userspace_object .*name="file"' raw)" 1 \
	'a FILE is named by its path'
is "$(grep -c 'kernel_object type=1 .*name="stdio"' raw)" 1 \
	'the process has its name'
is "$(grep -c 'kernel_object type=2 .*name="stdio" process' raw)" 1 \
	'its thread has a name and its process'
is "$(grep -c 'kernel_object type=2 .*name="fxtrace" process' raw)" 1 \
	"the recorder's own records are on a thread of their own"

traced bash -c 'for i in 1 2 3; do : <"$0"; done' /etc/passwd
archive=$(ls fxt/*.fxt)
"$fxtrace" dump --raw "$archive" >raw 2>&1
is "$(grep -c 'string index=[0-9]* "O_RDONLY"' raw)" 1 \
	'the text of a flag set is written once and then named by its index'
is "$("$fxtrace" dump -c open --stable "$archive" | grep -c 'flags=O_RDONLY)')" 3 \
	'all calls show it'

traced "$b/tests/app/children" >/dev/null
first=$(ls fxt/*.fxt | awk 'length < n || !n {n = length; name = $0} END {print name}')
"$fxtrace" dump --raw "$first" >raw 2>&1
is "$(grep -c 'kernel_object type=1 .*name="children"' raw)" 2 \
	'a vfork child that calls has a name, too'

traced "$b/tests/hazard/objects"
"$fxtrace" dump --raw fxt/*.fxt >raw 2>&1
# their names in the order in which they were opened
objects=$(sed -n 's/.*userspace_object .*name="\([^"]*\)".*/\1/p' raw)
is "$(sed 's/pipe:.*/pipe:/' <<<"$objects")" '/etc/passwd
/etc/group
/etc/
/proc
pipe:' 'streams and folders are named by path, those of a descriptor, too'
is "$(grep -c 'userspace_object .*name="[rw]"' raw)" 0 'and not by a mode'
