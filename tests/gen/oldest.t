#!/bin/bash
# SPDX-License-Identifier: MIT
# A library's versions begin later on a younger machine: --oldest.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
fxgen=${FXGEN:-$b/fxgen}

cat >old.api <<'API'
api old
soname libold.so.1
category old:all
type integer int
int of_two(int n)
	version OLD_2.3.4
int of_nine(int n)
	version OLD_2.9
int of_forty(int n)
	version OLD_2.40
int of_both(int n)
	version OLD_2.40 and OLD_2.4
int of_none(int n)
	version OLD_2.10 and OLD_2.5
API
versions() { sed -n 's/^\(OLD_[0-9.]*\) {/\1/p' map_old.ld | sort -V | xargs; }

# exports: of functions with two versions, the names that are exported
exports() {
	sed -nE 's/.*EXPORT(_BOTH|)\(([a-z_]*, )?"(of_both|of_none)"(.*)\).*/\3\4/p' \
		wrap_old.c
}

plan 4
"$fxgen" -o . old.api >err 2>&1
is "$(versions)" 'OLD_2.3.4 OLD_2.4 OLD_2.5 OLD_2.9 OLD_2.10 OLD_2.40' \
	'functions have the versions of their descriptions' || note <err
is "$(exports)" 'of_both, "OLD_2.40", "OLD_2.4"
of_none, "OLD_2.10", "OLD_2.5"' 'two versions of a function are exported'
"$fxgen" --oldest OLD_2.17 -o . old.api >err 2>&1
is "$(versions)" 'OLD_2.17 OLD_2.40' \
	'the oldest version stands for those before it' || note <err
is "$(exports)" 'of_both, "OLD_2.40", "OLD_2.17"
of_none' 'also for the older of two, and both may be one' || note <wrap_old.c
