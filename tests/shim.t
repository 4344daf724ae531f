#!/bin/bash
# SPDX-License-Identifier: MIT
# A shim of another library: generated from its description, built by hand, and
# registered with libfxtrace.so at run time.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
top=$(cd "$tests/.." && pwd)
fxgen=${FXGEN:-$b/fxgen}

plan 13

build() {
	local cc="gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -fPIC
		-fno-builtin -fvisibility=hidden -I$top -I."
	"$fxgen" -o . "$top/tests/shim/point.api" &&
		gcc -fPIC -shared -I"$top" -o libpoint.so \
			"$top/tests/shim/point.c" &&
		gcc -I"$top" -o main "$top/tests/shim/main.c" -L. -lpoint \
			-Wl,-rpath,"$tmp" &&
		$cc -DFXP_SHIM=point -shared -o shim.so table_point.c \
			wrap_point.c "$top/preload/shim/shim.c"
}

build >build.out 2>&1
ok $? 'a shim builds from its description without a warning' || note <build.out

./main >want.out
want=$?
LD_PRELOAD="$lib:$tmp/shim.so" FXTRACE_OUTPUT="$tmp/x.fxt" ./main >got.out
got=$?
is "$got $(cat got.out)" "$want $(cat want.out)" \
	'the program behaves as without it'
LD_PRELOAD="$tmp/shim.so" ./main >got.out
is "$? $(cat got.out)" "$want $(cat want.out)" \
	'without libfxtrace.so the calls of a shim pass through'

calls x.fxt >calls.out 2>&1
is "$(grep -c '^[0-9]* point_' calls.out)" 5 'every call of the library is recorded'
is "$(sed -n 's/^[^a-z]*\(point_move.*\)/\1/p' calls.out)" \
	"point_move(p={x=1, y=2} => {x=11, y=-18}, dx=10, dy=-20) = 1
point_move(p=NULL, dx=1, dy=1) = -1 EINVAL" \
	'values and failures are those of the description'
is "$(sed -n 's/^[^a-z]*\(point_label.*\)/\1/p' calls.out)" \
	'point_label(label="höhe 𝄞", back="höhe 𝄞", n=16) = 6' \
	'wide strings are shown as UTF-8'
is "$("$fxtrace" info x.fxt | grep -c 'point_')" 4 \
	'the archive has the functions together with those of libc'

grep -o 'route_sum(.*' calls.out >routes.out
is "$(sed -n 1p routes.out)" "route_sum(first=[{name=\"first\", at={x=1, y=0}, \
n_notes=2, notes=[7, 8]}, {name=PTR, at={x=20, y=0}, n_notes=9, notes=PTR}], \
n=9) = 21" 'a list is followed, and what is behind its members where it is there'
is "$(sed -n 2p routes.out | grep -o 'at={x' | wc -l) $("$fxtrace" dump --json \
	x.fxt | grep 'name":"route_sum' | sed -n 2p |
	grep -o '"marks":[^]]*]')" \
	'64 "marks":["cut"]' 'one that leads back to itself ends at 64, as cut'
is "$(sed -n 3p routes.out | sed 's/.*name=PTR/name=PTR/')" \
	'name=PTR, at={x=20, y=0}, n_notes=9, notes=PTR}], n=2) = 21' \
	'one that leads nowhere ends there'

# A table with more names than there are indexes left: only its number is large.
cc="gcc -std=gnu11 -D_GNU_SOURCE -O2 -fPIC -fno-builtin -fvisibility=hidden
	-I$top -I."
sed 's/\.n_strings = [0-9]*/.n_strings = 32760/' table_point.c >table_many.c
$cc -DFXP_SHIM=point -shared -o many.so table_many.c wrap_point.c \
	"$top/preload/shim/shim.c"
LD_PRELOAD="$lib:$tmp/many.so" FXTRACE_OUTPUT="$tmp/y.fxt" ./main >got.out
is "$? $(cat got.out)" "$want $(cat want.out)" \
	'a shim without indexes of strings does no harm'
calls y.fxt >many.out 2>&1
is "$(cat many.out)" "$(cat calls.out)" \
	'its calls are recorded like those of any other, with inline names'
# string_records ARCHIVE PATTERN: how many strings like that have an index
string_records() { "$fxtrace" dump --raw "$1" | grep -c "string index=.*$2"; }
is "$(string_records x.fxt '"point_move"') $(string_records y.fxt \
	'"point_move"') $(string_records y.fxt '"getenv"')" '1 0 1' \
	'other libraries keep their indexes'
