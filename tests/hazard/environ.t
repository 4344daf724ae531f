#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that start others with an environment of their own making: these are
# recorded, too, and do not see it.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

# archives N NAME: the run before left so many
archives() {
	is "$(find fxt -name '*.fxt' | wc -l)" "$1" "$2"
}

plan 23
same 'env -i starts a program that sees nothing' env -i /usr/bin/env
archives 2 'and is recorded'
same 'one with a variable of its own sees that' env -i A=b /usr/bin/env
same 'a program behind two scrubbed ones sees nothing' \
	env -i /usr/bin/env -i /usr/bin/env
archives 3 'and is recorded'
same 'a shell behind it starts programs that see nothing' \
	env -i PATH="$PATH" /bin/sh -c '/usr/bin/env; /bin/true; exec /usr/bin/env'
archives 5 'and all are recorded'
same 'python with an empty environment' /usr/bin/python3 -c '
import os, subprocess
print(subprocess.run(["/usr/bin/env"], env={}, capture_output=True).stdout)
print(subprocess.run(["/usr/bin/env"], env={"LD_PRELOAD": ""},
	capture_output=True).stdout)
os.environ.clear()
os.execv("/usr/bin/env", ["env"])'
# before 3.10 each program has a child between, made by fork instead of vfork
n=$(/usr/bin/python3 -c 'import sys; print(4 if sys.version_info >= (3, 10) else 6)')
archives "$n" 'and what it starts is recorded'
same 'posix_spawn with an empty environment' /usr/bin/python3 -c '
import os
for f in os.posix_spawn, os.posix_spawnp:
	os.waitpid(f("/usr/bin/env", ["env"], {"X": "y"}), 0)'
archives 3 'and what it starts is recorded'
cat >own.c <<'EOT'
int fxtrace_test_own = 1;
EOT
if ${CC:-cc} -shared -fPIC -o own.so own.c; then
	same 'a library preloaded by the program itself stays what it was' \
		env -i LD_PRELOAD="$tmp/own.so" /usr/bin/env
	archives 2 'and its user is recorded'
else
	skip 'no compiler' 'a library preloaded by the program itself'
	skip 'no compiler' 'and its user is recorded'
fi
export FXTRACE_FOLLOW=no
same 'FOLLOW=no: nothing is put back' env -i /usr/bin/env
archives 1 'nor recorded'
unset FXTRACE_FOLLOW
same 'a long environment goes through' env -i \
	$(seq -f 'V%g=x' 1 3000) /usr/bin/env
same 'a program whose library has cleared the environment' \
	"$b/tests/hazard/cleared"
same 'a thread with a small stack gives a large environment' \
	"$b/tests/hazard/narrow"
archives 4 'and what it starts is recorded'
cat >nest.sh <<'EOT'
if [ "$1" = 0 ]; then
	echo "${LD_PRELOAD##*/}" | wc -w
	exec /usr/bin/env -u LD_PRELOAD /bin/echo end
fi
LD_PRELOAD=libm.so.6:$LD_PRELOAD exec /bin/sh nest.sh $(($1 - 1))
EOT
same 'programs that add to LD_PRELOAD over and over' /bin/sh nest.sh 16
mkdir jail
if cp -L --parents $(ldd /bin/echo | grep -o '/[^ ]*') /bin/echo jail &&
	chroot jail /bin/echo 2>/dev/null >&2; then
	same 'a program behind chroot does not miss the library' \
		chroot jail /bin/echo seen
else
	skip 'cannot change the root' 'a program behind chroot'
fi
FXTRACE_CALLS=+%alloc same 'one that writes over its environment is recorded' \
	"$b/tests/hazard/title"
for archive in fxt/*.fxt; do calls "$archive"; done |
	grep -oE ' (fork|getppid|wait|malloc)\(' | sort -u >called
is "$(tr -d ' (\n' <called)" forkgetppidmallocwait \
	'with all that was chosen'
