#!/bin/bash
# SPDX-License-Identifier: MIT
# A disk that gets full: the recording stops in time for its last word, and the
# archive is whole up to there.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
sequence=$b/tests/hazard/sequence
unset FXTRACE_MODE

plan 14
mkdir small
if ! mount -t tmpfs -o size=2m none small 2>err.out; then
	for _ in $(seq 14); do skip 'cannot mount' 'a full disk'; done
	exit
fi
trap 'umount -l "$tmp/small"; rm -rf "$tmp"' EXIT

# whole ARCHIVE: no damage in it
whole() {
	"$fxtrace" info "$1" >info.out 2>&1 &&
		! grep -E '^(stray|damaged|undefined)' info.out
}
value() { awk -v key="$1:" '$1 == key { n += $2 } END { print n + 0 }' info.out; }

# counted NAME: all of 120,000 calls of sequence are there or counted as lost;
# the disk is full
counted() {
	whole small/a.fxt
	ok $? "$1: the archive is whole up to there" || note <info.out
	is "$(($(value calls) + $(value lost)))" 120000 \
		"$1: and counts every call that is missing" || note <info.out
	grep -q '^notice: .*the archive ends here: No space left on device' info.out
	ok $? "$1: and says why it ends" || note <info.out
	left=$(df -k --output=avail small | tail -n 1)
	[ "$left" -lt 256 ]
	ok $? "$1: and has used the disk" || note <<<"$left KiB are left"
	rm -f small/*
}

FXTRACE_CALLS=lseek "$fxtrace" record -o small/a.fxt "$sequence" 120000 2 1 0 \
	>counts.out 2>err.out
counted 'record'
"$fxtrace" manager -q --until-empty -o small/a.fxt >variable 2>err.out &
until [ -s variable ]; do sleep 0.01; done
env "$(cat variable)" FXTRACE_CALLS=lseek LD_PRELOAD="$lib" "$sequence" \
	120000 2 1 0 >counts.out
wait
counted 'a manager'
FXTRACE_CALLS=lseek FXTRACE_OUTPUT=$tmp/small/a.fxt LD_PRELOAD=$lib \
	"$sequence" 120000 2 1 0 >counts.out 2>&1
for _ in $(seq 1000); do
	"$fxtrace" info small/a.fxt 2>/dev/null | grep -q '^notice:' && break
	sleep 0.02
done
counted 'LD_PRELOAD alone'

"$fxtrace" record -o small/a.fxt --mode circular -b 1M -c lseek \
	--trigger 'snapshot:lseek;every=1ns' "$sequence" 400000 2 1 0 \
	>counts.out 2>err.out
whole small/a.fxt && [ "$(value calls)" -gt 1000 ]
ok $? 'snapshots leave space for the archive of their session' ||
	cat info.out err.out | note
grep -q 'snapshot-.*: No space left on device; the snapshot is not written' \
	err.out && [ "$(value lost)" = 0 ]
ok $? 'one that would not is not written, and this is said' || note <err.out
