// SPDX-License-Identifier: MIT
'use strict';
// The tracks on their canvas. Calls narrower than a pixel become one mark per
// pixel, as strong as that time is busy. So the cost depends on the pixels, not
// on the calls.

const FADE = 4, NAMES_WIDTH = 190, NARROW_NAMES = 104, NARROW = 620;
let GUTTER = NAMES_WIDTH;	// less of it in a narrow window
const FONT = '11px system-ui, "Segoe UI", "Noto Sans", sans-serif';

// Hues of categories. Others have one by their name, so that a function has the
// same colour on every page.
const HUES = {
	'libc:io': 212, 'libc:fs': 28, 'libc:stdio': 145, 'libc:mem': 340,
	'libc:env': 48, 'libc:locale': 280, 'libc:net': 185, 'libc:proc': 5,
	'libc:thread': 255, 'libc:time': 95, 'libc:signal': 65, 'libc:dl': 230,
	'libc:sys': 170, 'libc:alloc': 320, 'libc:memstr': 300,
	gl: 125, egl: 38, glx: 55,
};

function hashOf(text) {
	let hash = 7;
	for (const letter of text)
		hash = (hash * 31 + letter.codePointAt(0)) % 1009;
	return hash;
}

function coloursOf(data, style) {
	const lightness = parseFloat(style('--lightness'));
	return data.about.functions.map((f) => {
		const own = Object.hasOwn(HUES, f.category);
		const hue = own ? HUES[f.category] : hashOf(f.category) * 137 % 360;
		const hash = hashOf(f.name);
		return `hsl(${hue + hash % 13 - 6}, ${52 + hash % 17}%, ` +
			`${lightness - 5 + hash % 11}%)`;
	});
}

// Colors and fonts for drawing, by theme.
function paintOf(data) {
	const all = getComputedStyle(document.documentElement);
	const style = (name) => all.getPropertyValue(name).trim();
	return { back: style('--back'), panel: style('--panel'),
		line: style('--line'), text: style('--text'),
		faint: style('--faint'), accent: style('--accent'),
		error: style('--error'), match: style('--match'),
		shade: style('--shade'), ink: style('--ink'),
		warn: style('--warn-line'),
		lightness: parseFloat(style('--lightness')), calls: coloursOf(data, style) };
}

// Makes the canvas as large as its element; returns its context.
function fitCanvas(canvas) {
	const scale = window.devicePixelRatio || 1;
	const box = canvas.getBoundingClientRect();
	const width = Math.max(1, Math.round(box.width * scale));
	const height = Math.max(1, Math.round(box.height * scale));
	if (canvas.width !== width || canvas.height !== height) {
		canvas.width = width;
		canvas.height = height;
	}
	const ctx = canvas.getContext('2d');
	ctx.setTransform(scale, 0, 0, scale, 0, 0);
	ctx.clearRect(0, 0, box.width, box.height);
	return { ctx, width: box.width, height: box.height };
}

// Steps of 1, 2, 5 times a power of ten, at least `least`.
function niceStep(least) {
	const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
	return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least);
}

function stepText(ns, step) {
	if (step >= 1e9)
		return `${Math.round(ns / 1e9)} s`;
	if (step >= 1e6)
		return `${(ns / 1e9).toFixed(9 - Math.floor(Math.log10(step)))} s`;
	if (step >= 1e3)
		return `${(ns / 1e6).toFixed(6 - Math.floor(Math.log10(step)))} ms`;
	return `${(ns / 1e3).toFixed(3)} µs`;
}

function drawRuler(view, at) {
	const { ctx, paint } = view, step = niceStep(110 / view.scale);
	ctx.fillStyle = paint.panel;
	ctx.fillRect(0, 0, view.width, RULER);
	ctx.fillStyle = paint.line;
	ctx.fillRect(0, RULER - 1, view.width, 1);
	ctx.textBaseline = 'middle';
	ctx.textAlign = 'left';
	for (let ns = Math.ceil(view.from / step) * step; ns < view.to; ns += step) {
		const x = at(ns);
		ctx.fillStyle = paint.line;
		ctx.fillRect(Math.round(x), 0, 1, view.height);
		ctx.fillStyle = paint.faint;
		ctx.fillText(stepText(ns, step), x + 4, RULER / 2);
		if (ns + step === ns)
			break;
	}
}

