#!/bin/bash
# SPDX-License-Identifier: MIT
# What each call of OpenGL costs the program's thread, in CPU time. It runs
# without a recorder, under `fxtrace record`, and under apitrace, where it is
# installed. Runs are interleaved. For each function the median of five is
# printed, what each of the two adds, and how many times as much apitrace adds.
# The archives go to the script's temporary folder, so TMPDIR decides the disk.
#   CALLS=n UPLOADS=n ROUNDS=n tests/bench/gl.sh
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
program=("$b/tests/bench/gl" "${CALLS:-5000000}" "${UPLOADS:-500}")
"$b/tests/bench/gl" 1 1 >/dev/null || { echo 'gl: no OpenGL here'; exit; }

for ((i = 0; i < ${ROUNDS:-5}; i++)); do
	"${program[@]}" | sed 's/$/ native/' >>rows
	"$b/fxtrace" record -q --overwrite -o x.fxt "${program[@]}" |
		sed 's/$/ fxtrace/' >>rows
	"$b/fxtrace" info x.fxt | sed -n '/^lost:/p' >>lost
	if command -v apitrace >/dev/null; then
		apitrace trace -a egl -o x.trace "${program[@]}" 2>err |
			sed 's/$/ apitrace/' >>rows
	fi
	rm -f x.fxt x.trace
done
printf '%-26s %10s %10s %10s %8s\n' 'ns a call' native +fxtrace +apitrace times
sort -s -k1,1 -k3,3 -k2,2n rows | awk '
	function take() {
		if (n)
			median[of, who] = value[int((n + 1) / 2)]
		n = 0
	}
	$1 != of || $3 != who { take(); of = $1; who = $3; seen[of] = 1 }
	{ value[++n] = $2 }
	END {
		take()
		for (of in seen) {
			fx = median[of, "fxtrace"] - median[of, "native"]
			api = median[of, "apitrace"] - median[of, "native"]
			printf "%-26s %10.1f %10.1f", of, \
				median[of, "native"], fx
			if ((of, "apitrace") in median)
				printf " %10.1f %8.1f", api, api / fx
			print ""
		}
	}' | sort -k1,1
sort lost | uniq -c
