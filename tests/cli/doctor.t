#!/bin/bash
# SPDX-License-Identifier: MIT
# doctor: real programs of every kind that cannot be recorded, and what it says
# of them. record gives the same reason for an archive that is not there.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# ill PROGRAM PATTERN NAME: doctor finds an obstacle
ill() {
	run "$fxtrace" doctor "$1"
	[ "$status" = 1 ] && [ -z "$err" ] &&
		grep -q "^$1: cannot be recorded$" <<<"$out" &&
		grep -q "^  obstacle: it $2" <<<"$out"
	ok $? "$3" || echo "status $status: $out$err" | note
}

# well PROGRAM PATTERN NAME: doctor finds none, but something to say
well() {
	run "$fxtrace" doctor "$1"
	[ "$status" = 0 ] && grep -q ': can be recorded$' <<<"$out" &&
		grep -q "$2" <<<"$out"
	ok $? "$3" || echo "status $status: $out$err" | note
}

# bytes FILE OFFSET TEXT: changes bytes of a file
bytes() {
	# shellcheck disable=SC2059
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

plan 38
echo 'int main(void) { return 4; }' >four.c
cc four.c -o four
run "$fxtrace" doctor ./four
is "$status $out$err" '0 ./four: can be recorded' \
	'an ordinary program can be recorded'
run "$fxtrace" doctor cat --nonsense -x
is "$status $out" "0 $(command -v cat): can be recorded" \
	'a name is looked up in PATH; ARGS are not looked at'
run "$fxtrace" doctor
ends 2 'doctor: PROGRAM is missing' 'doctor wants a program'

ill ./nothing 'is not there' 'a file that is not there'
ill nonsense-nowhere 'is in no folder of PATH' 'a name that is in no folder'
ill ./. 'is no file that can be executed' 'a folder'
cp four plain && chmod -x plain
ill ./plain 'may not be executed: ' 'a file that is not executable'
grep -q 'what to do: chmod +x' <<<"$out"
ok $? 'and what to do about it'

if cc -static four.c -o static 2>/dev/null; then
	ill ./static 'is statically linked' 'a static program'
	cc -static-pie four.c -o pie
	ill ./pie 'is statically linked' 'a static PIE'
	printf '#!%s/static\n' "$tmp" >script && chmod +x script
	ill ./script "is a script of $tmp/static, which is statically linked" \
		'a script of a static program'
	printf '#! /usr/bin/env static\n' >by_env && chmod +x by_env
	PATH=$PATH:$tmp ill ./by_env 'is a script of static, which is static' \
		'what env starts for a script is looked at, too'
	run "$fxtrace" record -o s.fxt ./static
	ends 4 'nothing was recorded: ./static is statically linked' \
		'record says the same'
else
	for name in a b c d e; do skip 'no static libc' $name; done
fi

cp four raised && chmod u+s raised
if [ "$(id -u)" = 0 ]; then chown 65534 raised && chmod u+s raised; fi
if [ "$(stat -c %u raised)" != "$(id -u)" ] &&
	! findmnt -no OPTIONS -T . | grep -q nosuid; then
	ill ./raised 'runs with raised rights (set-user-ID)' \
		'a set-user-ID program of somebody else'
	run setpriv --no-new-privs "$fxtrace" doctor ./raised
	is "$status" 0 'unless it can gain no rights'
	chown 0:65534 raised && chmod g+s raised
	ill ./raised 'runs with raised rights (set-group-ID)' \
		'a set-group-ID program'
else
	for name in a b c; do skip 'only root can make one' $name; done
fi
cp four mine && chmod u+s mine
well ./mine . 'a set-user-ID program of the same user gains nothing'

cp four small && bytes small 4 '\001'
ill ./small 'is a 32-bit program' '32 bits'
cp four risc && bytes risc 18 '\363'
ill ./risc 'is made for another kind of processor' 'another processor'
cp four big && bytes big 5 '\002'
ill ./big 'is made for another kind of processor' 'another byte order'
cc -c four.c -o four.o && chmod +x four.o
ill ./four.o 'is an object file' 'an object file'
head -c 40 four >short && chmod +x short
ill ./short 'is damaged' 'a program of which only the beginning is there'
cp four bad && bytes bad 32 '\377\377\377\377\377\377\377\177'
ill ./bad 'is damaged' 'a program whose headers lead nowhere'
linker=$(readelf -lW four | sed -n 's/.*interpreter: \(.*\)]$/\1/p')
musl=/lib/ld-musl-$(uname -m).so.1
sed "s,$linker,$musl\x00," four >musl
chmod +x musl
if command -v musl-gcc >/dev/null && musl-gcc four.c -o real_musl; then
	well ./musl 'note: it is linked to musl' \
		'a program for the dynamic linker of musl'
	well ./real_musl 'note: it is linked to musl' \
		'a program that musl-gcc has made'
else
	ill ./musl "needs the dynamic linker $musl: No such" \
		'a program for a dynamic linker of musl that is not there'
	skip 'no musl-gcc' 'a program that musl-gcc has made'
fi
sed "s,$linker,${linker/linux/ghost}," four >odd
chmod +x odd
ill ./odd "needs the dynamic linker ${linker/linux/ghost}: No such" \
	'a dynamic linker that is not there'
ln -s "$(readlink -f "$linker")" ld-other.so
cc four.c -o other -Wl,--dynamic-linker="$tmp/ld-other.so"
ill ./other "is run by $tmp/ld-other.so" 'the dynamic linker of another libc'
printf '#!/no/such\n' >lost && chmod +x lost
ill ./lost 'is a script of /no/such: No such file' \
	'a script whose interpreter is not there'
printf '#!%s/loop\n' "$tmp" >loop && chmod +x loop
ill ./loop "is a script of $tmp/loop, which leads from script to script" 'a script of itself'
printf 'exit 3\n' >text && chmod +x text
well ./text . 'a text without #! is judged by /bin/sh'
if echo 'int main(void) { return 4; }' >asan.c &&
	cc -fsanitize=address asan.c -o asan 2>/dev/null; then
	ASAN_OPTIONS='' ill ./asan "is linked to the address sanitizer's" \
		'a program with the address sanitizer'
	ASAN_OPTIONS=verify_asan_link_order=0 \
		well ./asan 'note: it is linked to the address sanitizer' \
		'which its options make recordable'
	ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 \
		run "$fxtrace" record -q -o asan.fxt ./asan
	[ "$status" = 4 ] && [ -s asan.fxt ]
	ok $? 'as is true'
else
	for name in a b c; do skip 'no address sanitizer' $name; done
fi
if unshare -rm sh -c 'mkdir m && mount -t tmpfs -o noexec m m && cp four m &&
	exec "$0" doctor m/four' "$fxtrace" >noexec 2>&1; then :; fi
if grep -q m/four noexec; then
	grep -q 'obstacle: it is on a file system that is mounted noexec' noexec
	ok $? 'a program on a file system that is mounted noexec' || note <noexec
else
	skip 'no mounts here' 'a program on a file system that is mounted noexec'
fi

# What is not seen of a program that can be recorded
LD_PRELOAD=libm.so.6 well ./four 'note: .*LD_PRELOAD=libm.so.6' \
	'a library that is preloaded already'
printf '#include <dlfcn.h>\nint main(void) { return !dlopen("x", 1); }\n' >dl.c
cc dl.c -o dl
well ./dl 'note: .*RTLD_DEEPBIND' 'a program that loads libraries'
"$b/tests/hazard/old_kernel" membarrier '' "$fxtrace" doctor ./four >old
case $? in
77) skip 'no seccomp' 'a kernel without membarrier' ;;
*)
	grep -q 'note: .*no membarrier' old && grep -q 'note: .*seccomp' old
	ok $? 'a kernel without membarrier, a seccomp filter' || note <old
	;;
esac
run sh -c '"$0" doctor cat >/dev/full' "$fxtrace"
ends 1 'standard output' 'output that cannot be written is an error'
