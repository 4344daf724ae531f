#!/bin/bash
# SPDX-License-Identifier: MIT
# What tests skip is noted, and fails where CI is set.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
mkdir -p tests out && cp "$tests/run-test" tests || exit 1
printf 'tests/some.t\tno .* here\n' >tests/skips.txt
cat >tests/some.t <<'END'
#!/bin/sh
echo 1..3
echo 'ok 1 - this runs'
echo 'ok 2 - that # SKIP no moon here'
echo 'ok 3 - more # skip no sun at all'
exit 3
END
cat >tests/all.t <<'END'
#!/bin/sh
echo '1..0 # SKIP no sky'
END
chmod +x tests/*.t
plan 14
got=$(FXTRACE_B=$tmp/out CI='' tests/run-test tests/some.t)
is "$? $got" "3 $(tests/some.t)" 'a test is passed on as it is'
is "$(cut -f 2 out/skips | xargs)" 'no moon here no sun at all' \
	'what it skips is noted'
got=$(FXTRACE_B=$tmp/out CI=1 tests/run-test tests/some.t)
is "$(grep -c '^ok' <<<"$got") $(grep -A1 '^not ok' <<<"$got" | xargs)" \
	'2 not ok 3 - more # skipped: no sun at all' \
	'with CI set a skip fails that is not listed'
is "$(CI=1 tests/run-test tests/all.t | xargs)" \
	'1..1 not ok 1 - the test runs # skipped: no sky' \
	'and so does a test that skips all'
is "$(CI='' tests/run-test tests/all.t)" '1..0 # SKIP no sky' \
	'which is none elsewhere'
CI=1 tests/run-test ./tests/none.t >got 2>&1
ok $(($? == 0)) 'a test that is not there fails'
cat >tests/int.t <<'END'
#!/bin/sh
kill -INT $$
echo 'not ok 1 - it is still there'
END
chmod +x tests/int.t
is "$(perl -e '$SIG{INT} = "IGNORE"; exec @ARGV' tests/run-test tests/int.t)" '' \
	'SIGINT is not ignored in tests, even if it is in what starts them'
cat >tests/part.t <<'END'
#!/bin/sh
echo 1..4
echo 'ok 1 - this'
echo 'not ok 2 - that'
echo 'ok 3 - more'
echo "$last 4 - the last"
exit 1
END
chmod +x tests/part.t
cat >fails <<'END'
tests/part.t
# tests/part.t: not a line of this kind
# tests/part.t 1?,2,4: no moon
# tests/part.t 3?: no sun
# tests/some.t 1: no sky
END
# fails LAST: what the run prints where the lines apply
fails() { last=$1 FAILS=$tmp/fails prove -e tests/run-test tests/part.t 2>&1; }
is "$(last='not ok' FAILS=$tmp/fails tests/run-test tests/part.t 2>&1 | grep ^not)" \
	'not ok 2 - that # TODO no moon
not ok 4 - the last # TODO no moon' 'the reason is said'
fails 'not ok' >out/prove
is "$? $(tail -n 1 out/prove)" '0 Result: PASS' \
	'tests that must fail somewhere are no failures there'
fails 'ok' >out/prove
is "$(grep -c '^Result: FAIL' out/prove) $(grep -o 'Failed test:.*' out/prove)" \
	'1 Failed test:  4' 'but one that passes is'
sed 's/2,4:/2?,4?:/' fails >out/maybe
is "$(last=ok FAILS=$tmp/out/maybe tests/run-test tests/part.t; echo $?)" \
	'1..4
ok 1 - this
not ok 2 - that # TODO no moon
ok 3 - more
ok 4 - the last
0' 'one with ? may fail or pass'
is "$(last='not ok' tests/run-test tests/part.t; echo $?)" \
	"$(last='not ok' tests/part.t)
1" 'elsewhere they are failures'

cat >tests/hangs.t <<'END'
#!/bin/sh
echo 1..2
echo 'ok 1 - this'
sleep 1234 & echo $! >out/sleeps
wait
END
chmod +x tests/hangs.t
TEST_SILENCE_S=1 prove -e tests/run-test tests/hangs.t >out/prove 2>&1
is "$(grep -c '^Result: FAIL' out/prove) $(grep -o 'returned 124' out/prove | uniq)" \
	'1 returned 124' 'a test that prints nothing for long is killed'
state=$(sed 's/.*) //; s/ .*//' "/proc/$(<out/sleeps)/stat" 2>/dev/null)
is "${state#Z}" '' 'and so is what it started'
