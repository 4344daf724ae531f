#!/bin/bash
# SPDX-License-Identifier: MIT
# How much of libc is described, fully typed (`fxtrace help list` has the rule)
# and tested, against what the libraries of this glibc export. Also what is left
# out and why. A function counts as tested if a test of tests/app that has just
# passed expects a call of it, with its values, in its dump.
#   scripts/coverage.sh [-v]      -v: names, too
#   TESTED=FILE                   names of tested functions, instead of running
set -euo pipefail
top=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# library NAME: where the linker finds it
library() { ${CC:-cc} -print-file-name="$1"; }

# exported LIBRARY: name, and "old" if new programs cannot be linked to it
exported() {
	nm -D --defined-only --with-symbol-versions "$(library "$1")" | awk '
		$2 !~ /^[TWi]$/ || $3 ~ /@GLIBC_PRIVATE/ { next }
		{ split($3, part, "@"); name = part[1]
		  if (!(name in is_new)) is_new[name] = 0
		  if ($3 ~ /@@/) is_new[name] = 1 }
		END { for (name in is_new)
			print name, is_new[name] ? "new" : "old" }'
}

for lib in libc.so.6 libm.so.6 libresolv.so.2; do
	exported $lib | sed "s/$/ $lib/"
done >"$tmp/exports"
if [ -z "${TESTED:-}" ]; then
	TESTED=$tmp/tested
	: >"$TESTED"
	TESTED=$TESTED "$top/tests/run-app.sh" | grep '^not ok' ||
		true
fi
"$b/fxtrace" list --json >"$tmp/list"
cat "$top"/gen/api/*/left-out >"$tmp/left" 2>/dev/null || true

perl -MJSON::PP -w - "$tmp/exports" "$tmp/list" "$TESTED" "$tmp/left" "$@" <<'END'
use strict;
my ($exports, $list, $tested, $left, $verbose) = @ARGV;
my (%lib, %old, %entry, %is_tested, %reason);

sub lines { open my $in, "<", $_[0] or die "$_[0]: $!\n"; <$in> }

for (lines $exports) {
	my ($name, $age, $lib) = split;
	next if $lib{$name};
	$lib{$name} = $lib;
	$old{$name} = 1 if $age eq "old";
}
my @entries = map { decode_json $_ } lines $list;
for my $e (@entries) { $entry{$_} = $e for $e->{name}, @{$e->{aliases}} }
$is_tested{$_} = 1 for map { chomp; $_ } lines $tested;
# NAME REASON, one a line
for (lines $left) {
	$reason{$1} = $2 if /^(\w+)\s+(.*\S)/;
}

# The names, wrapped, if they are wanted.
sub names {
	my $line = "   ";
	return unless $verbose;
	for my $name (sort @_) {
		if (length($line) + length($name) > 78) {
			print "$line\n";
			$line = "   ";
		}
		$line .= " $name";
	}
	print "$line\n" if @_;
}

printf "%-24s %9s %9s %9s %9s %9s %9s\n", "functions of", "exported",
	"described", "full", "tested", "left out", "missing";
my (@missing, %why, %sum);
for my $lib ("libc.so.6", "libm.so.6", "libresolv.so.2") {
	my %n = map { $_ => 0 } qw(exported described full tested left missing);
	for my $name (grep { $lib{$_} eq $lib && !$old{$_} } sort keys %lib) {
		my $e = $entry{$name};
		$n{exported}++;
		if ($e) {
			$n{described}++;
			$n{full}++ if $e->{typed} eq "full";
			$n{tested}++ if $is_tested{$name};
		} elsif ($reason{$name}) {
			$n{left}++;
			push @{$why{$reason{$name}}}, $name;
		} else {
			$n{missing}++;
			push @missing, $name;
		}
	}
	printf "%-24s %9d %9d %9d %9d %9d %9d\n", $lib,
		@n{qw(exported described full tested left missing)};
}
my %group;
for my $e (@entries) {
	my $g = $group{$e->{group}} //= {n => 0, full => 0, tested => 0,
		on => 0};
	$e->{tested} = grep { $is_tested{$_} } $e->{name}, @{$e->{aliases}};
	$g->{n}++;
	$g->{full}++ if $e->{typed} eq "full";
	$g->{tested}++ if $e->{tested};
	$g->{on}++ if $e->{default};
}
print "\n";
printf "%-24s %9s %9s %9s %9s\n", "described, by group", "functions",
	"default", "full", "tested";
my @all = (0) x 4;
for my $name (sort { $group{$b}{n} <=> $group{$a}{n} || $a cmp $b }
	keys %group) {
	my @n = @{$group{$name}}{qw(n on full tested)};
	printf "%-24s %9d %9d %9d %9d\n", $name, @n;
	$all[$_] += $n[$_] for 0 .. 3;
}
printf "%-24s %9d %9d %9d %9d\n", "all, aliases not counted", @all;

my @elsewhere = grep { !$lib{$_} } keys %entry;
my @old = grep { $old{$_} && $entry{$_} } keys %lib;
printf "\n%d described names are in other versions of glibc only\n",
	scalar @elsewhere;
names(@elsewhere);
printf "%d described names are here for old programs only, of %d such\n",
	scalar @old, scalar keys %old;
names(@old);
for my $why (sort { @{$why{$b}} <=> @{$why{$a}} || $a cmp $b } keys %why) {
	printf "%d left out: %s\n", scalar @{$why{$why}}, $why;
	names(@{$why{$why}});
}
printf "%d missing: exported, neither described nor left out\n",
	scalar @missing;
names(@missing);
if ($verbose) {
	print "not fully typed\n";
	names(map { $_->{name} } grep { $_->{typed} ne "full" } @entries);
	print "not tested\n";
	names(map { $_->{name} } grep { !$_->{tested} } @entries);
}
END
