#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares the stacks of calls in JSON lines with those that gdb.py wrote. Prints
# where they differ:
#	compare.pl STACKS <LINES
use strict;
use warnings;
use JSON::PP ();

# The last part of a name, without parameters, templates and result: that is
# what all ways to write one agree in.
sub last_part {
	my ($name) = @_;

	$name =~ s/operator\(\)/operator_call/g;
	1 while $name =~ s/<[^<>]*>|\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]//g;
	$name =~ s/\s*\bconst\b\s*//g;
	$name =~ s/\s+$//;
	$name =~ s/.*(?:::|\s)//s;
	return $name;
}

sub base { return $_[0] =~ s{.*/}{}sr }

my $json = JSON::PP->new->utf8;
my (@ours, @theirs);

while (<STDIN>) {
	my $call = $json->decode($_);

	my @frames = @{$call->{stack} // []};

	# gdb shows nothing outside main
	for my $i (0 .. $#frames) {
		$#frames = $i, last if ($frames[$i]{function} // '') eq 'main';
	}
	push @ours, [map { {
		name => $_->{function},
		place => $_->{file} ? base($_->{file}) . ":$_->{line}" : undef,
		module => base($_->{module} // ''),
	} } @frames];
}

open my $in, '<', $ARGV[0] or die "$ARGV[0]: $!";
my $stack = [];
while (<$in>) {
	chomp;
	if ($_ eq '--') {
		push @theirs, $stack;
		$stack = [];
		next;
	}
	my ($name, $place, $module) = split /\t/;
	push @$stack, { name => $name, place => $place, module => $module };
}

printf "%d calls, gdb saw %d\n", scalar @ours, scalar @theirs
	if @ours != @theirs || !@ours;
for my $i (0 .. $#theirs) {
	my ($our, $their) = ($ours[$i] // [], $theirs[$i]);

	printf "call %d: %d frames, gdb has %d\n", $i, scalar @$our,
		scalar @$their if @$our != @$their;
	for my $k (0 .. $#$their) {
		my ($f, $g) = ($our->[$k] // {}, $their->[$k]);
		my $name = last_part($f->{name} // '?');
		my $is_same = ($f->{module} // '') eq $g->{module};

		$is_same &&= $name eq last_part($g->{name})
			if $g->{name} ne '?';
		$is_same &&= ($f->{place} // '?') eq $g->{place}
			if $g->{place} ne '?';
		printf "call %d frame %d: %s %s %s, gdb: %s %s %s\n", $i, $k,
			$name, $f->{place} // '?', $f->{module} // '?',
			last_part($g->{name}), $g->{place}, $g->{module}
			unless $is_same;
	}
}
