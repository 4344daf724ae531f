#!/bin/bash
# SPDX-License-Identifier: MIT
# What descriptors and streams are: a program that opens, copies, closes and
# inherits them, and what dump says of each. Calls are found by their size.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program fdnames

# record [OPTIONS...]: of the program, into a.fxt; the dump is in file all
record() {
	rm -f socket a.fxt
	FXTRACE_MODE=streaming timeout 20 "$fxtrace" record -q -o a.fxt "$@" fdnames \
		</dev/null || exit 1
	"$fxtrace" dump --stable --fd-names a.fxt | cut -d' ' -f2- |
		sed "s,$tmp,HERE,g" >all
}

# shown PATTERN NAME: a line of the dump matches
shown() {
	grep -qE -- "$1" all
	ok $? "$2" || grep -E "${3:-${1%%\(*}}" all | note
}

# read_of SIZE WHAT NAME: the read of that size is of WHAT ('' = no name)
read_of() {
	local want=${2:+<$2>}
	is "$(sed -nE "s/^read\(fd=[0-9]+(<.*>)?, .*count=$1\) = .*/\1/p" all)" \
		"$want" "$3"
}

# when NAME TEST...: the test, if the function is recorded
when() {
	if grep -qx "$1" functions; then
		"${@:2}"
	else
		skip "$1 is not recorded" "${*: -1}"
	fi
}

plan 57
"$fxtrace" list --json | sed -E 's/.*"name":"([^"]*)".*/\1/' >functions
mkdir sub && echo 'some text of more than twenty bytes' >sub/file
record
shown '^open\(pathname="sub/file", .*\) = [0-9]+<HERE/sub/file>$' \
	'what open returns has the whole path'
read_of 1 HERE/sub/file 'read shows it'
shown '^open\(pathname="/no/such", flags=O_RDONLY\) = -1 ENOENT$' \
	'a failed open opens nothing'
read_of 2 HERE/sub/file 'a failed dup2 changes nothing'
shown '^close\(fd=[0-9]+<HERE/sub/file>\) = 0$' 'close shows what it closes'
read_of 3 '' 'what is closed has no name'
shown '^openat\(dirfd=[0-9]+<HERE/sub>, pathname="file"' \
	'openat shows its folder'
read_of 4 HERE/sub/file 'and opens what is in it'
shown '^openat\(dirfd=AT_FDCWD<HERE/sub>, pathname="./file"' \
	'after chdir the current folder is another'
read_of 5 HERE/sub/file 'and relative paths are seen from there'
read_of 6 /dev/zero 'dup copies'
read_of 7 /dev/zero 'dup2 too'
read_of 8 /dev/zero 'dup3 too'
read_of 9 /dev/zero 'and F_DUPFD'
read_of 10 /dev/zero 'a copy stays when the first is closed'

shown '^socket\(domain=AF_INET,.*= [0-9]+<TCP>$' 'a socket has its protocol'
shown '^listen\(sockfd=[0-9]+<TCP 127.0.0.1:0>' 'once bound, its address'
shown '^write\(fd=[0-9]+<TCP ->127.0.0.1:[1-9][0-9]*>, buf="x"' \
	'once connected, its peer'
shown '^accept\(sockfd=[0-9]+<TCP 127.0.0.1:[1-9][0-9]*>' \
	'getsockname returns the port that was chosen'
shown '^accept\(.* = [0-9]+<TCP 127.0.0.1:[0-9]+->127.0.0.1:[0-9]+>$' \
	'what was accepted has both addresses'
read_of 11 "$(sed -nE 's/^accept\(.* = [0-9]+<(.*)>$/\1/p' all)" \
	'and keeps them'
shown '^write\(fd=[0-9]+<UNIX-DGRAM socket>, ' \
	'a copy of a socket has its address'
shown '^socketpair\(.*sv=\[[0-9]+<UNIX-STREAM>, [0-9]+<UNIX-STREAM>\]' \
	'socketpair makes two'
shown '^close\(fd=[0-9]+<epoll>\)' 'an epoll descriptor is named'

