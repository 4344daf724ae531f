#!/bin/bash
# SPDX-License-Identifier: MIT
# `fxtrace shim` by lists of prototypes: plain C as in a header, what it says of
# its values, and what it refuses.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 47
command -v cc >/dev/null || CC=gcc
export CC=${CC:-cc}

cat >foo.api <<'C'
#include <stdarg.h>
enum color { RED, GREEN = 5, DARK = -1 };
enum mode { MODE_READ = 1, MODE_WRITE = 2, MODE_APPEND = 4, MODE_SYNC = 8 };
typedef unsigned long big;
struct inner { short a; unsigned char b[4]; };
typedef struct item {
	int id;
	double weight;
	char name[12];
	const char *note;
	struct inner in;
	unsigned low : 3, high : 5;
	enum color paint;
	struct item *next;
	union { int i; float f; } any;
	int (*act)(void *, int);
} item;
struct secret;
struct pair { float x, y; };

int foo_paint(enum color paint, enum mode how, big many);
double foo_sum(const item *first, float factor);
int foo_change(item *one, int *count);
struct secret *foo_open(const char *path, int (*act)(void *, int), void *with);
int (foo_close)(struct secret *one);
struct pair foo_swap(struct pair p);
int foo_copy(char *to, const void *from, unsigned n);
	to: out bytes count ret cap n
	from: in bytes count n
	error -1
int foo_log(const char *format, ...);
enum key { KEY_NAME = 10, KEY_SIZE, KEY_NONE };
int foo_set(enum key key, ...);
	extra void *value
	value: cases foo_value by key
#pragma fxtrace type cases foo_value
#pragma fxtrace 	KEY_NAME: const char *
#pragma fxtrace 	KEY_SIZE: long
#pragma fxtrace 	default: void *
long double foo_half(long double x);
extern int foo_parens(void) __attribute__((const));
C
grep -v '^	\(to\|from\|error\|extra\|value\)\>' foo.api >foo.h
cat >foo.c <<'C'
#include "foo.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
struct secret { int n; };
int foo_paint(enum color paint, enum mode how, big many)
{
	return (int)paint + (int)how + (int)many;
}
double foo_sum(const item *first, float factor)
{
	double sum = 0;
	for (; first; first = first->next)
		sum += first->weight * (double)factor;
	return sum;
}
int foo_change(item *one, int *count)
{
	one->id++;
	one->low = 2;
	*count += 2;
	return 0;
}
struct secret *foo_open(const char *path, int (*act)(void *, int), void *with)
{
	struct secret *s = malloc(sizeof(*s));
	s->n = act(with, (int)strlen(path));
	return s;
}
int foo_close(struct secret *one)
{
	int n = one->n;
	free(one);
	return n;
}
struct pair foo_swap(struct pair p)
{
	return (struct pair){p.y, p.x};
}
int foo_copy(char *to, const void *from, unsigned n)
{
	if (!n) {
		errno = ENOSPC;
		return -1;
	}
	memcpy(to, from, n);
	return (int)n;
}
int foo_log(const char *format, ...)
{
	va_list ap;
	int n;
	va_start(ap, format);
	n = va_arg(ap, int);
	n += (int)va_arg(ap, double);
	va_end(ap);
	return n;
}
int foo_set(enum key key, ...)
{
	va_list ap;
	char *name;
	va_start(ap, key);
	name = va_arg(ap, char *);
	va_end(ap);
	return key == KEY_NAME ? name[0] : (int)(long)name;
}
long double foo_half(long double x) { return x / 2; }
int foo_parens(void) { return 7; }
int foo_unknown(int a, int b) { return a - b; }
int foo_data = 3;
C
cat >main.c <<'C'
#include "foo.h"
#include <errno.h>
#include <stdio.h>
int foo_unknown(int a, int b);
extern int foo_data;
static int twice(void *with, int n) { return *(int *)with + 2 * n; }
int main(void)
{
	item last = {2, 0.5, "last", NULL, {1, {1, 2, 3, 4}}, 1, 30, GREEN, NULL, {7}, NULL};
	item first = {1, 1.5, "first", "noted", {-2, {0}}, 7, 0, DARK, &last, {0}, twice};
	int count = 40, with = 100;
	char to[16] = "";
	struct secret *s;
	struct pair p;

	printf("%d", foo_paint(DARK, MODE_READ | MODE_SYNC, 1ul << 40));
	printf(" %d", foo_paint(GREEN, 16, 3));
	printf(" %g", foo_sum(&first, 2));
	printf(" %g", foo_sum(NULL, 2));
	foo_change(&first, &count);
	printf(" %d %d", first.id, count);
	s = foo_open("/a/path", twice, &with);
	printf(" %d", foo_close(s));
	p = foo_swap((struct pair){1, 2});
	printf(" %g %g", p.x, p.y);
	printf(" %d %s", foo_copy(to, "copied", 7), to);
	errno = 0;
	printf(" %d", foo_copy(to, (void *)1, 0));
	printf(" %d", errno == ENOSPC);
	printf(" %d", foo_log("%d %g", 3, 4.0));
	printf(" %d %d", foo_set(KEY_NAME, "Joe"), foo_set(KEY_SIZE, 77l));
	printf(" %Lg %d %d %d\n", foo_half(3), foo_parens(), foo_unknown(9, 1), foo_data);
	return 3;
}
C
gcc -shared -fPIC -O1 -o libfoo.so -Wl,-soname,libfoo.so.1 foo.c &&
	ln -s libfoo.so libfoo.so.1 &&
	gcc -w -o main main.c -L. -lfoo -Wl,-rpath,"$tmp"
