#!/bin/bash
# SPDX-License-Identifier: MIT
# list: what is recorded, chosen by the grammar of --calls, and what the tables
# say of it.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# line LIST WANT NAME: the one function that fits LIST, blanks squeezed
line() {
	run "$fxtrace" list "$1"
	is "$(tr -s ' ' <<<"$out")" "$2" "$3"
}

# recorded LIST CALL...: list and the recorder agree on which of the calls of
# one program are meant
recorded() {
	local want got
	FXTRACE_CALLS=$1 traced cat /etc/hostname >/dev/null
	got=$("$fxtrace" dump --stable fxt/*.fxt | sed 's/[^ ]* \([^(]*\).*/\1/' |
		sort -u)
	want=$("$fxtrace" list --json -- "$1" | perl -MJSON::PP -ne '
		my $f = decode_json $_;
		print "$_\n" for $f->{name}, @{$f->{aliases}}')
	[ "$got" ] && [ -z "$(comm -23 <(echo "$got") <(sort -u <<<"$want"))" ]
}

plan 27
run "$fxtrace" list
is "$status$err" 0 'without a list all functions are shown'
[ "$(wc -l <<<"$out")" -gt 150 ]
ok $? 'and they are many'
all=$out
names=$("$fxtrace" list --json | perl -MJSON::PP -ne 'my $f = decode_json $_;
	print "$_\n" for $f->{name}, @{$f->{aliases}}' | sort)
is "$names" "$(sort "$b"/gen/exports_{libc,gl}.txt)" \
	'names and aliases are what the recorder exports, each once'
line 'read,-__*' 'on libc:io io full ssize_t read(int fd, void *buf, size_t count) also __read' \
	'a line has default, category, group, type, prototype and other names'
line open64 "$("$fxtrace" list open | tr -s ' ')" \
	'an alias is found, and shown with its function'
grep -q ' int open(const char \*pathname, int flags, \.\.\.) ' <<<"$out"
ok $? 'what may follow is three dots'
line getppid 'on libc:proc proc full pid_t getppid(void)' \
	'no parameters are void'
run "$fxtrace" list qsort
grep -q 'int (\*compar)(const void \*, const void \*))$' <<<"$out"
ok $? 'a function pointer has its name inside' || note <<<"$out"
run "$fxtrace" list '%alloc'
is "$(cut -c1-3 <<<"$out" | sort -u)" off 'a group may be off'
run "$fxtrace" list 'lseek' '%alloc,-mall*'
[ "$(grep -c ' lseek(' <<<"$out")" = 1 ] &&
	[ "$(grep -c 'calloc(' <<<"$out")" = 1 ] && ! grep -q ' malloc(' <<<"$out"
ok $? 'several lists are one'
run "$fxtrace" list -- '-*,+read,-__read_chk'
is "$(grep -c . <<<"$out")" 1 'signs work, behind -- if need be'
run "$fxtrace" list -- -qsort_r
is "$out" "$(grep '^on' <<<"$all")" \
	'a list of changes changes what is recorded by default'
run "$fxtrace" list -- -*
ends 1 '^fxtrace: no function that is recorded matches -\*' \
	'a list that leaves nothing is reported, with status 1'
run "$fxtrace" list --groups
is "$status$(($(wc -l <<<"$out") <= 40))" 01 'the groups fit on a screen'
while read -r group n rest; do
	[ "$("$fxtrace" list "$group" | wc -l)" = "$n" ] ||
		echo "$group $n $rest"
done < <(grep -o '%[a-z-]* [0-9]*' <<<"$out") >wrong.out
is "$(cat wrong.out)" '' 'each of them has as many functions as it says'
run "$fxtrace" list 'read,-'
ends 2 'without a name' 'a malformed list is a usage error'
run "$fxtrace" list --nonsense
ends 2 'try `fxtrace help list`' 'and an unknown option'
for list in 'read,open*' '%io' '+%alloc' '-%io,-%memstr' '%libc:fs,close'; do
	recorded "$list"
	ok $? "the recorder takes $list so, too"
done
run "$fxtrace" list --json 'read,-__*'
is "$out" '{"name":"read","category":"libc:io","group":"io","default":true,"typed":"full","prototype":"ssize_t read(int fd, void *buf, size_t count)","untyped":[],"aliases":["__read"]}' \
	'--json prints the same'
untyped() {
	"$fxtrace" list --json "$1" | sed 's/.*"typed":"\([a-z]*\)".*"untyped":\(\[.*\]\),.*/\1 \2/'
}
is "$(untyped glVertexPointer)" 'full []' \
	'an address that is an address is typed as one'
is "$(untyped glGetPathCommandsNV)" 'prototype ["commands"]' \
	'memory of OpenGL of unknown size is typed as an address'
is "$(untyped glPathCommandsNV)" 'full []' \
	'what an extension says of its size is known'
"$fxtrace" list 2>err | head -n 1 >/dev/null
is "${PIPESTATUS[0]} $(cat err)" '0 ' 'a reader that has had enough is no error'
