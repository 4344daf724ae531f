# SPDX-License-Identifier: MIT
# A recording that no program made, for pages of `fxtrace inspect`: 40 frames, of
# which 3 and 4 are in detail. Rectangles are drawn into known pixels.
package inspect_scene;
use strict;
use warnings;
use inspect_pages;
use JSON::PP;

our ($WIDTH, $HEIGHT) = (100, 70);
my $rgba = inspect_pages::form('RGBA', 'u8', normalized => 1);
my $float = inspect_pages::form('RGBA', 'f32');
my $depth = inspect_pages::form('D', 'f32');

my %kinds = (draw => 1, work => 2, query => 4, error => 8, skipped => 16);

# {page, about, calls, draws, pictures: [[bytes after draw i] of attachment]}
sub make {
	my $self = bless { page => inspect_pages->new, rows => [], draws => [],
		functions => [], of => {}, number => 1000,
		pictures => [[], [], []],
		now => [pack('C4', 1, 2, 3, 255) x ($WIDTH * $HEIGHT),
			pack('f<', 1) x ($WIDTH * $HEIGHT), float_picture()] };
	my $page = $self->{page};
	$page->attachment($rgba, $WIDTH, $HEIGHT);
	$page->attachment($depth, $WIDTH, $HEIGHT);
	$page->attachment($float, 8, 8);
	$self->contents;
	$self->{frame} = 3;
	$page->put($_, 0, $self->{now}[$_]) for 0 .. 2;
	$self->frame3;
	$self->{frame} = 4;
	$self->frame4;
	return $self->parts;
}

# NaN, infinities, large, small and negative numbers.
sub float_picture {
	my @numbers = map { pack 'f<4', $_ / 64, 1 - $_ / 64, 0.1, 1 } 0 .. 63;
	$numbers[0] = pack 'V4', 0x7fc00000, 0x7f800000, 0xff800000, 0x3f800000;
	$numbers[9] = pack 'f<4', 1e10, -0.5, 1.17549435e-38, 2;
	return join '', @numbers;
}

sub contents {
	my ($self) = @_;
	my $page = $self->{page};
	my $wood = join '', map { pack 'C3', $_ * 4, 255 - $_ * 4, $_ % 7 * 30 }
		0 .. 63;
	$self->{wood} = $page->content(inspect_pages::form('RGB', 'u8',
		normalized => 1, srgb => 1), 8, 8, 1, $wood);
	$self->{small} = $page->content(inspect_pages::form('RGB', 'u8',
		normalized => 1), 4, 4, 1, substr $wood, 0, 48);
	$self->{deep} = $page->content(inspect_pages::form('R', 'u16',
		normalized => 1), 4, 2, 3, pack 'v*', map { $_ * 2000 } 0 .. 23);
	$self->{face} = $page->content($rgba, 2, 2, 1, pack 'C*', 0 .. 15);
	$self->{thumbnail} = $page->content(inspect_pages::form('RGB', 'u8',
		normalized => 1), 100, 70, 1, join '', map { my $y = $_;
		map { pack 'C3', $_ * 2, $y * 3, 128 } 0 .. 99 } 0 .. 69);
}

