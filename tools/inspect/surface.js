// SPDX-License-Identifier: MIT
'use strict';
// A painted picture on a canvas. The browser scales it, unless it is too large or
// alpha is shown by a checker: then each pixel of the screen is painted.

const MOST_SURFACE = 1 << 24;	// pixels of a picture that is painted in full

class Surface {
	constructor() {
		this.canvas = make('canvas');
		this.key = '';
		this.paint = null;
	}

	// Paints again only if something is not as it was.
	use(raster, other, look, isFlipped) {
		const key = JSON.stringify([look, isFlipped]);
		if (this.key === key && this.raster === raster &&
		    this.other === other)
			return;
		Object.assign(this, { key, raster, other,
			paint: new ScreenPaint(raster, other, look) });
		this.isScaled = this.paint.alpha < 0 &&
			raster.width * raster.height <= MOST_SURFACE &&
			Math.max(raster.width, raster.height) <= 16384;
		if (this.isScaled)
			this.fill(isFlipped);
	}

	fill(isFlipped) {
		const { canvas, raster } = this, { width, height } = raster;
		const context = canvas.getContext('2d', { alpha: false });
		if (canvas.width !== width || canvas.height !== height)
			Object.assign(canvas, { width, height });
		const image = context.createImageData(width, height);
		this.paint.whole(image, isFlipped);
		context.putImageData(image, 0, 0);
	}

	// where: {x, y, zoom, isFlipped}; ground: the color around the picture.
	draw(context, where, ground) {
		const { width, height } = context.canvas;
		if (!this.isScaled) {
			const image = context.createImageData(width, height);
			this.paint.screen(image, where, ground);
			context.putImageData(image, 0, 0);
			return;
		}
		context.fillStyle = `rgb(${ground.join(' ')})`;
		context.fillRect(0, 0, width, height);
		context.imageSmoothingEnabled = where.zoom < 1;
		context.imageSmoothingQuality = 'medium';
		context.drawImage(this.canvas, where.x, where.y,
			this.raster.width * where.zoom, this.raster.height * where.zoom);
	}
}
