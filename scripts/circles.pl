#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Which files need each other in a circle, from the symbols of the objects:
#   circles.pl FLOORS BUILD
# An arrow leads from a file to the one that defines a symbol which it uses.
# Another leads to the one whose header has an inline function that it names.
#
# Prints what breaks the rules: an arrow up (FLOORS names the floors). An arrow
# from a client of the library (clients.txt) to what is below that. Or a
# circle of folders. Also a circle of files that is larger than its part may
# have. Each comes with an arrow to cut.
use strict;
use warnings;
no warnings 'recursion';

my ($floors, $build) = @ARGV;
# Files that may need each other: the engine and the player are one thing each.
my %most = (writer => 7, preload => 2, gen => 7, tools => 10);
my (%floor, %part);
my (%arrow, $n_objects, $n_bad);

sub complain {
	print "$_[0]\n";
	$n_bad++;
}

sub read_floors {
	my ($n, $name) = (0, '');
	open my $in, '<', $floors or die "$floors: $!\n";
	while (<$in>) {
		if (/^# part: (.*)/) { $name = $1; next }
		next if /^#/ or /^\s*$/;
		$n++;
		($floor{$_}, $part{$_}) = ($n, $name) for split;
	}
}

sub folder { $_[0] =~ m,(.*)/, ? $1 : '.' }

# The objects of one product's folders: $top/$root/... of the tree's sources.
sub read_objects {
	my ($top, @roots) = @_;
	my (%where, %object);
	for my $object (map { split /\n/, `find $top/$_ -name '*.o' 2>/dev/null` } @roots) {
		my ($source) = grep { -f } map { my $s = $object; $s =~ s,^\Q$top\E/,,; $s =~ s,\.o$,$_,; $s } '.c', '.S';
		next unless $source and $source !~ m,^preload/shim/,;
		for (`nm $object 2>/dev/null`) {
			if (/^\s+[Uwv] (\S+)/) { $object{$source}{$1} = 1 }
			elsif (/^\S+ [TDBRVWCGSui] (\S+)/) { $where{$1}{$source} = 1 }
		}
		$object{$source} //= {};
		$n_objects++;
	}
	for my $source (keys %object) {
		for my $symbol (keys %{$object{$source}}) {
			my @at = keys %{$where{$symbol} // {}};
			@at = grep { folder($_) eq folder($source) } @at if @at > 1;
			$arrow{$source}{$_}{$symbol} = 1 for grep { $_ ne $source } @at;
		}
	}
	read_inlines(sort keys %object);
}

sub text {
	open my $in, '<', $_[0] or return '';
	local $/;
	return scalar <$in>;
}

# A header's inline functions are its .c file's.
sub read_inlines {
	my @sources = @_;
	my %inline;
	for my $source (@sources) {
		(my $header = $source) =~ s/\.[cS]$/.h/;
		my $text = text($header);
		$inline{$source}{$1} = 1 while $text =~ /^static inline[^;{]*?\b(\w+)\s*\(\s*(?!\()[^;{]*\)\s*\{/mg;
	}
	for my $source (@sources) {
		my $text = text($source);
		for my $other (keys %inline) {
			next if $other eq $source;
			(my $header = $other) =~ s/\.[cS]$/.h/;
			next unless $text =~ /#include "\Q$header\E"/;
			for (keys %{$inline{$other}}) {
				$arrow{$source}{$other}{$_} = 1 if $text =~ /\b$_\s*\(/;
			}
		}
	}
}

# The circles of a graph {from => {to => ...}}: lists of more than one node.
sub circles {
	my ($graph) = @_;
	my (%index, %low, @stack, %on, @found);
	my $go;
	$go = sub {
		my ($v) = @_;
		$index{$v} = $low{$v} = keys %index;
		push @stack, $v;
		$on{$v} = 1;
		for my $w (sort keys %{$graph->{$v} // {}}) {
			if (!defined $index{$w}) {
				$go->($w);
				$low{$v} = $low{$w} if $low{$w} < $low{$v};
			} elsif ($on{$w} and $index{$w} < $low{$v}) {
				$low{$v} = $index{$w};
			}
		}
		return if $low{$v} != $index{$v};
		my @circle;
		do { push @circle, pop @stack; $on{$circle[-1]} = 0 } while $circle[-1] ne $v;
		push @found, [sort @circle] if @circle > 1;
	};
	defined $index{$_} or $go->($_) for sort keys %$graph;
	return sort { @$b <=> @$a } @found;
}

# The arrow whose removal breaks a circle into most parts.
sub to_cut {
	my ($graph, @circle) = @_;
	my %inside = map { $_ => 1 } @circle;
	my ($best, $least, $words);
	for my $from (@circle) {
		for my $to (grep { $inside{$_} } sort keys %{$graph->{$from}}) {
			my %rest;
			for my $f (@circle) {
				$rest{$f} = {map { $_ => 1 } grep { $inside{$_} and "$f $_" ne "$from $to" } keys %{$graph->{$f}}};
			}
			my ($left) = circles(\%rest);
			my $n = ($left ? @$left : 1) * 1000 + keys %{$graph->{$from}{$to}};
			next if defined $least and $n >= $least;
			($least, $best, $words) = ($n, "$from -> $to", join ' ', sort keys %{$graph->{$from}{$to}});
		}
	}
	return "cut $best: $words";
}

# The files of clients.txt, and what they may use below the library.
my @clients;
my $below = qr,^tools/(?:reader|print|fd|leaks|sum|elf|archive)/,;
my $common = qr,^tools/(?:reader/(?:memory|temporary)|archive/archive)\.c$,;

sub read_clients {
	(my $file = $floors) =~ s/floors/clients/;
	open my $in, '<', $file or die "$file: $!\n";
	while (<$in>) { push @clients, qr/^\Q$1\E/ if /^(tools\S+)/ }
}

sub is_client {
	my ($file) = @_;
	return grep { $file =~ $_ } @clients;
}

read_floors();
read_clients();
read_objects("$build/lib", 'preload', 'writer');
read_objects($build, 'gen', 'tools', 'writer');
$n_objects or die "$build has no objects: run make first\n";
my %folders;
for my $from (sort keys %arrow) {
	for my $to (sort keys %{$arrow{$from}}) {
		my ($f, $t) = (folder($from), folder($to));
		complain("$from: uses more than the library's header, see clients.txt: $to: " . join(' ', sort keys %{$arrow{$from}{$to}}))
			if $to =~ $below and $to !~ $common and is_client($from);
		next if $f eq $t;
		$folders{$f}{$t}{"($from -> $to)"} = 1;
		next unless defined $floor{$f} and defined $floor{$t} and $part{$f} eq $part{$t} and $floor{$t} >= $floor{$f};
		complain("$from: calls up to $to: " . join(' ', sort keys %{$arrow{$from}{$to}}));
	}
}
for my $circle (circles(\%folders)) {
	complain("folders in a circle: @$circle; " . to_cut(\%folders, @$circle));
}
for my $circle (circles(\%arrow)) {
	my ($root) = $circle->[0] =~ m,([^/]*),;
	next if @$circle <= ($most{$root} // 1);
	complain(scalar(@$circle) . " files in a circle, at most $most{$root}: @$circle; " . to_cut(\%arrow, @$circle));
}
exit($n_bad ? 1 : 0);
