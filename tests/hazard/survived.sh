# SPDX-License-Identifier: MIT
# Sourced by tests that kill managers and programs, and compare the archive with
# the program's own counts (steady.c).
# shellcheck shell=bash
steady=$b/tests/hazard/steady

# made COUNTERS: SERIES MADE of each series that has begun
made() {
	od -An -v -tu8 -w8 "$1" | awk '$1 { print NR - 1, $1 }'
}

# exact COUNTERS ARCHIVE...: every returned call is there once, in order; of each
# series one more may be there, which was in flight
exact() {
	made "$1" >made.out
	shift
	local archive
	for archive in "$@"; do
		"$fxtrace" info "$archive" >info.out 2>info.err ||
			{ cat info.err; return 1; }
		grep -E '^(stray|damaged|undefined|truncated)' info.out && return 1
		"$fxtrace" dump "$archive"
	done | awk 'match($0, / lseek\(.*offset=[0-9]+/) {
		match($0, /offset=[0-9]+/)
		number = substr($0, RSTART + 7, RLENGTH - 7) + 0
		print int(number / 1e9), number % 1e9 }' >numbers.out
	awk 'NR == FNR { made[$1] = $2; next }
		$2 != n[$1] + 0 { print "series", $1, "has", $2, \
			"where", n[$1] + 0, "is due"; exit bad = 1 }
		{ n[$1]++ }
		END {
			if (bad) exit 1
			for (s in made) total += made[s]
			for (s in made) {
				if (n[s] + 0 < made[s]) {
					print "series", s ":", n[s] + 0, "of", made[s]
					bad = 1
				}
				if (n[s] > made[s] + 1) {
					print "series", s ":", n[s], "of", made[s]
					bad = 1
				}
			}
			exit bad || !total
		}' made.out numbers.out
}
