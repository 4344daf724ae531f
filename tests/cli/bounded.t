#!/bin/bash
# SPDX-License-Identifier: MIT
# What a reader does is bounded by what it reads. A damaged or hostile archive
# costs no more time, disk or memory than its bytes up to the damage.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

commands=(info dump leaks slow report graph flame timeline)
plan $((${#commands[@]} + 6))

# One record, a hole of zeros, and 400 MB more of them that no reader may
# unpack.
{
	printf '\x10\x00\x04\x46\x78\x54\x16\x00'
	head -c 400000000 /dev/zero
} | gzip -1 >bomb.fxt.gz

# Temporary files of more than 16 MB are an error that ends the command.
for command in "${commands[@]}"; do
	args=()
	[ "$command" = timeline ] && args=(-o page.html)
	[ "$command" = flame ] && args=(-o flame.svg)
	(
		ulimit -f 16384
		exec "$fxtrace" "$command" "${args[@]}" bomb.fxt.gz
	) >out 2>err
	status=$?
	[ $status = 1 ] && grep -q 'bomb.fxt.gz: offset 8: a record expected' err
	ok $? "$command unpacks no more than it reads" || {
		echo "status $status"
		cat err
	} | note
done

# A call whose event has an empty name.
printf '%b' '\x10\x00\x04\x46\x78\x54\x16\x00\x64\x00\x04\x00\x07\x80\x00\x00' \
	'\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00' \
	'\x01\x00\x00\x00\x00\x00\x00\x00libc:io\x00' \
	'\x09\x00\x00\x00\x00\x00\x00\x00' >empty.fxt
timeout 20 "$fxtrace" leaks empty.fxt >out 2>err
[ $? -le 1 ]
ok $? 'a function without a name is none that opens or closes' || note <err

# What ends in the middle of a compressed stream is said where it ends.
"$fxtrace" info bomb.fxt.gz >/dev/null 2>err
is "$(wc -l <err)" 1 'one line says where and what'

# A view that never ends, and one that builds ever longer text.
sqlite3 hostile.sqlite "
	create view calls as with recursive n(i) as
		(select 1 union all select i + 1 from n) select count(*) from n;
	create view args as with recursive n(t) as
		(select 'x' union all select t || t from n) select max(t) from n"
timeout 60 "$fxtrace" query --max-seconds 1 hostile.sqlite \
	'select * from calls' >out 2>err
is "$? $(grep -c -- '--max-seconds raises that limit' err)" '1 1' \
	'a query that never ends is stopped, and says how to raise the limit'
timeout 60 "$fxtrace" query --max-memory 64M hostile.sqlite \
	'select * from args' >out 2>err
is "$? $(grep -c -- '--max-memory raises that limit' err)" '1 1' \
	'so is one that takes ever more memory'
timeout 60 "$fxtrace" query hostile.sqlite \
	"attach 'new.sqlite' as new; create table new.t (a)" >out 2>err
is "$? $(ls new.sqlite 2>/dev/null)" '1 ' 'a query makes no files'
(
	trap - INT
	exec timeout --foreground -s INT 1 "$fxtrace" query hostile.sqlite \
		'select * from calls'
) >out 2>err
is $? 124 'an interrupt ends a query at once'
