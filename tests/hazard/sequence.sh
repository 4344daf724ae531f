# SPDX-License-Identifier: MIT
# Sourced by the tests that count every call. Runs hazard/sequence and checks
# the archives: no numbered call is missing, doubled or out of order.
# shellcheck shell=bash
sequence=$b/tests/hazard/sequence

# numbered: of a dump, THREAD SERIES NUMBER STATE of each numbered call
numbered() {
	awk '/ (lseek|getenv)\(/ &&
		match($0, /(offset=|name=")[0-9]+/) {
		number = substr($0, RSTART, RLENGTH)
		gsub(/[^0-9]/, "", number)
		number += 0
		if (number < 1000000) next
		state = "done"
		if (/<unfinished>/) state = "unfinished"
		if (/<abandoned>/) state = "abandoned"
		print $3, int(number / 1000000), number % 1000000, state }'
}

# numbers: those of all archives, in the order of dump; fails if one archive
# cannot be read
numbers() {
	local archive
	for archive in fxt/sequence.*.fxt; do
		"$fxtrace" dump "$archive" || return
	done | numbered
}

# run_sequence N_CALLS N_THREADS N_ROUNDS N_CHILDREN [timer]: its calls in
# numbers.out, what it says of itself in counts.out
run_sequence() {
	traced "$sequence" "$@" >counts.out && numbers >numbers.out 2>err.out &&
		return
	note <err.out
	return 1
}

# exact: every series is whole, in order and done, and made by one thread. That
# of the handlers, which run in any thread, has each number once.
exact() {
	awk 'NR == FNR { threads = $1; calls = $2; children = $3; few = $4
			handled = $5; next }
		function wrong(why) {
			if (!bad++) print why ": " $0
		}
		$4 != "done" { wrong("not done") }
		$2 == 900 {
			if (seen[$3]++ || $3 >= handled) wrong("handler")
			n_handled++
			next
		}
		{
			if ($3 != next_of[$2] + 0) wrong("not in order")
			next_of[$2] = $3 + 1
			if (($2 in of) && of[$2] != $1) wrong("other thread")
			of[$2] = $1
		}
		END {
			for (series in next_of) {
				n = next_of[series]
				if (n == calls) n_threads++
				else if (n == few) n_children++
				else { bad++; print "series", series, n }
			}
			if (n_threads + 0 != threads) { bad++
				print n_threads, "threads, not", threads }
			if (n_children + 0 != children) { bad++
				print n_children, "children, not", children }
			if (n_handled + 0 != handled) { bad++
				print n_handled, "handled, not", handled }
			exit bad > 0
		}' counts.out numbers.out
}

# all_exact NAME ARGUMENT...: one test: sequence ARGUMENT... loses nothing
all_exact() {
	local name=$1 out
	shift
	out=$(run_sequence "$@" && exact)
	ok $? "$name" || note <<<"$out"
}

# total: calls in the archive and calls that it says it lost
total() {
	"$fxtrace" info fxt/sequence.*.fxt | awk '/^calls:/ { n_calls = $2 }
		/^lost:/ { n_lost = $2 }
		END { print n_calls + n_lost, n_lost + 0 }'
}

# sums ALL: recorded + lost = ALL; order is kept, nothing is there twice
sums() {
	local all lost
	read -r all lost < <(total)
	[ "$all" = "$1" ] && [ "$lost" -gt 0 ] &&
		awk '(($2 in last) && $3 <= last[$2]) {
			print "not in order:", $0
			exit 1
		} { last[$2] = $3 }' numbers.out && return
	echo "recorded and lost: $all, lost: $lost, made: $1"
	return 1
}

# counts_losses NAME ARGUMENT...: one test. The calls in a buffer that is too
# small and those it has lost add up to those in a large one, exactly.
counts_losses() {
	local name=$1 out all
	shift
	run_sequence "$@"
	read -r all _ < <(total)
	export FXTRACE_BUFFER=1M
	out=$(run_sequence "$@" && sums "$all")
	ok $? "$name" || note <<<"$out"
	unset FXTRACE_BUFFER
}
