# SPDX-License-Identifier: MIT
# Sourced by the tests of the command, on top of ../tap.sh. It has runs with
# status, output and error output at hand, and the two programs that make and
# list archives.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../tap.sh"
root=$(cd "$tests/.." && pwd)
# A preloaded library in front of the sanitizer's is what record is about.
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0

# program NAME: compiles tests/cli/NAME.c into $tmp/bin
program() {
	mkdir -p "$tmp/bin"
	${CC:-cc} -O1 -g -fno-builtin -D_GNU_SOURCE -I"$root" "$tests/cli/$1.c" \
		-o "$tmp/bin/$1" || exit 1
	PATH=$tmp/bin:$PATH
}

# run COMMAND...: leaves $status, $out and $err
run() {
	timeout 60 "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	out=$(cat "$tmp/out")
	err=$(cat "$tmp/err")
}

# says PATTERN: whether a line of the error output matches
says() { grep -q -- "$1" <<<"$err"; }

# ends STATUS PATTERN NAME: the run before ended so, and said so
ends() {
	[ "$status" = "$1" ] && says "$2"
	ok $? "$3" || echo "status $status: $err" | note
}
