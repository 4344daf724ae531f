#!/bin/bash
# SPDX-License-Identifier: MIT
# The state of OpenGL while a replay goes on, as it is printed. It is what the
# driver has, though only what calls may have changed is queried.
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

# Each uniform holds 1, 2, 3 and so on, plain and at each place in a block; a
# bool holds 1, 0, 1.
FXTRACE_OUTPUT=uniforms.fxt LD_PRELOAD=$lib "$b/tests/replay/uniforms" egl \
	>/dev/null 2>&1
last=$("$fxtrace" dump --calls glDrawArrays uniforms.fxt | sed -n '$s/ .*//p')
"$fxtrace" replay --headless --state "${last:-0}" uniforms.fxt 2>replay.out |
	perl -MJSON::PP -0777 -ne 'my $state = JSON::PP->new->decode($_);
		my %n;
		for my $uniform (@{$state->{program}{uniforms}}) {
			my ($where) = $uniform->{name} =~ /^([a-z]+)_/;
			my $type = $uniform->{type};
			my $value = $uniform->{value};
			my ($columns, $rows) = $type =~ /MAT(\d)x(\d)/ ? ($1, $2)
				: $type =~ /(MAT|VEC)(\d)/ ? ($1 eq "MAT" ? $2 : 1, $2) : (1, 1);
			$value = $value->[1] if $where eq "pair";
			my $got = join " ", ref $value ? @$value : $value;
			my $want = join " ", map { $type =~ /BOOL/ ? $_ % 2 : $_ }
				1 .. $columns * $rows;
			print "$uniform->{name}, $type: $got\n" if $got ne $want;
			$n{$where}++;
		}
		print map { "$n{$_} $_\n" } sort keys %n' >uniforms.out
is "$(cat uniforms.out)" '38 block
38 pair
38 plain
18 row' 'uniforms of all types have their values, wherever they are stored' ||
	note <replay.out

FXTRACE_OUTPUT=fixed-4.fxt LD_PRELOAD=$lib "$b/tests/replay/fixed" egl 4 \
	>/dev/null 2>&1
begin=$("$fxtrace" dump --calls glBegin fixed-4.fxt | sed -n '1s/ .*//p')
replay --headless --state "${begin:-0}" fixed-4.fxt
is "$? $(grep -c 'no state: .*glBegin' replay.out)" '1 1' \
	'there is none between glBegin and glEnd'

FXTRACE_OUTPUT=coordinates.fxt LD_PRELOAD=$lib "$b/tests/replay/fixed" egl >/dev/null 2>&1
draw=$("$fxtrace" dump --calls glRectf coordinates.fxt | sed -n '1s/ .*//p')
"$fxtrace" replay --headless --state "${draw:-0}" coordinates.fxt 2>replay.out |
	perl -MJSON::PP -0777 -ne 'my $state = JSON::PP->new->canonical->decode($_);
		print JSON::PP->new->canonical->encode($_->{generated}), "\n"
			for grep {%{$_->{generated} // {}}} @{$state->{textures}}' >generated
is "$(cat generated)" '{"GL_S":{"GL_EYE_PLANE":[1,0,0,0],"GL_OBJECT_PLANE":[1,0.5,0,0.25],"GL_TEXTURE_GEN_MODE":"GL_OBJECT_LINEAR"},"GL_T":{"GL_EYE_PLANE":[0,2,0,0.5],"GL_OBJECT_PLANE":[0,1,0,0],"GL_TEXTURE_GEN_MODE":"GL_EYE_LINEAR"}}' \
	'coordinates that are generated are printed, and no others' || note <replay.out

for bad in x 4-2 1,,2 1,x; do
	replay --headless --state $bad es2.fxt
	echo "$? $(grep -c 'expected numbers of calls' replay.out)"
done >why
is "$(sort -u why)" '2 1' 'other lists of calls are refused'
plan $n_tests
