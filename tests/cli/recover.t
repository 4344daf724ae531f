#!/bin/bash
# SPDX-License-Identifier: MIT
# recover, on archives made word by word: what it keeps, what it leaves out.
# Whatever is no killed process's archive stays as it is.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program mkarchive
program lsarchive

# list FILE PATTERN: how many of its records fit
list() { lsarchive "$1" | grep -c "$2"; }

# recovered FIELD=VALUE...: makes a.fxt so and recovers it into $records
recovered() {
	mkarchive a.fxt "$@" || exit 1
	run "$fxtrace" recover a.fxt
	records=$(lsarchive a.fxt)
}

# refused PATTERN NAME FIELD=VALUE...: an archive that recover leaves alone
refused() {
	mkarchive a.fxt "${@:3}" || exit 1
	cp a.fxt before.fxt
	run "$fxtrace" recover a.fxt
	[ "$status" = 1 ] && says "^fxtrace: a.fxt: .*$1" &&
		cmp -s a.fxt before.fxt
	ok $? "$2" || echo "status $status: $err" | note
}

calls='begin libc:io read fd=3
end libc:io read fd=3
begin libc:io read fd=3
end libc:io read fd=3
begin libc:io read fd=3'
strings='string 1 libc:io
string 2 read
string 3 fd'
plan 59

recovered
is "$status $err" '0 fxtrace: a.fxt: recovered 3 calls, 21 KiB' \
	'a killed archive is recovered, and what was found is reported'
is "$(grep -E '^(begin|end)' <<<"$records")" "$calls" 'every call is kept'
is "$(grep ^string <<<"$records")" "$strings" 'every string is kept'
is "$(grep -c ^gap <<<"$records")" 0 'no gap is left'
is "$(grep -c ^filler <<<"$records")" 1 'no filler but the header is left'
[ "$(stat -c %a a.fxt)" = 600 ]
ok $? 'the archive is its owner'"'"'s alone'
is "$(echo .fxtrace-* | grep -v '[*]')" '' 'no temporary file is left'
[ "$(stat -c %s a.fxt)" -lt 24000 ]
ok $? 'what was never written takes no space'
cp a.fxt once.fxt
run "$fxtrace" recover a.fxt
ends 0 'is finished already' 'a finished archive is no error'
cmp -s a.fxt once.fxt
ok $? 'a finished archive is left as it is'
run "$fxtrace" recover -o twice.fxt a.fxt
cmp -s once.fxt twice.fxt
ok $? 'recovering a recovered archive again changes no byte'

mkarchive a.fxt
cp a.fxt before.fxt
run "$fxtrace" recover -o b.fxt a.fxt
cmp -s a.fxt before.fxt && cmp -s b.fxt once.fxt
ok $? '-o writes elsewhere and leaves the archive alone'
mkarchive a.fxt
ln -s a.fxt link.fxt
"$fxtrace" recover link.fxt 2>/dev/null
[ ! -L link.fxt ] && cmp -s link.fxt once.fxt && ! cmp -s a.fxt once.fxt
ok $? 'a link becomes the finished archive, and what it led to stays'
mkarchive a.fxt
mkarchive b.fxt
run "$fxtrace" recover a.fxt nonsense.fxt b.fxt
ends 1 'nonsense.fxt: No such file' 'a file that is not there is an error'
cmp -s a.fxt once.fxt && cmp -s b.fxt once.fxt
ok $? 'the other files are recovered all the same'

# The clock
is "$(grep ^init <<<"$records")" 'init 1000000000' \
	'a clock of nanoseconds has their rate'
recovered control.clock=1 control.first.ticks=100 \
	control.first.monotonic_ns=1000 control.last.ticks=4000100 \
	control.last.monotonic_ns=2001000
is "$(grep ^init <<<"$records")" 'init 2000000000' \
	'the rate comes from the two clock pairs'
recovered control.clock=1 control.first.ticks=0x7000000000000000 \
	control.first.monotonic_ns=1000 control.last.monotonic_ns=1001 \
	control.ticks_per_second=123456789
is "${err##*, }, $(grep ^init <<<"$records")" '21 KiB, init 123456789' \
	'if they are too close, the rate is what the process had found'
recovered control.clock=1 control.first.ticks=0x7000000000000000 \
	control.first.monotonic_ns=1000 control.last.monotonic_ns=1001
if grep -qw constant_tsc /proc/cpuinfo; then
	ends 0 "died before it recorded its clock's rate" \
		'pairs that are too close are reported'
	rate=$(sed -n 's/^init //p' <<<"$records")
	[ "${rate:-0}" -gt 100000000 ] && [ "$rate" -lt 20000000000 ]
	ok $? 'then the rate is measured'
else
	skip 'no steady clock here' 'pairs that are too close are reported'
	skip 'no steady clock here' 'then the rate is measured'
