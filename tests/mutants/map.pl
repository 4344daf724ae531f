#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Which tests run which lines: runs each test once, in a build by `cc`. Writes
# $out/tests, "NUMBER SECONDS CPU-SECONDS TEST" for each test that passes, and
# $out/map, "# COMMIT" and then "FILE LINE NUMBER...". What one test ran is kept
# in $out/ran, so that a run goes on where the last one stopped, unless the build
# has changed since. Root runs two tests at a time. Each has a folder for what
# ran, which box.sh puts in the place of the one that the build knows.
#	map.pl [TEST...]
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use List::Util qw(sum0);
use Storable qw(nstore retrieve);
use Time::HiRes qw(time);
use mutants;

my $tree = mutants::tree('covered');
my $hits = "$tree/hits";
my %blocks; # object, place of a block: numbers of tests

# What a test ran, from its folder: {object} = places, packed. Empties all.
sub taken {
	my ($folder) = @_;
	my %ran;
	for my $file (glob "$folder/*") {
		my ($object) = $file =~ m{([^/]+)$};
		open my $in, '<:raw', $file or die "$file: $!\n";
		my $bytes = do { local $/; <$in> };
		close $in;
		next unless $bytes =~ /\x01/;
		my @places;
		push @places, pos($bytes) - 1 while $bytes =~ /\x01/g;
		$ran{$object} = pack 'N*', @places;
		# not truncated: a process that is left may have it mapped
		system('fallocate', '-p', '-o', '0', '-l', 4 << 20, $file) == 0
			or die "$file: cannot be emptied\n";
	}
	return \%ran;
}

sub note {
	my ($number, $ran) = @_;
	while (my ($object, $places) = each %$ran) {
		push @{$blocks{$object}{$_}}, $number for unpack 'N*', $places;
	}
}

sub places { # lines of an object's blocks, inlined ones too
	my ($object) = @_;
	my @indices = sort { $a <=> $b } keys %{$blocks{$object}};
	my $path = "$tree/build/" . ($object =~ s/%/\//gr);
	open my $list, '>', "$mutants::out/addresses" or die $!;
	# the byte before is within the call
	printf $list "0x%x\n", $_ * 4 - 1 for @indices;
	close $list;
	open my $in, '-|', "addr2line -a -i -e '$path' <'$mutants::out/addresses'"
		or die $!;
	my %places;
	my $at = -1;
	while (<$in>) {
		if (/^0x/) {
			$at++;
		# an object of a compiler's cache has another tree's name before
		} elsif (m{/mutants/covered/(?:\./)?([^:]+):(\d+)}) {
			$places{"$1 $2"}{$_} = 1
				for @{$blocks{$object}{$indices[$at]}};
		}
	}
	return \%places;
}

# Tests that call make must not build anything again: other addresses.
sub built { # what is noted of the objects
	return join '', map { join(' ', $_, (stat $_)[1, 7, 9]) . "\n" }
		map { "$tree/build/$_" } qw(fxgen fxtrace libfxtrace.so);
}

system('mkdir', '-p', $hits);
chmod 01777, $hits;
$ENV{COVER} = $hits;
print STDERR "building\n";
my $cc = "$tree/tests/mutants/cc";
mutants::make($tree, "CC='$cc' built") == 0
	or die "$tree/make.log: the build fails\n";
$ENV{MAKEFLAGS} = "CC=$cc";
my $built = built();
my @tests = @ARGV;
@tests = split ' ', `cd '$tree' && make -s list-tests` unless @tests;
my $kept = "$mutants::out/ran";
system('mkdir', '-p', $kept);
my @free = $> ? ($hits) : map { "$tree/hits.$_" } 1, 2; # folders
my %running; # process: what runs

# A test in a folder of its own, with a file for each object.
sub begin {
	my ($i) = @_;
	my $folder = shift @free;
	system("mkdir -p '$folder' && chmod 1777 '$folder' && cd '$hits' && " .
		"for f in *; do [ -e '$folder'/\$f ] || cp --sparse=always " .
		"-p \$f '$folder'; done") == 0 or die "$folder: not made\n";
	taken($folder);
	local $ENV{BOX_OVER} = $folder eq $hits ? '' : "$folder $hits";
	local $ENV{BOX_TIMES} = "$folder.times";
	unlink $ENV{BOX_TIMES};
	my $pid = mutants::start($tree, $tests[$i], 600, 'build',
		"$folder.log");
	$running{$pid} = {i => $i, from => time, folder => $folder};
}

# The processor's seconds of a test, as box.sh has written them.
sub cpu {
	my ($folder, $seconds) = @_;
	open my $in, '<', "$folder.times" or return $seconds;
	my (undef, $line) = <$in>;
	return $seconds unless defined $line;
	return sum0(map { /^(\d+)m([\d.]+)s$/ ? 60 * $1 + $2 : 0 }
		split ' ', $line);
}

sub end { # waits for one
	my $pid = waitpid -1, 0;
	die "waitpid: $!\n" if $pid < 0;
	my $is_passed = $? == 0;
	my $of = delete $running{$pid} // return;
	my $test = $tests[$of->{i}];
	die "$test or one beside it has built again what is covered\n"
		if built() ne $built;
	my $seconds = time - $of->{from};
	nstore({built => $built, is_passed => $is_passed, seconds => $seconds,
		cpu => cpu($of->{folder}, $seconds),
		ran => taken($of->{folder})}, kept_of($test));
	push @free, $of->{folder};
	printf STDERR "%d of %d: %s: %s, %.1f s\n", $of->{i} + 1,
		scalar @tests, $test, $is_passed ? 'passed' : 'failed', $seconds;
}

sub kept_of { # the file of what a test ran
	my ($test) = @_;
	return "$kept/" . $test =~ s/\//%/gr;
}

sub is_known {
	my ($test) = @_;
	my $file = kept_of($test);
	return -e $file && retrieve($file)->{built} eq $built;
}

for my $i (grep { !is_known($tests[$_]) } 0 .. $#tests) {
	end() unless @free;
	begin($i);
}
end() while %running;
open my $list, '>', "$mutants::out/tests.new" or die $!;
for my $i (0 .. $#tests) {
	my $done = retrieve(kept_of($tests[$i]));
	next unless $done->{is_passed};
	note($i, $done->{ran});
	printf $list "%d %.1f %.1f %s\n", $i, $done->{seconds}, $done->{cpu},
		$tests[$i];
}
close $list;
my %lines;
for my $object (sort keys %blocks) {
	my $places = places($object);
	for my $place (keys %$places) {
		$lines{$place}{$_} = 1 for keys %{$places->{$place}};
	}
}
open my $map, '>', "$mutants::out/map.new" or die $!;
print $map '# ', `cd '$mutants::top' && git rev-parse HEAD`;
for my $place (sort keys %lines) {
	print $map "$place ", join(' ', sort { $a <=> $b } keys %{$lines{$place}}), "\n";
}
close $map;
rename "$mutants::out/tests.new", "$mutants::out/tests" or die $!;
rename "$mutants::out/map.new", "$mutants::out/map" or die $!;
