# SPDX-License-Identifier: MIT
# Sourced by the tests that interrupt a call at its instructions: runs
# hazard/step and compares its calls, one by one, with the archives.
# shellcheck shell=bash
step=$b/tests/hazard/step

# list_calls ARCHIVE...: WHO ROUND FUNCTION STATE of every call, in the order of
# dump
list_calls() {
	local archive
	for archive; do
		"$fxtrace" dump --stable "$archive" || return
	done | parse_calls
}

# list_calls_of PID IS_PID ARCHIVE: the same of that process, or of all others,
# in the archive of all of them
list_calls_of() {
	"$fxtrace" dump "$3" | awk -v pid="$1" -v is_pid="$2" '{
		split($3, id, "/")
		if ((id[1] == pid) == is_pid) {
			sub(/^[0-9]+ [0-9.]+ [0-9\/]+/, $1)
			print
		} }' | parse_calls
}

parse_calls() {
	awk '/ (lseek|getenv|open|strfmon)\(/ &&
		match($0, /[1-5][0-9][0-9][0-9][0-9][0-9][0-9][0-9]/) {
		key = substr($0, RSTART, 8)
		state = "done"
		if (/<unfinished>/) state = "unfinished"
		if (/<abandoned>/) state = "abandoned"
		sub(/\(.*/, "", $2)
		print substr(key, 1, 1), substr(key, 2) + 0, $2, state }'
}

# whole WHO N FUNCTION...: checks standard input. The calls of WHO are N rounds
# of these functions, all done, in this order. In circular mode they are the
# last ones.
whole() {
	local who=$1 n=$2
	shift 2
	awk -v who="$who" -v n="$n" -v names="$*" \
		-v ring="${FXTRACE_MODE:-}" '
		BEGIN { n_names = split(names, name, " ") }
		$1 == who && $2 != 9999999 {
			if (ring == "circular" && !n_seen++) {
				n_seen = $2 * n_names
				if ($3 != name[1]) n_seen++
			} else if (ring == "circular") n_seen--
			round = int(n_seen / n_names)
			want = name[n_seen % n_names + 1] " done"
			if (($2 != round || $3 " " $4 != want) && !bad++)
				print "got", $0, "for", who, round, want
			n_seen++
		}
		END {
			if (n_seen != n * n_names)
				print n_seen + 0, "calls of", who, "not",
					n * n_names
			exit bad || n_seen != n * n_names
		}'
}

# jumped N: checks standard input. The N interrupted calls are there at most
# once each, and those that have a begin ended or were abandoned. A few
# instructions between a begin and the note of it are an exception.
jumped() {
	awk -v n="$1" '$1 == 1 && $2 != 9999999 {
			if (seen[$2]++ || $2 >= n) {
				if (!bad++) print "got", $0
			}
			count[$4]++
		}
		END {
			if (!count["done"] || count["done"] >= n ||
				count["unfinished"] * 20 > n + 20) {
				bad++
				for (state in count) print count[state], state
			}
			exit bad > 0
		}'
}

# run_step CALL DEED STRIDE N_PASSES: its archives' calls in parent.out and
# children.out; sets n_calls and n_handled
run_step() {
	local archive pid children=()
	rm -rf fxt && mkdir fxt
	LD_PRELOAD=$lib FXTRACE_OUTPUT=$tmp/fxt/ "$step" "$@" \
		>step.out 2>step.err &
	pid=$!
	wait $pid || return
	read -r n_calls n_handled <step.out
	if [ "$FXTRACE_MODE" = streaming ]; then
		"$fxtrace" info fxt/step.$pid.fxt >info.out 2>&1 &&
			list_calls_of $pid 1 fxt/step.$pid.fxt >parent.out &&
			list_calls_of $pid 0 fxt/step.$pid.fxt >children.out
		return
	fi
	for archive in fxt/step.*.fxt; do
		[ "$archive" = fxt/step.$pid.fxt ] || children+=("$archive")
	done
	"$fxtrace" info fxt/step.$pid.fxt >info.out 2>&1 &&
		list_calls fxt/step.$pid.fxt >parent.out &&
		list_calls "${children[@]}" >children.out
}