// Notices as marks on the ruler.
function drawNotices(view, at) {
	const { ctx, paint } = view;
	let last = -10;
	ctx.fillStyle = paint.warn;
	for (const ns of view.noticeTimes) {
		const x = at(ns);
		if (x < GUTTER || x > view.width || x - last < 3)
			continue;
		last = x;
		ctx.beginPath();
		ctx.moveTo(x - 4, RULER - 8);
		ctx.lineTo(x + 4, RULER - 8);
		ctx.lineTo(x, RULER - 1);
		ctx.fill();
	}
}

// Runs of pixels of one colour and strength, as one rectangle each.
class Runs {
	constructor(ctx, y, height) {
		Object.assign(this, { ctx, y, height, from: 0, to: 0,
			colour: '', strength: 0 });
	}

	put(x, colour, strength) {
		if (x === this.to && colour === this.colour &&
		    strength === this.strength) {
			this.to = x + 1;
			return;
		}
		this.flush();
		Object.assign(this, { from: x, to: x + 1, colour, strength });
	}

	flush() {
		if (this.to > this.from) {
			this.ctx.globalAlpha = this.strength / FADE;
			this.ctx.fillStyle = this.colour;
			this.ctx.fillRect(this.from, this.y,
				this.to - this.from, this.height);
			this.ctx.globalAlpha = 1;
		}
		this.to = this.from;
	}
}

function drawName(view, text, x, width, y) {
	const { ctx } = view, space = width - 6;
	if (space < 12)
		return;
	const letter = 6.1;
	const most = Math.floor(space / letter);
	const shown = text.length * letter <= space ? text
		: most < 3 ? '' : `${text.slice(0, most - 1)}…`;
	if (shown)
		ctx.fillText(shown, x + 3, y);
}

// A call that is a pixel wide or more.
function drawCall(view, call, x, width, y, height) {
	const { ctx, paint, data } = view, from = Math.max(x, GUTTER);
	const shown = Math.min(x + width, view.width) - from;
	ctx.globalAlpha = data.time[call] < 0 ? 0.5 : 1;
	ctx.fillStyle = paint.calls[data.fn[call]];
	ctx.fillRect(from, y, Math.max(1, shown - (shown > 3 ? 1 : 0)), height);
	ctx.globalAlpha = 1;
	if (shown > 18 && height > 12) {
		ctx.fillStyle = paint.ink;
		drawName(view, functionOf(data, call).name, from, shown,
			y + height / 2 + 0.5);
	}
}

// All calls that begin in one pixel, from number k of the row on; returns the
// number behind them.
function drawMerged(view, row, k, x, runs) {
	const { data } = view, calls = row.calls;
	const pixelEnd = view.from + (Math.floor(x) + 1 - GUTTER) / view.scale;
	let next = firstBeginning(data, calls, k, pixelEnd);
	if (next > k + 1 && data.end[calls[next - 1]] > pixelEnd + 1 / view.scale)
		next--;
	next = Math.max(next, k + 1);
	const busy = (row.busy[next] - row.busy[k]) * view.scale;
	const strength = Math.min(FADE, Math.max(1, Math.ceil(busy * FADE)));
	const shown = calls[(k + next) >> 1];
	if (x >= GUTTER - 1)
		runs.put(Math.max(GUTTER, Math.floor(x)),
			view.paint.calls[data.fn[shown]], strength);
	return next;
}

function drawRow(view, row, y, height) {
	const { data } = view, calls = row.calls;
	const runs = new Runs(view.ctx, y, height);
	let k = firstEnding(data, calls, view.from);
	while (k < calls.length && data.begin[calls[k]] < view.to) {
		const i = calls[k];
		const x = view.x(data.begin[i]);
		const width = (data.end[i] - data.begin[i]) * view.scale;
		if (width >= 1.5) {
			runs.flush();
			drawCall(view, i, x, width, y, height);
			k++;
		} else {
			k = drawMerged(view, row, k, x, runs);
		}
	}
	runs.flush();
}

// Marks where calls of a list are, at least 2 pixels wide.
function drawMarks(view, calls, colour, y, height) {
	const { ctx, data } = view;
	let k = calls.length ? firstEnding(data, calls, view.from) : 0;
	ctx.fillStyle = colour;
	while (k < calls.length && data.begin[calls[k]] < view.to) {
		const i = calls[k], x = Math.max(GUTTER, view.x(data.begin[i]));
		const width = Math.max(2, view.x(data.end[i]) - x - 1);
		ctx.fillRect(x, y, width, height);
		k = Math.max(k + 1, firstBeginning(data, calls, k,
			view.ns(x + Math.min(width, 2))));
	}
}

