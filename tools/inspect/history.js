// SPDX-License-Identifier: MIT
'use strict';
// The draws that changed a pixel, with its numbers before and after each.

class PixelHistory {
	constructor(page, onClose) {
		Object.assign(this, { page, pixel: null, number: null, turn: 0 });
		this.title = make('h2');
		this.list = make('ol', { class: 'history' });
		this.element = make('aside', { 'aria-label': 'Draws that changed the ' +
			'pixel', hidden: '' }, make('div', { class: 'bar' }, this.title,
			make('span', { class: 'gap' }),
			buttonOf('\u00d7', 'No pixel', () => {
				this.pixel = null;
				this.update();
				onClose();
			})), this.list);
	}

	async update() {
		const { pixel, number } = this, turn = ++this.turn;
		this.element.hidden = !pixel;
		if (!pixel)
			return;
		this.title.textContent = `Pixel ${pixel.x}, ${pixel.y}`;
		try {
			const rows = await this.rows(number, pixel);
			if (turn === this.turn)
				this.list.replaceChildren(...rows);
		} catch (error) {
			if (turn === this.turn)
				this.list.replaceChildren(make('li', { class: 'reason' },
					error.message));
		}
	}

	async rows(number, { x, y }) {
		const { tiles } = this.page.data;
		if (number === null)
			throw new Error('There is no picture here.');
		const attachment = tiles.attachments[number];
		if (x >= attachment.width || y >= attachment.height)
			throw new Error('The picture is smaller than that.');
		const { form } = attachment;
		const list = await tiles.history(number, x, y);
		return [...this.notes(tiles.every),
			...list.map((change) => this.row(change, form))];
	}

	// Versions are of draws and of what is before them.
	notes(every) {
		const k = Math.ceil(every / 2);
		return k < 2 ? [] : [make('li', { class: 'reason' },
			`The page has the pictures of every ${k}${['nd', 'rd'][k - 2] ??
				'th'} draw: a change may be that of a draw before.`)];
	}

	row({ draw: version, before, after }, form) {
		const { page } = this, { draw, isBefore } = drawOfVersion(version);
		const numbers = (bytes) => bytes ? valuesOf(form, bytes, 0) : null;
		const link = page.linkToDraw(draw, page.versionText(version));
		const isHere = page.drawHere()?.draw === draw && !isBefore;
		return make('li', { 'data-version': version,
			class: isHere ? 'here' : '', ...(isHere
				? { 'aria-current': 'true' } : {}) }, link,
		make('span', { class: 'function' }, isBefore ? ''
			: page.nameOfDraw(draw)),
		make('div', { class: 'change' }, ...(before
			? [this.value(form, numbers(before)), ' → '] : []),
		this.value(form, numbers(after))));
	}

	value(form, numbers) {
		return make('span', { class: 'value', title: pixelText(form, numbers) },
			this.swatch(form, numbers), numbers.map((number) =>
				form.number === 'f32' ? floatText(number) : number)
				.join(', '));
	}

	// The color of a pixel, if its numbers are one.
	swatch(form, numbers) {
		const swatch = make('span', { class: 'swatch' });
		const worth = (letter) => {
			const i = form.channels.indexOf(letter);
			const scale = form.normalized ? LARGEST[form.number] : 1;
			return i < 0 ? 0 : Math.round(Math.max(0, Math.min(1,
				numbers[i] / scale)) * 255) || 0;
		};
		if (/R/.test(form.channels))
			swatch.style.background =
				`rgb(${['R', 'G', 'B'].map(worth).join(' ')})`;
		else
			swatch.hidden = true;
		return swatch;
	}
}
