#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Makes an apitrace file from the grammar of its format document. It is of any
# version, with values of all kinds that the version has.
#	mktrace.pl [version=N] [pack=none|snappy|gzip|zstd|brotli] [chunk=BYTES]
#		[literal=BYTES]
#		[part=all|kinds|odd|threads|deep|many|mini|strings|lie|truth]
#		[lie=NAME] >FILE
#	mktrace.pl lie=?	the names of lies
use strict;
use warnings;
no warnings 'portable';
use FindBin ();
require "$FindBin::Bin/lies.pl";

my %is = (version => 6, pack => 'snappy', chunk => 100, literal => 60,
	part => 'all',
	map { split /=/, $_, 2 } @ARGV);
my $version = $is{version};
my (%seen, %ids, $stream);

sub varint {
	my ($n) = @_;
	my $bytes = '';

	while ($n > 127) {
		$bytes .= chr($n & 127 | 128);
		$n >>= 7;
	}
	return $bytes . chr $n;
}

sub text { my ($s) = @_; return varint(length $s) . $s }
sub integer { my ($n) = @_; return $n < 0 ? "\3" . varint(-$n) : "\4" . varint($n) }

# id, and what follows it the first time
sub sig {
	my ($kind, $id, $definition) = @_;

	return varint($id) . ($seen{"$kind $id"}++ ? '' : $definition);
}

sub names { return varint(scalar @_) . join '', map { text($_) } @_ }
sub null { return "\0" }
sub bool { return $_[0] ? "\2" : "\1" }
sub float { return "\5" . pack 'f<', $_[0] }
sub double { return "\6" . pack 'd<', $_[0] }
sub string { return "\7" . text($_[0]) }
sub blob { return "\x08" . text($_[0]) }
sub array { return "\x0b" . varint(scalar @_) . join '', @_ }
sub pointer { return "\x0d" . varint($_[0]) }
sub repr { return "\x0e$_[0]$_[1]" }
sub wide { return "\x0f" . varint(scalar @_) . join '', map { varint($_) } @_ }

my @colors = ([RED => 1], [GREEN => -2], [BLUE => 0x1907]);

# Up to version 2 each constant is an enum of its own.
sub enum {
	my ($n) = @_;

	if ($version < 3) {
		my ($i) = grep { $colors[$_][1] == $n } 0 .. $#colors;
		return "\x09" . sig('enum', $i, text($colors[$i][0]) .
			integer($n));
	}
	return "\x09" . sig('enum', 7, varint(scalar @colors) .
		join '', map { text($_->[0]) . integer($_->[1]) } @colors) .
		integer($n);
}

sub bits {
	return "\x0a" . sig('bits', 0, varint(3) .
		join '', map { text($_->[0]) . varint($_->[1]) }
		[NONE => 0], [ONE => 1], [BIG => 0x4000]) . varint($_[0]);
}

sub struct {
	return "\x0c" . sig('struct', 3, text('point') . names('x', 'y')) .
		join '', @_;
}

my $n_calls = 0;

# enter(thread, name, [params], details...)
sub enter {
	my ($thread, $name, $params, @details) = @_;
	my $id = $ids{$name} //= 4 + keys %ids;

	unshift @details, "\3" . varint($thread) if $version < 4 && $thread;
	$stream .= "\0" . ($version < 4 ? '' : varint($thread)) .
		sig('function', $id, text($name) . names(@$params)) .
		join('', map { ref ? $_->() : $_ } @details) . "\0";
	return $n_calls++;
}

sub leave {
	my ($call, @details) = @_;

	$stream .= "\1" . varint($call) .
		join('', map { ref ? $_->() : $_ } @details) . "\0";
}

sub arg { return "\1" . varint($_[0]) . $_[1] }
sub ret { return "\2$_[0]" }
sub flags { return "\5" . varint($_[0]) }

# A frame: [id, details]
sub stack {
	return "\4" . varint(scalar @_) .
		join '', map { sig('frame', $_->[0], $_->[1] . "\0") } @_;
}