fi

# Losses
recovered slot0.tid=7 slot0.n_lost=5 slot0.n_lost_ends=1
ends 0 '5 calls found no space' 'losses are reported to the user'
is "$(grep -c 'loss loss count=5 ends=1 thread=7' <<<"$records")" 1 \
	'losses that no record has get one'
is "$(grep 'loss lost' <<<"$records")" 'counter fxtrace:loss lost count=5' \
	'and are summed up by a counter'
is "$(grep -c 'metadata 3' <<<"$records")" 1 'and by a provider event'
recovered slot0.tid=7 slot0.n_lost=5 reported=5
is "$(grep -c 'loss' <<<"$records")" 1 'losses reported already are not reported again'
recovered slot0.tid=7 slot0.n_lost=6 reported=5
is "$(grep -c 'loss loss count=6' <<<"$records")" 1 \
	'losses since then are'
recovered control.n_lost_unslotted=3
is "$(grep -c 'loss loss count=3 ends=0 thread=0' <<<"$records")" 1 \
	'losses of no thread in particular are reported, too'

# Damage inside the regions
recovered rolling+6=0x40
ends 0 'left out .* of damage' 'damage is reported'
is "$(grep -c ^end <<<"$records")" 2 'what follows the damage is kept'
recovered rolling+412=0xfff4
is "$(grep -c ^end <<<"$records")" 2 'damage at the end costs nothing before it'
recovered rolling+8191=0xff4
is "$status $(grep -c ^end <<<"$records")" '0 2' \
	'a record that would cross the end is left out'
recovered durable+3=0xffffffffffffffff
is "$status $(grep -c '^begin' <<<"$records")" '0 3' \
	'damage in the durable region does not reach the calls'

# What is not a killed process's archive
refused 'not a Fuchsia trace archive' 'another file is refused' word+0=1
refused 'no Provider Info' 'an archive without provider is refused' word+1=0
refused 'empty' 'an empty file is refused' size=0
refused 'ends inside' 'a file that ends in the header is refused' size=100
refused 'before it recorded anything' 'zeros are nothing to recover' \
	word+0=0 word+1=0
refused 'a record expected' 'an archive of another maker is refused' \
	header.magic=1
refused 'header version 3' 'another header version is refused' \
	header.version=3
refused 'buffer mode 2' 'another mode is refused' header.mode=2
refused 'control area' 'a control area beyond its record is refused' \
	header.control_off=33024
refused 'control area' 'a control area at the end of numbers is refused' \
	header.control_off=0xffffffffffffffc0
refused 'control area' 'a control area over the header is refused' \
	header.control_off=64
refused 'not a control area' 'another control version is refused' \
	control.version=3
refused 'contradict' 'a durable region elsewhere is refused' \
	header.durable_off=24
refused 'contradict' 'a durable region without end is refused' \
	header.durable_bytes=0xfffffffffffffff8
refused 'contradict' 'a rolling region without end is refused' \
	header.rolling_bytes=0xfffffffffffffff8
refused 'contradict' 'an odd size is refused' header.rolling_bytes=65537
mkfifo fifo.fxt
run timeout 5 "$fxtrace" recover fifo.fxt
ends 1 'not a regular file' 'a FIFO is refused without waiting'
run "$fxtrace" recover .
ends 1 'not a regular file' 'a directory is refused'

# Cut files
mkarchive a.fxt size=54300
run "$fxtrace" recover a.fxt
is "$status $(list a.fxt '^begin')" '0 2' 'a copy that was cut is recovered'
mkarchive a.fxt size=40000
run "$fxtrace" recover a.fxt
is "$status $(list a.fxt '^string')" '0 3' \
	'a copy without its calls keeps its strings'

# Live processes
mkarchive a.fxt hold=1 >held &
until [ -s held ]; do sleep 0.01; done
cp a.fxt copy.fxt
run "$fxtrace" recover a.fxt
ends 1 'is still writing it' 'the archive of a live process is refused'
run "$fxtrace" recover copy.fxt
ends 0 'recovered 3 calls' 'a copy of it is not'
run "$fxtrace" recover --force a.fxt
ends 0 'recovered 3 calls' '--force recovers it anyway'
kill $!

# The archive of a manager that was killed while it wrote
FXTRACE_MODE=streaming "$fxtrace" record -q -o m.fxt ls / >/dev/null
cp m.fxt whole.fxt
run "$fxtrace" recover m.fxt
ends 0 'is whole already' 'an archive that a manager has finished is no error'
cmp -s m.fxt whole.fxt
ok $? 'and is left as it is'
truncate -s -12 m.fxt
run "$fxtrace" recover m.fxt
ends 0 'after the last whole record' 'one that it was killed over is cut'
"$fxtrace" info m.fxt >/dev/null 2>err.out
ok $? 'and is whole then' || note <err.out
