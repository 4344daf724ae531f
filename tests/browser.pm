# SPDX-License-Identifier: MIT
# Headless Chromium for tests, driven by chromedriver (W3C WebDriver): pages,
# scripts in them, keys, mouse, wheel, and what is on the screen.
package browser;
use strict;
use warnings;
use Compress::Zlib qw(uncompress);
use File::Temp qw(tempdir);
use HTTP::Tiny;
use IO::Socket::INET;
use JSON::PP;
use MIME::Base64;
use Scalar::Util qw(weaken);

my @flags = qw(--headless=new --no-sandbox --disable-gpu --disable-quic
	--no-first-run --disable-background-networking --disable-dev-shm-usage
	--disable-component-update --disable-sync --hide-scrollbars
	--force-device-scale-factor=1);
my @started; # that are not stopped yet, or are undefined

sub is_there {
	for my $name (qw(chromium chromedriver)) {
		return 0 unless grep { -x "$_/$name" } split /:/, $ENV{PATH};
	}
	return 1;
}

# A browser with a window of this size; dies if none starts.
sub start {
	my ($class, $width, $height) = @_;
	$| = 1; # a test that is silent for long is killed
	my $self = bless { http => HTTP::Tiny->new(timeout => 300),
		json => JSON::PP->new->utf8->allow_nonref, owner => $$ }, $class;
	$self->{home} = tempdir(CLEANUP => 1);
	weaken($started[@started] = $self);
	$self->start_driver;
	my $args = [@flags, "--window-size=$width,$height",
		"--user-data-dir=$self->{home}/profile"];
	my $session = $self->command(POST => '/session', { capabilities => {
		alwaysMatch => { 'goog:chromeOptions' => { args => $args },
			'goog:loggingPrefs' => { browser => 'ALL' } } } });
	$self->{at} .= "/session/$session->{sessionId}";
	$self->command(POST => '/timeouts', { script => 280000,
		pageLoad => 280000 });
	return $self;
}

# A port that was free a moment ago. Drivers before 121 do not say which they have
# chosen.
sub free_port {
	my $socket = IO::Socket::INET->new(Listen => 1,
		LocalAddr => '127.0.0.1') or die "no port: $!\n";
	return $socket->sockport;
}

sub start_driver {
	my ($self) = @_;
	local $ENV{HOME} = $self->{home};
	for my $try (1 .. 5) {
		my $port = free_port();
		$self->{pid} = open(my $out, '-|', 'chromedriver',
			"--port=$port") or die "chromedriver: $!\n";
		$self->{out} = $out;
		$self->{at} = "http://127.0.0.1:$port";
		while (my $line = <$out>) {
			return if $line =~ /started successfully/;
		}
		close $out; # somebody else has the port
	}
	die "chromedriver does not start\n";
}

sub command {
	my ($self, $method, $path, $body) = @_;
	my $options = { headers => { 'content-type' => 'application/json' } };
	$options->{content} = $self->{json}->encode($body) if $body;
	my $answer = $self->{http}->request($method, "$self->{at}$path",
		$options);
	my $value = eval { $self->{json}->decode($answer->{content})->{value} };
	die "$method $path: ", ref $value ? $value->{message}
		: $answer->{content}, "\n" unless $answer->{success};
	return $value;
}

sub stop {
	my ($self) = @_;
	return unless $self->{pid} && $self->{owner} == $$;
	local $?;
	eval { $self->command(DELETE => '') };
	kill TERM => $self->{pid};
	waitpid $self->{pid}, 0;
	delete $self->{pid};
}

sub DESTROY { $_[0]->stop }

# While there is everything that stopping needs: later, a browser stays behind.
END { $_ && $_->stop for @started }

sub open_page {
	my ($self, $path) = @_;
	$self->command(POST => '/url', { url => "file://$path" });
}

# What the body of a function gives, once that is settled.
sub js {
	my ($self, $script, @args) = @_;
	return $self->command(POST => '/execute/sync',
		{ script => $script, args => \@args });
}

# The window of a phone, with fingers.
sub be_phone {
	my ($self, $width, $height) = @_;
	$self->command(POST => '/goog/cdp/execute', { cmd =>
		'Emulation.setDeviceMetricsOverride', params => { width => $width,
		height => $height, deviceScaleFactor => 2, mobile => JSON::PP::true } });
	$self->command(POST => '/goog/cdp/execute', { cmd =>
		'Emulation.setTouchEmulationEnabled',
		params => { enabled => JSON::PP::true } });
}

# Fingers on the page: [[x, y], ...] at each of some moments.
sub touch {
	my ($self, @moments) = @_;
	my $type = 'touchStart';
	for my $fingers (@moments, []) {
		$self->command(POST => '/goog/cdp/execute', { cmd =>
			'Input.dispatchTouchEvent', params => {
				type => @$fingers ? $type : 'touchEnd',
				touchPoints => [map { { x => $_->[0], y => $_->[1] } }
					@$fingers] } });
		$type = 'touchMove';
	}
}

# Waits until the expression is true; 0 if it never is.
sub wait_for {
	my ($self, $expression) = @_;
	my $end = time + 120;
	until ($self->js("return !!($expression)")) {
		return 0 if time > $end;
		select undef, undef, undef, 0.05;
	}
	return 1;
}

