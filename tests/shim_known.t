#!/bin/bash
# SPDX-License-Identifier: MIT
# Shims of libraries that fxtrace has the prototypes of, each in a program that
# uses it. The program behaves as without, and its calls have names and types.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 27
export FXTRACE_MODE=streaming

# found SONAME: its file, or nothing
found() {
	/sbin/ldconfig -p 2>/dev/null |
		awk -v n="$1" '$1 == n && /x86-64/ {print $NF; exit}'
}

# shim SONAME NAME CATEGORY COMMAND...: makes a shim, runs the command with and
# without it; leaves its calls in NAME.calls. Two tests.
shim() {
	local file soname=$1 name=$2 category=$3
	shift 3
	file=$soname
	[ $name = z ] || file=$(found "$soname")
	"$fxtrace" shim -o $name.so "$file" 2>said
	is "$? $(grep -c "^fxtrace: $name.so: [0-9]* of [0-9]* functions" said)" \
		'0 1' "$soname has a shim" || note <said
	timeout 60 "$@" >want 2>&1
	echo $? >>want
	timeout 60 "$fxtrace" record -q --overwrite -o $name.fxt \
		--shim $name.so "$@" >got 2>&1
	echo $? >>got
	cmp want got
	ok $? "a program of $soname behaves as without it" || diff want got | note
	"$fxtrace" dump --no-pager --calls "%$category" $name.fxt |
		sed 's/^[^a-zA-Z]*//; s/ <[^<]*>$//; s/0x[0-9a-f]\{3,\}/PTR/g' \
		>$name.calls
}

# has NAME PATTERN WHAT
has() {
	grep -q -- "$2" $1.calls
	ok $? "$3" || cut -c 1-200 $1.calls | note
}

# lacks SONAME [COMMAND] N: skips as many tests if it is not there
lacks() {
	local i
	[ "$(found "$1")" ] && command -v "$2" >/dev/null && return 1
	for ((i = 0; i < $3; i++)); do skip "no $1 or no $2" "shim of $1"; done
}

