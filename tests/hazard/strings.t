#!/bin/bash
# SPDX-License-Identifier: MIT
# Strings that are repeated are named by index, as long as there is space for
# them. The calls always have the right ones.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/strings

# events: bytes of the last run's calls
events() { "$fxtrace" info fxt/strings.*.fxt | sed -n 's/^bytes: *\([0-9]*\) events.*/\1/p'; }

# indexed TEXT: how many string records contain it
indexed() {
	"$fxtrace" dump --raw fxt/strings.*.fxt | grep -c "string index=.*$1"
}

# numbers FUNCTION: the numbers in its arguments, in the order of calls
numbers() {
	calls fxt/strings.*.fxt | sed -n "s/.* $1(.*_0*\([0-9][0-9]*\)\".*/\1/p"
}

# series N TIMES: 0 to N - 1, each so many times
series() { awk -v n="$1" -v k="$2" 'BEGIN { for (i = 0; i < n * k; i++)
	print int(i / k) }'; }

# sequence N STEP: the numbers of N calls, as the program chooses them
sequence() { awk -v n="$1" -v step="$2" 'BEGIN { for (i = 0; i < n; i++)
	print i * step % 700 }'; }

# right GOT WANT NAME: two files are the same
right() {
	diff "$1" "$2" >difference
	ok $? "$3" || note <difference
}

# last_calls: without their numbers
last_calls() { calls fxt/strings.*.fxt | tail -n 5 | sed 's/^[0-9]* //'; }

# new_functions NAME: those that were first called behind everything else
new_functions() {
	last_calls >got
	cat >want <<'END'
umask(mask=022) = 022
mkdir(pathname="/proc/none", mode=0750) = -1 ENOENT
access(pathname="/proc/self/../self/../self/../self", mode=R_OK|X_OK) = 0
lseek(fd=-1, offset=12345, whence=SEEK_END) = -1 EBADF
unsetenv(name="NO_SUCH_VARIABLE") = 0
END
	right got want "$1"
}

plan 20
path=/etc/../etc/../etc/../etc/../etc/passwd
traced "$program" path /etc/passwd
short=$(events)
same 'a path is opened a thousand times' "$program" path $path
is "$(indexed etc/passwd)" 1 'it is in one string record'
is "$(calls fxt/strings.*.fxt | grep -c "open(pathname=\"$path\", flags=O_RDONLY)")" \
	1000 'every call shows it'
[ "$(events)" -lt "$short" ]
ok $? 'its calls take less space than those with a short one'

same 'a hundred thousand names come once' "$program" names 100000 1
is "$(indexed NAME_)" 0 'none of them has an index'
right <(numbers getenv) <(series 100000 1) 'every call has the right one'

same '40,000 names come twice' "$program" names 40000 2
right <(numbers getenv) <(series 40000 2) \
	'every call has the right one, with an index or without'
n=$(indexed NAME_)
[ "$n" -gt 1000 ] && [ "$n" -lt 8192 ]
ok $? "some have an index" || note <<<"$n indexes"
new_functions 'functions that are called afterwards have names and types'

export FXTRACE_BUFFER=256K
same 'names come three times with little space for them' "$program" names 700 3
unset FXTRACE_BUFFER
right <(numbers getenv) <(series 700 3) 'every call has the right one'
n=$(indexed NAME_)
[ "$n" -gt 10 ] && [ "$n" -lt 300 ]
ok $? "few have an index" || note <<<"$n indexes"
new_functions 'functions have names and types all the same'

export FXTRACE_BUFFER=512K
same 'texts of flag sets fill the space that there is' "$program" flags
unset FXTRACE_BUFFER
is "$(calls fxt/strings.*.fxt | grep -c 'open(pathname="/no/such/file.*ENOENT')" \
	1024 'every call is there'
new_functions 'later functions have names and types all the same'

same 'handlers interrupt calls with the same strings' \
	"$program" storm "$tmp/counts"
read -r n_calls n_handled <counts
right <(numbers getenv; numbers access) \
	<(sequence "$n_calls" 7; sequence "$n_handled" 13) \
	'every call in and around them has the right one'
