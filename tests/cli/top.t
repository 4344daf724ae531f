#!/bin/bash
# SPDX-License-Identifier: MIT
# top: counts are those of a simultaneous snapshot, of sessions of all modes. On
# a terminal it reads keys and leaves everything as it was. The recorded program
# does what lines in a pipe say, so that nothing depends on time.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# soon COMMAND...: until it is true; 1 if that takes longer than a minute
soon() {
	local tries=0
	until "$@"; do
		[ $((tries += 1)) -lt 1200 ] || return
		sleep 0.05
	done
}

# begin OPTIONS...: a session of a program that calls and then waits for lines
begin() {
	rm -f lines ready && mkfifo lines
	"$fxtrace" record -q --overwrite -o run.fxt "$@" perl -e '
		$| = 1;
		open my $lines, "<", "lines";
		while (<$lines>) {
			mkdir "/no/such/folder" for 1 .. $_;
			open my $f, ">", "ready";
		}' &
	recorder=$!
	exec 9>lines
	calls 50
}

# calls N: the program makes so many that fail
calls() {
	rm -f ready
	echo "$1" >&9
	soon test -e ready
}

end() {
	exec 9>&-
	wait "$recorder"
}

top() { run "$fxtrace" top --batch -d 0.1 "$@"; }

# tops: FUNCTION CALLS ERRORS of the first table, sorted
tops() {
	awk '!NF { exit } NR > 3 { print $8, $2, $4 }' "$tmp/out" | sort
}

# counted: the same of an archive
counted() {
	"$fxtrace" dump --json "$1" | perl -MJSON::PP -ne '
		$c = decode_json($_);
		next if $ENV{ended} && $c->{state} eq "unfinished";
		$n{$c->{name}}++;
		$e{$c->{name}} += exists $c->{errno};
		END { print "$_ $n{$_} $e{$_}\n" for keys %n }' | LC_ALL=C sort
}

# agrees NAME: top's counts are those of a snapshot
agrees() {
	"$fxtrace" snapshot --overwrite -o now.fxt run.fxt 2>/dev/null
	top -n 1 -l 0 run.fxt
	[ "$status" = 0 ] && grep -q '^mkdir 50 50$' <(tops) &&
		cmp -s <(tops | LC_ALL=C sort) <(counted now.fxt)
	ok $? "$1" || diff <(tops) <(counted now.fxt) | note
}

# screen OPTIONS...: top on a terminal, as a job of a shell, in the background.
# Its pid is in pid, what the terminal gets in seen.
screen() {
	rm -f pid seen status resume after keys && mkfifo keys
	printf '%s ' "$fxtrace" top -d 0.1 "$@" >command
	# a background job of a script ignores Ctrl-C
	TERM=xterm timeout 100 perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' \
		script -qefc "stty -a >before; bash -c '
		set -m
		sh -c \"echo \\\$\\\$ >pid; exec \$(cat command)\"
		status=\$?
		while [ \$status = 148 ]; do
			until [ -e resume ]; do sleep 0.05; done
			fg
			status=\$?
		done
		echo \$status >status'; stty -a >after" seen <keys >/dev/null 9>&- &
	terminal=$!
	exec 8>keys
	soon grep -qs SLOWEST seen
}

# left NAME STATUS: it ended so, and the terminal is as it was
left() {
	wait "$terminal"
	exec 8>&-
	[ "$(cat status 2>/dev/null)" = "$2" ] && cmp -s before after &&
		grep -q $'\033\\[?25h\033\\[?1049l' seen
	ok $? "$1" || { diff before after; tail -c 300 seen | cat -v; } | note
}

# agrees_on_path NAME: and of some files, what a reader chooses. The program is
# reading `lines`.
agrees_on_path() {
	"$fxtrace" snapshot --overwrite -o now.fxt run.fxt 2>/dev/null
	"$fxtrace" trim --path lines now.fxt chosen.fxt 2>/dev/null
	top -n 1 -l 0 --path lines run.fxt
	counted chosen.fxt >want
	grep -q '^read ' want && ! grep -q mkdir want &&
		cmp -s <(tops | LC_ALL=C sort) want
	ok $? "$1" || diff <(tops) want | note
	rm chosen.fxt
}

