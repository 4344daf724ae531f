# SPDX-License-Identifier: MIT
# The examples of a page: examples.pl list PAGE has their names, one a line.
# examples.pl script PAGE NAME is the shell script of one: before each command
# it prints that, as the page has it. examples.pl want PAGE NAME is what the
# page shows. examples.pl normal FOLDER makes equal what differs from run to
# run, and in the page.
use strict;
use warnings;

my ($what, $file, $name) = @ARGV;

sub normal {
	my ($folder) = @_;
	while (<STDIN>) {
		s/\Q$folder\E/\/home\/me/g;
		s/^[0-9]+ [0-9.]+ [0-9]+\/[0-9]+ /CALL /;
		s/<[0-9.]+[numµ]?s>/<TIME>/g;
		s/0x[0-9a-f]+/PTR/g;
		s/127\.0\.0\.1:[0-9]+/127.0.0.1:PORT/g;
		s/pid=[0-9]+/pid=PID/g;
		s/fd=[0-9]+</fd=FD</g;
		s/\Q= \E[0-9]+</= FD</g;
		s/cpython-3[0-9]+/cpython-3/g;
		print;
	}
}

sub blocks { # of the sections, by name
	my (%of, @names, $at, $is_code);
	open my $page, '<', $file or die "$file: $!";
	while (<$page>) {
		if (/^## (\w+):/) { $at = $1; push @names, $at }
		elsif (/^```/) { $is_code = !$is_code }
		elsif ($is_code) { $of{$at} .= $_ }
	}
	return \%of, @names;
}

if ($what eq 'normal') { normal($file); exit }
my ($of, @names) = blocks();
if ($what eq 'list') { print "$_\n" for @names; exit }
my (@commands, @want);
for (split /^(?=\$ )/m, $of->{$name}) {
	my ($command, @rest) = split /\n/;
	while (@rest && $rest[0] =~ /^    \S/ && $command !~ /^\$ fxtrace leaks/) {
		$command .= "\n" . shift @rest;
	}
	push @commands, substr $command, 2;
	push @want, $command, join("\n", @rest) =~ s/\\\n//gr;
}
if ($what eq 'script') {
	for (@commands) {
		my $shown = "\$ $_" =~ s/'/'\\''/gr;
		print "printf '%s\\n' '$shown'\n$_\n";
	}
} else {
	for (@want) { print "$_\n" if length }
}
