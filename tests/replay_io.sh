# SPDX-License-Identifier: MIT
# Sourced by tests of `fxtrace replay --io`, after tap.sh: runs that are recorded
# and replayed in a copy of the tree that they found.
# shellcheck shell=bash
unset FXTRACE_MODE # values are whole in streaming mode only
mkdir bin

# again NAME COMMAND...: runs and records the command in NAME/live, which may
# have been filled, and replays it in NAME/box, where the same was before
again() {
	local name=$1 here
	shift
	mkdir -p "$name/live"
	here=$(cd "$name" && pwd -P)
	mkdir -p "$here/box$here"
	cp -a "$here/live" "$here/box$here/live"
	(cd "$here/live" && "$fxtrace" record -q --for-replay -o "$here/x.fxt" \
		-- "$@" >"$here/out" 2>"$here/err")
	timeout -s KILL 100 "$fxtrace" replay --io "$here/box" "$here/x.fxt" \
		>"$here/table" 2>"$here/said"
	echo $? >"$here/status"
	(cd "$here/live" && find . -printf '%P %y %s %m %l\n' | sort) \
		>"$here/live.list"
	(cd "$here/box$here/live" && find . -printf '%P %y %s %m %l\n' |
		sort) >"$here/box.list"
	sed -i 's/ d [0-9]* / d /' "$here/live.list" "$here/box.list"
}

# same NAME: the trees are the same, contents, types, modes and links
same() {
	here=$(cd "$1" && pwd -P)
	diff "$here/live.list" "$here/box.list" &&
		diff -r --no-dereference -x fifo "$here/live" "$here/box$here/live"
}

# row NAME FUNCTION: how often it was made, and how often it differed
row() { awk -v f="$2" '$NF == f { print $1, $2 }' "$1/table"; }

program() {
	cat >"$1.c"
	gcc -O1 -w -pthread -D_GNU_SOURCE -o "bin/$1" "$1.c"
}
