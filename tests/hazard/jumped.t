#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls that are jumped to have an end: at the thread's next call that is not
# inside of them.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
mkdir libs
cat >inner.c <<'END'
#include <unistd.h>
__attribute__((constructor)) static void begin(void) { access("constructor", F_OK); }
END
cat >slow.c <<'END'
#include <unistd.h>
__attribute__((constructor)) static void begin(void) { usleep(100000); }
END
cat >caller.c <<'END'
#include <dlfcn.h>
#include <unistd.h>
#define KEEP __attribute__((noinline))
static volatile int sink;
static KEEP void deeper(int n)
{
	if (n)
		deeper(n - 1);
	else
		access("deeper", F_OK);
	sink = n;
}
void *open_and_return(const char *name)
{
	void *handle = dlopen(name, RTLD_NOW);
	sink = handle != 0;
	return handle;
}
void *open_and_go_on(const char *name)
{
	void *handle = dlopen(name, RTLD_NOW);
	deeper(3);
	access("same", F_OK);
	return handle;
}
void *find_next(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	sink = found != 0;
	return found;
}
END
build() { ${CC:-cc} -O2 -D_GNU_SOURCE "$@" || exit 1; }
build -shared -fPIC -o libs/libjumped.so inner.c
build -shared -fPIC -o libs/libjumped-slow.so slow.c
echo 'not a library' >libs/libjumped-bad.so
# shellcheck disable=SC2016 # the linker's
build -shared -fPIC -o libjumped-caller.so caller.c -Wl,-rpath,'$ORIGIN/libs' \
	-Wl,--enable-new-dtags
# shellcheck disable=SC2016
build -o jumped "$tests/hazard/jumped/calls.c" -L. -ljumped-caller -Wl,-rpath,'$ORIGIN' \
	-pthread

functions='-*,+dlopen,+dlsym,+dlerror,+access'
# calls WHAT: what it called, indented by what is around
calls() {
	"$fxtrace" record -q --overwrite -o a.fxt \
		-c "$functions" "$@" ./jumped "$what" >out
	"$fxtrace" dump --json a.fxt >calls.jsonl
	perl -MJSON::PP -ne 'my $c = decode_json $_; my ($b, $e) = @$c{qw(begin_ns end_ns)};
		pop @open while @open && $open[-1] <= $b;
		print " " x @open, $c->{name}, $c->{name} eq "access" ? "" : " $c->{state}",
			(map { " $_" } @{$c->{marks} || []}), defined $e ? "" : " open",
			exists $c->{ret} ? " ret" : "", "\n";
		push @open, $e if defined $e' calls.jsonl
}
# unread NAME: skips where nobody but dlerror can read why a call has failed
unread() {
	ldd --version | grep -qE '^ldd .* 2\.3[123]$' &&
		skip 'before glibc 2.34 only dlerror knows' "$1"
}
# shows WHAT NAME: what it called is standard input
shows() {
	local want
	what=$1
	want=$(cat)
	[[ $want == *'done late'* ]] && unread "$2" && return
	is "$(calls)" "$want" "$2"
}

plan 19
shows return 'calls inside are inside, and it ends at the next one' <<'END'
dlopen jumped late
 access ret
access ret
END
shows deeper 'also where that one is deeper' <<'END'
dlopen jumped late
 access ret
access ret
access ret
END
shows fails 'a failure has its result, and the reason' <<'END'
dlsym done late ret
dlerror done ret
dlopen done late ret
access ret
END
unread '--errors finds it' ||
is "$("$fxtrace" dump --errors -s -c dlopen,dlsym a.fxt | sed 's/^[^a-z]*//; s/ .*dlerror/ dlerror/' |
	sed "s|$tmp/||g")" 'dlsym(handle=RTLD_NEXT, dlerror "libjumped-caller.so: undefined symbol: nothing" <late>
dlopen(filename="libjumped-bad.so", dlerror "libs/libjumped-bad.so: file too short" <late>' \
	'--errors finds it' || "$fxtrace" dump --errors a.fxt | note
what=many
unread 'each of many has its own end' ||
	is "$(calls | sort | uniq -c | tr -s ' ')" " 500 dlsym done late ret
 500 dlsym jumped late" 'each of many has its own end'
shows thread 'the end of the thread is one, too' <<'END'
dlsym jumped late
END
shows signal 'one in a handler has ended when the handler calls again' <<'END'
dlsym done late ret
access ret
access ret
END
shows jump 'one in a handler that jumped out has ended' <<'END'
dlsym jumped late
access ret
END
shows contexts 'on another stack it ends when that is seen again' <<'END'
dlopen jumped late
 access ret
 access ret
access ret
END
shows last 'the end of the process is one' <<'END'
dlsym jumped late
END

# filters
what=fails
name='record --errors keeps those that failed'
unread "$name" || is "$(calls --errors)" 'dlsym done late ret
dlopen done late ret
access ret' "$name"
calls --errors >/dev/null
is "$("$fxtrace" info a.fxt | grep -c 'left out.*dlerror')" 1 \
	'and counts the others' || "$fxtrace" info a.fxt | note
calls --errors --stack dlopen >/dev/null
name='with the call stack of the call'
unread "$name" ||
is "$("$fxtrace" dump --stacks -c dlopen a.fxt | grep -c open_and_return)" 1 "$name" || "$fxtrace" dump --stacks a.fxt | note
# dlerror is not recorded, and has returned the reason
what=fails functions=dlsym
name='also behind a dlerror'
unread "$name" || is "$(calls --errors)" 'dlsym done late ret' "$name"
what=slow functions='-*,+dlopen,+dlsym,+dlerror,+access'
is "$(calls --min-time 50ms)" 'dlopen jumped late' \
	'record --min-time keeps what may have lasted so long'
functions=dlopen
is "$(calls --where 'dlopen:filename=*slow.so')" 'dlopen jumped late' \
	'record --where compares what it was given'
is "$(calls --where 'dlopen:errno=ENOENT')" '' \
	'and does not know how it ended'
is "$(calls --path '*slow.so')" 'dlopen jumped late' \
	'record --path, too'
is "$(calls --limit 1)" 'dlopen jumped late' \
	'record --limit counts them'