# Waits for two pictures to be drawn, and for what was to be shown.
sub settle {
	my ($self) = @_;
	$self->js('return new Promise((done) => requestAnimationFrame(() =>
		requestAnimationFrame(() => setTimeout(done, 30))))');
}

sub act {
	my ($self, @sources) = @_;
	$self->command(POST => '/actions', { actions => \@sources });
	$self->settle;
}

sub mouse {
	my ($self, @actions) = @_;
	return { type => 'pointer', id => 'mouse',
		parameters => { pointerType => 'mouse' }, actions => \@actions };
}

sub to { return { type => 'pointerMove', duration => 0,
	x => int $_[0], y => int $_[1] } }

sub click {
	my ($self, $x, $y) = @_;
	$self->act($self->mouse(to($x, $y),
		{ type => 'pointerDown', button => 0 },
		{ type => 'pointerUp', button => 0 }));
}

sub hover {
	my ($self, $x, $y) = @_;
	$self->act($self->mouse(to($x, $y)));
}

sub drag {
	my ($self, $x, $y, $to_x, $to_y) = @_;
	$self->act($self->mouse(to($x, $y),
		{ type => 'pointerDown', button => 0 },
		to(($x + $to_x) / 2, ($y + $to_y) / 2), to($to_x, $to_y),
		{ type => 'pointerUp', button => 0 }));
}

sub wheel {
	my ($self, $x, $y, $by) = @_;
	$self->act({ type => 'wheel', id => 'wheel', actions => [
		{ type => 'scroll', x => int $x, y => int $y, deltaX => 0,
			deltaY => $by, duration => 0 }] });
}

# Letters, or a key of its own by WebDriver's number: "\x{E007}" is Enter.
sub keys {
	my ($self, $text) = @_;
	$self->act({ type => 'key', id => 'keys', actions => [map {
		({ type => 'keyDown', value => $_ },
			{ type => 'keyUp', value => $_ })
	} split //, $text] });
}

# Holds a key down while `run` does something.
sub with_key {
	my ($self, $key, $run) = @_;
	my $one = sub { $self->act({ type => 'key', id => 'keys', actions => [
		{ type => $_[0], value => $key }] }) };
	$one->('keyDown');
	$run->();
	$one->('keyUp');
}

sub click_on {
	my ($self, $selector) = @_;
	my $box = $self->js('const b = document.querySelector(arguments[0])
		.getBoundingClientRect(); return [b.left + b.width / 2,
		b.top + b.height / 2]', $selector);
	$self->click(@$box);
}

# What the console got, as text.
sub log_of {
	my ($self) = @_;
	my $log = $self->command(POST => '/se/log', { type => 'browser' });
	return join '', map { "$_->{level} $_->{message}\n" } @$log;
}

# The screen: {png, width, height, rows: [bytes]}, 3 or 4 bytes a pixel.
sub picture {
	my ($self) = @_;
	my $png = decode_base64($self->command(GET => '/screenshot'));
	return { png => $png, %{ decode_png($png) } };
}

sub decode_png {
	my ($png) = @_;
	my ($at, $packed, %head) = (8, '');
	while ($at < length $png) {
		my ($size, $type) = unpack 'Na4', substr $png, $at, 8;
		my $body = substr $png, $at + 8, $size;
		@head{qw(width height bits kind)} = unpack 'NNCC', $body
			if $type eq 'IHDR';
		$packed .= $body if $type eq 'IDAT';
		$at += $size + 12;
	}
	die "not a picture of 8 bits\n"
		unless $head{bits} == 8 && $head{kind} =~ /^[26]$/;
	my $deep = $head{kind} == 6 ? 4 : 3;
	return { %head, deep => $deep, rows => unfilter(uncompress($packed),
		$head{width} * $deep, $head{height}, $deep) };
}

# PNG's filters: each row is encoded against the pixels to the left and above.
sub unfilter {
	my ($bytes, $size, $n, $deep) = @_;
	my @above = (0) x $size;
	my @rows;
	for my $y (0 .. $n - 1) {
		my ($filter, @row) = unpack 'C*',
			substr $bytes, $y * ($size + 1), $size + 1;
		for my $x ($filter ? 0 .. $size - 1 : ()) {
			my $left = $x < $deep ? 0 : $row[$x - $deep];
			my $corner = $x < $deep ? 0 : $above[$x - $deep];
			my $by = $filter == 1 ? $left : $filter == 2 ? $above[$x]
				: $filter == 3 ? ($left + $above[$x]) >> 1
				: paeth($left, $above[$x], $corner);
			$row[$x] = ($row[$x] + $by) & 255;
		}
		push @rows, pack 'C*', @row;
		@above = @row;
	}
	return \@rows;
}

sub paeth {
	my ($a, $b, $c) = @_;
	my $p = $a + $b - $c;
	my ($pa, $pb, $pc) = (abs $p - $a, abs $p - $b, abs $p - $c);
	return $a if $pa <= $pb && $pa <= $pc;
	return $pb <= $pc ? $b : $c;
}

# "r,g,b" at a place of a picture.
sub pixel {
	my ($picture, $x, $y) = @_;
	return join ',', unpack 'C3', substr $picture->{rows}[int $y],
		int($x) * $picture->{deep}, 3;
}

1;
