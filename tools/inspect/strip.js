// SPDX-License-Identifier: MIT
'use strict';
// All frames in a row: only those in sight exist.

const FRAME_WIDTH = 116;
const THUMBNAIL = { width: 96, height: 60 };
const MOST_STRIP = 8000000;	// pixels, as browsers lay out no more

function msText(ms) {
	return ms ? `${Number(ms.toPrecision(3))} ms` : '';
}

class Strip {
	// on.frame(index): a frame was chosen.
	constructor(data, on) {
		Object.assign(this, { data, on, frames: data.about.frames,
			chosen: -1, box: byId('strip'), inner: byId('strip-inner') });
		this.made = new Map();
		this.box.hidden = !this.frames.length;
		this.inner.style.width = `${Math.min(MOST_STRIP,
			this.frames.length * FRAME_WIDTH)}px`;
		this.box.addEventListener('scroll', () => this.draw());
		this.box.addEventListener('keydown', (e) => this.onKey(e));
		new ResizeObserver(() => this.draw()).observe(this.box);
		this.draw();
	}

	// The first frame in sight, and how many.
	sight() {
		const { box, frames } = this, space = frames.length * FRAME_WIDTH;
		const factor = Math.max(1, space / MOST_STRIP);
		return { first: Math.floor(box.scrollLeft * factor / FRAME_WIDTH),
			n: Math.ceil(box.clientWidth / FRAME_WIDTH) + 1, factor };
	}

	draw() {
		const { first, n, factor } = this.sight(), shown = new Map();
		const end = Math.min(this.frames.length, first + n);
		for (let i = Math.max(0, first); i < end; i++) {
			const element = this.made.get(i) ?? this.make(i);
			element.style.left = factor > 1
				? `${this.box.scrollLeft + (i - first) * FRAME_WIDTH}px`
				: `${i * FRAME_WIDTH}px`;
			element.setAttribute('aria-selected', i === this.chosen);
			shown.set(i, element);
		}
		for (const [i, element] of this.made)
			if (!shown.has(i))
				element.remove();
		for (const element of shown.values())
			if (!element.isConnected)
				this.inner.append(element);
		this.made = shown;
	}

	make(i) {
		const frame = this.frames[i];
		const picture = make('span', { class: 'thumbnail' });
		const facts = [msText(frame.ms), `${countText(frame.draws)} draw` +
			plural(frame.draws)].filter(Boolean).join(' · ');
		const element = make('div', { class: 'frame', role: 'option',
			id: `frame-${i}`, title: this.textOf(frame),
			'aria-label': this.textOf(frame),
			onclick: () => this.on.frame(i) }, picture,
		make('b', {}, `frame ${frame.frame}`), make('span', {}, facts));
		element.classList.toggle('detailed', frame.isDetailed);
		element.classList.toggle('slowest', frame.isSlowest);
		element.classList.toggle('failed', frame.errors > 0);
		this.showThumbnail(frame, picture);
		return element;
	}

	textOf(frame) {
		return [`frame ${frame.frame}`, msText(frame.ms),
			frame.isSlowest ? 'the slowest' : '',
			`${countText(frame.calls)} call${plural(frame.calls)}`,
			`${countText(frame.draws)} draw${plural(frame.draws)}`,
			frame.errors ? `${countText(frame.errors)} GL error` +
				plural(frame.errors) : '',
			frame.isDetailed ? 'in detail' : 'not in detail'
		].filter(Boolean).join(', ');
	}

	async showThumbnail(frame, element) {
		try {
			if (frame.thumbnail === null)
				throw new Error('no picture');
			element.replaceChildren(await thumbnailOf(this.data,
				frame.thumbnail, THUMBNAIL));
		} catch (error) {
			element.textContent = error.message;
		}
	}

	choose(i) {
		this.chosen = i;
		this.box.setAttribute('aria-activedescendant', `frame-${i}`);
		if (i >= 0)
			this.reveal(i);
		this.draw();
	}

	reveal(i) {
		const { box } = this, { factor } = this.sight();
		const x = i * FRAME_WIDTH / factor, width = box.clientWidth;
		if (x < box.scrollLeft ||
		    x + FRAME_WIDTH > box.scrollLeft + width)
			box.scrollLeft = x - width / 2 + FRAME_WIDTH / 2;
	}

	onKey(event) {
		const last = this.frames.length - 1;
		const next = { ArrowRight: this.chosen + 1,
			ArrowLeft: this.chosen - 1, Home: 0, End: last }[event.key];
		if (next === undefined)
			return;
		event.preventDefault();
		event.stopPropagation();
		this.on.frame(Math.max(0, Math.min(last, next)));
	}
}

// A canvas with a content, as large as fits into a size.
async function thumbnailOf(data, number, most) {
	const contents = sound(data.contents);
	if (!isIndex(number, contents.list.length))
		throw damaged(`content ${number} is missing`);
	const content = await contents.get(number);
	const raster = new Raster(layerOf(content, 0));
	const zoom = Math.min(most.width / raster.width,
		most.height / raster.height);
	const size = (n) => Math.max(1, Math.round(n * zoom));
	const canvas = make('canvas', { width: size(raster.width),
		height: size(raster.height) });
	const context = canvas.getContext('2d', { alpha: false });
	const image = context.createImageData(canvas.width, canvas.height);
	const { channels } = raster.form;
	const on = channels.replace('A', '') || channels;
	new ScreenPaint(raster, null, { on, ...usualRange(raster, on), mode: 'after' })
		.screen(image, { x: 0, y: 0, zoom, isFlipped: false }, [0, 0, 0]);
	context.putImageData(image, 0, 0);
	return canvas;
}

// One layer of a content as a picture.
function layerOf(content, layer) {
	const { form, width, height, bytes } = content;
	const size = width * height * form.pixelBytes;
	if (!size || (layer + 1) * size > bytes.length)
		throw new Error('it has no pixels');
	return { form, width, height,
		bytes: bytes.subarray(layer * size, (layer + 1) * size) };
}
