#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What a viewer makes of flows. Each of a flow's events belongs to the call that
# is open on its thread at that time. Reads what `fxtrace dump --raw` printed.
# Prints how many such events there are, and how many belong to no call.
use strict;
use warnings;

my (%events, $n, $n_outside);
while (<>) {
	my ($type, $ticks, $thread) =
		/ event (duration_\w+|flow_\w+) ticks=(\d+) thread=(\d+\/\d+) /
		or next;

	push @{$events{$thread}}, [$type, $ticks, / tail=(\d+)$/ ? $1 : 0];
}
for my $all (values %events) {
	my ($depth, $until) = (0, -1);

	# sort leaves events of the same time in their order. But a call that is
	# one record may come behind what happened in it.
	for (sort { $a->[1] <=> $b->[1] ||
		    ($b->[0] =~ /complete/) <=> ($a->[0] =~ /complete/) } @$all) {
		my ($type, $ticks, $tail) = @$_;

		$until = $tail if $type =~ /complete/ && $tail > $until;
		$depth++ if $type eq 'duration_begin';
		$depth-- if $type eq 'duration_end' && $depth;
		next unless $type =~ /^flow/;
		$n++;
		$n_outside++ unless $depth || $ticks <= $until;
	}
}
printf "%d %d\n", $n // 0, $n_outside // 0;
