#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Archives of the Fuchsia trace format as others write them, on standard output:
# mkfxt.pl fuchsia|magic|go|ocaml. Made word by word, from the format's document
# and from what is known of each writer; nothing of ours is used.
use strict;
use warnings;
no warnings 'portable'; # numbers of 64 bits

my %arg_types = (null => 0, i32 => 1, u32 => 2, i64 => 3, u64 => 4,
	double => 5, string => 6, pointer => 7, koid => 8, bool => 9,
	blob => 10);
my %event_types = (instant => 0, counter => 1, begin => 2, end => 3,
	complete => 4, async_begin => 5, async_instant => 6, async_end => 7,
	flow_begin => 8, flow_step => 9, flow_end => 10);

sub words { pack 'Q<*', @_ }
sub padded { $_[0] . "\0" x (-length($_[0]) % 8) }

# A record of this type, with the upper bits of its first word.
sub record {
	my ($type, $bits, $body) = @_;
	words($type | (1 + length($body) / 8) << 4 | $bits) . $body;
}

# A large one: its size has 32 bits.
sub large {
	my ($format, $body) = @_;
	words(15 | (1 + length($body) / 8) << 4 | $format << 40) . $body;
}

# A reference and its inline text: a number is one of the table.
sub text {
	my ($text) = @_;
	return ($text, '') if $text =~ /^\d+$/;
	$text eq '' ? (0, '') : (0x8000 | length $text, padded($text));
}

# [KIND, NAME, VALUE]
sub arg {
	my ($kind, $name, $value) = @{$_[0]};
	my ($ref, $body) = text($name);
	my $upper = 0;
	if ($kind eq 'string') {
		($upper, my $more) = text($value);
		$body .= $more;
	} elsif ($kind eq 'blob') {
		$upper = length $value;
		$body .= padded($value);
	} elsif ($kind eq 'double') {
		$body .= pack 'd<', $value;
	} elsif ($kind eq 'i64') {
		$body .= pack 'q<', $value;
	} elsif ($kind =~ /32|bool/) {
		$upper = $value & 0xffffffff;
	} elsif ($kind ne 'null') {
		$body .= words($value);
	}
	words($arg_types{$kind} | (1 + length($body) / 8) << 4 | $ref << 16 |
		$upper << 32) . $body;
}

sub args { join '', map { arg($_) } @{$_[0]} }

# Number of the table, or [PROCESS, THREAD]
sub thread_of { ref $_[0] ? (0, words(@{$_[0]})) : ($_[0], '') }

# event KIND, TICKS, THREAD, CATEGORY, NAME, [ARGUMENTS], WORDS...
sub event {
	my ($kind, $ticks, $thread, $category, $name, $args, @more) = @_;
	my ($thread_ref, $inline) = thread_of($thread);
	my ($category_ref, $category_text) = text($category);
	my ($name_ref, $name_text) = text($name);
	$args ||= [];
	record(4, $event_types{$kind} << 16 | @$args << 20 |
		$thread_ref << 24 | $category_ref << 32 | $name_ref << 48,
		words($ticks) . $inline . $category_text . $name_text .
		args($args) . words(@more));
}

sub magic { words(0x0016547846040010) }
sub provider {
	my ($id, $name) = @_;
	record(0, 1 << 16 | $id << 20 | length($name) << 52, padded($name));
}
sub section { record(0, 2 << 16 | $_[0] << 20, '') }
sub provider_event { record(0, 3 << 16 | $_[0] << 20 | $_[1] << 52, '') }
sub rate { record(1, 0, words(@_)) }
sub string {
	my ($index, $text) = @_;
	record(2, $index << 16 | length($text) << 32, padded($text));
}
sub thread { record(3, $_[0] << 16, words(@_[1, 2])) }
sub blob {
	my ($type, $name, $bytes) = @_;
	my ($ref, $body) = text($name);
	record(5, $ref << 16 | length($bytes) << 32 | $type << 48,
		$body . padded($bytes));
}
sub object {
	my ($thread, $pointer, $name, $args) = @_;
	my ($thread_ref, $inline) = thread_of($thread);
	my ($ref, $body) = text($name);
	$inline = words($thread->[0]) if ref $thread;
	record(6, $thread_ref << 16 | $ref << 24 | @$args << 40,
		words($pointer) . $inline . $body . args($args));
}
sub named {
	my ($type, $koid, $name, $args) = @_;
	my ($ref, $body) = text($name);
	$args ||= [];
	record(7, $type << 16 | $ref << 24 | @$args << 40,
		words($koid) . $body . args($args));
}
sub log_of {
	my ($ticks, $thread, $message) = @_;
	my ($thread_ref, $inline) = thread_of($thread);
	record(9, length($message) << 16 | $thread_ref << 32,
		words($ticks) . $inline . padded($message));
}