ok $? 'a library and its program are built'

ls >before
"$fxtrace" shim ./libfoo.so --api foo.api -o shim.so >out 2>said
is "$? $(cat out)" '0 ' 'declarations as a header has them make a shim' || note <said
is "$(head -n 1 said)" \
	'fxtrace: shim.so: 11 of 12 functions of libfoo.so.1, by foo.api' \
	'the summary counts the functions'
is "$(sed 1d said)" \
	'fxtrace: left out: 1: no prototype is known: foo_unknown' \
	'and names those that are not wrapped'
is "$(ls | grep -vx 'said\|out\|before\|shim.so' | sort)" \
	"$(grep -vx 'before' before | sort)" 'no other file is left'

./main >want
want=$?
"$fxtrace" record -q -o x.fxt --shim shim.so ./main >got 2>said
is "$? $(cat got said)" "$want $(cat want)" \
	'the program behaves as without it'
LD_PRELOAD="$tmp/shim.so" ./main >got
is "$? $(cat got)" "$want $(cat want)" \
	'without the recorder the calls of a shim pass through'
"$fxtrace" dump --no-pager --calls '%foo' x.fxt |
	sed 's/^[^a-z]*//; s/ <[^<]*>$//; s/0x[0-9a-f]*/PTR/g' >calls
line() { grep "^$1(" calls | sed -n "${2:-1}p"; }

is "$(line foo_paint)" \
	'foo_paint(paint=DARK, how=MODE_READ|MODE_SYNC, many=1099511627776) = 8' \
	'enums are shown by name, those of bits as flags'
is "$(line foo_paint 2)" 'foo_paint(paint=GREEN, how=PTR, many=3) = 24' \
	'what no constant names is a number'
is "$(line foo_sum)" 'foo_sum(first={id=1, weight=1.5, name="first", '\
'note="noted", in={a=-2, b=[0, 0, 0, 0]}, low=7, high=0, paint=DARK, next=PTR, '\
'any=[0, 0, 0, 0], act=PTR}, factor=2) = 4' \
	'a struct has its members: arrays, bit fields, structs, unions as bytes'
is "$(line foo_sum 2)" 'foo_sum(first=NULL, factor=2) = 0' 'NULL is NULL'
grep -q '^foo_change(one={id=1, .*low=7,.* => {id=2, .*low=2,.*}, count=40 => 42) = 0$' calls
ok $? 'what may change is recorded before and after' || note <calls
is "$(line foo_open)" 'foo_open(path="/a/path", act=PTR, with=PTR) = PTR' \
	'strings, functions and handles'
is "$(line foo_close)" 'foo_close(one=PTR) = 114' \
	'a name in parentheses is that of a function, too'
grep -q '^foo_swap(p=.*x=1.*y=2.*x=2.*y=1' calls
ok $? 'structs are passed by value' || note <calls
is "$(line foo_copy)" 'foo_copy(to="copied\000", from="copied\000", n=7) = 7' \
	'annotations say how much memory there is'
is "$(line foo_copy 2)" 'foo_copy(from="", n=0) = -1 ENOSPC' \
	'and what failure is'
is "$(line foo_log)" 'foo_log(format="%d %g") = ? <late>' \
	'a call with more arguments is one without result'
is "$(grep '^foo_set(' calls | sort | xargs -d '\n')" \
	'foo_set(key=KEY_NAME, value="Joe") = 74 foo_set(key=KEY_SIZE, value=77) = 77' \
	'or it is said what they are'
