#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs a command where process ids begin with 1, as in a container. After half a
# minute they reach the largest one and begin again.
#	scripts/pids.sh COMMAND...
# Where no namespace can be made, the command runs as it is.
if ! unshare --pid --fork --mount-proc true 2>/dev/null; then
	echo 'pids.sh: no namespace of process ids here' >&2
	exec "$@"
fi
# What unshare of util-linux 2.36 ignores, its child would too, and so would
# programs of tests that a signal is to end.
# shellcheck disable=SC2016
exec unshare --pid --fork --kill-child --mount-proc bash -c '
	(
		sleep 30
		read -r max </proc/sys/kernel/pid_max
		echo $((max - 200)) >/proc/sys/kernel/ns_last_pid
	) 2>/dev/null &
	env --default-signal=INT,TERM "$@"
	exit $? # this shell reaps processes whose parents have ended
	' pids.sh "$@"
