# SPDX-License-Identifier: MIT
# Calls of OpenGL whose values contradict one another: less memory than the call
# reads. Required by mktrace.pl, whose values they are made of. Each has a
# name, and ends with the call that must not be made.
use strict;
use warnings;
use constant { ARRAY => 0x8892, ELEMENTS => 0x8893, UNPACK => 0x88ec,
	TRIANGLES => 4, UBYTE => 0x1401, USHORT => 0x1403, UINT => 0x1405,
	FLOAT => 0x1406, RGBA => 0x1908, IMAGE => 0xde1, RESTART => 0x8f9d, STREAM => 0x88e0 };

sub integers { return array(map { integer($_) } @_) }
sub floats { return array(map { float($_) } @_) }

sub image {
	my ($do, $width, $height, $pixels) = @_;

	$do->('glTexImage2D', [qw(target level internalformat width height
		border format type pixels)], map({ integer($_) } IMAGE, 0, RGBA,
		$width, $height, 0, RGBA, UBYTE), $pixels);
}

# One vertex takes 8 bytes.
sub vertices {
	my ($do, $n) = @_;

	$do->('glEnableClientState', ['array'], integer(0x8074));
	$do->('glVertexPointer', [qw(size type stride pointer)],
		map({ integer($_) } 2, FLOAT, 0), blob("\0" x (8 * $n)));
}

sub buffer {
	my ($do, $target, $n_bytes, $data) = @_;

	$do->('glBindBuffer', [qw(target buffer)], integer($target),
		integer(7));
	$do->('glBufferData', [qw(target size data usage)], integer($target),
		integer($n_bytes), $data, integer(STREAM));
}

sub elements {
	my ($do, $n, $indices) = @_;

	$do->('glDrawElements', [qw(mode count type indices)],
		map({ integer($_) } TRIANGLES, $n, USHORT), $indices);
}

sub source {
	my ($do, $n, $strings, $lengths) = @_;

	$do->('glShaderSource', [qw(shader count string length)], integer(1),
		integer($n), $strings, $lengths);
}

