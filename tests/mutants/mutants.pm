# SPDX-License-Identifier: MIT
# What map.pl and run.pl share: the copy of the tree, and the tests in it.
package mutants;
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);

our $top = abs_path(dirname(abs_path(__FILE__)) . '/../..');
our $out = ($ENV{FXTRACE_B} || "$top/build") . '/mutants';

# Seconds that a test may take if it took so many.
sub limit { return 30 + int(10 * $_[0]) }

# tree NAME: a copy of the sources, in $out/NAME
sub tree {
	my ($name) = @_;
	my $tree = "$out/$name";
	system('mkdir', '-p', $tree) == 0 or die "$tree: no folder\n";
	my %is_source = map { $_ => 1 } split /\0/, `cd '$top' && git ls-files -z`;
	# a source that has gone is built no more
	for my $old (split /\0/, `cd '$tree' && find . -path ./build -prune -o -path ./hits -prune -o ! -type d -print0`) {
		$old =~ s{^\./}{};
		unlink "$tree/$old" unless $is_source{$old};
	}
	# What is as it should be keeps its time: after a fault was in it, that is
	# later than what was built of it.
	for my $file (grep { -e "$top/$_" } keys %is_source) {
		next if system('cmp', '-s', "$top/$file", "$tree/$file") == 0;
		system("mkdir -p '$tree/@{[$file =~ m{^(.*)/}]}'") == 0
			&& system('cp', '--preserve=mode', '--no-dereference', '--remove-destination',
				"$top/$file", "$tree/$file") == 0
			or die "$tree/$file: no copy\n";
	}
	return $tree;
}

# make TREE ARGUMENT...: its status
sub make {
	my ($tree, @arguments) = @_;
	# a faulty generator may write without end: 256 MB or more are refused
	return system "cd '$tree' && ulimit -f 524288 && " .
		"timeout 900 make -s -j2 @arguments >make.log 2>&1 </dev/null";
}

# start TREE TEST SECONDS BUILD LOG: its process
sub start {
	my ($tree, $test, $limit, $build, $log) = @_;
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid;
	chdir $tree or die "$tree: $!\n";
	open STDIN, '<', '/dev/null' or die $!;
	open STDOUT, '>', $log or die "$log: $!\n";
	open STDERR, '>&', \*STDOUT or die $!;
	my $at = "$tree/$build";
	%ENV = (%ENV, FXTRACE_B => $at, FXTRACE => "$at/fxtrace",
		FXGEN => "$at/fxgen", FXTRACE_LIB => "$at/libfxtrace.so",
		ASAN_OPTIONS => 'detect_leaks=0');
	exec 'tests/mutants/box.sh', $limit, 'prove', '-Q', '-e', '', $test;
	die "tests/mutants/box.sh: $!\n";
}

# The function around a line: its first and last one, 0 if there is none.
sub function {
	my ($lines, $line) = @_;
	my ($from, $to) = ($line, $line);
	$from-- while $from > 1 && $lines->[$from - 1] !~ /^[{}]/;
	return (0, 0) if $lines->[$from - 1] !~ /^\{/;
	$to++ while $to < @$lines && $lines->[$to - 1] !~ /^\}/;
	return ($from, $to);
}

1;
