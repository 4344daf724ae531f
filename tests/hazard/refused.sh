# SPDX-License-Identifier: MIT
# Sourced by the tests that refuse system calls to the recorder, one kind after
# the other (tests/refuse/refuse.c). The programs of the hazard tests say and do
# what they do without it.
# shellcheck shell=bash
hazard=$b/tests/hazard
refusing=$b/tests/refuse/libfxtrace.so

# numbers: NAME RULE of each system call that the recorder makes, RULE without
# its error. Calls that do more than one thing are there by their kinds, too.
numbers() {
	sed -n 's/.*__NR_\([a-z0-9_]*\).*/\1/p' "$tests/../writer/sys.h" |
		sort -u | sed 's/.*/& __NR_&/' |
		${CC:-cc} -E -P -include asm/unistd.h - |
		awk '{ gsub(/[^a-z0-9_ ]/, "") } NF == 2 { print }'
	printf '%s %s\n' madvise_wipeonfork 28c18 madvise_dontfork 28c10 \
		madvise_both 28c18,28c10 madvise_populate 28c23 \
		madvise_dofork 28c11 prctl_name 157a16 \
		membarrier_command 324a8 membarrier_global 324a4
}

# programs FILE: runs those of its lines and prints what they say and how they
# end. It is run by itself, so that all of it is recorded as one tree.
cat >programs.sh <<'END_OF_SCRIPT'
while read -r program arguments; do
	echo "$program $arguments"
	# shellcheck disable=SC2086
	timeout 60 "$1/$program" $arguments 2>&1 </dev/null
	echo "status $?"
done <"$2"
END_OF_SCRIPT

# refused RULES MODE CASES: the programs, recorded with these calls refused, do
# as ever; what differs goes to standard output
refused() {
	rm -rf fxt && mkdir fxt
	REFUSE=$1 FXTRACE_MODE=$2 FXTRACE_OUTPUT=$tmp/fxt/ \
		FXTRACE_MANAGER=$fxtrace LD_PRELOAD=$refusing \
		timeout 600 bash ./programs.sh "$hazard" "$3" >got.out 2>got.err
	ended=$?
	allowed='^fxtrace: .*(not recording|as the manager did not answer)$'
	# one line, at the start of the first process, is all that it may say
	[ $ended = 0 ] && cmp -s want.out got.out &&
		[ "$(grep -vcE "$allowed" got.err)" = 0 ] &&
		[ "$(wc -l <got.err)" -le 1 ] && return
	echo "$2, REFUSE=$1: status $ended"
	diff want.out got.out | head -n 8
	head -n 3 got.err
	return 1
}

# rules KIND ERROR: of one kind's numbers
rules() { sed "s/,/=$2,/g; s/\$/=$2/" <<<"$1"; }
