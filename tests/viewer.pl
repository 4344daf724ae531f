#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The slices that viewers of the format make of an archive's calls. They know
# nothing of ours. On each thread they take the order of times and, of equal
# ones, of the file. A beginning opens a slice in the open one, and an end
# closes the innermost. A whole one has to end before its parent does. A slice
# has the arguments of both its events, by their names. Reads what `fxtrace dump
# --raw` printed. Prints one slice per line: thread, category, name, times in
# nanoseconds, -1 if it does not end, and the slice that it is in. Also prints
# what viewers would count as an error, behind "wrong: ".
use strict;
use warnings;
use integer;

my ($rate, %events);
sub ns { $_[0] / $rate * 1000000000 + $_[0] % $rate * 1000000000 / $rate }

# names ARGS: of the arguments of an event
sub names {
	my $args = $_[0] =~ s/"(?:[^"\\]|\\.)*"//gr;

	return $args =~ /(?:^| )([^ :]+):\w+(?: bytes)?=?/g;
}

while (<>) {
	$rate //= $1 if / init ticks_per_second=(\d+)/;
	my ($type, $ticks, $thread, $category, $name, $args) =
		/ event (duration_\w+|instant) ticks=(\d+) thread=(\d+\/\d+) category="([^"]*)" name="([^"]*)"(.*)/
		or next;
	my $end = $args =~ s/ tail=(\d+)$// ? $1 : 0;

	next if $category =~ /^fxtrace:/;
	push @{$events{$thread}}, {type => $type, ticks => $ticks,
		what => "$thread $category $name", end => $end,
		names => [names($args)]};
}

# An open slice: what, begin, end (-1: not known yet), names, in
sub put {
	my $slice = shift;
	my %seen;

	print "wrong: $slice->{what} has two $_\n"
		for grep { $seen{$_}++ } @{$slice->{names}};
	printf "%s %d %d %s\n", $slice->{what}, ns($slice->{ticks}),
		$slice->{end} < 0 ? -1 : ns($slice->{end}) - ns($slice->{ticks}),
		$slice->{in} // "-";
}

for my $all (values %events) {
	my @open;

	for my $event (sort { $a->{ticks} <=> $b->{ticks} } @$all) {
		my $now = $event->{ticks};

		put pop @open while @open && $open[-1]{end} >= 0 &&
			$open[-1]{end} <= $now;
		next if $event->{type} eq 'instant';
		if ($event->{type} eq 'duration_end') {
			my $slice = pop @open;

			if (!$slice || $slice->{what} ne $event->{what}) {
				print "wrong: $event->{what} ends\n";
				push @open, $slice if $slice;
				next;
			}
			$slice->{end} = $now;
			push @{$slice->{names}}, @{$event->{names}};
			put $slice;
			next;
		}
		if ($event->{type} eq 'duration_begin') {
			$event->{end} = -1;
		} elsif ($event->{end} < $now) {
			print "wrong: $event->{what} ends before it begins\n";
			next;
		}
		$event->{in} = ns($open[-1]{ticks}) if @open;
		print "wrong: $event->{what} ends behind what it is in\n"
			if @open && $open[-1]{end} >= 0 &&
				$event->{end} > $open[-1]{end};
		push @open, $event;
	}
	put pop @open while @open;
}
