#!/bin/bash
# SPDX-License-Identifier: MIT
# browse in a terminal of 80 columns and 24 lines, which tmux has: what keys do,
# and what is on the screen then. The truth is what dump, info and report print.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
command -v tmux >/dev/null || {
	plan 1
	skip 'no tmux' 'browse'
	exit
}
export TMUX_TMPDIR=$tmp LC_ALL=C.UTF-8
unset TMUX FXTRACE_DEBUG_PATH
server=0 # each has a name of its own: one that ends takes a while
tmux() { command tmux -L browse$server -f /dev/null "$@" 2>/dev/null; }
trap 'tmux kill-server; rm -rf "$tmp"' EXIT

# browse ARGUMENT...: in a new terminal; its status goes to `ended`. $shape is the
# terminal's columns and lines, $terminal its TERM, $before a command before it.
browse() {
	local command
	command=$(printf '%q ' "$fxtrace" browse "$@")
	rm -f ended
	tmux kill-server
	server=$((server + 1))
	# shellcheck disable=SC2086
	set -- ${shape:-80 24}
	tmux new-session -d -x "$1" -y "$2" \
		"${before:+$before; }${terminal:+TERM=$terminal }$command 2>err; echo \$? >ended.new
		mv ended.new ended; exec sleep 1000" 3>&-
}

screen() { tmux capture-pane -p; }

# sees REGEX: waits until a line of the screen matches
sees() {
	local tries=0
	until screen | grep -Eq -- "$1"; do
		[ $((tries += 1)) -lt 400 ] || return 1
		sleep 0.05
	done
}

# keys KEY...: as tmux names them; characters of a text each
keys() { tmux send-keys "$@"; }
types() { tmux send-keys -l -- "$1"; }

# shown NAME REGEX: one test
shown() {
	sees "$2"
	ok $? "$1" || { echo "expected: $2"; screen; cat err; } 2>&1 | note
}

# over NAME STATUS: one test; q ends it
over() {
	local tries=0
	keys q
	until [ -e ended ]; do
		[ $((tries += 1)) -lt 600 ] || break
		sleep 0.05
	done
	is "$(cat ended) $(cat err)" "$2" "$1"
}

# heads FILE...: the first lines of calls as the list has them
heads() {
	sed -E 's/^[0-9]+ ([0-9.]+) [0-9/]+ (.*)$/\1 \2/; s/ <[^<>]*>$//' "$@"
}

cat >several.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void *work(void *nothing)
{
	prctl(PR_SET_NAME, "worker");
	for (int i = 0; i < 5; i++)
		close(1000 + i);
	return nothing;
}

int main(void)
{
	const char *words[] = {"one", "two", "three", "four"};
	char bytes[300];
	pthread_t thread;
	int fd = open("/etc/passwd", O_RDONLY);

	memset(bytes, 'x', sizeof(bytes));
	read(fd, bytes, 20);
	qsort(words, 4, sizeof(*words), compare);
	write(open("/dev/null", O_WRONLY), bytes, sizeof(bytes));
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	for (int i = 0; i < 40; i++)
		access(i % 4 ? "/etc/passwd" : "/nowhere", R_OK);
	close(fd);
	return 0;
}
END
${CC:-cc} -O1 -g -fno-builtin -D_GNU_SOURCE -w several.c -o several -lpthread || exit 1
calls=open,read,write,close,dup2,dup3,access,qsort,strcmp
"$fxtrace" record -q -o a.fxt -c $calls --mode oneshot --stack open ./several
"$fxtrace" dump --no-fd-names a.fxt >dump.out
n_calls=$(wc -l <dump.out)
pid=$(sed -n '1s/^0 [0-9.]* \([0-9]*\).*/\1/p' dump.out)
number() { sed -n "/ $1(/s/ .*//p" dump.out | sed -n "${2-1}p"; }

# ---- calls ----

