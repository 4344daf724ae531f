# SPDX-License-Identifier: MIT
# Opens page.html and json.html of a folder and searches both, five times each.
# Prints medians in ms, from the navigation's start, and the heap's size then.
use strict;
use warnings;
use browser;

my ($folder) = @ARGV;
my @queries = ('close', 'such/12345', 'such/77');

sub median { return (sort { $a <=> $b } @_)[@_ / 2] }

sub page {
	my ($web) = @_;
	$web->wait_for('document.body.dataset.ready');
	my @found = (timeline => $web->js('return timeline.data.n'),
		$web->js('return timeline.readyAt'));
	for my $query (@queries) {
		push @found, $web->js('document.getElementById("query").value =
			arguments[0]; return timeline.box.start().then(() =>
			timeline.box.took)', $query);
	}
	return @found;
}

sub json {
	my ($web) = @_;
	my ($n, $load) = @{ $web->js('
		window.all = JSON.parse(document.scripts[0].textContent);
		return [all.traceEvents.length, performance.now()]') };
	my @found = (json => $n, $load);
	for my $query (@queries) {
		push @found, $web->js('const q = arguments[0];
			const began = performance.now();
			window.found = all.traceEvents.filter((e) =>
				e.name.includes(q) ||
				JSON.stringify(e.args).includes(q));
			return performance.now() - began', $query);
	}
	return @found;
}

my %all;
for my $round (1 .. 5) {
	for my $kind (qw(page json)) {
		my $web = browser->start(1400, 900);
		$web->open_page("$folder/$kind.html");
		push @{ $all{$kind} }, [$kind eq 'page' ? page($web) : json($web),
			$web->js('return performance.memory.usedJSHeapSize')];
		$web->stop;
	}
}
for my $kind (qw(page json)) {
	my @rounds = @{ $all{$kind} };
	my @middle = map { my $i = $_; median(map { $_->[$i] } @rounds) } 2 .. 6;
	printf "%-4s %9d calls, %5.1f MB: loaded in %5.0f ms; found '%s' in " .
		"%4.0f ms, '%s' in %4.0f ms, '%s' in %4.0f ms; heap %4.0f MB\n",
		$kind, $rounds[0][1], (-s "$folder/$kind.html") / 1e6, $middle[0],
		(map { $queries[$_], $middle[$_ + 1] } 0 .. 2), $middle[4] / 1e6;
}
