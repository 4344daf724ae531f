# SPDX-License-Identifier: MIT
# Small archives that take much work: hostile.pl KIND N >ARCHIVE
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/..";
use records;
no warnings 'portable';

binmode STDOUT;
my ($kind, $n) = @ARGV;
my $ticks = 1000;

sub provider {
	my ($id, $name) = @_;

	return record(0, 1 << 16 | $id << 20 | length($name) << 52, padded($name))
		. record(1, 0, words(1000000000));
}
sub thread {
	my ($index, $pid, $tid) = @_;

	return record(3, $index << 16, words($pid, $tid));
}
# Arguments: type, name's index, upper half of the header, what follows.
sub arg {
	my ($type, $name, $value, $body) = @_;

	$body //= '';
	return words($type | (1 + length($body) / 8) << 4 | $name << 16 |
		($value & 0xffffffff) << 32) . $body;
}
sub int32 { return arg(1, @_) }
sub number { return arg(4, $_[0], 0, words($_[1])) }
sub text { return arg(6, $_[0], $_[1]) }
sub address { return arg(7, $_[0], 0, words($_[1])) }
sub koid { return arg(8, $_[0], 0, words($_[1])) }
sub bytes { return arg(10, $_[0], length $_[1], padded($_[1])) }
# Events: 0 instant, 2 begin, 3 end, 4 complete.
sub event {
	my ($type, $thread, $category, $name, @args) = @_;
	my $ids = ref $thread ? words(@$thread) : '';
	my $end = $type == 4 ? words($ticks + 1) : $type == 0 ? words(2) : '';

	$ticks += 2;
	return record(4, $type << 16 | @args << 20 |
		(ref $thread ? 0 : $thread) << 24 | $category << 32 | $name << 48,
		words($ticks) . $ids . join('', @args) . $end);
}
sub varint {
	my ($value) = @_;
	my $bytes = '';

	do {
		$bytes .= chr(($value & 127) | ($value > 127 ? 128 : 0));
		$value >>= 7;
	} while $value;
	return $bytes;
}
sub name { return varint(length $_[0]) . $_[0] }
sub entry {
	my ($what, $id, $body) = @_;

	return varint($what) . varint($id) . varint(length $body) . $body;
}
# Signatures: strings 1 and 2 are fxtrace:sig and entry.
sub signs { return event(0, 1, 1, 2, bytes(2, join '', @_)) }
sub type {
	my ($id, $class, $c_name, $size, @fields) = @_;

	return entry(1, $id, varint($class) . name($c_name) . varint($size) .
		varint(1) . join('', @fields));
}
sub function {
	my ($id, $category, $name, $result, @parameters) = @_;
	my $body = name($category) . name($name) . name('') . name('') .
		name('C') . name('');

	$body .= varint($result) . varint(@parameters / 2) .
		varint(@parameters / 2);
	while (my ($parameter, $of) = splice @parameters, 0, 2) {
		$body .= name($parameter) . varint($of);
	}
	return entry(3, $id, $body . "\0\0\0\0");
}

# Names that all of them have.
my @names = ('fxtrace:sig', 'entry', 'fxtrace:fact', 'libc:io', 'open', 'close',
	'fd', 'ret', 'pathname', 'libc:proc', 'fork', 'malloc', 'libc:alloc',
	'size', '@stack', 'dup2', 'oldfd', 'newfd', 'read', 'buf', 'f', 'x',
	'errno');
my %index;
print words(0x0016547846040010), provider(1, 'hostile');
for my $i (1 .. @names) {
	$index{$names[$i - 1]} = $i;
	print string($i, $names[$i - 1]);
}
print thread(1, 100, 100);
sub i { return $index{$_[0]} }

