// SPDX-License-Identifier: MIT
'use strict';
// The numbers of a picture: as text, their range and how often they are there.

const MOST_HISTOGRAM = 1 << 18;	// numbers that are counted
const LARGEST = { u8: 255, i8: 127, u16: 65535, i16: 32767, u32: 4294967295,
	i32: 2147483647 };

// A picture whose bytes are read as numbers: {form, width, height, bytes}.
class Raster {
	constructor({ form, width, height, bytes }) {
		const Type = NUMBERS[form.number];
		this.n = form.channels.length;
		if (!Type || bytes.length !== width * height * form.pixelBytes)
			throw damaged('a picture\'s size');
		const own = bytes.byteOffset % Type.BYTES_PER_ELEMENT
			? bytes.slice() : bytes;
		Object.assign(this, { form, width, height, bytes: own,
			numbers: new Type(own.buffer, own.byteOffset,
				width * height * this.n),
			ranges: new Map(),
			scale: form.normalized && LARGEST[form.number]
				? 1 / LARGEST[form.number] : 1 });
	}

	// What number i of all is worth: 255 of normalized bytes is 1.
	value(i) {
		const value = this.numbers[i] * this.scale;
		return this.form.normalized && value < -1 ? -1 : value;
	}

	isSameSize(other) {
		return !!other && other.width === this.width &&
			other.height === this.height;
	}

	isSameForm(other) {
		return !!other && ['channels', 'number', 'normalized', 'srgb']
			.every((key) => this.form[key] === other.form[key]);
	}
}

// Nine digits say which float it is.
function floatText(value) {
	if (Object.is(value, -0))
		return '-0';
	return Number.isFinite(value) ? String(Number(value.toPrecision(9)))
		: String(value);
}

function bitsText(value) {
	const bits = new Uint32Array(Float32Array.of(value).buffer)[0];
	return `0x${bits.toString(16).padStart(8, '0')}`;
}

function depthText(value) {
	const is24 = value >= 0 && value <= 1;
	return `${floatText(value)} (${bitsText(value)}` +
		`${is24 ? `, ${Math.round(value * 0xffffff)} of 24 bits` : ''})`;
}

// One number of a channel as it is stored, and what it is worth.
function numberText(form, channel, number) {
	if (form.number === 'f32')
		return channel === 'D' ? depthText(number) : floatText(number);
	if (!form.normalized)
		return String(number);
	const worth = Math.max(-1, number / LARGEST[form.number]);
	const digits = form.number.endsWith('8') ? 4
		: form.number.endsWith('16') ? 6 : 10;
	return `${number} (${Number(worth.toPrecision(digits))})`;
}

// "R 255 (1)  G ..." of the numbers of a pixel.
function pixelText(form, numbers) {
	const text = [...form.channels].map((channel, i) =>
		`${channel} ${numberText(form, channel, numbers[i])}`).join('  ');
	return form.srgb ? `${text}  sRGB, as stored` : text;
}

function formText({ channels, number, normalized, srgb }) {
	const names = { D: 'depth', S: 'stencil' };
	const bits = { f32: '32-bit float' }[number] ||
		`${number.slice(1)}-bit ${normalized ? '' : 'integer '}` +
		`${number[0] === 'u' ? 'unsigned' : 'signed'}` +
		`${normalized ? ' normalized' : ''}`;
	return `${names[channels] || channels} ${bits}${srgb ? ', sRGB' : ''}`;
}

function bytesText(n) {
	for (const [size, unit] of [[1 << 20, 'MiB'], [1 << 10, 'KiB']])
		if (n >= size)
			return `${Number((n / size).toPrecision(3))} ${unit}`;
	return `${n} byte${plural(n)}`;
}

// Indexes of the channels that are on; A only if it is alone.
function measured(raster, on) {
	const all = [...raster.form.channels].map((letter, i) => [letter, i])
		.filter(([letter]) => on.includes(letter));
	const some = all.length > 1 ? all.filter(([letter]) => letter !== 'A')
		: all;
	return some.map(([, i]) => i);
}

// Range and odd numbers of channels: {lo, hi, nan, inf}.
function rangeOf(raster, on) {
	if (!raster.ranges.has(on))
		raster.ranges.set(on, findRange(raster, on));
	return raster.ranges.get(on);
}

function findRange(raster, on) {
	const range = { lo: Infinity, hi: -Infinity, nan: 0, inf: 0 };
	for (const channel of measured(raster, on))
		takeRange(raster, channel, range);
	if (range.lo > range.hi)
		Object.assign(range, { lo: 0, hi: 1 });
	range.lo *= raster.scale;
	range.hi *= raster.scale;
	if (raster.form.normalized)
		range.lo = Math.max(-1, range.lo);
	return range;
}

// Widens a range by the numbers of a channel as they are stored.
function takeRange({ numbers, n }, channel, range) {
	let { lo, hi } = range;
	for (let i = channel; i < numbers.length; i += n) {
		const number = numbers[i];
		if (number - number !== 0) {
			range.nan += number !== number;
			range.inf += number === number;
			continue;
		}
		if (number < lo)
			lo = number;
		if (number > hi)
			hi = number;
	}
	Object.assign(range, { lo, hi });
}

// How many of some numbers are in each of the bins from lo to hi, and how much
// of all is outside: {bins, below, above}.
function histogramOf(raster, on, { lo, hi }, nBins) {
	const bins = new Uint32Array(nBins), channels = measured(raster, on);
	const pixels = raster.width * raster.height;
	const step = Math.max(1, Math.ceil(pixels * channels.length /
		MOST_HISTOGRAM)) * raster.n;
	let below = 0, above = 0, all = 0;
	for (const channel of channels)
		for (let i = channel; i < raster.numbers.length; i += step) {
			const value = raster.value(i);
			const k = Math.floor((value - lo) / (hi - lo || 1) * nBins);
			all++;
			if (value < lo)
				below++;
			else if (value > hi)
				above++;
			else if (value === value)
				bins[Math.min(nBins - 1, k)]++;
		}
	return { bins, below: below / (all || 1), above: above / (all || 1) };
}

// The range in which a picture is shown if nobody chose one.
function usualRange(raster, on) {
	const { channels, number, normalized } = raster.form;
	const isColor = !/[DS]/.test(channels);
	return isColor && (normalized || number === 'f32') ? { lo: 0, hi: 1 }
		: rangeOf(raster, on);
}
