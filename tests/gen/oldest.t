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
API
versions() { sed -n 's/^\(OLD_[0-9.]*\) {/\1/p' map_old.ld | sort -V | xargs; }

plan 2
"$fxgen" -o . old.api >err 2>&1
is "$(versions)" 'OLD_2.3.4 OLD_2.9 OLD_2.40' \
	'functions have the versions of their descriptions' || note <err
"$fxgen" --oldest OLD_2.17 -o . old.api >err 2>&1
is "$(versions)" 'OLD_2.17 OLD_2.40' \
	'the oldest version stands for those before it' || note <err