sub call {
	my ($self, $name, $text, %more) = @_;
	$self->{of}{$name} //= push(@{ $self->{functions} }, $name) - 1;
	push @{ $self->{rows} }, { number => $self->{number}, fn =>
		$self->{of}{$name}, text => $text, kinds => $more{kinds} // 0,
		draw => $more{draw} // -1, frame => $self->{frame} };
	$self->{number} += $more{step} // 1;
	return $#{ $self->{rows} };
}

# A draw whose rectangle of an attachment gets these bytes in each pixel.
sub draw {
	my ($self, $name, $text, %what) = @_;
	my $i = @{ $self->{draws} };
	my $row = $self->call($name, $text, kinds => $kinds{draw} |
		($what{errors} ? $kinds{error} : 0), draw => $i);
	push @{ $self->{draws} }, { call => $row, frame => $self->{frame},
		attachments => $what{target} // 0, textures => $what{textures} // 0,
		$what{errors} ? (errors => $what{errors}) : () };
	for my $change (@{ $what{changes} // [] }) {
		my ($number, $x, $y, $w, $h, $pixel) = @$change;
		my $width = $number == 2 ? 8 : $WIDTH;
		for my $at (map { ($y + $_) * $width + $x } 0 .. $h - 1) {
			substr($self->{now}[$number], $at * length $pixel,
				$w * length $pixel) = $pixel x $w;
		}
		$self->{page}->put($number, 2 * $i + 1, $self->{now}[$number]);
	}
	push @{ $self->{pictures}[$_] }, $self->{now}[$_] for 0 .. 2;
	$self->{page}->state($self->{values} = { %{ $self->{values} // {} },
		%{ $what{state} // {} } });
	return $i;
}

sub frame3 {
	my ($self) = @_;
	$self->call('glGetString', '(name=GL_VERSION)', kinds => $kinds{query});
	$self->draw('glClear', '(mask=GL_COLOR_BUFFER_BIT|GL_DEPTH_BUFFER_BIT)',
		changes => [[0, 0, 0, $WIDTH, $HEIGHT, pack 'C4', 10, 20, 30, 0],
			[1, 0, 0, $WIDTH, $HEIGHT, pack 'f<', 1]],
		state => first_state());
	$self->call('glPushDebugGroup', '(source=GL_DEBUG_SOURCE_APPLICATION, '
		. 'id=1, length=-1, message="Shadows <b>")');
	$self->call('glTexImage2D', '(target=GL_TEXTURE_2D, level=0)',
		kinds => $kinds{work});
	$self->draw('glDrawArrays', '(mode=GL_TRIANGLES, first=0, count=3)',
		changes => [[0, 5, 60, 70, 8, pack 'C4', 200, 100, 50, 128],
			[1, 5, 60, 70, 8, pack 'f<', 0.1]], textures => 1,
		state => { 'enabled.GL_BLEND' => 'GL_TRUE',
			'program.uniforms.mvp.value' => '[1,2,3,4,5,6]' });
	$self->call('glPushDebugGroup', '(source=GL_DEBUG_SOURCE_APPLICATION, '
		. 'id=2, length=-1, message="inner")');
	$self->draw('glDrawElements', '(mode=GL_TRIANGLES, count=6)',
		changes => [[0, 8, 62, 4, 4, pack 'C4', 0, 255, 0, 255]],
		textures => 2, state => { 'values.GL_LINE_WIDTH' => '2' });
	$self->call('glPopDebugGroup', '()');
	$self->call('glPopDebugGroup', '()');
	$self->draw('glDrawArrays', '(mode=GL_POINTS, first=0, count=0)',
		errors => ['GL_INVALID_OPERATION'], target => 1);
	$self->call('glXSwapBuffers', '(drawable=0x3)', step => 5);
}

sub frame4 {
	my ($self) = @_;
	$self->{page}->put(0, 8, $self->{now}[0] = pack('C4', 9, 9, 9, 9)
		x ($WIDTH * $HEIGHT));
	$self->call('glBindFramebuffer', '(target=GL_FRAMEBUFFER, framebuffer=2)');
	$self->draw('glClear', '(mask=GL_COLOR_BUFFER_BIT)', target => 2,
		state => { 'enabled.GL_BLEND' => 'GL_FALSE' });
	$self->draw('glRectf', '(x1=0, y1=0, x2=1, y2=1)', target => 2,
		changes => [[2, 3, 3, 2, 2, pack 'f<4', 0.25, -0.0, 3.5, 1]]);
	$self->call('glBindFramebuffer', '(target=GL_FRAMEBUFFER, framebuffer=0)');
	$self->call('glWaitSync', '(sync=0x1)', kinds => $kinds{skipped});
	$self->draw('glDrawArrays', '(mode=GL_TRIANGLES, first=0, count=3)',
		changes => [[0, 8, 60, 3, 3, pack 'C4', 1, 1, 1, 255]],
		textures => 2);
	$self->call('glXSwapBuffers', '(drawable=0x3)');
}

sub first_state {
	return { 'values.GL_LINE_WIDTH' => '1', 'values.GL_VENDOR' => 'fx',
		'enabled.GL_BLEND' => 'GL_FALSE', 'enabled.GL_DEPTH_TEST' => 'GL_TRUE',
		'textures[0].GL_TEXTURE_2D.name' => '7',
		'program.shaders[0].GL_SHADER_TYPE' => 'GL_VERTEX_SHADER',
		'program.shaders[0].info_log' => 'a warning <u>',
		'program.shaders[0].source' =>
			"#version 330\nuniform mat2 mvp;\nvoid main() { /* <b> */ }\n",
		'program.shaders[1].source' => "#version 330\nout vec4 c;",
		'program.uniforms.mvp.name' => 'mvp',
		'program.uniforms.mvp.type' => 'GL_FLOAT_MAT2x3',
		'program.uniforms.mvp.value' => '[1,2,3,-4,5,0.5]',
		'program.uniforms.lights[0].color.type' => 'GL_FLOAT_VEC3',
		'program.uniforms.lights[0].color.value' => '[0.5,1,1]' };
}

sub texture_sets {
	my ($self) = @_;
	my $wood = { unit => 0, target => 'GL_TEXTURE_2D', name => 7,
		label => 'wood <i>', images => [
			{ level => 0, face => 0, content => $self->{wood},
				writes => 1002, writers => [[1005, 'glTexSubImage2D'],
					[1001, 'glClear', 1], [7, 'glTexImage2D']] },
			{ level => 1, face => 0, content => $self->{small} },
			{ level => 2, face => 0, why => 'incomplete: 5x5 next to 4x4' }] };
	my $deep = { unit => 3, target => 'GL_TEXTURE_3D', name => 9, images => [
		{ level => 0, face => 0, content => $self->{deep} }] };
	my $cube = { unit => 1, target => 'GL_TEXTURE_CUBE_MAP', name => 8,
		images => [map { { level => 0, face => $_,
			content => $self->{face} } } 0 .. 5] };
	return [[], [$wood], [$wood, $cube, $deep]];
}

sub attachment_sets {
	return [
		[{ name => 'color 0', attachment => 0 },
			{ name => 'depth', attachment => 1 },
			{ name => 'stencil', why => 'this driver cannot read it' }],
		[{ name => 'color 0', attachment => 0 }],
		[{ name => 'color 0', attachment => 2 }]];
}

sub frames {
	my ($self) = @_;
	my @frames = map { { frame => $_, first => 900 + $_ * 30, calls => 12,
		draws => 4, ms => 16 + $_ / 10, errors => 0,
		detail => JSON::PP::false, thumbnail => $self->{thumbnail} } } 0 .. 39;
	$frames[$_]{detail} = JSON::PP::true for 3, 4;
	$frames[3]{errors} = 1;
	$frames[17]{ms} = 250;
	$frames[6]{thumbnail} = undef;
	return \@frames;
}

sub parts {
	my ($self) = @_;
	my @rows = @{ $self->{rows} };
	my $column = sub { my ($key) = @_; return [map { $_->{$key} } @rows] };
	return { page => $self->{page}, pictures => $self->{pictures},
		about => { version => 1, writer => 'fxtrace 0.1.0',
			title => 'gears <b>.fxt', notes => ['One <i>note</i>.'],
			context => { api => 'OpenGL', version => '4.5',
				renderer => 'llvmpipe', vendor => 'Mesa' },
			recorded => { renderer => 'GTX', version => '4.6' },
			frames => $self->frames },
		calls => { functions => $self->{functions},
			numbers => $column->('number'), function => $column->('fn'),
			texts => $column->('text'), kinds => $column->('kinds'),
			draws => $column->('draw'), frames => $column->('frame') },
		draws => { draws => $self->{draws},
			attachmentSets => attachment_sets(),
			textureSets => $self->texture_sets } };
}

# One frame of n calls, every tenth of them a draw.
sub large {
	my ($n) = @_;
	my $page = inspect_pages->new;
	my $size = 256;
	my $picture = pack('C4', 0, 0, 0, 255) x ($size * $size);
	my (@draws, @of);
	$page->attachment($rgba, $size, $size);
	$page->put(0, 0, $picture);
	for my $row (0 .. $n - 1) {
		push @of, $row % 10 == 9 ? scalar @draws : -1;
		next unless $row % 10 == 9;
		push @draws, { call => $row, frame => 1, attachments => 0,
			textures => 0 };
	}
	for (my $i = 0; $i < @draws; $i += 97) {
		substr($picture, $i * 16 % length $picture, 4) = pack 'C4',
			$i & 255, $i >> 8, 1, 255;
		$page->put(0, 2 * $i + 1, $picture);
	}
	return { page => $page, about => { version => 1, title => 'large.fxt',
		writer => 'fxtrace', context => {}, frames => [{ frame => 1,
			first => 0, calls => $n, draws => scalar @draws, ms => 1,
			errors => 0, detail => JSON::PP::true }] },
		calls => { functions => ['glUniform4f', 'glDrawArrays'],
			numbers => [0 .. $n - 1],
			function => [map { $_ >= 0 ? 1 : 0 } @of],
			texts => [map { "(location=$_)" } 0 .. $n - 1],
			kinds => [map { $_ >= 0 ? 1 : 0 } @of], draws => \@of,
			frames => [(1) x $n] },
		draws => { draws => \@draws, attachmentSets => [[{ name =>
			'color 0', attachment => 0 }]], textureSets => [[]] } };
}

1;
