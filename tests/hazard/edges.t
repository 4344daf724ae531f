#!/bin/bash
# SPDX-License-Identifier: MIT
# Strings whose memory ends, or is none.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/edges
export FXTRACE_CALLS=%memstr,%wide,%convert

plan 4
same 'a string that is no memory is left alone, or the program faults in libc' \
	"$program"
is "$("$fxtrace" dump fxt/edges.*.fxt | cut -d ' ' -f 4- | sed 's/) = .*/)/' |
	grep -E '(str|wcs)[a-z]*\([a-z0-9]*=(0x10|"")[,)]' |
	sed "s/^$(called "$program" strtol)(/strtol(/" | sort)" \
	'strcasestr(haystack=0x10, needle="")
strncasecmp(s1="", s2="", n=0)
strncmp(s1="", s2="", n=0)
strndup(s="", n=0)
strnlen(s="", maxlen=0)
strpbrk(s=0x10, accept="")
strspn(s=0x10, accept="")
strstr(haystack=0x10, needle="")
strtol(nptr=0x10, endptr=NULL, base=1)
strverscmp(s1=0x10, s2=0x10)
wcscasecmp(s1=0x10, s2=0x10)
wcsncmp(s1="", s2="", n=0)
wcsnlen(s="", maxlen=0)' 'it is recorded as an address'
FXTRACE_CALLS=+* same 'all the same where everything is recorded' "$program"
same 'memory behind a string may come and go' "$program" unsteady
