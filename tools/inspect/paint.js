// SPDX-License-Identifier: MIT
'use strict';
// From a picture's numbers to colors on the screen. Alpha is shown by a checker
// or alone, never by a canvas that is not opaque.

const MARKS = { nan: [255, 0, 255], above: [255, 64, 0], below: [0, 96, 255],
	changed: [255, 43, 214] };
const CHECKER = [102, 153];
const CHECKER_SIDE = 8;

// Which numbers of a pixel are red, green, blue and alpha; -1: none.
function planOf(channels, on) {
	const shown = [...channels].filter((letter) => on.includes(letter));
	const colors = shown.filter((letter) => letter !== 'A');
	const isGray = shown.length === 1 || !/[RGB]/.test(channels);
	if (isGray) {
		const i = channels.indexOf(colors[0] || shown[0]);
		return { red: i, green: i, blue: i,
			alpha: shown.length > 1 && shown.includes('A')
				? channels.indexOf('A') : -1 };
	}
	const place = (letter) => shown.includes(letter)
		? channels.indexOf(letter) : -1;
	return { red: place('R'), green: place('G'), blue: place('B'),
		alpha: place('A') };
}

// For each pixel, whether its bytes differ.
function changedPixels(raster, other) {
	const pixels = raster.width * raster.height;
	const changed = new Uint8Array(pixels);
	const [a, b, size] = wordsOfBoth(raster, other);
	for (let p = 0, i = 0; p < pixels; p++)
		for (const end = i + size; i < end; i++)
			if (a[i] !== b[i])
				changed[p] = 1;
	return changed;
}

// The bytes of two pictures, or words of four of them; and how many a pixel has.
function wordsOfBoth({ bytes, form }, other) {
	const size = form.pixelBytes;
	if (size % 4 || bytes.byteOffset % 4 || other.bytes.byteOffset % 4)
		return [bytes, other.bytes, size];
	const words = (of) => new Uint32Array(of.buffer, of.byteOffset,
		of.length / 4);
	return [words(bytes), words(other.bytes), size / 4];
}

// How one picture, or the difference of two, looks. look: {on, lo, hi, isMarked,
// mode, gain}; `other` is the picture before, for modes that compare.
class Paint {
	constructor(raster, other, look) {
		const { lo, hi, mode } = look;
		Object.assign(this, { raster, look, lo, hi,
			factor: 255 / (hi - lo || 1),
			isCompared: /^(changed|difference)$/.test(mode),
			other: raster.isSameSize(other) && raster.isSameForm(other)
				? other : null,
			...planOf(raster.form.channels, look.on) });
		this.shown = [this.red, this.green, this.blue, this.alpha]
			.filter((i) => i >= 0);
		this.isOdd = raster.form.number === 'f32' || look.isMarked;
		this.changed = this.other && mode === 'changed'
			? changedPixels(raster, this.other) : null;
	}

	level(at) {
		return at < 0 ? 0 : (this.raster.value(at) - this.lo) * this.factor;
	}

	// Puts the color of pixel p into out[0 .. 2]; x, y: on the screen.
	put(p, x, y, out) {
		const at = p * this.raster.n;
		if (this.isCompared)
			this.compare(at, out);
		else
			this.plain(at, x, y, out);
	}

	plain(at, x, y, out) {
		const odd = this.isOdd ? this.oddOf(at) : null;
		if (odd) {
			[out[0], out[1], out[2]] = odd;
			return;
		}
		const { red, green, blue, alpha } = this;
		out[0] = red < 0 ? 0 : this.level(at + red);
		out[1] = green < 0 ? 0 : this.level(at + green);
		out[2] = blue < 0 ? 0 : this.level(at + blue);
		if (alpha < 0)
			return;
		const a = Math.max(0, Math.min(1, this.raster.value(at + alpha)));
		const ground = CHECKER[(Math.floor(x / CHECKER_SIDE) +
			Math.floor(y / CHECKER_SIDE)) & 1] * (1 - a);
		for (let k = 0; k < 3; k++)
			out[k] = Math.max(0, Math.min(255, out[k])) * a + ground;
	}

	// The mark of a pixel with a number that no color shows, or null.
	oddOf(at) {
		let mark = null;
		for (const i of this.shown) {
			const value = this.raster.value(at + i);
			if (value !== value)
				return MARKS.nan;
			if (value > this.hi && (this.look.isMarked || value === Infinity))
				mark = MARKS.above;
			if (value < this.lo && (this.look.isMarked || value === -Infinity))
				mark = MARKS.below;
		}
		return mark;
	}

	compare(at, out) {
		const { red, green, blue, look } = this;
		if (!this.other) {
			out.fill(0);
		} else if (look.mode === 'changed') {
			this.highlight(at, out);
		} else {
			out[0] = this.step(at, red);
			out[1] = this.step(at, green);
			out[2] = this.step(at, blue);
		}
	}

	step(at, i) {
		return i < 0 ? 0 : Math.abs(this.raster.value(at + i) -
			this.other.value(at + i)) * this.factor * this.look.gain;
	}

	// What has not changed is gray and dim.
	highlight(at, out) {
		const { red, green, blue } = this;
		const light = (this.clamped(at, red) + this.clamped(at, green) +
			this.clamped(at, blue)) / 3;
		const [r, g, b] = MARKS.changed;
		if (this.changed[at / this.raster.n]) {
			out[0] = r * 0.75 + light * 0.25;
			out[1] = g * 0.75 + light * 0.25;
			out[2] = b * 0.75 + light * 0.25;
		} else {
			out[0] = out[1] = out[2] = 24 + light * 0.35;
		}
	}

	clamped(at, i) {
		const level = i < 0 ? 0 : this.level(at + i);
		return level > 0 ? Math.min(255, level) : 0;
	}

	// The level of each number, where there are not many; else null.
	levels() {
		const { raster, look } = this, { number } = raster.form;
		if (!/^u(8|16)$/.test(number) || look.isMarked || this.isCompared)
			return null;
		const levels = new Uint8ClampedArray(LARGEST[number] + 1);
		for (let i = 0; i < levels.length; i++)
			levels[i] = (i * raster.scale - this.lo) * this.factor;
		return levels;
	}

	// All pixels of the picture, the first row at the top as the screen has it.
	whole(image, isFlipped) {
		const { width, height } = this.raster, levels = this.levels();
		for (let y = 0; y < height; y++) {
			const from = (isFlipped ? y : height - 1 - y) * width;
			if (levels)
				this.fastRow(image.data, y * width, from, levels);
			else
				this.slowRow(image.data, y * width, from, y);
		}
	}

	fastRow(data, to, from, levels) {
		const { red, green, blue } = this, { numbers, n, width } = this.raster;
		for (let x = 0; x < width; x++) {
			const at = (from + x) * n, o = (to + x) * 4;
			data[o] = red < 0 ? 0 : levels[numbers[at + red]];
			data[o + 1] = green < 0 ? 0 : levels[numbers[at + green]];
			data[o + 2] = blue < 0 ? 0 : levels[numbers[at + blue]];
			data[o + 3] = 255;
		}
	}

	slowRow(data, to, from, y) {
		const { width } = this.raster, out = new Float64Array(3);
		for (let x = 0; x < width; x++) {
			const o = (to + x) * 4;
			this.put(from + x, x, y, out);
			data[o] = out[0];
			data[o + 1] = out[1];
			data[o + 2] = out[2];
			data[o + 3] = 255;
		}
	}
}
