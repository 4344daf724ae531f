// SPDX-License-Identifier: MIT
'use strict';
// The part of the recording that the tracks show, and its control by mouse and
// keys.

const LEAST_NS = 50;		// across the whole canvas
const DRAG_PIXELS = 4;		// less is a click

class View {
	constructor(data, canvas) {
		const built = buildTracks(data);
		Object.assign(this, { data, canvas, tracks: built.tracks,
			rows: built.rows, top: 0, selected: -1, hovered: -1,
			area: null, isWaiting: false, changed: [],
			width: 1, height: 1, row: ROW, paint: paintOf(data) });
		this.trackOf = [];
		for (const track of this.tracks)
			if (track.kind === 'thread')
				this.trackOf[track.thread] = track;
		this.noticeTimes = data.about.notices.map((n) => n.ns).sort(
			(a, b) => a - b);
		this.from = data.firstNs;
		this.to = data.lastNs;
		this.showAll();
	}

	setScale() {
		this.scale = Math.max(1, this.width - GUTTER) / (this.to - this.from);
	}

	x(ns) {
		return GUTTER + (ns - this.from) * this.scale;
	}

	ns(x) {
		return this.from + (x - GUTTER) / this.scale;
	}

	// Draws soon, however often it is called.
	refresh() {
		if (this.isWaiting)
			return;
		this.isWaiting = true;
		requestAnimationFrame(() => {
			this.isWaiting = false;
			this.draw();
		});
	}

	draw() {
		drawTracks(this);
		for (const notify of this.changed)
			notify();
	}

	margin() {
		return Math.max(1, (this.data.lastNs - this.data.firstNs) * 0.005);
	}

	show(from, to) {
		if (!(to >= from))
			return;
		const first = this.data.firstNs - this.margin();
		const last = this.data.lastNs + this.margin();
		const span = Math.min(last - first, Math.max(LEAST_NS, to - from));
		this.from = Math.max(first, Math.min(from, last - span));
		this.to = this.from + span;
		this.setScale();
		this.refresh();
	}

	showAll() {
		this.show(-Infinity, Infinity);
		this.from = this.data.firstNs - this.margin();
		this.to = this.data.lastNs + this.margin();
		if (this.to - this.from < LEAST_NS)
			this.to = this.from + LEAST_NS;
		this.setScale();
	}

	// factor below 1: closer
	zoomAt(ns, factor) {
		const span = (this.to - this.from) * factor;
		const part = (ns - this.from) / (this.to - this.from);
		this.show(ns - span * part, ns + span * (1 - part));
	}

	zoom(factor) {
		this.zoomAt((this.from + this.to) / 2, factor);
	}

	pan(part) {
		const by = (this.to - this.from) * part;
		this.show(this.from + by, this.to + by);
	}

	scrollTo(top) {
		const most = Math.max(0, tracksHeight(this.tracks) -
			(this.height - RULER));
		this.top = Math.max(0, Math.min(top, most));
		this.refresh();
	}

	// Selects a time of some threads, or nothing: {from, to, threads}.
	selectArea(area) {
		this.area = area;
		this.refresh();
	}

	// The threads whose tracks are between two heights.
	threadsBetween(top, bottom) {
		return this.tracks.filter((t) => t.kind === 'thread' && t.height &&
			t.y < bottom && t.y + t.height > top).map((t) => t.thread);
	}

	// What the calls depend on that are in view or selected, as text.
	rangeKey() {
		const { area } = this;
		return [this.from, this.to, ...(area ? [area.from, area.to,
			...area.threads] : [])].join();
	}

	// A test of one call: whether it is in the selection, or in view if there
	// is none.
	isChosen() {
		const { data, area } = this, { from, to } = area || this;
		const threads = new Set(area ? area.threads : []);
		return (i) => data.begin[i] < to && data.end[i] >= from &&
			(!area || threads.has(data.thread[i]));
	}

