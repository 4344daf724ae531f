# SPDX-License-Identifier: MIT
# Opens page.html and json.html of a folder and searches both, five times each. The
# kinds behind the folder take turns; speedscope is only opened.
# Prints medians in ms, from the navigation's start, and the heap's size then.
use strict;
use warnings;
use browser;

my ($folder, @kinds) = @ARGV;
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

# Its title is that of the recording once that is drawn.
sub speedscope {
	my ($web) = @_;
	my $at = 'http://127.0.0.1:8124';
	$web->command(POST => '/url', { url => "$at/index.html#profileURL=" .
		"$at/many.json" =~ s/([:\/])/sprintf '%%%02X', ord $1/ger });
	$web->wait_for('document.title.includes(" - speedscope") &&
		!document.body.innerText.includes("Loading")') or die "not drawn\n";
	return (speedscope => 0, $web->js('return performance.now()'));
}

my %open = (page => \&page, json => \&json, speedscope => \&speedscope);
my %all;
for my $round (1 .. 5) {
	for my $kind (@kinds) {
		my $web = browser->start(1400, 900);
		$web->open_page("$folder/$kind.html") if $kind ne 'speedscope';
		push @{ $all{$kind} }, [$open{$kind}->($web),
			$web->js('return performance.memory.usedJSHeapSize')];
		$web->stop;
	}
}
for my $kind (@kinds) {
	if ($kind eq 'speedscope') {
		printf "%s: drawn in %.0f ms; heap %.0f MB\n", $kind,
			median(map { $_->[2] } @{ $all{$kind} }),
			median(map { $_->[3] } @{ $all{$kind} }) / 1e6;
		next;
	}
	my @rounds = @{ $all{$kind} };
	my @middle = map { my $i = $_; median(map { $_->[$i] } @rounds) } 2 .. 6;
	printf "%-4s %9d calls, %5.1f MB: loaded in %5.0f ms; found '%s' in " .
		"%4.0f ms, '%s' in %4.0f ms, '%s' in %4.0f ms; heap %4.0f MB\n",
		$kind, $rounds[0][1], (-s "$folder/$kind.html") / 1e6, $middle[0],
		(map { $queries[$_], $middle[$_ + 1] } 0 .. 2), $middle[4] / 1e6;
}
