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

# app NAME [OPTIONS...]
app() {
	local name=$1
	shift
	mkdir "$name" && cd "$name" || return
	timeout 60 "$fxtrace" record -q -o "$name.fxt" "$@" \
		"$b/tests/app/$name" >want 2>err </dev/null
	if [ $? = 77 ]; then
		cd .. && skip "it finds no OpenGL here" "the calls of $name"
		rm -r "$name"
		return
	fi
	dumps "$name" >got 2>>err
	echo "it printed nothing" >difference
	[ -s want ] && diff want got >difference
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
