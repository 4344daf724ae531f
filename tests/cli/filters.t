#!/bin/bash
# SPDX-License-Identifier: MIT
# Filters: of a function's calls those are recorded that they let through, all
# others are counted; programs do not notice.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program filtered
program nested
export FXTRACE_MODE=streaming

# keeps OPTIONS... PROGRAM...: recorded into a.fxt, dumped into $out
keeps() {
	run "$fxtrace" record -q --overwrite -o a.fxt "$@"
	out=$("$fxtrace" dump -s a.fxt)
}

# calls NAME: how many calls of it are there
calls() { grep -c "^[0-9]* $1(" <<<"$out"; }

# left NAME: how many were left out of it, as info says
left() { "$fxtrace" info --top 0 a.fxt |
	awk -v name="$1" '/^left out:/ && $4 == name { print $3 }'; }

# whole NAME: the archive is as it should be
whole() {
	! "$fxtrace" info a.fxt | grep -q '^stray\|^lost\|^damaged\|^undefined'
	ok $? "$1"
}

plan 58

# Callers
for n in a b; do
	echo "#include <unistd.h>
	void work(void) { lseek(0, 1000, '$n'); access(\"/lib$n\", 0); }" >$n.c
	${CC:-cc} -D_GNU_SOURCE -shared -fPIC -o lib$n.so $n.c || exit 1
done
choice=(-c lseek,access)
load=("$tmp/bin/filtered" load ./liba.so ./libb.so)
for mode in streaming oneshot circular; do
	keeps "${choice[@]}" --mode $mode --callers liba.so "${load[@]}"
	is "$status $(calls lseek) $(calls access) $(grep -c '"/liba"' <<<"$out")" \
		'0 20 20 20' "$mode: only what one library calls is recorded"
done
is "$(left lseek) $(left access)" '60 20' 'what others call is counted'
keeps "${choice[@]}" --callers main "${load[@]}"
is "$(calls lseek) $(calls access)" '40 0' 'main is the program'
keeps "${choice[@]}" --callers 'filt?red,*b.so' "${load[@]}"
is "$(calls lseek) $(grep -c '"/libb"' <<<"$out")" '60 20' \
	'names of files may be globs'
keeps "${choice[@]}" --callers -main,-liba.so "${load[@]}"
is "$(calls lseek) $(grep -c '"/libb"' <<<"$out")" '20 20' \
	'modules may be left out'
keeps -c 'dlopen,lseek' --callers -main "${load[@]}"
is "$(calls dlopen) $(left dlopen)" '0 40' \
	'functions that are jumped to have a caller, too'
keeps -c getenv,write,printf,memcpy,strlen --callers libnone.so \
	bash -c 'echo "$HOME"; printf "%s\n" x'
is "$out$status" 0 'leaf, variadic and ordinary functions are left out'
keeps -c '+*' --callers -libc.so.6 "$tmp/bin/filtered" 2 10
is "$status $(calls getppid)" '0 20' \
	'all functions may be recorded of some callers'
keeps --callers libnone.so bash -c 'true & wait; /bin/true'
is "$(calls fork) $(calls execve) $(calls setlocale)" '1 1 0' \
	'calls that make processes are never left out'
whole 'such an archive is whole'
whole=$(FXTRACE_CALLERS=libnone.so FXTRACE_CALLS=getppid,umask \
	FXTRACE_OUTPUT=$tmp/p.fxt LD_PRELOAD=$lib "$tmp/bin/filtered" 1 10
	until "$fxtrace" info p.fxt >/dev/null 2>&1; do sleep 0.05; done
	"$fxtrace" info p.fxt | sed -n 's/^left out: *20 calls.*/20/p')
is "$whole" 'done
20' 'FXTRACE_CALLERS does the same'

# Samples and limits
some=("$tmp/bin/filtered" 8 1000)
for mode in streaming oneshot circular; do
	keeps -c getppid,umask --mode $mode --limit 100 "${some[@]}"
	is "$(calls getppid) $(calls umask) $(left getppid) $(left umask)" \
		'100 100 7900 7900' "$mode: the first of all threads together"
done
keeps -c getppid,umask --sample 100 "${some[@]}"
is "$(calls getppid) $(calls umask) $(left getppid) $(left umask)" \
	'80 80 7920 7920' 'one in so many, exactly'
keeps -c getppid,umask --sample 100 --limit 7 "${some[@]}"
is "$(calls getppid) $(left getppid)" '7 7993' 'both, of what is sampled'
keeps -c getppid,lseek,access --callers liba.so --sample 2 --limit 3 "${load[@]}"
is "$(calls lseek) $(left lseek)" '3 77' 'and of what a module calls'
keeps -c getppid --limit 8000 "${some[@]}"
is "$(calls getppid) $(left getppid)" '8000 ' 'a limit that is not reached'
keeps -c getppid --sample 1 "${some[@]}"
is "$(calls getppid) $(left getppid)" '8000 ' 'a sample of all'
keeps -c getppid --limit 2 "$tmp/bin/filtered" fork 2
is "$status $(calls getppid) $(left getppid)" '0 3 ' \
	"a forked child's limit is one of its own"
keeps -c getppid --sample 2 "$tmp/bin/filtered" fork 2
is "$status $(calls getppid) $(left getppid)" '0 2 1' 'as is its sample'
keeps -c getppid --callers libnone.so "$tmp/bin/filtered" fork 3
is "$status $(calls getppid) $(left getppid)" '0 0 4' \
	'it counts for itself what it leaves out'
run "$fxtrace" record --overwrite -o a.fxt -c getppid,umask --limit 100 "${some[@]}"
says '15,800 calls left out by filters'
ok $? 'the summary reports that' || note <<<"$err"
run "$fxtrace" record --overwrite -o a.fxt -c getppid --limit 10 \
	--mode oneshot "${some[@]}"
says '7,990 calls left out by filters'
ok $? 'as does that of archives without a manager' || note <<<"$err"
run "$fxtrace" record -q --overwrite -o a.fxt -c getppid,umask --sample 10 bash -c \
	"$tmp/bin/filtered 1 5000; LD_PRELOAD= kill -9 \$\$"
is "$status $("$fxtrace" info a.fxt | grep -c 'left out.*umask')" '137 1' \
	'a killed process has recorded what was left out'
"$fxtrace" dump --calls '*' a.fxt >one 2>&1
whole 'and its archive is whole'

# Calls that failed, and slow ones: decided when they return
"$b/tests/app/io" >io.want </dev/null
keeps -c 'open,openat,lseek,close,read,write' --errors "$b/tests/app/io"
diff <(grep ' = -1 E' io.want | sed 's/^[0-9]* //') \
	<(sed 's/^[0-9]* //' <<<"$out") >difference
ok $? 'only calls that failed are recorded' || note <difference
is "$(left close)" "$(grep -c ' close(.* = 0' io.want)" \
	'the others are counted'
keeps -c open,lseek --errors --callers libnone.so "$b/tests/app/io"
is "$out$(left open)" "$(grep -c ' open(' io.want)" 'filters combine'
keeps -c '*nanosleep,fflush,setlocale' --min-time 10ms sleep 0.05
is "$(sed 's/(.*//; s/clock_//' <<<"$out")" '0 nanosleep' \
	'only slow calls are recorded'
# held MODE: with a filter that lets all calls through, decided at their ends,
# everything is as without one
for mode in streaming oneshot circular; do
	for app in io edges events stdio format net env strings; do
		mapfile -t options < <(sed -n "s/^$app //p" "$tests/app/apps.in" |
			tr ' ' '\n')
		(cd "$tmp" && rm -rf d && mkdir d && cd d && "$fxtrace" record -q \
			-o "$tmp/$mode.$app.fxt" --overwrite --mode $mode "${options[@]}" \
			--min-time 1ns "$b/tests/app/$app" 2>/dev/null </dev/null |
			grep -v '_exit\|vfork' >"$tmp/want")
		for archive in $(printf '%s\n' $mode.$app*.fxt | sort -V); do
			"$fxtrace" dump --stable "$archive"
		done | grep -v '_exit\|vfork' >got
		diff <(sed 's/^[0-9]* //' want) <(sed 's/^[0-9]* //' got) \
			>difference || echo "$app:" >>bad
		cat difference >>bad
	done
	[ ! -s bad ]
	ok $? "$mode: calls that are recorded when they return are as ever" ||
		note <bad
	rm -f bad
done
export FXTRACE_MIN_TIME=1ns
for way in longjmp siglongjmp exception cancel pthread_exit cancel_anywhere; do
	same "$way passes through calls that may be left out" \
		"$b/tests/hazard/unwind" $way
	is "$("$fxtrace" dump fxt/unwind.*.fxt | grep -c AFTERWARDS)" 10 \
		'and calls after that are recorded'
done
unset FXTRACE_MIN_TIME
jumps=(-c '*setjmp,*longjmp' "$b/tests/hazard/unwind" longjmp)
keeps "${jumps[@]}"
n_jumps=$(wc -l <<<"$out")
for filter in '--min-time 1ns' --errors; do
	# shellcheck disable=SC2086
	keeps $filter "${jumps[@]}"
	is "$status$out $("$fxtrace" info a.fxt |
		sed -n 's/^left out: *\([0-9]*\) calls*.*/\1/p')" "0 $n_jumps" \
		"$filter: calls that never return, or twice, are left out, and counted"
done
keeps -c qsort,strcmp --min-time 1ns nested
is "$(head -n 1 <<<"$out" | cut -c1-7) $(calls strcmp)" '0 qsort 6' \
	'a call comes before those inside of it'
keeps -c qsort --min-time 1ns nested 100
is "$status $(calls qsort) $("$fxtrace" info a.fxt |
	sed -n 's/^lost: *\([0-9]*\) calls*.*/\1/p')" '0 90 10' \
	'calls that are in too many others to be held are counted as lost'

# Mistakes
for wrong in '--callers /lib/x.so' '--callers a,,b' '--sample 0' '--limit -1' \
	'--limit x'; do
	# shellcheck disable=SC2086
	run "$fxtrace" record $wrong true
	is "$status" 2 "$wrong is refused"
done
run "$fxtrace" record --for-replay --limit 3 true
ends 2 'FXTRACE_LIMIT' 'a replay needs all calls'
run env LD_PRELOAD="$lib" FXTRACE_SAMPLE=no true
ends 0 'FXTRACE_SAMPLE: must be' 'a mistake in the environment is reported, too'
