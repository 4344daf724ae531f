#!/bin/bash
# SPDX-License-Identifier: MIT
# Parts of archives. The chosen calls are there as they were, with all that they
# had, and frames are drawn again as they are of the whole archive.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/cli/lib.sh"
. "$tests/x_server.sh"
. "$tests/replay/lib.sh"

# shown ARCHIVE [OPTION...]: its calls, but for their numbers and what the
# recorder says
shown() {
	"$fxtrace" dump --no-fd-names --blobs "${@:2}" "$1" |
		sed -E '/^#/d; s/^[0-9]+ ([0-9.]+ [0-9]+\/)/\1/
			s/"number":[0-9]*,//'
}

# trim OPTION...: of a.fxt, to t.fxt
trim() {
	rm -f t.fxt
	run "$fxtrace" trim "$@" a.fxt t.fxt
}

# chosen NAME OPTION...: one test: trim and dump choose the same calls, some,
# but not all
chosen() {
	local name=$1
	shift
	trim "$@"
	shown a.fxt "$@" >want
	shown t.fxt >got
	[ "$status" = 0 ] && [ -s want ] && ! cmp -s want all &&
		cmp -s want got
	ok $? "$name" || { echo "status $status: $err" && diff want got; } |
		note
}

FXTRACE_MODE=streaming "$fxtrace" record -q -o a.fxt --blob-max all sh -c '
	head -c 100000 /dev/urandom >random; dd if=random of=copy bs=50000; cat /no/such
	perl -e "select undef, undef, undef, 0.1; open F, q(/no/two)"
	true & wait' >/dev/null 2>&1
shown a.fxt >all
pid=$(sed -n 's/.* \([0-9]*\)\/[0-9]* .*"\/no\/such".*/\1/p' all | head -n 1)
middle=$(sed -n '20s/ .*//p' all)

trim
shown t.fxt | cmp -s - all && [ "$status" = 0 ]
ok $? 'without a choice all calls are kept'
is "$("$fxtrace" info t.fxt | grep -c trimmed)" 0 \
	'and the archive is not reported as a part'
chosen '--calls keeps functions' --calls 'open*,read'
chosen 'and categories' --calls %libc:io
chosen '--process keeps processes by name' --process perl
chosen 'and by id' --process "$pid"
chosen '--thread keeps threads' --thread "$pid"
chosen '--since keeps what began then or later' --since "$middle"
chosen '--until keeps what began before' --until "$middle"
chosen 'they narrow one another' --calls 'open*' --process 'cat,perl' \
	--since "$middle"
trim --calls '3-7,9,40-'
# a line is a call without their blobs only, however soon one has one
lines() { "$fxtrace" dump --no-fd-names "$1" | sed '/^#/d; s/^[0-9]* //'; }
lines t.fxt | cmp -s - <(lines a.fxt | sed -n '4,8p;10p;41,$p')
ok $? '--calls keeps calls by their numbers'
"$fxtrace" dump --raw a.fxt >raw
read -r n_flows n_outside <<<"$(perl "$tests/flows.pl" raw)"
[ "$n_flows" -gt 0 ] && [ "$n_outside" = 0 ]
ok $? 'flows are inside of calls' || head -n 5 raw | note
trim --calls '-wait*,-getpid'
read -r n n_outside <<<"$("$fxtrace" dump --raw t.fxt | perl "$tests/flows.pl")"
[ "$n" -gt 0 ] && [ "$n_outside" = 0 ]
ok $? 'and are kept with their calls' || echo "$n $n_outside" | note
trim --calls '-*fork'
is "$("$fxtrace" dump --raw t.fxt | perl "$tests/flows.pl")" '0 0' \
	'but not if one of these is not'
trim --calls qsort_r
is "$status $("$fxtrace" dump t.fxt | grep -vc '^#')" '0 0' \
	'if none is chosen none is there'
trim --process dd --calls write
shown t.fxt --json | perl -ne \
	'print "$1\n" while /"base64":"[^"]*","bytes":(\d{5,})/g' >sizes
[ -s sizes ] && cmp -s <(shown t.fxt --json) \
	<(shown a.fxt --process dd --calls write --json)
