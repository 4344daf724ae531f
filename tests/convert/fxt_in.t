#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives as other programs write them, made by mkfxt.pl: Fuchsia's own,
# Jane Street's library (magic-trace), the fxt module for Go, ocaml-trace. Each
# is read record by record, and every other format can be made of it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
plan 21

# raw WRITER: its records, without their offsets
raw() { "$fxtrace" dump --raw "$1.fxt" | cut -d ' ' -f 2-; }

# calls WRITER: without the number
calls() { "$fxtrace" dump "$1.fxt" | grep -v '^#' | cut -d ' ' -f 2-; }

for writer in fuchsia magic go ocaml; do
	perl "$tests/convert/mkfxt.pl" $writer >$writer.fxt
	raw $writer >$writer.raw
	made=
	for to in jsonl csv folded chrome sqlite fxt-compat fdr apitrace; do
		"$fxtrace" convert -c '*' --to $to $writer.fxt out 2>err ||
			made+=" $to: $(cat err)"
	done
	is "$made" '' "an archive of $writer becomes every other format"
done

"$fxtrace" convert --to fxt-compat fuchsia.fxt b.fxt 2>err
is "$(cat err)" "fxtrace: b.fxt: left out 4 switches of threads, 5 blobs of \
no call, 4 records of an unknown kind" 'what has no place there is reported'
is "$("$fxtrace" dump --raw b.fxt | sed -n 's/.* name="log" //p')" \
	'message:string ="a message" tail=0' 'messages are events there'

is "$(sed -n '/provider_info id=1/,/provider_info id=2/p' fuchsia.raw)" \
	'provider_info id=1 name="ktrace_provider"
provider_section id=1
init ticks_per_second=24000000
kernel_object type=1 koid=0 name="kernel"
thread index=1 koids=1000/1001
thread index=2 koids=1000/1002
scheduling type=0 ticks=2400 cpu=1 outgoing=1000/1001 incoming=1000/1002
scheduling type=0 ticks=2500 cpu=2 outgoing=0/77 incoming=1000/1002
scheduling type=1 ticks=2600 cpu=300 outgoing=0/1002 incoming=0/1001 '\
'incoming_weight:int32=10 outgoing_weight:int32=-1
scheduling type=2 ticks=2700 cpu=301 outgoing=0/0 incoming=0/1002 weight:int32=3
unknown type=10 words=5
unknown type=10 words=5
unknown type=10 words=4
unknown type=12 words=3
provider_info id=2 name="app"' \
	'switches of all three kinds are read, profiles are skipped'
is "$(grep -v 'event\|blob\|section\|unknown\|scheduling' fuchsia.raw |
	sed '1,/id=2/d')" 'init ticks_per_second=1000000000
string index=1 "process"
string index=2 "category"
string index=3 "old"
kernel_object type=2 koid=1001 name="main" process:koid=1000
kernel_object type=1 koid=1000 name="app\377\376"
thread index=1 koids=1000/1001
userspace_object pointer=0x1234 process=1000/1001 name="object" '\
'about:string ="it"
log ticks=200210 thread=1000/1001 message="a message"
init ticks_per_second=1000000000
string index=3 "new"
thread index=1 koids=1000/9223372036854775813' \
	'names may be any bytes, objects and messages are read'
is "$(grep 'duration_begin' fuchsia.raw)" \
	'event duration_begin ticks=200000 thread=1000/1001 '\
'category="category" name="all" none:null i:int32=-5 u:uint32=4000000000 '\
'l:int64=-5000000000 ul:uint64=18446744073709551615 d:double=0.5 '\
's:string ="text" indexed:string ="old" p:pointer=0xdead0000beef k:koid=1000 '\
'yes:bool=true no:bool=false b:blob bytes=11 '\
'"\000\001\002\003\004\005\006\007\010\t\n"' 'all kinds of arguments are read'
is "$(sed -n 's/^event \([a-z_]*\) .* tail=/\1 /p' fuchsia.raw | xargs -n 2)" \
	'instant 2
counter 5
async_begin 6
async_instant 6
async_end 6
duration_complete 200200
flow_begin 7
flow_step 7
flow_end 7
duration_complete 2764
duration_complete 200310' 'all kinds of events are read'
is "$(grep blob fuchsia.raw | grep -v ^event)" \
	'blob type=1 name="data" bytes=10 "some bytes"
blob type=2 name="branches" bytes=8 "\001\001\001\001\001\001\001\001"
blob type=3 name="perfetto" bytes=3 "\002\002\002"
large_blob format=0 category="cat" name="event" x:int32=1 bytes=40000 '\
"\"$(printf 'e%.0s' {1..32})\"...
large_blob format=1 category=\"cat\" name=\"file\" bytes=200001 "\
"\"$(printf 'f%.0s' {1..32})\"..." 'blobs of any size are read'
is "$(calls fuchsia)" '0.000114 1000/1002 handler() = ? <1.0us>
0.000200 1000/1001 all(none=NULL, i=-5, u=4000000000, l=-5000000000, '\
'ul=18446744073709551615, d=0.5, s="text", indexed="old", p=0xdead0000beef, '\
'k=1000, yes=true, no=false, b="\000\001\002\003\004\005\006\007\010\t\n") '\
'= 1 <100ns>
0.000200 1000/1001 whole() = ? <40ns>
0.000200 1000/9223372036854775813 new(s="new") = ? <10ns>' \
	'numbers of strings and threads mean what they did last, of each provider'
