#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Plants faults, one at a time, in a copy of the tree. Runs the tests that cover
# the line until one fails: the fault is killed. Reports what survives, with the
# figures of each part of the tree.
#	run.pl [--n N] [--seed SEED] [--rule REGEX] [--seconds S] [--name NAME]
#		[--test TEST]... [PATH...]
# N faults (300) are drawn from the sources below the paths (all that count).
# Each has S seconds (180) of tests, by the processor's time. Short ones that are
# about the source come first, and two run at a time. Or it has all tests that are
# named. A result is one line of $out/results-SEED: STATUS, FILE:LINE, RULE, text,
# seconds, number of tests, the test that failed. Faults that are there already are
# not planted again: a run goes on where the last one stopped.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Digest::MD5 qw(md5);
use Getopt::Long;
use List::Util qw(sum0);
use Time::HiRes qw(time);
use mutants;

my ($n, $seed, $rule, $budget_s, $name) = (300, 1, '.', 180, 'planted');
my @named; # tests
GetOptions('n=i' => \$n, 'seed=i' => \$seed, 'rule=s' => \$rule,
	'seconds=i' => \$budget_s, 'name=s' => \$name,
	'test=s' => \@named) or exit 2;
my @paths = @ARGV ? @ARGV : qw(writer preload gen tools/reader tools/manager
	tools/replay tools/io tools/diff tools/convert);
my %least = (writer => 85, preload => 85); # per cent; elsewhere 75
my $tree = mutants::tree($name);

