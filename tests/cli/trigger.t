#!/bin/bash
# SPDX-License-Identifier: MIT
# --trigger: a call, a slow one, one that fails, or a signal starts and stops
# the recording, or has a snapshot made. The program does not notice.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export FXTRACE_MODE=streaming
signalled=$b/tests/hazard/signalled

# calls ARCHIVE: names of its calls, in a line
names() { "$fxtrace" dump "$1" | sed 's/^[0-9]* [0-9.]* [^ ]* \([a-z_]*\)(.*/\1/' |
	tr '\n' ' '; }

# Shells that pause after each step, so that an order is there by the next.
steps='cd /; sleep 0.2; cd /usr; sleep 0.2; cd /none; sleep 0.2; cd /tmp; sleep 0.2; cd /'

# folders ARCHIVE: where its calls of chdir went
folders() { "$fxtrace" dump "$1" | sed -n 's/.*chdir(path="\([^"]*\)").*/\1/p' |
	tr '\n' ' '; }

plan 36

run "$fxtrace" record -q -o a.fxt -c chdir --trigger start:chdir dash -c "$steps"
is "$(folders a.fxt)" '/usr /none /tmp / ' \
	'a session with a start begins stopped and starts at the call'
run "$fxtrace" record -q -o b.fxt -c chdir --trigger stop:chdir=ENOENT \
	dash -c "$steps"
is "$(folders b.fxt)" '/ /usr /none ' 'a failure stops it'
run "$fxtrace" record -q -o c.fxt -c chdir \
	--trigger 'start:chdir=ENOENT,stop:chdir=ENOTDIR' dash -c \
	"$steps; sleep 0.2; cd /etc/passwd; sleep 0.2; cd /"
is "$(folders c.fxt)" '/tmp / /etc/passwd ' 'several work together'
run "$fxtrace" record -q -o d.fxt -c chdir --trigger 'start:%process' \
	dash -c "$steps"
is "$status" 0 'a category may be named'
run "$fxtrace" record -q -o e.fxt -c sigprocmask --trigger 'stop:access=ENOENT' \
	"$signalled"
is "$(names e.fxt)" 'sigprocmask ' \
	'functions are watched without being recorded'
run "$fxtrace" record -q -o f.fxt -c raise,sigprocmask \
	--trigger 'stop:usleep>250ms' "$signalled"
is "$(names f.fxt | grep -o sigprocmask | wc -l)" 1 'a slow call stops it'
run "$fxtrace" record -q -o f.fxt --overwrite -c raise,sigprocmask \
	--trigger 'stop:usleep>900ms' "$signalled"
is "$(names f.fxt | grep -o sigprocmask | wc -l)" 2 'a quick one does not'
# The manager stops while the program waits for space in its buffer.
"$fxtrace" manager -q --until-empty -o k.fxt --trigger 'stop:lseek>1500ms' \
	>variable &
manager=$!
until [ -s variable ]; do sleep 0.01; done
env "$(cat variable)" FXTRACE_TRIGGER='stop:lseek>1500ms' FXTRACE_CALLS=lseek \
	FXTRACE_BUFFER=64K LD_PRELOAD="$lib" "$b/tests/hazard/sequence" 400000 1 1 0 \
	>sequence.out &
until [ -s k.fxt ]; do sleep 0.01; done
kill -STOP $manager
sleep 2
kill -CONT $manager
wait
is "$("$fxtrace" info k.fxt | awk '/^calls:/ { print $2 }')" 200000 \
	'nor one that took long only because its record had to wait'
run "$fxtrace" record -q -o g.fxt -c chdir,getenv --trigger 'start:listen' \
	dash -c "$steps"
is "$(folders g.fxt)" '' 'a condition that never holds does nothing'
run "$fxtrace" record -q -o h.fxt -c chdir --trigger stop:execve \
	dash -c 'cd /; exec /bin/dash -c "sleep 0.2; cd /tmp"'
is "$(folders h.fxt)" '/ ' 'a program that runs another one stops it'

# Signals
"$signalled" >want.out 2>/dev/null
want=$?
run "$fxtrace" record -q -o s.fxt --mode circular --trigger \
	'snapshot:SIGUSR1,stop:SIGCHLD,start:usleep>250ms' "$signalled"
is "$status $out" "$want $(cat want.out)" \
	'a program whose signals are watched behaves as without us'
