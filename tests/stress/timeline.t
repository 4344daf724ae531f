#!/bin/bash
# SPDX-License-Identifier: MIT
# Pages of a million calls, and of glmark2, in headless Chromium. They load, are
# searched, zoomed and drawn. Also top's memory, which does not grow with the
# session.
# shellcheck disable=SC1091,SC2015,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
plan 12
export FXTRACE_MODE=streaming HOME=$tmp

# page FILE NAME...: what a browser makes of it: four tests
page() {
	command -v chromium >/dev/null && command -v chromedriver >/dev/null ||
		{
			for name in "${@:2}"; do skip 'no chromium' "$name"; done
			return
		}
	perl -I "$tests" "$tests/stress/timeline.pl" "$fxtrace" "$tmp/$1" >results
	local line=0
	for name in "${@:2}"; do
		read -r is_good what <<<"$(sed -n "$((++line))p" results)"
		[ "$is_good" = 1 ]
		ok $? "$name" || echo "$what" | note
	done
}

cat >many.pl <<'P'
for my $i (1 .. shift) {
	open my $f, '<', '/etc/hostname';
	my $line = <$f>;
	close $f;
	-e "/no/such/$i";
}
P
"$fxtrace" record -q -o many.fxt perl many.pl 150000
[ "$("$fxtrace" query many.fxt 'select count(*) > 1000000 from calls' | tail -n 1)" = 1 ]
ok $? 'a million calls are recorded'
"$fxtrace" timeline -o many.html many.fxt &&
	[ "$(stat -c %s many.html)" -lt 50000000 ]
ok $? 'their page has less than 50 MB'
page many.html 'it loads' 'all matches are found' 'a call is found and shown' \
	'it is drawn at every zoom'

if command -v glmark2 >/dev/null && command -v xvfb-run >/dev/null; then
	LIBGL_ALWAYS_SOFTWARE=1 timeout 300 xvfb-run -a \
		-s '-screen 0 640x480x24 -noreset' "$fxtrace" record -q -o gl.fxt \
		glmark2 -b build:duration=5 -b texture:duration=5 \
		--size 200x150 >/dev/null 2>&1
	"$fxtrace" timeline -o gl.html gl.fxt
	page gl.html 'glmark2 loads' 'its frames are those that info counts' \
		'a swap is found and shown' 'it is drawn at every zoom, too'
else
	for name in 'glmark2 loads' 'its frames are those that info counts' \
		'a swap is found and shown' 'it is drawn at every zoom, too'; do
		skip 'no glmark2' "$name"
	done
fi

# most FILE: of top's memory in KiB, once the session of the program has ended
most() {
	"$fxtrace" record -q --overwrite -o "$1" perl many.pl "$2" &
	until "$fxtrace" top --batch -n 1 -d 0.1 "$1" >/dev/null 2>&1; do
		sleep 0.1
	done
	"$fxtrace" top --batch -d 0.3 "$1" -l 0 >tables 2>ended &
	while read -r kib <<<"$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' \
		/proc/$!/status 2>/dev/null)" && [ "$kib" ]; do
		echo "$kib"
		sleep 0.1
	done | tail -n 1
	wait
}
short=$(most short.fxt 150000)
long=$(most long.fxt 1500000)
[ "$short" ] && [ "$long" -lt 400000 ] && [ "$long" -lt $((short * 2)) ]
ok $? 'top needs no more memory for a session of ten times the calls' ||
	echo "$short and $long KiB" | note
calls=$("$fxtrace" info long.fxt | sed -n 's/^calls: *\([0-9]*\).*/\1/p')
counted=$(awk '!NF { n = 0 } $1 ~ /^[0-9]+$/ && NF == 8 { n += $2; last = n }
	END { print last }' tables)
[ "$calls" -gt 10000000 ] && [ "$counted" = "$calls" ]
ok $? 'and counts all of them' || echo "$counted of $calls" | note
