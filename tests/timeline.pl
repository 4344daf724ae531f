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

sub like {
	my ($got, $want, $name) = @_;
	ok(scalar($got =~ $want), $name) or print "# got '$got'\n";
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

print "1..90\n";
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
$page->wait_for('document.querySelector("#tooltip .line")?.textContent');
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

# How many calls were made inside of calls of each function, by their times.
sub around {
	my (%open, %n);
	for my $call (@calls) {
		my $stack = $open{$call->{tid}} //= [];
		pop @$stack while @$stack && defined $stack->[-1]{end_ns} &&
			$stack->[-1]{end_ns} <= $call->{begin_ns};
		$n{@$stack ? $stack->[-1]{name} : 'no other call'}++;
		push @$stack, $call;
	}
	return %n;
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
is(sums_by('file'), rows_of('git.files', sub { $_[0]{file} // 'no file' }),
	'by file');
is(sums_by('thread'), rows_of('git.threads', sub {
	"$_[0]{thread} $_[0]{tid}" }), 'by thread');
is(sums_by('process'), rows_of('git.processes', sub {
	"$_[0]{process} $_[0]{pid}" }), 'and by process');
my %around = around();
is($page->js('return (by => { by.value = "caller";
	by.dispatchEvent(new Event("change")); return timeline.sums.rows.map((f) =>
	`${timeline.sums.nameOf(f)} ${f.n}`).sort().join("\n"); })(
	document.getElementById("sums-by"))'),
	join("\n", sort map { "$_ $around{$_}" } keys %around),
	'calls are counted by the call around them, too');
is($page->js('return timeline.sums.csv().split("\r\n").length'),
	2 + $page->js('return timeline.sums.rows.length'),
	'a CSV file has a line for each, and one with names');
sums_by('function');
# a call is in the middle, however much time others take
my ($from, $to);
my ($in) = sort { $b->{duration_ns} <=> $a->{duration_ns} } grep {
	$_->{state} eq 'done' && $_->{begin_ns} - $calls[0]{begin_ns} >
	$_->{duration_ns} } grep { $_->{duration_ns} } @calls;
$page->js('timeline.view.show(...arguments)', $in->{begin_ns} - $in->{duration_ns},
	$in->{begin_ns} + 2 * $in->{duration_ns});
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

# the flame graph
$page->click_on('#zoom-all');
$page->click_on('#tab-flame');
open my $functions, '<', "$folder/git.functions" or die "git.functions: $!\n";
is($page->js('const own = new Map(); const add = (node) => {
		if (node.n) own.set(node.name, (own.get(node.name) ?? 0) + node.own);
		node.children.forEach(add); };
	add(timeline.flame.flame.root);
	return [...own].map((pair) => pair.join(" ")).sort().join("\n")'),
	join("\n", sort map { "$_->{name} " . ($_->{self_ns} // 0) }
		grep { ($_->{class} // '') ne 'program' }
		map { decode_json($_) } <$functions>),
	'boxes of the flame graph have the own times of report');
my $box = 'const all = [...document.querySelectorAll(".box")];
	const box = all.filter((b) => b.node.n).sort((a, b) =>
		b.node.total - a.node.total)[0];';
ok($page->js("$box const around = all.find((b) => b.node === box.node.parent);
	return Math.abs(parseFloat(box.style.width) / parseFloat(around.style.width) -
		box.node.total / around.node.total) < 1e-6"),
	'a box is as wide as its part of the time of the one around');
my $listed = $page->js("$box box.click(); return box.node.n");
is($page->js('return document.querySelector(".box.base").style.width + " " +
	document.activeElement.className'), '100% box base', 'a click makes it all of the width');
$page->keys('l');
is(text_of('#shown'), "$listed call" . ($listed == 1 ? '' : 's'),
	'a key lists its calls');
$page->click_on('#tab-flame');
$page->js('document.querySelector(".box.base").focus()');
$page->keys($ESCAPE);
is($page->js('return document.activeElement.node.name'), 'all',
	'Escape shows all again');
$page->keys($DOWN . $DOWN);
is($page->js('return document.activeElement.getAttribute("aria-level")'), 3,
	'arrows move in it');
$page->js('timeline.view.show(...arguments)', $in->{begin_ns} - $in->{duration_ns},
	$in->{begin_ns} + 2 * $in->{duration_ns});
$page->wait_for('/in view$/.test(document.getElementById("flame-scope").textContent)');
($from, $to) = @{$page->js('return [timeline.view.from, timeline.view.to]')};
is($page->js('let n = 0; const add = (node) => { n += node.n;
	node.children.forEach(add); };
	add(timeline.flame.flame.root); return n'), overlapping($from, $to),
	'it follows what is in view');
$page->js('document.getElementById("only").click()');
$page->click_on('#zoom-all');

# what happened to a descriptor
my ($fd, $its) = ($open->{ret}, 0);
for my $call (grep { $_->{pid} == $open->{pid} &&
		$_->{number} >= $open->{number} } @calls) {
	$its++ if $call == $open || ($call->{args}{fd} // '') eq $fd;
	last if $call->{name} eq 'close' && $call->{args}{fd} == $fd;
}
sub press { # a button of the details
	return $page->js('return timeline.select(timeline.data.number.indexOf(
		arguments[0])).then(() => [...document.querySelectorAll(
		".actions button")].find((b) => b.textContent === arguments[1])
		.click())', @_);
}
press($open->{number}, 'From open to close');
is(text_of('#shown'), "$its calls",
	'a button lists the calls of a descriptor from open to close');
press($open->{number}, 'All of its file');
open my $of_file, '<', "$folder/git.files" or die "git.files: $!\n";
my ($file) = grep { ($_->{file} // '') eq $open->{args}{pathname} }
	map { decode_json($_) } <$of_file>;
is(text_of('#shown'), "$file->{count} calls", 'another one those of its file');
$page->js('document.getElementById("only").click()');

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

# arrows
load('flows');
open my $chrome, '<', "$folder/flows.json" or die "flows.json: $!\n";
my @begins = map { /"ph":"s".*"name":"(\w+)"/ ? $1 : () } <$chrome>;
my $flows = $page->js('const { data, flows } = timeline.view;
	const name = (call) => data.about.functions[data.fn[call]].name;
	return flows.map((f) => ({ kind: f.name, from: name(f.from), call: f.from,
		to: f.to, pid: [f.from, f.to].map((call) => data.about.processes[
			data.about.threads[data.thread[call]].process].pid),
		tid: data.about.threads[data.thread[f.to]].tid }))');
is(join(' ', sort map { $_->{kind} } @$flows), join(' ', sort @begins),
	'each flow of the recording is an arrow');
ok(!grep({ $_->{kind} eq 'process' ? $_->{from} !~ /fork|spawn/ ||
		$_->{pid}[0] == $_->{pid}[1] || $_->{tid} != $_->{pid}[1]
	: $_->{from} ne 'pthread_create' || $_->{pid}[0] != $_->{pid}[1] ||
		$_->{tid} == $_->{pid}[1] } @$flows) &&
	grep({ $_->{kind} eq 'thread' } @$flows),
	'from fork to the child, and from pthread_create to the thread')
	or print map { s/^/# /r, "\n" } encode_json($flows);
$page->js('const f = timeline.view.flows[0]; timeline.view.show(
	Math.min(f.fromNs, f.toNs) - 1e6, Math.max(f.fromNs, f.toNs) + 1e6);
	return timeline.select(f.from)');
$page->settle;
$page->js('[...document.querySelectorAll(".actions button")].find((b) =>
	/^To /.test(b.textContent)).click(); return timeline.shown');
$page->settle;
is($page->js('return timeline.view.selected'), $flows->[0]{to},
	'a button follows one');
$page->js('[...document.querySelectorAll(".actions button")].find((b) =>
	/^From v?fork/.test(b.textContent)).click(); return timeline.shown');
is($page->js('return timeline.view.selected'), $flows->[0]{call},
	'and another one leads back');

# the page of `flame`
load('flame');
is($page->js('return [...document.querySelectorAll("[role=tab]")].filter((t) =>
	t.getAttribute("aria-selected") === "true").map((t) => t.textContent) +
	" " + document.getElementById("panel-flame").hidden'), 'Flame false',
	'the page of flame begins with the flame graph');
my $names = 'const names = [], visit = (node) => { names.push(node.name);
	node.children.forEach(visit); }; visit(timeline.flame.flame.root);';
ok($page->js($names . 'return names.includes("read") &&
	!names.some((n) => /wait/.test(n)) && / [0-9]+ that wait$/.test(
	document.getElementById("flame-scope").textContent)'),
	'calls that wait are left out, and counted')
	or print '# ', text_of('#flame-scope'), "\n";
$page->click_on('#flame-waits');
my @all_calls = calls_of('flows');
is($page->js($names . 'return timeline.flame.flame.root.all + " " +
	names.some((n) => /wait/.test(n))'), @all_calls . ' true',
	'a box shows them');
$page->js('for (const [id, value] of [["by", "all"], ["width", "calls"]]) {
	const e = document.getElementById(`flame-${id}`);
	e.value = value;
	e.dispatchEvent(new Event("change")); }');
my %calls_to;
$calls_to{$_->{name}}++ for @all_calls;
ok($page->js('const read = [...timeline.flame.flame.root.children.values()]
	.find((c) => c.name === "read"); return read.all') == $calls_to{read},
	'flames can be of all processes together');
my $width = $page->js('const box = [...document.querySelectorAll(".box")].find(
	(b) => b.node.name === "read"); return parseFloat(box.style.width) / 100');
# browsers round what is in a style
ok(abs($width - $calls_to{read} / @all_calls) < 2e-6,
	'and as wide as the number of calls');

my $times = 'const all = [], visit = (node) => { all.push(`${node.name} ` +
	`${node.total} ${node.own}`); node.children.forEach(visit); };
	visit(timeline.flame.flame.root); return all.join()';
load('between');
is($page->js($times), join(',', 'all 1000000 0', 'process 1 1000000 0',
	'thread 1 500000 0', 'outer 100000 20000', 'handler 70000 70000',
	'endless 380000 370000', 'inner 10000 10000', '[program] 20000 20000',
	'thread 2 500000 0', 'other 500000 500000'),
	'times are those of the picture: outside of calls, without an end, in what waits');
like(text_of('#flame-scope'), qr/, without 1 that wait, 1 of them without an end$/,
	'which the page says');
load('some');
is($page->js($times), 'all 100000 0,process 1 100000 0,thread 1 100000 0,' .
	'outer 100000 100000', 'the time outside of calls is not known if some are left out');

# requests
load('requests');
is($page->js('return timeline.view.tracks.filter((t) => t.kind === "requests")
	.map((t) => t.lanes.map((lane) => lane.list.map((r) =>
	`${r.begin_ns}-${r.end_ns ?? ""}`).join()).join(";")).join("|")'),
	'50000-300000,400000-;100000-600000',
	'requests have lanes, in which none lies over another one');
$place = $page->js('const { view } = timeline, box = view.canvas
	.getBoundingClientRect(), track = view.tracks[1];
	return { y: box.top + 24 + track.y + 8,
		x: [150e3, 350e3].map((ns) => box.left + view.x(ns)) }');
$picture = $page->picture;
ok(browser::pixel($picture, $place->{x}[0], $place->{y}) ne
	browser::pixel($picture, $place->{x}[1], $place->{y}),
	'they are drawn from their begins to their ends');
$page->hover($place->{x}[0], $place->{y});
$page->settle;
is(text_of('#tooltip') =~ s/from .*?(?=url)//r,
	"fetch 250.0 \x{b5}surl=\"a\", status=200",
	'the mouse shows what one is');
$page->click($place->{x}[0], $place->{y});
shown();
is(text_of('#details h2'), 'ask', 'a click shows the call that began it');
ok($page->js('return document.getElementById("warnings").textContent') eq '',
	'all that are there are shown');

load('many');
is($page->js('const { view } = timeline, { lanes } = view.tracks.find((t) =>
		t.kind === "requests" && t.process !== "9");
	return lanes.length + [25, 600, 950].map((at) => requestNamed(at)).join();
	function requestNamed(at) {
		const track = view.tracks.find((t) => t.kind === "requests" &&
			t.process !== "9");
		const r = view.requestUnder(view.x(at * 1e3), 24 - view.top +
			track.y + 11 * 15 + 5);
		return r ? r.name : "-"; }'), '12-,long,-',
	'those that are too many are in the last lane, and are found there');
is($page->js('const { view } = timeline; return [view.data.firstNs,
	view.tracks.filter((t) => t.kind === "requests").length].join()'), '10000,2',
	'requests without calls have a track and their time');
load('narrowed');
is($page->js('return timeline.data.about.requests.some((r) =>
	r.name === "early")'), 0, 'unless options leave calls out');

# counters
load('counters');
is($page->js('return timeline.view.tracks.map((t) => t.kind === "counter"
	? t.counter.name : t.kind).join()'),
	'process,heap,load 0x2,thread,process,other',
	'counters have tracks below their process, called or not');
$place = $page->js('const { view } = timeline, box = view.canvas
	.getBoundingClientRect(), track = view.tracks[1];
	return { top: box.top + 24 + track.y, height: track.height,
		x: [200e3, 600e3].map((ns) => box.left + view.x(ns)) }');
$picture = $page->picture;
my $high = $place->{top} + 10;
ok(browser::pixel($picture, $place->{x}[0], $high) ne
	browser::pixel($picture, $place->{x}[1], $high),
	'a larger value is drawn higher');
my @values = map {
	$page->hover($_, $place->{top} + 20);
	$page->settle;
	text_of('#tooltip') } @{$place->{x}};
is("@values", 'heapbytes: 100 heapbytes: 5,000,000',
	'the mouse over it shows the value of that moment');
$page->hover($place->{x}[0], $place->{top} + $place->{height} + 20);
is(text_of('#tooltip'), 'load 0x2user: 1.5system: -0.25',
	'and those of each series');
load('counters_only');
is($page->js('return timeline.view.x(400e3) > timeline.view.x(100e3) + 100'), 1,
	'a page without calls shows the time of its counters');

# limits
load('limits');
is(text_of('#warnings'), 'Further arrows are left out: 5.' .
	'Further requests are left out: 3.' .
	'Further values of counters are left out: 4.',
	'of too many arrows, requests and values the first are shown, which the page says');
is($page->js('const { about } = timeline.data; return [about.requests.length,
	about.counters[0].series[0].points.length / 2,
	about.flows.length].join()'), '100000,400000,100000', 'and the others are there');

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
	my ($shown) = text_of('#warnings') =~ /^Calls were lost: ([\d,]+)/;
	is($shown =~ s/,//gr, $lost, 'losses are reported');
} else {
	print "ok @{[++$n]} - losses are reported # SKIP nothing was lost\n";
}

# a phone
$page->be_phone(390, 780);
load('git');
is($page->js('return document.documentElement.scrollWidth'), 390,
	'the page is no wider than a phone');
ok($page->js('return [...document.querySelectorAll(".row .function")].every((e) =>
	e.getBoundingClientRect().right < 390 &&
	e.getBoundingClientRect().width > 80)'), 'which shows functions of calls');
$before = span();
my $under = $page->js('return timeline.view.ns(170)');
$page->touch([[170, 300], [250, 300]], [[170, 300], [290, 300]],
	[[170, 300], [330, 300]]);
$page->settle;
ok(abs(span() * 2 / $before - 1) < 0.01 &&
	abs($page->js('return timeline.view.ns(170)') - $under) < $before / 1000,
	'two fingers zoom around themselves');
$page->stop;
exit $failed;