browse a.fxt
shown 'the archive and how many calls it has are in the first line' \
	"^ a.fxt  calls  $n_calls calls, 2 threads"
shown 'the calls are there, in the order in which they began' 'open\(pathname="/etc/passwd"'
screen | sed -n '2,22p' | sed -E 's/^ *([0-9.]+) +([^ ]+) +[0-9]+ +(.*)$/\1 \3/' >got
heads dump.out | head -n 21 | cut -c 1-40 >want
is "$(cut -c 1-40 got)" "$(cat want)" 'with times and arguments as dump prints them'
is "$(screen | grep -c '^.\{31\}  strcmp(')" "$(head -n 21 dump.out | grep -c ' strcmp(')" \
	'calls inside another are further to the right'
keys End
shown 'the last call is a key away' "^$n_calls of $n_calls"
keys Home
shown 'so is the first one' "^1 of $n_calls"
keys Right Right
sees 'flags=O_RDONLY\) = 3$'
ok $? 'what is right of the window comes by a key' || screen | note
keys Left Left

# ---- a call ----

keys Down Enter
shown 'Enter shows a call whole' '^call      1 read  \(libc:io\)'
shown 'with what its descriptor is' '^  fd=3</etc/passwd>$'
sees '^process   [0-9]+ several$' && sees '^thread    [0-9]+ several$' &&
	sees '^began     0\.[0-9]{9}  20[0-9-]*T' && sees '^took      [0-9.]+[nu]s$' &&
	sees '^  = 20$'
ok $? 'its process, thread, times and result' || screen | note
types ':'
types "$(number write)"
keys Enter
shown 'a call is found by its number' '^call      [0-9]+ write'
shown 'memory is there as a hexdump' '78 78 78 78 78 .* \|xxxxxxxxxxxxxxxx'
types ':'
types "$(number strcmp)"
keys Enter
shown 'it says which call is around it' "^inside    $(number qsort) qsort"
keys u
shown 'to which a key leads' "^call      $(number qsort) qsort"
is "$(screen | sed -n 's/^around    //p')" "$(grep -c ' strcmp(' dump.out) calls" \
	'and how many are inside that one'
types ']'
shown 'the next call is a key away' "^call      $(number strcmp) strcmp"
types '[['
shown 'so is the previous one' "^call      $(($(number qsort) - 1)) read"
types ':0'
keys Enter
shown 'where it was made is there, if that was recorded' 'main at .*several\.c:[0-9]+'
types '?'
sees '^Everywhere'
keys Escape
shown 'Escape leads back from help' '^call      0 open'
keys Escape
shown 'and from a call' '^ a.fxt  calls'

# ---- searching and choosing ----

types '/NOWHERE'
keys Enter
shown 'what is not there is said' 'NOWHERE: not found below'
types '/nowhere'
keys Enter
first=$(grep -n '/nowhere' dump.out | sed -n '1s/:.*//p')
shown 'a text is found, whatever its capitals' "^$first of $n_calls"
types n
shown 'and the next one' "^$((first + 4)) of $n_calls"
types N
shown 'and the one before' "^$first of $n_calls"
types '/x('
keys Enter
shown 'a bad expression is said' 'x\(: '
# filter OPTIONS
filter() {
	types f
	keys C-u
	types "$1"
	keys Enter
}
filter "--errors -c 'acc*'"
n_failed=$(grep -c ' access(.*= -1 ' dump.out)
shown 'only calls that options of dump choose are shown' \
	"^[0-9]+ of $n_failed  filter: --errors -c 'acc\*'$"
screen | sed -n '2,22p' | grep -c 'access(.*"/nowhere"' >got
keys F
shown 'F shows all again' "^[0-9]+ of $n_calls"
is "$(cat got)" "$n_failed" 'and no others'
filter --nothing
shown 'an option that there is not is said' "nothing"
filter close,read
shown 'a list alone is one of functions' \
	"of $(grep -cE ' (close|read)\(' dump.out)  filter"
