#!/bin/bash
# SPDX-License-Identifier: MIT
# The test functions fail when they must. Here the "tracer" is a library that
# does harm, and the "reader" a script that refuses.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

# tracer CODE: makes $lib of C code; reader STATUS: makes $fxtrace
tracer() { cc -shared -fPIC -o lib.so -x c - <<<"$1"; }
reader() {
	printf '#!/bin/sh\nexit %d\n' "$1" >reader
	chmod +x reader
}
lib=$tmp/lib.so
fxtrace=$tmp/reader
# Leaves an archive, as the tracer would
record='touch "${FXTRACE_OUTPUT:-./}a.fxt"'
harmless='int nothing;'

# inner COMMAND...: what `same` prints
inner() { (n_tests=0 && same inner "$@"); }
passes() { # NAME COMMAND...
	[[ $(inner "${@:2}") == 'ok 1'* ]]
	ok $? "$1"
}
fails() {
	[[ $(inner "${@:2}") == 'not ok 1'* ]]
	ok $? "$1"
}

plan 14
tracer "$harmless" && reader 0
passes 'a program that is left alone passes' sh -c "$record"
fails 'a run that leaves no archive fails' true
fails 'another output fails' sh -c "$record; echo \$LD_PRELOAD"
fails 'another error output fails' sh -c "$record; echo \$LD_PRELOAD >&2"
fails 'another status fails' sh -c "$record; test -n '' -o -z \"\$LD_PRELOAD\""
reader 1
fails 'an archive that cannot be read fails' sh -c "$record"
reader 0
tracer '#include <stdlib.h>
	__attribute__((constructor)) static void die(void) { abort(); }'
fails 'a program that dies under the tracer fails' sh -c "$record"

# run-app.sh, with a program that expects "0 read() = 1" and a dump of LINE
verdict() { # LINE
	printf '#!/bin/sh\n[ $1 = dump ] && echo "%s" && exit\n%s\n' "$1" \
		"touch a.fxt; exec $tmp/tests/app/a" >fake
	FXTRACE_B=$tmp FXTRACE=$tmp/fake APPS=$tmp/apps.in \
		"$tests/run-app.sh"
}
mkdir -p tests/app
printf '#!/bin/sh\n%s\n' 'echo "0 read() = 1"' >tests/app/a
touch fake && chmod +x fake tests/app/a
echo 'a -c read' >apps.in
[[ $(verdict '0 read() = 1') == *'
ok 1'* ]]
ok $? 'an app test passes if the dump is what its program says'
[[ $(verdict '0 read() = 2') == *'
not ok 1'* ]]
ok $? 'an app test fails if the dump differs'
echo 'kill -SEGV $$' >>tests/app/a
[[ $(verdict '0 read() = 1' 2>/dev/null) == *'
not ok 1'* ]]
ok $? 'an app test fails if its program dies behind what it says'
echo 'exit 1' >tests/app/a
[[ $(verdict '') == *'
not ok 1'* ]]
ok $? 'an app test fails if its program says nothing'
is "$(TAP_LOAD=$((5 * n_processors)).00 scaled 60) $(TAP_LOAD=0.10 scaled 60)" '300 60' \
	'a limit is as many times longer as processes want to run'

# As unshare of util-linux 2.36 does.
name='a signal ends programs of tests behind pids.sh, even if unshare ignores it'
if unshare --pid --fork --mount-proc true 2>/dev/null; then
	# shellcheck disable=SC2016 # its own
	is "$(trap '' TERM; "$tests/../scripts/pids.sh" sh -c 'kill $$; echo alive')" '' "$name"
else
	skip 'no namespace of process ids' "$name"
fi

# Named functions that use a variable of the file keep it until nothing works.
name='a browser does not outlive the test that started it'
if perl -I "$tests" -e 'use browser; exit !browser::is_there()'; then
	cat >test.pl <<-'END'
		use browser;
		my $page = browser->start(300, 200);
		sub home { return $page->{home} }
		$page->js('return 1') == 1 and print home(), "\n";
	END
	home=$(perl -I "$tests" test.pl)
	[[ $home == /* ]] && ! pgrep -f "^[^ ]*chromium.*$home/profile" >left
	ok $? "$name" || note <left
else
	skip 'no chromium' "$name"
fi
