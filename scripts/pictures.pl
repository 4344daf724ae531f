# SPDX-License-Identifier: MIT
# Takes the pictures for pictures.sh of what is in the first folder, and writes
# them to the second one. On the timeline, the call of this number is chosen.
use strict;
use warnings;
use browser;

my ($from, $to, $number) = @ARGV;

sub save {
	my ($page, $name) = @_;
	open my $out, '>:raw', "$to/$name" or die "$name: $!\n";
	print $out $page->picture->{png};
	close $out or die "$name: $!\n";
}

my $page = browser->start(1100, 720);
$page->open_page("$from/timeline.html");
$page->wait_for('document.body.dataset.ready') or die "no page\n";
$page->js('timeline.select(timeline.data.number.indexOf(arguments[0]));
	return timeline.shown', $number + 0);
$page->js('[...document.querySelectorAll("button")].find((button) =>
	button.textContent === "All").click()');
$page->settle;
save($page, 'timeline.png');
$page->stop;

$page = browser->start(1100, 620);
$page->open_page("$from/inspect.html#mode=after");
$page->wait_for('document.body.dataset.ready') or die "no page\n";
$page->js('inspect.tab.viewer.whole(); inspect.tab.viewer.draw()');
my $place = $page->js('return inspect.tab.viewer.placeOf(150, 150)');
$page->click($place->{x}, $place->{y});
$page->js('return inspect.shown');
$page->settle;
save($page, 'inspect.png');
$page->stop;

# as high as the picture is, and what Chromium takes of a window for itself
open my $svg, '<', "$from/flame.svg" or die "flame.svg: $!\n";
my ($height) = join('', <$svg>) =~ /<svg [^>]*\bheight="(\d+)/
	or die "flame.svg has no height\n";
$page = browser->start(1200, $height + 143);
$page->open_page("$from/flame.svg");
$page->settle;
save($page, 'flame.png');
