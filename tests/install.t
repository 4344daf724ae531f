#!/bin/bash
# SPDX-License-Identifier: MIT
# make install: five files below PREFIX, which work where they are.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
export PREFIX=/opt/tracer

# install: as the user would, without building anything anew
install() {
	local flags=()
	[[ " ${MAKEFLAGS-}" == *' B='* ]] ||
		flags=(B="$([ "$b" -ef "$tests/../build" ] && echo build ||
			echo "$b")")
	make -s -C "$tests/.." "${flags[@]}" install DESTDIR="$tmp/root" \
		PREFIX=$PREFIX >install.out 2>&1
}

plan 6
install
ok $? 'make install works' || note <install.out
is "$(cd root && find . -type f ! -path '*/share/fxtrace/*' |
	LC_ALL=C sort | xargs)" "./opt/tracer/bin/fxtrace \
./opt/tracer/lib/fxtrace/libfxtrace.so \
./opt/tracer/share/bash-completion/completions/fxtrace \
./opt/tracer/share/man/man1/fxtrace.1 \
./opt/tracer/share/zsh/site-functions/_fxtrace" \
	'it installs five files below PREFIX, and what shim needs'
installed=$tmp/root$PREFIX
"$installed/bin/fxtrace" record -q -o a.fxt env >env.out 2>record.err
ok $? 'the installed command records' || note <record.err
grep -qx "LD_PRELOAD=$installed/lib/fxtrace/libfxtrace.so" env.out
ok $? 'with the library that was installed with it' || note <env.out
head -n 2 "$installed/share/man/man1/fxtrace.1" | grep -q '^\.TH FXTRACE 1'
ok $? 'the man page is one' || note <"$installed/share/man/man1/fxtrace.1"
bash -c '. "$0" && complete -p fxtrace' \
	"$installed/share/bash-completion/completions/fxtrace" >complete.out
ok $? 'bash completes the command by the script' || note <complete.out
