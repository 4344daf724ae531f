#!/bin/bash
# SPDX-License-Identifier: MIT
# What is no archive, and what ends too early: neither looks like a whole one.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
unset FXTRACE_MODE

# borders ARCHIVE: the offsets at which its records end
borders() {
	perl -e 'local $/; open F, "<:raw", $ARGV[0]; $_ = <F>;
		for (my $at = 0; $at < length;) {
			my $head = unpack "Q<", substr $_, $at, 8;
			my $n = ($head & 15) == 15 ? $head >> 4 & 0xffffffff
				: $head >> 4 & 0xfff;
			$at += 8 * ($n || die "$at");
			print "$at\n";
		}' "$1"
}

early='ends too early: it was cut off, or its session was killed'
# said N NAME: the run before read cut.fxt and said how it ends; or did not
said() {
	[ "$status" = 0 ] && [ "$(grep -c "^fxtrace: .*$early" <<<"$err")" = "$1" ]
	ok $? "$2" || echo "status $status: $err" | note
}

plan 51
head -c 4000 /dev/urandom >junk.fxt
echo hello >text.fxt
: >empty.fxt
for file in junk text empty; do
	run "$fxtrace" leaks $file.fxt
	[ "$status" = 1 ] && [ -z "$out" ] && says "^fxtrace: $file.fxt: offset 0: a Fuchsia trace archive expected"
	ok $? "leaks says of $file only that it is no archive" ||
		echo "status $status: $out; $err" | note
	for command in timeline flame; do
		run "$fxtrace" $command -o $file.page $file.fxt
		[ "$status" = 1 ] && [ ! -e $file.page ] &&
			[ "$(grep -c . <<<"$err")" = 1 ]
		ok $? "$command makes nothing of $file" ||
			echo "status $status: $err" | note
	done
	run "$fxtrace" report $file.fxt
	is "$status $out" '1 ' "report has no table of $file"
done
echo old >junk.page
run "$fxtrace" timeline -o junk.page junk.fxt
is "$(cat junk.page)" old 'an older page stays'

"$fxtrace" record -q -o a.fxt sh -c '(sleep 0.2; ls /; true) & ls /' >/dev/null
run "$fxtrace" dump a.fxt
said 0 'a whole archive is not called cut'
run "$fxtrace" info a.fxt
is "$(grep -c '^end:' <<<"$out")" 0 'nor by info'
borders a.fxt >borders.list
n=$(wc -l <borders.list)
n_told=0 n_info=0
# all but those that are before it says that there will be an end
for i in 4 5 6 10 100 $((n / 2)) $((n - 10)) $((n - 1)); do
	head -c "$(sed -n ${i}p borders.list)" a.fxt >cut.fxt
	"$fxtrace" dump cut.fxt 2>&1 >/dev/null | grep -q "$early" &&
		n_told=$((n_told + 1))
	"$fxtrace" info cut.fxt 2>&1 | grep -q '^end: *missing' &&
		n_info=$((n_info + 1))
done
is "$n_told $n_info" '8 8' 'one that was cut between two records is called cut'
# what is printed fills the pipe, so that the archive was read before its end came
"$fxtrace" record -q -o late.fxt ls -l /usr/lib /usr/bin /usr/share/doc >/dev/null
truncate -s -8 late.fxt
"$fxtrace" dump late.fxt 2>late.err | {
	read -r _
	tail -c 8 a.fxt >>late.fxt
	cat
} | wc -l >late.lines
[ "$(cat late.lines)" -gt 1000 ] && [ ! -s late.err ]
ok $? 'one whose end comes while it is read is not' || note <late.err
head -c -8 late.fxt | gzip >late.gz
"$fxtrace" dump late.gz 2>late.err | {
	read -r _
	tail -c 8 a.fxt | gzip >>late.gz
	cat
} | wc -l >late.lines
[ "$(cat late.lines)" -gt 1000 ] && [ ! -s late.err ]
ok $? 'nor is one that is packed' || note <late.err
head -c -8 late.fxt | gzip >late.gz
run "$fxtrace" dump late.gz
said 1 'but a packed one that has none'
run "$fxtrace" report cut.fxt
said 1 'by report'
run "$fxtrace" leaks cut.fxt
said 1 'by leaks'
run "$fxtrace" timeline -o cut.html cut.fxt
said 1 'by timeline'
run "$fxtrace" recover cut.fxt
ends 0 'cut.fxt: ended too early: it was cut off, or its session was killed' \
	'and by recover'
run "$fxtrace" recover cut.fxt
ends 0 'cut.fxt: is whole already' 'which ends it'
run "$fxtrace" dump cut.fxt
said 0 'so that it is called so no more'

