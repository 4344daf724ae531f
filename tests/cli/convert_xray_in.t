#!/bin/bash
# SPDX-License-Identifier: MIT
# Logs of LLVM's XRay as archives: what its runtime writes, all versions, and
# what is damaged.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
. "$tests/cli/xray.sh"
seeds=$tests/fuzz/xray

# logged NAME OPTIONS ARGUMENT...: the log of xray_calls becomes NAME
logged() {
	(cd logs && $mode ../xray_calls "${@:2}" 2>/dev/null && mv xray-log.* "../$1")
}

mode=
plan 42

read -r -d '' want <<'END'
7 instant 10000 cpu cpu=3
7 begin 10000 #1
7 begin 10010 #2 arg0=5 arg1=6
7 instant 10015 custom event data="some-text"
7 end 10020 #2 tail_exit=true
7 instant 10100 cpu cpu=4
7 begin 10101 #3
7 end 10102 #3
7 end 5000000005 #1
8 instant 20000 cpu cpu=0
8 begin 20000 #1
8 end 20007 #1
END
for version in 1 2 3 4 5; do
	[ $version = 5 ] && want=${want/end 10020/end 10025}
	run "$fxtrace" convert --overwrite "$seeds/v$version.fdr" v.fxt
	is "$err$(events v.fxt)" "$want" "version $version has its records"
done
cat "$seeds/v5.fdr" | "$fxtrace" convert --from fdr - p.fxt
is "$(events p.fxt)" "$want" 'a log comes through a pipe if it is said to'
run "$fxtrace" convert "$seeds/basic.xray" b.fxt
is "$err$(events b.fxt)" '7 begin 100 #1 arg0=5
7 begin 110 #2
7 end 120 #2
7 end 130 #1' 'a basic log has its records'

run "$fxtrace" convert --overwrite --binary "$seeds/map.yaml" "$seeds/v5.fdr" v.fxt
is "$(events v.fxt | grep -c ' outer$')" 4 \
	'names come from a map of llvm-xray'
is "$(events v.fxt | grep -cF "f(int, 'x')")" 2 'quotes in it are understood'
run "$fxtrace" convert --overwrite --binary "$seeds/map.elf" "$seeds/v5.fdr" v.fxt
is "$(events v.fxt | awk '{print $4}' | sort | uniq -c | tr -s ' \n' ' ')" \
	' 2 #3 3 cpu 1 custom 4 first 2 second ' 'names come from a binary'
cat >absolute.c <<'END'
int f(void) { return 1; }
int g(void) { return 2; }
int main(void) { return f() + g(); }
__asm__(".section xray_instr_map,\"aw\",@progbits\n"
	".quad f, f\n .byte 0, 1, 0\n .zero 13\n"
	".quad f + 1, f\n .byte 1, 1, 0\n .zero 13\n"
	".quad g, g\n .byte 5, 1, 0\n .zero 13\n");
END
for kind in '-pie -fPIE' '-no-pie -s -rdynamic'; do
	# shellcheck disable=SC2086
	${CC:-cc} $kind absolute.c -o absolute
	"$fxtrace" convert --overwrite --binary absolute "$seeds/v5.fdr" v.fxt
	is "$(events v.fxt | awk '$2 == "begin" {print $4}' | tr '\n' ' ')" \
		'f g #3 f ' "an older map, whose addresses are absolute: $kind"
done
run "$fxtrace" convert --overwrite --binary "$fxtrace" "$seeds/v5.fdr" v.fxt
ends 1 'expected a section xray_instr_map' 'a binary without them is refused'
run "$fxtrace" convert --overwrite --binary none "$seeds/v5.fdr" v.fxt
ends 1 'none: No such file' 'a binary that is not there is reported'
run "$fxtrace" convert --binary "$fxtrace" v.fxt v.csv
ends 2 'nothing that --binary could name' '--binary is for logs only'

run "$fxtrace" convert --overwrite "$seeds/typed.fdr" v.fxt
ends 0 '4 bytes lost in 1 place, first at offset 157: a block ends' \
	'a record that the runtime has cut is reported'
is "$(events v.fxt | head -n 2)" $'7 instant 9000 cpu cpu=3\n7 begin 9002 #4' \
	'blocks of a thread come in the order of time'
head -c 300 "$seeds/v5.fdr" >cut.fdr
run "$fxtrace" convert --overwrite cut.fdr v.fxt
ends 0 'the file ends in a block' 'a log that is cut is reported'
{
	head -c 100 "$seeds/v5.fdr"
	echo junk
	tail -c +101 "$seeds/v5.fdr"
} >junk.fdr
run "$fxtrace" convert --overwrite junk.fdr v.fxt
ends 0 'bytes lost in 1 place, first at offset 1' 'bytes in between are reported'
is "$(events v.fxt | tail -n 3)" "$(tail -n 3 <<<"$want")" \
	'the block behind them is read'
cp "$seeds/v5.fdr" unset.fdr
printf '\0\0' | dd of=unset.fdr bs=1 seek=33 conv=notrunc 2>/dev/null
run "$fxtrace" convert --overwrite unset.fdr v.fxt
is "$(events v.fxt | head -n 3)" "$(head -n 3 <<<"$want")" \
	'a block whose size was never set has its records'
head -c 32 "$seeds/v5.fdr" >header.fdr
run "$fxtrace" convert --overwrite header.fdr v.fxt
ends 0 'no records in it' 'a log without records is an archive without calls'
head -c 20 "$seeds/v5.fdr" >header.fdr
run "$fxtrace" convert --overwrite --from fdr header.fdr v.fxt
ends 1 'offset 0: expected a header' 'half a header is none'

