#!/bin/bash
# SPDX-License-Identifier: MIT
# `fxtrace shim` by debugging information: of C by several compilers, in files
# of its own, damaged, and of C++. Also which versions of a function are
# wrapped.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 39

cat >box.c <<'C'
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
enum kind { KIND_SMALL = 1, KIND_LARGE };
enum wish { WISH_FAST = 1, WISH_SAFE = 2, WISH_COLD = 4, WISH_BOTH = 3, WISH_HIGH = 0x80 };
typedef struct box {
	const char *name;
	enum kind kind;
	struct { short x, y; } at;
	double weights[3];
	unsigned open : 1, sides : 12;
	struct box *next;
} box_t;
struct vault;
typedef size_t count_t;

count_t box_count(const box_t *first, enum wish wish)
{
	count_t n = 0;
	for (; first; first = first->next)
		n += !(wish & WISH_COLD) + first->at.x;
	return n;
}
_Bool box_open(box_t *box, int *sides)
{
	box->open = 1;
	*sides += box->sides;
	return 1;
}
char *box_label(const box_t *box, char *buffer, size_t n_bytes)
{
	strncpy(buffer, box->name, n_bytes);
	return buffer;
}
struct vault *vault_of(box_t by_value, float f)
{
	return by_value.open ? NULL : (struct vault *)(size_t)(f * 16);
}
typedef int vector __attribute__((vector_size(16)));
vector box_vector(vector v) { return v + v; }
int box_old() { return 11; }
int box_free(box_t *box) { box->name = NULL; return 0; }
C
cat >user.c <<'C'
#include <stdio.h>
#include "box.c"
int main(void)
{
	box_t b = {"second", KIND_LARGE, {1, -1}, {1, 2.5, 3}, 0, 6, NULL};
	box_t a = {"first", KIND_SMALL, {4, 5}, {0}, 0, 4000, &b};
	int sides = 2;
	char buffer[8];
	printf("%zu", box_count(&a, WISH_FAST | WISH_COLD | 32));
	printf(" %zu", box_count(&a, WISH_HIGH | WISH_BOTH));
	printf(" %d %d", box_open(&a, &sides), sides);
	printf(" %s", box_label(&b, buffer, 8));
	printf(" %p %p", (void *)vault_of(a, 1), (void *)vault_of(b, 2));
	printf(" %d %d\n", box_old(), box_free(&b));
	return 4;
}
C
# only what it declares is the library's
sed '/^[^ \t#].*)$/,/^}/{/^[^ \t#].*)$/s/$/;/;/^{/,/^}/d}; /^vector\|^int.*{/d' \
	box.c >box.h
printf 'int box_old();\nint box_free(box_t *box);\n' >>box.h
sed -i 's/box\.c/box.h/' user.c
gcc -g -shared -fPIC -O2 -o libbox.so -Wl,-soname,libbox.so,--build-id box.c &&
	gcc -w -o user user.c -L. -lbox -Wl,-rpath,"$tmp"
ok $? 'a library and its program are built'
./user >want
want=$?

# shown NAME OPTIONS...: makes a shim and prints the calls
shown() {
	rm -f shim.so x.fxt
	"$fxtrace" shim -o shim.so "$@" 2>said || { note <said; return 1; }
	"$fxtrace" record -q -o x.fxt --shim shim.so ./user >got 2>&1
	[ "$? $(cat got)" = "$want $(cat want)" ] || { note <got; return 1; }
	"$fxtrace" dump --no-pager --calls '%box' x.fxt |
		sed 's/^[^a-z]*//; s/ <[^<]*>$//; s/0x[0-9a-f]*/PTR/g'
}
shown ./libbox.so >calls
ok $? 'the program behaves as without the shim'
is "$(sed -n 1p said)" 'fxtrace: shim.so: 6 of 7 functions of libbox.so, by ./libbox.so' \
	'the summary names the library'
is "$(sed 1d said)" 'fxtrace: left out: 1: a vector: box_vector' \
	'what C cannot pass on is left out, and reported'
