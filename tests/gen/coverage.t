#!/bin/bash
# SPDX-License-Identifier: MIT
# Every function that this machine's libc, libm and libresolv export is
# described, or left out. The descriptions' folder has the reason.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
root=$(cd "$tests/.." && pwd)
left_out=$root/gen/api/libc/left-out
export LC_ALL=C

# exported LIBRARY: functions that a program can be linked with today
exported() {
	nm -D --defined-only "$("${CC:-cc}" -print-file-name="$1")" |
		sed -n 's/.* [TWi] \(.*\)@@GLIBC_[0-9.]*$/\1/p'
}

plan 6
sort -u "$b/gen/exports_libc.txt" >described
grep -v '^#' "$left_out" | cut -d' ' -f1 | sort >left
for library in libc.so.6 libm.so.6 libresolv.so.2; do
	exported $library | sort -u | tee -a all |
		comm -23 - <(sort -u described left) >missing
	[ -s all ] && [ ! -s missing ]
	ok $? "$library: every function is described or left out" ||
		note <missing
done
comm -12 described left >both
[ ! -s both ]
ok $? 'nothing that is described is left out' || note <both
uniq -d left >twice
[ ! -s twice ]
ok $? 'nothing is left out twice' || note <twice
! grep -vE '^#|^[A-Za-z_0-9]+(@GLIBC_[0-9.]+)? .+' "$left_out"
ok $? 'every name that is left out has a reason'
