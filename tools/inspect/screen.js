// SPDX-License-Identifier: MIT
'use strict';
// Paints each pixel of the screen: for pictures that are larger than canvases, and
// for a checker that has the same size at every zoom.

class ScreenPaint extends Paint {
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
