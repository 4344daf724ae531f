#!/bin/bash
# SPDX-License-Identifier: MIT
# The state of OpenGL while a replay goes on. What is printed is what the driver
# has, though only what calls may have changed is queried. It leaves no trace in
# what the program sees.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay/lib.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY

recorded es2 es2
[ -e es2.fxt ] || {
	plan 1
	exit
}

# looked NAME PROGRAM [ARGUMENT...]: one test
looked() {
	local name=$1 what="nothing changes unnoticed, and looking changes nothing: $*"
	shift
	FXTRACE_OUTPUT=$tmp/$name.fxt LD_PRELOAD=$lib "$b/tests/replay/$1" \
		"${@:2}" >/dev/null 2>&1
	replay --headless --check --verify-state "$name.fxt" &&
		grep -q ' [1-9][0-9]* results compared, 0 differ' replay.out &&
		grep -q 'after [1-9][0-9]* calls, 0 sections' replay.out
	ok $? "$what" || note <replay.out
}
looked es2 es2
looked es3 es3
for p in arrays buffers foreign lists names pixels resize shaders shared targets \
	wrong; do
	looked $p $p egl
done
# Not scene 2: this driver draws other pixels if it is flushed behind
# glEvalMesh, also by the program's own glFlush.
for i in 0 1 3 4 5 6 7 8 9 10 11; do
	looked fixed-$i fixed egl $i
done
for i in 0 1 2 3 4; do
	looked traceless-$i traceless egl $i
done

# A driver that changes something by a call that should not.
LD_PRELOAD=$b/tests/hazard/lib/libsly.so replay --headless --verify-state es2.fxt
is "$? $(grep -c 'glClear: unnoticed since call [0-9]*, rasterization: .*LINE_WIDTH' \
	replay.out | grep -c '[1-9]')" '1 1' 'what changes unnoticed is reported'

# states CALLS: numbers of the objects that are printed
states() {
	timeout 100 "$fxtrace" replay --headless --check --state "$1" \
		"${2-es2.fxt}" 2>replay.out |
		perl -MJSON::PP -0777 -ne 'my $json = JSON::PP->new;
			$json->incr_parse($_);
			while (my $s = $json->incr_parse) {
				print $s->{call}, " ";
				$s->{values}{GL_VIEWPORT} or die }'
}
mapfile -t draws < <("$fxtrace" dump --calls glDrawArrays es2.fxt |
	cut -d ' ' -f 1)
is "$(states "${draws[1]},${draws[3]}-${draws[3]}")" \
	"${draws[1]} ${draws[3]} " 'the states of several calls are printed'
is "$(states "${draws[0]}-$((draws[0] + 400))" | wc -w)" \
	"$("$fxtrace" dump --json --calls '%gl' es2.fxt |
		sed 's/^{"number":\([0-9]*\),.*/\1/' |
		awk -v a="${draws[0]}" '$1 >= a && $1 <= a + 400' | wc -l)" \
	'or of all in a range'
is "$(grep -c 'compared, 0 differ' replay.out)" 1 'and may be printed with --check'

# Each state of a range is the one that a replay of its own prints.
"$fxtrace" replay --headless --state "${draws[4]}-${draws[6]}" es2.fxt \
	>many.json 2>/dev/null
for n in "${draws[4]}" "${draws[5]}" "${draws[6]}"; do
	"$fxtrace" replay --headless --state "$n" es2.fxt 2>/dev/null |
		grep -vE "LOGGED|_POINTER" >one.json
	sed -n "/^  \"call\": $n,/,/^}/p" many.json | grep -vE "LOGGED|_POINTER" |
		diff <(tail -n +2 one.json) - || echo "call $n"
done >why
[ ! -s why ]
ok $? 'what is kept is what a new replay finds' || note <why

begin=$("$fxtrace" dump --calls glBegin fixed-4.fxt | sed -n '1s/ .*//p')
replay --headless --state "${begin:-0}" fixed-4.fxt
is "$? $(grep -c 'no state: .*glBegin' replay.out)" '1 1' \
	'there is none between glBegin and glEnd'
for bad in x 4-2 1,,2 1,x; do
	replay --headless --state $bad es2.fxt
	echo "$? $(grep -c 'expected numbers of calls' replay.out)"
done >why
is "$(sort -u why)" '2 1' 'other lists of calls are refused'
plan $n_tests