"$fxtrace" info fuchsia.fxt | grep -q '^full: *1 time' &&
	"$fxtrace" info fuchsia.fxt | grep -q '^unknown: *4 records'
ok $? 'info reports full buffers and of what is skipped'

is "$(calls magic)" '2.500000 77/78 outer(address=0x401000, symbol="outer") '\
'= ? <25ns>
2.500000 77/78 inner(address=-1) = ? <10ns>
2.500000 77/79 whole(f=0.25, b=true) = ? <5ns>
2.500000 77/79 open() = ? <unfinished>' \
	'names and threads in places that are used again; a rate with its beginning'
is "$("$fxtrace" info magic.fxt | grep '^process\|^thread\|^stray')" \
	'stray ends: 1 end without a begin
process:    77 "a.out", 4 calls
thread:     77/78 "main", 2 calls
thread:     77/79 "other", 2 calls' 'a provider may have number 0'
is "$(calls go)" '0.200000 3/45 Root() = ? <700.0ms>
0.300000 3/45 Inner() = ? <200.0ms>
1.500000 3/45 back(int_arg=1) = ?' \
	'there need be no provider, and a call that ends too early has no duration'
"$fxtrace" convert --to csv go.fxt - | grep -q '^2,1500000000,,' &&
	"$fxtrace" convert --to chrome go.fxt - 2>err |
	grep -q '"name":"back","ts":1500000.000,"dur":0.001,' &&
	[ "$("$fxtrace" query --no-heading go.fxt \
		"select count(*) from call where duration_ns is null")" = 1 ]
ok $? 'nor has it one in another format'
is "$(grep -v '^event duration\|^string' go.raw | sed 1,5d)" \
	'event instant ticks=100 thread=3/45 category="Foo" name="Root" nil:null '\
'negative:int32=-3 int_arg:string ="value" value:bool=true
event counter ticks=950 thread=3/45 category="Foo" name="Root" '\
'value:double=1.5 tail=555
blob type=1 name="Root" bytes=10 "testing123"
userspace_object pointer=0x10932 process=3/0 name="Root" int_arg:int32=111
scheduling type=1 ticks=450 cpu=3 outgoing=0/45 incoming=0/87 int_arg:int32=2
scheduling type=2 ticks=500 cpu=3 outgoing=0/0 incoming=0/45' \
	'what Go writes in addition to calls; an instant need not have a scope'
is "$(grep -v '^init\|^trace_info' ocaml.raw)" 'thread index=1 koids=500/500
kernel_object type=1 koid=500 name="prog"
kernel_object type=2 koid=501 name="t2" process:koid=500
event duration_begin ticks=100 thread=500/500 category="" name="span" '\
'unit:null i:int32=-2 big:int64=1099511627776 f:double=1.25 s:string ="café" '\
'empty:string ="" b:bool=true
event instant ticks=150 thread=500/501 category="" name="message"
event async_begin ticks=160 thread=500/501 category="" name="fiber" tail=3
event async_end ticks=180 thread=500/500 category="" name="fiber" tail=3
event duration_end ticks=200 thread=500/500 category="" name="span"
event duration_complete ticks=210 thread=500/501 category="" '\
'name="xxxxxxxxxxxxxxxxxxxx" tail=211' \
	'all strings may be inline, threads, too, and there need be no category'

# bad WRITER COMMAND: perl makes damaged bytes of $_, which are converted to one
# format after the other. Prints how many of them are no error with an offset,
# and no archive either.
bad() {
	local n_bad=0 n
	local formats=(jsonl csv folded chrome sqlite fxt-compat fdr apitrace fxt)
	for ((n = 0; n < $(stat -c %s "$1"); n += 16)); do
		perl -0777 -pe "\$n = $n; $2" "$1" >bad.fxt
		run "$fxtrace" convert -c '*' --to "${formats[n / 16 % 9]}" \
			bad.fxt bad.out
		[ "$status" = 0 ] || { [ "$status" = 1 ] &&
			says 'offset [0-9]\|there is no call to write'; } ||
			n_bad=$((n_bad + 1))
	done
	echo "$((n > 400)) $n_bad"
}
head -c 1408 fuchsia.fxt >small
for writer in small magic.fxt go.fxt ocaml.fxt; do
	bad $writer '$_ = substr $_, 0, $n + 3'
done >cuts
is "$(sort -u cuts)" '1 0' 'a cut is an error with its offset'
for writer in small magic.fxt go.fxt ocaml.fxt; do
	bad $writer 'substr($_, $n + $n / 16 % 16, 1) ^= chr(1 << $n / 16 % 8)
		if $n + 16 < length'
done >flips
is "$(sort -u flips)" '1 0' \
	'a flipped bit is an error with its offset, or another archive'
