# SPDX-License-Identifier: MIT
# Sourced by the tests of real programs. Each program runs as it is, recorded by
# default, and recorded with every function, in the mode that a bare LD_PRELOAD
# has: one manager, one archive. Output, error output and status must be the
# same, and the archive whole.
# shellcheck shell=bash disable=SC1091,SC2034,SC2154
. "$(dirname "${BASH_SOURCE[0]}")/../tap.sh"
export FXTRACE_MODE=streaming LC_ALL=C.UTF-8 TZ=UTC TERM=dumb
export HOME=$tmp/home in=$tmp/in
unset MAKEFLAGS MFLAGS MAKELEVEL XDG_RUNTIME_DIR TMUX
mkdir "$in"
fxt=$tmp/fxt
limit=120
before= # a library that is preloaded in front of the tracer, and without it

# normal: what a test makes equal before outputs are compared; one that
# defines it again says why, and `common` puts it back
common() { normal() { cat; }; }
common

# once NAME COMMAND...: runs it in a folder of its own, always the same; what
# it says goes to NAME.out, NAME.err and NAME.status
once() {
	local name=$1
	shift
	cd "$tmp" && rm -rf run "$HOME" && mkdir run "$HOME" && cd run || exit
	{
		# the shell's own word on a killed one is left out
		timeout -k 5 $limit "$@" </dev/null >../raw.out 2>../raw.err
		echo "status $?" >"../$name.status"
	} 2>/dev/null
	cd ..
	normal <raw.out >"$name.out"
	normal <raw.err >"$name.err"
}

# record NAME CALLS COMMAND...: the same with the tracer. With BY=record the program
# need not start a manager, which qemu's programs cannot.
record() {
	local name=$1 calls=$2
	local by=(env ${calls:+FXTRACE_CALLS="$calls"}
		LD_PRELOAD="${before:+$before:}$lib" FXTRACE_OUTPUT="$fxt/")
	[ "${BY-}" != record ] ||
		by=("$fxtrace" record -q -o "$fxt/a.fxt" ${calls:+-c "$calls"} --)
	shift 2
	rm -rf "$fxt" && mkdir -m 777 "$fxt" && once "$name" "${by[@]}" "$@" && written &&
		sed -i '/^fxtrace: processes .* still run: recording goes on/d' "$name.err"
}

# alike A B: 0 if two runs said the same
alike() {
	local part status=0
	for part in status out err; do
		cmp -s "$1.$part" "$2.$part" && continue
		diff -a "$1.$part" "$2.$part" | sed "s/^/$part: /"
		status=1
	done
	return $status
}

# whole: 0 if there is one archive and nothing is wrong with it; what info says
# of it is in info.out
whole() {
	local archives=("$fxt"/*.fxt)
	[ ${#archives[@]} = 1 ] && [ -e "${archives[0]}" ] || {
		echo "archives: ${archives[*]}"
		return 1
	}
	"$fxtrace" info --top 0 "${archives[0]}" >info.out 2>&1 || {
		echo "info: status $?"
		tail -n 5 info.out
		return 1
	}
	! grep -E '^(lost|stray|undefined|unknown|damaged|overwritten)' info.out
}

# archive_has: the archive needs nothing more, unless a test says what
archive_has() { :; }

# count FUNCTION... : calls of them in the archive, all together
count() {
	sed -nE "s/^function: +([0-9]+) ($(IFS='|'; echo "$*")) .*/\1/p" info.out |
		awk '{ n += $1 } END { print n + 0 }'
}
# at_least N FUNCTION...: says what is missing
at_least() {
	local n_found
	n_found=$(count "${@:2}")
	[ "$n_found" -ge "$1" ] || echo "$n_found calls of ${*:2}, not $1"
}

# program NAME COMMAND...: two tests. Before it, `needs=` names programs that
# it starts, where that is not the command itself.
program() {
	local name=$1 need calls
	shift
	for need in ${needs:-$1}; do
		command -v "$need" >/dev/null && continue
		skip "no $need here" "$name: recorded by default"
		skip "no $need here" "$name: recorded with every function"
		return
	done
	once want ${before:+env LD_PRELOAD="$before"} "$@"
	compared "$name: recorded by default" '' "$@"
	compared "$name: recorded with every function" '+*' "$@"
}

# compared NAME CALLS COMMAND...: one test
compared() {
	local name=$1
	{
		record got "${@:2}" || echo 'the manager does not end'
		alike want got
		whole && archive_has
	} >why.out 2>&1
	[ ! -s why.out ]
	ok $? "$name" || note <why.out
}

# finished: the last line of a test file
finished() { plan $n_tests; }