sub lies {
	my ($do) = @_;

	return (
	names => sub { $do->('glGenTextures', [qw(n textures)], integer(1000),
		sub { arg(1, integers(1, 2)) }) },
	deleted => sub { $do->('glDeleteTextures', [qw(n textures)],
		integer(1000), integers(1, 2)) },
	texts => sub { source($do, 5, array(string('a'), string('b')), null()) },
	length => sub { source($do, 1, array(string('ab')), integers(1000)) },
	lengths => sub { source($do, 2, array(string('ab'), string('c')),
		integers(2)) },
	'no-text' => sub { source($do, 1, array(null()), null()) },
	'text-number' => sub { source($do, 1, integers(0x41414141), null()) },
	'text-address' => sub { source($do, 1, array(pointer(0x41414141)),
		null()) },
	image => sub { image($do, 64, 64, blob('x' x 16)) },
	'image-rows' => sub {
		$do->('glPixelStorei', [qw(pname param)], integer(0xcf2),
			integer(1000));
		image($do, 4, 4, blob('x' x 64));
	},
	'image-address' => sub { image($do, 4, 4, pointer(0x41414141)) },
	'image-values' => sub { image($do, 4, 4, integers(1 .. 3)) },
	buffer => sub { buffer($do, ARRAY, 1000000, blob('xxxx')) },
	'buffer-huge' => sub { buffer($do, ARRAY, 1 << 40, blob('xxxx')) },
	'image-huge' => sub { image($do, 1 << 30, 1 << 30, blob('x' x 16)) },
	'image-text' => sub { image($do, 64, 64, string('x')) },
	'names-huge' => sub { $do->('glGenTextures', [qw(n textures)],
		integer(0x7fffffff), sub { arg(1, integers(1, 2)) }) },
	'texts-memory' => sub { source($do, 2, blob('ab'), null()) },
	'uniform-text' => sub { $do->('glUniform4fv', [qw(location count value)],
		integer(0), integer(100), string('many')) },
	restart => sub {
		vertices($do, 3);
		$do->('glPrimitiveRestartIndex', ['index'], integer(1000000));
		$do->('glBegin', ['mode'], integer(TRIANGLES));
		$do->('glArrayElement', ['i'], integer(1000000));
	},
	uniform => sub { $do->('glUniform4fv', [qw(location count value)],
		integer(0), integer(100), floats(1)) },
	light => sub { $do->('glLightfv', [qw(light pname params)],
		integer(0x4000), integer(0x1203), floats(1)) },
	vertex => sub { $do->('glVertex4fv', ['v'], floats(1, 2)) },
	indices => sub { vertices($do, 3); elements($do, 1000, blob('xx')) },
	index => sub {
		vertices($do, 3);
		elements($do, 3, blob(pack 'v3', 0, 1, 65535));
	},
	'index-buffer' => sub {
		vertices($do, 3);
		buffer($do, ELEMENTS, 6, blob(pack 'v3', 0, 1, 9999));
		elements($do, 3, null());
	},
	'index-both' => sub {
		vertices($do, 3);
		buffer($do, ELEMENTS, 6, blob(pack 'v3', 0, 1, 2));
		elements($do, 3, pointer(0x41414141));
	},
	arrays => sub {
		vertices($do, 3);
		$do->('glDrawArrays', [qw(mode first count)],
			map { integer($_) } TRIANGLES, 1, 3);
	},
	instances => sub {
		vertices($do, 3);
		$do->('glDrawArraysInstanced', [qw(mode first count
			instancecount)], map { integer($_) } TRIANGLES, 0, 4, 2);
	},
	commands => sub {
		vertices($do, 3);
		$do->('glDrawArraysIndirect', [qw(mode indirect)],
			integer(TRIANGLES), blob(pack 'V4', 4, 1, 0, 0));
	},
	command => sub {
		vertices($do, 3);
		$do->('glDrawArraysIndirect', [qw(mode indirect)],
			integer(TRIANGLES), blob('xxxx'));
	},
	'many-arrays' => sub {
		vertices($do, 3);
		$do->('glMultiDrawArrays', [qw(mode first count drawcount)],
			integer(TRIANGLES), integers(0, 0), integers(3, 4),
			integer(2));
	},
	'many-counts' => sub {
		vertices($do, 3);
		$do->('glMultiDrawArrays', [qw(mode first count drawcount)],
			integer(TRIANGLES), integers(0, 0), integers(3),
			integer(2));
	},
	'many-indices' => sub {
		vertices($do, 3);
		$do->('glMultiDrawElements', [qw(mode count type indices
			drawcount)], integer(TRIANGLES), integers(3, 3),
			integer(USHORT), array(blob("\0" x 6), blob("\0" x 4)),
			integer(2));
	},
	'array-address' => sub {
		$do->('glEnableClientState', ['array'], integer(0x8074));
		$do->('glVertexPointer', [qw(size type stride pointer)],
			map({ integer($_) } 4, FLOAT, 0x7ffffff0),
			pointer(0x41414141));
		$do->('glDrawArrays', [qw(mode first count)],
			map { integer($_) } TRIANGLES, 1000, 3);
	},
	element => sub {
		vertices($do, 3);
		$do->('glBegin', ['mode'], integer(TRIANGLES));
		$do->('glArrayElement', ['i'], integer(3));
	},
	lists => sub { $do->('glCallLists', [qw(n type lists)], integer(1000),
		integer(UINT), blob('xxxx')) },
	bitmap => sub { $do->('glBitmap', [qw(width height xorig yorig xmove
		ymove bitmap)], integer(64), integer(64), map({ float(0) } 1 .. 4),
		blob('xx')) },
	points => sub { $do->('glMap1f', [qw(target u1 u2 stride order points)],
		integer(0xd97), float(0), float(1), integer(3), integer(4),
		floats(1 .. 3)) },
	program => sub { $do->('glProgramStringARB', [qw(target format len
		string)], integer(0x8620), integer(0x8875), integer(1000),
		string('!!ARBvp1.0')) },
	label => sub { $do->('glObjectLabel', [qw(identifier name length
		label)], integer(0x1702), integer(1), integer(1000),
		string('a')) },
	copy => sub { $do->('memcpy', [qw(dest src n)], pointer(0x41414141),
		blob('abc'), integer(3)) },
	'copy-far' => sub {
		buffer($do, ARRAY, 64, null());
		$do->('glMapBufferRange', [qw(target offset length access)],
			map({ integer($_) } ARRAY, 0, 64, 2),
			sub { ret(pointer(0x1000)) });
		$do->('memcpy', [qw(dest src n)], pointer(0x1000 + 60),
			blob('x' x 8), integer(8));
	},
	kind => sub { $do->('glColor4fv', ['v'], string('text')) },
	);
}

