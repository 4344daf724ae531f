#!/bin/bash
# SPDX-License-Identifier: MIT
# record --for-replay: what a replay of files needs is recorded, whatever the
# other options are. Where that cannot be it is a usage error.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
unset FXTRACE_MODE

# for_replay NAME OPTION...: records a program that reads and writes characters,
# makes 40,000 bytes of one value and gets the time
for_replay() {
	local name=$1
	shift
	run "$fxtrace" record -q --for-replay -o "$name.fxt" "$@" \
		perl -e 'open my $f, "<:stdio", "/etc/hosts"; getc $f;
			syswrite STDOUT, "x" x 40000; time' &&
		"$fxtrace" dump "$name.fxt" >"$name.dump"
}

# refused PATTERN NAME WORDS...: a usage error
refused() {
	run "$fxtrace" record --for-replay -o refused.fxt "${@:3}" true
	ends 2 "$1" "$2"
}

plan 13

for_replay plain
"$fxtrace" info plain.fxt >info
grep -q '^            for replay$' info
ok $? 'the archive says that it was recorded so'
"$fxtrace" record -q -o other.fxt true
is "$("$fxtrace" info other.fxt | grep -c 'for replay')" 0 \
	'another does not'
is "$(grep -c ' cut ' info)" 0 'a value of 40,000 bytes is not cut'
cat >chars.c <<-'C'
	#include <stdio.h>
	int main(void) { return putc(getc(stdin), stderr) == EOF; }
C
cc -O0 -fno-builtin chars.c -o chars
"$fxtrace" record -q --for-replay -o chars.fxt ./chars </etc/hosts 2>/dev/null
is "$("$fxtrace" dump chars.fxt | grep -cE ' (getc|putc)\(')" 2 \
	'single characters of streams are recorded'
"$fxtrace" record -q -o default.fxt ./chars </etc/hosts 2>/dev/null
is "$("$fxtrace" dump default.fxt | grep -cE ' (getc|putc)\(')" 0 \
	'which by default they are not'
for_replay more -c malloc
grep -q ' malloc(' more.dump && grep -q ' write(' more.dump
ok $? '--calls adds to what a replay needs'
for_replay fewer -c '-write'
grep -q ' read(' fewer.dump && ! grep -q ' write(' fewer.dump
ok $? 'and takes from it only what it names'
for_replay short --blob-max 7
grep -q ' write(fd=1[^,]*, buf="xxxxxxx"...\[40000\], count=40000) = 40000' short.dump
ok $? 'a limit that is given counts' || grep ' write(' short.dump | note
refused 'does not work in circular mode: a replay needs all calls' \
	'circular mode is refused, with the reason' --mode circular
refused 'does not work in oneshot mode: a replay needs all calls' \
	'and oneshot mode' --mode oneshot
refused 'does not work with --on-full drop: a replay needs all calls' \
	'and dropping what finds no space' --on-full drop
is "$(find . -name 'refused*')" '' 'no program is run then'
run env FXTRACE_FOR_REPLAY=yes FXTRACE_MODE=oneshot LD_PRELOAD="$lib" \
	FXTRACE_OUTPUT=alone.fxt cat /etc/hosts
[ "$status" = 0 ] && [ "$out" = "$(cat /etc/hosts)" ] && [ ! -e alone.fxt ] &&
	says '^fxtrace: FXTRACE_FOR_REPLAY: needs every call'
ok $? 'a recorder alone says why it does not record'
