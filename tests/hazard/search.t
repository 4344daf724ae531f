#!/bin/bash
# SPDX-License-Identifier: MIT
# A library is found where its opener looks for it. The recorder has the result
# of each call that does not depend on the opener.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
source=$tests/hazard/search.c
names=(libabsent.so libinside.so libutil.so.1)
variant=variants/glibc-hwcaps/x86-64-v2
mkdir -p inside empty $variant libraries

# library NAME FLAG... and program NAME FLAG...
read -ra cc <<<"${CC:-cc} -O0 -D_GNU_SOURCE"
library() { "${cc[@]}" -shared -fPIC -o "$@" || exit 1; }
program() { "${cc[@]}" -o "$1" "$source" "${@:2}" -ldl || exit 1; }
new=-Wl,--enable-new-dtags,-rpath,
old=-Wl,--disable-new-dtags,-rpath,

library inside/libinside.so -x c /dev/null
cp inside/libinside.so $variant
cp inside/libinside.so .
(
	cd libraries || exit 1
	library libnew.so -DIN_LIBRARY "$new\$ORIGIN/../inside" "$source"
	library libold.so -DIN_LIBRARY "$old$tmp/inside" "$source"
	library libempty.so -DIN_LIBRARY "$new$tmp/empty" "$source"
	library libspace.so -DIN_LIBRARY "$source"
) || exit 1
program runpath "$new$tmp/inside"
program rpath "$old$tmp/inside"
program origin "$new\$ORIGIN/none:\${ORIGIN}/inside"
program token "$new$tmp/\$LIB"
program variant "$new$tmp/variants"
program here "$new$tmp/empty:"
program by_new -DBY_LIBRARY "$tmp/libraries/libnew.so"
program by_old -DBY_LIBRARY "$tmp/libraries/libold.so"
program both -DBY_LIBRARY "$old$tmp/inside" "$tmp/libraries/libempty.so"
program space "-DIN_NAMESPACE=\"$tmp/libraries/libspace.so\""

# the results that the archive has, in the order of the names
results() {
	calls fxt/*.fxt |
		sed -n 's/.* dlopen(filename="lib.* = \([^ ]*\).*/\1/p' |
		paste -sd ' '
}

# try PROGRAM RESULTS HOW [OLDER]: two tests. Before glibc 2.34 it is not seen that
# a call failed whose result depends on the opener: then the results are OLDER.
hidden=no
ldd --version | grep -qE '^ldd .* 2\.3[123]$' && hidden=yes
try() {
	local results=$2
	[ $hidden = no ] || results=${4-$2}
	same "what is opened $3 is the same" "./$1" "${names[@]}"
	is "$(results)" "$results" 'and what fails, or does not depend on that, has its result'
}

plan 20
try runpath 'NULL ? PTR' 'with a RUNPATH'
try rpath 'NULL PTR PTR' 'with an RPATH of the program'
# shellcheck disable=SC2016
try origin 'NULL ? PTR' 'with $ORIGIN in the RUNPATH'
try token 'NULL NULL ?' 'with another variable in the RUNPATH' '? ? ?'
try variant 'NULL ? ?' 'with variants for processors' '? ? ?'
try here 'NULL ? PTR' 'with the current folder in the RUNPATH'
try by_new 'NULL ? PTR' 'from a library with a RUNPATH'
try by_old 'NULL ? ?' 'from a library with an RPATH' '? ? ?'
try both 'NULL NULL PTR' "past the program's RPATH" 'NULL ? PTR'
try space 'NULL NULL ?' 'from another namespace' '? ? ?'
