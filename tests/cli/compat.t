#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives for readers that know only a part of the format: nothing else is in
# them, and every call is.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

program nested
plan 12

"$fxtrace" record -q --mode streaming -o a.fxt -c '+%memstr' sh -c 'nested
	echo hello; cat /none; true | head -c 9 /dev/zero' >/dev/null 2>&1
run "$fxtrace" convert --to fxt-compat a.fxt b.fxt
is "$status $err" '0 ' 'an archive becomes a plainer one'
is "$("$fxtrace" info a.fxt | grep -c '^readers: .*--to fxt-compat$')" 1 \
	'info says how others read what they refuse'
is "$("$fxtrace" info b.fxt | grep -c '^readers:')" 0 'which is not needed then'
"$fxtrace" dump --raw b.fxt >raw
is "$(cut -d' ' -f2 raw | sort -u | xargs)" \
	'event init kernel_object provider_info string thread trace_info' \
	'it has only records that every reader knows'
is "$(grep -c ':blob' raw)" 0 'no argument is a blob'
is "$(grep -c provider_info raw)" 1 'there is one provider'
is "$(grep 'event instant' raw | grep -vc tail=)" 0 'instants have a scope'
calls="select number, parent, pid, tid, category, name, begin_ns,
	iif(name in ('execve', 'vfork', '_exit'), 0, end_ns), errno from calls order by number"
is "$("$fxtrace" query a.fxt "$calls")" "$("$fxtrace" query b.fxt "$calls")" \
	'every call is there, with its times and error'
args="select number, position, name from args
	order by number, position"
is "$("$fxtrace" query a.fxt "$args")" "$("$fxtrace" query b.fxt "$args")" \
	'and every argument'
is "$("$fxtrace" query --no-heading b.fxt "select value from args
	where function = 'execve' and name = 'argv' and value like '%none%'")" \
	'["cat", "/none"]' 'arrays are text'

# An instant event with the number of an object, and a message that is no UTF-8.
perl -e 'print pack "Q*", 0x0016547846040010, 1 | 2 << 4, 1e9,
	4 | 10 << 4 | 1 << 20 | 0x8001 << 32 | 0x8001 << 48, 5, 1, 2, 0x63, 0x6e,
	8 | 3 << 4 | 0x8001 << 16, 0x6b, 77, 0,
	9 | 5 << 4 | 2 << 16, 6, 1, 2, 0xff61' >others.fxt
"$fxtrace" convert --to fxt-compat others.fxt c.fxt
"$fxtrace" dump --raw c.fxt >raw
is "$(grep -o ' k:koid=.*' raw)" ' k:koid=77 tail=0' 'objects of kernels are that'
is "$(grep -o 'name="log".*' raw)" 'name="log" message:string ="\"a\\377\"" tail=0' \
	'messages are events with a text, whatever their bytes'