filter '--path /etc/passwd'
shown 'files are chosen by what descriptors are' \
	"of $("$fxtrace" dump --path /etc/passwd a.fxt | wc -l)  filter"
filter '--since 2026-11-26T16:20:00'
shown 'times of day choose, too' "of $n_calls  filter"
types F

# ---- the tree ----

types t
shown 'a process and its calls' "^- process $pid several  $n_calls calls"
sees "^\+   thread $pid several  $((n_calls - 5)) calls" &&
	sees '^\+   thread [0-9]+ worker  5 calls .* 5 failed'
ok $? 'its threads with theirs' || screen | note
keys Down Enter
shown 'a thread unfolds' 'open\(pathname="/etc/passwd"'
is "$(screen | grep -c 'strcmp(')" 0 'what is inside calls does not, at first'
keys Down Down Down
sees '^\+ .*qsort\(' && keys Right && sees '^- .*qsort\('
ok $? 'a call unfolds' || screen | note
is "$(screen | grep -c 'strcmp(')" "$(grep -c ' strcmp(' dump.out)" \
	'with the calls that were made inside it'
keys Down Left
keys Left
sees '^\+ .*qsort\(' && [ "$(screen | grep -c 'strcmp(')" = 0 ]
ok $? 'and folds, also from inside' || screen | note
types '/strcmp'
keys Enter
shown 'the search unfolds what is around' '^ .*  strcmp\('

# ---- the report ----

# sums: rows of the screen: count total self max errors name
sums() {
	screen | sed -n '3,22p' | awk 'NF { print $1, $2, $3, $5, $6, $7, $8 }' |
		sed 's/ *$//'
}
# reported BY: the same, by report
reported() {
	"$fxtrace" report --sort "${2-total}" --by "$1" --json a.fxt |
		perl -MJSON::PP -ne 'BEGIN { $json = JSON::PP->new }
			sub t { my ($n) = @_; return $n < 1e3 ? "${n}ns"
				: $n < 1e6 ? sprintf "%.1fus", $n / 1e3
				: $n < 1e9 ? sprintf "%.1fms", $n / 1e6
				: sprintf "%.1fs", $n / 1e9 }
			my $r = $json->decode($_);
			next if ($r->{class} // "") eq "program";
			print join " ", $r->{count}, t($r->{total_ns}), t($r->{self_ns}),
				t($r->{max_ns}), $r->{errors},
				$r->{name} // ($r->{tid} ? "$r->{pid}/$r->{tid} $r->{thread}"
					: "$r->{pid} $r->{process}"); print "\n"'
}
types r
shown 'a report by function' 'count +total\* +self +avg +max +errors  function'
is "$(sums | sort)" "$(reported function | sort)" 'has the values of report'
types sss
shown 'sorted by another column' 'avg +max\* +errors'
types b
sees 'errors  thread$'
is "$(sums | sort)" "$(reported thread | sort)" 'by thread, too'
types b
sees 'errors  process$'
is "$(sums | sort)" "$(reported process | sort)" 'and by process'
types b
sees 'errors  function$'
types S
types S
types S
types S
sees 'count\* +total'
keys Home Enter
shown 'a row leads to its calls' \
	"of $(grep -c ' access(' dump.out)  filter: --calls 'access'"
types '?'
shown 'there is help' '^Everywhere'
over 'q ends it' '0 '

# ---- terminals ----

for shape in '40 10' '200 60' '20 4' '10 2'; do
	browse a.fxt
	# shellcheck disable=SC2086
	set -- $shape
	if [ "$2" -gt 3 ]; then sees 'open|[0-9]'; else sleep 0.3; fi
	keys End Enter Escape
	types t
	types r
	tmux resize-window -x 90 -y 20
	types c
	sees "^$n_calls of $n_calls" || screen | note
	over "a terminal of $1 columns and $2 lines, which grows, is no trouble" '0 '