log 5 3000000000 turbo.fdr <<'END'
block 7 7 0 1000 5000000
in 1 0
block 8 7 0 2000001000 6000000
in 1 0
out 1 2000000
END
run "$fxtrace" convert --overwrite turbo.fdr v.fxt
says 'its clock has 2000000000 ticks a second by its blocks, not 3000000000' &&
	"$fxtrace" dump v.fxt | grep -q ' 7/8 #1() = ? <1.0ms>'
ok $? 'the rate of the clock is what the blocks say' || echo "$err" | note
log 5 2000100000 slewed.fdr < <(echo 'block 7 7 0 1000 5000000
in 1 0
block 8 7 0 2000001000 6000000
in 1 0')
run "$fxtrace" convert --overwrite slewed.fdr v.fxt
is "$err" '' 'a clock that is slewed is no other one'

# The runtime uses its buffers again: what is left may begin with exits, and
# lack others.
log 5 1000000000 circular.fdr <<'END'
block 7 7 0 1000 5
out 3 10
in 1 5
in 2 5
in 4 5
out 1 20
tail 5 1
in 6 1
END
run "$fxtrace" convert --overwrite circular.fdr v.fxt
ends 0 '2 exits without an entry: marked no_begin; 2 calls without an exit' \
	'halves of calls are reported'
is "$(events v.fxt | grep -v cpu=)" '7 complete 1010 #3 @flags="no_begin" tail=1010
7 begin 1015 #1
7 begin 1020 #2
7 begin 1025 #4
7 end 1045 #4 @flags="late"
7 end 1045 #2 @flags="late"
7 end 1045 #1
7 complete 1046 #5 @flags="no_begin" tail_exit=true tail=1046
7 begin 1047 #6' 'each end in the archive has its begin, of the same name'
is "$("$fxtrace" info v.fxt | grep ^stray)" '' 'none is stray'
run "$fxtrace" convert --overwrite v.fxt back.fdr
ends 0 '2 calls without an entry, since the begin is not known' \
	'exits without entries are a log again'
"$fxtrace" convert --overwrite back.fdr w.fxt 2>/dev/null
is "$(events w.fxt | grep -c 'complete.*no_begin')" 2 'and come back from that'

# A block of ours begins with processor 0 and whose it is, and all calls end.
for log in v3 v5 typed; do
	"$fxtrace" convert --binary "$seeds/map.elf" "$seeds/$log.fdr" a.fxt \
		2>/dev/null
	"$fxtrace" convert a.fxt a.fdr 2>/dev/null
	"$fxtrace" convert a.fdr b.fxt
	events a.fxt | grep -v 'cpu=0' >want
	[ "$log" = typed ] && echo '7 end 10011 #4' >>want
	events b.fxt | grep -v 'cpu=0\|data=".*, thread "' | cmp -s - want
	ok $? "what becomes a log again is the same, events and all: $log" ||
		events b.fxt | diff want - | note
done

mkdir logs
clang -O1 -fxray-instrument "$tests/cli/xray_calls.c" -o xray_calls \
	>/dev/null 2>&1 && [ "$xray" ] ||
	{
		for name in a b c d e f g h i; do
			skip 'no clang with XRay, or no llvm-xray' $name
		done
		exit 0
	}
all=func_duration_threshold_us=0:buffer_max=16
logged calls.fdr $all 100
logged wrapped.fdr $all:buffer_size=4096:buffer_max=3 900
logged events.fdr $all:buffer_size=65536 40 20
mode='env MODE=xray-basic'
logged basic.xray $all 30
mode=
logged paused.fdr $all 5 0 2300000 # 2^31 ticks of a clock of 1 GHz and more
for kind in calls.fdr wrapped.fdr basic.xray paused.fdr; do
	"$fxtrace" convert $kind "${kind%.*}.fxt"
	is "$(ours "${kind%.*}.fxt")" "$(theirs $kind)" \
		"a log of the runtime, $kind, has what llvm-xray finds"
done
is "$(events paused.fxt | perl -ne '/ (begin|end) (\d+) #/ or next;
	$n++ if defined $last && $2 - $last > 1 << 31; $last = $2;
	END { print $n }')" 2 'a pause that no record can hold is as long as it was'
"$fxtrace" convert events.fdr events.fxt 2>/dev/null
is "$(events events.fxt | grep -F ' event ' | cut -d ' ' -f 4- | sort |
	uniq -c | sed 's/^ *//')" '40 custom event data="what happened"
40 typed event type=3 data:blob bytes=3 "\001\002\003"' \
	'all events of two threads are there'
is "$(events wrapped.fxt | awk '{print $2}' | sort -u | tr '\n' ' ')" \
	'begin complete end instant ' 'ends whose begins were overwritten stay'
"$fxtrace" convert --binary xray_calls calls.fdr calls.fxt
is "$(calls calls.fxt | sed -E 's/.* (\w+)\(.*/\1/' | sort | uniq -c |
	tr -s ' \n' ' ')" ' 200 jumps 400 leaf 200 with_arg 2 work ' \
	'the binary names the functions, and calls are counted right'
"$fxtrace" convert calls.fxt again.fdr &&
	"$xray" account -instr_map=again.fdr.elf -format=csv again.fdr |
	grep -q ',400,.*leaf'
ok $? 'llvm-xray finds the same in what becomes a log again'