line() { grep "^$1(" calls | sed -n "${2:-1}p"; }
first='{name="first", kind=KIND_SMALL, at={x=4, y=5}, weights=[0, 0, 0], '
is "$(line box_count)" \
	"box_count(first=${first}open=0, sides=4000, next=PTR}, wish=WISH_FAST|WISH_COLD|PTR) = 5" \
	'arguments by name, structs by member, flags'
line box_count 2 | grep -q 'wish=WISH_BOTH|WISH_HIGH) = 7$'
ok $? 'a name for several bits goes before theirs' || note <calls
is "$(line box_open)" \
	"box_open(box=${first}open=0, sides=4000, next=PTR} => ${first}open=1, sides=4000, next=PTR}, sides=2 => 4002) = true" \
	'what is not const is recorded before and after'
line box_label | grep -q ', buffer=PTR, n_bytes=8) = PTR$'
ok $? 'it is unknown what a char * leads to'
line vault_of 2 | grep -q 'by_value.*sides=4000.*, f=1) = NULL$'
ok $? 'structs are passed by value' || note <calls
is "$(line box_free)" "box_free(box={name=\"second\", kind=KIND_LARGE, at={x=1, \
y=-1}, weights=[1, 2.5, 3], open=0, sides=6, next=NULL}) = 0" \
	'what frees something is not followed by a read of what is left of it'
cp calls first.calls

for how in '-gdwarf-4' '-gdwarf-5 -gz' '-g -fdebug-types-section' '-g -O0'; do
	# shellcheck disable=SC2086
	gcc -w $how -shared -fPIC -o libbox.so -Wl,-soname,libbox.so,--build-id box.c
	shown ./libbox.so >calls
	is "$(cat calls)" "$(cat first.calls)" "gcc $how says the same"
done
if command -v clang >/dev/null; then
	clang -w -g -shared -fPIC -o libbox.so -Wl,-soname,libbox.so,--build-id box.c
	shown ./libbox.so >calls
	is "$(cat calls)" "$(cat first.calls)" 'as does clang'
else
	skip 'no clang' 'as does clang'
fi

gcc -w -g -shared -fPIC -o libbox.so -Wl,-soname,libbox.so,--build-id box.c
cp libbox.so whole.so
objcopy --only-keep-debug libbox.so box.debug
objcopy --strip-debug libbox.so
shown ./libbox.so --debug box.debug >calls
is "$(cat calls)" "$(cat first.calls)" 'a debug file is named'
"$fxtrace" shim -o no.so ./libbox.so 2>said
is "$? $(grep -c 'nothing is known of its functions' said)" '1 1' \
	'without it nothing is known'
objcopy --add-gnu-debuglink=box.debug libbox.so
shown ./libbox.so >calls
is "$(cat calls)" "$(cat first.calls)" 'or found by .gnu_debuglink'
"$fxtrace" shim -o no.so ./libbox.so --debug libbox.so.none 2>said
is "$? $(grep -c libbox.so.none said)" '1 1' 'a debug file that is not there is reported'
"$fxtrace" shim -o no.so ./libbox.so --debug user 2>said
is "$? $(grep -c 'user: ' said)" '1 1' 'and one that says nothing'
cp whole.so other.so
gcc -w -g -O1 -shared -fPIC -o other.so -Wl,-soname,libbox.so,--build-id box.c
"$fxtrace" shim -o no.so ./libbox.so --debug other.so 2>said
is "$? $(grep -c 'other.so: it is of another build' said)" '1 1' \
	'and one of another build'

