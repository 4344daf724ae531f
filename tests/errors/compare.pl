#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares what a program of tests/errors saw with what was recorded:
#	compare.pl SEEN DUMP
#
# SEEN has a line for each call: number, function, how it was meant to go, and
# the program's errno. DUMP is `fxtrace dump --json`. There a call of
# getenv("@NUMBER FUNCTION") comes before each call. Prints what differs, and
# calls that went otherwise than they were meant to. Status 1 if there is any.
use strict;
use warnings;
use Errno;
use JSON::PP;

my ($seen, $dump) = @ARGV;
my (%recorded, $wanted, $number);
open my $in, "<", $dump or die "$dump: $!\n";
while (<$in>) {
	# most calls are others: the parser is slow
	next unless /"name":"getenv"/ || defined $wanted;
	my $call = decode_json $_;
	my $name = $call->{args}{name};
	if ($call->{name} eq "getenv" && ($name // "") =~ /^@(\d+) (\w+)$/) {
		($number, $wanted) = ($1, $2);
	} elsif (defined $wanted && ($call->{name} eq $wanted ||
		$wanted eq "syscall" && $call->{name} =~ /^SYS_/)) {
		$recorded{$number} = $call;
		undef $wanted;
	}
}

my @wrong;
open $in, "<", $seen or die "$seen: $!\n";
while (<$in>) {
	my ($n, $name, $how, $error) = /^(\d+) (\w+) (\w+) (.+)$/
		or die "$seen: $_";
	my $call = $recorded{$n};
	next if $how eq "lacks"; # errors.t knows which may
	my $recorded = $call && ($call->{errno} // "none");
	# A libc that names no errors: the headers have the numbers.
	$recorded = Errno->can($recorded)->()
		if $recorded && $error =~ /^\d+$/ && exists $!{$recorded};
	if ($how eq "fails" && $error eq "none") {
		push @wrong, "$name, call $n: it sets no errno";
	} elsif (!$call) {
		push @wrong, "$name, call $n: it is not recorded";
	} elsif ($recorded ne $error) {
		push @wrong, "$name, call $n: it $how with errno $error, " .
			"the archive has $recorded";
	}
}
print "$_\n" for @wrong;
exit !!@wrong;
