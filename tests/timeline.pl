# SPDX-License-Identifier: MIT
# What a user does with pages of `fxtrace timeline`, in a browser: see
# timeline.t, which makes them in the folder that is named.
use strict;
use warnings;
use browser;
use JSON::PP;

my ($folder) = @ARGV;
my ($ENTER, $ESCAPE, $DOWN, $SHIFT) =
	("\x{E007}", "\x{E00C}", "\x{E015}", "\x{E008}");
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
	my ($name, $link) = @_;
	$page->open_page("$folder/$name.html" . ($link // ''));
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

print "1..47\n";
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

# sums
sub rows_of { # of the report, as the page has them
	my ($file, $name) = @_;
	open my $in, '<', "$folder/$file" or die "$file: $!\n";
	return join "\n", sort map { join ' ', map { $_ // 0 } $name->($_),
		@$_{qw(count total_ns self_ns min_ns p50_ns p99_ns max_ns
			errors)} }
		grep { ($_->{class} // '') ne 'program' } map { decode_json($_) } <$in>;
}

sub sums { return $page->js('return timeline.sums.rows.map((f) =>
	[timeline.sums.nameOf(f), f.n, f.total, f.own, f.least, f.median, f.p99,
	f.most, f.failed].join(" ")).sort().join("\n")') }

sub sums_by {
	$page->js('const by = document.getElementById("sums-by");
		by.value = arguments[0]; by.dispatchEvent(new Event("change"))',
		$_[0]);
	return sums();
}

sub counted { return $page->js('return timeline.sums.rows.reduce((n, f) =>
	n + f.n, 0)') }

sub overlapping { # how many calls do, of dump
	my ($from, $to) = @_;
	return scalar grep { $_->{begin_ns} < $to && $_->{begin_ns} +
		($_->{duration_ns} // 1e18) >= $from } @calls;
}

$page->js('const f = document.getElementById("filter"); f.value = "";
	f.dispatchEvent(new Event("input"))');
$page->click_on('#zoom-all');
$page->click_on('#tab-sums');
is(sums(), rows_of('git.functions', sub { $_[0]{name} }),
	'sums of all calls by function are those of report');
is(sums_by('error'), rows_of('git.errors', sub { $_[0]{errno} // 'no error' }),
	'and those by error');
is($page->js('return timeline.sums.csv().split("\r\n").length'),
	2 + $page->js('return timeline.sums.rows.length'),
	'a CSV file has a line for each, and one with names');
sums_by('function');
my ($from, $to) = map { $calls[@calls * $_ / 4]{begin_ns} } 1, 2;
$page->js('timeline.view.show(...arguments)', $from, $to);
$page->wait_for('/in view$/.test(document.getElementById("scope").textContent)');
is(counted(), overlapping(@{$page->js('return [timeline.view.from,
	timeline.view.to]')}), 'sums follow what is in view');
$page->with_key($SHIFT, sub { $page->drag(400, $y, 800, $y + 3) });
my $area = $page->js('return timeline.view.area');
my ($left, $right) = @{$page->js('return [timeline.view.ns(400),
	timeline.view.ns(800)]')};
ok(abs($area->{from} - $left) < 1 && abs($area->{to} - $right) < 1 &&
	@{$area->{threads}} == 1, 'shift and the mouse select a time of a track');
is(counted(), overlapping($left, $right), 'whose calls are summed');
my $row = $page->js('return timeline.sums.rows[0].n');
$page->click_on('#panel-sums tbody tr');
is(text_of('#shown'), "$row call" . ($row == 1 ? '' : 's'),
	'a click on a row lists its calls');
is($page->js('return timeline.table.csv().then((text) =>
	text.split("\r\n").length)'), $row + 2, 'of which there is a CSV file');
$page->click_on('#zoom-in');
$page->settle;
is($page->js('return timeline.table.list.length'), $row,
	'which stay listed when something else is in view');
$page->keys($ESCAPE);
ok(!defined $page->js('return timeline.view.area'), 'Escape selects nothing');
$page->js('document.getElementById("only").click();
	const w = document.getElementById("which"); w.value = "all";
	w.dispatchEvent(new Event("change"))');
is(text_of('#shown'), @calls . ' calls', 'and all calls can be listed again');
$page->click_on('#zoom-all');
$page->js('const w = document.getElementById("which"); w.value = "view";
	w.dispatchEvent(new Event("change")); timeline.table.place(50)');
$page->hover($_, $y) for 500, 600;
$page->js('return new Promise((done) => setTimeout(done, 300))');
is($page->js('return timeline.table.first'), 50,
	'the mouse over the tracks does not scroll the table');
$page->js('const w = document.getElementById("which"); w.value = "all";
	w.dispatchEvent(new Event("change"))');

# links
$place = reach($open->{number});
$page->click($place->{x} + $place->{width} / 2, $place->{y} + 4);
shown();
$page->wait_for('/call=/.test(location.hash)');
my $link = $page->js('return location.hash');
my @seen = @{$page->js('return [timeline.view.from, timeline.view.to]')};
$page->open_page('/dev/null');
load('git', $link);
is(text_of('#details h2'), $open->{name}, 'a link leads to its call');
ok(abs($page->js('return timeline.view.from') - $seen[0]) < 1 &&
	abs($page->js('return timeline.view.to') - $seen[1]) < 1,
	'and to what was in view');
my $colour = 'return timeline.view.paint.calls[
	timeline.data.about.functions.findIndex((f) => f.name === "getenv")]';
my $getenv = $page->js($colour);
is($page->log_of, '', 'the browser has nothing to complain about');

# memory
SQLITE: {
	if (!-e "$folder/sqlite.html") {
		print "ok @{[++$n]} - $_ # SKIP sqlite3 is not installed\n"
			for 'a recording of sqlite3 loads', 'its colours', 'its memory';
		last SQLITE;
	}
	ok(load('sqlite'), 'a recording of sqlite3 loads');
	is($page->js($colour), $getenv,
		'a function has the same colour on each page');
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