# Damage: cut pieces of the sections, wrong bytes in them.
n_bad=0 n_reported=0
for section in info abbrev str line; do
	objcopy --dump-section .debug_$section=piece whole.so copy.so
	size=$(stat -c %s piece)
	for part in 0 1 3 7; do
		head -c $((size * part / 8 + part % 3)) piece >cut
		objcopy --update-section .debug_$section=cut whole.so bad.so
		timeout 60 "$fxtrace" shim -o no.so ./bad.so >out 2>said
		status=$?
		[ $status -le 1 ] || n_bad=$((n_bad + 1))
		[ $status = 1 ] && grep -q '^fxtrace: ' said && n_reported=$((n_reported + 1))
	done
	for seed in 1 2 3; do
		perl -e 'srand $ARGV[0]; local $/; open F, "piece"; $_ = <F>;
			substr($_, rand length, 1) = chr rand 256 for 1 .. 40;
			print' $seed >cut
		objcopy --update-section .debug_$section=cut whole.so bad.so
		timeout 60 "$fxtrace" shim -o no.so ./bad.so >out 2>said
		[ $? -le 1 ] || n_bad=$((n_bad + 1))
	done
done
is $n_bad 0 'damaged debugging information never ends fxtrace'
[ $n_reported -ge 6 ]
ok $? 'what is cut is reported' || echo "$n_reported" | note
for n in 10 100 3000 9000; do
	head -c $n whole.so >bad.so
	timeout 60 "$fxtrace" shim -o no.so ./bad.so >out 2>said
	[ $? = 1 ] && grep -q '^fxtrace: ' said || echo $n
done >failed
is "$(cat failed)" '' 'a library that is cut is reported'

# Versions: what the linker binds today is wrapped, what it bound once is not.
cat >ver.c <<'C'
__asm__(".symver old_way,way@V1");
__asm__(".symver new_way,way@@V2");
int old_way(int n) { return n; }
int new_way(int n) { return 2 * n; }
int plain(int n) { return -n; }
C
echo 'V1 {global: way;}; V2 {global: way; plain; local: *;} V1;' >ver.map
cat >verold.c <<'C'
#include <stdio.h>
__asm__(".symver way,way@V1");
int way(int n);
int plain(int n);
int main(void) { printf("%d %d\n", way(3), plain(3)); return 0; }
C
grep -v symver verold.c >vernew.c
gcc -g -fno-lto -shared -fPIC -o libver.so ver.c -Wl,--version-script,ver.map,-soname,libver.so &&
	gcc -o verold verold.c -L. -lver -Wl,-rpath,"$tmp" &&
	gcc -o vernew vernew.c -L. -lver -Wl,-rpath,"$tmp" &&
	"$fxtrace" shim -q -o shim.so ./libver.so
ok $? 'a shim of a library with versions'
is "$("$fxtrace" record -q --overwrite -o x.fxt --shim shim.so ./verold)" '3 -3' \
	'an old program gets the old version'
is "$("$fxtrace" dump --no-pager --calls '%ver' x.fxt | grep -o '[a-z]*(.*) = [-0-9]*')" \
	'plain(n=3) = -3' 'which is not recorded'
is "$("$fxtrace" record -q --overwrite -o x.fxt --shim shim.so ./vernew)" '6 -3' \
	'a new one the new one'
is "$("$fxtrace" dump --no-pager --calls '%ver' x.fxt |
	grep -o '[a-z]*(.*) = [-0-9]*' | sort | xargs -d '\n')" \
	'plain(n=3) = -3 way(n=3) = 6' 'which is'