lacks libz.so.1 python3 6 || {
	cat >z.py <<'P'
import zlib
data = zlib.compress(b"some text " * 100, 9)
print(zlib.decompress(data)[:9], zlib.crc32(b"abc"))
try:
	zlib.decompress(b"none")
except zlib.error as e:
	print(e)
P
	if python3 -c 'import zlib' 2>/dev/null &&
		grep -q libz "/proc/self/maps" <(python3 -c '
import zlib; print(open("/proc/self/maps").read())'); then
		shim libz.so.1 z z python3 z.py
		has z '^deflate(strm={next_in=PTR, avail_in=1000, total_in=0, .*data_type=Z_UNKNOWN.*total_in=1000.*}, flush=Z_FINISH) = Z_STREAM_END$' \
			'zlib: structs before and after, enums'
		has z '^inflate(.*= Z_DATA_ERROR$' 'zlib: results by name'
		has z '^crc32.*(crc=0, buf="abc", len=3) = 891568578$' \
			'zlib: memory of as many bytes as there are'
		"$fxtrace" replay --calls 'crc32,adler32' \
			--lib "$(found libz.so.1)" z.fxt >table 2>said
		is "$? $(awk '$4 == "crc32" {print $2, $3}' table) $(cat said)" \
			'0 0 0 ' 'zlib: calls of plain values are made again'
	else
		for i in 1 2 3 4 5 6; do skip 'python has its own' "zlib $i"; done
	fi
}

lacks libsqlite3.so.0 sqlite3 6 || {
	cat >rows.py <<'P'
import sqlite3
database = sqlite3.connect(":memory:")
database.executescript("create table t(a, b); insert into t values (1, 'x'), (2, null);")
print(database.execute("select a, b from t where a > 0;").fetchall())
try:
	database.execute("select * from none;")
except sqlite3.OperationalError as error:
	print(error)
P
	program=(sqlite3 :memory:
		"create table t(a, b); insert into t values (1, 'x'), (2, null);
		select a, b from t where a > 0; select * from none;")
	# it may have a copy of its own
	ldd "$(command -v sqlite3)" | grep -q libsqlite3 ||
		program=(python3 rows.py)
	shim libsqlite3.so.0 sqlite sqlite3 "${program[@]}"
	has sqlite '^sqlite3_open_v2(filename=":memory:", ppDb=\(NULL\|PTR\) => PTR, flags=SQLITE_OPEN_READWRITE|SQLITE_OPEN_CREATE.*) = SQLITE_OK$' \
		'sqlite3: flags, results, handles'
	has sqlite '^sqlite3_step(stmt=PTR) = SQLITE_ROW$' 'sqlite3: a row'
	has sqlite '^sqlite3_column_text(stmt=PTR, iCol=1) = "x"$' \
		'sqlite3: the text of a column'
	has sqlite '^sqlite3_prepare_v2(db=PTR, zSql="select \* from none;".*) = SQLITE_ERROR$' \
		'sqlite3: what fails'
}

lacks libcurl.so.4 curl 6 || {
	echo 'what curl fetches' >file.txt
	shim libcurl.so.4 curl curl curl -s -u me:secret "file://$tmp/file.txt"
	has curl "^curl_easy_setopt(curl=PTR, option=CURLOPT_URL, parameter=\"file://$tmp/file.txt\") = CURLE_OK\$" \
		'curl: options by name, and their values'
	# curl 7.74 does not look at that one
	has curl '^curl_easy_getinfo(curl=PTR, info=CURLINFO_\(SCHEME, value="\(FILE\|file\)"\|PROTOCOL, value=\[\?1024\]\?\)) = CURLE_OK$' \
		'curl: what it reports'
	grep -q 'CURLOPT_USERPWD, parameter=' curl.calls && ! grep -q 'secret' curl.calls
	ok $? 'curl: but no passwords' || grep USERPWD curl.calls | note
	has curl '^curl_easy_perform(\|^curl_multi_perform(' 'curl: the transfer'
}

lacks libSDL2-2.0.so.0 gcc 3 || {
	cat >sdl.c <<'C'
#include <stdint.h>
#include <stdio.h>
typedef struct { int x, y, w, h; } rect;
int SDL_Init(uint32_t flags);
void *SDL_CreateWindow(const char *title, int x, int y, int w, int h, uint32_t flags);
void *SDL_GetWindowSurface(void *w);
int SDL_FillRect(void *surface, const rect *r, uint32_t color);
int SDL_PushEvent(void *e);
void SDL_GetWindowSize(void *w, int *x, int *y);
void SDL_DestroyWindow(void *w);
void SDL_Quit(void);
int main(void)
{
	union { uint32_t type; char padding[64]; } e = {.type = 0x100};
	rect r = {1, 2, 30, 40};
	int w, h;
	if (SDL_Init(0x20))
		return 1;
	void *window = SDL_CreateWindow("a title", 10, 20, 320, 200, 0x24);
	printf("%d", SDL_FillRect(SDL_GetWindowSurface(window), &r, 0xff00ff));
	printf(" %d", SDL_PushEvent(&e));
	SDL_GetWindowSize(window, &w, &h);
	printf(" %d %d\n", w, h);
	SDL_DestroyWindow(window);
	SDL_Quit();
	return 0;
}
C
	gcc -w -o sdl sdl.c "$(found libSDL2-2.0.so.0)"
	export SDL_VIDEODRIVER=dummy
	shim libSDL2-2.0.so.0 sdl SDL2 ./sdl
	{
		grep -o '^SDL_Init(.*\|^SDL_CreateWindow(.* = \|^SDL_GetWindowSize(.*' sdl.calls
		grep '^SDL_FillRect(.*w=320, h=200' sdl.calls | grep -o ' rect={x=1[^}]*}'
		grep -o '^SDL_PushEvent(event={type=SDL_QUIT' sdl.calls
	} >got
	is "$(cat got)" "SDL_Init(flags=SDL_INIT_VIDEO) = 0
SDL_CreateWindow(title=\"a title\", x=10, y=20, w=320, h=200, flags=SDL_WINDOW_SHOWN|SDL_WINDOW_RESIZABLE) = 
SDL_GetWindowSize(window=PTR, w=$(sed -n 's/.*GetWindowSize.* w=\([-0-9]*\).*/\1/p' sdl.calls) => 320, h=$(sed -n 's/.*GetWindowSize.* h=\([-0-9]*\).*/\1/p' sdl.calls) => 200) = void
 rect={x=1, y=2, w=30, h=40}
SDL_PushEvent(event={type=SDL_QUIT" 'SDL: flags, structs, events by name'
}

lacks libpng16.so.16 gcc 3 || {
	cat >png.c <<'C'
#include <stdint.h>
#include <stdio.h>
void *png_create_write_struct(const char *, void *, void *, void *);
void *png_create_info_struct(void *);
void png_init_io(void *, FILE *);
void png_set_IHDR(void *, void *, uint32_t, uint32_t, int, int, int, int, int);
void png_write_info(void *, void *);
void png_write_row(void *, const unsigned char *);
void png_write_end(void *, void *);
void png_destroy_write_struct(void **, void **);
int main(void)
{
	void *png = png_create_write_struct("1.6.37", NULL, NULL, NULL);
	void *info = png_create_info_struct(png);
	FILE *out = fopen("x.png", "wb");
	png_init_io(png, out);
	png_set_IHDR(png, info, 2, 1, 8, 2, 0, 0, 0);
	png_write_info(png, info);
	png_write_row(png, (const unsigned char *)"abcdef");
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	printf("%ld\n", ftell(out));
	return 0;
}
C
	gcc -w -o png png.c "$(found libpng16.so.16)"
	shim libpng16.so.16 png png16 ./png
	has png 'png_set_IHDR(.*width=2, height=1, bit_depth=8, color_type=PNG_COLOR_TYPE_RGB, interlace_method=PNG_INTERLACE_NONE' \
		'png: values and their names'
}

lacks libuv.so.1 gcc 3 || {
	cat >uv.c <<'C'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
void *uv_default_loop(void);
int uv_timer_init(void *, void *);
int uv_timer_start(void *, void (*)(void *), uint64_t, uint64_t);
int uv_run(void *, int);
int uv_loop_close(void *);
void uv_close(void *, void *);
int uv_fs_open(void *, void *, const char *, int, int, void *);
static void tick(void *timer) { puts("tick"); uv_close(timer, NULL); }
int main(void)
{
	void *loop = uv_default_loop(), *timer = malloc(4096);
	uv_timer_init(loop, timer);
	uv_timer_start(timer, tick, 1, 0);
	printf("%d\n", uv_run(loop, 0));
	printf("%d\n", uv_fs_open(NULL, malloc(4096), "/none", 0, 0, NULL));
	printf("%d\n", uv_loop_close(loop));
	return 0;
}
C
	gcc -w -o uv uv.c "$(found libuv.so.1)"
	shim libuv.so.1 uv uv ./uv
	is "$(grep -o '^uv_run(.*\|^uv_timer_start(.*timeout=1.*\|^uv_fs_open(.*' uv.calls |
		sed 's/=PTR//g; s/(nil)//g')" "uv_timer_start(handle, cb, timeout=1, repeat=0) = 0
uv_run(loop, mode=UV_RUN_DEFAULT) = 0
uv_fs_open(loop=NULL, req, path=\"/none\", flags=0, mode=0, cb=NULL) = UV_ENOENT" \
		'uv: modes and errors by name'
}