sub call {
	my ($name, $values, @ret) = @_;
	my @params = map { "p$_" } 0 .. $#$values;

	leave(enter(0, $name, \@params, map {
		my $i = $_;
		sub { arg($i, $values->[$i]->()) }
	} 0 .. $#$values), map { my $value = $_; sub { ret($value->()) } } @ret);
}

# Made again each time: what comes first in the file has its signature with it.
sub kinds {
	my @kinds = (
		sub { null() }, sub { bool(0) }, sub { bool(1) },
		sub { integer(-5) }, sub { integer(5) },
		sub { integer(~0) }, sub { float(0.1) }, sub { float(-0.5) },
		sub { double(0.1) }, sub { string("a \"word\"\n") },
		sub { string('') }, sub { string("\xff\xfe") },
		sub { string('long ' x 4000) }, sub { blob("\0\1\2bytes") },
		sub { blob('') }, sub { blob('x' x 100000) }, sub { enum(1) },
		sub { enum(-2) }, sub { bits(0x4001) }, sub { bits(0) },
		sub { bits(0x4003) }, sub { array() },
		sub { array(integer(1), integer(-1)) },
		sub { array(float(0.1), float(0.3)) },
		sub { array(double(0.1)) },
		sub { array(string('a'), null(), string('b')) },
		sub { array(integer(1), float(0.1), enum(-2), double(0.3),
			blob('z'), struct(integer(3), float(0.7))) },
		sub { array(array(integer(1)), array(enum(1), bits(1))) },
		sub { struct(integer(1), float(2.5)) },
		sub { struct(enum(1), blob('q')) },
		sub { struct(struct(integer(1), double(0.1)),
			array(float(0.1))) },
		sub { pointer(0x7fff12345678) });
	push @kinds, sub { enum(99) } if $version >= 3;
	push @kinds, sub { repr(string('human'), blob('machine')) },
		sub { wide(0x41, 0x20ac, 0x1f600) } if $version >= 6;
	return @kinds;
}

sub all {
	my @kinds = kinds();

	call("one$_", [$kinds[$_]], $kinds[$_]) for 0 .. $#kinds;
	# one function with values of every kind, in different orders
	for my $first (0 .. $#kinds) {
		call("mixed$first", [$kinds[$first]]);
		call("mixed$first", [$_], $_) for @kinds;
	}
	call('glMany', [map { my $n = $_; sub { integer($n) } } 1 .. 25],
		sub { integer(0) });
	leave(enter(0, 'memcpy', ['dest', 'src', 'n'],
		$version < 5 ? () : flags(1), arg(0, pointer(64)),
		arg(1, blob('abc')), arg(2, integer(3))));
	leave(enter(0, 'glGenTextures', ['n', 'textures'], arg(0, integer(2))),
		arg(1, array(integer(1), integer(2))));
	if ($version >= 5) {
		my $name = [0, "\1" . text('lib.so') . "\2" . text('f(int)') .
			"\3" . text('f.c') . "\4" . varint(12) . "\5" .
			varint(300)];
		my $plain = [9, "\2" . text('main')];

		leave(enter(0, 'glClear', ['mask'], sub { stack($name, $plain) },
			sub { arg(0, bits(1)) })) for 1, 2;
	}
	enter(0, 'glFinish', []);
}

# Each kind that is short, once.
sub kinds_once {
	my @short = grep { length $_->() < 1000 } kinds();

	%seen = ();
	call('all', \@short, $short[0]);
}

# Names that mean something elsewhere.
sub odd {
	leave(enter(0, 'I::Method(int)', ['this', '', 'ret', 'a.b', "c'", 'd@'],
		map { arg($_, integer($_)) } 0 .. 5), ret(string('x')));
	leave(enter(0, 'open', ['file', 'errno'], arg(0, string('/x'))),
		arg(1, string('ENOENT')), ret(integer(-1)));
	leave(12345);
}

sub threads {
	my $a = enter(0, 'glA', []);
	my $b = enter(5, 'glB', ['x'], arg(0, integer(1)));
	my $c = enter(0, 'glC', []);

	leave($b, ret(integer(1)));
	leave($c);
	leave($a);
	my $outer = enter(1, 'glOuter', []);
	my $inner = enter(1, 'glInner', []);
	leave($outer);
	leave($inner);
	enter(2, 'glNever', ['x'], arg(0, integer(7)));
}

# Of parameters that our tables know and of others, short and long.
sub strings {
	for my $string ('a b', '', "\xff\xfe", 'word ' x 3000, 'word ' x 4000,
		'word ' x 20000) {
		do_call('glObjectLabel', [qw(identifier name length label)], '',
			integer(0x82e0), integer(1), integer(-1), string($string));
		do_call('glStringMarkerGREMEDY', [qw(len string)], '',
			integer(0), string($string));
		do_call('one', ['a'], ret(string($string)), string($string));
	}
}

sub deep { call('glDeep', [sub { "\x0b\1" x 1000 . "\0" }]) }
sub many { call('glMany', [sub { array((integer(1)) x 300000) }]) }

sub do_call {
	my ($name, $params, $ret, @values) = @_;

	$ids{$name} //= 99 + keys %ids; # itself among them
	leave(enter(0, $name, $params,
		map { arg($_, $values[$_]) } 0 .. $#values), $ret);
}

sub context {
	my $do = \&do_call;

	$do->('glXCreateContext', [qw(dpy vis shareList direct)],
		ret(pointer(0x1000)), pointer(1), null(), null(), integer(1));
	$do->('glXMakeCurrent', [qw(dpy drawable ctx)], ret(integer(1)),
		pointer(1), integer(5), pointer(0x1000));
}

# As apitrace has it behind a context's first drawable.
sub first_viewport {
	my ($width, $height) = @_;
	my @sizes = (0, 0, $width, $height);

	$ids{glViewport} //= 99 + keys %ids;
	leave(enter(0, 'glViewport', [qw(x y width height)], flags(1),
		map { arg($_, integer($sizes[$_])) } 0 .. 3));
}

sub contexts {
	for my $context (@_) {
		do_call('glXCreateContext', [qw(dpy vis shareList direct)],
			ret(pointer($context)), pointer(1), null(), null(),
			integer(1));
	}
}

sub make_current {
	my ($drawable, $context) = @_;

	do_call('glXMakeCurrent', [qw(dpy drawable ctx)], ret(integer(1)),
		pointer(1), integer($drawable), pointer($context));
}

# Two contexts take turns in one window, whose size is said once for each.
sub turns {
	contexts(0x1000, 0x2000);
	for my $context (0x1000, 0x2000) {
		make_current(5, $context);
		first_viewport(40, 30);
		do_call('glGetError', [], ret(integer(0)));
	}
	make_current(5, 0x1000);
	do_call('glClearColor', [qw(red green blue alpha)], '',
		map { float($_) } 0, 1, 0, 1);
	do_call('glClear', ['mask'], '', integer(0x4000));
	do_call('glXSwapBuffers', [qw(dpy drawable)], '', pointer(1),
		integer(5));
}

# A drawable as large as can be, or too large.
sub largest {
	my $side = $is{side};

	contexts(0x1000);
	do_call('glXCreatePbuffer', [qw(dpy config attribList)],
		ret(integer(6)), pointer(1), pointer(2),
		array(map { integer($_) } 0x8041, $side, 0x8040, $side, 0x801c,
			1, 0));
	make_current(5, 0x1000);
	first_viewport(40, 30);
	do_call('glClear', ['mask'], '', integer(0x4000));
	make_current(6, 0x1000);
	do_call('glClear', ['mask'], '', integer(0x4000));
	make_current(5, 0x1000);
	do_call('glClear', ['mask'], '', integer(0x4000));
	do_call('glXSwapBuffers', [qw(dpy drawable)], '', pointer(1),
		integer(5));
}

# A shader that there is not, and an address that apitrace did not follow.
sub textless {
	contexts(0x1000);
	make_current(5, 0x1000);
	first_viewport(40, 30);
	do_call('glShaderSource', [qw(shader count string length)], '',
		integer(99), integer($_), pointer(0x7f1234567890), null())
		for 0, 1, -1, 2;
	do_call('glClear', ['mask'], '', integer(0x4000));
	do_call('glXSwapBuffers', [qw(dpy drawable)], '', pointer(1),
		integer(5));
}

# A picture of one colour, with no more than that takes.
sub mini {
	my $blend = "\x09" . varint(7);
	my $do = \&do_call;

	context();
	$do->('glViewport', [qw(x y width height)], '', integer(0),
		integer(0), integer(32), integer(24));
	$do->('glClearColor', [qw(red green blue alpha)], '',
		map { float($_) } 1, 0.5, 0, 1);
	$do->('glClear', ['mask'], '', "\x0a" . varint(0) . varint(2) .
		text('GL_COLOR_BUFFER_BIT') . varint(0x4000) .
		text('GL_DEPTH_BUFFER_BIT') . varint(0x100) . varint(0x4000));
	$do->('glEnable', ['cap'], '', $blend . varint(1) .
		text('GL_BLEND') . integer(0xbe2) . integer(0xbe2));
	$do->('glEnable', ['cap'], '', $blend . integer(0xbe2));
	$do->('glXSwapBuffers', [qw(dpy drawable)], '', pointer(1),
		integer(5));
}

# What is no value of a parameter is of the call's end.
sub tell {
	my ($name, $params, @values) = @_;
	my ($end) = grep { ref } @values;

	do_call($name, $params, $end ? $end->() : '', grep { !ref } @values);
}

sub told {
	context();
	do_call('glViewport', [qw(x y width height)], '', integer(0),
		integer(0), integer(32), integer(24));
	return truths(\&tell) if $is{part} eq 'truth';
	my %lies = lies(\&tell);
	die "lie=$is{lie}" if !$lies{$is{lie}};
	$lies{$is{lie}}->();
}

if (($is{lie} // '') eq '?') {
	my %lies = lies(sub { });

	print map { "$_\n" } sort keys %lies;
	exit;
}
my %properties = $is{part} eq 'mini' ?
	('process.name' => '/usr/bin/mini', 'fxtrace.note' => 'hello') :
	('process.name' => '/usr/bin/made', 'process.commandLine' => 'a b',
	'made.by' => 'a "test"', 'made.why' => '');
$stream = varint($version);
$stream .= varint($version) . join('', map { text($_) . text($properties{$_}) }
	reverse sort keys %properties) . text('') if $version >= 6;
my %parts = (all => \&all, kinds => \&kinds_once, odd => \&odd,
	threads => \&threads, deep => \&deep, many => \&many,
	mini => \&mini, turns => \&turns, largest => \&largest,
	textless => \&textless, strings => \&strings,
	lie => \&told, truth => \&told);
$parts{$is{part}}->();

# Literals only, in chunks.
sub snappy {
	my $packed = 'at';

	for (my $at = 0; $at < length $stream; $at += $is{chunk}) {
		my $raw = substr $stream, $at, $is{chunk};
		my $chunk = varint(length $raw);

		for (my $i = 0; $i < length $raw; $i += $is{literal}) {
			my $piece = substr $raw, $i, $is{literal};
			my $n = length($piece) - 1;
			$chunk .= ($n < 60 ? chr($n << 2) :
				chr(61 << 2) . pack 'v', $n) . $piece;
		}
		$packed .= pack('V', length $chunk) . $chunk;
	}
	return $packed;
}

binmode STDOUT;
if ($is{pack} eq 'snappy') {
	print snappy();
} elsif ($is{pack} eq 'none') {
	print $stream;
} else {
	open my $out, '|-', $is{pack}, '-c' or die;
	binmode $out;
	print $out $stream;
	close $out or die;
}
