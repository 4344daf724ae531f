# SPDX-License-Identifier: MIT
# Sourced by tests that kill managers and programs, and compare the archive with
# the program's own counts (steady.c).
# shellcheck shell=bash
steady=$b/tests/hazard/steady
archive=$tmp/a.fxt
# The shell reports each job that is killed.
exec 2>"$tmp/shell.err"
counters=$tmp/counters
shape=(2 1600 4 4 0)
buffer=256K
under=() # what starts the recorder

# of_program: the pids of the program and its children
of_program() { pgrep -f "^$steady $counters "; }

# of_ours: those of the managers and standbys of the session
of_ours() {
	local pid
	for pid in $(pgrep -f -- 'fxtrace( --standby| manager|.* record)'); do
		[ "$pid" = $$ ] || ls -l "/proc/$pid/fd" 2>/dev/null |
			grep -q " $archive$" && echo "$pid"
	done
}

# begin recorded|bare|alone OPTION...: the program, in the background; the manager's
# pid in $manager, the program's in $waited
begin() {
	rm -f "$tmp"/a*.fxt "$counters"
	local way=$1
	shift
	export FXTRACE_CALLS=${calls:-lseek}
	unset FXTRACE_MODE
	if [ "$way" = alone ]; then
		manager=
		FXTRACE_MODE=oneshot FXTRACE_BUFFER=$buffer \
			FXTRACE_OUTPUT=$tmp/a.%p.fxt LD_PRELOAD=$lib \
			"$steady" "$counters" "${shape[@]}" &
		waited=$!
	elif [ "$way" = recorded ]; then
		"${under[@]}" "$fxtrace" record -q -b "$buffer" "$@" -o "$archive" \
			"$steady" "$counters" "${shape[@]}" &
		manager=$! waited=$!
	else
		FXTRACE_MODE=streaming FXTRACE_BUFFER=$buffer \
			FXTRACE_OUTPUT=$archive LD_PRELOAD=$lib \
			"$steady" "$counters" "${shape[@]}" &
		waited=$!
		manager=
		until [ "$manager" ] || ! kill -0 $waited 2>/dev/null; do
			manager=$(pgrep -f -- "^fxtrace manager .* $archive ")
		done
	fi
}

# begun: waits until each thread has made calls
begun() {
	until [ "$(made "$counters" 2>/dev/null | wc -l)" -ge "${shape[0]}" ]; do
		kill -0 "$waited" 2>/dev/null || return
		sleep 0.01
	done
}

# at_rest: waits until program and session have ended
at_rest() {
	wait "$waited" 2>/dev/null
	while [ "$(of_program)" ] || [ "$(of_ours)" ]; do sleep 0.02; done
}

# killed PID...: in this order, at once
killed() { kill -KILL "$@" 2>/dev/null; }


# made COUNTERS: SERIES MADE of each series that has begun
made() {
	od -An -v -tu8 -w8 "$1" | awk '$1 { print NR - 1, $1 }'
}

# newest COUNTERS ARCHIVE: of each series an unbroken row up to the last one;
# those and what was overwritten are all that were made
newest() {
	made "$1" >made.out
	"$fxtrace" info "$2" >info.out 2>info.err || { cat info.err; return 1; }
	"$fxtrace" dump "$2" | awk 'match($0, / lseek\(.*offset=[0-9]+/) {
		match($0, /offset=[0-9]+/)
		number = substr($0, RSTART + 7, RLENGTH - 7) + 0
		print int(number / 1e9), number % 1e9 }' >numbers.out
	awk 'FILENAME == "made.out" { made[$1] = $2; total += $2; next }
		FILENAME == "info.out" {
			if ($1 == "calls:") sum += $2
			if ($1 == "overwritten:" || $1 == "lost:") sum += $2
			next
		}
		($1 in last) && $2 != last[$1] + 1 {
			print "series", $1, "has", $2, "behind", last[$1]
			exit bad = 1
		}
		{ last[$1] = $2 }
		END {
			if (bad) exit 1
			for (s in last)
				if (last[s] != made[s] - 1) {
					print "series", s, "ends with", last[s]
					bad = 1
				}
			if (sum != total) print sum, "of", total
			exit bad || sum != total || !total
		}' made.out info.out numbers.out
}

# exact COUNTERS ARCHIVE...: every returned call is there once, in order; of each
# series one more may be there, which was in flight
exact() {
	made "$1" >made.out
	shift
	sound "$@" || return
	numbers_of "$@"
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

# numbers_of ARCHIVE...: SERIES NUMBER of each call, in numbers.out
numbers_of() {
	local archive
	for archive; do "$fxtrace" dump "$archive"; done | awk '
		match($0, / lseek\(.*offset=[0-9]+/) {
			match($0, /offset=[0-9]+/)
			number = substr($0, RSTART + 7, RLENGTH - 7) + 0
			print int(number / 1e9), number % 1e9
		}' >numbers.out
}

# sound ARCHIVE...: they can be read to their ends
sound() {
	local archive
	for archive; do
		[ -s "$archive" ] || continue
		"$fxtrace" info "$archive" >info.out 2>info.err ||
			{ cat info.err; return 1; }
		! grep -E '^(stray|damaged|undefined|truncated)' info.out || return
	done
}

# ahead COUNTERS ARCHIVE...: of each series an unbroken row from its first call
# on, which may end early
ahead() {
	made "$1" >made.out
	shift
	local archives=() archive
	for archive; do [ ! -s "$archive" ] || archives+=("$archive"); done
	sound "${archives[@]}" || return
	numbers_of "${archives[@]}"
	awk 'NR == FNR && FILENAME == "made.out" { made[$1] = $2; next }
		$2 != n[$1] + 0 || $2 > made[$1] {
			print "series", $1, "has", $2, "behind", n[$1] - 1
			exit 1
		}
		{ n[$1]++ }' made.out numbers.out
}

# since FORMER COUNTERS ARCHIVE: of each series an unbroken row up to its last
# call, which begins before those that came after the FORMER counters
since() {
	made "$1" >former.out
	made "$2" >made.out
	sound "$3" || return
	numbers_of "$3"
	awk 'FILENAME == "former.out" { former[$1] = $2; next }
		FILENAME == "made.out" { made[$1] = $2; next }
		($1 in last) && $2 != last[$1] + 1 {
			print "series", $1, "has", $2, "behind", last[$1]
			exit bad = 1
		}
		!($1 in last) && $2 > former[$1] + 1 {
			print "series", $1, "begins with", $2, "not", former[$1]
			exit bad = 1
		}
		{ last[$1] = $2 }
		END {
			if (bad) exit 1
			for (s in made) {
				if (made[s] > former[s] + 1 && !(s in last)) {
					print "series", s, "is missing"
					bad = 1
				}
				if ((s in last) && last[s] < made[s] - 1) {
					print "series", s, "ends with", last[s],
						"of", made[s]
					bad = 1
				}
			}
			exit bad
		}' former.out made.out numbers.out
}
