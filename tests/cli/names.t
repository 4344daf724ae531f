#!/bin/bash
# SPDX-License-Identifier: MIT
# Names that were mistyped: of functions, groups, arguments, signals, errors,
# options and commands. Each place that takes one says so and does nothing.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
plan 64
cat >touch.c <<'EOT'
#include <fcntl.h>
int main(void)
{
	return creat("was-run", 0600) < 0;
}
EOT
${CC:-cc} -o touch touch.c

# refused PATTERN OPTION...: record says that, with status 2, and runs nothing
refused() {
	local pattern=$1
	shift
	rm -f was-run z.fxt
	run "$fxtrace" record -q -o z.fxt "$@" ./touch
	[ ! -e was-run ] && [ ! -e z.fxt ] && [ -z "$out" ]
	ends 2 "$pattern" "record $* is refused"
}
refused '^fxtrace: --calls: opne: no function has this name, did you mean open?$' \
	-c opne
refused 'did you mean pthread_create, ' -c '+pthread_crate'
refused 'glClaer: .* did you mean glClear' -c 'read,glClaer'
refused '%fiel: no group or category has this name, did you mean %file?$' \
	-c %fiel
refused '%memst: .* did you mean %memstr' -c '+%memst'
refused '%lbic: .* did you mean %libc' -c '-%lbic'
refused 'nosuch\*: no function has this name: fxtrace list shows them all$' \
	-c 'read,nosuch*'
refused '%nothing_like_it: .*: fxtrace list --groups shows them$' \
	-c %nothing_like_it
refused '^fxtrace: --calls: opne: ' -e trace=opne
refused '^fxtrace: --calls: opne: ' -e '!opne'
refused '^fxtrace: --stack: lseke: .* did you mean lseek' --stack lseke:8
refused '^fxtrace: --trigger: lseke: .* did you mean lseek' \
	--trigger 'snapshot:lseke>10ms'
refused 'no signal SIGUSR3, did you mean SIGUSR1' --trigger snapshot:SIGUSR3
refused 'no error ENOENTT, did you mean ENOENT' --trigger snapshot:open=ENOENTT
refused 'no function opne, did you mean open' --where opne:flags=O_RDONLY
refused 'no argument flgs .* did you mean flags?' --where open:flgs=O_RDONLY
refused 'O_CRAET is no number or constant of open:flags, did you mean O_CREAT' \
	--where open:flags=O_CRAET
refused 'raed:buf: .* did you mean read' --redact raed:buf
refused 'unknown option --bufer, did you mean --buffer?' --bufer 1M
echo 'CALLS = opne' >opne.conf
refused '^fxtrace: --calls: opne: ' --config opne.conf
rm -f was-run
run env FXTRACE_CALLS=opne "$fxtrace" record -q -o z.fxt ./touch
[ ! -e was-run ]
ends 2 '^fxtrace: --calls: opne: ' 'so is a variable'

# mistyped VARIABLE=VALUE PATTERN: the variable's own name
mistyped() {
	rm -f was-run
	run env "$1" "$fxtrace" record -q -o z.fxt ./touch
	[ ! -e was-run ]
	ends 2 "$2" "record with $1 is refused"
}
mistyped FXTRACE_CALL=open \
	'FXTRACE_CALL: there is no such variable, did you mean FXTRACE_CALLS'
mistyped FXTRACE_REDCAT=read:buf 'did you mean FXTRACE_REDACT?'
mistyped FXTRACE_PAGE=cat 'did you mean FXTRACE_PAGER'
run env FXTRACE_HOME=/x FXTRACE_CAL= "$fxtrace" record -q -o z.fxt ./touch
is "$status$err" 0 'a variable that is like none is let through, so is one without a value'

