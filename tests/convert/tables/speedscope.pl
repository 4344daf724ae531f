#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# speedscope.pl FOLDER PROFILE: what speedscope exports of a profile that it has
# imported. FOLDER has its page, as the package of npm does (dist/release).
use strict;
use warnings;
use FindBin ();
use lib "$FindBin::Bin/../..";
use browser;
use File::Temp ();
use MIME::Base64;

my ($folder, $profile) = @ARGV;
open my $in, '<:raw', $profile or die "$profile: $!\n";
my $data = encode_base64(do { local $/; <$in> }, '');
my $script = File::Temp->new(SUFFIX => '.js');
print $script "speedscope.loadFileFromBase64('a.speedscope.json', '$data')";
$script->close;

my $page = browser->start(1000, 700);
$page->open_page("$folder/index.html#localProfilePath=$script");
$page->wait_for('document.title != "speedscope"') or die "not imported\n";
# what it would save to a file
$page->js('const create = URL.createObjectURL;
	URL.createObjectURL = (blob) => {
		window.saved = blob;
		return create.call(URL, blob);
	};
	window.dispatchEvent(new KeyboardEvent("keydown",
		{ key: "s", ctrlKey: true }))');
$page->wait_for('window.saved') or die "not exported\n";
binmode STDOUT, ':utf8';
print $page->js('return saved.text()');
