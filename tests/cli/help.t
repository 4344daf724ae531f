#!/bin/bash
# SPDX-License-Identifier: MIT
# What fxtrace says about itself, and how it answers a wrong command line.
# GOLDEN=1 rewrites the pinned texts.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
pinned=$tests/cli/help

# pin NAME COMMAND...: its output is the text in help/NAME.out
pin() {
	local name=$1
	shift
	run "$@"
	[ -z "${GOLDEN:-}" ] || cp "$tmp/out" "$pinned/$name.out"
	if [ "$status" = 0 ] && [ -z "$err" ]; then
		is "$out" "$(cat "$pinned/$name.out")" "the help of $name is as pinned"
	else
		ok 1 "the help of $name is as pinned"
	fi
}

# wrong PATTERN NAME WORDS...: a usage error
wrong() {
	run "$fxtrace" "${@:3}"
	[ "$status" = 2 ] && [ -z "$out" ] && says "$1"
	ok $? "$2" || echo "status $status: $err" | note
}

commands=$("$fxtrace" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
topics=$("$fxtrace" help | sed -n 's/^Topics: //p' | tr -d ,)
plan $((30 + 2 * $(wc -w <<<"$commands") + 2 * $(wc -w <<<"$topics")))

pin overview "$fxtrace" help
is "$("$fxtrace" --help)" "$out" '--help is help'
for command in $commands; do
	pin "$command" "$fxtrace" "$command" --help
	[[ $("$fxtrace" help "$command") == "$out"* ]]
	ok $? "help $command begins with what $command --help shows"
done
is "$topics" 'calls examples formats gl limits reader security' 'help names the topics'
# of TOPIC: its section of the manual
of() { [ "$1" = reader ] && echo 3 || echo 7; }
for topic in $topics; do
	run "$fxtrace" help "$topic"
	[ "$status" = 0 ] && [[ $out == "fxtrace-$topic($(of "$topic")): "* ]]
	ok $? "help $topic shows fxtrace-$topic($(of "$topic"))"
done
run "$fxtrace" --version
is "$status $out" "0 fxtrace $("$fxtrace" help --man |
	sed -n 's/^\.TH.*"fxtrace \(.*\)"$/\1/p')" \
	'--version and the man page name the same version'
long=$("$fxtrace" help; for c in $commands $topics; do "$fxtrace" help "$c"; done)
is "$(grep '.\{81\}' <<<"$long")" '' 'no help is wider than 80 columns'
[ "$("$fxtrace" help | wc -l)" -le 40 ]
ok $? 'the overview fits a screen'

run "$fxtrace"
[ "$status" = 2 ] && [ -z "$out" ] && says '^usage: '
ok $? 'no command at all is a usage error'
wrong 'nonsense: no such command$' 'an unknown command is refused' nonsense
wrong 'did you mean record' 'a mistyped command gets a suggestion' recrod
wrong 'recover: unknown option --nonsense' 'an unknown option is refused' \
	recover --nonsense
wrong 'try `fxtrace help recover`' 'a usage error says where help is' \
	recover -x
wrong 'record: PROGRAM is missing' 'record wants a program' record -q
wrong 'recover: FILE is missing' 'recover wants a file' recover
wrong '--on-full x: expected' 'what is impossible is refused' \
	record --on-full=x true
wrong '--mode x: expected' 'a mode that is none is refused' \
	record --mode=x true
wrong '--buffer 10: expected a size from 64K to 16G' \
	'a buffer that is too small is refused' record --buffer 10 true
wrong '--string-max -1: expected a number' \
	'a limit that is no number is refused' record --string-max -1 true
wrong '--calls a,,b: an item is empty' 'a list with a hole is refused' \
	record --calls a,,b true
wrong '--calls a+b: an item is no name' 'and one that nothing can fit' \
	record --calls a+b true
wrong '--calls a\[b: an item is no name' 'and a set without its end' \
	record --calls 'a[b' true
run "$fxtrace" record -q -o groups.fxt -c '+%time-read,-get[a-c]*' true
is "$status" 0 'groups with a dash in their name and sets of letters are taken'
wrong 'help: takes one command' 'help takes one command' help dump info
wrong 'calling: no such command or topic' 'a topic that is none is refused' \
	help calling

# Every page, as `make install` puts it in place.
for page in $("$fxtrace" help --list); do
	name=${page%.*} name=${name#fxtrace}
	"$fxtrace" help --man ${name:+"${name#-}"} >"$page"
done
is "$(echo fxtrace*.[137])" "$(printf '%s\n' fxtrace.1 \
	$(printf 'fxtrace-%s.1 ' $commands) $(for t in $topics; do echo "fxtrace-$t.$(of "$t")"; done) |
	sort | xargs)" 'there is a man page of each command and topic'

# formats TOOL NAME COMMAND...: no page makes it complain
formats() {
	if command -v "$1" >/dev/null; then
		is "$(for page in fxtrace*.[137]; do "${@:3}" "$page"; done 2>&1 \
			>out)" '' "$2"
	else
		skip "no $1 here" "$2"
	fi
}
lint() { mandoc -Tlint -Wwarning "$1" >&2; }
formats groff 'groff formats the man pages without a warning' \
	groff -t -man -ww -Tutf8
formats man 'as does man' man --warnings -l
formats mandoc 'as does mandoc' lint

# words: each in lower case on a line, without those of signs only
words() { tr -d : | tr -s '[:space:]' '\n' | tr A-Z a-z | grep '[a-z0-9]' | sort -u; }
for topic in $topics; do
	if command -v groff >/dev/null; then
		is "$("$fxtrace" help "$topic" | words | comm -23 - \
			<(groff -t -man -Tascii -P-cbou "fxtrace-$topic.$(of "$topic")" |
				words))" "" \
			"fxtrace-$topic($(of "$topic")) has every word of help $topic"
	else
		skip 'no groff here' "fxtrace-$topic($(of "$topic")) has every word of help"
	fi
done
missing=
# FXTRACE_SESSION is set by the recorder, not by people
for word in $("$fxtrace" help record | grep -o 'FXTRACE_[A-Z][A-Z_]*' |
	grep -vx FXTRACE_SESSION); do
	grep -q "^\.B $word\$" fxtrace.1 || missing+=" $word"
done
is "$missing" '' 'the man page has every variable'
run "$fxtrace" help --readme
block=$(sed -n '/made by `fxtrace help --readme`/,/end of `fxtrace/p' \
	"$root/README.md" 2>/dev/null)
if [ -e "$root/README.md" ]; then
	is "$block" "$out" 'README.md lists the commands as the tables do'
else
	skip 'no README.md yet' 'README.md lists the commands as the tables do'
fi
run sh -c '"$0" help >/dev/full' "$fxtrace"
ends 1 'standard output' 'output that cannot be written is an error'
