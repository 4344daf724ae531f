// SPDX-License-Identifier: MIT
'use strict';
// Shows a picture: zoom, move, the numbers of a pixel, one chosen pixel. The old
// picture stays until there is another one.

const ZOOMS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12,
	16, 24, 32, 48, 64];

class Viewer {
	// on: {pick(x, y), changed(), name()}: a chosen pixel, another look, and a
	// name for files.
	constructor(label, on) {
		Object.assign(this, { on, raster: null, other: null, zoom: 1, x: 0,
			y: 0, isWhole: true, isFlipped: false, isWaiting: false,
			channels: null, range: null, isMarked: false,
			mode: 'after', gain: 1, cursor: null, hovered: null });
		this.canvas = make('canvas');
		this.reason = make('p', { class: 'reason', role: 'alert' });
		this.stage = make('div', { class: 'stage', tabindex: 0,
			role: 'application', 'aria-label': label },
		this.canvas, this.reason);
		this.status = make('div', { class: 'status', role: 'status' });
		this.surface = new Surface();
		this.bar = new ViewerBar(this);
		this.element = make('div', { class: 'viewer' }, this.bar.element,
			this.stage, this.status);
		this.context = this.canvas.getContext('2d', { alpha: false,
			willReadFrequently: true });
		new ResizeObserver(() => this.refresh()).observe(this.stage);
		this.pointers = new ViewerPointers(this);
		this.stage.addEventListener('keydown', (e) => this.onKey(e));
		this.say('');
	}

	// A picture, and the one with which it is compared.
	show(picture, other = null) {
		const raster = new Raster(picture);
		const isOther = !raster.isSameSize(this.raster);
		if (!raster.isSameForm(this.raster))
			Object.assign(this, { channels: null, range: null });
		this.raster = raster;
		this.other = other && new Raster(other);
		this.reason.hidden = true;
		this.canvas.hidden = false;
		if (isOther) {
			this.cursor = this.inside(this.cursor);
			this.isWhole = true;
		}
		this.bar.update();
		this.draw();
		this.showStatus();
	}

	// No picture, and why.
	say(text) {
		this.raster = this.other = null;
		this.reason.textContent = text;
		this.reason.hidden = false;
		this.canvas.hidden = true;
		this.bar.update();
		this.showStatus();
	}

	inside(pixel) {
		const { raster } = this;
		return pixel && raster && pixel.x < raster.width &&
			pixel.y < raster.height ? pixel : null;
	}

	// Channels that are shown.
	shownChannels() {
		const { channels } = this.raster.form;
		return this.channels ?? (channels.replace('A', '') || channels);
	}

	look() {
		const on = this.shownChannels();
		const { lo, hi } = this.range ?? usualRange(this.raster, on);
		return { on, lo, hi, isMarked: this.isMarked, mode: this.mode,
			gain: this.gain };
	}

	refresh() {
		if (this.isWaiting)
			return;
		this.isWaiting = true;
		requestAnimationFrame(() => {
			this.isWaiting = false;
			this.draw();
		});
	}

	// As many pixels as the screen has; false: nothing is seen.
	fit() {
		const { canvas, stage } = this, ratio = devicePixelRatio || 1;
		const width = Math.min(16384, Math.round(stage.clientWidth * ratio));
		const height = Math.min(16384, Math.round(stage.clientHeight * ratio));
		if (!width || !height || !this.raster)
			return false;
		if (canvas.width !== width || canvas.height !== height)
			Object.assign(canvas, { width, height });
		this.ratio = ratio;
		if (this.isWhole)
			this.placeWhole();
		return true;
	}

	placeWhole() {
		const { canvas, raster } = this;
		const zoom = Math.min(canvas.width / raster.width,
			canvas.height / raster.height, 64);
		this.zoom = zoom > 1 ? Math.floor(zoom) : zoom;
		this.centre();
	}

	centre() {
		const { canvas, raster, zoom } = this;
		this.x = Math.floor((canvas.width - raster.width * zoom) / 2);
		this.y = Math.floor((canvas.height - raster.height * zoom) / 2);
	}

	draw() {
		if (!this.fit())
			return;
		const { context } = this;
		const color = getComputedStyle(this.stage).backgroundColor;
		const ground = (color.match(/\d+/g) || [0, 0, 0]).map(Number);
		this.surface.use(this.raster, this.other, this.look(),
			this.isFlipped);
		this.surface.draw(context, this, ground.slice(0, 3));
		this.drawCursor();
		this.on.changed();
	}

	drawCursor() {
		const { cursor, context, zoom } = this;
		if (!cursor)
			return;
		const size = Math.max(zoom, 5);
		const x = this.x + (cursor.x + 0.5) * zoom - size / 2;
		const y = this.y + (this.rowOf(cursor.y) + 0.5) * zoom - size / 2;
		for (const [color, by] of [['#000', 1.5], ['#fff', 0.5]]) {
			context.strokeStyle = color;
			context.strokeRect(x - by, y - by, size + 2 * by, size + 2 * by);
		}
	}