function outline(view, call, colour, thick) {
	const track = view.trackOf[view.data.thread[call]];
	if (!track || !track.height)
		return;
	const { ctx, data } = view, box = boxOf(view, track, call);
	if (data.end[call] < view.from || data.begin[call] > view.to)
		return;
	const from = Math.max(box.x, GUTTER - 4);
	const to = Math.min(box.x + Math.max(box.width, 3), view.width + 4);
	ctx.strokeStyle = colour;
	ctx.lineWidth = thick;
	ctx.strokeRect(from + 0.5, box.y + 0.5, Math.max(2, to - from - 1),
		box.height - 1);
}

// The box of a call on the canvas.
function boxOf(view, track, call) {
	const { data } = view, x = view.x(data.begin[call]);
	const depth = track.closed ? 0 : data.depth[call];
	return { x, y: RULER + track.y - view.top + depth * view.row,
		width: (data.end[call] - data.begin[call]) * view.scale,
		height: (track.closed ? COLLAPSED : view.row) - 2 };
}

function drawThread(view, track, y) {
	const { paint, row: step } = view;
	const height = (track.closed ? COLLAPSED : step) - 2;
	const n = track.closed ? 1 : track.rows.length;
	const first = Math.max(0, Math.floor((RULER - y) / step));
	const behind = Math.min(n, Math.ceil((view.height - y) / step));
	for (let depth = first; depth < behind; depth++) {
		const row = track.rows[depth], top = y + depth * step;
		drawRow(view, row, top, height);
		drawMarks(view, row.failed, paint.error, top + height - 3, 3);
		drawMarks(view, row.matches, paint.match, top, 3);
	}
	for (const loss of track.losses)
		drawLoss(view, loss, y, track.height - THREAD_GAP);
}

// Hatched: calls of that time are lost.
function drawLoss(view, loss, y, height) {
	const { ctx, paint } = view;
	const from = Math.max(GUTTER, view.x(loss.first_ns));
	const to = Math.min(view.width, Math.max(view.x(loss.last_ns), from + 3));
	if (to <= GUTTER || from >= view.width)
		return;
	ctx.save();
	ctx.beginPath();
	ctx.rect(from, y, to - from, height);
	ctx.clip();
	ctx.strokeStyle = paint.error;
	ctx.lineWidth = 1;
	ctx.beginPath();
	for (let x = from - height; x < to; x += 6) {
		ctx.moveTo(x, y + height);
		ctx.lineTo(x + height, y);
	}
	ctx.stroke();
	ctx.restore();
}

// Green, and redder the longer a frame took than most.
function frameColour(time, median) {
	const ratio = median ? time / median : 1;
	const hue = Math.max(0, Math.min(140, 140 - (ratio - 1.15) * 110));
	return `hsl(${Math.round(hue / 10) * 10}, 55%, 52%)`;
}

function drawFrame(view, frames, k, y) {
	const { ctx, paint } = view, height = FRAMES - 4;
	const x = view.x(frames.begins[k]), right = view.x(frames.ends[k]);
	const time = frames.ends[k] - frames.begins[k];
	const from = Math.max(GUTTER, x);
	const width = Math.min(right, view.width) - from;
	ctx.fillStyle = frameColour(time, frames.median);
	ctx.fillRect(from, y, Math.max(1, width - (width > 3 ? 1 : 0)), height);
	if (width < 20)
		return;
	ctx.fillStyle = paint.ink;
	const text = width > 130 ? `frame ${frames.first + k} · ${timeText(time)}`
		: width > 60 ? timeText(time) : `${frames.first + k}`;
	drawName(view, text, from, width, y + height / 2 + 0.5);
}

// From the first one that has not ended at `from`, then at most one for each
// pixel.
function drawFrames(view, track, y) {
	const { frames } = track;
	let k = lastAtMost(frames.ends, view.from) + 1;
	while (k < frames.ends.length && frames.begins[k] < view.to) {
		drawFrame(view, frames, k, y + 1);
		const behind = view.ns(view.x(frames.begins[k]) + 1);
		k = Math.max(k + 1, lastAtMost(frames.ends, behind));
	}
}

