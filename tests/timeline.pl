# SPDX-License-Identifier: MIT
# What a user does with pages of `fxtrace timeline`, in a browser: see
# timeline.t, which makes them in the folder that is named.
use strict;
use warnings;
use browser;
use JSON::PP;

my ($folder) = @ARGV;
my ($ENTER, $ESCAPE, $DOWN) = ("\x{E007}", "\x{E00C}", "\x{E015}");
my ($n, $failed, $page) = (0, 0);

sub ok {
	my ($is_good, $name) = @_;
	$n++;
	$failed ||= !$is_good;
	print $is_good ? '' : 'not ', "ok $n - $name\n";
	return $is_good;
}

sub is {
	my ($got, $want, $name) = @_;
	ok($got eq $want, $name) or print map { s/^/# /mgr, "\n" }
		"got '$got'", "want '$want'";
}

sub text_of { return $page->js('return document.querySelector(arguments[0])
	.textContent', $_[0]) }

sub load {
	$page->open_page("$folder/$_[0].html");
	my $is_ready = $page->wait_for('document.body.dataset.ready');
	$page->settle;
	return $is_ready;
}

# The recording's calls, as dump has them.
sub calls_of {
	open my $in, '<', "$folder/$_[0].jsonl" or die "$_[0].jsonl: $!\n";
	return map { decode_json($_) } <$in>;
}

sub span { return $page->js('return timeline.view.to - timeline.view.from') }

# Closer to a call, until it is wide enough for a mouse; where it is then.
sub reach {
	my ($number) = @_;
	$page->js('const t = timeline; const i = t.data.number.indexOf(arguments[0]);
		const d = Math.max(20, t.data.end[i] - t.data.begin[i]);
		t.view.show(t.data.begin[i] - d, t.data.begin[i] + 2 * d);
		t.view.revealTrack(i)', $number);
	$page->settle;
	return $page->js('return timeline.placeOf(arguments[0])', $number);
}

sub argument {
	return $page->js('const e = document.querySelector(
		`#details code[data-name="${arguments[0]}"]`);
		return e ? e.textContent : ""', $_[0]);
}

# Once the details are those of the chosen call.
sub shown { $page->js('return timeline.shown'); $page->settle }

print "1..32\n";
$page = browser->start(1280, 800);
my @calls = calls_of('git');
ok(load('git'), 'a recording of git loads');
is($page->js('return timeline.data.n'), scalar @calls, 'with all its calls');
is($page->js('return performance.getEntriesByType("resource").length'), 0,
	'nothing is fetched');

# on the canvas
my ($open) = grep { $_->{name} =~ /^open/ && !$_->{errno} } @calls;
my $place = reach($open->{number});
my ($x, $y) = ($place->{x} + $place->{width} / 2, $place->{y} + 4);
my $picture = $page->picture;
my $blank = browser::pixel($picture, 700, $place->{y} + 120);
ok(browser::pixel($picture, $place->{x} + 4, $y) ne $blank,
	'a call is drawn at its time');
ok(browser::pixel($picture, $place->{x} - 6, $y) ne
	browser::pixel($picture, $place->{x} + 4, $y), 'and not before it');
$page->hover($x, $y);
$page->wait_for('document.querySelector("#tooltip .line").textContent');
ok(text_of('#tooltip') =~ /^\Q$open->{name}\E .*call $open->{number} at .*pathname=/s,
	'the mouse over a call shows what it is');
$page->click($x, $y);
shown();
is(text_of('#details h2'), $open->{name}, 'a click shows its function');
is(argument('pathname'), qq("$open->{args}{pathname}"),
	'its arguments by name, as dump shows them');
like_result($open);
is(text_of('.row.selected .number'), $open->{number},
	'the table has it in sight');

sub like_result {
	my ($call) = @_;
	ok(argument('ret') =~ /^\Q$call->{ret}\E(<|$)/, 'and its result');
}

# zoom and moves
my $before = span();
$page->wheel($x, $y, -240);
ok(span() < $before * 0.7, 'the wheel zooms');
my $after = $page->js('return timeline.placeOf(arguments[0])', $open->{number});
ok($after->{x} <= $x + 2 && $after->{x} + $after->{width} >= $x - 2,
	'around the mouse');
$page->keys($ESCAPE . '+');
$before = span();
$page->keys('-');
ok(abs(span() / $before - 2) < 0.05, 'keys zoom');
$before = $page->js('return timeline.view.from');
$page->drag(800, $y, 600, $y);
ok($page->js('return timeline.view.from') > $before, 'dragging moves');
$page->click_on('#zoom-all');
my $all = span();
ok($all >= $calls[-1]{begin_ns} - $calls[0]{begin_ns},
	'a button shows everything');
my $map = $page->js('const m = document.getElementById("minimap")
	.getBoundingClientRect(); return [m.left, m.top, m.width, m.height]');
my $middle = $map->[1] + $map->[3] / 2;
$page->drag($map->[2] * 0.4, $middle, $map->[2] * 0.5, $middle);
ok(abs(span() / $all - 0.1) < 0.02, 'the overview chooses a part');

# search
my @found = grep { $_->{name} =~ /close/ } @calls;
$page->click_on('#zoom-all');
$page->js('document.getElementById("in-words").click()');
$page->keys('/close');
$page->wait_for('/match/.test(document.getElementById("found").textContent)');
is(text_of('#found'), sprintf('%d match%s', scalar @found,
	@found > 1 ? 'es' : ''), 'functions are found by name, and counted');
$page->keys($ENTER);
shown();
is(text_of('#details dd'), $found[0]{number}, 'Enter shows the first');
$page->keys($ESCAPE . 'n');
shown();
is(text_of('#details dd'), $found[1]{number}, 'n the next one');
$page->keys('N');
shown();
is(text_of('#details dd'), $found[0]{number}, 'N the one before');
$page->js('document.getElementById("in-words").click();
	const q = document.getElementById("query"); q.value = ".GIT/HEAD";
	return timeline.box.start()');
open my $lines, '<', "$folder/git.txt" or die "git.txt: $!\n";
my @lines = grep { /\.git\/head/i } map { s/^(\d+) \S+ \S+ /$1 /r } <$lines>;
is(text_of('#found'), scalar @lines . ' matches',
	'text is found in arguments, whatever its case, as dump has it');
is($page->js('return [...timeline.box.matches].map((i) =>
	timeline.data.number[i]).join()'),
	join(',', map { /^(\d+)/ } @lines), 'these calls are found');

# the table
$page->click_on('[data-key="duration"]');
my ($longest) = sort { $b <=> $a } map { $_->{state} eq 'done'
	? $_->{duration_ns} // 0 : 0 } @calls;
is($page->js('return timeline.data.time[timeline.table.list[0]]'), $longest,
	'the table sorts by duration');
$page->click_on('#filter');
$page->keys('getenv');
is(text_of('#shown'), grep({ $_->{name} =~ /getenv/ } @calls) . ' calls',
	'it shows the functions that are chosen');
$page->js('document.getElementById("table").focus()');
$page->keys($DOWN);
shown();
is(text_of('#details h2'), 'getenv', 'keys move in it');
is($page->log_of, '', 'the browser has nothing to complain about');

# memory
SQLITE: {
	if (!-e "$folder/sqlite.html") {
		print "ok @{[++$n]} - $_ # SKIP sqlite3 is not installed\n"
			for 'a recording of sqlite3 loads', 'its memory is there';
		last SQLITE;
	}
	ok(load('sqlite'), 'a recording of sqlite3 loads');
	my ($write) = grep { $_->{name} =~ /^pwrite/ &&
		$_->{args}{buf}{bytes} > 256 } calls_of('sqlite');
	$page->js('return timeline.select(timeline.data.number.indexOf(
		arguments[0]))', $write->{number});
	$page->settle;
	$page->js('document.querySelector(".memory button").click()');
	my $hex = text_of('.memory pre');
	my $bytes = join '', map { chr hex } map { split ' ', substr $_, 10, 48 }
		split /\n/, $hex;
	is(unpack('H*', $bytes), unpack('H*',
		MIME::Base64::decode_base64($write->{args}{buf}{base64})),
		'memory is shown in hex, all of it');
}

# names that want to be more
load('hostile');
$page->js('return timeline.select(0)');
$page->settle;
ok(text_of('#details h2') eq '</script><script>window.owned=3</script>' &&
	text_of('#details') =~ /<img src=x onerror='window.owned=4'>/,
	'markup in names and values is text');
load('bytes');
$page->js('const q = document.getElementById("query"); q.value = "owned=6";
	return timeline.box.start()');
$page->js('return timeline.box.step(1), timeline.shown');
ok(text_of('#details') =~ m{</script><script>window.owned=6</script>},
	'and names that are no text');
is($page->js('return String(window.owned) + document.images.length'),
	'undefined0', 'nothing of it runs');
load('lost');
open my $lost_file, '<', "$folder/lost" or die "lost: $!\n";
my ($lost) = join('', <$lost_file>) =~ /^lost:\s+(\d+)/;
if ($lost) {
	my ($shown) = text_of('#warnings') =~ /^([\d,]+) calls were lost/;
	is($shown =~ s/,//gr, $lost, 'losses are reported');
} else {
	print "ok @{[++$n]} - losses are reported # SKIP nothing was lost\n";
}
$page->stop;
exit $failed;
