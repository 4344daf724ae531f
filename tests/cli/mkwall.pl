#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# An archive on standard output, of calls at these times and of what is known
# of the time of day. Times are ns.
#	mkwall.pl [rate=HZ] [host=NAME,BOOT,ZONE,OFFSET_S,EPOCH]
#		[clock=TICKS,MONOTONIC,REALTIME]... [pid=PID]
#		[call=BEGIN,END,NAME]...
# In a clock, s behind a number are seconds.
use strict;
use warnings;
no warnings 'portable';

my ($pid, $koid) = (100, 1 << 30);

sub words { pack 'Q<*', @_ }
sub padded { $_[0] . "\0" x (-length($_[0]) % 8) }

sub record {
	my ($type, $bits, $body) = @_;
	words($type | (1 + length($body) / 8) << 4 | $bits) . $body;
}

sub arg {
	my ($type, $name, $value) = @_;
	my $upper = $type == 1 ? $value & 0xffffffff :
		$type == 6 ? 0x8000 | length $value : 0;
	my $body = padded($name) . ($type == 6 ? padded($value) :
		$type == 4 ? words($value) : '');
	words($type | (1 + length($body) / 8) << 4 |
		(0x8000 | length $name) << 16 | $upper << 32) . $body;
}

sub event {
	my ($type, $ticks, $tid, $category, $name, $args, $tail) = @_;
	record(4, $type << 16 | @$args << 20 |
		(0x8000 | length $category) << 32 |
		(0x8000 | length $name) << 48,
		words($ticks, $pid, $tid) . padded($category) . padded($name) .
		join('', @$args) . words($tail));
}

sub fact { event(0, $_[0], $koid + $pid, 'fxtrace:fact', $_[1], $_[2], 1) }

sub host {
	my ($name, $boot, $zone, $offset, $epoch) = split /,/, $_[0];
	my @args = (arg(6, 'name', $name), arg(6, 'boot_id', $boot));

	push @args, arg(6, 'zone', $zone), arg(1, 'utc_offset', $offset)
		if length($zone // '');
	push @args, arg(4, 'epoch', $epoch) if defined $epoch;
	fact(0, 'host', \@args);
}

sub clock {
	my ($ticks, $monotonic, $realtime) =
		map { s/s$// ? $_ * 1_000_000_000 : $_ } split /,/, $_[0];

	fact($ticks, 'clock', [arg(4, 'ticks', $ticks),
		arg(4, 'monotonic_ns', $monotonic),
		arg(4, 'realtime_ns', $realtime)]);
}

sub call {
	my ($begin, $end, $name) = split /,/, $_[0];

	event(4, $begin, $pid, 'libc:io', $name, [], $end);
}

my %make = (host => \&host, clock => \&clock, call => \&call);
my $rate = (map { /^rate=(\d+)/ } @ARGV)[0] || 1_000_000_000;

binmode STDOUT;
print words(0x0016547846040010), record(0, 1 << 16 | 1 << 20 | 4 << 52,
	padded('test')), record(1, 0, words($rate));
for (@ARGV) {
	my ($what, $values) = /^(\w+)=(.*)/ or die "$_?";

	$pid = $values if $what eq 'pid';
	print $make{$what}->($values) if $make{$what};
}
