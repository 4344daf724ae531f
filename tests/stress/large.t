#!/bin/bash
# SPDX-License-Identifier: MIT
# An archive of more than 4 GiB, whose ticks have more than 32 bits, and a
# program that loads 70,000 modules. 10 GiB of space are needed.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
n=2200

plan 8

"$fxtrace" record -q -o large.fxt --blob-max all -- \
	dd if=/dev/zero of=/dev/null bs=1M count=$n 2>/dev/null
size=$(stat -c %s large.fxt)
[ "$size" -gt 4294967296 ]
ok $? "an archive of more than 4 GiB is recorded ($size bytes)"

# counts: of reads and writes of 1 MiB with their data
counts() {
	"$fxtrace" dump large.fxt | awk -v whole='[1048576], count=1048576) = ' '
		index($0, whole) && / read\(/ { reads++ }
		index($0, whole) && / write\(/ { writes++ }
		END { print reads, writes }'
}
is "$(counts)" "$n $n" 'each call is there, with its data'
"$fxtrace" info large.fxt >info.out
[ "$(sed -n 's/^bytes:.* \([0-9]*\) blobs.*/\1/p' info.out)" -gt \
	$((2 * n << 20)) ]
ok $? 'all of the data is in the file' || note <info.out
! grep -q '^lost\|^no space\|^undefined\|^unknown' info.out
ok $? 'nothing is lost or undefined' || note <info.out
ticks=$("$fxtrace" dump --raw large.fxt | tail -n 1 |
	sed 's/.* ticks=\([0-9]*\) .*/\1/')
"$fxtrace" trim --calls 4000-4001 large.fxt part.fxt 2>/dev/null
is "$("$fxtrace" dump part.fxt | grep -c '\[1048576\], count=1048576)')" 2 \
	"calls behind 4 GiB are trimmed, with their data (the last tick is $ticks)"
printf 'DDDDDDDD' >>large.fxt
"$fxtrace" recover large.fxt 2>recover.out
is "$? $(stat -c %s large.fxt) $(counts)" "0 $size $n $n" \
	'recover cuts off what is behind it' || note <recover.out
rm -f large.fxt part.fxt

"$fxtrace" record -q -o modules.fxt --stack access -- \
	"$b/tests/hazard/modules" "$b/tests/hazard/lib/libmodule.so" 70000 1 \
	>/dev/null 2>&1
is "$? $("$fxtrace" info modules.fxt | grep -c '^module:.*copy[0-9]*\.so"')" \
	'5 70000' 'of 70,000 modules each is recorded'
is "$("$fxtrace" dump --stacks modules.fxt |
	awk '/ access\(/ { match($0, /copy[0-9]+/)
		want = substr($0, RSTART, RLENGTH); n++ }
	/^ *#0 / { if (!match($0, /copy[0-9]+/) ||
		substr($0, RSTART, RLENGTH) != want) wrong++ }
	END { print n, wrong + 0 }')" '70000 0' \
	"each call's stack leads to its module"
