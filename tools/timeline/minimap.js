// SPDX-License-Identifier: MIT
'use strict';
// The whole recording in one strip: how many calls begin at each pixel, on a
// logarithmic scale, failed ones and matches below. A window shows the range of
// the tracks.

const EDGE = 5;

// Calls that begin at each of n pixels: calls are in the order of their begins.
function densityOf(data, n) {
	const counts = new Uint32Array(n);
	const span = Math.max(1, data.lastNs - data.firstNs);
	let k = 0;
	for (let x = 0; x < n; x++) {
		const ns = data.firstNs + span * (x + 1) / n;
		const next = x === n - 1 ? data.n : lastAtMost(data.begin, ns) + 1;
		counts[x] = Math.max(0, next - k);
		k = Math.max(k, next);
	}
	return counts;
}

class Minimap {
	constructor(canvas, view) {
		Object.assign(this, { canvas, view, counts: null, failed: [],
			matches: [], drag: null });
		const { data } = view;
		for (let i = 0; i < data.n; i++)
			if (data.error[i])
				this.failed.push(i);
		canvas.addEventListener('pointerdown', (e) => this.press(e));
		canvas.addEventListener('pointermove', (e) => this.move(e));
		canvas.addEventListener('pointerup', () => { this.drag = null; });
		canvas.addEventListener('wheel', (e) => {
			e.preventDefault();
			view.zoomAt(this.ns(e.offsetX), Math.exp(e.deltaY * 0.002));
		}, { passive: false });
	}

	// As wide as the tracks below it: nothing is above their names.
	x(ns) {
		const { firstNs, lastNs } = this.view.data;
		return GUTTER + (ns - firstNs) / Math.max(1, lastNs - firstNs) *
			this.space();
	}

	ns(x) {
		const { firstNs, lastNs } = this.view.data;
		return firstNs + (x - GUTTER) / this.space() *
			Math.max(1, lastNs - firstNs);
	}

	space() {
		return Math.max(1, this.width - GUTTER);
	}

	draw() {
		const { ctx, width, height } = fitCanvas(this.canvas);
		Object.assign(this, { ctx, width, height });
		this.drawDensity();
		this.drawTicks(this.failed, this.view.paint.error, height - 7);
		this.drawTicks(this.matches, this.view.paint.match, 0);
		this.drawWindow();
	}

	drawDensity() {
		const n = Math.floor(this.space());
		if (!this.counts || this.counts.length !== n)
			this.counts = densityOf(this.view.data, n);
		const most = Math.log1p(this.counts.reduce((a, b) => a > b ? a : b, 1));
		this.ctx.fillStyle = this.view.paint.accent;
		for (let x = 0; x < n; x++) {
			const part = Math.log1p(this.counts[x]) / most;
			const h = Math.round(part * (this.height - 12));
			this.ctx.fillRect(GUTTER + x, this.height - 7 - h, 1, h);
		}
	}

	drawTicks(calls, colour, y) {
		const { data } = this.view;
		this.ctx.fillStyle = colour;
		let k = 0;
		while (k < calls.length) {
			const x = Math.floor(this.x(data.begin[calls[k]]));
			this.ctx.fillRect(x, y, 2, 5);
			k = Math.max(k + 1, firstBeginning(data, calls, k,
				this.ns(x + 1)));
		}
	}

	drawWindow() {
		const { ctx, view } = this;
		const from = Math.max(GUTTER, this.x(view.from));
		const to = Math.min(this.width, this.x(view.to));
		ctx.fillStyle = view.paint.back;
		ctx.globalAlpha = 0.62;
		ctx.fillRect(GUTTER, 0, from - GUTTER, this.height);
		ctx.fillRect(to, 0, this.width - to, this.height);
		ctx.globalAlpha = 1;
		ctx.strokeStyle = view.paint.accent;
		ctx.lineWidth = 1.5;
		ctx.strokeRect(from + 0.5, 0.5, Math.max(2, to - from - 1),
			this.height - 1);
	}

	// Dragging the window's edges or inside moves it; elsewhere a new one
	// begins.
	press(event) {
		const x = event.offsetX, { view } = this;
		const from = this.x(view.from), to = this.x(view.to);
		const isAll = from <= GUTTER + 1 && to >= this.width - 1;
		if (Math.abs(x - from) < EDGE && !isAll)
			this.drag = { other: view.to };
		else if (Math.abs(x - to) < EDGE && !isAll)
			this.drag = { other: view.from };
		else if (x > from && x < to && !isAll)
			this.drag = { grip: this.ns(x) - view.from };
		else
			this.drag = { other: this.ns(x), from: x };
		this.canvas.setPointerCapture(event.pointerId);
	}

	move(event) {
		const { drag, view } = this, x = event.offsetX;
		if (!drag)
			return;
		if ('grip' in drag) {
			const from = this.ns(x) - drag.grip;
			view.show(from, from + view.to - view.from);
		} else if (!('from' in drag) || Math.abs(x - drag.from) > 3) {
			const ns = this.ns(x);
			view.show(Math.min(ns, drag.other), Math.max(ns, drag.other));
		}
	}
}
