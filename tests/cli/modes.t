#!/bin/bash
# SPDX-License-Identifier: MIT
# Archives hold what programs read and wrote: whoever creates one, only its owner
# can read it, whatever umask says.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
umask 0
export FXTRACE_MODE=streaming

# mine FILE NAME: one test
mine() { is "$(stat -c %a "$1" 2>&1)" 600 "$2"; }

plan 14
"$fxtrace" record -q -o a.fxt true
mine a.fxt 'an archive of record is for its owner'
"$fxtrace" record -q --compress zstd -o a.fxt.zst true
mine a.fxt.zst 'a packed one, too'
FXTRACE_MODE=oneshot FXTRACE_OUTPUT=$tmp/b.fxt LD_PRELOAD=$lib env true
mine b.fxt 'so is that of a process alone'
REFUSE=265=38 FXTRACE_MODE=oneshot FXTRACE_OUTPUT=$tmp/c.fxt \
	LD_PRELOAD=$b/tests/refuse/libfxtrace.so env true # linkat, ENOSYS
mine c.fxt 'also where a file needs a name from the start'
FXTRACE_OUTPUT=$tmp/d.fxt LD_PRELOAD=$lib env true
mine d.fxt 'that of a session without record'
FXTRACE_MODE=circular FXTRACE_OUTPUT=$tmp/e.fxt LD_PRELOAD=$lib env true
mine e.fxt 'that of a flight recorder'
"$fxtrace" record -q -o f.fxt --mode circular -c chdir \
	--trigger 'snapshot:chdir=ENOENT' dash -c 'cd /none' 2>/dev/null
mine f.snapshot-1.fxt 'a snapshot that a trigger takes'
# shellcheck disable=SC2016
"$fxtrace" record -q -o g.fxt --mode circular -c chdir \
	sh -c '"$0" snapshot -o h.fxt $PPID' "$fxtrace" >err 2>&1
mine h.fxt 'and one that the user takes' || note <err
# shellcheck disable=SC2016
FXTRACE_MODE=oneshot FXTRACE_OUTPUT=$tmp/i.fxt LD_PRELOAD=$lib \
	sh -c 'kill -9 $$' 2>/dev/null
mine i.fxt 'what a kill leaves'
"$fxtrace" recover i.fxt >/dev/null 2>&1
mine i.fxt 'and what recover makes of it'
"$fxtrace" trim --calls '*' a.fxt j.fxt >/dev/null 2>&1
mine j.fxt 'a part of an archive'
for to in chrome csv sqlite; do
	"$fxtrace" convert --to $to a.fxt k.$to >/dev/null 2>&1
	mine k.$to "the same as $to"
done
