#!/bin/bash
# SPDX-License-Identifier: MIT
# Records the golden archives of this folder, one of each kind that fxtrace
# writes, into OUT. They contain paths, names and variables of the place where
# they were recorded. So everything is copied to a folder with a plain name
# first, and runs in an empty environment.
#   tests/format/record.sh OUT [PLACE]	(PLACE: /srv/sample)
# Archives that are in the tree are never recorded again: they show that this
# version reads what earlier ones wrote. Record into a folder of another
# schema number next to them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
from=$PWD
b=$(cd "${FXTRACE_B:-$here/../../build}" && pwd)
to=${1:?folder for the archives}
place=${2:-/srv/sample}
out=$place/archives

mkdir -p "$to" "$place"
mkdir "$out"
trap 'rm -rf "$place"' EXIT
mkdir "$place/tools"
cp "$b/fxtrace" "$b/libfxtrace.so" "$place"
cp "$b/tools/fxtrace" "$place/tools"
# shellcheck disable=SC2046
${CC:-cc} -O1 -g -fno-builtin -D_GNU_SOURCE "$here/sample.c" -o "$place/sample" \
	$(sed -n 's,.*BUILD: \(.*\) \*/,\1,p' "$here/sample.c")
strip "$place/sample"
cd "$place"

# clean COMMAND...: in an empty environment, with nothing open but what is said
clean() {
	env -i PATH="$place:/usr/bin:/bin" HOME="$place" "$@" </dev/null
}

# record NAME OPTIONS... -- PROGRAM...: into OUT/NAME
record() {
	local name=$1
	shift
	clean fxtrace record -q -o "$out/$name" "$@" >/dev/null 2>&1 || true
}

# dies NAME MODE: kills itself, and its archive is not finished
dies() {
	clean LD_PRELOAD="$place/libfxtrace.so" FXTRACE_OUTPUT="$out/$1" \
		FXTRACE_MODE="$2" FXTRACE_BUFFER=64K FXTRACE_CALLS="$few" \
		./sample killed 2>/dev/null || true
}

few=getpgid,qsort,kill
most=$few,'%fd,%net,%process,%signal,%thread,%time,open*,read*,write,pwrite,'
most+='lseek,stat,fstat,poll,ioctl,fcntl,mmap,close,socket,connect,setsockopt,'
most+='getaddrinfo,freeaddrinfo,sigprocmask,signal,sched_getaffinity,aio_*,'
most+='getrlimit,wait*,snprintf,sscanf,strto*,setenv,puts,nanosleep,strerror,'
most+='fork,exec*,_exit,abort,usleep,pthread_*'

record values.fxt -c "$most" --string-max 64 --blob-max 150 \
	--redact setenv:value ./sample values
record threads.fxt -c 'pthread_*,usleep' ./sample threads
record stacks.fxt -c "$few" --stack getpgid:4 ./sample killed
record family.fxt -c "$most" ./sample family
record large.fxt -c "$most" --blob-max all ./sample large
record replay.fxt --for-replay -c "$most" ./sample texts
record oneshot.fxt --mode oneshot -b 64K -c write ./sample blocks
record circular.fxt --mode circular -b 64K -c write ./sample blocks
record filtered.fxt -c getpgid --sample 10 ./sample many
record gzip.fxt --compress gzip -c getpgid ./sample many
record zstd.fxt --compress zstd -c getpgid ./sample many
record killed.fxt -c "$few" ./sample killed
dies unfinished.fxt oneshot
dies unfinished-circular.fxt circular
record frames.fxt -c '%gl,%egl' ./sample frames
record snapshot.fxt --mode circular -b 64K -c getpgid,open \
	--trigger snapshot:open=ENOENT ./sample triggered
mv "$out/snapshot.snapshot-1.fxt" "$out/snapshot.fxt"
clean fxtrace trim -c 10-13 "$out/threads.fxt" "$out/trimmed.fxt"
clean fxtrace trim -f 1 "$out/frames.fxt" "$out/frame.fxt"
cp "$out/unfinished.fxt" "$out/recovered.fxt"
clean fxtrace recover "$out/recovered.fxt"
clean fxtrace convert --to fxt-compat "$out/values.fxt" "$out/compat.fxt"
clean fxtrace convert "$out/threads.fxt" threads.json
clean fxtrace convert threads.json "$out/chrome.fxt"
clean fxtrace convert "$out/frames.fxt" frames.trace
clean fxtrace convert frames.trace "$out/apitrace.fxt"
clean fxtrace convert "$out/stacks.fxt" stacks.fdr
clean fxtrace convert stacks.fdr "$out/xray.fxt"
chmod 644 "$out"/*.fxt
cd "$from" && cp "$out"/*.fxt "$to"
