#!/bin/bash
# SPDX-License-Identifier: MIT
# What `fxtrace inspect --json` writes, compared with the page of the same archive
# and with what `replay` shows of it. What it refuses, and what a failure leaves.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
. "$tests/replay/lib.sh"
export LIBGL_ALWAYS_SOFTWARE=1
unset DISPLAY WAYLAND_DISPLAY

plan 42
recorded es2 es2
[ -e es2.fxt ] || {
	for i in {2..42}; do skip 'nothing was recorded' "folders $i"; done
	exit
}

# inspect OPTION...: what it says is in said, its status in status
inspect() {
	timeout "$(scaled 100)" "$fxtrace" inspect "$@" >said 2>&1
	status=$?
}
# like GOT PATTERN NAME
like() {
	[[ $1 =~ $2 ]]
	ok $? "$3" || note <<<"$1"
}
folder() { perl "$tests/inspect_json.pl" "$@" 2>&1; }
# says PATTERN NAME: the last line of result, and it is the only one
says() {
	[ "$(wc -l <result)" = 1 ] && grep -qE "$1" result
	ok $? "$2" || tail -n 5 result | note
}
# compared NAME: six tests of an archive, three frames in detail
compared() {
	local name=$1 list i
	[ -e "$name.fxt" ] || {
		for i in 1 2 3 4 5 6; do skip 'nothing was recorded' "$name $i"; done
		return
	}
	inspect --json "$name" -f 0-2 "$name.fxt"
	is "$status/$(grep -c 'something else' said)" 0/0 "$name: a folder is written"
	folder valid "$name" >result
	says '^[0-9]+ files, [1-9][0-9]* png$' \
		"$name: it has all files that its list says, each picture once"
	inspect -f 0-2 -o "$name.html" "$name.fxt"
	folder same "$name" "$name.html" >result
	says '^[0-9]{3,} pictures, [1-9][0-9]* images, [0-9]{4,} values' \
		"$name: it has what the page has"
	rm -rf shots
	replay --headless --snapshot shots --every draw "$name.fxt"
	folder shots "$name" shots >result
	says '^([6-9]|1[0-9])[0-9] pictures compared' \
		"$name: the colors are those that replay writes"
	mapfile -t list < <(perl -I "$tests" -Minspect_folder -e '
		my $i = 0;
		printf "%d %d\n", $i++, $_->{call}
			for @{inspect_folder->new(@ARGV)->{draws}}' "$name" |
		sed -n '3p;$p')
	: >result
	for i in "${list[@]}"; do
		timeout "$(scaled 100)" "$fxtrace" replay --headless --state "${i#* }" \
			"$name.fxt" 2>/dev/null |
			perl "$tests/inspect_frames.pl" state "$name" "${i% *}" >>result 2>&1
	done
	[ "$(grep -c '^[0-9]* values of 1 states compared$' result)" = 2 ] &&
		[ "$(wc -l <result)" = 2 ]
	ok $? "$name: the state of a draw is the one that replay prints" ||
		tail -n 5 result | note
	is "$(stat -c %a "$name" && stat -c %a "$name"/* | sort -u)" $'700\n600' \
		"$name: it is for its owner alone"
}

# broken PATTERN NAME OPTION...: two tests; it fails with such a message, and
# leaves nothing
broken() {
	inspect "${@:3}"
	like "$status/$(cat said)" "^1/.*$1" "$2"
	is "$(ls -d broken* .fxtrace-* 2>/dev/null)" '' "and leaves nothing: $2"
}
# member FOLDER EXPRESSION: an expression of Perl about its list, which is $_
member() {
	perl -MJSON::PP -e 'local $/; open my $in, "<:raw", "$ARGV[0]/inspect.json" or die;
		$_ = decode_json(<$in>); binmode STDOUT, ":utf8";
		print eval($ARGV[1]) // "none", "\n"; die $@ if $@' "$@"
}

compared es2
recorded targets targets egl
compared targets

inspect --json one/ es2.fxt
like "$status/$(cat said)" \
	'^0/fxtrace: one/?: 10 frames, 1 in detail, 28 draws, [0-9]+ contents, [0-9.]+ MiB$' \
	'one frame is in detail if none is chosen'
touch one/own
cp -r one one.before
inspect --json one es2.fxt
like "$status/$(cat said)" '^1/fxtrace: one: it is not empty: name a new folder' \
	'a folder that is not empty is an error'
diff -r one one.before >result
ok $? 'and stays as it was' || note <result
mkdir empty
inspect --json empty es2.fxt
is "$status/$(folder valid empty | grep -c '^[0-9]* files')" 0/1 'an empty one is taken'
echo mine >broken.txt
inspect --json broken.txt es2.fxt
like "$status/$(cat said)/$(cat broken.txt)" '^1/.*is no folder: name a new one/mine$' \
	'a file is an error, and stays'
rm broken.txt
mkdir target
ln -s target link
inspect --json link es2.fxt
is "$status/$(ls target)" 1/ 'nothing is written through a link'
for name in '' - ; do
	inspect --json "$name" es2.fxt
	like "$status/$(cat said)" '^2/.*needs the name of a new folder' \
		"'$name' is no folder's name"
