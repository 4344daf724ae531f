#!/bin/bash
# SPDX-License-Identifier: MIT
# The structs that are marked glibc_only are those that musl's headers have
# otherwise.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
root=$(cd "$tests/.." && pwd)
export LC_ALL=C

plan 3
if ! command -v musl-gcc >/dev/null; then
	for i in 1 2 3; do skip 'no musl-gcc' "musl: $i"; done
	exit
fi
# TYPE MEMBER EXPRESSION, one a line, of all structs that are described
perl -ne '
	if (/^type (typedef )?struct (\w+)$/) {
		($name, $c) = ($2, $1 ? $2 : "struct $2");
		print "$name - sizeof($c)\n";
	} elsif (/^type view struct (\w+) (.*)$/) {
		($name, $c) = ($1, $2);
		print "$name - sizeof($c)\n";
	} elsif (/^\S/) {
		$name = "";
	} elsif ($name && !/^\s+(show|length|glibc_only|#)/ &&
		/^\s+[^:]*\s\**(\w+)(\[[^]]*\])?\s*(:(?!.*\bat\b).*)?$/) {
		print "$name $1 offsetof($c, $1) * 4096 + ",
			"sizeof((($c *)0)->$1)\n";
	}' "$root"/gen/api/libc/*.api >probes
# headers COMPILER: the descriptions' headers that it has
headers() {
	# the kernel's headers last: some of libc's define the same otherwise
	grep -h '^include ' "$root"/gen/api/libc/*.api | sort -u |
		awk '!/<linux\// { print; next } { n++; last[n] = $0 }
			END { for (i = 1; i <= n; i++) print last[i] }' |
		while read -r _ header; do
			echo "#include $header" | "$1" -D_GNU_SOURCE -xc -w \
				-fsyntax-only - 2>/dev/null &&
				echo "#include $header"
		done
}
# measure COMPILER: TYPE MEMBER NUMBER of what its headers have
measure() {
	local bad
	headers "$1" >headers
	cp probes left
	while :; do
		{
			# musl 1.2.4 has glob64_t only on request
			echo '#define _GNU_SOURCE'
			echo '#define _LARGEFILE64_SOURCE'
			cat headers
			echo '#include <stdio.h>'
			echo '#include <stddef.h>'
			echo 'int main(void) {'
			awk '{ t = $1; m = $2; $1 = $2 = ""; printf \
				"#line %d\nprintf(\"%s %s %%zu\\n\", %s);\n",
				NR, t, m, $0 }' left
			echo 'return 0; }'
		} >probe.c
		"$1" -w -fmax-errors=0 -o probe probe.c 2>errors && break
		bad=$(sed -n 's/^probe.c:\([0-9]*\):[0-9]*: error.*/\1d/p' \
			errors | sort -u)
		[ "$bad" ] || return
		sed -i "$bad" left
	done
	./probe
}
measure "${CC:-cc}" | sort >glibc.out
measure musl-gcc | sort >musl.out
[ "$(wc -l <glibc.out)" -gt 500 ] && [ "$(wc -l <musl.out)" -gt 400 ]
ok $? 'most structs are in both' || wc -l glibc.out musl.out | note
# A member that musl lacks is one of another layout, unless it lacks all.
cut -d' ' -f1 musl.out | uniq >known
join -j 1 -v 1 <(awk '$2 != "-" { print $1 "," $2 " " $3 }' glibc.out) \
	<(awk '$2 != "-" { print $1 "," $2 " " $3 }' musl.out) |
	sed 's/,.*//' >other
join <(awk '$2 != "-" { print $1 "," $2 " " $3 }' glibc.out) \
	<(awk '$2 != "-" { print $1 "," $2 " " $3 }' musl.out) |
	awk '$2 != $3 { sub(/,.*/, ""); print }' >>other
# termios: the speeds are where glibc has them, and named otherwise.
# file_handle: its last member has no name there.
# ntptimeval, FTSENT: no function of musl takes one.
sort -u other | comm -12 - known |
	grep -vxE 'termios|file_handle|ntptimeval|FTSENT' >differ
perl -ne '$name = $2 if /^type (typedef |view )?struct (\w+)/;
	print "$name\n" if /^\s+glibc_only$/' "$root"/gen/api/libc/*.api |
	sort -u >marked
is "$(comm -23 differ marked)" '' 'every struct that musl has otherwise is marked'
is "$(comm -13 differ marked)" '' 'and no other'
