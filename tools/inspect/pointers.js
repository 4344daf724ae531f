// SPDX-License-Identifier: MIT
'use strict';
// What the mouse, the wheel and fingers do with a viewer: move and zoom it, and
// choose a pixel.

const DRAG_PIXELS = 4;		// less is a click

class ViewerPointers {
	constructor(viewer) {
		Object.assign(this, { viewer, down: new Map(), drag: null,
			pinch: null });
		const on = (name, run) => viewer.stage.addEventListener(name, run);
		viewer.stage.addEventListener('wheel', (e) => this.onWheel(e),
			{ passive: false });
		on('pointerdown', (e) => this.onDown(e));
		on('pointermove', (e) => this.onMove(e));
		on('pointerup', (e) => this.onUp(e));
		on('pointercancel', (e) => this.forget(e));
		on('pointerleave', () => viewer.hover(null));
	}

	onDown(event) {
		const { viewer, down } = this;
		if (event.button || !viewer.raster)
			return;
		viewer.stage.setPointerCapture(event.pointerId);
		down.set(event.pointerId, event);
		this.drag = down.size > 1 ? null : { x: event.clientX,
			y: event.clientY, isFar: false };
		this.pinch = down.size === 2 ? { apart: this.apart(),
			zoom: viewer.zoom } : null;
	}

	// How far two fingers are from each other.
	apart() {
		const [a, b] = [...this.down.values()];
		return Math.max(1, Math.hypot(a.clientX - b.clientX,
			a.clientY - b.clientY));
	}

	onMove(event) {
		const { viewer, down, drag } = this;
		if (down.has(event.pointerId))
			down.set(event.pointerId, event);
		if (this.pinch)
			this.spread();
		else if (drag)
			this.move(drag, event);
		viewer.hover(viewer.pixelAt(event));
	}

	move(drag, event) {
		const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
		drag.isFar ||= Math.hypot(dx, dy) > DRAG_PIXELS;
		if (!drag.isFar)
			return;
		Object.assign(drag, { x: event.clientX, y: event.clientY });
		this.viewer.move(dx * this.viewer.ratio, dy * this.viewer.ratio);
	}

	// Zooms around the middle of two fingers.
	spread() {
		const { viewer, pinch } = this, [a, b] = [...this.down.values()];
		const zoom = pinch.zoom * this.apart() / pinch.apart;
		viewer.zoomTo(Math.max(ZOOMS[0], Math.min(ZOOMS.at(-1), zoom)),
			...viewer.canvasPlace({ clientX: (a.clientX + b.clientX) / 2,
				clientY: (a.clientY + b.clientY) / 2 }));
	}

	onUp(event) {
		const { viewer, drag } = this;
		this.forget(event);
		const pixel = drag && !drag.isFar ? viewer.pixelAt(event) : null;
		if (pixel)
			viewer.pick(pixel);
	}

	forget(event) {
		this.down.delete(event.pointerId);
		this.drag = this.pinch = null;
	}

	onWheel(event) {
		const { viewer } = this;
		event.preventDefault();
		if (viewer.raster && event.deltaY)
			viewer.zoomAt(event.deltaY < 0 ? 1 : -1,
				...viewer.canvasPlace(event));
	}
}