done
inspect --json broken -o page.html es2.fxt
like "$status/$(cat said)/$(ls page.html 2>&1)" '^2/.*--json.*without --output.*No such' \
	'--output is refused'
inspect --json broken - <es2.fxt
is "$status/$(ls -d broken* 2>/dev/null)" 2/ 'standard input is refused'
inspect --json . es2.fxt
like "$status/$(cat said)" '^1/.*is no name of a new folder' 'nor is . a new one'

broken 'No such file or directory' 'no folder around it' --json none/broken es2.fxt
broken 'No such file or directory' 'a folder that takes none' --json /proc/broken es2.fxt
"$fxtrace" record -q -o other.fxt -c getpid true
broken 'no calls of OpenGL' 'no OpenGL' --json broken other.fxt
(
	export MESA_SHADER_CACHE_DISABLE=true MESA_GLSL_CACHE_DISABLE=true
	ulimit -f 30
	inspect --json broken es2.fxt
	echo "$status" >>said
)
like "$(cat said)" 'broken/[^ ]*: File too large: is there space' \
	'a file that cannot be written is an error'
is "$(tail -n 1 said)/$(ls -d broken* .fxtrace-* 2>/dev/null)" 1/ 'and leaves nothing'
long=targets.fxt
[ -e $long ] || long=es2.fxt
"$fxtrace" inspect --json broken -f 0- $long >said 2>&1 &
pid=$!
until compgen -G '.fxtrace-*/draw-*' >/dev/null || ! kill -0 $pid 2>/dev/null; do
	sleep 0.01
done
kill -TERM $pid
wait $pid
is "$?/$(ls -d broken* .fxtrace-* 2>/dev/null)" 143/ 'nor does a signal'

n_bytes() { cat "$1"/* | wc -c; }
max=$(($(n_bytes one) * 4 / 5))
inspect --json small --max-size $max es2.fxt
every=$(member small '$_->{pictures}{every}')
like "$every/$(cat said)" "^(2|4|8)/.*pictures of every $every. draw only" \
	'a folder that becomes too large has fewer pictures, and says so'
[ "$(n_bytes small)" -le $max ]
ok $? 'then it is small enough'
is "$(folder valid small | grep -vc '^[0-9]* files')/$(member small '
	my $k = $_->{pictures}{every};
	my @d = @{$_->{draws}};
	join " ", map { my $d = $_;
		my $is = !$d->{draw} || $d->{draw} == $#d || ($d->{draw} + 1) % $k == 0;
		grep { !!$_->{after} ne !!$is || ($_->{why} // "left out") !~ /^left out/ }
			@{$d->{attachments}} } @d')" 0/ \
	'and pictures are those of the first draw, the last one, and every such one'

head -c $(($(stat -c %s es2.fxt) / 4 * 3 / 8 * 8 + 4)) es2.fxt >cut.fxt
inspect --json cut -f 0-1 cut.fxt
like "$status/$(member cut '$_->{about}{fault}')/$(folder valid cut)" \
	'^1/damaged at offset [0-9]+: .*/[0-9]+ files, [0-9]+ png$' \
	'a damaged archive is written up to the damage'
cp es2.fxt $'a"\\\n\x01\xff\xc3\xa9.fxt'
inspect --json named $'a"\\\n\x01\xff\xc3\xa9.fxt'
is "$status/$(member named '$_->{about}{title}')" $'0/a"\\\n\x01\xef\xbf\xbd\xc3\xa9.fxt' \
	'any name of a file gives valid JSON'

# A label is text of the recorded program: the archive gets another one.
recorded names names egl
if [ -e names.fxt ]; then
	perl -0777 -pe 's/of three texts/of"th\\r\x01\xff\xc3\xa9ext/g' names.fxt >label.fxt
	inspect --json label -f 0-1 label.fxt
	folder valid label >result
	like "$status/$(tail -n 1 result)/$(member label '
		join " ", sort map { values %{$_->{labels}} } @{$_->{draws}}')" \
		'^0/[0-9]+ files.*/of"th\\r.*ext' 'any label gives valid JSON'
else
	skip 'nothing was recorded' 'any label gives valid JSON'
fi

# damaged SEED: some bytes of the last third, in which calls are, are others
damaged() {
	perl -0777 -pe 'BEGIN { srand '"$1"' }
		for my $i (0 .. 3) {
			substr($_, length($_) * 2 / 3 + rand length($_) / 3, 1) = chr rand 256
		}' es2.fxt
}
: >result
for i in {1..6}; do
	damaged "$i" >bad.fxt
	rm -rf bad
	inspect --json bad -f 8-9 bad.fxt
	[ "$status" -le 1 ] || { echo "archive $i: $status" && cat said; } >>result
	[ ! -e bad/inspect.json ] || folder valid bad | grep -v '^[0-9]* files' >>result
done
[ ! -s result ]
ok $? 'what is written of damaged archives is valid' || note <result
