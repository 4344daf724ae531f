#!/bin/bash
# SPDX-License-Identifier: MIT
# The recorder's notices are in the archive: that it records alone, in a
# sandbox, or for a manager that is gone.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
# shellcheck disable=SC2046
trap 'kill -KILL $(jobs -p) 2>/dev/null; rm -rf "$tmp"' EXIT

# notices ARCHIVE...: of each, one a line, as dump shows them
notices() {
	local archive
	for archive; do
		"$fxtrace" dump "$archive" | sed -n 's,^# [0-9.]* [0-9/]* ,,p'
	done
}

# says N PATTERN NAME: so many notices of the last run, all like that
says() {
	local out
	written
	out=$(notices fxt/*.fxt)
	is "$(grep -c . <<<"$out") $(grep -cE "$2" <<<"$out")" "$1 $1" "$3" ||
		note <<<"$out"
}

plan 11
traced bash -c 'for i in 1 2 3; do /bin/true; done'
says 0 . 'an ordinary recording has nothing to say'

if [ "$("$b/tests/hazard/sandbox" prctl 1 2>&1)" ]; then
	traced "$b/tests/hazard/sandbox" prctl 100 >got.out
	says 1 '^system calls are filtered from here on: ' 'a sandbox is reported'
	is "$("$fxtrace" dump fxt/*.fxt | grep -A 1 '^# ' | grep -c BEHIND)" 1 \
		'where it begins'
	is "$("$fxtrace" info fxt/*.fxt | grep -c '^notice: .*: system calls')" \
		1 'info reports it, too'
	is "$("$fxtrace" dump --raw fxt/*.fxt | grep -c ' log .*"system calls')" \
		1 'it is a log record'
	is "$("$fxtrace" dump -c '*' fxt/*.fxt | grep -c '^#') $(
		"$fxtrace" dump -j fxt/*.fxt | grep -c '^#')" '0 0' \
		'who chooses among calls sees only these'
else
	for i in 1 2 3 4 5; do skip 'no seccomp here' "sandbox $i"; done
fi

rm -rf fxt && mkdir fxt
FXTRACE_OUTPUT=$tmp/fxt/ LIB=$lib /usr/bin/python3 -c '
import ctypes, os
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
os.environ["LD_PRELOAD"] = os.environ["LIB"]
os.execv("/bin/true", ["true"])'
says 1 '^no manager could be started ' 'that there is no manager is reported'

if unshare -n true 2>/dev/null; then
	rm -rf fxt && mkdir fxt
	"$fxtrace" record -q -o fxt/a.fxt sh -c \
		'unshare -n sh -c "/bin/true; :"; :' >got.out 2>&1
	is "$(notices fxt/a.fxt | grep -c 'did not join.*has one next to')" 1 \
		'a session says that a program did not join it'
	rm fxt/a.fxt
	says "$(find fxt -name '*.fxt' | wc -l)" \
		'^the session.s manager could not be reached' \
		'a program that cannot reach it does'
else
	skip 'no network namespaces here' 'a session with its manager'
	skip 'no network namespaces here' 'a program that cannot reach it'
fi

# A manager that is killed: the programs go on, and recover finds their words.
export FXTRACE_CALLS=lseek FXTRACE_BUFFER=256K
"$fxtrace" manager -q -o k.fxt >variable &
manager=$!
until [ -s variable ]; do sleep 0.02; done
env "$(cat variable)" LD_PRELOAD="$lib" "$b/tests/hazard/orphan" 1 1 1 0 >made &
program=$!
until [ -s k.fxt ]; do sleep 0.01; done
kill_both $manager
sleep 0.2
kill -USR1 $program
until grep -q end made; do sleep 0.02; done
"$fxtrace" recover k.fxt 2>err.out
ok $? 'what a killed manager has left is recovered' || note <err.out
is "$(notices k.fxt | cut -c 1-53)" \
	'the manager is gone: calls are dropped from here on; ' \
	'and says from when on calls were dropped'
kill -KILL $program