# alone VARIABLE=LIST PATTERN: the recorder says that in one line, and the
# program runs without it
alone() {
	rm -f was-run ./*.fxt
	run env "$1" LD_PRELOAD="$lib" ./touch
	[ -e was-run ] && ! ls ./*.fxt >/dev/null 2>&1 &&
		[ "$(wc -l <<<"$err")" = 1 ]
	ends 0 "$2" "a program with $1 runs, is not recorded, and one line says so"
}
alone FXTRACE_CALLS=opne \
	'^fxtrace: FXTRACE_CALLS: has opne, which is no function.s name; did you mean open?; not recording$'
alone FXTRACE_CALLS=read,%fiel \
	'%fiel, which is no group or category; did you mean %file?'
alone FXTRACE_CALLS=+%nothing_like_it '%nothing_like_it, which .*; not rec'
alone FXTRACE_CALLS=-glClaer 'glClaer, which .* glClear?'
alone FXTRACE_STACK=lseke:8 'FXTRACE_STACK: has lseke,.* lseek?'
alone 'FXTRACE_TRIGGER=snapshot:lseke>1ms' 'FXTRACE_TRIGGER: has lseke,.* lseek?'
alone FXTRACE_CALL=creat \
	"^fxtrace: FXTRACE_CALL: is no variable of fxtrace's; did you mean FXTRACE_CALLS?; not recording$"
all=$("$fxtrace" list | perl -ne 's/^(\S+\s+){3}//; print "$1\n" if /(\w+)\(/' |
	sort -u | paste -sd,)
run env FXTRACE_CALLS="$all" FXTRACE_OUTPUT=z.fxt LD_PRELOAD="$lib" ./touch
[ -s z.fxt ] && [ ${#all} -gt 50000 ]
ends 0 '^$' 'all functions that are listed are known to the recorder'
alone FXTRACE_CONFIG=opne.conf 'opne.conf:1: .*CALLS: has opne,'

# Readers: names that neither fxtrace nor the archive knows.
"$fxtrace" record -q -o a.fxt -c 'creat,getenv' ./touch
wrong() {
	run "$fxtrace" "$@"
	[ -z "$out" ]
	ends 2 '^fxtrace: .*opne: no function has this name, did you mean open?$' \
		"$1 is told a function that there is not"
}
for command in dump report graph leaks slow; do
	wrong $command -c 'read,opne' a.fxt
done
wrong flame -o x.svg -c opne a.fxt
wrong timeline -o x.html -c opne a.fxt
wrong convert -c opne a.fxt x.jsonl
wrong trim -c opne a.fxt x.fxt
wrong diff -c opne a.fxt a.fxt
wrong query -c opne a.fxt 'SELECT 1'
wrong replay -c opne a.fxt
wrong replay --ignore opne a.fxt
wrong list opne
for name in x.svg x.html x.jsonl x.fxt; do
	[ ! -e $name ]
	ok $? "no $name is made"
done
for command in dump report graph; do
	run "$fxtrace" $command -c 'chmod,%creds' a.fxt
	is "$status$err" 0 "$command of a right name that is not there is empty"
done
run "$fxtrace" dump -c 'nosuch*' - <a.fxt
is "$status$err$out" 0 'a stream is read once, and any name is let through'

# What an archive has is known, even if fxtrace does not record it.
perl -e '
	local $/; open my $in, "<:raw", "a.fxt"; my $bytes = <$in>;
	$bytes =~ s/\0creat\0/\0zapit\0/ or $bytes =~ s/creat\0/zapit\0/;
	open my $out, ">:raw", "b.fxt"; print $out $bytes;'
run "$fxtrace" dump -c zapit b.fxt
is "$status:$(grep -c zapit <<<"$out")" 0:1 \
	'a function that only the archive has is known'
run "$fxtrace" dump -c zapti b.fxt
ends 2 'zapti: .* did you mean zapit?' 'and its name is offered, too'

# A running session.
# other tests have sessions of sleep
ln -s "$(command -v sleep)" nap
"$fxtrace" record -q --mode streaming -o s.fxt ./nap 37 &
for ((i = 0; i < 200; i++)); do
	"$fxtrace" ctl nap status >/dev/null 2>&1 && break
	sleep 0.1
done
wrong ctl nap calls opne
wrong top --batch -c opne nap
: >s.fxt # as it is until the manager writes to it for the first time
wrong ctl nap calls opne
wrong top --batch -c opne nap
pkill -f "nap 37"
wait $!

# Commands.
run "$fxtrace" dmup a.fxt
ends 2 'dmup: no such command, did you mean dump?' 'a command that is near is offered'
run "$fxtrace" foo
ends 2 '^fxtrace: foo: no such command$' 'one of three other letters is not'