done
shape=
terminal=vt100 browse a.fxt
shown 'a terminal without colours shows the same' 'open\(pathname="/etc/passwd"'
keys C-c
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
[ -e ended ] && [ "$(cat ended)" != 0 ]
ok $? 'Ctrl-C ends it'
terminal=nonsense browse a.fxt
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
is "$(cat ended) $(cat err)" \
	'1 fxtrace: the terminal "nonsense" is not known; TERM names it' \
	'a terminal that nobody knows is said'
run "$fxtrace" browse a.fxt
ends 1 'needs a terminal; fxtrace dump' 'without a terminal it says what to do instead'
run "$fxtrace" browse --filter '--nothing' a.fxt
ends 2 'filter --nothing: ' 'a filter that is none is a usage error'
browse --filter 'access' a.fxt
shown 'a filter may be given before' "of $(grep -c ' access(' dump.out)  filter: access"
over 'which q ends, too' '0 '

# ---- archives ----

head -c $(($(wc -c <a.fxt) * 2 / 3)) a.fxt >cut.fxt
browse cut.fxt
sees '^ cut.fxt  calls  [0-9]+ calls, [0-9]+ threads? *$'
keys q
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
[ "$(cat ended)" = 1 ] && grep -q 'cut.fxt: ' err
ok $? 'what is wrong with an archive is said at the end' || note <err
echo 'no archive' >junk.fxt
browse junk.fxt
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
[ "$(cat ended)" = 1 ] && grep -q 'junk.fxt: ' err
ok $? 'what is none is refused' || note <err
gzip -k a.fxt
browse a.fxt.gz
shown 'a packed archive is unpacked' "^ a.fxt.gz  calls  $n_calls calls"
keys q

# More than is read at once, with little memory of its own.
perl "$tests/cli/hostile.pl" plain 200000 >plain.fxt
nm -D "$fxtrace" 2>/dev/null | grep -q __asan || before='ulimit -d 60000'
browse plain.fxt
shown 'a large archive is shown while it is read, in little memory' \
	'^ plain.fxt  calls  [0-9,]+ calls'
sees ' 200,000 calls'
keys End
shown 'and then it is there to its end' '^200,000 of 200,000'
filter '--grep fd=199999,'
shown 'a filter goes through it' '^1 of 1  filter: --grep fd=199999,$'
filter '--since 2026-11-26T16:20:00'
shown 'one that the archive does not allow is reported' \
	'since: .* time of day; give seconds since its start'
keys Home
shown 'and does not look as if it were applied' '(cannot be applied)'
over 'and it ends' '0 '
before=

# Names that would act on a terminal.
perl -I"$tests" -Mrecords -e 'my $name = "\e]0;x\a\e[41mred";
	print words(0x0016547846040010),
	record(0, 1 << 16 | 1 << 20 | 1 << 52, padded("p")),
	record(1, 0, words(1000000000)), string(1, "libc:io"), string(2, $name),
	record(3, 1 << 16, words(100, 100)),
	record(4, 4 << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1000, 2000))' >acts.fxt
browse acts.fxt
shown 'texts do not act on the terminal' '\\033\]0;x\\007\\033\[41mred\('
keys q

# ---- a session ----

mkfifo go
"$fxtrace" record -q -o live.fxt --mode streaming -c chdir sh -c \
	'while read -r to; do cd "$to"; done' <go &
recorder=$!
exec 3>go
echo /usr >&3
until "$fxtrace" dump live.fxt 2>/dev/null | grep -q chdir; do sleep 0.05; done
session=$("$fxtrace" ps | awk '$1 ~ /^[0-9]+$/ { print $1; exit }')
browse "$session"
shown 'a session is shown by its number' 'chdir\(path="/usr"\)'
echo /tmp >&3
shown 'and what it records meanwhile' 'chdir\(path="/tmp"\)'
exec 3>&-
wait $recorder
over 'it ends after the session has' '0 '
plan $n_tests