# rows BY: NAME CALLS ERRORS of the first table, and of a report of a snapshot
rows() {
	"$fxtrace" snapshot --overwrite -o now.fxt run.fxt 2>/dev/null
	top -n 1 -l 0 --by "$1" --calls=-read run.fxt
	awk '!NF { exit } NR > 3 {
		calls = $2; errors = $4
		for (i = 0; i < 7; i++) # mawk of Debian 12 knows no {7}
			sub(/^ *[^ ]+ +/, "")
		print $0, calls, errors }' "$tmp/out" | LC_ALL=C sort >got
	"$fxtrace" report --json --by "$1" --calls=-read now.fxt 2>/dev/null |
		perl -MJSON::PP -ne 'my $row = decode_json $_;
			my $id = join "/", grep {defined} @$row{qw(pid tid)};
			my ($name) = grep {defined && length}
				@$row{qw(name file errno thread process)}, "-";
			print "$id " x !!length $id, "$name $row->{count} $row->{errors}\n"' |
		LC_ALL=C sort >want
}

plan 31
begin --mode streaming
agrees 'a streaming session: calls and errors by function'
agrees_on_path '--path counts calls that concern a file, also one that blocks'
for by in function file thread process errno; do
	rows $by
	[ -s want ] && cmp -s got want
	ok $? "--by $by has the rows of a report" || diff got want | note
done
top -n 3 run.fxt
is "$(grep -c FUNCTION "$tmp/out") $status" '3 0' 'as many tables as are wanted'
top -n 1 -l 0 --sort name perl
names=$(awk '!NF { exit } NR > 3 { print $8 }' "$tmp/out")
[ "$names" ] && [ "$names" = "$(LC_ALL=C sort <<<"$names")" ]
ok $? 'sorted by name'
top -n 1 -l 1 --sort errors run.fxt
is "$(awk 'NR == 4 { print $4 } END { print NR }' "$tmp/out" | xargs)" '50 5' \
	'sorted by errors, one line of them'
top -n 1 -l 0 --calls 'open*' run.fxt
[ "$(tops)" ] && ! tops | grep -v '^_*open'
ok $? 'only the calls that are chosen'

"$fxtrace" top --batch -d 0.1 run.fxt >two 2>two.err 9>&- &
watcher=$!
soon grep -q FUNCTION two
calls 1000
calls 30
soon grep -q ' 1080 .* 1080 ' two
ok $? 'calls that come are counted'
end
wait $watcher
is "$? $(cat two.err)" '0 fxtrace: the session has ended' \
	'it ends with the session'
awk '$2 ~ /^10[58]0$/ && $1 > 0 && $3 > 0 { found = 1 } END { exit !found }' two
ok $? 'calls and errors per second are reported'

for packing in gzip zstd; do
	begin --mode streaming --compress $packing
	agrees "an archive that $packing packs"
	end
done
begin --mode circular
ended=1 agrees 'a circular session, of which calls count that have ended'
ended=1 agrees_on_path 'and of these --path chooses, too'
rows file
grep -q '/no/such/folder 50 50$' got && cmp -s got want
ok $? 'and the files of these are known in each copy' || diff got want | note
end

begin --mode streaming
screen run.fxt
printf n >&8
printf q >&8
left 'q ends it, and the terminal is as it was' 0
screen --by file --sort errors -n 1 run.fxt
wait "$terminal"
exec 8>&-
grep -a -q 'CALLS/S.*ERRORS/S.*FILE' seen
ok $? 'on 80 columns the one that is sorted by is there' || tail -c 900 seen | cat -v | note
screen --by file -n 1 run.fxt
wait "$terminal"
exec 8>&-
is "$(grep -a -o 'CALLS/S.*FILE' seen | tr -s ' ' | uniq)" 'CALLS/S CALLS ERRORS TIME/S SLOWEST FILE' \
	'on 80 columns some are left out for long names' || tail -c 900 seen | cat -v | note
screen run.fxt
kill -TERM "$(cat pid)"
left 'also if a signal ends it' 143
screen run.fxt
printf '\003' >&8
left 'or Ctrl-C, of which the shell around it dies, too' ''
screen -n 2 run.fxt
left 'or the number of tables' 0
screen run.fxt
pid=$(cat pid)
is_stopped() { grep -q '^State:.T' "/proc/$pid/status"; }
kill -TSTP "$pid"
soon is_stopped && stty -F "$(readlink "/proc/$pid/fd/0")" -a >stopped
cmp -s before stopped
ok $? 'also while it is stopped'
touch resume
printf q >&8
left 'and then it goes on' 0
end

run "$fxtrace" top /no/such/session
[ "$status" = 1 ] && [ "$err" ]
ok $? 'a session that does not run is reported'
run "$fxtrace" top --sort size
ends 2 'expected calls, total' 'columns that are none are refused'
run "$fxtrace" top --delay 0
ends 2 'expected seconds' 'and delays that are none'
run "$fxtrace" top --by color
ends 2 'expected function, file, thread, process or errno' \
	'and rows of what is unknown'
