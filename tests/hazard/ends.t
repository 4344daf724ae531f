#!/bin/bash
# SPDX-License-Identifier: MIT
# record ends as its program ends: by its status, or by its signal.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
# The shell's own $? does not distinguish a signal from its number.
cat >ends.pl <<'EOF2'
system { $ARGV[0] } @ARGV;
printf "%d %d\n", $? & 127, $? >> 8;
EOF2
# ends SIGNAL: how record ends whose program is killed by it
ends() {
	perl ends.pl "$fxtrace" record -q -o fxt/ sh -c "kill -$1 \$\$" \
		2>err.out
}

mkdir fxt
plan 12
for mode in streaming oneshot; do
	export FXTRACE_MODE=$mode
	for signal in 9 11 15 2; do
		is "$(ends $signal)" "$signal 0" \
			"$mode: record dies of signal $signal, as its program"
	done
done
is "$(perl ends.pl "$fxtrace" record -q -o fxt/ sh -c 'exit 137')" '0 137' \
	'a status that looks like a signal is a status'
rm -rf fxt/*
perl ends.pl "$fxtrace" record -o fxt/a.fxt sh -c 'kill -9 $$' 2>err.out \
	>got.out
is "$("$fxtrace" info fxt/a.fxt | grep -c '^calls:') $(
	grep -c 'fxt/a.fxt: ' err.out)" '1 1' \
	'the archive is saved, and the summary said, before'
mkdir core && cd core || exit
if [[ $(cat /proc/sys/kernel/core_pattern) != [/\|]* ]] &&
	ulimit -c unlimited 2>/dev/null; then
	perl ../ends.pl "$fxtrace" record -q -o ../fxt/b.fxt \
		sh -c 'kill -6 $$' >../got.out
	is "$(find . -name '*core*' -type f | wc -l)" 1 \
		'only the program leaves a core'
else
	skip 'no cores here' 'only the program leaves a core'
fi
cd ..
grep -q 'dies of the same signal' <("$fxtrace" help record | tr -s ' \n' ' ')
ok $? 'the help says so'
