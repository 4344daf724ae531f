#!/bin/bash
# SPDX-License-Identifier: MIT
# The recorder reads why dlopen and its like fail, and the program still gets it
# from dlerror, once.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/dlerror

# of each call that has failed
texts() {
	"$fxtrace" dump --stable -c dlopen,dlsym --errors fxt/dlerror.*.fxt |
		sed -n 's/.*= NULL dlerror "\(.*\)"$/\1/p' | LC_ALL=C sort
}

plan 4
same 'dlerror of each thread is as without the recorder' "$program"
texts >recorded
"$program" | grep -v '^is gone' | LC_ALL=C sort >seen
# hidden NAME: skips where nobody but dlerror can read it
hidden() {
	ldd --version | grep -qE '^ldd .* 2\.3[123]$' &&
		skip 'before glibc 2.34 only dlerror knows' "$1"
}
name='each error is in the archive as the program saw it'
hidden "$name" ||
	is "$(grep -v '^/gone/' recorded)" "$(cat seen)" "$name"
name='and where the program did not look'
hidden "$name" ||
	is "$(grep -c '^/gone/.*: No such file or directory$' recorded)" 128 "$name"

cat >null.c <<'END'
#include <dlfcn.h>
int main(void)
{
	return dlsym(dlopen("./libnull.so", RTLD_NOW), "nothing") != 0;
}
END
${CC:-cc} -shared -nostdlib -Wl,--defsym=nothing=0 -o libnull.so -x c /dev/null &&
	${CC:-cc} -O0 -o null null.c || exit 1
traced ./null
name='a symbol that is NULL is no error'
hidden "$name" ||
	is "$(calls fxt/null.*.fxt | grep -o 'nothing") = .*')" 'nothing") = NULL' "$name"
