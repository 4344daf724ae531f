#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What the badges of a page of inspect say, and where they lead: inspect_badges.t.
#	inspect_badges.pl FOLDER TEMPLATE
use strict;
use warnings;
use utf8;
use Test::More tests => 76;
use browser;
use inspect_scene;

binmode $_, ':utf8' for Test::More->builder->output,
	Test::More->builder->failure_output;
my ($folder, $template) = @ARGV;
my ($TAB, $ENTER) = ("\x{E004}", "\x{E007}");
my $page = browser->start(1200, 800);

sub js { return $page->js(@_) }
sub text_of { return js('return document.querySelector(arguments[0])
	?.textContent ?? "(none)"', $_[0]) }
sub texts_of { return join '|', @{ js('return [...document.querySelectorAll(
	arguments[0])].map((e) => e.textContent)', $_[0]) } }
sub shown {
	js('return Promise.all([inspect.shown, inspect.explained])');
	$page->settle;
}

sub load {
	my ($name) = @_;
	$page->open_page("$folder/$name.html");
	$page->wait_for('document.body.dataset.ready');
	js('return inspect.marking');
	$page->settle;
}

sub quiet {
	is(join("\n", grep { !/favicon/ } split /\n/, $page->log_of), '', $_[0]);
}

# [[name of the group, its badges, those that it should have], ..], and what draws
# in no group have.
sub found {
	return js('const { calls, draws } = inspect.data, { marks } = inspect.list;
		const list = [], others = [];
		const textOf = (row) => (marks.get(row) ?? [])
			.map(({ text }) => text).join("|");
		let group = null;
		for (let row = 0; row < calls.n; row++) {
			if (calls.name(row) === "glPushDebugGroup")
				group = /"([^:"]*): ?([^"]*)"/.exec(calls.texts[row]);
			else if (calls.name(row) === "glPopDebugGroup")
				group = null;
			else if (calls.draws[row] >= 0 && group)
				list.push([group[1], textOf(row), group[2]]);
			else if (calls.draws[row] >= 0 && textOf(row))
				others.push(`${calls.numbers[row]} ${textOf(row)}`);
		}
		return { list, others: others.join() }');
}

# Chooses the draw of a group.
sub choose {
	js('const { calls } = inspect.data, [name] = arguments;
		const at = calls.texts.findIndex((text) =>
			text.includes(`"${name}: `));
		inspect.select(calls.draws.findIndex((draw, row) =>
			row > at && draw >= 0))', $_[0]);
	shown();
}

sub chosen_path { return text_of('.state-rows .selected .path') }

sub test_all {
	my ($name) = @_;
	load($name);
	my $found = found();
	is($_->[1], $_->[2], "$name, $_->[0]: " . ($_->[2] || 'no badge'))
		for @{ $found->{list} };
	is($found->{others}, '', "$name: other draws have no badge");
}

sub test_links {
	choose('culled');
	is(texts_of('#badges button'), 'changed no pixel|culls front and back',
		'badges of the chosen draw are above its picture');
	$page->click_on('#badges .stops');
	shown();
	is(text_of('[role=tab][aria-selected=true]') . ' ' . chosen_path(),
		'State values.GL_CULL_FACE_MODE', 'a click leads to the value');
	is(text_of('.full'), "values.GL_CULL_FACE_MODE\nGL_FRONT_AND_BACK",
		'which is there as a whole');
	$page->click_on('#badges .fact');
	shown();
	is(text_of('[role=tab][aria-selected=true]') . ' ' .
		text_of('#panel-output .where'), 'Output No pixel changed.',
		'what changed is in the picture');
	choose('no vertex');
	$page->click_on('#badges .stops');
	shown();
	is(text_of('[role=tab][aria-selected=true]'), 'Call',
		'arguments are in the call');
	choose('invalid');
	$page->click_on('#badges button:nth-child(3)');
	shown();
	is(text_of('#calls .row.selected .function'), 'glValidateProgram',
		'what failed is a click away');
	choose('one level');
	$page->click_on('#badges .may');
	shown();
	ok(scalar(texts_of('.state-rows .path') =~
		/textures\[0\]\.GL_TEXTURE_2D\.sizes/), 'so are sizes of textures');
	choose('one side');
	is(text_of('#badges .hint'), 'maybe: culls GL_BACK',
		'what may be the reason says so');
	choose('outside');
	is(text_of('#badges .where'), 'The state does not say why.',
		'and the page says if it knows none');
	choose('right');
	is(js('return document.getElementById("badges").hidden'), 1,
		'a right draw has no bar of badges');
}

sub test_keys {
	choose('mask');
	js('document.activeElement.blur()');
	$page->keys('w');
	is(js('return document.activeElement.textContent'), 'changed no pixel',
		'a key leads to the badges');
	$page->keys($TAB . $ENTER);
	shown();
	is(text_of('[role=tab][aria-selected=true]'), 'State',
		'Tab and Enter follow them');
	is(js('return document.activeElement.textContent'), 'color mask off',
		'and stay there');
}

sub test_list {
	js('const w = document.getElementById("which"); w.value = "badges";
		w.dispatchEvent(new Event("change"))');
	$page->settle;
	is(js('return inspect.list.list.length'), js('return [...inspect.list.marks
		.values()].filter((list) => list.length).length'),
		'the list can be of draws with badges');
	is(text_of('#calls .mark'), '!', 'which it marks');
	js('const w = document.getElementById("which"); w.value = "all";
		w.dispatchEvent(new Event("change"));
		const f = document.getElementById("filter"); f.value = "badge: Cull";
		f.dispatchEvent(new Event("input"))');
	is(js('return inspect.list.list.length'), 2, 'or have a badge with a text');
}

# Values of the state that are none.
sub test_hostile {
	my @values = ('', '[', '[[]]', '{"a":1}', 'null', '[null,1,"x",{}]', '-1',
		'[1e999,-1,2,3]', 'GL_TRUE', "\0<b>", '[9,9,9,9]');
	my @paths = (map { "values.GL_$_" } qw(VIEWPORT SCISSOR_BOX COLOR_WRITEMASK
		DRAW_BUFFER0 CURRENT_PROGRAM POLYGON_MODE DEPTH_FUNC STENCIL_FUNC
		CULL_FACE_MODE PATCH_VERTICES));
	push @paths, (map { "enabled.GL_$_" } qw(SCISSOR_TEST CULL_FACE BLEND
		DEPTH_TEST STENCIL_TEST)), 'draw_buffers[0].GL_COLOR_WRITEMASK',
		'viewports[0].GL_VIEWPORT', 'framebuffer.status', 'program.name',
		'program.uniforms.a.value', 'textures[0].GL_TEXTURE_2D.name',
		'textures[0].GL_TEXTURE_2D.sizes', 'program.GL_VALIDATE_STATUS',
		'textures[0].GL_TEXTURE_2D.GL_TEXTURE_BASE_LEVEL';
	for my $i (0 .. $#values) {
		my $scene = inspect_scene::make();
		my $k = $i;
		for my $state (@{ $scene->{page}{states} }) {
			$state->{$_} = $values[$k++ % @values] for @paths;
			$state->{'program.uniforms.a.type'} = 'GL_SAMPLER_2D';
			$state->{'textures[0].GL_TEXTURE_2D.GL_TEXTURE_MIN_FILTER'} =
				'GL_LINEAR_MIPMAP_LINEAR';
		}
		$scene->{calls}{texts}[$_] = '(mode=' . 'x=(' x $i . ", count=[$i, )"
			for 0 .. $#{ $scene->{calls}{texts} };
		$scene->{draws}{attachmentSets} = [[{}, undef, 7, { name => [1],
			attachment => -1 }], [], [{ attachment => 'x' }]] if $i % 2;
		$scene->{page}->write_page($template, "$folder/hostile.html",
			map { $_ => $scene->{$_} } qw(about calls draws));
		js('location = "about:blank"');
		load('hostile');
		js('inspect.stepDraw(-1)');
		shown();
		is(js('return inspect.list.isMarking'), 0,
			"values that are none make no error: $i");
	}
}

test_all('gl.inspect');
test_links();
test_keys();
test_list();
test_all('es.inspect');
quiet('the console is empty');
test_hostile();
quiet('and with values that are none');