# Of Fuchsia's manager. Each provider is recorded once, a section comes before
# each part of one, and numbers of one provider are not those of another.
sub fuchsia {
	my @all = ([null => 'none'], [i32 => 'i', -5], [u32 => 'u', 4000000000],
		[i64 => 'l', -5000000000], [u64 => 'ul', 18446744073709551615],
		[double => 'd', 0.5], [string => 's', 'text'],
		[string => 'indexed', 3], [pointer => 'p', 0xdead0000beef],
		[koid => 'k', 1000], [bool => 'yes', 1], [bool => 'no', 0],
		[blob => 'b', "\0\1\2\3\4\5\6\7\x{8}\x{9}\x{a}"]);
	my @flow = (7);
	return magic, provider(1, 'ktrace_provider'), section(1),
		rate(24000000), named(1, 0, 'kernel'),
		# switches: the old ones with threads of the table or inline
		thread(1, 1000, 1001), thread(2, 1000, 1002),
		record(8, 1 << 16 | 3 << 24 | 1 << 28 | 2 << 36 | 5 << 44 |
			6 << 52, words(2400)),
		record(8, 2 << 16 | 1 << 24 | 0 << 28 | 2 << 36,
			words(2500, 0, 77)),
		record(8, 2 << 16 | 300 << 20 | 2 << 36 | 1 << 60,
			words(2600, 1002, 1001) .
			args([[i32 => 'incoming_weight', 10],
				[i32 => 'outgoing_weight', -1]])),
		record(8, 1 << 16 | 301 << 20 | 2 << 60, words(2700, 1002) .
			args([[i32 => 'weight', 3]])),
		# profiles: a module, a mapping, a stack
		record(10, 0 << 16 | 1 << 20 | 4 << 44, words(2710, 1) .
			padded('libc') . padded('id')),
		record(10, 1 << 16 | 1 << 20, words(2720, 4096, 8192, 0)),
		record(10, 2 << 16 | 2 << 20 | 2 << 28, words(2730, 0x40, 0x80)),
		record(12, 0, words(0, 0)),
		provider(2, 'app'), section(2), rate(1000000000),
		string(1, 'process'), string(2, 'category'), string(3, 'old'),
		named(2, 1001, 'main', [[koid => 1, 1000]]),
		named(1, 1000, "app\xff\xfe"), thread(1, 1000, 1001),
		event(begin => 200000, 1, 2, 'all', \@all),
		event(end => 200100, 1, 2, 'all', [[i32 => 'ret', 1]]),
		event(instant => 200110, 1, 2, 3, [], 2),
		event(counter => 200120, 1, 2, 'count', [[u64 => 'n', 9]], 5),
		event(async_begin => 200130, 1, 2, 'async', [], 6),
		event(async_instant => 200140, 1, 2, 'async', [], 6),
		event(async_end => 200150, 1, 2, 'async', [], 6),
		event(complete => 200160, 1, '', 'whole', [], 200200),
		event(flow_begin => 200165, 1, 2, 'flow', [], @flow),
		event(flow_step => 200170, 1, 2, 'flow', [], @flow),
		event(flow_end => 200175, 1, 2, 'flow', [], @flow),
		blob(1, 'data', 'some bytes'), blob(2, 'branches', "\1" x 8),
		blob(3, 'perfetto', "\2" x 3),
		object(1, 0x1234, 'object', [[string => 'about', 'it']]),
		log_of(200210, 1, 'a message'),
		large(0, words((0x8000 | 3) | (0x8000 | 5) << 16 | 1 << 32 |
			1 << 36) . padded('cat') . padded('event') .
			words(200220) . args([[i32 => 'x', 1]]) .
			words(40000) . 'e' x 40000),
		large(1, words((0x8000 | 3) | (0x8000 | 4) << 16) .
			padded('cat') . padded('file') . words(200001) .
			padded('f' x 200001)),
		section(1), event(complete => 2740, 2, 'irq', 'handler', [], 2764),
		# the same numbers, for something else
		section(2), rate(1000000000), string(3, 'new'),
		thread(1, 1000, 1 << 63 | 5), provider_event(2, 0),
		event(complete => 200300, 1, 2, 3, [[string => 's', 3]], 200310);
}

