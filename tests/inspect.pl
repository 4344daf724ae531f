# SPDX-License-Identifier: MIT
# Reads pages of random data in a browser by the scripts of `fxtrace inspect`:
# see inspect.t, which makes them in the folder that is named.
use strict;
use warnings;
use Test::More tests => 18;
use browser;

my ($folder) = @ARGV;
my $page;
my $times = $ENV{INSPECT_TIMES} || 1; # as many rounds of damage

sub load {
	$page->open_page("$folder/$_[0].html");
	$page->wait_for('document.body.dataset.ready');
	return $page->js('return document.body.dataset.ready');
}

sub count { return $page->js('return document.querySelectorAll(
	`script.expected[data-name^="${arguments[0]} "]`).length', $_[0]) }

sub call { return $page->js("return inspectTest.$_[0]") }

# Damage: all is refused, or read if it may be, and nothing else happens.
sub damaged {
	my ($rounds, $seed, $is_outer, $name) = @_;
	my $got = call("damagePage($rounds, $seed, $is_outer)");
	my $is_mixed = $is_outer eq 'true' || $got->{read} > $rounds / 10;
	ok(!@{ $got->{wrong} } && $is_mixed && $got->{refused} > $rounds / 10,
		$name)
		or print map { s/^/# /mgr, "\n" } @{ $got->{wrong} };
	print "# $got->{refused} refused, $got->{read} read\n";
}

$page = browser->start(800, 600);
is(load('whole'), 'yes', 'a page loads');
is($page->js('return data.contents.list.length'), 285,
	'with all its contents');
is(call('sameContents(data)'), count('content'),
	'contents have the bytes that were put, in all forms');
is(call('sameForms(data)'), count('form'), 'and their forms and sizes');
is(call('samePictures(data)'), count('picture') . ' of ' . count('picture'),
	'pictures after draws have the bytes that were put');
is(call('sameHistories(data)'), 5,
	'the history of a pixel has the draws that changed it');
is(call('sameStates(data)'), count('state') + count('difference'),
	'state and differences are what was set');
is($page->js('return data.tiles.picture(0, 0).then((p) => p.bytes.length)'),
	200 * 130 * 4, 'the first draw has a picture');
is($page->js('return data.states.at(120).catch((e) => e.message)'),
	'the state of draw 120 is not in the page', 'a later draw has no state');
is($page->js('const form = { channels: "RG", number: "i16" };
	return inspectTest.valuesOf(form, Uint8Array.of(9, 255, 255, 0, 128), 1)
		.join()'), '-1,-32768', 'values of a pixel are its numbers');
my $little = call('readWithLittle(3 << 20)');
ok($little->{most} <= 3 << 20 && $little->{isSum},
	'only so many chunks stay unpacked') or print "# $little->{most}\n";
ok(call('readAll(data)') > 3e6, 'all of it can be read');
damaged(30 * $times, 1, 'true', 'damage of elements is always noticed');
damaged(80 * $times, 2, 'false', 'wrong data is refused with a message, or read');
is(call('sameContents(data)'), count('content'),
	'the page is as it was after that');
is(load('thin'), 'yes', 'a page of every eighth draw loads');
my $shown = 5 * 16;
is(call('samePictures(data)'), "$shown of $shown", 'with those pictures');
is($page->log_of, '', 'the console is empty');
