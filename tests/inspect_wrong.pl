#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Finds the wrong texture in a page of inspect, in three clicks: inspect_wrong.t.
#	inspect_wrong.pl PAGE
use strict;
use warnings;
use Test::More tests => 6;
use browser;

my ($path) = @ARGV;
my $page = browser->start(1200, 800);

sub js { return $page->js(@_) }
sub text_of { return js('return document.querySelector(arguments[0])
	?.textContent ?? "(none)"', $_[0]) }
sub shown { js('return inspect.shown'); $page->settle }
sub canvas_pixel {
	return js('const v = inspect.tab.viewer; v.one(); v.draw();
		const [x, y] = arguments, { height } = v.raster;
		return [...v.context.getImageData(v.x + x, v.y + height - 1 - y, 1, 1)
			.data].slice(0, 3).join(" ")', @_);
}

$page->open_page($path);
$page->wait_for('document.body.dataset.ready');
$page->settle;
like(text_of('#strip [aria-selected=true]'), qr/frame 120/, 'the page opens at frame 120');

# The first click: a pixel of the right half.
js('inspect.tab.viewer.whole(); inspect.tab.viewer.draw()');
my $place = js('return inspect.tab.viewer.placeOf(60, 20)');
$page->click($place->{x}, $place->{y});
shown();
js('return inspect.tabs[0].history.update()');
my $links = js('return [...document.querySelectorAll(".history a")]
	.map((a) => a.textContent).join("|")');
like($links, qr/draw 1$/, 'a click at a wrong pixel lists the draws that changed it');

# The second: the last of them.
$page->click_on('.history li:last-child a');
shown();
like(text_of('#calls .row.selected'), qr/glEnd/, 'a click leads to the last one');

# The third: its textures.
$page->click_on([js('return [...document.querySelectorAll("[role=tab]")]
	.find((t) => /Textures/.test(t.textContent)).id')]->[0] =~ s/^/#/r);
shown();
like(text_of('.panel:not([hidden])'), qr/grass/,
	'its textures are a click away: grass is bound, not brick');
like(canvas_pixel(0, 0), qr/^48 128 32$/, 'and the picture has its pixels');
like($page->log_of, qr/^$/, 'the console is empty');