# C++
cat >shape.h <<'C'
#include <cstdio>
#include <string>
namespace geo {
enum class Color : unsigned char { Red = 1, Blue = 7 };
struct Point { double x, y; };
class Shape {
public:
	explicit Shape(const char *name, int sides);
	virtual ~Shape();
	virtual double area(double scale) const;
	void set(int sides);
	void set(const Point &at, Color color);
	static int count();
	std::string label(std::string prefix) const;
	Point corner(Point p, unsigned i) const;
	void risky(int n);
private:
	int sides_;
	Color color_ = Color::Red;
	Point at_{};
};
__int128 wide(__int128 x);
int measure(const std::string &text, FILE *out);
}
extern "C" int plain_c(const char *text, bool yes);
C
cat >shape.cc <<'C'
#include "shape.h"
#include <stdexcept>
namespace geo {
static int n_shapes;
Shape::Shape(const char *, int sides) : sides_(sides) { n_shapes++; }
Shape::~Shape() { n_shapes--; }
double Shape::area(double scale) const { return sides_ * scale; }
void Shape::set(int sides) { sides_ = sides; }
void Shape::set(const Point &at, Color color) { at_ = at; color_ = color; }
int Shape::count() { return n_shapes; }
std::string Shape::label(std::string prefix) const { return prefix + "shape"; }
Point Shape::corner(Point p, unsigned i) const { return {p.x + i, p.y + at_.y}; }
void Shape::risky(int n) { if (n > 2) throw std::runtime_error("risky"); }
__int128 wide(__int128 x) { return x * 2; }
int measure(const std::string &text, FILE *) { return (int)text.size(); }
}
extern "C" int plain_c(const char *text, bool yes) { return yes ? text[0] : 0; }
C
cat >use.cc <<'C'
#include "shape.h"
#include <cstdio>
#include <stdexcept>
using namespace geo;
int main()
{
	Shape *s = new Shape("triangle", 3);
	printf("%g", s->area(2));
	s->set(5);
	s->set(Point{1, 2}, Color::Blue);
	printf(" %d %s", Shape::count(), s->label("a ").c_str());
	Point p = s->corner(Point{3, 4}, 2);
	printf(" %g %g", p.x, p.y);
	try { s->risky(1); s->risky(3); }
	catch (const std::runtime_error &e) { printf(" %s", e.what()); }
	printf(" %d", (int)wide(4));
	printf(" %d", measure("some text", stdout));
	printf(" %d", plain_c("x", true));
	delete s;
	printf(" %d\n", Shape::count());
}
C
g++ -g -O1 -shared -fPIC -o libshape.so shape.cc &&
	g++ -o use use.cc -L. -lshape -Wl,-rpath,"$tmp" &&
	"$fxtrace" shim -o shim.so ./libshape.so 2>said
ok $? 'a shim of a library of C++' || note <said
is "$("$fxtrace" record -q --overwrite -o x.fxt --shim shim.so ./use 2>&1)" \
	"$(./use)" 'its program behaves as without it, exceptions and all'
"$fxtrace" dump --no-pager --calls '%shape' x.fxt |
	sed 's/^[^a-z]*//; s/ <[0-9.]*[nmu]*s>$//; s/0x[0-9a-f]*/PTR/g' >calls
is "$(sed 's/(.*//' calls | sort -u | xargs)" "geo::Shape::Shape \
geo::Shape::area geo::Shape::corner geo::Shape::count geo::Shape::risky \
geo::Shape::set geo::Shape::~Shape geo::measure plain_c" 'functions by their demangled names'
grep -q 'geo::Shape::set(int)(this={sides_=3, color_=geo::Color::Red.*sides=5) = void' calls
ok $? 'overloaded ones with their parameters, this, enums of classes' || note <calls
grep -q 'Shape::set(geo::Point const&, geo::Color)(.*at={x=1, y=2}, color=geo::Color::Blue)' calls
ok $? 'references are what they refer to' || note <calls
grep -q 'corner(.*x=3.*y=4.*i=2) = {x=5, y=6}' calls
ok $? 'plain classes by value' || note <calls
is "$(grep 'risky.*n=3' calls | grep -o '= ? <.*>')" '= ? <abandoned>' \
	'a call that an exception leaves is abandoned'
is "$(grep -c 'label\|wide' said)" 2 'what cannot be passed on is reported'
grep -q 'geo::measure(text={text="some text", n_bytes=9}, arg2=PTR) = 9' calls
ok $? 'std::string by its text' || note <calls
"$fxtrace" record -q --overwrite -o x.fxt --shim shim.so -c 'geo::Shape::set*' \
	./use >/dev/null
is "$("$fxtrace" dump --no-pager x.fxt | grep -c 'geo::Shape::set(')" 2 \
	'they are chosen by name'
