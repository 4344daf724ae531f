#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs a command where a faulty recorder can do no harm. Only the current folder
# and temporary ones can be written to. No process outlives the command. The
# first process is a shell that stays, so that orphans are reaped.
#	box.sh SECONDS COMMAND...
# Without the rights for that it is run as it is, within the time only.
#	BOX_OVER="FROM TO"	a folder that is seen in the place of another
#	BOX_TIMES=FILE		gets the processor's time
limit_s=$1
shift
# shellcheck disable=SC2016
inner='
	mount --make-rprivate / && mount --bind "$PWD" "$PWD" &&
	mount -o bind,remount,ro / &&
	{ [ -z "$BOX_OVER" ] || mount --bind $BOX_OVER; } && mount -t tmpfs -o mode=1777 none /tmp &&
	mount -t tmpfs -o mode=1777 none /dev/shm && cd "$PWD" && {
		env -u BOX_OVER -u BOX_TIMES "$@"
		status=$?
		[ -z "$BOX_TIMES" ] || times >"$BOX_TIMES"
		exit $status
	}'
[ "$(id -u)" = 0 ] || exec timeout -k 5 "$limit_s" "$@"
exec timeout -k 5 "$limit_s" unshare --mount --pid --ipc --fork --kill-child \
	--mount-proc bash -c "$inner" box "$@"
