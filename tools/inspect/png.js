// SPDX-License-Identifier: MIT
'use strict';
// A PNG that has the numbers of a picture as they are. Canvases would change
// them: they multiply by alpha, and have 8 bits.

const PNG_SIGN = [137, 80, 78, 71, 13, 10, 26, 10];
// By channels: the kind of PNG, and how many numbers its pixels have. What PNG has
// no kind for is in the first channels of RGB.
const PNG_KINDS = { R: [0, 1], L: [0, 1], I: [0, 1], A: [0, 1], D: [0, 1],
	S: [0, 1], LA: [4, 2], RG: [2, 3], RGB: [2, 3], RGBA: [6, 4] };

// Why a form has no exact PNG; '': it has.
function whyNoPng({ channels, number }) {
	if (!PNG_KINDS[channels])
		return `PNG has no ${channels}: save the raw bytes`;
	return /^u(8|16)$/.test(number) ? ''
		: `PNG has no numbers of ${number}: save the raw bytes`;
}

let crcTable = null;
function makeCrcTable() {
	crcTable = new Int32Array(256).map((_, i) => {
		let c = i;
		for (let k = 0; k < 8; k++)
			c = c & 1 ? c >>> 1 ^ 0xedb88320 : c >>> 1;
		return c;
	});
}

function crcOf(bytes) {
	let crc = -1;
	if (!crcTable)
		makeCrcTable();
	for (let i = 0; i < bytes.length; i++)
		crc = crc >>> 8 ^ crcTable[(crc ^ bytes[i]) & 255];
	return ~crc >>> 0;
}

function pngChunk(type, body) {
	const bytes = new Uint8Array(body.length + 12);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, body.length);
	bytes.set(new TextEncoder().encode(type), 4);
	bytes.set(body, 8);
	view.setUint32(body.length + 8,
		crcOf(bytes.subarray(4, body.length + 8)));
	return bytes;
}

// Rows from the top, each after a byte for "no filter"; large bytes first.
function pngRows(raster, isFlipped, perPixel) {
	const { width, height, n, numbers, form } = raster;
	const size = form.number === 'u16' ? 2 : 1;
	const row = width * perPixel * size + 1;
	const bytes = new Uint8Array(row * height);
	for (let y = 0; y < height; y++) {
		const from = (isFlipped ? y : height - 1 - y) * width;
		let at = y * row + 1;
		for (let x = 0; x < width; x++, at += (perPixel - n) * size)
			for (let k = 0; k < n; k++) {
				const number = numbers[(from + x) * n + k];
				if (size === 2)
					bytes[at++] = number >> 8;
				bytes[at++] = number;
			}
	}
	return bytes;
}

async function pngOf(raster, isFlipped) {
	const why = whyNoPng(raster.form);
	if (why)
		throw new Error(why);
	const [kind, perPixel] = PNG_KINDS[raster.form.channels];
	const head = new Uint8Array(13), view = new DataView(head.buffer);
	view.setUint32(0, raster.width);
	view.setUint32(4, raster.height);
	head[8] = raster.form.number === 'u16' ? 16 : 8;
	head[9] = kind;
	const stream = new Blob([pngRows(raster, isFlipped, perPixel)]).stream()
		.pipeThrough(new CompressionStream('deflate'));
	const packed = new Uint8Array(await new Response(stream).arrayBuffer());
	const parts = [Uint8Array.from(PNG_SIGN), pngChunk('IHDR', head),
		pngChunk('IDAT', packed), pngChunk('IEND', new Uint8Array(0))];
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}