	chosenText() {
		const { data, area } = this;
		if (!area)
			return this.from <= data.firstNs && this.to >= data.lastNs
				? 'in all' : 'in view';
		const n = area.threads.length;
		return `selected: ${timeText(area.to - area.from)} of ${n} thread` +
			(n === 1 ? '' : 's');
	}

	// Brings a call into view, closer if it would be hard to see.
	reveal(call) {
		const { data } = this, middle = (data.begin[call] + data.end[call]) / 2;
		const time = data.end[call] - data.begin[call];
		let span = this.to - this.from;
		if (time * this.scale < 3)
			span = Math.max(time * 200, LEAST_NS * 20, span / 1000);
		if (time > span)
			span = time * 1.5;
		if (span !== this.to - this.from || data.begin[call] < this.from ||
		    data.end[call] > this.to)
			this.show(middle - span / 2, middle + span / 2);
		this.revealTrack(call);
	}

	revealTrack(call) {
		const track = this.trackOf[this.data.thread[call]];
		if (!track)
			return;
		const head = this.tracks.find((t) => t.kind === 'process' &&
			t.process === track.process);
		if (head && head.closed)
			this.toggle(head);
		const y = track.y + (track.closed ? 0
			: this.data.depth[call] * this.row);
		if (y < this.top || y + this.row > this.top + this.height - RULER)
			this.scrollTo(y - (this.height - RULER) / 3);
		this.refresh();
	}

	toggle(track) {
		track.closed = !track.closed;
		this.fitRows();
		this.scrollTo(this.top);
	}

	// Rows are higher if there is room.
	fitRows() {
		this.row = rowHeight(this.tracks, this.height - RULER);
		placeTracks(this.tracks, this.row);
	}

	trackUnder(y) {
		return y < RULER ? null : trackAt(this.tracks, y - RULER + this.top);
	}

	// The call under a point of the canvas, -1: none.
	callUnder(x, y) {
		const row = x < GUTTER ? null : rowAt(this.trackUnder(y),
			y - RULER + this.top, this.row);
		return row ? callAt(this.data, row, this.ns(x), 2 / this.scale) : -1;
	}

	// The request under it, or null.
	requestUnder(x, y) {
		const track = this.trackUnder(y);
		if (x < GUTTER || !track || track.kind !== 'requests')
			return null;
		const lane = track.lanes[Math.floor((y - RULER + this.top -
			track.y) / LANE)];
		return lane ? requestAt(this, lane, x) : null;
	}

	// The counter under it, or null.
	counterUnder(x, y) {
		const track = this.trackUnder(y);
		return x >= GUTTER && track && track.kind === 'counter'
			? track.counter : null;
	}

	// The frame under it: {frames, k}, or null.
	frameUnder(x, y) {
		const track = this.trackUnder(y);
		if (x < GUTTER || !track || track.kind !== 'frames')
			return null;
		const { frames } = track, ns = this.ns(x);
		const k = lastAtMost(frames.ends, ns) + 1;
		return k < frames.ends.length && frames.begins[k] <= ns
			? { frames, k } : null;
	}
}

// Two fingers: they stay on the moments on which they were put.
class Pinch {
	constructor(view) {
		Object.assign(this, { view, fingers: new Map() });
	}

	press(id, x) {
		this.fingers.set(id, x);
		this.hold();
		return this.fingers.size > 1;
	}

	hold() {
		this.moments = [...this.fingers.values()].map((at) =>
			this.view.ns(at));
	}

	// Whether it is one.
	move(id, x) {
		if (this.fingers.has(id))
			this.fingers.set(id, x);
		if (this.fingers.size !== 2)
			return this.fingers.size > 1;
		const [x0, x1] = this.fingers.values(), [a, b] = this.moments;
		if (Math.abs(x1 - x0) > 8 && (x1 - x0) * (b - a) > 0) {
			const scale = (b - a) / (x1 - x0), from = a - (x0 - GUTTER) * scale;
			this.view.show(from, from + (this.view.width - GUTTER) * scale);
		}
		return true;
	}