is "$(grep -c '^foo_half\|^foo_parens() = 7$' calls)" 2 'the others are there'
is "$("$fxtrace" info x.fxt | grep -c 'dlsym')" 0 \
	'the shim makes no calls of its own'

"$fxtrace" shim ./libfoo.so --api foo.api -o shim.so -c 'foo_c*,-foo_close' \
	--keep kept 2>said
"$fxtrace" record -q --overwrite -o x.fxt --shim shim.so ./main >got 2>&1
is "$("$fxtrace" dump --no-pager --calls '%foo' x.fxt |
	grep -o 'foo_[a-z]*' | sort -u | xargs)" 'foo_change foo_copy' \
	'--calls chooses what is wrapped'
[ -s kept/shim.api ] && [ -s kept/wrap_shim.c ]
ok $? '--keep leaves the sources'
"$fxtrace" replay --calls 'foo_copy' --lib ./libfoo.so x.fxt >table 2>said
is "$? $(awk '$4 == "foo_copy"' table | xargs) $(cat said)" \
	'0 2 0 0 foo_copy ' 'calls of plain arguments are made again'

# wrong WORDS PATTERN NAME
wrong() {
	# shellcheck disable=SC2086
	"$fxtrace" $1 >out 2>said
	[ $? = "${4:-1}" ] && grep -q -- "$2" said && [ ! -e no.so ]
	ok $? "$3" || note <said
}
CC=nocc wrong 'shim ./libfoo.so --api foo.api -o no.so' \
	'no C compiler nocc.*apt-get install gcc' \
	'without a compiler it says what to install'
echo 'int foo_paint(unknown_t x);' >bad.h
wrong 'shim ./libfoo.so --api bad.h -o no.so' 'bad.h:1:.*unknown_t' \
	'what the compiler does not know is reported where it is'
wrong 'shim ./libfoo.so -o no.so' 'nothing is known of its functions' \
	'a library of which nothing is known is refused'
wrong 'shim foo.c --api foo.api -o no.so' 'foo.c: no ELF file' \
	'what is no library is refused'
cp libfoo.so other.so && printf '\001' | dd of=other.so bs=1 seek=4 conv=notrunc 2>/dev/null
wrong 'shim other.so --api foo.api -o no.so' 'other.so: .*32-bit' \
	'a 32-bit library is refused'
"$fxtrace" record --shim ./libfoo.so ./main >got 2>said
is "$? $(cat got) $(cat said)" \
	'125  fxtrace: ./libfoo.so: no shim: `fxtrace shim LIB.so` makes them' \
	'record takes shims only'

# Descriptions in the generator's own language, and headers with all they
# include.
top=$(cd "$tests/.." && pwd)
gcc -fPIC -shared -I"$top" -o libpoint.so "$top/tests/shim/point.c" &&
	gcc -I"$top" -o point "$top/tests/shim/main.c" -L. -lpoint \
		-Wl,-rpath,"$tmp" &&
	"$fxtrace" shim ./libpoint.so --api "$top/tests/shim/point.api" -I "$top" \
		-o point.so 2>said
ok $? 'a description makes a shim' || note <said
"$fxtrace" record -q --overwrite -o x.fxt --shim point.so ./point >got 2>&1
got="$? $(cat got)"
./point >want
want="$? $(cat want)"
is "$got $("$fxtrace" dump --no-pager --calls point_move x.fxt |
	grep -c 'p={x=1, y=2} => {x=11, y=-18}, dx=10, dy=-20) = 1')" \
	"$want 1" 'as it is written'
name='a header of a whole library does'
if [ -e /usr/include/zlib.h ]; then
	echo '#include <zlib.h>' >whole.h
	"$fxtrace" shim -o z.so --api whole.h \
		"$(/sbin/ldconfig -p | awk '/libz.so.1 .*x86-64/ {print $NF; exit}')" 2>said
	[ "$(sed -n 's/.*z.so: \([0-9]*\) of.*/\1/p' said)" -ge 70 ]
	ok $? "$name" || note <said
else
	skip 'no zlib.h' "$name"
fi
# gcc 10 wants names of all parameters, as C did.
cat >old_cc <<'SH'
#!/bin/sh
# -w would silence it
case "$*" in *cpp-output*) [ "$1" != -w ] || shift ;; *) exec gcc "$@" ;; esac
exec gcc -pedantic-errors "$@"
SH
chmod +x old_cc
cat >plain.h <<'C'
struct item;
struct secret;
int foo_paint(int, unsigned, unsigned long);
int foo_change(struct item *, int *);
struct secret *foo_open(const char *, int (*)(void *, int), void *);
int foo_copy(char *to, const void *, unsigned);
C
CC=./old_cc "$fxtrace" shim -o plain.so --api plain.h ./libfoo.so 2>said
is "$?$(nm -D plain.so | awk '$3 ~ /^foo_/ {printf " %s", $3}')" \
	'0 foo_change foo_copy foo_open foo_paint' \
	'prototypes without names are taken where the compiler wants names' ||
	note <said
