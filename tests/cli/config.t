#!/bin/bash
# SPDX-License-Identifier: MIT
# Files of settings: read by record and by the recorder alone, written by
# --save-config, refused with file and line.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
lib=$(realpath "$lib")

# has VARIABLE=VALUE NAME: the program before has it
has() {
	grep -qxF -- "$1" <<<"$out"
	ok $? "$2" || grep FXTRACE <<<"$out$err" | note
}

# alone FILE COMMAND...: under the recorder with that file, without record
alone() {
	run env FXTRACE_CONFIG="$1" LD_PRELOAD="$lib" "${@:2}"
}

# refused TEXT LINE WHY NAME: both refuse a file of that text, in one line
refused() {
	printf '%b' "$1" >bad.conf
	run "$fxtrace" record -o bad.fxt --config bad.conf echo ran
	local one="$status$out $err"
	alone bad.conf echo ran
	[[ $one == "2 fxtrace: bad.conf$2: "*"$3" && ! -e bad.fxt ]] &&
		[[ $status == 0 && $out == ran && $err == \
			"fxtrace: bad.conf$2: "*"$3; not recording" ]]
	ok $? "$4" || printf '%s\n' "$one" "$status $out $err" | note
}

plan 42

cat >all.conf <<'E1'
# what I want

  calls = open*,read,+%memstr  
String-Max=77
	BLOB_MAX	=	all
output = "a b #1.fxt"
E1
printf 'redact = getenv\r\n' >>all.conf
for how in record alone; do
	if [ $how = record ]; then
		run "$fxtrace" record -q -C all.conf env
	else
		alone all.conf env
	fi
	has 'FXTRACE_CALLS=open*,read,+%memstr' \
		"$how: a setting is a variable, without the blanks around it"
	has FXTRACE_STRING_MAX=77 "$how: a key may have dashes and no blanks"
	has FXTRACE_BLOB_MAX=all "$how: or tabs"
	has FXTRACE_REDACT=getenv "$how: or a line end of another system"
	is "$(grep FXTRACE_CONFIG <<<"$out")" '' \
		"$how: the program has the values, not the name of the file"
	[ -e 'a b #1.fxt' ]
	ok $? "$how: no comment begins within a value" || find . | note
	rm -f ./*.fxt
done
run env FXTRACE_CALLS=read FXTRACE_REDACT= "$fxtrace" record -q -C all.conf \
	--string-max 5 env
has FXTRACE_CALLS=read 'record: a variable overrides the file'
has FXTRACE_STRING_MAX=5 'as does an option'
has FXTRACE_REDACT= 'and a variable that is empty'
run env FXTRACE_CONFIG=all.conf "$fxtrace" record -q env
has FXTRACE_STRING_MAX=77 'record reads the file of the variable'
printf 'blob-max = 9\n' >other.conf
run env FXTRACE_CONFIG=all.conf "$fxtrace" record -q -C other.conf env
is "$(grep 'STRING_MAX\|BLOB_MAX' <<<"$out")" FXTRACE_BLOB_MAX=9 \
	'an option names the one file that is read'
rm -f ./*.fxt
FXTRACE_STRING_MAX=3 alone all.conf env
has FXTRACE_STRING_MAX=3 'alone: a variable overrides the file'

# What is recorded
printf 'calls = rmdir\nmode = streaming\noutput = tree.fxt\n' \
	>tree.conf
unset FXTRACE_MODE
mkdir sub
alone tree.conf sh -c 'cd sub; rm ../tree.conf
	env -i perl -e "rmdir \"/x\"; rmdir \"/y\""; true'
is "$("$fxtrace" dump -s tree.fxt | grep -c 'rmdir(')" 2 \
	'children have the settings elsewhere, when the file is gone' ||
	find . | note
printf 'mode = oneshot\ncompress = none\nfollow = no\noutput = z.fxt' >z.conf
alone z.conf sh -c 'ls -l /proc/self/fd | sed 1d | wc -l; ls /dev/null'
with=$out
run sh -c 'ls -l /proc/self/fd | sed 1d | wc -l; ls /dev/null'
is "$with $(ls z*.fxt)" "$out z.fxt" 'the file is closed again, and follow = no'
"$fxtrace" record -q -C z.conf --compress none true
is "$(echo z*.fxt*)" 'z.fxt z.fxt~1' 'record takes the same file'
export FXTRACE_MODE=oneshot

# Errors
refused 'mode = oneshot\nnonsense\n' :2 'expected KEY = VALUE' \
	'a line that is no setting is refused'
refused '# x\n\n= 5\n' :3 'expected KEY = VALUE' 'one without a key is, too'
refused 'calls=a\ncolour = red' :2 \
	'unknown key, expected the name of a variable without FXTRACE_' \
	'and a key that is no variable'
refused 'session = off' :1 \
	'unknown key, expected the name of a variable without FXTRACE_' \
	'and one that only processes pass to each other'
refused 'calls = read\nfollow = yes\nCALLS = write\n' :3 \
	'expected each key once' 'and one that is there twice'
refused 'calls = "read\n' :1 'expected a " at the end of the value, too' \
	'and a value without its closing mark'
refused '\n\nbuffer = 10\n' :3 'from 64K to 16G' 'and a value out of range'
refused 'follow = maybe\n' :1 'yes, no, 1 or 0' 'and a switch that is none'
refused 'calls = a\0000b\n' '' 'expected lines of text' 'and what is no text'
refused "$(seq -s '#' 20000)" '' 'at most 64 KiB' 'and what is too long' \
	2>/dev/null
alone none.conf echo ran
ok "$([ "$out" = ran ] && says '^fxtrace: none.conf: no such file'; echo $?)" \
	'alone: a file that is not there is reported'
run "$fxtrace" record -C none.conf true
ends 125 'none.conf: No such file' 'record: also'
mkfifo pipe
alone pipe echo ran
ok "$([ "$out" = ran ] && says '^fxtrace: pipe: cannot be read'; echo $?)" \
	'a pipe does not hold the program up'

# Saved
unset FXTRACE_MODE
declare -A value=([OUTPUT]=' %c.x' [OVERWRITE]=yes [CALLS]='open*,-read'
	[STACK]=open:7 [BLOCK_MAX]=500ms [BUFFER]=2M [MODE]=circular [ON_FULL]=drop
	[COMPRESS]=zstd [STRING_MAX]=4096 [BLOB_MAX]=all [REDACT]=getenv:ret
	[FOLLOW]=no [FOR_REPLAY]=yes [TRIGGER]='stop:open>10ms' [CALLERS]=main [PATH]=hosts
	[SNAPSHOTS_MAX]=3,1M [SAMPLE]=3 [LIMIT]=4 [MIN_TIME]=10us [ERRORS]=yes
	[WHERE]='open:pathname=/etc/*')
settings=()
for key in $("$fxtrace" help record | sed -n 's/^  FXTRACE_\([A-Z_]*\) .*--.*/\1/p'); do
	[ "$key" = CONFIG ] || settings+=("FXTRACE_$key=${value[$key]?no value}")
