#!/bin/bash
# SPDX-License-Identifier: MIT
# Conditions on arguments: calls of the functions that they are about are
# recorded if one of them holds, others are counted.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program decided
export FXTRACE_MODE=streaming
seq 1 9999 >long
echo short >short

keeps() {
	run "$fxtrace" record -q --overwrite -o a.fxt "$@"
	dump=$("$fxtrace" dump a.fxt)
}
calls() { grep -c " $1" <<<"$dump"; }
left() { "$fxtrace" info --top 0 a.fxt |
	awk -v name="$1" '/^left out:/ && $4 == name { print $3 }'; }

plan 24

keeps -c access --where 'access:pathname=/thr*' decided threads
is "$status $(calls 'access(pathname="/thread"') $(left access)" '0 4000 4000' \
	'a string fits a glob'
keeps -c access --where 'access:pathname!=/thr*' decided threads
is "$(calls 'access(pathname="/"') $(calls access) $(left access)" '4000 4000 4000' \
	'or does not'
keeps -c access --where 'access:ret<0' decided threads
is "$(calls 'access(pathname="/thread"') $(left access)" \
	'4000 4000' 'a result is a number'
keeps -c access --where 'acc*:errno=ENOENT' decided threads
is "$(calls 'ENOENT') $(left access)" '4000 4000' 'errno has names'
keeps -c access --where 'access:errno!=ENOENT' decided threads
is "$(calls 'access') $(left access)" '4000 4000' 'of a call that succeeds: none'
keeps -c access --where 'access:pathname=/x,access:ret=-1' decided threads
is "$(calls access) $(left access)" '4000 4000' 'one of several must hold'
keeps -c access --where 'access:ret<0' --limit 7 decided threads
is "$(calls access) $(left access)" '7 7993' 'and a limit counts what fits'
keeps -c access --where 'access:ret<0' --min-time 100s decided threads
is "$(calls access) $(left access)" '0 8000' 'all filters must let it through'
keeps -c read,open --where 'read:ret>4k' sh -c 'cat long short | cat >sink'
[ "$(grep -c ' read(.* = [0-9]\{5\} ' <<<"$dump")" -ge 1 ] &&
	[ "$(grep -c ' read(.* = [0-9]\{1,3\} ' <<<"$dump")" = 0 ] &&
	[ "$(left read)" -ge 3 ]
ok $? 'sizes have suffixes' || note <<<"$dump"
is "$(calls 'open(.*short')" 1 'other functions are recorded as ever'
keeps -c 'open*' --where 'open*:flags&O_WRONLY|O_CREAT' sh -c 'echo >new; cat long'
is "$status $(calls 'open.*O_CREAT') $(calls 'open')" '0 1 1' \
	'all of the flags must be there'
keeps -c lseek --where 'lseek:whence=SEEK_END' sh -c 'tail -n1 long'
is "$status $(calls 'lseek(' | grep -c .) $(calls 'SEEK_CUR')" '0 1 0' \
	'an enumeration has names'
keeps -c wait --where 'wait:wstatus=0' decided fork
is "$status $(calls 'wait(wstatus=')" '0 1' 'what a pointer leads to, too'
keeps -c access --where 'access:pathname=/thr*' --mode circular decided threads
is "$(calls access) $(left access)" '4000 4000' 'in circular mode, too'
! "$fxtrace" info a.fxt | grep -q '^stray\|^lost\|^damaged\|^undefined'
ok $? 'the archive is whole'
want=$(bash -c 'echo a | cat; cat /none; ls long' 2>&1)
is "$("$fxtrace" record -q --overwrite -o a.fxt -c '+*' \
	--where '*:ret<0,*:errno=ENOENT,*:pathname=/*,*:flags&1' \
	bash -c 'echo a | cat; cat /none; ls long' 2>&1)" "$want" \
	'a program is as it was'

for wrong in open open:x=1 nosuch:x=1 'open:pathname<3' open:flags=O_NIX; do
	run "$fxtrace" record --where "$wrong" true
	is "$status" 2 "$wrong is refused"
done
run "$fxtrace" record --for-replay --where 'open:ret<0' true
ends 2 'FXTRACE_WHERE' 'a replay needs all calls'
run env LD_PRELOAD="$lib" FXTRACE_WHERE=open:x=1 true
ends 0 'FXTRACE_WHERE: needs' 'a mistake in the environment is reported, too'
run env LD_PRELOAD="$lib" FXTRACE_WHERE=open true
ends 0 'FXTRACE_WHERE: expected' 'and a malformed list'
