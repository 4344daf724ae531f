#!/bin/bash
# SPDX-License-Identifier: MIT
# The examples of fxtrace-examples(7): each is run, and prints what the page
# shows. GOT=1 prints what they print.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
unset FXTRACE_MODE
page=$tests/../tools/man/examples.md
mkdir bin && ln -s "$fxtrace" bin/fxtrace
export PATH=$tmp/bin:$PATH HOME=$tmp LC_ALL=C.UTF-8

# Each makes what its example needs, in a folder of its own; or says what is
# missing, and fails.
compiled() { # NAME [LIBRARY...]
	${CC:-cc} -g -O0 -fno-omit-frame-pointer -o "$1" "$PWD/$1.c" "${@:2}"
}
needs() { # PROGRAM: not a function of that name
	type -P "$1" >/dev/null || { echo "no $1 here" && false; }
}
node() {
	needs node || return
	mkdir -p app/src
	echo 'try { require("colour") } catch (e) { console.log(e.code) }' \
		>app/src/main.js
}
python() {
	needs /usr/bin/python3 || return
	mkdir -p libs/plugins libs/common libs/own
	echo 'x = 1' >libs/own/shop.py
}
server() { needs /usr/bin/python3; }
service() { compiled service; }
opengl() {
	compiled quad -ldl && ./quad || [ $? != 77 ] || {
		echo 'no OpenGL here' && false
	}
}
build() {
	needs make && needs flock || return
	cat >Makefile <<'END'
page.html: words
	flock build.lock sh -c "flock build.lock sort words >page.html"
words:
	echo word >words
END
}
threads() { compiled race -lpthread; }
secrets() {
	mkdir home
	echo secret >home/.netrc
	# shellcheck disable=SC2016
	echo 'cat "$HOME/.netrc" | wc -c' >tool.sh
}
shim() {
	${CC:-cc} -shared -fPIC -o libtally.so tally.c &&
		compiled shop -L. -ltally -Wl,-rpath,"$PWD"
}
fleet() {
	local host
	for host in a b c; do
		fxtrace record -q -o host-$host.fxt cat /nowhere/$host.conf
	done 2>/dev/null
	[ -e host-c.fxt ]
}

perl "$tests/examples.pl" list "$page" >names
plan $(($(wc -l <names) + 1))
while read -r name; do
	mkdir "$tmp/$name" && cd "$tmp/$name" || exit 1
	cp "$tests"/examples/* .
	if ! $name >../missing 2>&1; then
		skip "$(tail -n 1 ../missing)" "$name prints what its page shows"
		continue
	fi
	perl "$tests/examples.pl" script "$page" "$name" >../script
	# what is in the page as /home/me is this folder
	sed -i "s,/home/me,$PWD,g" ../script
	timeout 60 bash ../script </dev/null >../raw 2>&1
	[ -z "${GOT-}" ] || sed "s,$PWD,/home/me,g" ../raw >&2
	perl "$tests/examples.pl" normal "$PWD" <../raw >../got
	perl "$tests/examples.pl" want "$page" "$name" |
		perl "$tests/examples.pl" normal "$PWD" >../want
	cmp -s ../got ../want
	ok $? "$name prints what its page shows" ||
		diff ../got ../want | note
done <names
is "$(wc -l <"$tmp/names")" 10 'there are ten of them'
