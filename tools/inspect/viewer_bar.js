// SPDX-License-Identifier: MIT
'use strict';
// The controls of a viewer: channels, range, zoom, export.

const HISTOGRAM = { width: 96, height: 22 };

function buttonOf(text, title, run, attributes = {}) {
	return make('button', { type: 'button', title, onclick: run,
		'aria-label': title, ...attributes }, text);
}

class ViewerBar {
	constructor(viewer) {
		this.viewer = viewer;
		this.channels = make('span', { class: 'group', role: 'group',
			'aria-label': 'Channels' });
		this.histogram = make('canvas', { ...HISTOGRAM, class: 'histogram',
			role: 'img' });
		const number = (label) => make('input', { type: 'text', size: 7,
			inputmode: 'decimal', 'aria-label': label, title: label,
			onchange: () => this.takeRange() });
		this.lo = number('Number that is shown black');
		this.hi = number('Number that is shown white');
		this.mark = buttonOf('Mark', 'Mark numbers outside of the range',
			() => this.toggleMarks());
		this.flipped = buttonOf('Flip', 'Lowest row at the top (f)',
			() => viewer.flip());
		this.png = buttonOf('PNG', 'This picture, exactly, as PNG',
			() => this.savePng());
		this.raw = buttonOf('Raw', 'The bytes of this picture',
			() => this.saveRaw());
		this.element = make('div', { class: 'bar', role: 'toolbar',
			'aria-label': 'Picture' }, this.channels, this.rangeGroup(),
		this.zoomGroup(), make('span', { class: 'gap' }),
		make('span', { class: 'group' }, this.png, this.raw));
	}

	rangeGroup() {
		return make('span', { class: 'group range' }, this.lo, this.histogram,
			this.hi,
			buttonOf('Fit', 'Range of this picture\'s numbers',
				() => this.setRange('fit')),
			buttonOf('Reset', 'The usual range',
				() => this.setRange(null)), this.mark);
	}

	zoomGroup() {
		const { viewer } = this;
		return make('span', { class: 'group' },
			buttonOf('\u2212', 'Zoom out (-)', () => viewer.zoomAt(-1)),
			buttonOf('+', 'Zoom in (+)', () => viewer.zoomAt(1)),
			buttonOf('Whole', 'The whole picture (0)', () => viewer.whole()),
			buttonOf('1:1', 'Pixel by pixel (1)', () => viewer.one()),
			this.flipped);
	}

	toggle(letter) {
		const { viewer } = this, { channels } = viewer.raster.form;
		const now = viewer.shownChannels();
		const next = [...channels].filter((c) =>
			now.includes(c) !== (c === letter)).join('');
		this.setChannels(next || now);
	}

	setChannels(letters) {
		this.viewer.channels = letters;
		this.update();
		this.viewer.refresh();
	}

	// 'fit', null for the usual one, or {lo, hi}.
	setRange(range) {
		const { viewer } = this;
		if (!viewer.raster)
			return;
		viewer.range = range === 'fit'
			? rangeOf(viewer.raster, viewer.shownChannels()) : range;
		this.update();
		viewer.refresh();
	}

	takeRange() {
		const lo = Number(this.lo.value), hi = Number(this.hi.value);
		if (Number.isFinite(lo) && Number.isFinite(hi) && lo < hi)
			this.setRange({ lo, hi });
		else
			this.update();
	}

	toggleMarks() {
		this.viewer.isMarked = !this.viewer.isMarked;
		this.update();
		this.viewer.refresh();
	}

	update() {
		const { viewer } = this, { raster } = viewer;
		this.element.classList.toggle('idle', !raster);
		for (const control of this.element.querySelectorAll('button, input'))
			control.disabled = !raster;
		this.flipped.setAttribute('aria-pressed', viewer.isFlipped);
		this.mark.setAttribute('aria-pressed', viewer.isMarked);
		if (!raster)
			return;
		this.showChannels();
		const why = whyNoPng(raster.form);
		this.png.disabled = !!why;
		this.png.title = why || 'This picture, exactly, as PNG';
		const { on, lo, hi } = viewer.look();
		this.lo.value = floatText(Math.fround(lo) === lo ? lo
			: Number(lo.toPrecision(7)));
		this.hi.value = floatText(Math.fround(hi) === hi ? hi
			: Number(hi.toPrecision(7)));
		this.drawHistogram(raster, on, { lo, hi });
	}

	showChannels() {
		const { viewer } = this, on = viewer.shownChannels();
		const { channels } = viewer.raster.form;
		const one = (letter) => buttonOf(letter, `Channel ${letter}; with ` +
			'shift or double click: it alone', (e) => e.shiftKey ||
			e.detail > 1 ? this.setChannels(letter) : this.toggle(letter),
		{ 'aria-pressed': on.includes(letter), 'data-channel': letter });
		const focused = document.activeElement?.dataset?.channel;
		const isOwn = this.channels.contains(document.activeElement);
		this.channels.replaceChildren(...[...channels].map(one));
		this.channels.hidden = channels.length < 2;
		if (isOwn)
			this.channels.querySelector(`[data-channel="${focused}"]`)
				?.focus();
	}

	drawHistogram(raster, on, range) {
		const { width, height } = HISTOGRAM;
		const { bins, below, above } = histogramOf(raster, on, range,
			width / 2);
		const odd = rangeOf(raster, on);
		const context = this.histogram.getContext('2d', { alpha: false });
		const style = getComputedStyle(this.histogram);
		const most = bins.reduce((a, b) => Math.max(a, b), 1);
		context.fillStyle = style.backgroundColor;
		context.fillRect(0, 0, width, height);
		context.fillStyle = style.color;
		bins.forEach((n, i) => {
			const size = n ? Math.max(1, Math.sqrt(n / most) * height) : 0;
			context.fillRect(i * 2, height - size, 2, size);
		});
		this.histogram.title = this.rangeText(odd, below, above);
		this.histogram.setAttribute('aria-label', this.histogram.title);
	}

	rangeText({ lo, hi, nan, inf }, below, above) {
		const part = (name, share) => share
			? `, ${name} ${(share * 100).toPrecision(2)} %` : '';
		const odd = (name, n) => n ? `, ${countText(n)} ${name}` : '';
		return `From ${floatText(lo)} to ${floatText(hi)}` +
			part('below the range', below) + part('above', above) +
			odd('NaN', nan) + odd('infinite', inf);
	}

	async savePng() {
		const { viewer } = this;
		download(`${viewer.on.name()}.png`, await pngOf(viewer.raster,
			viewer.isFlipped), 'image/png');
	}

	saveRaw() {
		const { viewer } = this, { form, width, height } = viewer.raster;
		download(`${viewer.on.name()}-${width}x${height}-` +
			`${form.channels}-${form.number}.raw`, viewer.raster.bytes,
		'application/octet-stream');
	}
}