watched=$b/tests/hazard/watched
"$watched" >want.out
"$fxtrace" record -q -o r.fxt --trigger \
	'stop:SIGUSR1,stop:SIGTSTP,stop:access,snapshot:prctl>1s' \
	"$watched" >got.out
is "$? $(cat got.out)" "0 $(cat want.out)" \
	'nor are vfork children, old ways to set handlers, or a stopped clock its end' ||
	note <got.out
run "$fxtrace" record -q -o t.fxt --trigger 'stop:SIGCHLD' "$signalled"
# one more raise comes right behind it: on which side is chance
is "$(names t.fxt | grep -o 'raise\|access' | sort -u | xargs)" \
	raise 'a signal that it ignores by default stops it as well'
run "$fxtrace" record -q -o u.fxt --trigger 'stop:SIGUSR1' "$signalled"
is "$(names u.fxt | grep -c access)" 0 'as does one that it handles'
run "$fxtrace" record -q -o v.fxt --trigger 'stop:SIGTERM' "$signalled"
is "$(names v.fxt | grep -c access) $(names v.fxt | tr ' ' '\n' | grep -c .)" \
	"1 $(FXTRACE_TRIGGER='' "$fxtrace" record -q -o w.fxt "$signalled" >out
		names w.fxt | tr ' ' '\n' | grep -c .)" \
	'one that does not come changes nothing'
"$fxtrace" record -q -o x.fxt --mode circular --trigger snapshot:SIGTERM \
	sh -c 'kill -TERM $$; echo never' >out
is "$?" 143 'a signal that kills still kills'
for _ in $(seq 200); do [ -s x.snapshot-1.fxt ] && break; sleep 0.01; done
"$fxtrace" dump x.snapshot-1.fxt | grep -q 'kill('
ok $? 'but a snapshot is made'
"$fxtrace" record -q -o y.fxt --mode circular --trigger snapshot:SIGSEGV \
	"$b/tests/hazard/circular" nonsense >/dev/null 2>&1
"$fxtrace" record -q -o z.fxt --mode circular --trigger snapshot:SIGSEGV \
	python3 -c 'import ctypes; ctypes.string_at(0)' >/dev/null 2>&1
is "$?" 139 'as does one that an instruction raises'
for _ in $(seq 200); do [ -s z.snapshot-1.fxt ] && break; sleep 0.01; done
"$fxtrace" info z.snapshot-1.fxt >info.out 2>&1 && ! grep -q '^stray' info.out
ok $? 'with its snapshot' || note <info.out

# Snapshots
"$fxtrace" record -o n.fxt --mode circular -c chdir --trigger 'snapshot:chdir=ENOENT' \
	dash -c "$steps" 2>err.out
is "$(folders n.snapshot-1.fxt)" '/ /usr /none ' \
	'a snapshot has everything up to the call'
is "$(folders n.fxt)" '/ /usr /none /tmp / ' 'and the recording goes on'
grep -q 'n.snapshot-1.fxt: 3 calls of ' err.out
ok $? 'the user gets a message' || note <err.out
"$fxtrace" record -q -o m.fxt --mode circular -c chdir --trigger snapshot:chdir \
	dash -c 'i=0; while [ $i -lt 300 ]; do cd /; i=$((i + 1)); done' 2>err.out
is "$(echo m.snapshot-*) $(cat err.out)" 'm.snapshot-1.fxt ' \
	'not more than one in ten seconds is made, and --quiet says nothing of it'
FXTRACE_CALLS=chdir FXTRACE_OUTPUT=$tmp/p.fxt FXTRACE_TRIGGER=stop:chdir=ENOENT \
	LD_PRELOAD=$lib dash -c "$steps" 2>/dev/null
for _ in $(seq 200); do [ -s p.fxt ] && break; sleep 0.01; done
sleep 0.3
is "$(folders p.fxt)" '/ /usr /none ' 'a bare LD_PRELOAD has triggers, too'

# Mistakes
for list in snapshot open start: 'stop:read>10' 'stop:read>ms' 'stop:read=enoent' \
	'stop:read=ENONSENSE' 'stop:SIGNONSENSE' 'stop:read,,stop:dup' 'start:read,stop:read' \
	stop:dup,stop:dup2,stop:dup3,stop:read,stop:open,stop:pipe,stop:poll,stop:stat,stop:kill; do
	run "$fxtrace" record --trigger "$list" true
	is "$status" 2 "--trigger $list is refused"
done
run "$fxtrace" record --mode oneshot --trigger stop:read true
ends 2 '--trigger does not work in oneshot mode' 'and one without a manager'
