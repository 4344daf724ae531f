#!/bin/bash
# SPDX-License-Identifier: MIT
# dump and info as commands: which file they take and in which form, what they
# say of a damaged one. Also which calls they choose. JSON is JSON.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
sample=$tests/fuzz/reader/everything.fxt

# json_lines N NAME: the output before is N lines, each a JSON object
json_lines() {
	if ! perl -MJSON::PP -e1 2>/dev/null; then
		skip 'no JSON::PP' "$2"
		return
	fi
	[ "$(perl -MJSON::PP -ne 'ref JSON::PP->new->utf8->decode($_) eq "HASH"
		and $n++; END { print $n }' "$tmp/out")" = "$1" ]
	ok $? "$2" || note <"$tmp/out"
}

plan 44

run "$fxtrace" dump
ends 1 'no archive' 'without any archive here, dump says so'
cp "$sample" a.fxt
run "$fxtrace" dump a.fxt
is "$status $err" '0 ' 'a sound archive is dumped without a word'
is "$(wc -l <<<"$out")" 3 'each call is a line'
is "$(cut -d' ' -f1-4 <<<"${out%%$'\n'*}")" '0 0.000000 100/101 read(fd=3,' \
	'a line begins with number, time, process and thread'
whole=$out
run "$fxtrace" dump --stable a.fxt
is "$(tail -n 1 <<<"$out")" '2 pause() = ? <unfinished>' \
	'--stable leaves out what differs from run to run'

run "$fxtrace" dump
is "$out" "$whole" 'without a name the newest archive is taken'
cp "$lib" z.fxt
touch -d '1 hour ago' z.fxt
: >.hidden.fxt
: >a.fxt.txt
run "$fxtrace" dump
is "$out" "$whole" 'neither older nor other files count'
mv a.fxt a.fxt.1
run "$fxtrace" dump
is "$out" "$whole" 'an archive with a number behind it counts too'
mv a.fxt.1 a.fxt
run "$fxtrace" info
is "$status ${out%%,*}" '0 archive:    a.fxt' 'info takes the newest too'

gzip -c a.fxt >a.gz
run "$fxtrace" dump a.gz
is "$out" "$whole" 'a gzip file is read'
if command -v zstd >/dev/null; then
	zstd -qc a.fxt >a.zst
	run "$fxtrace" dump a.zst
	is "$out" "$whole" 'a zstd file is read'
else
	skip 'no zstd' 'a zstd file is read'
fi
run "$fxtrace" dump - < <(cat a.fxt)
is "$out" "$whole" 'a pipe is read'
run "$fxtrace" dump - < <(gzip -c a.fxt)
is "$out" "$whole" 'a pipe of compressed data is read'
run "$fxtrace" dump - <a.fxt
is "$out" "$whole" 'standard input may be a file'

head -c 2000 a.fxt >cut.fxt
run "$fxtrace" dump cut.fxt
ends 1 '^fxtrace: cut.fxt: offset [0-9]*: .* expected' \
	'a cut archive ends with an error, its offset and what was expected'
is "$(wc -l <<<"$out")" 1 'the calls before the cut are printed'
run "$fxtrace" info cut.fxt
ends 1 'offset [0-9]*: ' 'info says so too'
[ -n "$out" ]
ok $? 'and prints what is before the cut'
{
	cat a.fxt
	head -c 8 /dev/zero
} >zero.fxt
run "$fxtrace" dump zero.fxt
ends 1 'offset 2304: ' 'a zero word is an error at its offset'
is "$out" "$whole" 'all calls before it are printed'
run "$fxtrace" dump "$lib"
ends 1 'offset 0: a Fuchsia trace archive expected' \
	'a file of another kind is no archive'
: >empty.fxt
run "$fxtrace" dump empty.fxt
ends 1 'offset 0: .*empty' 'an empty file is no archive'
run "$fxtrace" dump no/such.fxt
ends 1 '^fxtrace: no/such.fxt: No such file' 'a missing file is reported'
run "$fxtrace" dump .
ends 1 'Is a directory' 'a directory is reported'
run "$fxtrace" dump a.fxt cut.fxt
ends 2 'one archive at a time' 'two archives are a usage error'
run "$fxtrace" dump --raw --json a.fxt
ends 2 'raw' '--raw with --json is a usage error'
run "$fxtrace" dump --calls read,- a.fxt
ends 2 'without a name' 'a list with an empty item is a usage error'

run "$fxtrace" dump --calls pause a.fxt
is "$(cut -d' ' -f1 <<<"$out")" 2 'chosen calls keep their numbers'
run "$fxtrace" dump --calls -%io a.fxt
is "$status$out" 0 'a category may be excluded'
run "$fxtrace" dump --raw a.fxt
is "$(head -n 2 <<<"$out")" '0 trace_info type=0 data=0x16547846
8 provider_info id=100 name="prog"' '--raw shows each record with its offset'
is "$(grep -c ' event duration_' <<<"$out")" 5 'and every event'
run "$fxtrace" dump --json a.fxt
json_lines 3 'each line of --json is an object'
run "$fxtrace" dump --blobs a.fxt
is "$(grep -c '000000  61 62 63  ' <<<"$out")" 2 '--blobs shows memory in full'
"$fxtrace" dump --raw a.fxt 2>err | head -n 1 >/dev/null
is "${PIPESTATUS[0]} $(cat err)" '0 ' 'a reader that has had enough is no error'

program mkarchive
mkarchive killed.fxt slot0.tid=7 slot0.n_lost=5 \
	slot1.tid=8 slot1.n_lost_ends=2 || exit 1
run "$fxtrace" dump --stable killed.fxt
is "$status $err$out" '0 0 read(fd=3, fd=3) = ?
1 read(fd=3, fd=3) = ?
2 read(fd=3) = ? <unfinished>' "a killed program's archive is read as it is"
run "$fxtrace" info killed.fxt
is "$(grep -c 'not finished' <<<"$out")" 1 'info says that it is not finished'
is "$(grep ^lost <<<"$out")" \
	'lost:       7 calls, counted by a process that has not reported them' \
	'and what it had lost'
run "$fxtrace" recover killed.fxt
run "$fxtrace" info killed.fxt
is "$(grep ^lost <<<"$out")" 'lost:       5 calls that found no space
lost ends:  2 ends of calls that found no space' \
	'a recovered archive reports the same losses'
run "$fxtrace" dump --stable killed.fxt
is "$(wc -l <<<"$out")" 3 'and has the same calls'

traced sh -c 'echo $$ >/dev/null; exit 3'
run "$fxtrace" dump --json fxt/*.fxt
json_lines "$(wc -l <"$tmp/out")" "a shell's archive is JSON too"
run "$fxtrace" info fxt/*.fxt
[ "$status" = 0 ] && grep -q '^function: ' <<<"$out"
ok $? "a shell's archive can be summed up" || note <"$tmp/err"

"$fxtrace" record -q -o typed.fxt -c bind,sigprocmask "$b/tests/app/addresses" \
	>/dev/null
run "$fxtrace" dump --json typed.fxt
grep -q '"addr":{"sin_family":"AF_INET","sin_port":0,"sin_addr":"127.0.0.1"}' <<<"$out"
ok $? 'addresses are objects in JSON, in the order of this machine' ||
	echo "$out" | note
grep -q '"addr":{"sin6_family":"AF_INET6","sin6_port":80,"sin6_flowinfo":0,"sin6_addr":"::1"' <<<"$out"
ok $? 'with what people write for an address' || echo "$out" | note

FXTRACE_MODE=streaming "$fxtrace" record -q -o exec.fxt sh -c 'exec env sh -c "kill -9 \$\$"' 2>err
is "$("$fxtrace" info exec.fxt |
	grep -E '^(unfinished|replaced):' | tr -s ' ')" \
	"unfinished: 1 call without an end
replaced: 2 calls that became another program" \
	'info counts calls that became a program separately from those that never ended'
