#!/bin/bash
# SPDX-License-Identifier: MIT
# Streams that are tracked for a replay. The program notices nothing, whatever
# it does to them. What it has done is recorded or reported as unknown.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/streams
unset FXTRACE_MODE

ways='many closed errors signals left locked vfork fork sandbox bad changed
	quick thread'
plan 32
for way in $ways; do
	(export FXTRACE_FOR_REPLAY=yes && unseen "$program" "$way") >said 2>&1
	ok $? "a program does not notice that its streams are followed: $way" ||
		note <said
done
for way in $ways; do
	(export FXTRACE_FOR_REPLAY=yes FXTRACE_CALLS=-fopen,-fclose,-exit &&
		unseen "$program" "$way") >said 2>&1
	ok $? "nor if it is not seen which are there: $way" || note <said
done

# recorded WAY NAME [PATTERN]: how many such calls, whose line has the pattern
recorded() {
	timeout 60 "$fxtrace" record -q --for-replay --overwrite -o a.fxt \
		"$program" "$1" >/dev/null 2>&1
	"$fxtrace" dump --calls "$2" a.fxt | grep -c -- "${3:-}"
}
is "$(recorded vfork fxtrace_put 'arent')" 2 \
	'what a parent puts around its child by vfork is recorded'
is "$(recorded quick fxtrace_put) $(recorded abort fxtrace_put)" '0 0' \
	'what is dropped is not'
is "$(recorded thread fxtrace_put 'data="ept') $(recorded thread fxtrace_flushed)" \
	'1 1' 'what the last thread leaves is'
is "$(recorded changed fxtrace_stream_unknown 'code that is not recorded')" 1 \
	'pointers that others have moved are reported as unknown'
is $(($(recorded many fxtrace_stream_unknown 'too many') > 0)) 1 \
	'as are more streams than can be tracked'
rm -rf fxt && mkdir fxt
timeout 60 env LD_PRELOAD="$lib" FXTRACE_OUTPUT="$tmp/fxt/" \
	FXTRACE_CALLS='+%stdio-char' "$program" vfork >/dev/null
is "$("$fxtrace" dump fxt/*.fxt | grep -c fxtrace_)" 0 \
	'without --for-replay nothing is recorded'
