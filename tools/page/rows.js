// SPDX-License-Identifier: MIT
'use strict';
// A long list of which only the visible rows exist. makeRow(index) of a class that
// extends it makes one.

const LINE = 22;
const MOST_PIXELS = 8000000;	// browsers lay out no more than this in full

class RowList {
	// box scrolls; `sized` is as high as all rows; `rows` has the visible ones.
	constructor(box, sized, rows) {
		Object.assign(this, { box, sized, rows, n: 0, first: 0, height: 0 });
		box.addEventListener('scroll', () => this.onScroll());
		new ResizeObserver(() => this.draw()).observe(box);
	}

	// As many rows, from the first one on.
	setCount(n) {
		this.n = n;
		this.height = Math.min(n * LINE, MOST_PIXELS);
		this.sized.style.height = `${this.height}px`;
		this.first = 0;
		this.box.scrollTop = 0;
		this.draw();
	}

	inSight() {
		return Math.max(1, Math.ceil(this.box.clientHeight / LINE));
	}

	// Row by row if all fit, else in proportion.
	onScroll() {
		const most = this.n - this.inSight() + 1;
		const space = this.height - this.box.clientHeight;
		const isWhole = this.height === this.n * LINE;
		if (this.isPlaced)
			this.isPlaced = false;
		else if (isWhole)
			this.first = Math.floor(this.box.scrollTop / LINE);
		else
			this.first = Math.round(this.box.scrollTop / space * most);
		this.draw();
	}

	// Makes the row the first visible one.
	place(first) {
		const most = Math.max(0, this.n - this.inSight() + 1);
		const space = this.height - this.box.clientHeight;
		const isWhole = this.height === this.n * LINE;
		this.first = Math.max(0, Math.min(most, first));
		const before = this.box.scrollTop;
		this.box.scrollTop = isWhole ? this.first * LINE
			: this.first / Math.max(1, most) * space;
		this.isPlaced = this.box.scrollTop !== before;
		this.draw();
	}

	// Scrolls to a row, if it is none of the visible ones; -1: none.
	revealRow(row) {
		if (row < 0)
			return;
		if (row < this.first || row >= this.first + this.inSight() - 1)
			this.place(row - (this.inSight() >> 1));
		else
			this.draw();
	}

	// Where a key leads from a row, or -1: not to another row.
	rowAfter(key, row) {
		const page = Math.max(1, this.inSight() - 2);
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page,
			PageUp: -page, Home: -Infinity, End: Infinity }[key];
		return !step || !this.n ? -1
			: Math.max(0, Math.min(this.n - 1, row + step));
	}

	draw() {
		const n = Math.min(this.inSight() + 1, this.n - this.first);
		const rows = [];
		for (let k = 0; k < n; k++)
			rows.push(this.makeRow(this.first + k));
		this.rows.replaceChildren(...rows);
		this.rows.style.top = `${this.box.scrollTop}px`;
	}
}
