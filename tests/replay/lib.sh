# SPDX-License-Identifier: MIT
# Sourced by ../replay.t behind tap.sh: programs recorded, and replayed.
# shellcheck shell=bash disable=SC2154

# crcs ARCHIVE: of each picture that it has by glReadPixels, of all and without
# alpha
crcs() {
	"$fxtrace" dump --json --calls glReadPixels "$1" |
		perl -MMIME::Base64 -MCompress::Raw::Zlib -ne '
		next unless /"pixels":\{"base64":"([^"]*)/;
		my $rgba = decode_base64($1);
		printf "%08x ", crc32($rgba);
		$rgba =~ s/(...)./$1/gs;
		printf "%08x\n", crc32($rgba)'
}

# recorded NAME PROGRAM [ARGUMENT...]: one test; the archive is NAME.fxt, what
# the program said NAME.out, its pictures without alpha NAME.rgb
recorded() {
	local name=$1 what="$1 draws the same, recorded, and it is recorded"
	shift
	"$b/tests/replay/$1" "${@:2}" >"$name.native" 2>&1
	[ $? = 77 ] && {
		skip 'no OpenGL here' "$what"
		return
	}
	timeout "$(scaled 60)" env FXTRACE_OUTPUT="$name.fxt" LD_PRELOAD="$lib" \
		"$b/tests/replay/$1" "${@:2}" >"$name.out" 2>&1
	{
		grep -q '^frame 9' "$name.out" || echo 'less than 10 pictures'
		diff "$name.native" "$name.out"
		sed -n 's/^frame [0-9]* //p' "$name.out" >shown
		crcs "$name.fxt" | grep -f <(sed 's/^/^/' shown) >found
		cut -d ' ' -f 1 found | diff shown -
		cut -d ' ' -f 2 found >"$name.rgb"
	} >why 2>&1
	"$fxtrace" dump --calls '%gl' "$name.fxt" 2>/dev/null |
		grep -vc '<fake>' >"$name.calls"
	[ ! -s why ]
	ok $? "$what" || note <why
}

# replay OPTION...: what it says is in replay.out
replay() {
	timeout "$(scaled 100)" env ${others:+LD_PRELOAD="$others"} "$fxtrace" replay "$@" >replay.out 2>&1
}

# replayed NAME SENTENCE OPTION...: one test. NAME.fxt is replayed without a
# difference to what was recorded, and each call of OpenGL that was recorded here
# is made once. Its pictures, if there are frames, are those of the program.
replayed() {
	local name=$1 what="$1: $2" status
	shift 2
	[ -e "$name.fxt" ] || {
		skip 'nothing was recorded' "$what"
		return
	}
	rm -rf shots
	replay --check --strict --snapshot shots "$@" "$name.fxt"
	status=$?
	{
		[ $status = 0 ] || echo "status $status"
		grep -q ' [1-9][0-9]* results compared, 0 differ' replay.out ||
			echo 'something differs'
		[ ! -e "$name.calls" ] || grep -q \
			"^fxtrace: $(cat "$name.calls") calls of OpenGL" \
			replay.out || echo 'not all calls, or not once each'
		if [ -e shots/frame-000001.png ] || [ "$name" != shared-glx ]; then
			perl "$tests/replay/png_crc.pl" shots/frame-*.png |
				diff "$name.rgb" -
		fi
	} >why 2>&1
	[ ! -s why ]
	ok $? "$what" || note < <(cat why replay.out)
}

# looked NAME PROGRAM [ARGUMENT...]: one test
looked() {
	local name=$1 what="nothing changes unnoticed, and looking changes nothing: $*"
	shift
	FXTRACE_OUTPUT=$tmp/$name.fxt LD_PRELOAD=$lib "$b/tests/replay/$1" \
		"${@:2}" >/dev/null 2>&1
	replay --headless --check --verify-state "$name.fxt" &&
		grep -q ' [1-9][0-9]* results compared, 0 differ' replay.out &&
		grep -q 'after [1-9][0-9]* calls, 0 sections' replay.out
	ok $? "$what" || note <replay.out
}
