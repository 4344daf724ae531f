#!/bin/bash
# SPDX-License-Identifier: MIT
# Damaged archives of OpenGL make no `inspect` crash or hang. A page that it writes
# can be read. HOSTILE is how many archives there are.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay/lib.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY

plan 4
recorded es2 es2
[ -e es2.fxt ] || {
	for i in 2 3 4; do skip 'nothing was recorded' "damaged archives $i"; done
	exit
}
# damaged SEED: some bytes of the second half, in which calls are, are others
damaged() {
	perl -e 'my ($seed) = @ARGV;
		srand $seed;
		open my $in, "<:raw", "es2.fxt" or die;
		my $bytes = do { local $/; <$in> };
		my $n = length $bytes;
		for (1 .. 1 + $seed % 7) {
			my $at = int($n / 3 + rand $n * 2 / 3);
			substr($bytes, $at, 1) = chr($seed % 3 ? int rand 256
				: 255 & ord(substr $bytes, $at, 1) ^ 1 << rand 8);
		}
		print $bytes' "$1" >bad.fxt
}
: >why
: >unread
n_pages=0
for ((i = 1; i <= ${HOSTILE-20}; i++)); do
	damaged $i
	rm -f bad.html
	timeout -k 5 "$(scaled 120)" "$fxtrace" inspect -f 0- -o bad.html bad.fxt \
		>said 2>&1
	status=$?
	if [ $status -gt 1 ] || grep -qE 'Sanitizer|runtime error' said; then
		echo "archive $i: status $status"
		head -n 8 said
	fi >>why
	[ -e bad.html ] || continue
	n_pages=$((n_pages + 1))
	perl -I "$tests" -Minspect_data -e 'my $page = inspect_data->new(@ARGV);
		$page->{about}{frames} or die "no frames\n";
		for my $i (0 .. $#{$page->{draws}{draws}}) {
			$page->state_of($i);
			$page->items($_) for qw(tile content) }' \
		bad.html >>unread 2>&1 || echo "archive $i" >>unread
done
[ ! -s why ]
ok $? 'no damaged archive makes it crash or hang' || note <why
[ $n_pages -ge $((${HOSTILE-20} / 2)) ]
ok $? 'pages are written of most of them' || echo "$n_pages" | note
[ ! -s unread ]
ok $? 'and each can be read' || note <unread