function labelOf(view, track) {
	const { data } = view;
	if (track.kind === 'frames')
		return 'frames';
	if (track.kind === 'requests')
		return 'requests';
	if (track.kind === 'counter')
		return track.counter.name;
	if (track.kind === 'thread')
		return threadText(data, track.thread);
	if (typeof track.process === 'string')
		return track.process === '0' ? 'nobody' : `process ${track.process}`;
	const p = data.about.processes[track.process] || {};
	const exit = 'exit' in p ? `, exit ${p.exit}` : '';
	return `${processText(data, p)}${exit}`;
}

function canClose(track) {
	return track.kind === 'process' || track.kind === 'thread';
}

function drawLabel(view, track, y) {
	const { ctx, paint } = view;
	const isProcess = track.kind === 'process';
	const text = labelOf(view, track);
	if (isProcess) {
		ctx.fillStyle = paint.panel;
		ctx.fillRect(0, y, view.width, HEAD - 2);
	}
	ctx.fillStyle = isProcess ? paint.text : paint.faint;
	ctx.font = isProcess ? `600 ${FONT}` : FONT;
	const mark = !canClose(track) ? '' : track.closed ? '▸ ' : '▾ ';
	if (!track.closed || isProcess)
		ctx.fillText(mark + text, isProcess ? 6 : 16,
			y + (isProcess ? HEAD - 2 : view.row) / 2, isProcess
				? view.width : GUTTER - 22);
	else
		ctx.fillText(mark + text, 16, y + COLLAPSED / 2 + 2, GUTTER - 22);
	ctx.font = FONT;
}

function drawGutter(view) {
	const { ctx, paint } = view;
	ctx.fillStyle = paint.back;
	ctx.fillRect(0, RULER, GUTTER, view.height);
	ctx.fillStyle = paint.line;
	ctx.fillRect(GUTTER - 1, 0, 1, view.height);
}

function eachShown(view, draw) {
	for (const track of view.tracks) {
		const y = RULER + track.y - view.top;
		if (track.height && y + track.height > RULER && y < view.height)
			draw(track, y);
	}
}

function drawTracks(view) {
	const fit = fitCanvas(view.canvas);
	Object.assign(view, fit);
	GUTTER = view.width < NARROW ? NARROW_NAMES : NAMES_WIDTH;
	view.fitRows();
	view.setScale();
	const { ctx, paint } = view;
	ctx.font = FONT;
	ctx.textBaseline = 'middle';
	drawRuler(view, (ns) => view.x(ns));
	ctx.save();
	ctx.beginPath();
	ctx.rect(0, RULER, view.width, view.height - RULER);
	ctx.clip();
	eachShown(view, (track, y) => {
		if (track.kind === 'thread')
			drawThread(view, track, y);
		else if (track.kind === 'frames')
			drawFrames(view, track, y);
		else if (track.kind === 'requests')
			drawRequests(view, track, y);
		else if (track.kind === 'counter')
			drawCounter(view, track, y);
	});
	if (view.hovered >= 0)
		outline(view, view.hovered, paint.text, 1);
	if (view.selected >= 0)
		outline(view, view.selected, paint.accent, 2.5);
	drawGutter(view);
	eachShown(view, (track, y) => drawLabel(view, track, y));
	drawFlows(view);
	ctx.restore();
	drawNotices(view, (ns) => view.x(ns));
	drawArea(view);
}

// The selection: its time on its tracks.
function drawArea(view) {
	if (!view.area)
		return;
	const { ctx, paint, area } = view;
	const from = Math.max(GUTTER, view.x(area.from));
	const to = Math.min(view.width, view.x(area.to));
	if (to <= from)
		return;
	const threads = new Set(area.threads);
	ctx.fillStyle = paint.shade;
	eachShown(view, (track, y) => {
		if (track.kind === 'thread' && threads.has(track.thread))
			ctx.fillRect(from, Math.max(RULER, y), to - from,
				Math.min(track.height, y + track.height - RULER));
	});
	ctx.fillStyle = paint.accent;
	ctx.fillRect(from, RULER - 4, to - from, 3);
	ctx.fillStyle = paint.text;
	ctx.fillText(timeText(area.to - area.from), from + 4, RULER + 10);
}