"$fxtrace" record -q --overwrite -o x.fxt --shim plain.so ./main >/dev/null
is "$("$fxtrace" dump --no-pager --calls foo_copy x.fxt |
	grep -o 'foo_copy(to=.*arg2=.*arg3=[0-9]*' | grep -o '[a-z0-9]*=' |
	sort -u | xargs)" 'arg2= arg3= to=' \
	'parameters have their number for a name there'

# With what else the recorder does.
"$fxtrace" shim -q ./libfoo.so --api foo.api -o shim.so
"$fxtrace" record -q --overwrite -o x.fxt --shim shim.so --callers=-main \
	./main >/dev/null
is "$("$fxtrace" dump --no-pager --calls 'foo_paint,foo_copy' x.fxt)" '' \
	'calls are filtered by who makes them'
"$fxtrace" record -q --overwrite -o x.fxt --shim shim.so --stack=foo_paint:4 \
	./main >/dev/null
"$fxtrace" dump --no-pager --stacks --calls foo_paint x.fxt | grep -q '#0 main '
ok $? 'their stacks begin where the program calls'
cat >plug.c <<'C'
int foo_parens(void);
int plug(void) { return foo_parens() + 1; }
C
cat >host.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 3; i++) {
		void *h = dlopen("./libplug.so", RTLD_NOW | RTLD_LOCAL);
		int (*plug)(void) = (int (*)(void))dlsym(h, "plug");
		printf("%d ", plug());
		dlclose(h);
	}
	return 0;
}
C
gcc -shared -fPIC -o libplug.so plug.c -L. -lfoo -Wl,-rpath,"$tmp" &&
	gcc -o host host.c -ldl
is "$("$fxtrace" record -q --overwrite -o x.fxt --shim shim.so ./host
	"$fxtrace" dump --no-pager --calls '%foo' x.fxt | grep -c 'foo_parens() = 7')" \
	'8 8 8 3' 'a library that comes and goes is recorded'

# Names in the options of record, which the shim's file has.
# refused PATTERN OPTION...
refused() {
	local pattern=$1
	shift
	"$fxtrace" record -q --overwrite -o z.fxt --shim shim.so "$@" ./main >got 2>said
	[ $? = 2 ] && [ ! -s got ] && [ ! -e z.fxt ] && grep -q "$pattern" said
	ok $? "record --shim refuses $*" || note <said
}
refused 'foo_piant: .* did you mean foo_paint?' -c 'read,foo_piant'
refused '%nosuch: no group' -c %nosuch
refused 'foo_piant: .* did you mean foo_paint?' --stack foo_piant
refused 'foo_piant: .* did you mean foo_paint?' --where 'foo_piant:many>1'
refused 'foo_piant: .* did you mean foo_paint?' --redact foo_piant:many
"$fxtrace" record -q --overwrite -o x.fxt --shim shim.so -c '%foo,foo_pa*,foo_sum' \
	--stack foo_paint --where 'foo_paint:many>=0' --redact foo_copy:to \
	./main >got 2>said
is "$(cat said)$("$fxtrace" dump --no-pager --calls '%foo' x.fxt | grep -c foo_paint)" 2 \
	'and takes those that the library has'

"$fxtrace" record -q --overwrite -o x.fxt --shim shim.so ./host >got
"$fxtrace" dump --no-pager --calls foo_paint x.fxt >got 2>said
is "$? $(cat got said)" '0 ' \
	'a reader knows functions of the shim that were not called'
"$fxtrace" report --calls foo_piant x.fxt >got 2>said
is "$? $(grep -c 'did you mean foo_paint?' said)" '2 1' 'and refuses others'

# What is stopped in its midst.
mkdir work
printf '#!/bin/sh\necho $$ >"%s/pid"\nexec sleep 60\n' "$tmp" >slow-cc
chmod +x slow-cc
CC=./slow-cc TMPDIR=$tmp/work "$fxtrace" shim ./libfoo.so --api foo.api \
	-o stopped.so 2>said &
while ! [ -s pid ]; do sleep 0.05; done
[ "$(ls work)" ] && before=made
kill -TERM $!
wait $!
is "$? ${before-} $(ls work) $(ls stopped.so* 2>/dev/null)" '143 made  ' \
	'a signal leaves nothing behind'
kill "$(cat pid)"