done
run env "${settings[@]}" "$fxtrace" record --save-config one.conf
ok "$status" 'without a program settings are only written' || note <<<"$err"
run "$fxtrace" record --config one.conf --save-config two.conf
cmp one.conf two.conf >cmp.out && [ "$(grep -c ' = ' one.conf)" = \
	"${#settings[@]}" ]
ok $? 'each setting comes back' || note <one.conf
grep -B1 '^overwrite = yes' one.conf |
	grep -q '^# replace an older archive instead of'
ok $? \
	'its help is above' || note <one.conf
run env "${settings[@]}" FXTRACE_FOR_REPLAY=no FXTRACE_MODE=streaming \
	FXTRACE_OVERWRITE=0 "$fxtrace" record --save-config three.conf \
	--compress none
is "$(grep -c '^for-replay\|^mode\|^overwrite\|^compress' three.conf)" 0 \
	'what is the default anyway is left out'
sed -i '/^trigger\|^compress\|^for-replay\|^stack\|^mode/d' one.conf
alone one.conf env
is "$(grep -c '^FXTRACE_' <<<"$out") $err" "$((${#settings[@]} - 4)) " \
	'the recorder alone knows each of these keys' || note <<<"$out"
run env FXTRACE_BUFFER=x "$fxtrace" record --save-config four.conf
ends 2 'FXTRACE_BUFFER x: expected a size' 'nothing malformed is written'
is "$(find . -name four.conf -o -name '.fxtrace-*')" '' 'and no file is left of it'
run "$fxtrace" record -q -o saved.fxt -c read --save-config five.conf true
is "$status $(grep -c = five.conf) $(ls saved.fxt)" '0 2 saved.fxt' \
	'with a program it is recorded, too'