# real_name CALL: the function that it interrupts
real_name() {
	case $1 in
	*pair*) echo lseek ;;
	*path*) echo open ;;
	*jumped*) echo strfmon ;;
	*thrice*) echo getenv getenv getenv ;;
	*) echo getenv ;;
	esac
}

# tried NAME CHECK CALL DEED STRIDE N_PASSES: one test
tried() {
	local name=$1 check=$2 out
	shift 2
	out=$(run_step "$@" || {
		echo "status $?: step $*"
		cat step.err
		exit 1
	} && whole 4 "$n_calls" lseek getenv <parent.out &&
		$check "$(real_name "$1")")
	ok $? "$name" || note <<<"$out"
}

# unbroken: of standard input, every interrupted call is done: the child has it
# wholly or not at all
unbroken() {
	awk '$1 == 1 && $4 != "done" { print "got", $0; bad++ }
		END { exit bad > 0 }'
}

# in the child shell of `tried`: n_calls and n_handled are known
check_return() {
	whole 1 "$n_calls" "$1" <parent.out &&
		whole 2 "$n_handled" lseek getenv <parent.out
}

check_jump() {
	! grep '^stray' info.out && jumped "$n_calls" <parent.out &&
		whole 2 "$n_handled" lseek getenv <parent.out
}

check_fork() {
	check_return "$1" && sort -s -k1n -k2n children.out |
		whole 3 "$n_handled" lseek getenv
}

check_heir() {
	check_return "$1" && unbroken <children.out &&
		sort -s -k1n -k2n children.out |
		whole 5 "$n_handled" lseek getenv
}

returns() { tried "a signal in $1 loses no call" check_return "${@:2}"; }
jumps() { tried "a jump out of $1 loses no other call" check_jump "${@:2}"; }
forks() { tried "a fork in $1 loses no call" check_fork "${@:2}"; }
# The children, which are not recorded, live.
unfollowed() {
	tried "a child that is not recorded goes on with $1" check_return "${@:2}"
}
inherits() {
	tried "a child that goes on with $1 loses no call" check_heir "${@:2}"
}

# Calls find no space, and nothing but the children's lives is checked.
survives() {
	local out
	out=$(FXTRACE_BUFFER=64K run_step "${@:2}" 2>&1)
	ok $? "a child that goes on with $1 survives" || note <<<"$out"
}

# Of a child's first call: its archive's calls, all of children.out
first_calls() {
	local out
	out=$(run_step "${@:2}" && sort -s -k1n -k2n children.out >first.out &&
		n_handled=$((n_calls - 1)) && first_ids)
	ok $? "a signal in the first call of $1 loses no call" || note <<<"$out"
}

# The same of a child whose fork was not observed. Its first call begins to
# record, once, whatever its handler calls meanwhile.
starts() {
	local out
	export FXTRACE_CALLS=lseek,getenv
	out=$(run_step "${@:2}" && sort -s -k1n -k2n children.out >first.out &&
		whole 1 "$n_calls" lseek <first.out &&
		whole 4 "$n_calls" lseek getenv <first.out &&
		is_once fxt/step.*.fxt)
	ok $? "$1" || note <<<"$out"
	unset FXTRACE_CALLS
}

# is_once ARCHIVE...: one each, of the children and their parent
is_once() {
	[ "$FXTRACE_MODE" = streaming ] || [ $# = $((n_calls + 1)) ] && return
	echo "$# archives of $n_calls children"
	return 1
}

# Each child has the call, what follows it and, but for the last, the handler's.
first_ids() {
	whole 1 "$n_calls" lseek <first.out &&
		whole 4 "$n_calls" lseek getenv <first.out &&
		whole 2 "$n_handled" lseek getenv <first.out
}
