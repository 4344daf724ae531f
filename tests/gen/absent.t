#!/bin/bash
# SPDX-License-Identifier: MIT
# What the headers of a release lack is left out of tables and wrappers, which
# then compile; absent.api describes more than absent.h has.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
here=$tests/gen
root=$(cd "$tests/.." && pwd)
fxgen=${FXGEN:-$b/fxgen}
cc=${CC:-cc}

compiles() {
	# shellcheck disable=SC2086
	$cc -std=gnu11 -O2 -Wall -Wextra -Werror -fno-builtin -fPIC \
		-fvisibility=hidden -I"$root" -I"$here" -c "$1" -o out.o >err 2>&1
}

plan 9
# shellcheck disable=SC2086
"$fxgen" --cc "$cc -I$here" -o . "$here/absent.api" >said 2>err
ok $? 'descriptions of more than the headers have are understood' || note <err
is "$(cat absent_absent.txt)" "$(cat "$here/absent.out")" \
	'what they lack is listed'
is "$(cat said)" "fxgen: these headers lack $(wc -l <"$here/absent.out") things of absent, which are left out: ./absent_absent.txt" \
	'one line says how much it is'
compiles table_absent.c
ok $? 'the table compiles' || note <err
compiles wrap_absent.c
ok $? 'the wrappers compile' || note <err
is "$(cat exports_absent.txt)" 'by_cases
by_flags
by_kind
by_newer_kind
by_newer_pointer
by_old_machine
old_function' 'functions that need no missing type stay'

cat >old.api <<'API'
api absent
soname libabsent.so.1
include "absent.h"
category absent:all
type integer uint32_t
type enum kind int
	enumerators KIND_OLD
type flags flags int
	FLAG_OLD
type struct part
	int old
	uint32_t n
int old_function(int flags, const struct part *part)
	flags: flags flags if flags != KIND_OLD
	part: in
API
"$fxgen" --cc "$cc -I$here" -o . old.api >said 2>err &&
	mkdir plain && "$fxgen" -o plain old.api && [ ! -s said ] &&
	for f in plain/*; do cmp "$f" "${f#plain/}" || exit 1; done >err 2>&1
ok $? 'where the headers have all, nothing is said and the output is the same' ||
	note <err
! "$fxgen" --cc "$here/no-compiler" -o . "$here/absent.api" >err 2>&1 &&
	grep -q 'compiler gives no answer' err
ok $? 'a compiler that does not run is an error' || note <err
echo '#include <no/such/header.h>' >broken.h
! "$fxgen" --cc "$cc -include broken.h -I. -I$here" -o . "$here/absent.api" \
	>err 2>&1 && grep -q 'compiler gives no answer' err
ok $? 'headers that do not compile are an error' || note <err
