#!/bin/bash
# SPDX-License-Identifier: MIT
# What recorded calls look like. A program of tests/app makes calls and prints
# the dump that it expects of them. It is recorded with the options that
# tests/app/apps.in gives it, and both are compared. Each line of apps.in is a
# test.
#   tests/run-app.sh [NAME...]
#   TESTED=FILE: names of functions in expectations that held are appended to it
. "$(dirname "$(readlink -f "$0")")/tap.sh"
apps=${APPS:-$tests/app/apps.in}

# dumps NAME: of the first process, then of its children by pid
dumps() {
	local archive
	for archive in "$1.fxt" $(printf '%s\n' "$1".*.fxt | sort -V); do
		[ ! -e "$archive" ] || calls "$archive"
	done
}

# older: the expectation, where the libc is older than what the programs speak of
if ldd --version | grep -qE '^ldd .* 2\.3[12]$'; then
	older() {
		sed -E 's/^([0-9]+ )(l?)stat\(pathname=(.*)statbuf=/\1__\2xstat(ver=1, path=\3buf=/
			s/^([0-9]+ )(l?)stat\(pathname=/\1__\2xstat(ver=1, path=/
			s/^([0-9]+ )fstat\(fd=([-0-9]+), statbuf=/\1__fxstat(ver=1, fd=\2, buf=/
			s/^([0-9]+ )fstat\(fd=/\1__fxstat(ver=1, fd=/
			s/^([0-9]+ )fstatat\(dirfd=(.*)pathname=(.*)statbuf=(.*)flags=/\1__fxstatat(ver=1, fd=\2path=\3buf=\4flag=/
			s/^([0-9]+ )fstatat\(dirfd=(.*)pathname=(.*)flags=/\1__fxstatat(ver=1, fd=\2path=\3flag=/
			s/^([0-9]+ )mknod\(pathname=/\1__xmknod(ver=0, path=/
			s/^([0-9]+ )mknodat\(dirfd=(.*)pathname=/\1__xmknodat(ver=0, fd=\2path=/
			s/^(.* = )NULL dlerror .* (<late>)$/\1? \2/
			s/^(.* dlerror) ".*"$/\1/'
	}
else
	older() { cat; }
fi

# ends_well: 0 if the program ended by itself, or expects a call without end
ends_well() {
	[ $status = 0 ] || grep -q '= ? <unfinished>$' want ||
		{ echo "status $status" && return 1; }
}

# app NAME [OPTIONS...]
app() {
	local name=$1 status
	shift
	mkdir "$name" && cd "$name" || return
	timeout 60 "$fxtrace" record -q -o "$name.fxt" "$@" \
		"$b/tests/app/$name" >said 2>err </dev/null
	status=$?
	if [ $status = 77 ]; then
		cd .. && skip "it finds no OpenGL here" "the calls of $name"
		rm -r "$name"
		return
	fi
	older <said >want
	dumps "$name" >got 2>>err
	echo "it printed nothing" >difference
	[ -s want ] && diff want got >difference && ends_well >difference
	if ok $? "the calls of $name are dumped as it says${*:+ ($*)}"; then
		sed -nE 's/^[0-9]+ ([A-Za-z_0-9]+)\(.*/\1/p' want |
			sort -u >>"${TESTED:-/dev/null}"
	else
		note <err
		note <difference
	fi
	cd ..
	rm -r "$name"
}

mapfile -t lines < <(grep -v '^#' "$apps" | if [ $# = 0 ]; then
	cat
else
	grep -wE "^($(IFS='|'; echo "$*"))"
fi)
plan ${#lines[@]}
for line in "${lines[@]}"; do
	read -ra words <<<"$line"
	app "${words[@]}"
done