# The same calls with all of their memory.
sub truths {
	my ($do) = @_;
	my $draw = sub { map { integer($_) } TRIANGLES, @_ };

	$do->('glGenTextures', [qw(n textures)], integer(2),
		sub { arg(1, integers(1, 2)) });
	$do->('glBindTexture', [qw(target texture)], integer(IMAGE), integer(2));
	image($do, 4, 4, blob('x' x 64));
	# nothing is read there
	image($do, 0, 0, pointer(0x41414141));
	$do->('glDeleteTextures', [qw(n textures)], integer(2), integers(1, 2));
	$do->('glCreateShader', ['type'], integer(0x8b31),
		sub { ret(integer(1)) });
	source($do, 2, array(string('void main'), string('() {}')), null());
	source($do, 2, array(string('void'), string(' main() {}')),
		integers(4, -1));
	# GL_EXTENSIONS of Mesa 26 has more than 8 KiB
	for my $n (10, 9000, 15000) {
		$do->('glGetString', ['name'], integer(0x1f03),
			sub { ret(string('GL_long ' x ($n / 8))) });
		source($do, 1, array(string('//' . 'x' x $n)), null());
	}
	$do->('glUniform4fv', [qw(location count value)], integer(-1),
		integer(2), floats(1 .. 8));
	$do->('glLightfv', [qw(light pname params)], integer(0x4000),
		integer(0x1203), floats(1 .. 4));
	vertices($do, 3);
	$do->('glDrawArrays', [qw(mode first count)], $draw->(0, 3));
	elements($do, 3, blob(pack 'v3', 0, 1, 2));
	$do->('glMultiDrawArrays', [qw(mode first count drawcount)],
		$draw->(), integers(0, 0), integers(3, 3), integer(2));
	$do->('glMultiDrawElements', [qw(mode count type indices drawcount)],
		$draw->(), integers(3, 2), integer(USHORT),
		array(blob(pack 'v3', 0, 1, 2), blob(pack 'v2', 2, 1)),
		integer(2));
	$do->('glDrawArraysIndirect', [qw(mode indirect)], $draw->(),
		blob(pack 'V4', 3, 1, 0, 0));
	$do->('glBegin', ['mode'], $draw->());
	$do->('glArrayElement', ['i'], integer(2));
	$do->('glEnd', []);
	# that index begins a new strip
	$do->('glEnable', ['cap'], integer(RESTART));
	$do->('glPrimitiveRestartIndex', ['index'], integer(1000000));
	$do->('glBegin', ['mode'], $draw->());
	$do->('glArrayElement', ['i'], integer($_)) for 2, 1000000, 1;
	$do->('glEnd', []);
	$do->('glDisable', ['cap'], integer(RESTART));
	$do->('glCallLists', [qw(n type lists)], integer(2), integer(UINT),
		blob(pack 'V2', 1, 2));
	$do->('glBitmap', [qw(width height xorig yorig xmove ymove bitmap)],
		integer(8), integer(2), map({ float(0) } 1 .. 4), blob('x' x 8));
	$do->('glMap1f', [qw(target u1 u2 stride order points)],
		integer(0xd97), float(0), float(1), integer(3), integer(4),
		floats(1 .. 12));
	buffer($do, ARRAY, 64, blob('x' x 64));
	$do->('glMapBufferRange', [qw(target offset length access)],
		map({ integer($_) } ARRAY, 0, 64, 2),
		sub { ret(pointer(0x1000)) });
	$do->('memcpy', [qw(dest src n)], pointer(0x1000 + 56), blob('x' x 8),
		integer(8));
	$do->('glUnmapBuffer', ['target'], integer(ARRAY),
		sub { ret(integer(1)) });
	buffer($do, ELEMENTS, 6, blob(pack 'v3', 0, 1, 2));
	elements($do, 3, null());
}

1;