# Of Jane Street's library, as magic-trace uses it. It has provider 0, a rate
# with the time at which it began, and names and threads in places that are
# reused.
sub magic_trace {
	my $base = 5000000000;
	return magic, provider(0, 'jane_tracing'), section(0),
		string(1, 'process'), rate(2000000000, $base, 1600000000 * 10**9),
		string(120, 'a.out'), named(1, 77, 120),
		string(120, 'main'), named(2, 78, 120, [[koid => 1, 77]]),
		thread(1, 77, 78), string(121, 'address'),
		string(122, 'symbol'), string(20, 'outer'),
		event(begin => $base + 10, 1, 0, 20, [[pointer => 121, 0x401000],
			[string => 122, 20]]),
		string(20, 'inner'),
		event(begin => $base + 20, 1, 0, 20, [[i64 => 121, -1]]),
		# an end may be of the same time as what follows
		event(end => $base + 40, 1, 0, 20),
		event(instant => $base + 40, 1, 0, 'decode error'),
		string(20, 'outer'), event(end => $base + 60, 1, 0, 20),
		event(end => $base + 62, 1, 0, 'begun before'),
		named(2, 79, 'other', [[koid => 1, 77]]), thread(1, 77, 79),
		event(complete => $base + 70, 1, 0, 'whole',
			[[double => 'f', 0.25], [bool => 'b', 1]], $base + 80),
		event(begin => $base + 90, 1, 0, 'open');
}

# Of the fxt module for Go. It need not record a provider. Every text is of the
# table, where an index may get another one later. Instants have no scope.
sub go {
	return magic, rate(1000), string(1, 'Process'), named(1, 3, 1),
		string(2, 'Thread'), string(3, 'process'),
		named(2, 45, 2, [[koid => 3, 3]]), string(4, 'Foo'),
		string(5, 'Root'), thread(1, 3, 45), string(6, 'int_arg'),
		string(7, 'negative'), string(8, 'value'), string(9, 'nil'),
		event(instant => 100, 1, 4, 5, [[null => 9], [i32 => 7, -3],
			[string => 6, 8], [bool => 8, 1]]),
		event(begin => 200, 1, 4, 5),
		string(5, 'Inner'), event(complete => 300, 1, 4, 5, [], 500),
		# a mistake of the program: its end is before its beginning
		event(complete => 1500, 1, 4, 'back', [[u64 => 6, 1]], 800),
		string(5, 'Root'), event(end => 900, 1, 4, 5),
		event(counter => 950, 1, 4, 5, [[double => 8, 1.5]], 555),
		blob(1, 5, 'testing123'), object([3], 67890, 5, [[i32 => 6, 111]]),
		record(8, 1 << 16 | 3 << 20 | 2 << 36 | 1 << 60, words(450, 45, 87) .
			args([[i32 => 6, 2]])),
		record(8, 3 << 20 | 2 << 60, words(500, 45));
}

# Of ocaml-trace: no table of strings, no categories, threads inline or not.
sub ocaml {
	return magic, rate(1000000000), thread(1, 500, 500),
		named(1, 500, 'prog'), named(2, 501, 't2', [[koid => 'process', 500]]),
		event(begin => 100, 1, '', 'span', [[null => 'unit'],
			[i32 => 'i', -2], [i64 => 'big', 1 << 40],
			[double => 'f', 1.25], [string => 's', "caf\xc3\xa9"],
			[string => 'empty', ''], [bool => 'b', 1]]),
		event(instant => 150, [500, 501], '', 'message'),
		event(async_begin => 160, [500, 501], '', 'fiber', [], 3),
		event(async_end => 180, 1, '', 'fiber', [], 3),
		event(end => 200, 1, '', 'span'),
		event(complete => 210, [500, 501], '', 'x' x 20, [], 211);
}

my %writers = (fuchsia => \&fuchsia, magic => \&magic_trace, go => \&go,
	ocaml => \&ocaml);
binmode STDOUT;
print $writers{$ARGV[0]}->();