# Marks are 8 bytes each: an archive of an earlier release has none.
perl -e 'local $/; open F, "<:raw", "a.fxt"; $_ = <F>; my $n = 0;
	for my $event (14, 15) {
		for (my $at = 0; $at < length;) {
			my $head = unpack "Q<", substr $_, $at, 8;
			my $size = 8 * ($head >> 4 & 0xfff);
			$size = 8 * ($head >> 4 & 0xffffffff) if ($head & 15) == 15;
			$n++, substr($_, $at, 8) = "", last
				if ($head & 0xfffff) == 0x30010 && $head >> 52 == $event;
			$at += $size;
		}
	}
	print; exit($n != 2)' >old.fxt
ok $? 'a whole archive has one mark at its begin and one at its end'
run "$fxtrace" dump old.fxt
said 0 'an older archive, which has none, is not called cut'
run "$fxtrace" recover old.fxt
ends 0 'old.fxt: is whole already' 'and is whole for recover'
gzip -k a.fxt
run "$fxtrace" dump - <a.fxt.gz
said 0 'nor is a packed one from a pipe'
run "$fxtrace" trim -c 'open*' a.fxt t.fxt
run "$fxtrace" dump t.fxt
said 0 'nor a part of one'

"$fxtrace" record -q --mode circular -o r.fxt sh -c "sleep 5 & wait" &
recorder=$!
until "$fxtrace" snapshot -o s.fxt r.fxt >snapshot.out 2>&1; do
	kill -0 $recorder || break
	sleep 0.1
done
run "$fxtrace" dump s.fxt
said 0 'nor a snapshot'
run "$fxtrace" dump r.fxt
[ "$(grep -c "$early" <<<"$err")" = 0 ]
ok $? 'nor is one that is still written'
kill -KILL $(pgrep -P $recorder) $recorder
wait $recorder 2>/dev/null || :
"$fxtrace" record -q --mode streaming -o s.run sh -c "sleep 5 & wait" &
recorder=$!
until "$fxtrace" snapshot --overwrite -o s.fxt s.run >snapshot.out 2>&1; do
	kill -0 $recorder || break
	sleep 0.1
done
run "$fxtrace" dump s.fxt
said 0 'nor a snapshot of a session that streams'
kill -KILL $(pgrep -P $recorder) $recorder
wait $recorder 2>/dev/null || :

# Archives that a process writes itself have a header instead of marks.
for mode in oneshot circular; do
	# circular mode writes into its first buffer again
	FXTRACE_OUTPUT=own.fxt FXTRACE_MODE=$mode FXTRACE_BUFFER=256K \
		LD_PRELOAD=$lib perl -e '-e "/no/such/$_" for 1 .. 8000'
	run "$fxtrace" dump own.fxt
	said 0 "a whole archive of $mode mode is not called cut"
	run "$fxtrace" recover own.fxt
	ends 0 'is \(finished\|whole\) already' 'nor by recover'
	"$fxtrace" trim -c 'open*,access,stat*' own.fxt part.fxt &&
		"$fxtrace" convert --overwrite own.fxt own.fxt.gz
	for file in part.fxt own.fxt.gz; do
		run "$fxtrace" dump $file
		said 0 "nor is $file, made of it"
	done
	borders own.fxt >borders.list
	n=$(wc -l <borders.list) n_told=0 n_info=0 n_recovered=0
	last=$("$fxtrace" dump --raw own.fxt | awk '/ event /{at=$1} END{print at}')
	for at in $(sed -n "20p;$((n / 4))p;$((n / 2))p;$((n * 3 / 4))p" borders.list) \
		"$last"; do
		head -c "$at" own.fxt >cut.fxt
		"$fxtrace" dump cut.fxt 2>&1 >/dev/null | grep -q "$early" &&
			n_told=$((n_told + 1))
		"$fxtrace" info cut.fxt 2>&1 | grep -q '^end: *missing' &&
			n_info=$((n_info + 1))
		"$fxtrace" recover cut.fxt 2>&1 | grep -q 'ended too early' &&
			n_recovered=$((n_recovered + 1))
	done
	is "$n_told $n_info $n_recovered" '5 5 5' \
		'one that was cut between two records is called cut'
	run "$fxtrace" recover cut.fxt
	ends 0 'is \(finished\|whole\) already' 'until it was recovered'
	run "$fxtrace" dump cut.fxt
	said 0 'then not any more'
	gzip -c own.fxt >own.gz
	run "$fxtrace" dump - <own.gz
	said 0 'nor is a whole one that is packed'
	head -c "$(sed -n $((n / 2))p borders.list)" own.fxt | gzip >cut.gz
	run "$fxtrace" report - <cut.gz
	said 1 'but one that was cut before it was packed'
done
