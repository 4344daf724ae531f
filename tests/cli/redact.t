#!/bin/bash
# SPDX-License-Identifier: MIT
# Secrets stay out of archives: what libc hands out as a password, and what
# --redact names. The archive is searched for their bytes.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# keeps OPTIONS... -- PROGRAM...: recorded into a.fxt, dumped into $out
keeps() {
	rm -f a.fxt
	run "$fxtrace" record -q -o a.fxt "$@"
	out=$("$fxtrace" dump -s a.fxt)
}

# lacks SECRET NAME: a.fxt is an archive without those bytes
lacks() {
	[ -s a.fxt ] && ! grep -qF "$1" a.fxt
	ok $? "$2" || note <<<"$out"
}

# has PATTERN NAME: the dump
has() {
	grep -q -e "$1" <<<"$out"
	ok $? "$2" || note <<<"$out"
}

export FXTRACE_MODE=streaming
plan 33

keeps -c '+*' "$b/tests/app/secret" </dev/null
is "$status" 0 'a program that handles passwords runs'
lacks hunter2 'with every function recorded, no password is in the archive'
has 'sp_pwdp=?\[7\]' 'but its size is'
keeps -c getpass setsid -w "$b/tests/app/secret" <<<hunter2
lacks hunter2 'what getpass returns is not in the archive'
has 'getpass(prompt="") = ?\[7\]' 'but its size is'

export WORD=tr0ub4dor
program=(bash -c 'printf "%s\n" "$HOME"; x=$WORD; cat <<<"$x"')
keeps -c write,read "${program[@]}"
grep -qF tr0ub4dor a.fxt
ok $? 'what no rule redacts is in the archive'
keeps -c write,read --redact 'write:buf,read:buf' "${program[@]}"
lacks tr0ub4dor 'what is redacted is not'
has 'write(fd=[0-9]*, buf=?\[10\], count=10) = 10' 'sizes are recorded'
keeps -c getenv,setenv --redact getenv:ret "$b/tests/app/env"
has 'getenv(name="[^"]*") = ?\[' 'a result may be redacted'
has 'setenv(name="[^"]*", value="' 'what is not redacted is there'
keeps -c write --redact write "${program[@]}"
has 'write(fd=?, buf=?\[10\], count=?) = ?' \
	'a function without an argument means all of its values'

keeps -c dlopen --redact dlopen:filename "$b/tests/app/libraries"
lacks no-such-library 'the error of dlopen has no name that is redacted'
has 'dlopen(filename=?\[18\], flags=RTLD_NOW) = NULL dlerror$' 'but is there'

app=$b/tests/app/varargs
keeps -c 'snprintf,*scanf' --redact '*printf:...' "$app"
has '^0 snprintf(str=?\[[0-9]*\], size=128, format="[^"]*", ...=?\[10\]) = ' \
	'what printf is passed takes what it makes along'
has "$(called "$app" sscanf)"'(s="12 word", .*...=\[12\]) = 1' \
	'other functions are not touched'
keeps -c '*scanf' --redact '*scanf:...,*scanf:s' "$app"
has "$(called "$app" sscanf)"'(s=?\[7\], format="%d %d", ...=?\[1\]) = 1' \
	'what scanf stored may be redacted'
keeps -c write,dprintf --redact '*printf:...,write:buf' \
	"$b/tests/app/stdio"
! grep -q 'text=' <<<"$out"
ok $? 'no text is made of a redacted printf'
keeps -c fopen --redact fopen:pathname "$b/tests/app/stdio"
lacks no/such 'a path may be redacted'
! grep -qF '"file"' <<<"$("$fxtrace" dump --raw a.fxt)"
ok $? 'nor does the stream carry its name'

# names: of objects, as the stream carries them
names() {
	"$fxtrace" dump --raw a.fxt |
		sed -n 's/.*userspace_object .*name="\([^"]*\)".*/\1/p'
}

keeps -c '*open*' --redact 'fopen:mode,fdopen:fd' \
	"$b/tests/hazard/objects"
is "$(names | xargs)" '/etc/ /proc' \
	'streams of redacted calls have no name, by path or by descriptor'
keeps -c '*open*' --redact 'opendir:name,fdopendir' "$b/tests/hazard/objects"
is "$(names | sed 's/pipe:.*/pipe:/' | xargs)" '/etc/passwd /etc/group pipe:' \
	'nor have folders'

FXTRACE_REDACT=getenv:name "$fxtrace" record -q --overwrite -o a.fxt \
	-c getenv "$b/tests/app/env" >/dev/null
out=$("$fxtrace" dump -s a.fxt)
has 'getenv(name=?' 'FXTRACE_REDACT does the same'
keeps --redact write:buf -c write env -i bash -c \
	'cat <<<tr0ub4dor'
lacks 'buf="tr0ub4dor' 'it holds for programs that are started without it'
has 'write(fd=1, buf=?\[10\]' 'whose calls are recorded'
run "$fxtrace" record --redact 'a:b:c' true
ends 2 'redact' 'a malformed list is reported'
run env LD_PRELOAD="$lib" FXTRACE_REDACT='a,,b' true
ends 0 'FXTRACE_REDACT: has an empty item' 'so is one in the environment'

# A misspelt name would leave the secret in the archive.
# refused LIST PATTERN NAME
refused() {
	rm -f a.fxt
	run "$fxtrace" record -q -o a.fxt --redact "$1" "${program[@]}"
	[ ! -e a.fxt ] && [ -z "$out" ]
	ends 2 "$2" "$3"
}
refused raed:buf 'raed:buf: .*did you mean read?' \
	'a function that does not exist is refused, with the one that is meant'
refused write:bfu 'write:bfu: .*write has .*buf' \
	'so is an argument, with those that the function has'
refused 'write:buf,*printf:nothing' '\*printf:nothing: .*fxtrace list' \
	'so is an item of which only the glob fits'
refused surely_nothing_like_it 'surely_nothing_like_it: .*fxtrace list' \
	'so is a name that is like none'
export FXTRACE_REDACT=raed:buf
run "$fxtrace" record -q -o a.fxt "${program[@]}"
ends 2 'raed:buf' 'so is one in the environment of record'
run env LD_PRELOAD="$lib" FXTRACE_OUTPUT="$tmp/a.fxt" bash -c 'echo out'
[ ! -e a.fxt ] && [ "$out" = out ]
ends 0 'FXTRACE_REDACT: names what no function has.*not recording' \
	'the recorder alone tells it, too, and the program runs unrecorded'
run env FXTRACE_REDACT=read:bfu LD_PRELOAD="$lib" \
	FXTRACE_OUTPUT="$tmp/a.fxt" bash -c 'echo out'
[ ! -e a.fxt ] && [ "$out" = out ]
ends 0 'FXTRACE_REDACT: names what no function has' \
	'so it does of an argument'