	// From the lowest row to the row of the screen, and back.
	rowOf(y) {
		return this.isFlipped ? y : this.raster.height - 1 - y;
	}

	// The place of the canvas that is at one of the page.
	canvasPlace({ clientX, clientY }) {
		const box = this.stage.getBoundingClientRect();
		return [(clientX - box.left) * this.ratio,
			(clientY - box.top) * this.ratio];
	}

	// The pixel under a place of the page, or null.
	pixelAt(event) {
		if (!this.raster || !this.ratio)
			return null;
		const [left, top] = this.canvasPlace(event);
		const x = Math.floor((left - this.x) / this.zoom);
		const row = Math.floor((top - this.y) / this.zoom);
		const { width, height } = this.raster;
		return x >= 0 && x < width && row >= 0 && row < height
			? { x, y: this.rowOf(row) } : null;
	}

	// Where a pixel is, on the page: for scripts, and tests.
	placeOf(x, y) {
		const box = this.stage.getBoundingClientRect();
		return { x: box.left + (this.x + (x + 0.5) * this.zoom) / this.ratio,
			y: box.top + (this.y + (this.rowOf(y) + 0.5) * this.zoom) /
				this.ratio };
	}

	move(dx, dy) {
		this.x += dx;
		this.y += dy;
		this.isWhole = false;
		this.refresh();
	}

	hover(pixel) {
		this.hovered = pixel;
		this.showStatus();
	}

	// Marks a pixel, and says so.
	pick(pixel) {
		this.setCursor(pixel);
		if (pixel)
			this.on.pick(pixel.x, pixel.y);
	}

	setCursor(pixel) {
		this.cursor = pixel;
		this.refresh();
		this.showStatus();
	}

	// One step closer or farther; a place of the canvas stays where it is.
	zoomAt(by, x, y) {
		const next = by > 0 ? ZOOMS.find((z) => z > this.zoom)
			: ZOOMS.findLast((z) => z < this.zoom);
		if (next && this.raster)
			this.zoomTo(next, x, y);
	}

	zoomTo(zoom, x = this.canvas.width / 2, y = this.canvas.height / 2) {
		this.x = Math.round(x - (x - this.x) / this.zoom * zoom);
		this.y = Math.round(y - (y - this.y) / this.zoom * zoom);
		this.zoom = zoom;
		this.isWhole = false;
		this.refresh();
	}

	redraw() {
		this.bar.update();
		this.refresh();
	}

	whole() {
		this.isWhole = true;
		this.refresh();
	}

	one() {
		if (!this.raster)
			return;
		this.isWhole = false;
		this.zoom = 1;
		this.centre();
		this.refresh();
	}

	flip() {
		this.isFlipped = !this.isFlipped;
		this.bar.update();
		this.refresh();
	}

	keys() {
		return { '+': () => this.zoomAt(1), '=': () => this.zoomAt(1),
			'-': () => this.zoomAt(-1), 0: () => this.whole(),
			1: () => this.one(), f: () => this.flip() };
	}

	// Arrows move the chosen pixel; Enter says that it is chosen.
	onKey(event) {
		const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0],
			ArrowUp: [0, 1], ArrowDown: [0, -1] };
		const step = steps[event.key], { raster, cursor } = this;
		if (!raster || event.ctrlKey || event.metaKey || event.altKey)
			return;
		if (step) {
			this.step(step, event.shiftKey ? 16 : 1);
		} else if (event.key === 'Enter' && cursor) {
			this.pick(cursor);
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}

	step([dx, dy], by) {
		const { width, height } = this.raster;
		const from = this.cursor ?? { x: width >> 1, y: height >> 1 };
		const near = (at, most) => Math.max(0, Math.min(most - 1, at));
		const up = this.isFlipped ? -dy : dy;
		this.hovered = null;
		this.setCursor(this.cursor ? { x: near(from.x + dx * by, width),
			y: near(from.y + up * by, height) } : from);
	}

	// The numbers of a pixel of the picture as text.
	textAt({ x, y }, raster = this.raster) {
		const at = (y * raster.width + x) * raster.n;
		return pixelText(raster.form,
			[...raster.numbers.subarray(at, at + raster.n)]);
	}

	showStatus() {
		const { raster } = this;
		const pixel = raster && (this.inside(this.hovered) ||
			this.inside(this.cursor));
		if (!raster)
			this.status.textContent = '';
		else if (!pixel)
			this.status.textContent = `${raster.width} × ${raster.height}  ` +
				formText(raster.form);
		else
			this.status.textContent = `x ${pixel.x}  y ${pixel.y}  ` +
				this.textAt(pixel) + (this.other && this.mode !== 'after'
				? `  before: ${this.textAt(pixel, this.other)}` : '');
	}
}
