#!/bin/bash
# SPDX-License-Identifier: MIT
# vfork and its relatives, through the tracer.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/vfork

plan 8
same 'fifty vfork children run, leave, and keep the parent stack' \
	"$program" children
same 'a vfork child may fail to exec' "$program" failed_exec
same 'posix_spawn starts a child, and reports one it cannot' "$program" spawn
same 'system and popen start a shell' "$program" shell
same 'a parent goes on calling after vfork' "$program" after
is "$(for f in fxt/*.fxt; do calls "$f"; done 2>&1 | grep -c AFTER_VFORK)" 10 \
	'every call of the parent after vfork is recorded'

rm -f fxt/*
same 'a child with zeros for its thread does what it does' "$b/tests/hazard/bare"
is "$(calls fxt/*.fxt | grep -cE '"(BEFORE|BEHIND)"')" 20 \
	'every call of its parent is recorded'
