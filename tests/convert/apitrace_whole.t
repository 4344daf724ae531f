#!/bin/bash
# SPDX-License-Identifier: MIT
# What programs of other people need of files of apitrace, by the way from an
# archive to apitrace's replay, and back to ours.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/x_server.sh"
needs_x_server
plan 2
command -v apitrace >/dev/null || {
	skip 'no apitrace' 'a value by its address is a list of one'
	skip 'no apitrace' "apitrace's replay takes such values"
	exit
}

# apitrace reads GLX_SAMPLES in a list, and crashes where there is none
"$fxtrace" record -q -o glx.fxt -c '%gl,%glx' "$b/tests/gl/glx" >glx.out 2>&1
"$fxtrace" convert glx.fxt glx.trace
apitrace dump -v --color=never glx.trace |
	grep -o 'attribute = GLX_[A-Z_]*, value = .*' >values
[ "$(grep -c 'value = &' values)" -ge 3 ] && ! grep -qv 'value = &' values
ok $? 'a value by its address is a list of one' || note <values
timeout 60 apitrace replay glx.trace >replay.out 2>&1
! grep -i 'signal\|exception' replay.out >why
ok $? "apitrace's replay takes such values" || note <why
