# SPDX-License-Identifier: MIT
# What a user does with a page of `fxtrace inspect`, in a browser: see
# inspect_page.t, which names a folder for pages, and the page without data.
use strict;
use warnings;
use utf8;
use Test::More tests => 158;
use browser;
use inspect_scene;
use Compress::Zlib qw(crc32 uncompress);
use JSON::PP;
use MIME::Base64;

binmode $_, ':utf8' for Test::More->builder->output,
	Test::More->builder->failure_output;
my ($folder, $template) = @ARGV;
my ($ENTER, $ESCAPE, $LEFT, $UP, $RIGHT, $DOWN) = ("\x{E007}", "\x{E00C}",
	"\x{E012}", "\x{E013}", "\x{E014}", "\x{E015}");
my ($W, $H) = ($inspect_scene::WIDTH, $inspect_scene::HEIGHT);
my $page;
my $scene = inspect_scene::make();
my %parts = map { $_ => $scene->{$_} } qw(about calls draws);

sub js { return $page->js(@_) }
sub text_of { return js('return document.querySelector(arguments[0])
	?.textContent ?? "(none)"', $_[0]) }
sub texts_of { return join '|', @{ js('return [...document.querySelectorAll(
	arguments[0])].map((e) => e.textContent)', $_[0]) } }
sub shown { js('return inspect.shown'); $page->settle }

# Shows what was clicked, or what a key led to.
sub click_on { $page->click_on($_[0]); shown() }
sub press { $page->keys($_[0]); shown() }

sub write_page {
	my ($name, $made, %more) = @_;
	$made->{page}->write_page($template, "$folder/$name.html", %parts, %more);
}

sub load {
	my ($name, $address) = @_;
	js('location = "about:blank"'); # or it is the same page still
	$page->open_page("$folder/$name.html" . ($address // ''));
	$page->wait_for('document.body.dataset.ready || document.body.className
		=== "broken"');
	$page->settle;
}

# Goes to an address of the page that is open.
sub visit {
	# without a change there is no event
	js('return new Promise((done) => {
		addEventListener("hashchange", () => setTimeout(done), { once: true });
		location.hash = arguments[0];
		setTimeout(done, 2000); })', $_[0]);
	shown();
}

sub reload {
	js('delete document.body.dataset.ready; location.reload()');
	$page->wait_for('document.body.dataset.ready');
	$page->settle;
}

# The picture on the canvas of the tab, pixel by pixel, as bytes of red, green
# and blue, lowest row first.
sub canvas {
	my $text = js('const v = inspect.tab.viewer, { width, height } = v.raster;
		v.one();
		v.draw();
		const { data } = v.context.getImageData(v.x, v.y, width, height);
		let text = "";
		for (let y = height - 1; y >= 0; y--)
			for (let x = 0; x < width; x++)
				for (let k = 0; k < 3; k++)
					text += String.fromCharCode(
						data[(y * width + x) * 4 + k]);
		return btoa(text)');
	return decode_base64($text);
}

# Without alpha.
sub rgb { return join '', map { substr $_, 0, 3 } unpack '(a4)*', $_[0] }

# Where a pixel is, large enough for a pointer.
sub place_of {
	js('inspect.tab.viewer.whole(); inspect.tab.viewer.draw()');
	return js('return inspect.tab.viewer.placeOf(...arguments)', @_);
}

sub hover_pixel {
	my ($x, $y) = @_;
	my $place = place_of($x, $y);
	$page->hover($place->{x}, $place->{y});
	return text_of('.panel:not([hidden]) .status');
}

sub click_pixel {
	my ($x, $y) = @_;
	my $place = place_of($x, $y);
	$page->click($place->{x}, $place->{y});
	shown();
	js('return inspect.tabs[0].history.update()');
}

sub selected { return text_of('#calls .row.selected .number') }

# What a button gives to the user, as bytes.
sub saved {
	my ($selector) = @_;
	js('window.saved = null; const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => (window.saved = blob, make(blob));
		document.addEventListener("click", (e) =>
			e.target.download && e.preventDefault(), true);
		HTMLAnchorElement.prototype.click = () => {};');
	$page->click_on($selector);
	$page->wait_for('window.saved');
	return decode_base64(js('return window.saved.arrayBuffer().then((b) =>
		btoa(String.fromCharCode(...new Uint8Array(b))))'));
}

# {width, height, bits, kind, rows} of a PNG without filters; dies if it is wrong.
sub decode_png {
	my ($png) = @_;
	my ($at, $packed, %head) = (8, '');
	die "no PNG\n" unless substr($png, 0, 8) eq "\x89PNG\r\n\x1a\n";
	while ($at < length $png) {
		my ($size, $type) = unpack 'Na4', substr $png, $at, 8;
		my $body = substr $png, $at + 8, $size;
		die "sum of $type\n" unless crc32($type . $body) ==
			unpack 'N', substr $png, $at + 8 + $size, 4;
		@head{qw(width height bits kind)} = unpack 'NNCC', $body
			if $type eq 'IHDR';
		$packed .= $body if $type eq 'IDAT';
		$at += $size + 12;
	}
	my $bytes = uncompress($packed);
	my $row = length($bytes) / $head{height};
	$head{rows} = [map { substr $bytes, $_ * $row + 1, $row - 1 }
		0 .. $head{height} - 1];
	return \%head;
}

sub quiet {
	my $text = join "\n", grep { !/favicon/ } split /\n/, $page->log_of;
	is($text, '', $_[0]);
}

sub test_strip {
	load('small');
	is(text_of('#title'), 'gears <b>.fxt', 'the header has the title as text');
	like(text_of('#summary'), qr/40 frames, 2 in detail .* llvmpipe/,
		'it says how much there is, and the driver');
	is(text_of('#warnings'), 'Pictures are of llvmpipe, 4.5. The recording ' .
		'was of GTX, 4.6: they may differ.One <i>note</i>.',
		'it warns of another driver, and has the notes');
	my $shown = js('return document.querySelectorAll(".frame").length');
	ok($shown > 5 && $shown < 20, 'the strip shows frames in sight only')
		or print "# $shown\n";
	is(text_of('.frame[aria-selected="true"] b'), 'frame 3',
		'the first frame in detail is chosen');
	is(js('const c = document.querySelector(".frame canvas");
		const d = c.getContext("2d").getImageData(c.width - 1, 0, 1, 1).data;
		return d[0] > 190 && d[1] > 200 && d[2] === 128'), 1,
		'a thumbnail has the pixels of its content');
	is(text_of('#frame-6 .thumbnail'), 'no picture',
		'a frame without a thumbnail says so');
	is(js('document.getElementById("strip").scrollLeft = 1e6;
		return new Promise((done) => setTimeout(() => done([
		!!document.getElementById("frame-39"),
		!!document.getElementById("frame-0")].join()), 100))'),
		'true,false', 'its end is a scroll away');
	is(js('return inspect.data.about.frames.filter((f) => f.isSlowest)
		.map((f) => f.frame).join()'), '17', 'the slowest frame is marked');
	js('document.getElementById("strip").focus()');
	press($RIGHT);
	is(text_of('.frame[aria-selected="true"] b') . ' ' . selected(),
		'frame 4 1020', 'an arrow chooses the next frame, at its last draw');
	press($RIGHT);
	like(text_of('#no-calls'), qr/Frame 5 is not .* inspect -f 5 gears/,
		'a frame without detail says what gives it');
	is(text_of('.panel:not([hidden]) .reason'), text_of('#no-calls'),
		'and so does the place of its picture');
}

sub test_calls {
	visit('#call=1000');
	is(texts_of('#calls .row .function'), join('|', qw(glGetString glClear),
		'Shadows <b>', qw(glTexImage2D glDrawArrays inner glDrawElements
		glPopDebugGroup glPopDebugGroup glDrawArrays glXSwapBuffers)),
		'the calls of a frame are a tree with the names of groups');
	is(texts_of('#calls .badge.draw'), 'draw 0|draw 1|draw 2|draw 3',
		'draws are marked');
	click_on('#calls .row:nth-child(3) .twist');
	is(js('return document.querySelectorAll("#calls .row").length'), 5,
		'a group can be closed');
	press('nn');
	is(selected(), '1004', 'n leads to the next draw, into a closed group');
	press('n');
	is(selected(), '1006', 'and to the next');
	press('p');
	is(selected(), '1004', 'p leads back');
	press($UP);
	is(selected(), '1003', 'up is the previous call');
	press("$DOWN$DOWN");
	is(selected(), '1005', 'down the next one');
	js('document.activeElement.blur()');
	press($LEFT);
	is(js('return [inspect.list.list.length,
		inspect.list.starts.get(inspect.row).isOpen].join()'), '11,true',
		'an arrow elsewhere than in the list closes nothing');
	js('document.getElementById("calls").focus()');
	press($LEFT);
	is(js('return inspect.list.list.length'), 9, 'in the list it closes a group');
	press($RIGHT);
	is(js('return inspect.list.list.length'), 11, 'and opens it');
	press('/tex');
	is(texts_of('#calls .row .function'), 'glTexImage2D',
		'/ and a word leave the calls that have it');
	press($ENTER);
	is(selected(), '1003', 'Enter chooses the first of them');
	press($ESCAPE);
	is(js('return inspect.list.list.length'), 11, 'Escape shows all again');
	for (['draws', 4], ['work', 1], ['errors', 1], ['skipped', 0]) {
		js('const w = document.getElementById("which");
			w.value = arguments[0]; w.dispatchEvent(new Event("change"))',
			$_->[0]);
		is(js('return inspect.list.list.length'), $_->[1],
			"the filter \"$_->[0]\" leaves those calls");
	}
	js('const w = document.getElementById("which"); w.value = "all";
		w.dispatchEvent(new Event("change"))');
	press($ESCAPE);
	visit('#call=1020');
	is(texts_of('#calls .row.group .function'), 'target 2: color 0 (8 × 8)|' .
		'target 0: color 0, depth, stencil (100 × 70)',
		'a frame without groups is a tree of targets');
	is(texts_of('#calls .row.skipped .function'), 'glWaitSync',
		'a call that was not made is marked');
}

sub test_output {
	visit('#call=1000');
	click_on('#calls .row:nth-child(5)');
	is(canvas(), rgb($scene->{pictures}[0][1]),
		'a click on a draw shows its picture, as its bytes are');
	is(js('return inspect.tab.viewer.context.getContextAttributes().alpha'), 0,
		'on a canvas without alpha');
	click_on('[data-mode="before"]');
	is(canvas(), rgb($scene->{pictures}[0][0]), 'and the picture before it');
	press('n');
	is(canvas(), rgb($scene->{pictures}[0][1]),
		'the next draw is shown the same way');
	click_on('[data-mode="changed"]');
	my $changed = canvas();
	like(unpack('H*', substr $changed, (62 * $W + 8) * 3, 3),
		qr/^(ff|d.|e.)[0-7].[a-f]/, 'changed pixels are highlighted');
	my $other = substr $changed, (61 * $W + 8) * 3, 3;
	ok(scalar($other =~ /^(.)\1\1$/s), 'and others are gray');
	like(text_of('#panel-output .where'), qr/^16 of 7,000 pixels changed/,
		'their number is there');
	click_on('[data-mode="difference"]');
	js('const g = inspect.tab.gain; g.value = 1;
		g.dispatchEvent(new Event("change"))');
	shown();
	is(unpack('H*', substr canvas(), (62 * $W + 8) * 3, 3),
		unpack('H*', pack 'C3', 200, 155, 50),
		'the difference is that of the numbers');
	js('const g = inspect.tab.gain; g.value = 2;
		g.dispatchEvent(new Event("change"))');
	shown();
	is(unpack('H*', substr canvas(), (62 * $W + 8) * 3, 3),
		unpack('H*', pack 'C3', 255, 255, 100), 'times the gain');
	click_on('[data-mode="after"]');
	visit('#call=1000');
	like(text_of('#panel-output .where'), qr/^Before draw 0, the first/,
		'a call before the first draw shows the picture before that');
	is(canvas(), "\1\2\3" x ($W * $H), 'which is the frame\'s start');
	visit('#call=1008');
	like(text_of('#panel-output .where'), qr/^After draw 2, the last/,
		'another call shows the picture of the draw before it');
}

sub test_values {
	visit('#call=1004');
	is(hover_pixel(5, 60), 'x 5  y 60  R 200 (0.7843)  G 100 (0.3922)  ' .
		'B 50 (0.1961)  A 128 (0.502)', 'the pointer shows bytes');
	is(hover_pixel(4, 60), 'x 4  y 60  R 10 (0.03922)  G 20 (0.07843)  ' .
		'B 30 (0.1176)  A 0 (0)', 'of exactly that pixel');
	visit('#call=1004&attachment=depth');
	is(hover_pixel(74, 67), 'x 74  y 67  D 0.100000001 (0x3dcccccd, ' .
		'1677722 of 24 bits)', 'depth has nine digits and its bits');
	my $depth = canvas();
	is(join(',', map { unpack 'C', substr $depth, $_ * 3, 1 } 0,
		60 * $W + 5), '255,0', 'depth is shown in its own range');
	visit('#call=1017&attachment=color+0');
	is(hover_pixel(0, 0), 'x 0  y 0  R NaN  G Infinity  B -Infinity  A 1',
		'what is no number is there as it is');
	is(hover_pixel(1, 1), 'x 1  y 1  R 10000000000  G -0.5  B 1.17549435e-38  A 2',
		'floats have nine digits');
	is(hover_pixel(3, 3), 'x 3  y 3  R 0.25  G -0  B 3.5  A 1',
		'and the sign of zero');
	is(unpack('H*', substr canvas(), 0, 3), 'ff00ff', 'NaN has its own color');
	like(js('return inspect.tab.viewer.bar.histogram.title'),
		qr/^From -0.5 to 10000000000, .*1 NaN, 2 infinite/,
		'the histogram says the range, and how many are none');
	$page->click_on('#panel-output .range button:nth-of-type(1)');
	is(js('return inspect.tab.viewer.range.hi'), 1e10, 'Fit takes that range');
	$page->click_on('#panel-output .range button:nth-of-type(2)');
	$page->click_on('#panel-output .range button:nth-of-type(3)');
	is(unpack('H*', substr canvas(), 9 * 3, 3) eq 'ff4000' ||
		unpack('H*', substr canvas(), 9 * 3, 3) eq '0060ff' ? 1 : 0, 1,
		'Mark shows what is outside');
	$page->click_on('#panel-output .range button:nth-of-type(3)');
	visit('#call=1004&attachment=color+0');
	js('inspect.tab.viewer.bar.setChannels("A")');
	is(unpack('H*', substr canvas(), (60 * $W + 5) * 3, 3), '808080',
		'alpha alone is gray');
	js('inspect.tab.viewer.bar.setChannels("RA")');
	ok(unpack('C', substr canvas(), (60 * $W + 5) * 3, 1) > 100,
		'with others it is a checker');
	js('inspect.tab.viewer.bar.setChannels("RGB")');
}

sub test_zoom {
	visit('#call=1004&attachment=color+0');
	js('inspect.tab.viewer.whole()');
	$page->settle;
	my $whole = js('return inspect.tab.viewer.zoom');
	my $place = js('return inspect.tab.viewer.placeOf(10, 61)');
	$page->wheel($place->{x}, $place->{y}, -100);
	ok(js('return inspect.tab.viewer.zoom') > $whole, 'the wheel zooms');
	like(text_of('#panel-output .status'), qr/x 10  y 61|RGBA/,
		'and leaves the pixel below the pointer');
	my $zoom = js('return inspect.tab.viewer.zoom');
	press('n');
	is(js('return inspect.tab.viewer.zoom'), $zoom,
		'the next draw leaves the zoom as it is');
	$place = place_of(50, 35);
	$page->drag($place->{x}, $place->{y}, $place->{x} + 40, $place->{y} + 20);
	my $moved = js('return inspect.tab.viewer.placeOf(50, 35)');
	is(($moved->{x} - $place->{x}) . ' ' . ($moved->{y} - $place->{y}), '40 20',
		'a drag moves the picture, and chooses no pixel');
	is(js('return inspect.tab.history.pixel'), undef, 'so no list opens');
	press('1');
	is(js('return inspect.tab.viewer.zoom'), 1, '1 is pixel by pixel');
	press('0');
	is(js('return inspect.tab.viewer.zoom'), $whole, '0 is the whole');
	press('f');
	is(substr(canvas(), 0, 3), pack('C3', 10, 20, 30), 'f flips the picture');
	like(hover_pixel(5, 60), qr/R 200/, 'and a pixel keeps its number');
	press('f');
	js('inspect.tab.viewer.setCursor(null);
		inspect.tab.viewer.stage.focus()');
	press("$RIGHT$RIGHT$UP");
	$page->hover(5, 5);
	like(text_of('#panel-output .status'), qr/^x 51  y 36  R 10/,
		'arrows move the chosen pixel and show its numbers');
	press($ENTER);
	js('return inspect.tabs[0].history.update()');
	is(text_of('aside h2'), 'Pixel 51, 36', 'Enter lists its draws');
	click_on('aside button');
}

sub test_history {
	visit('#call=1009&attachment=color+0');
	click_pixel(9, 62);
	is(texts_of('.history a'), 'before draw 0|draw 0|draw 1|draw 2|' .
		'before draw 4|draw 6', 'a pixel lists exactly the draws that ' .
		'changed it');
	is(texts_of('.history .change'), join('|',
		'1, 2, 3, 255',
		values_of([1, 2, 3, 255], [10, 20, 30, 0]),
		values_of([10, 20, 30, 0], [200, 100, 50, 128]),
		values_of([200, 100, 50, 128], [0, 255, 0, 255]),
		values_of([0, 255, 0, 255], [9, 9, 9, 9]),
		values_of([9, 9, 9, 9], [1, 1, 1, 255])),
		'with the numbers before and after each');
	click_on('.history li:nth-child(3) a');
	is(selected(), '1004', 'a click on one leads to its call');
	is(text_of('.history .here a'), 'draw 1', 'where it is marked');
	is(js('return inspect.tab.viewer.cursor.x'), 9, 'the pixel stays chosen');
	click_pixel(99, 0);
	is(texts_of('.history a'), 'before draw 0|draw 0|before draw 4',
		'another pixel has others');
	click_on('aside button');
	is(js('return document.querySelector("aside").hidden'), 1,
		'the list can be closed');
}

sub values_of {
	return join ' → ', map { join ', ', @$_ } @_;
}

sub test_textures {
	visit('#call=1001&tab=textures');
	is(text_of('#panel-textures .reason'), 'This draw uses no texture.',
		'a draw without textures says so');
	visit('#call=1006&tab=textures');
	is(texts_of('.textures button span:last-child'), 'unit 0 2Dwood <i>|' .
		'unit 1 CUBE_MAPtexture 8|unit 3 3Dtexture 9',
		'textures are there by unit, with their labels');
	is(text_of('#panel-textures .where'), '2D 7 · 8 × 8 · RGB 8-bit unsigned ' .
		'normalized, sRGB · 192 bytes · content 0',
		'with size, form and bytes');
	my $wood = $scene->{page}{contents}[0]{bytes};
	is(canvas(), $wood, 'the picture is as its bytes are');
	like(hover_pixel(1, 0), qr/R 4 .*sRGB, as stored/, 'numbers are as stored');
	is(texts_of('.users:not(.writers) a'), 'draw 1|draw 2|draw 6',
		'the draws that use the same content are there');
	is(text_of('.writers'), 'last written by call 1005, glTexSubImage2D, ' .
		'before that by drawing of call 1001, glClear, before that by ' .
		'call 7, glTexImage2D, and 999 times before',
		'so are the calls that wrote it');
	is(texts_of('.writers a'), 'call 1005, glTexSubImage2D|' .
		'drawing of call 1001, glClear', 'those that the page has are links');
	choose('level', 1);
	is(text_of('.writers'), 'no recorded call is known to have written this',
		'or it says that none is known');
	is(canvas(), substr($wood, 0, 48), 'a level can be chosen');
	choose('level', 2);
	is(text_of('#panel-textures .reason'), 'incomplete: 5x5 next to 4x4',
		'a missing picture has its reason in its place');
	click_on('.textures button:nth-child(3)');
	choose('layer', 2);
	is(hover_pixel(0, 0), 'x 0  y 0  R 32000 (0.488289)',
		'a layer of a 3D texture has its numbers');
	click_on('.textures button:nth-child(2)');
	choose('face', 3);
	is(js('const s = inspect.tab.selects.face;
		return s.selectedOptions[0].textContent'), "face \x{2212}Y",
		'a face of a cube has its name');
	like(hover_pixel(1, 1), qr/R 12 /, 'and its numbers');
	visit('#call=1020&tab=textures&texture=3:3D');
	is(js('return inspect.tab.viewer.raster.width'), 4,
		'another draw shows the same unit');
	click_on('.users:not(.writers) a:nth-of-type(1)');
	is(selected() . ' ' . js('return inspect.tab.name'), '1006 textures',
		'a link leads to the other draw, in the same tab');
	visit('#call=1006&tab=textures');
	click_on('.writers a:nth-of-type(1)');
	is(selected(), 1005, 'and one to the call that wrote the texture');
}

sub choose {
	my ($name, $value) = @_;
	js('const s = inspect.tab.selects[arguments[0]]; s.value = arguments[1];
		s.dispatchEvent(new Event("change"))', $name, $value);
	shown();
	$page->settle;
}

sub test_shaders {
	visit('#call=1004&tab=shaders');
	is(texts_of('.source'), "#version 330\nuniform mat2 mvp;\nvoid main() " .
		"{ /* <b> */ }\n|#version 330\nout vec4 c;\n",
		'sources are there as text');
	is(js('return document.querySelectorAll(".source .line").length'), 5,
		'line by line');
	is(texts_of('.uniforms th'), 'lights[0].color|mvp', 'uniforms have names');
	is(texts_of('.uniforms td'), 'GL_FLOAT_VEC3|[0.5,1,1]|' .
		"GL_FLOAT_MAT2x3|1  4\n2  5\n3  6",
		'types and values, matrices in their shape');
	is(text_of('.log'), 'a warning <u>', 'the log of a shader is there');
	like(text_of('#panel-shaders section:nth-child(2) .bar'),
		qr/shaders\[0\]GL_VERTEX_SHADER · 3 lines/, 'and its type');
}

sub test_state {
	visit('#call=1004&tab=state');
	is(texts_of('.state-rows .group'), 'enabled|program|textures[0]|' .
		'values', 'state is in groups');
	like(text_of('#panel-state .where'), qr/^12 values · draw 1$/,
		'all of it but the sources');
	compare('previous');
	is(texts_of('.state-rows [data-path]'), join('|', 'enabled.GL_BLENDGL_FALSE'
		. 'GL_TRUE', 'program.uniforms.mvp.value[1,2,3,-4,5,0.5][1,2,3,4,5,6]'),
		'or what differs from the previous draw');
	compare('draw', 6);
	is(texts_of('.state-rows [data-path]'), join('|', 'enabled.GL_BLENDGL_FALSE'
		. 'GL_TRUE', 'values.GL_LINE_WIDTH21'), 'from any draw');
	visit('#call=1017&tab=state&against=frame');
	is(text_of('#panel-state .where'), '2 differ · draw 5 against draw 1',
		'from the same draw one frame ago') or print text_of('.state-rows');
	js('const q = inspect.tab.query; q.value = "line";
		q.dispatchEvent(new Event("input"))');
	is(texts_of('.state-rows [data-path]'), 'values.GL_LINE_WIDTH12',
		'a search leaves what has the text');
	click_on('.state-rows [data-path]');
	is(text_of('.full'), "values.GL_LINE_WIDTH\nbefore: 1\nafter:  2",
		'a click shows all of a value');
	compare('none');
}

sub compare {
	my ($against, $with) = @_;
	js('const t = inspect.tab; t.against.value = arguments[0];
		t.number.value = arguments[1];
		t.against.dispatchEvent(new Event("change"))', $against, $with // 0);
	shown();
	$page->settle;
}

sub test_call {
	visit('#call=1009&tab=call');
	is(text_of('#panel-call h2') . text_of('#panel-call pre'),
		'glDrawArrays(mode=GL_POINTS, first=0, count=0)',
		'a call is there in full');
	is(text_of('#panel-call dd.failed'), 'GL_INVALID_OPERATION',
		'with its errors');
	visit('#call=1003&tab=call');
	is(texts_of('#panel-call a'), 'draw 0|draw 1', 'and the draws around it');
	js('document.activeElement.blur()');
	press('s');
	is(js('return inspect.tab.name'), 'state', 'a letter opens a tab');
	js('document.getElementById("tab-state").focus()');
	press($LEFT);
	is(js('return inspect.tab.name + document.activeElement.id'),
		'shaderstab-shaders', 'arrows go from tab to tab');
}

sub test_address {
	visit('#call=1009&attachment=color+0&tab=output');
	click_pixel(9, 62);
	click_on('[data-mode="before"]');
	select undef, undef, undef, 0.4;
	my $address = js('return location.hash');
	like($address, qr/^#call=1009&tab=output&/, 'the address has the call');
	like($address, qr/mode=before.*x=9&y=62/, 'and what is chosen there');
	reload();
	is(join('|', selected(), texts_of('.history a'), js('return inspect.tab.mode'), js('return location.hash')), '1009|before draw ' .
		"0|draw 0|draw 1|draw 2|before draw 4|draw 6|before|$address",
		'a reload shows the same');
	click_on('aside button');
	js('history.replaceState(null, "", "#tab=nothing&call=x&x=-1&mode=<b>")');
	reload();
	is(selected() . text_of('.frame[aria-selected="true"] b'), '1009frame 3',
		'a wrong address shows the first frame in detail');
	press('?');
	like(text_of('#keys'), qr/next and previous draw/, '? shows the keys');
	is(js('return document.getElementById("keys").open'), 1, 'in a dialog');
	press($ESCAPE);
}

sub test_export {
	visit('#call=1006&tab=output');
	my $button = '#panel-output [aria-label*="exactly"]';
	my $raw = '#panel-output [aria-label="The bytes of this picture"]';
	my $png = decode_png(saved($button));
	is("@$png{qw(width height bits kind)}", "$W $H 8 6",
		'PNG of RGBA8 has 8 bits and alpha');
	is(join('', reverse @{ $png->{rows} }), $scene->{pictures}[0][2],
		'its pixels are the bytes, with alpha');
	is(js('return createImageBitmap(window.saved).then((b) =>
		b.width + " " + b.height)'), "$W $H", 'a decoder reads it');
	is(unpack('H*', saved($raw)), unpack('H*', $scene->{pictures}[0][2]),
		'raw bytes are the same');
	visit('#call=1006&tab=output&attachment=depth');
	is(js('return document.querySelector(arguments[0]).disabled', $button), 1,
		'floats have no PNG');
	is(saved($raw), $scene->{pictures}[1][2], 'but raw bytes');
	visit('#call=1006&tab=textures&texture=3:3D&layer=1');
	$png = decode_png(saved($button =~ s/output/textures/r));
	is("@$png{qw(width height bits kind)}", '4 2 16 0', 'R16 has 16 bits');
	is(unpack('H*', join '', reverse @{ $png->{rows} }), unpack('H*',
		pack 'n*', map { $_ * 2000 } 8 .. 15), 'and its numbers');
}

sub test_missing {
	visit('#call=1001&tab=output&attachment=stencil');
	is(text_of('#panel-output .reason'), 'this driver cannot read it',
		'an attachment without a picture has its reason in its place');
	is(js('return inspect.tab.viewer.canvas.hidden'), 1, 'instead of a canvas');
	press('n');
	is(text_of('#panel-output [data-name][aria-pressed="true"]'), 'stencil',
		'the next draw keeps the attachment');
	click_on('[data-name="depth"]');
	is(js('return inspect.tab.viewer.canvas.hidden'), 0, 'others are shown');
}

# Pictures that take a while: the slower one may be the older one.
sub test_slow {
	visit('#call=1001&tab=output&attachment=color+0');
	is(js('const { tiles } = inspect.data, v = inspect.tab.viewer;
		const { picture } = tiles, waits = [300, 50];
		tiles.picture = async (...what) => {
			await new Promise((done) => setTimeout(done, waits.shift() ?? 0));
			return picture.apply(tiles, what);
		};
		const old = v.raster;
		inspect.stepDraw(1);
		return new Promise((done) => setTimeout(() => done([v.canvas.hidden,
			v.raster === old].join()), 30))'), 'false,true',
		'the old picture stays until the next one is there');
	js('inspect.stepDraw(1); return new Promise((done) =>
		setTimeout(done, 500))');
	is(canvas(), rgb($scene->{pictures}[0][2]),
		'a late picture does not take the place of a newer one');
	js('delete inspect.data.tiles.picture');
}

sub test_fault {
	write_page('fault', $scene, about => { %{ $scene->{about} },
		fault => 'at call 7: <the driver> is gone', recorded => undef,
		notes => [] });
	load('fault');
	is(text_of('#warnings'), 'The replay ended early: at call 7: ' .
		'<the driver> is gone', 'a replay that ended early is said so');
	write_page('empty', { page => inspect_pages->new }, about => { version => 1,
		title => 'empty', frames => [] }, draws => { draws => [],
		attachmentSets => [], textureSets => [] }, calls => { functions => [],
		map { $_ => [] } qw(numbers function texts kinds draws frames) });
	load('empty');
	is(text_of('#no-calls') . text_of('#panel-output .reason'),
		'There are no frames.' x 2, 'a page without frames says so');
}

# Pages of which something is wrong, and where that is said.
sub test_damage {
	my %wrong = (calls => ['#no-calls', qr/damaged: calls/],
		draws => ['#panel-output .reason', qr/damaged: draws/],
		contents => ['#frame-3 .thumbnail', qr/damaged: contents/],
		tiles => ['#panel-output .reason', qr/damaged: tiles/],
		states => ['#panel-state .reason', qr/damaged: states/]);
	for my $name (sort keys %wrong) {
		write_page('wrong', $scene, $name => $name eq 'calls' ||
			$name eq 'draws' ? '{"functions":[' : '[]');
		damage_file($name) if $name =~ /^(contents|tiles|states)$/;
		load('wrong', $name eq 'states' ? '#call=1006&tab=state' : '');
		my ($where, $what) = @{ $wrong{$name} };
		like(text_of($where), $what, "damaged $name are said in their place");
	}
	write_page('wrong', $scene, about => '[]');
	load('wrong');
	like(text_of('#loading'), qr/cannot be shown: the page is damaged: about/,
		'a page without a beginning says so');
	quiet('no damage is an error of a script');
}

# The JSON of a section becomes an empty object.
sub damage_file {
	my ($name) = @_;
	my $path = "$folder/wrong.html";
	open my $in, '<', $path or die "$path: $!\n";
	my $pages = inspect_pages->new;
	$pages->inspect($name, '{}');
	my @lines = map { /class="inspect" data-name="$name"/
		? $pages->{sections}[0] : $_ } <$in>;
	open my $out, '>', $path or die "$path: $!\n";
	print $out @lines;
}

# Letters of elements change anywhere: no script fails, whatever is visited.
sub test_random_damage {
	my ($rounds) = @_;
	my (@lines, $said);
	write_page('whole', $scene);
	open my $in, '<', "$folder/whole.html" or die "$!\n";
	@lines = <$in>;
	my @places = grep { $lines[$_] =~ /data-bytes=/ } 0 .. $#lines;
	srand 1;
	for (1 .. $rounds) {
		my @copy = @lines;
		damage_line(\$copy[$places[rand @places]]) for 1 .. 2;
		open my $out, '>', "$folder/wrong.html" or die "$!\n";
		print $out @copy;
		close $out;
		load('wrong', '#call=1006&x=9&y=62');
		$page->keys('ntphsocn]s');
		$said += js('return /the page is damaged/
			.test(document.body.innerText)') ? 1 : 0;
	}
	quiet("no script fails on $rounds pages that are damaged anywhere");
	ok($said > $rounds / 5, 'and they say what is wrong')
		or print "# $said\n";
}

# As whoever made the page could have: the sum is right.
sub damage_line {
	my ($line) = @_;
	my ($head, $text) = $$line =~ /^(<script [^>]*>)([^<]*)/ or return;
	my $bytes = uncompress(decode_base64($text));
	return unless length $bytes;
	for (0 .. rand 4) {
		substr($bytes, rand length $bytes, 1) =
			(0, 1, 255, 127, 48 + int rand 10)[rand 5] ? chr(rand 2 < 1
			? 48 + int rand 10 : int rand 256) : "\0";
	}
	$$line = $head . encode_base64(Compress::Zlib::compress($bytes), '') .
		"</script>\n";
}

sub test_thin {
	write_page('thin', inspect_scene::make(), every => 4);
	load('thin', '#call=1006&x=9&y=62');
	is(text_of('#panel-output .where'), 'The page has no picture after draw ' .
		'2: this is the one after draw 1.',
		'a page of some draws says which it shows');
	is(text_of('.history .reason'), 'The page has the pictures of every 2nd ' .
		'draw: a change may be that of a draw before.',
		'and that a list of draws is not exact');
}

sub test_large {
	my $large = inspect_scene::large(60000);
	$large->{page}->write_page($template, "$folder/large.html",
		map { $_ => $large->{$_} } qw(about calls draws));
	load('large', '#call=30009');
	my $rows = js('return document.querySelectorAll("#calls .row").length');
	ok($rows > 5 && $rows < 60, 'of 60,000 calls only rows in sight exist')
		or print "# $rows\n";
	is(selected(), '30009', 'a link leads to the middle of them');
	js('document.getElementById("rows").scrollTop = 1e9');
	$page->settle;
	like(texts_of('#calls .row .number'), qr/\|59999$/, 'the end can be seen');
	my $ms = js('const began = performance.now(), step = (n) => n
		? (inspect.stepDraw(1), inspect.shown.then(() => step(n - 1))) : 0;
		return Promise.resolve(step(20)).then(() =>
			(performance.now() - began) / 20)');
	ok($ms < 500, 'the next draw is there at once') or print "# $ms ms\n";
	printf "# %.1f ms a draw\n", $ms;
	is(selected(), '30209', 'each step is one draw');
	js('const f = document.getElementById("filter"); f.value = "=59998";
		f.dispatchEvent(new Event("input"))');
	is(texts_of('#calls .row .words'), '(location=59998)',
		'a filter finds one call');
	quiet('and the console is empty');
}

sub media {
	$page->command(POST => '/goog/cdp/execute', { cmd =>
		'Emulation.setEmulatedMedia', params => { features => [{ name =>
			'prefers-color-scheme', value => $_[0] }] } });
}

sub test_dark {
	media('dark');
	load('small');
	ok((split /,/, browser::pixel($page->picture, 300, 600))[0] < 60,
		'the page is dark if the browser likes that');
	click_on('#theme');
	ok((split /,/, browser::pixel($page->picture, 300, 600))[0] > 200,
		'a button makes it light');
	js('localStorage.clear()');
	media('light');
}

sub test_phone {
	$page->be_phone(390, 780);
	load('small', '#call=1006');
	is(js('return document.documentElement.scrollWidth'), 390,
		'on a phone nothing is wider than the screen');
	ok(js('return inspect.tab.viewer.stage.clientHeight') > 90,
		'and the picture has its place');
	my ($x, $y) = @{ place_of(50, 35) }{qw(x y)};
	my $zoom = js('return inspect.tab.viewer.zoom');
	$page->touch([[$x - 20, $y], [$x + 20, $y]], [[$x - 40, $y], [$x + 40, $y]]);
	is(js('return inspect.tab.viewer.zoom') / $zoom, 2,
		'two fingers zoom the picture');
	is(js('return inspect.tab.viewer.stage.getBoundingClientRect().bottom
		<= innerHeight'), 1, 'within the screen');
}

write_page('small', $scene);
$page = browser->start(1280, 850);
test_strip();
test_calls();
test_output();
test_values();
test_zoom();
test_history();
test_textures();
test_shaders();
test_state();
test_call();
test_address();
test_export();
test_missing();
test_slow();
is(js('return performance.getEntriesByType("resource").length'), 0,
	'nothing was requested');
quiet('the console is empty');
test_fault();
test_damage();
test_random_damage($ENV{INSPECT_TIMES} ? 300 : 25);
test_thin();
test_large();
test_dark();
test_phone();
