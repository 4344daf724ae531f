#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Prints the functions of which tests/errors makes no call. They are those of
# libc that are on by default, typed in full, and have an error rule.
#	uncovered.pl LIST MODEL SEEN
#
# LIST is `fxtrace list --json`, MODEL `fxgen --print-model` of libc, SEEN what
# the program printed. A call of any of a function's names counts.
use strict;
use warnings;
use JSON::PP;

my ($list, $model, $seen) = @ARGV;
my (%rule, %called);
open my $in, "<", $model or die "$model: $!\n";
while (<$in>) {
	$rule{$1} = $2 if /^function \d+ (\w+): .*error_rule = FXG_E_(\w+)/;
}
open $in, "<", $seen or die "$seen: $!\n";
while (<$in>) {
	$called{$1} = 1 if /^\d+ (\w+) /;
}
my @uncovered;
open $in, "<", $list or die "$list: $!\n";
while (<$in>) {
	my $f = decode_json $_;
	next unless $f->{default} && $f->{typed} eq "full" &&
		$f->{category} =~ /^libc:/;
	next if ($rule{$f->{name}} // "NONE") eq "NONE";
	push @uncovered, $f->{name}
		unless grep { $called{$_} } $f->{name}, @{$f->{aliases}};
}
print "$_\n" for sort @uncovered;
