#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Calls of OpenGL that order among threads carry numbers. In their order, what
# tests/gl/order.c does with fences and names makes sense.
use strict;
use warnings;
use File::Basename;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

# An address as its digits.
my $decoder = JSON::PP->new->utf8
	->filter_json_single_key_object(address => sub { $_[0] });

my $build = $ENV{FXTRACE_B} || dirname(__FILE__) . '/../build';
my $tmp = tempdir(CLEANUP => 1);
my $archive = "$tmp/order.fxt";
delete $ENV{$_} for grep { /^FXTRACE_(?!B$|LIB$)/ } keys %ENV;

{
	local $ENV{FXTRACE_OUTPUT} = $archive;
	local $ENV{FXTRACE_MODE} = 'oneshot';
	local $ENV{LD_PRELOAD} = $ENV{FXTRACE_LIB} || "$build/libfxtrace.so";
	my $said = `$build/tests/gl/order`;
	delete local $ENV{LD_PRELOAD};
	plan skip_all => 'no OpenGL here' if $said =~ /^no context/;
	is($?, 0, 'the program ends as ever');
}

# Its ordering calls, each with the position it has by its begin.
my (@calls, @unnumbered);
open my $json, '-|', "$build/fxtrace", 'dump', '--json', '--calls',
	'%gl,+%egl', $archive or die;
while (<$json>) {
	my $call = $decoder->decode($_);
	my $orders = $call->{name} =~ /^gl(Fence|ClientWait|Delete)Sync$|
		^gl(Gen|Delete)Textures$|^glFlush$|
		^egl(MakeCurrent|CreateContext|Initialize)$/x;

	push @calls, $call if $call->{seq};
	push @unnumbered, $call->{name} if $orders != !!$call->{seq};
}
my @sorted = sort { $a->{seq} <=> $b->{seq} } @calls;

is_deeply(\@unnumbered, [], 'just the calls whose order matters have numbers');
is_deeply([map { $_->{seq} } @sorted], [1 .. @calls],
	'no number is missing, and none is there twice');

my (%last, @falling);
for my $call (@calls) {
	push @falling, $call->{seq}
		if $call->{seq} < ($last{$call->{tid}} // 0);
	$last{$call->{tid}} = $call->{seq};
}
is(scalar keys %last, 2, 'both threads have such calls');
is_deeply(\@falling, [], 'in each thread the numbers rise');

# By the numbers, whatever is used is there, and nothing is made twice.
my (%there, @wrong, $n_waits);
for my $call (@sorted) {
	my ($name, $args) = ($call->{name}, $call->{args});

	if ($name eq 'glFenceSync') {
		push @wrong, $call if $there{$call->{ret}}++;
	} elsif ($name eq 'glClientWaitSync') {
		push @wrong, $call unless $there{$args->{sync}};
		$n_waits++;
	} elsif ($name eq 'glDeleteSync') {
		push @wrong, $call unless delete $there{$args->{sync}};
	} elsif ($name =~ /^gl(Gen|Delete)Textures$/) {
		for my $texture (@{$args->{textures}}) {
			my $is_there = $there{"texture $texture"};

			push @wrong, $call if !!$is_there != ($1 eq 'Delete');
			$there{"texture $texture"} = $1 eq 'Gen';
		}
	}
}
is($n_waits, 200, 'each fence was waited for');
is_deeply(\@wrong, [], 'by their numbers all of them make sense');
done_testing;