# Where the lines of the commit that was mapped are now.
sub lines_now { # COMMIT: {FILE} = [first line, number of lines, how many more]
	my ($commit) = @_;
	my (%moved, $file);
	for (`cd '$mutants::top' && git diff -U0 --no-renames '$commit'`) {
		$file = $1 if m{^--- a/(.*)};
		next unless /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?/;
		my ($old, $new) = ($2 // 1, $4 // 1);
		# where nothing went, the change is behind the line
		push @{$moved{$file}}, [$1 + !$old, $old, $new - $old];
	}
	return \%moved;
}

sub line_now { # 0: the line is there no more
	my ($line, $moved) = @_;
	my $now = $line;
	for (@{$moved || []}) {
		my ($from, $n, $more) = @$_;
		last if $line < $from;
		return 0 if $line < $from + $n;
		$now += $more;
	}
	return $now;
}

sub map_of_tests { # {FILE}{LINE} = numbers of tests; their names and times
	my (%lines, %tests);
	my $moved = {};
	open my $map, '<', "$mutants::out/map"
		or die "$mutants::out/map: $!: run map.pl first\n";
	while (<$map>) {
		if (/^# (\w+)/) {
			$moved = lines_now($1);
			next;
		}
		my ($file, $line, @tests) = split ' ';
		$line = line_now($line, $moved->{$file}) or next;
		$lines{$file}{$line} = \@tests;
	}
	open my $list, '<', "$mutants::out/tests" or die $!;
	while (<$list>) {
		my ($number, $seconds, $cpu, $test) = split ' ';
		$tests{$number} = {test => $test, seconds => $seconds,
			cpu => $cpu, number => $number};
	}
	return (\%lines, \%tests);
}

my ($lines, $tests) = map_of_tests();

# The tests whose sources name a file.
sub tests_that_name {
	my ($file) = @_;
	my @found = `cd '$tree' && grep -rlF --include='*.[ct]' '$file' tests`;
	chomp @found;
	s{^(tests/unit/.*)\.c$}{build/$1} for @found;
	my %is_found = map { $_ => 1 } @found;
	my @known = grep { $is_found{$_->{test}} } values %$tests;
	my %is_known = map { $_->{test} => 1 } @known;
	return (@known, map { {test => $_, seconds => 5, cpu => 5} }
		grep { m{^build/tests/unit/|\.t$} && !$is_known{$_} } @found);
}

# How much each test is about a source: a line that few tests run counts more.
my %weights; # {FILE}{NUMBER}
sub weights {
	my ($file) = @_;
	return $weights{$file} if $weights{$file};
	my %of;
	for my $covering (values %{$lines->{$file} || {}}) {
		$of{$_} += 1 / @$covering for @$covering;
	}
	return $weights{$file} = \%of;
}

# Tests of a source, in the order in which they are run.
sub in_order {
	my ($file, @some) = @_;
	my $of = weights($file);
	my %cost = map { $_->{test} => (0.2 + $_->{cpu}) /
		($of->{$_->{number} // -1} // 1) } @some;
	return sort { $cost{$a->{test}} <=> $cost{$b->{test}} } @some;
}

# Whether the function whose { is on that line is static.
sub is_static {
	my ($lines_of, $from) = @_;
	for (my $at = $from - 1; $at > 0; $at--) {
		my $line = $lines_of->[$at - 1];
		return 1 if $line =~ /^static\b/;
		last if $line =~ /^$|^[}#]|\*\//;
	}
	return 0;
}

# Uncovered lines have the tests of the nearest line before, within the
# function: a line of the map is where a block begins. Where the function begins
# with no block of its own, it is the first one behind, in the same statement.
# What is no code has the tests of the file, or those that name it. So has a
# static function that no test runs: it may be inlined, so that its blocks begin
# in its callers.
sub tests_of {
	my ($mutant) = @_;
	my ($from) = mutants::function($mutant->{lines}, $mutant->{line});
	my $covered = $lines->{$mutant->{file}} || {};
	my @near = reverse(($from > 3 ? $from - 3 : 1) .. $mutant->{line});
	for my $at ($mutant->{line} .. $mutant->{line} + 3) {
		push @near, $at + 1;
		last if $mutant->{lines}[$at - 1] =~ /;\s*$/;
	}
	for my $at (@near) {
		next unless $covered->{$at};
		return in_order($mutant->{file},
			map { $tests->{$_} } @{$covered->{$at}});
	}
	# wrappers are not mapped, and inlined lines of headers are in these
	return () if $from && $mutant->{file} =~ /\.c$/ &&
		!is_static($mutant->{lines}, $from);
	my %all = map { $_ => 1 } map { @$_ } values %$covered;
	my @all = map { $tests->{$_} } keys %all;
	@all = tests_that_name($mutant->{file}) unless @all;
	return in_order($mutant->{file}, @all);
}

sub read_all {
	my ($path) = @_;
	open my $in, '<:raw', $path or die "$path: $!\n";
	local $/;
	return <$in>;
}

sub write_all {
	my ($path, $text) = @_;
	open my $to, '>:raw', $path or die "$path: $!\n";
	print $to $text;
	close $to or die "$path: $!\n";
}

# All mutants, in an order that the seed alone decides. A change of one source
# leaves the order of the others as it was.
sub mutants {
	my @files = sort split /\0/,
		`cd '$tree' && find @paths -name '*.[ch]' -print0`;
	my (@found, %n_same);
	for my $file (@files) {
		my $text = read_all("$tree/$file");
		for (`cd '$tree' && perl tests/mutants/rules.pl '$file'`) {
			chomp;
			my %mutant;
			@mutant{qw(file line at length rule to)} = split /\t/;
			next unless $mutant{rule} =~ /$rule/;
			$mutant{text} = text_of(\%mutant, faulty($text, \%mutant));
			$mutant{key} = "$file\t$mutant{rule}\t$mutant{text}";
			my $nth = $n_same{$mutant{key}}++;
			$mutant{order} = md5("$seed\t$mutant{key}\t$nth");
			push @found, \%mutant;
		}
	}
	return sort { $a->{order} cmp $b->{order} } @found;
}

my %equivalent; # FILE, RULE, text, and the line before or nothing
if (open my $in, '<', "$FindBin::Bin/equivalent.txt") {
	while (<$in>) {
		chomp;
		next if /^#/ || !/\t/;
		my ($file, $fault_rule, $text, undef, $before) = split /\t/;
		$equivalent{join "\t", $file, $fault_rule, $text, $before // ''} = 1;
	}
}

sub faulty { # a source with the fault
	my ($text, $mutant) = @_;
	substr($text, $mutant->{at}, $mutant->{length}) = $mutant->{to};
	return $text;
}

sub text_of { # the line as it becomes
	my ($mutant, $text) = @_;
	my @lines = split /\n/, $text;
	my $line = $lines[$mutant->{line} - 1];
	$line =~ s/^\s+|\s+$//g;
	$line =~ s/\t/ /g;
	return $line;
}

sub is_same_code { # the same instructions as without: no fault at all
	my ($object, $kept) = @_;
	my $dump = "objdump -d --no-show-raw-insn -s -j .text -j .rodata";
	return -e $kept && `$dump '$object' 2>/dev/null | tail -n +4` eq
		`$dump '$kept' 2>/dev/null | tail -n +4`;
}

# What must be built for these tests.
sub targets {
	my ($file, $build, @chosen) = @_;
	my @targets = grep { m{^build/(?:tests/unit|seeds|gen)/} }
		map { $_->{test} } @chosen;
	s{^build/}{$build/} for @targets;
	my $is_shell = grep { !m{^build/} } map { $_->{test} } @chosen;
	push @targets, "$build/fxgen" if $is_shell;
	push @targets, "$build/fxtrace", "$build/libfxtrace.so"
		if $is_shell && $file !~ m{^gen/[^a]*\.c$};
	push @targets, "$build/tests/refuse/libfxtrace.so"
		if grep { $_->{test} =~ /refused/ } @chosen;
	push @targets, map { "$build/seeds/$_" } map { m{/([^/]+)\.c$} }
		glob "$tree/tests/fuzz/*.c"
		if grep { m{fuzz/seeds} } map { $_->{test} } @chosen;
	return @targets;
}

sub chosen { # as many tests as the time allows, at least two
	my @all = @_;
	my $seconds = 0;
	my @some;
	for my $test (@all) {
		next if @some >= 2 && $seconds + $test->{cpu} > $budget_s;
		$seconds += $test->{cpu};
		push @some, $test;
	}
	return @some;
}

my (%is_built, %codes);

sub products { # what is linked, and shipped
	return map { "$tree/build/$_" }
		qw(libfxtrace.so fxtrace tools/fxtrace fxgen);
}

# The instructions and constants of one.
sub code_of {
	my ($path) = @_;
	my $code = "$mutants::out/$name.code";
	system("objcopy -O binary -j .text -j .rodata '$path' '$code'") == 0
		or return '';
	return md5(read_all($code));
}

# A header's fault that no product has: in another processor's branch, say.
sub is_in_no_product {
	my ($mutant, $build) = @_;
	return 0 unless $mutant->{file} =~ /\.h$/ && $build eq 'build';
	return 0 if mutants::make($tree, map { s{^\Q$tree/}{}r } products());
	return !grep { code_of($_) ne $codes{$_} } products();
}

# A source's object in the recorder, else that in the tools.
sub object_of {
	my ($file, $build) = @_;
	return undef unless $file =~ s/\.c$/.o/;
	my ($object) = grep { -e "$tree/$_" } "$build/lib/$file", "$build/$file";
	return $object;
}

# Runs tests, two at a time, until one fails: (it, or undef; how many ended)
sub first_failed {
	my ($build, @waiting) = @_;
	my (%running, $failed);
	my $n_done = 0;
	while (%running || (@waiting && !$failed)) {
		if (@waiting && !$failed && keys %running < 2) {
			my $test = shift @waiting;
			my $log = "$tree/test" . (1 + $n_done + keys %running) . '.log';
			$running{mutants::start($tree,
				$test->{test} =~ s{^build/}{$build/}r,
				mutants::limit($test->{seconds}), $build,
				$log)} = $test->{test};
			next;
		}
		my $pid = waitpid -1, 0;
		die "waitpid: $!\n" if $pid < 0;
		my $test = delete $running{$pid} // next;
		next if $failed; # ended by us
		$n_done++;
		next unless $?;
		$failed = $test;
		kill 'TERM', keys %running;
	}
	return ($failed, $n_done);
}

# Whether a source of the generator is compiled, but not what it generates.
sub is_built_by_it {
	my ($mutant, $build) = @_;
	return $mutant->{file} =~ m{^gen/} &&
		mutants::make($tree, "$build/fxgen") == 0;
}

sub is_equivalent {
	my ($mutant) = @_;
	my $before = $mutant->{lines}[$mutant->{line} - 2] =~ s/^\s+|\s+$//gr;
	my @key = @$mutant{qw(file rule text)};
	return $equivalent{join "\t", @key, ''}
		|| $equivalent{join "\t", @key, $before};
}

# judge MUTANT: (status, tests run, seconds)
sub judge {
	my ($mutant) = @_;
	my $path = "$tree/$mutant->{file}";
	my $text = read_all($path);
	my $is_order = $mutant->{rule} =~ /order|fence/;
	my $build = $is_order ? 'build/tsan' : 'build';
	$mutant->{lines} = [split /\n/, $text];
	my @all = tests_of($mutant);
	@all = grep { $_->{test} =~ m{^build/tests/unit/} } @all if $is_order;
	@all = map { {test => $_, seconds => 60, cpu => 60} } @named if @named;
	return ('uncovered', 0, 0) unless @all;
	my @some = @named ? @all : chosen(@all);
	$mutant->{n_tests} = @all;
	return ('equivalent', 0, 0) if is_equivalent($mutant);
	my @flags = $is_order ? ("B=$build", 'SAN=thread') : ();
	my @targets = targets($mutant->{file}, $build, @some);
	mutants::make($tree, @flags, 'built') == 0
		or die "$tree/make.log: the build without a fault fails\n"
		unless $is_built{$build}++;
	$codes{$_} //= code_of($_) for $build eq 'build' ? products() : ();
	my $object = $is_order ? undef : object_of($mutant->{file}, $build);
	# the object without the fault, to compare with
	if ($object) {
		mutants::make($tree, $object);
		system('cp', "$tree/$object", "$mutants::out/$name.o");
		$object = "$tree/$object";
	}
	write_all($path, faulty($text, $mutant));
	my ($status, $run, $seconds) = ('survived', 0, 0);
	if (mutants::make($tree, @flags, @targets)) {
		# the compiler refuses it, or what the generator makes of it
		($status, $mutant->{by}) = is_built_by_it($mutant, $build)
			? ('killed', 'the build') : ('invalid');
	} elsif ($object && is_same_code($object, "$mutants::out/$name.o") ||
		is_in_no_product($mutant, $build)) {
		$status = 'same code';
	} else {
		my $from = time;
		($mutant->{by}, $run) = first_failed($build, @some);
		$seconds = time - $from;
		$status = 'killed' if $mutant->{by};
	}
	write_all($path, $text);
	return ($status, $run, $seconds);
}

# What a run before this one has found: {key} = statuses, in the same order
sub results {
	my ($path) = @_;
	my %found;
	open my $in, '<', $path or return ();
	while (<$in>) {
		chomp;
		my ($status, $place, $fault_rule, $text) = split /\t/;
		my $key = join "\t", $place =~ s/:\d+$//r, $fault_rule, $text;
		push @{$found{$key}}, $status;
	}
	return %found;
}

my (%counts, $done);
my $path = "$mutants::out/results-$seed";
# what earlier runs of this sample have settled
system('cp', "$FindBin::Bin/results-$seed", $path)
	if !-e $path && -e "$FindBin::Bin/results-$seed";
my %before = results($path);
open my $results, '>>', $path or die "$path: $!\n";
$results->autoflush(1);
for my $mutant (mutants()) {
	my $status = shift @{$before{$mutant->{key}} || []};
	unless ($status) {
		($status, my ($run, $seconds)) = judge($mutant);
		my $row = join("\t", $status, "$mutant->{file}:$mutant->{line}",
			$mutant->{rule}, $mutant->{text},
			sprintf('%.1f s', $seconds),
			"$run of " . ($mutant->{n_tests} // 0) . " tests",
			$mutant->{by} // '');
		print $results "$row\n";
		print STDERR 1 + ($done // 0), " of $n: $row\n";
	}
	next if $status =~ /^(?:invalid|same code)$/;
	my ($part) = $mutant->{file} =~ m{^(tools/[^/]+|[^/]+)};
	$counts{$part}{$status}++;
	last if ++$done == $n;
}
my $is_enough = 1;
print "seed $seed\n";
for my $part (sort keys %counts) {
	my $of = $counts{$part};
	my $killed = $of->{killed} // 0;
	my $all = sum0(values %$of) - ($of->{equivalent} // 0);
	my $per_cent = $all ? 100 * $killed / $all : 100;
	my $least = $least{$part} // 75;
	printf "%-16s %3d of %3d killed, %.0f %%, %d uncovered, %d equivalent\n",
		$part, $killed, $all, $per_cent, $of->{uncovered} // 0,
		$of->{equivalent} // 0;
	$is_enough = 0 if $per_cent < $least;
}
exit !$is_enough;
