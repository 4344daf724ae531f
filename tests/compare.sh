# SPDX-License-Identifier: MIT
# Sourced by the tests that compare a program's archive with what strace shows of
# the same run.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/tap.sh"
export FXTRACE_MODE=streaming
chosen=" $* "
[ $# -gt 0 ] || chosen=

# session COMMAND...: the command under strace, its programs recorded into
# a.fxt, strace itself not. $calls are the system calls, and ${forms[@]} options
# of strace.
session() {
	local variable
	: >said
	rm -rf a.fxt strace.*
	"$fxtrace" manager -q --until-empty -o a.fxt >said &
	until grep -q FXTRACE_SESSION said; do sleep 0.01; done
	variable=$(grep -o 'FXTRACE_SESSION=.*' said)
	timeout -k 5 100 strace "${forms[@]}" -ff -k -v -s 100000 -e trace="$calls" \
		-o strace -E "$variable" -E LD_PRELOAD="$lib" "$@" >out 2>err \
		</dev/null
	wait $!
}

# runs NAME COMMAND...: a session, and its calls as JSON in `dump`. Not if the test
# is not chosen, or the program is not there: then it is skipped.
runs() {
	local name=$1
	shift
	if [ "$chosen" ] && [[ $chosen != *" $name "* ]]; then
		skip 'not chosen' "$name"
		return 1
	elif ! command -v "$1" >/dev/null; then
		skip "no $1 here" "$name"
		return 1
	fi
	session "$@"
	"$fxtrace" dump --json a.fxt >dump || rm -f dump # then nothing is alike
}