ok $? 'memory in pieces goes with its call'
[ "$(stat -c %s t.fxt)" -lt $(($(stat -c %s a.fxt) * 2 / 3)) ]
ok $? 'that of others is left out'
trim --calls 'open*'
n=$("$fxtrace" dump a.fxt | wc -l)
says "kept $("$fxtrace" dump --calls 'open*' a.fxt | wc -l) of $n calls"
ok $? 'what was kept is said' || echo "$err" | note
"$fxtrace" info t.fxt | grep -q \
	"notice: .* trimmed to calls open\*: .* of $n calls"
ok $? 'and reported by info'
"$fxtrace" dump t.fxt | grep -q '^# .* trimmed to calls open\*: '
ok $? 'and by dump'
[ "$("$fxtrace" info t.fxt | grep '^process:' | sed 's/, [0-9]* calls*//')" = \
	"$("$fxtrace" info a.fxt | grep '^process:' |
		sed 's/, [0-9]* calls*//')" ]
ok $? 'processes, their ends and parents are known as before'
last=$(sed -n '$s/ .*//p' all)
n=0
for until in "$middle" "$last"; do
	trim --until "$until"
	n=$((n + $("$fxtrace" info t.fxt |
		grep -c '^flows: *\([0-9]*\) begun, \1 ended$')))
	! "$fxtrace" info t.fxt | grep '^flows:' |
		grep -v ' \([0-9]*\) begun, \1 ended$' || n=-9
done
[ $n -gt 0 ]
ok $? 'flows have both ends or none'
cp t.fxt once.fxt
run "$fxtrace" trim --calls 'open*' t.fxt t.fxt
[ "$("$fxtrace" info t.fxt | grep -c '^notice: .* trimmed')" = 2 ] &&
	shown t.fxt | cmp -s - <(shown once.fxt --calls 'open*')
ok $? 'a part of a part may take its place'
gzip -k a.fxt
"$fxtrace" trim --calls 'open*' a.fxt t.fxt 2>/dev/null
"$fxtrace" trim --calls 'open*' a.fxt.gz z.fxt 2>/dev/null
cmp -s t.fxt z.fxt
ok $? 'IN may be compressed'
"$fxtrace" trim --calls 'open*' - - <a.fxt 2>/dev/null | cmp -s - t.fxt
ok $? 'and standard input, OUT standard output'

# What an archive says of types is there for the calls that are kept.
trim --calls 'open*'
for name in O_RDONLY ENOENT S_IFREG getuid SEEK_CUR; do
	grep -qa "$name" a.fxt && echo -n "$(grep -qa "$name" t.fxt; echo $?) "
done >kept
is "$(cat kept)" '0 0 1 1 1 ' \
	'types, names and functions of what was not kept are left out'
"$fxtrace" record -q --mode streaming -o typed.fxt --stack '*:9' \
	-c '-*,+%libc' "$b/tests/app/varargs" >out 2>&1
"$fxtrace" record -q --mode streaming -o typed2.fxt -c '+*' \
	"$b/tests/app/sockets" >out 2>&1
for name in typed typed2; do
	for f in $("$fxtrace" info --top 0 $name.fxt |
		sed -n 's/^function: *[0-9]* \([^ ]*\) (.*/\1/p'); do
		"$fxtrace" trim --calls "$f" $name.fxt t.fxt 2>err || cat err
		for how in '--json --stacks' --stacks; do
			# shellcheck disable=SC2086
			shown $name.fxt --calls "$f" $how >want
			# shellcheck disable=SC2086
			shown t.fxt $how | cmp -s - want && [ -s want ] ||
				echo "$f $how"
		done
	done
done >wrong
ok "$([ ! -s wrong ]; echo $?)" \
	'of each function alone, values and stacks read as they do among all' ||
	note <wrong
"$fxtrace" trim --calls sprintf typed.fxt t.fxt 2>err
"$fxtrace" dump t.fxt | grep -q 'ENOENT' &&
	[ "$(stat -c %s t.fxt)" -lt $(($(stat -c %s typed.fxt) / 3)) ]
ok $? 'what "..." held brings its types'
# half a word is never between two records
head -c $(($(stat -c %s a.fxt) / 12 * 8 + 4)) a.fxt >cut.fxt
run "$fxtrace" trim --calls -qsort_r cut.fxt c.fxt
[ "$status" = 1 ] && says 'cut.fxt: offset' && shown c.fxt >got &&
	[ -s got ] && cmp -s got <(shown cut.fxt 2>/dev/null)
