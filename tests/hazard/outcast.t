#!/bin/bash
# SPDX-License-Identifier: MIT
# Where a process can neither reach the manager nor write an archive, it runs
# and forks as ever. A message says that it is not recorded.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
program=$b/tests/hazard/outcast
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
# shellcheck disable=SC2016 # the inner shell's
numbers='echo $(id -u) $(id -u | cat)'
chmod 755 "$tmp"

# run COMMAND...: its output and status, in out.NAME of the caller
run() { "$@" 2>&1; echo "status $?"; }

# Ways into such a place; $1... is run there, as the inner command.
in_user_namespace() { "${nobody[@]}" unshare -Ur "$@"; }
in_net_namespace() { unshare -n "${nobody[@]}" "$@"; }
in_read_only_folder() {
	unshare -n -m sh -c 'mount -t tmpfs -o ro none "$0" && exec "$@"' \
		"$tmp/fxt" "$@"
}
in_bwrap() { bwrap --ro-bind / / --dev /dev --proc /proc --unshare-net "$@"; }

# under record|preload COMMAND...: recorded; archives go to fxt/
under() {
	local how=$1
	shift
	rm -rf fxt && mkdir fxt
	case $how in
	record) "$fxtrace" record -q -o fxt/x.fxt "$@" ;;
	preload) FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib "$@" ;;
	esac
}

# as_ever PLACE HOW: the programs there say the same, recorded in that way
as_ever() {
	local place=in_$1 how=$2 want got
	declare -f "$place" >place.sh
	declare -p nobody tmp >>place.sh
	for inner in "$program" "$program:$program" "bash:-c:$numbers"; do
		IFS=: read -ra command <<<"$inner"
		want=$(run timeout 60 bash -c '. ./place.sh; "$@"' x "$place" \
			"${command[@]}")
		got=$(run timeout 60 bash -c "$(declare -f under)
			b=$b fxtrace=$fxtrace lib=$lib; . ./place.sh
			under $how bash -c '. ./place.sh; \"\$@\"' x \"\$@\"" \
			x "$place" "${command[@]}")
		[ "$want" = "$got" ] && continue
		diff <(echo "$want") <(echo "$got") | note
		return 1
	done
}

places='user_namespace net_namespace read_only_folder bwrap'
plan 14
for place in $places; do
	name="programs in a $place"
	if [ "$(id -u)" != 0 ] || ! mkdir -p fxt ||
		! "in_$place" true 2>/dev/null; then
		skip 'cannot make one here' "$name, record"
		skip 'cannot make one here' "$name, LD_PRELOAD"
		continue
	fi
	as_ever "$place" record
	ok $? "$name run and fork as ever under record"
	as_ever "$place" preload
	ok $? "$name run and fork as ever under LD_PRELOAD alone"
done

if [ "$(id -u)" = 0 ]; then
	# report COMMAND...: what record says is not recorded
	report() {
		rm -rf fxt && mkdir fxt
		"$fxtrace" record "$@" 2>&1 >got.out |
			sed -n 's/.*nothing is recorded of \(.*\): no.*/\1/p'
	}
	what='record says that a program is not recorded'
	if in_user_namespace true 2>/dev/null; then
		is "$(report -o fxt/x.fxt "${nobody[@]}" unshare -Ur true)" \
			'1 started program' "$what"
	else
		skip 'cannot make one here' "$what"
	fi
	is "$(report -o fxt/x.fxt unshare -n "${nobody[@]}" true)" \
		'1 started program' \
		'also one that has followed a program with its own archive'
	is "$(report --mode oneshot -o fxt/x.fxt "${nobody[@]}" true)" \
		'1 started program' 'also without a session'
	is "$(report -o fxt/x.fxt bash -c "$numbers; unshare -n sh -c ls")" '' \
		'of those that are all recorded it says nothing'
	what='without record the archive says it'
	rm -rf fxt && mkdir fxt
	if in_user_namespace true 2>/dev/null; then
		FXTRACE_OUTPUT=$tmp/fxt/ LD_PRELOAD=$lib "${nobody[@]}" \
			unshare -n -r true
		written
		is "$("$fxtrace" info fxt/*.fxt | grep -c \
			'^notice: .* became another program .* did not join')" \
			1 "$what"
	else
		skip 'cannot make one here' "$what"
	fi
	# a clone that the recorder does not wrap, into a network of its own
	rm -rf fxt && mkdir fxt
	number=56
	[ "$(uname -m)" != aarch64 ] || number=220
	"$fxtrace" record -q -o fxt/x.fxt perl -e \
		'syscall('$number', 0x40000000 | 17, 0, 0, 0, 0) ? wait : getppid'
	is "$("$fxtrace" info fxt/x.fxt |
		sed -n 's/^notice: .* \([0-9]*\) process[es]* started.*/\1/p')" \
		1 'a process that was cloned by a system call is counted once'
else
	for i in 1 2 3 4 5 6; do skip 'not root' "losses are reported, $i"; done
fi
