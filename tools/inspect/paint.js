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

// Whether pixel p has other bytes.
function isChanged({ bytes, form }, other, p) {
	const size = form.pixelBytes;
	for (let i = p * size; i < (p + 1) * size; i++)
		if (bytes[i] !== other.bytes[i])
			return true;
	return false;
}

function countChanged(raster, other) {
	const pixels = raster.width * raster.height;
	let n = 0;
	for (let p = 0; p < pixels; p++)
		n += isChanged(raster, other, p);
	return n;
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
		const light = [red, green, blue].reduce((sum, i) => sum +
			Math.max(0, Math.min(255, i < 0 ? 0 : this.level(at + i))), 0) / 3;
		if (isChanged(this.raster, this.other, at / this.raster.n))
			for (let k = 0; k < 3; k++)
				out[k] = MARKS.changed[k] * 0.75 + light * 0.25;
		else
			out.fill(24 + light * 0.35);
	}

	// The whole screen: where.x and where.y are the picture's corner, zoom is
	// pixels of the screen for one of the picture.
	screen(image, where, ground) {
		const { data, width, height } = image;
		const samples = where.zoom < 1
			? Math.min(4, Math.ceil(1 / where.zoom)) : 1;
		const columns = placesOf(width, where.x, where.zoom,
			this.raster.width, samples);
		const rows = placesOf(height, where.y, where.zoom,
			this.raster.height, samples);
		for (let y = 0; y < height; y++) {
			const own = rows.subarray(y * samples, (y + 1) * samples);
			const isSame = y && samples === 1 && this.alpha < 0 &&
				own[0] === rows[y - 1];
			if (isSame)
				data.copyWithin(y * width * 4, (y - 1) * width * 4,
					y * width * 4);
			else
				this.line(image, y, own, columns, where, ground);
		}
	}

	line(image, y, own, columns, where, ground) {
		const { data, width } = image, samples = own.length;
		const out = new Float64Array(3);
		let last = -1;
		for (let x = 0; x < width; x++) {
			const at = (y * width + x) * 4, column = columns[x * samples];
			if (own[0] < 0 || column < 0)
				out.set(ground);
			else if (samples > 1)
				this.average(x, y, own, columns, where, out);
			else if (column !== last || this.alpha >= 0)
				this.put(this.pixel(column, own[0], where), x, y, out);
			last = own[0] < 0 ? -1 : column;
			data[at] = out[0];
			data[at + 1] = out[1];
			data[at + 2] = out[2];
			data[at + 3] = 255;
		}
	}

	// The number of a pixel; rows of the screen begin at the top.
	pixel(column, row, { isFlipped }) {
		const { width, height } = this.raster;
		return (isFlipped ? row : height - 1 - row) * width + column;
	}

	average(x, y, own, columns, where, out) {
		const samples = own.length, one = new Float64Array(3);
		const sum = [0, 0, 0];
		let n = 0;
		for (const row of own)
			for (let i = 0; i < samples; i++) {
				const column = columns[x * samples + i];
				if (row < 0 || column < 0)
					continue;
				this.put(this.pixel(column, row, where), x, y, one);
				for (let k = 0; k < 3; k++)
					sum[k] += Math.max(0, Math.min(255, one[k]));
				n++;
			}
		for (let k = 0; k < 3; k++)
			out[k] = sum[k] / n;
	}
}

// For each pixel of the screen along one side, the picture's pixels that it
// shows; -1: outside.
function placesOf(n, start, zoom, size, samples) {
	const places = new Int32Array(n * samples);
	for (let i = 0; i < n; i++)
		for (let k = 0; k < samples; k++) {
			const at = Math.floor((i - start + (k + 0.5) / samples) / zoom);
			places[i * samples + k] = at >= 0 && at < size ? at : -1;
		}
	return places;
}