shown '^readdir\(dirp=PTR<HERE/sub>\)' 'a folder that is read has its path'
shown '^fdopen\(fd=[0-9]+<HERE/sub/file>, .* = PTR<HERE/sub/file>$' \
	'a stream is what its descriptor is'
is "$(grep -cE '^fread\(.*nmemb=1, stream=PTR<HERE/sub/file>' all)" 2 \
	'whether made by fdopen or fopen'
read_of 12 '' 'fclose closes the descriptor of fdopen'
read_of 13 /dev/null 'another thread sees what one has opened'
read_of 14 /dev/full 'and the other way round'

for what in 'memfd:of mine' eventfd timerfd inotify; do
	shown "^close\(fd=3<$what>\) = 0\$" "what is made as ${what%%:*} is that" \
		'^close'
done
shown '^write\(fd=[0-9]+<HERE/made[^>/]{6}>' 'mkstemp returns the name it made'
when popen shown '^fread\(.*stream=PTR<popen:true>' 'popen makes what the command is'
shown '^openat\(dirfd=[0-9]+<HERE/sub>, .* = [0-9]+<HERE/sub/file>$' \
	'dirfd returns the descriptor of a folder'
when freopen shown '^fread\(.*nmemb=2, stream=PTR<HERE/sub/file>' \
	'freopen makes another file of a stream'
when close_range read_of 20 /dev/null 'close_range may close nothing'
when close_range read_of 21 '' 'or what is in the range'
when close_range read_of 22 /dev/null 'and not what is below'
when closefrom read_of 23 '' 'closefrom closes all from there on'
when closefrom read_of 24 /dev/null 'and not what is below'

shown '^pipe\(pipefd=\[[0-9]+<pipe:#1>, [0-9]+<pipe:#1>\]' \
	'both ends of a pipe have its number'
shown '^write\(fd=[0-9]+<pipe:#1>, buf="z"' 'a forked child inherits it'
read_of 15 /dev/null 'what the child opens is the child'"'"'s'
read_of 16 HERE/sub/file 'and not the parent'"'"'s'
is "$(sed -nE 's/^read\(fd=5(<.*>)?, .*count=18\) = .*/\1/p' all | sort |
	uniq -c | tr -s ' ')" ' 3 <HERE/sub/file>' \
	'it outlives fork and exec, vfork and exec, posix_spawn'
is "$(sed -nE 's/^read\(fd=22(<.*>)?, .*count=19\) = .*/\1/p' all |
	sort | uniq -c | tr -s ' ')" ' 2 
 1 <HERE/sub/file>' 'what the vfork child has copied is its own'
is "$(grep -cE '^write\(fd=4<pipe:#1>, buf="w"' all)" 3 \
	'and all know the pipe by its number'
shown '^read\(fd=[0-9]+<pipe:#1>, .*count=17' 'as the reader does'
is "$(sed -nE 's/^read\(fd=0.*//p' all)" '' 'nothing was read from stdin'

"$fxtrace" dump --stable --fd-names --calls read a.fxt | cut -d' ' -f2- |
	sed "s,$tmp,HERE,g" >some
is "$(cat some)" "$(grep '^read(' all)" \
	'names are the same where few calls are shown'
"$fxtrace" dump --stable a.fxt | cut -d' ' -f2- >plain
grep -q '<pipe' plain
is $? 1 '--stable has none by itself'
"$fxtrace" dump --no-fd-names a.fxt | grep -q '<pipe'
is $? 1 '--no-fd-names leaves them out'
"$fxtrace" dump --json --calls read a.fxt |
	perl -MJSON::PP -ne 'my $c = decode_json $_; print $c->{fd_names}{
		$c->{args}{fd}}, "\n" if $c->{args}{count} == 9' >json
is "$(cat json)" /dev/zero 'JSON has them by number'

record -c open,openat,read,write,close
shown '^read\(fd=[0-9]+, .*count=7\)' \
	'where dup2 was not recorded, no name is shown'