	release(id) {
		this.fingers.delete(id);
		this.hold();
	}
}

// Mouse and fingers on the tracks. on: select(call), hover(call, event), area()
function listenTracks(view, element, on) {
	const pinch = new Pinch(view);
	let drag = null;
	const at = (e) => {
		const box = view.canvas.getBoundingClientRect();
		return [e.clientX - box.left, e.clientY - box.top];
	};
	element.addEventListener('wheel', (e) => {
		const [x] = at(e);
		e.preventDefault();
		onWheel(view, x, e);
	}, { passive: false });
	element.addEventListener('pointerdown', (e) => {
		const [x, y] = at(e);
		if (e.button || e.target.id === 'scrollbar')
			return;
		element.setPointerCapture(e.pointerId);
		drag = pinch.press(e.pointerId, x) ? null : { x, y, from: view.from, to: view.to, top: view.top,
			isChoice: e.shiftKey && x > GUTTER, hasMoved: false };
	});
	element.addEventListener('pointermove', (e) => {
		const [x, y] = at(e);
		if (pinch.move(e.pointerId, x))
			return;
		if (drag)
			onDrag(view, drag, x, y);
		on.hover(drag && drag.hasMoved ? null : [x, y]);
	});
	element.addEventListener('pointerup', (e) => {
		const [x, y] = at(e);
		pinch.release(e.pointerId);
		if (drag)
			onRelease(view, drag, x, y, on);
		drag = null;
	});
	element.addEventListener('pointercancel', (e) => {
		pinch.release(e.pointerId);
		drag = null;
	});
	element.addEventListener('pointerleave', () => on.hover(null));
	element.addEventListener('dblclick', (e) => {
		const call = view.callUnder(...at(e));
		if (call >= 0)
			zoomToCall(view, call);
	});
}

function onWheel(view, x, event) {
	const lines = event.deltaMode === 1 ? 16 : 1;
	const dy = event.deltaY * lines, dx = event.deltaX * lines;
	if (x < GUTTER)
		view.scrollTo(view.top + dy);
	else if (event.shiftKey || Math.abs(dx) > Math.abs(dy))
		view.pan((dx || dy) / view.width);
	else if (event.altKey)
		view.scrollTo(view.top + dy);
	else
		view.zoomAt(view.ns(x), Math.exp(Math.max(-300,
			Math.min(300, dy)) * 0.002));
}

function onDrag(view, drag, x, y) {
	if (Math.abs(x - drag.x) > DRAG_PIXELS || Math.abs(y - drag.y) > DRAG_PIXELS)
		drag.hasMoved = true;
	if (!drag.hasMoved)
		return;
	if (drag.isChoice) {
		view.selectArea({ from: view.ns(Math.max(GUTTER, Math.min(drag.x, x))),
			to: view.ns(Math.max(GUTTER, drag.x, x)),
			threads: view.threadsBetween(
				view.top + Math.min(drag.y, y) - RULER,
				view.top + Math.max(drag.y, y) - RULER) });
		return;
	}
	const by = (drag.x - x) / view.scale;
	view.show(drag.from + by, drag.to + by);
	view.scrollTo(drag.top + drag.y - y);
}

function onRelease(view, drag, x, y, on) {
	if (drag.isChoice && drag.hasMoved) {
		on.area();
	} else if (!drag.hasMoved && x < GUTTER) {
		const track = view.trackUnder(y);
		if (track && canClose(track))
			view.toggle(track);
	} else if (!drag.hasMoved) {
		const request = view.requestUnder(x, y);
		on.select(request ? callOfRequest(view, request)
			: view.callUnder(x, y));
	}
}

function zoomToCall(view, call) {
	const { data } = view;
	const time = Math.max(data.end[call] - data.begin[call], LEAST_NS / 2);
	view.show(data.begin[call] - time * 0.25, data.begin[call] + time * 1.25);
	view.revealTrack(call);
}
