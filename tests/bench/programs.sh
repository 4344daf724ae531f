#!/bin/bash
# SPDX-License-Identifier: MIT
# What recording costs whole programs: run time under `fxtrace record` over
# native. Runs are with the functions that are recorded by default and with all.
# Also which functions are called most, with their share of the native run time
# (as recorded: with the time that recording inner calls takes). Runs are
# interleaved; the median of five is printed. To a file next to the script's
# temporary folder, so TMPDIR decides the disk.
#   programs.sh [NAME...]
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
runs=${RUNS:-5}

bash_() { # a loop that expands, and a pipe a turn
	bash -c 'for ((i = 0; i < 300; i++)); do
		x=${x:0:50}$i; y=$(echo "$x" | tr 0 1); done; echo "$y"'
}
git_() { git -C "$top" log -p --stat -n 200 --no-color; }
python3_() {
	python3 -c 'import json, re
d = [{"n": i, "s": str(i) * 9} for i in range(60000)]
print(len(re.findall("12", json.dumps(d))))'
}
sqlite3_() {
	sqlite3 :memory: "create table t(a, b);
	with recursive c(n) as (select 1 union all select n + 1 from c
		where n < 100000) insert into t select n, n * n % 977 from c;
	create index i on t(b); select count(*), sum(a) from t where b < 99"
}
gcc_() { gcc -O1 -I"$top" -c -o x.o "$top/writer/fxt.c"; }

now_us() { echo "${EPOCHREALTIME/./}"; }

# recorded ARCHIVE CALLS COMMAND: functions are of this shell, so it records
# itself, which is the same for all of them
recorded() {
	export -f "$3"
	top=$top "$b/fxtrace" record -q --overwrite ${2:+-c "$2"} -o "$1" \
		bash -c "$3"
}
native() {
	export -f "$1"
	top=$top bash -c "$1"
}

# timed NAME COMMAND...: adds the run's time to a file
timed() {
	local from
	from=$(now_us)
	"${@:2}" >out.txt 2>&1
	echo $(($(now_us) - from)) >>"$1.us"
}

median() { sort -n "$1.us" | sed -n "$(((runs + 1) / 2))p"; }

most_called() { # ARCHIVE NATIVE_US
	"$b/fxtrace" dump --no-fd-names "$1" | awk -v native="$2" '
		match($0, /^[0-9]+ [0-9.]+ [0-9\/]+ [A-Za-z_0-9]+\(/) {
			split($0, part, /[ (]/)
			name = part[4]
			n[name]++
			if (match($0, /<[0-9.]+[num]?s>$/)) {
				t = substr($0, RSTART + 1, RLENGTH - 2)
				us = t ~ /ns/ ? t / 1e3 : t ~ /us/ ? t + 0 : \
					t ~ /ms/ ? t * 1e3 : t * 1e6
				sum[name] += us
			}
			total++
		}
		END {
			for (name in n)
				printf "%d %s %.1f %.1f\n", n[name], name,
					100 * n[name] / total, 100 * sum[name] / native
		}' | sort -rn | head -n 10 |
		awk '{ printf "    %9d %-22s %5.1f %% of calls, %5.1f %% of native time\n", $1, $2, $3, $4 }'
}

for name in ${*:-bash git python3 sqlite3 gcc}; do
	rm -f ./*.us
	for ((i = 0; i < runs; i++)); do
		timed native native "${name}_"
		timed default recorded default.fxt '' "${name}_"
		timed all recorded all.fxt '+*' "${name}_"
	done
	us=$(median native)
	for how in default all; do
		"$b/fxtrace" info $how.fxt >info.txt
		calls=$(awk '/^calls:/ { print $2 }' info.txt)
		awk -v name=$name -v how=$how -v native="$us" -v us="$(median $how)" \
			-v calls="$calls" 'BEGIN {
			printf "%-8s %-8s %8.1f ms native, %8.1f ms recorded (%.2f), %d calls",
				name, how, native / 1e3, us / 1e3, us / native, calls
			printf calls ? ", %.0f ns a call\n" : "\n", (us - native) * 1e3 / calls
		}'
	done
	most_called all.fxt "$us"
done