ok $? 'of a damaged archive, what is before the fault is kept'
cp t.fxt c.fxt
run "$fxtrace" trim cut.fxt c.fxt
[ "$status" = 1 ] && says 'kept as it was' && cmp -s t.fxt c.fxt
ok $? 'and a file that is there stays'
printf 'no archive at all' >bad.fxt
run "$fxtrace" trim bad.fxt none.fxt
[ "$status" = 1 ] && [ ! -e none.fxt ] && [ -z "$(ls .*fxtrace* 2>/dev/null)" ]
ok $? 'of what is no archive nothing is made'
for options in '--calls 7-3' '--frames x' '--since never' "--calls ''"; do
	eval "run \"\$fxtrace\" trim $options a.fxt t.fxt"
	[ "$status" = 2 ] && says "trim --help\|${options%% *}"
	ok $? "$options is refused" || echo "status $status: $err" | note
done
run "$fxtrace" trim a.fxt
ends 2 'IN and OUT' 'two files must be named'

# frames NAME FIRST LAST [OPTION...]: one test: these frames of NAME.fxt have
# the same pictures as before, and no result differs
frames() {
	local name=$1 range=$2-$3 what
	what="$1: frames $range have the same pictures as in the whole archive"
	shift 3
	[ -e "$name.fxt" ] || {
		skip 'nothing was recorded' "$what"
		return
	}
	rm -rf before after part.fxt
	{
		"$fxtrace" trim --frames "$range" "$name.fxt" part.fxt ||
			echo "status $?"
		replay --headless --check --strict --frames "$range" \
			--snapshot before "$@" "$name.fxt" || cat replay.out
		replay --headless --check --strict --snapshot after "$@" \
			part.fxt || cat replay.out
		[ -e before/frame-000004.png ] || echo 'no picture'
		perl "$tests/replay/png_crc.pl" before/*.png >before.crc
		# frames before that these draw upon may be there as well
		perl "$tests/replay/png_crc.pl" after/*.png |
			tail -n "$(wc -l <before.crc)" | diff before.crc -
		[ "$(stat -c %s part.fxt)" -lt "$(stat -c %s "$name.fxt")" ] ||
			echo 'it is not smaller'
	} >why 2>&1
	! grep -qv '^fxtrace: part.fxt: kept' why
	ok $? "$what" || note <why
}
unset DISPLAY
for p in arrays buffers fixed lists names pixels resize shaders shared targets; do
	recorded $p $p egl
	frames $p 4 5
done
for p in es2 es3; do
	recorded $p $p
	frames $p 4 5
done
frames shared 4 5 --single-thread
what='packed, they have the same pictures, too'
if [ -e shared.fxt ]; then
	for end in gz zst; do
		"$fxtrace" trim --frames 4-5 shared.fxt part.fxt.$end 2>said ||
			cat said
		replay --headless --check --strict --single-thread \
			--snapshot packed part.fxt.$end || cat replay.out
		perl "$tests/replay/png_crc.pl" packed/*.png |
			tail -n "$(wc -l <before.crc)" | diff before.crc -
		rm -r packed
	done >why 2>&1
	[ ! -s why ] && [ -s before.crc ]
	ok $? "$what" || note <why
else
	skip 'nothing was recorded' "$what"
fi
# n_images: how many textures, and parts of some, part.fxt has the bytes of
n_images() {
	"$fxtrace" dump --json --calls 'glTexImage2D,glTexSubImage2D' part.fxt |
		grep -c '"pixels":{'
}
for i in 0 1 2 3 4 5 6 7 8 9; do
	recorded uploads$i uploads $i
	frames uploads$i 4 5
	echo "$i:$(n_images)"
done >uploads
grep -v '^[0-9]:' uploads
what='textures that no frame shows are left out'
if [ -e uploads0.fxt ]; then
	# each has two that are shown, and one that was bound before
	is "$(grep '^[0-3]:' uploads | xargs)" '0:3 1:3 2:6 3:18' "$what"
else
	skip 'nothing was recorded' "$what"
fi
plan $n_tests
