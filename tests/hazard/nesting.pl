#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
# nesting.pl: reads `dump --json` of hazard/jumps and checks inside of which call
# each is. Prints what is wrong, else how many calls of each kind and state there
# are.
use strict;
use warnings;

my (%threads, %n);

sub field {
	my ($line, $name) = @_;
	return $line =~ /"$name":"?([^",}]*)/ ? $1 : '';
}

while (my $line = <>) {
	next unless $line =~ /^\{"number"/;
	my ($at) = $line =~ /"args":\{"name":"(QSORT|RAISE|TOP)"/;
	push @{$threads{field($line, 'tid')}}, {
		begin => field($line, 'begin_ns'), end => field($line, 'end_ns'),
		name => field($line, 'name'), state => field($line, 'state'),
		number => field($line, 'number'), at => $at};
}
for my $calls (values %threads) {
	my @open;
	for my $call (sort { $a->{number} <=> $b->{number} } @$calls) {
		if ($call->{state} eq 'unfinished') {
			print "$call->{number} $call->{name} has no end\n";
			exit 1;
		}
		pop @open while @open && $open[-1]{end} <= $call->{begin};
		if (@open && $call->{end} > $open[-1]{end}) {
			print "$call->{number} ends behind $open[-1]{number}\n";
			exit 1;
		}
		if ($call->{name} eq 'getenv' && $call->{at}) {
			my $in = @open ? uc $open[-1]{name} : 'TOP';
			if ($in ne $call->{at}) {
				print "$call->{number} is in $in, not in $call->{at}\n";
				exit 1;
			}
			$n{$call->{at}}++;
		}
		$n{"$call->{name} $call->{state}"}++ if $call->{name} =~ /^(qsort|raise)$/;
		push @open, $call;
	}
}
print join(', ', map { "$n{$_} $_" } sort keys %n), "\n";
