// SPDX-License-Identifier: MIT
'use strict';
// What a draw made: its attachments before and after it, and the draws that
// changed a pixel.

const MODES = [['before', 'Before'], ['after', 'After'],
	['changed', 'Changed'], ['difference', 'Difference']];
const MODE_TITLES = { before: 'The picture before this draw',
	after: 'The picture after this draw',
	changed: 'Pixels that this draw changed, in pink',
	difference: 'What this draw changed, times the gain' };

// The draw that a picture's number is of, and whether it is the one before it.
function drawOfVersion(version) {
	return { draw: Math.floor(version / 2), isBefore: version % 2 === 0 };
}

function whenText(version) {
	const { draw, isBefore } = drawOfVersion(version);
	return `${isBefore ? 'before' : 'after'} draw ${draw}`;
}

class OutputTab {
	constructor(page) {
		Object.assign(this, { page, name: 'output', attachment: '',
			mode: 'after', turn: 0, at: null });
		this.attachments = make('span', { class: 'group', role: 'group',
			'aria-label': 'Attachments' });
		this.modes = make('span', { class: 'group', role: 'group',
			'aria-label': 'Which picture' }, ...MODES.map(([mode, text]) =>
			buttonOf(text, MODE_TITLES[mode], () => this.setMode(mode),
				{ 'data-mode': mode })));
		this.gain = make('input', { type: 'number', min: 1, max: 4096,
			value: 8, 'aria-label': 'Gain', title: 'Gain',
			onchange: () => this.setMode(this.mode) });
		this.modes.append(this.gain);
		this.where = make('span', { class: 'where', role: 'status' });
		this.viewer = new Viewer('Picture of the attachment: arrows move the ' +
			'chosen pixel, Enter lists the draws that changed it', {
			pick: (x, y) => this.pick(x, y), changed: () => {},
			name: () => this.fileName() });
		this.history = new PixelHistory(page, () => this.unpick());
		this.element = make('div', { class: 'tab-body' },
			make('div', { class: 'bar' }, this.attachments, this.modes,
				this.where),
			make('div', { class: 'beside' }, this.viewer.element,
				this.history.element));
		this.showModes();
	}

	fileName() {
		return `${stemOfTitle(this.page.data)}-draw-${this.at?.draw}-` +
			`${this.attachment.replace(/[^\w]+/g, '-')}-${this.mode}`;
	}

	setMode(mode) {
		this.mode = mode;
		this.showModes();
		this.page.changed();
		return this.update();
	}

	showModes() {
		const { viewer } = this;
		for (const button of this.modes.querySelectorAll('button'))
			button.setAttribute('aria-pressed',
				button.dataset.mode === this.mode);
		this.gain.hidden = this.mode !== 'difference';
		viewer.mode = this.mode;
		viewer.gain = Math.max(1, Math.min(4096, Number(this.gain.value) || 1));
	}

	setAttachment(name) {
		this.attachment = name;
		this.page.changed();
		return this.update();
	}

	// at: {draw, isBefore, text}, the picture that a call sees; null: none.
	async update() {
		const turn = ++this.turn, at = this.at = this.page.drawHere();
		try {
			const chosen = this.choose(at);
			const show = await this.load(chosen, at);
			if (turn === this.turn)
				show();
			await this.history.update();
		} catch (error) {
			if (turn === this.turn)
				this.fail(error);
		}
	}

	fail(error) {
		this.viewer.say(error.message);
		this.where.textContent = '';
	}

	// The attachment of the draw that has the chosen name, else its first one.
	choose(at) {
		if (!at)
			throw new Error(this.page.whyNoDraw());
		const set = sound(this.page.data.draws).attachmentsOf(at.draw);
		const names = set.map((a) => stringOf(a?.name));
		const own = Math.max(0, names.indexOf(this.attachment));
		const focused = this.attachments.contains(document.activeElement);
		this.attachments.replaceChildren(...names.map((name, i) =>
			buttonOf(name, set[i]?.why ? `${name}: ${set[i].why}` : name,
				() => this.setAttachment(name), { 'data-name': name,
					'aria-pressed': i === own })));
		if (focused)
			this.attachments.children[own]?.focus();
		if (!set.length)
			throw new Error('This draw has no attachment.');
		this.shownName = names[own];
		return set[own] ?? {};
	}

	// Gives what shows it, so that the old picture stays until then.
	async load(chosen, at) {
		const { tiles } = this.page.data, number = chosen.attachment;
		this.history.number = null;
		if (number === undefined || number === null)
			throw new Error(stringOf(chosen.why) || 'no picture, and no reason');
		if (!isIndex(number, sound(tiles).attachments.length))
			throw damaged(`attachment ${number} is missing`);
		const isBefore = this.mode === 'before' || at.isBefore;
		const isBoth = /^(changed|difference)$/.test(this.mode);
		const picture = await this.picture(number, at.draw, isBefore);
		const other = isBoth && !at.isBefore
			? await this.picture(number, at.draw, true).catch(() => null)
			: null;
		if (!picture)
			throw new Error('No picture before this draw is in the page.');
		this.history.number = number;
		return () => {
			this.viewer.show(picture, isBoth ? other ?? picture : null);
			this.where.textContent = this.textOf(at, picture, isBefore,
				isBoth, isBoth && !other);
		};
	}

	picture(number, draw, isBefore) {
		const { tiles } = this.page.data;
		const version = draw * 2 + (isBefore ? 0 : 1);
		const { until, why } = tiles.attachments[number];
		if (version >= until)
			throw new Error('Not in the page from ' +
				`${this.page.versionText(until)} on: ${why}`);
		return tiles.picture(number, version);
	}

	textOf(at, picture, isBefore, isCompared, isMissing) {
		const wanted = at.draw * 2 + (isBefore ? 0 : 1);
		const { page } = this, { errors } = page.data.draws.list[at.draw];
		const other = picture.draw !== wanted
			? `The page has no picture ${whenText(wanted)}: this is the ` +
				`one ${whenText(picture.draw)}.` : '';
		const changed = isCompared && !isMissing ? this.changedText() : '';
		return [at.text, other, changed, ...errors, isMissing
			? 'There is no picture before this draw.' : '']
			.filter(Boolean).join(' ');
	}

	// What the viewer shows differs from the picture before in so much.
	changedText() {
		const { raster, other } = this.viewer;
		const n = changedPixels(raster, other).reduce((sum, one) =>
			sum + one, 0);
		return n ? `${countText(n)} of ${countText(raster.width *
			raster.height)} pixels changed.` : 'No pixel changed.';
	}

	pick(x, y) {
		this.history.pixel = { x, y };
		this.page.changed();
		return this.history.update();
	}

	unpick() {
		this.viewer.setCursor(null);
		this.page.changed();
	}

	fields() {
		const { pixel } = this.history;
		return { attachment: this.attachment,
			mode: this.mode === 'after' ? '' : this.mode,
			gain: this.mode === 'difference' ? this.gain.value : '',
			x: pixel ? pixel.x : '', y: pixel ? pixel.y : '' };
	}

	follow(fields) {
		const mode = fields.get('mode') || 'after';
		this.attachment = fields.get('attachment') || '';
		this.mode = MODE_TITLES[mode] ? mode : 'after';
		if (fields.get('gain'))
			this.gain.value = fields.get('gain');
		const [x, y] = ['x', 'y'].map((name) => /^\d{1,6}$/.test(
			fields.get(name) || '') ? Number(fields.get(name)) : -1);
		this.history.pixel = x >= 0 && y >= 0 ? { x, y } : null;
		this.viewer.cursor = this.history.pixel;
		this.showModes();
	}
}
