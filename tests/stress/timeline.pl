# SPDX-License-Identifier: MIT
# One line a test, "1" or "0 why", of a page of ../stress/timeline.t.
use strict;
use warnings;
use browser;

my ($fxtrace, $path) = @ARGV;
my $archive = $path =~ s/html$/fxt/r;
my $is_gl = $path =~ /gl\.html$/;
my $query = $is_gl ? 'glXSwapBuffers' : 'such/12345';
my $page = browser->start(1400, 900);

sub verdict { print $_[0] ? "1\n" : "0 $_[1]\n" }

$page->open_page($path);
verdict($page->wait_for('document.body.dataset.ready'), $page->log_of);

# matches, or frames
my @lines = `$fxtrace dump --grep '$query' '$archive'`;
$page->js('document.getElementById("query").value = arguments[0];
	return timeline.box.start()', $query);
my $n = $page->js('return timeline.box.matches.length');
my ($frames) = `$fxtrace info '$archive'` =~ /^frames:\D*(\d+)/m;
my $shown = $page->js('return (timeline.data.about.frames[0] ||
	{ ends: [] }).ends.length');
verdict($is_gl ? $frames && $shown == $frames : $n == @lines,
	$is_gl ? "$shown frames" : "$n matches of " . @lines);

$page->js('return timeline.box.step(1), timeline.shown');
$page->settle;
my ($number, $name) = $lines[0] =~ m{^(\d+) \S+ \S+ (\w+)\(};
$number += 0; # for scripts
my $text = $page->js('return document.getElementById("details").innerText');
verdict($text =~ /^\Q$name\E\b/ && $text =~ /\b$number\b/, $text =~ s/\n/ /gr);

# from all of it to some calls: never blank around the chosen call
my $is_drawn = 1;
$page->js('timeline.all()');
while ($page->js('return timeline.view.to - timeline.view.from') > 1e4) {
	$page->settle;
	my $place = $page->js('return timeline.placeOf(arguments[0])', $number);
	$is_drawn &&= $page->js('
		const c = document.getElementById("canvas"), p = arguments[0];
		const box = c.getBoundingClientRect();
		const ctx = c.getContext("2d"), at = (x) => ctx.getImageData(
			Math.max(195, x - box.left), p.y - box.top + 5, 3, 1).data;
		return [...at(p.x + p.width / 2)].some((v) => v)', $place);
	$page->js('const v = timeline.view, i = timeline.data.number.indexOf(
		arguments[0]); v.zoomAt(timeline.data.begin[i], 0.25)', $number);
}
verdict($is_drawn, 'blank where calls are');
$page->stop;
