#!/bin/bash
# SPDX-License-Identifier: MIT
# Which faults `make mutants` plants.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
rules() { perl "$tests/mutants/rules.pl" "$@"; }
cat >some.c <<'END'
#define LEAST 12u
static const unsigned table[] = {LEAST}; /* if (never) here(1); */
int some(int a, int b)
{
	if (a < b)
		return false;
	/* release: pairs with nothing */
	__atomic_store_n(&shared, a, __ATOMIC_RELEASE);
	drop(a, b);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return a && b;
}
END
plan 4
is "$(rules some.c | cut -f 2,5,6)" "1	changed constant	13u
5	negated condition	!(a < b)
5	ignored error	0 && (a < b)
5	off by one	<=
6	other result	true
8	dropped call	(void)0
8	weakened order	__ATOMIC_RELAXED
9	swapped arguments	b, a
9	dropped call	(void)0
10	dropped fence	(void)0
11	other operator	||" 'each rule finds its places, and no comment has any'
# planted N: the source with the N-th fault
planted() {
	rules some.c | sed -n "$1p" | perl -F'\t' -lane '
		local $/; open F, "some.c"; $_ = <F>;
		substr($_, $F[2], $F[3]) = $F[5]; print' |
		diff some.c - | sed -n 's/^> *//p'
}
is "$(planted 4)" '	if (a <= b)' 'a fault is where it is said to be'
is "$(planted 1)" '#define LEAST 13u' 'macros have theirs'
n=$(cd "$tests/.." && rules writer/*.c writer/*.h | grep -c .)
[ "$n" -gt 1000 ]
ok $? 'the sources of the engine have more than a thousand' || note <<<"$n"