my %make = (
	# Calls inside one another.
	deep => sub {
		print event(2, 1, i('libc:io'), i('open')) for 1 .. $n;
		print event(3, 1, i('libc:io'), i('open')) for 1 .. $n;
	},
	# The same, never ended.
	unended => sub {
		print event(2, 1, i('libc:io'), i('open')) for 1 .. $n;
	},
	# Each in another function.
	chain => sub {
		print string(1000 + $_, "f$_") for 0 .. 9999;
		print event(2, 1, i('libc:io'), 1000 + $_ % 10000) for 1 .. $n;
		print event(3, 1, i('libc:io'), 1000 + ($n - $_) % 10000) for 0 .. $n - 1;
	},
	# Inside one another in many threads.
	wide => sub {
		for my $tid (1 .. $n / 50) {
			print event(2, [100, $tid], i('libc:io'), i('open')) for 1 .. 50;
		}
	},
	threads => sub {
		print event(4, [100, $_], i('libc:io'), i('open')) for 1 .. $n;
	},
	processes => sub {
		print event(4, [$_, $_], i('libc:io'), i('open'), text(i('pathname'), 5), int32(i('ret'), 3))
			for 1 .. $n;
	},
	providers => sub {
		for my $id (2 .. $n) {
			print provider($id, 'x'), string(1, 'a:b'), string(2, 'f'), event(4, [$id, $id], 1, 2);
		}
	},
	# Long texts that are referred to again and again.
	texts => sub {
		print string(1000, 'y' x 32000);
		print event(4, 1, i('libc:io'), i('open'), map { text(i('x'), 1000) } 1 .. 15) for 1 .. $n;
	},
	# A long name of a function.
	longname => sub {
		print string(1000, 'y' x 32000), string(1001, 'a:' . 'z' x 32000);
		print event(4, 1, 1001, 1000) for 1 .. $n;
	},
	longargs => sub {
		print string(1000, 'y' x 32000);
		print event(4, 1, i('libc:io'), i('open'), map { int32(1000, 5) } 1 .. 15) for 1 .. $n;
	},
	# Types whose values have many members at the same place.
	types => sub {
		my @types = type(1, 1, 'char', 1, "\1", "\0");
		push @types, type($_, 13, "s$_", 1, varint(2),
			(name('a') . varint($_ - 1) . varint(0) . varint(0) . varint(0)) x 2)
			for 2 .. 30;
		push @types, type(40, 11, 'struct s *', 8, varint(30), "\1", "\0", "\0", "\0");
		push @types, type(41, 11, 'struct s *', 8, varint(30), "\1", varint(32), "\0", "\0");
		print signs(@types);
		print signs(function(1, 'libc:io', 'f', 1, 'x', 41));
		print event(4, 1, i('libc:io'), i('f'), bytes(i('x'), 'abcdefgh')) for 1 .. $n;
	},
	# Values inside one another.
	nested => sub {
		print event(4, 1, i('libc:io'), i('f'), bytes(i('x'), "\x0b\1" x 8000)) for 1 .. $n;
	},
	arrays => sub {
		print event(4, 1, i('libc:io'), i('f'), bytes(i('x'), "\x0b" . varint(0xffffffffff) . "\0" x 8000)) for 1 .. $n;
	},
	# Descriptors of any number.
	numbers => sub {
		print event(4, 1, i('libc:io'), i('dup2'), int32(i('oldfd'), 1), int32(i('newfd'), $_ * 99991 % 0x7fffffff),
			int32(i('ret'), $_ * 99991 % 0x7fffffff)) for 1 .. $n;
	},
	# Many that many children inherit.
	forks => sub {
		for my $fd (3 .. $n / 2) {
			print event(4, 1, i('libc:io'), i('open'), text(i('pathname'), 5), int32(i('ret'), $fd));
		}
		for my $child (1001 .. 1000 + $n / 2) {
			print event(4, 1, i('libc:proc'), i('fork'), int32(i('ret'), $child));
			print event(4, [$child, $child], i('libc:io'), i('close'), int32(i('fd'), 7), int32(i('ret'), 0));
		}
	},
	# Each forks the next one.
	chainforks => sub {
		for my $fd (3 .. $n / 2) {
			print event(4, 1, i('libc:io'), i('open'), text(i('pathname'), 5), int32(i('ret'), $fd));
		}
		for my $child (100 .. 100 + $n / 2) {
			print event(4, [$child, $child], i('libc:proc'), i('fork'), int32(i('ret'), $child + 1));
			print event(4, [$child + 1, $child + 1], i('libc:io'), i('close'), int32(i('fd'), 7), int32(i('ret'), 0));
		}
	},
	mallocs => sub {
		print event(4, 1, i('libc:alloc'), i('malloc'), number(i('size'), 1 << 62), address(i('ret'), $_ * 4096)) for 1 .. $n;
	},
	# Times at the ends of what there is.
	times => sub {
		for (1 .. $n) {
			$ticks = $_ % 2 ? 0x7ffffffffffffff0 : 1;
			print event(4, 1, i('libc:io'), i('open'));
		}
	},
	# Stacks of many addresses.
	stacks => sub {
		my $frames = 450;
		for my $id (1 .. $n) {
			print signs(entry(4, $id, words(1) . "\0" . varint($frames) .
				words(map { 0x400000 + $id * 1000003 + $_ } 1 .. $frames)));
			print event(4, 1, i('libc:io'), i('open'), number(i('@stack'), $id));
		}
	},
	# One stack of many calls.
	onestack => sub {
		print signs(entry(4, 1, words(1) . "\0" . varint(1900) .
			words(map { 0x400000 + $_ } 1 .. 1900)));
		print event(4, 1, i('libc:io'), i('open'), number(i('@stack'), 1)) for 1 .. $n;
	},
	modules => sub {
		print signs(map { entry(5, $_, words(4096 * $_) . name('/usr/lib/x86_64-linux-gnu/libc.so.6') . name('') . words($_) . words(4096)) } 1 .. 40)
			for 1 .. $n / 40;
	},
	enums => sub {
		print signs(type(1, 1, 'int', 4, "\1\0"), type(2, 8, 'int', 4, varint(1)));
		for my $k (0 .. $n / 20) {
			print signs(map { entry(2, 2, words(0, 0) . name('N' . ($k * 20 + $_))) } 1 .. 20);
		}
		print signs(function(1, 'libc:io', 'f', 1, 'x', 2));
		print event(4, 1, i('libc:io'), i('f'), int32(i('x'), 0xffffff)) for 1 .. $n;
	},
	sigs => sub {
		print signs(function($_, 'libc:io', "f$_", 1, map { ("p$_", 1) } 1 .. 60)) for 1 .. $n;
		print event(4, 1, i('libc:io'), i('f'), int32(i('x'), 0xffffff)) for 1 .. $n;
	},
	# A long path, whose descriptor many calls have.
	paths => sub {
		print string(1000, '/' . 'y/' x 15000);
		print event(4, 1, i('libc:io'), i('open'), text(i('pathname'), 1000), int32(i('ret'), 3));
		print event(4, 1, i('libc:io'), i('read'), int32(i('fd'), 3), int32(i('ret'), 0)) for 1 .. $n;
	},
	# Each opens another one of a long path, and they are inherited.
	manypaths => sub {
		print string(1000, '/' . 'y/' x 15000);
		print event(4, 1, i('libc:io'), i('open'), text(i('pathname'), 1000), int32(i('ret'), $_)) for 3 .. $n / 2;
		print event(4, 1, i('libc:proc'), i('fork'), int32(i('ret'), 1000 + $_)),
			event(4, [1000 + $_, 1000 + $_], i('libc:io'), i('read'), int32(i('fd'), 3)) for 1 .. $n / 3;
	},
	# Flags whose names are long.
	flags => sub {
		print signs(type(1, 1, 'int', 4, "\1\0"), type(2, 8, 'int', 4, varint(1)));
		print signs(entry(2, 2, words(1 << $_, 1 << $_) . name('N' x 4000))) for 0 .. 31;
		print signs(function(1, 'libc:io', 'f', 1, 'x', 2));
		print event(4, 1, i('libc:io'), i('f'), int32(i('x'), 0xffffffff)) for 1 .. $n;
	},
	# Long names of processes and threads.
	objects => sub {
		print string(1000, 'y' x 32000);
		print record(7, 1 << 16 | 1000 << 24, words(100)), record(7, 2 << 16 | 1000 << 24, words(100));
		print event(4, 1, i('libc:io'), i('f')) for 1 .. $n;
	},
	# Large values that many calls refer to.
	blobs => sub {
		print string(1000, 'fxtrace:b/1');
		print record(5, 1000 << 16 | 30000 << 32, 'b' x 30000) for 1 .. 4;
		print event(4, 1, i('libc:io'), i('f'), map { koid(i('x'), 1) } 1 .. 15) for 1 .. $n;
	},
	# Calls that overlap in every way.
	overlaps => sub {
		for (1 .. $n) {
			$ticks = 1000 + ($_ * 7919) % 100000;
			print event($_ % 3 == 0 ? 3 : 2, [100, $_ % 7], i('libc:io'), i($_ % 2 ? 'open' : 'read'));
		}
	},
	# Functions of one letter in an order that repeats nowhere.
	shuffled => sub {
		my $state = 7;
		for (1 .. $n) {
			$state = ($state * 1103515245 + 12345) & 0x7fffffff;
			print event(4, 1, i('libc:io'), (map { i($_) } qw(open close read dup2))[$state >> 16 & 3], int32(i('fd'), $state >> 20));
		}
	},
	shuffled2 => sub {
		my $state = 99;
		for (1 .. $n) {
			$state = ($state * 1103515245 + 12345) & 0x7fffffff;
			print event(4, 1, i('libc:io'), (map { i($_) } qw(open close read dup2))[$state >> 16 & 3], int32(i('fd'), $state >> 20));
		}
	},
	notices => sub {
		for (1 .. $n) {
			my $text = 'n' x 100;
			print record(9, length($text) << 16 | 1 << 32, words($ticks++) . padded($text));
		}
	},
	# Why snapshots were made, of as many calls that begin at once.
	causes => sub {
		print string(1000, '@rule'), string(1001, '@begin');
		print string(1002, "\e]0;r\a" . 'r' x 300), string(1003, '@duration');
		for (1 .. $n) {
			$ticks = 1000;
			print event(2, 1, i('libc:io'), i('open'));
			$ticks = 2000;
			print event(0, 1, i('libc:io'), i('open'),
				($_ % 8 ? text(1000, 1002) : number(1000, $_)),
				number(1001, $_ % 4 ? 1002 : $_), number(1003, $_ % 2 ? 50 : -1),
				text(i('pathname'), 1002), koid(i('buf'), $_));
		}
	},
	# Ordinary calls, many of them.
	plain => sub {
		for (1 .. $n) {
			print event(2, 1, i('libc:io'), i('open'), number(i('fd'), $_),
				bytes(i('buf'), 'x' x 40));
			print event(3, 1, i('libc:io'), i('open'), number(i('ret'), $_),
				number(i('errno'), 99));
		}
	},
	filler => sub {
		print words(4000 << 4) . "\0" x (3999 * 8) for 1 .. $n;
	},
);
die "hostile.pl: $kind: no such kind\n" if !$make{$kind};
$make{$kind}->();
