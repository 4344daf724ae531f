#!/bin/bash
# SPDX-License-Identifier: MIT
# Every program of /usr/bin, started for its version and for its help. It says
# the same and ends the same when all its calls are recorded, and nothing is
# lost. What says something else each time, waits, or kills others is left out.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
calls='+%memstr,+%alloc'

# Not to be started, with any option.
is_left_out() {
	case $1 in
	*kill* | reboot | poweroff | halt | shutdown | systemctl) ;;
	*apt* | dpkg* | deb* | unattended* | update-* | *server*) ;;
	fxtrace* | screen | tmux | Xvfb | xvfb* | watch | top | htop) ;;
	*sudo* | su | passwd | ch* | script* | yes | rm*) ;;
	*) [ -u "/usr/bin/$1" ] || [ -g "/usr/bin/$1" ] || return 1 ;;
	esac
}

# natively NAME PROGRAM OPTION: NAME.out, NAME.err; false: it does not end
natively() {
	timeout -s KILL 8 "$2" "$3" >"$1.out" 2>"$1.err" </dev/null
	status=$?
	[ $status -lt 124 ]
}

# oneshot PROGRAM OPTION
oneshot() {
	traced timeout -s KILL 30 env FXTRACE_BUFFER=16M FXTRACE_CALLS="$calls" \
		"$@" >got.out 2>got.err </dev/null
}

# session PROGRAM OPTION
session() {
	rm -rf fxt && mkdir fxt
	FXTRACE_MODE=streaming timeout -s KILL 60 "$fxtrace" record -q \
		-c "$calls" -o fxt/a.fxt "$@" >got.out 2>got.all </dev/null
	status=$?
	# sed: a last line without its end stays so
	sed '/^fxtrace: warning: .*LD_PRELOAD does not reach it/d' \
		got.all >got.err
	return $status
}

# whole ARCHIVE: whether it is whole. It may lack what found no space in a
# buffer that is never emptied, or whose manager could not be notified.
whole() {
	local wrong='^(lost|stray|undefined|damaged)'

	"$fxtrace" info "$1" >info.out 2>&1 || return
	if [ "$how" = oneshot ] ||
		grep -q '^notice:.*system calls are filtered' info.out; then
		wrong='^(stray|undefined|damaged)'
	fi
	! grep -qE "$wrong" info.out
}

# check_archives PROGRAM: what is not right with its archives goes to `bad`
check_archives() {
	local archive
	for archive in fxt/*; do
		[ -e "$archive" ] || continue # statically linked
		whole "$archive" || {
			echo "$1: $(basename "$archive")"
			grep -v '^\(function\|module\)' info.out
		} >>bad
	done
}

# try HOW OPTION PROGRAM: adds to `others` if it is not as ever
try() {
	local option=$2 program=$3 wanted
	how=$1
	natively a "$program" "$option" || return
	wanted=$status
	$how "$program" "$option"
	status=$?
	if [ $status != $wanted ] || ! cmp -s a.out got.out ||
		! cmp -s a.err got.err; then
		mv a.out first.out && mv a.err first.err
		# what differs by itself says nothing
		natively a "$program" "$option" && [ $status = $wanted ] &&
			cmp -s a.out first.out && cmp -s a.err first.err &&
			echo "$program $option" >>others
		return
	fi
	n_same=$((n_same + 1))
	check_archives "$program"
}

# all HOW OPTION NAME: two tests
all() {
	local program
	n_same=0
	: >others
	: >bad
	for program in /usr/bin/*; do
		if [ -f "$program" ] && [ -x "$program" ] &&
			! is_left_out "$(basename "$program")"; then
			try "$1" "$2" "$program"
		fi
	done
	echo "$n_same programs" | note
	is "$([ $n_same -gt 0 ]; echo $?) $(cat others)" '0 ' \
		"$3 $2: all programs are as ever"
	is "$(cat bad)" '' "$3 $2: their archives are whole and lack nothing"
}

# Perl's hashes have an order of their own in each run.
export HOME=$tmp PERL_HASH_SEED=0
plan 4
all oneshot --version 'in process,'
all session --help 'in a session,'
