// SPDX-License-Identifier: MIT
'use strict';
// Pictures of attachments after draws, and histories of pixels: tiles.h.

class Attachment {
	constructor(json, number) {
		this.what = `attachment ${number}`;
		this.form = formOf(json || {}, this.what);
		this.size = sizeOf(json, this.form, this.what);
		if (!this.size)
			throw damaged(`${this.what}: it has no pixels`);
		this.width = json.width;
		this.height = json.height;
		this.last = json.last;
		this.until = json.until ?? Infinity;
		this.why = json.why || '';
		this.nx = Math.ceil(this.width / TILE_SIDE);
		this.ny = Math.ceil(this.height / TILE_SIDE);
	}

	boxOf(tile) {
		const x = tile % this.nx * TILE_SIDE;
		const y = Math.floor(tile / this.nx) * TILE_SIDE;
		return { x, y, width: Math.min(TILE_SIDE, this.width - x),
			height: Math.min(TILE_SIDE, this.height - y) };
	}

	// Versions of all tiles: those of tile i are starts[i] .. starts[i + 1].
	read(bytes, nTiles) {
		const numbers = new Numbers(bytes, this.what);
		const draws = [], items = [], starts = [0];
		for (let i = 0; i < this.nx * this.ny; i++) {
			let draw = 0, item = 0;
			const n = numbers.count();
			for (let k = 0; k < n; k++) {
				const step = numbers.next();
				draw += step;
				item += numbers.signed();
				if ((k && !step) || !(item >= 0 && item < nTiles))
					throw damaged(`${this.what}: tile ${i}`);
				draws.push(draw);
				items.push(item);
			}
			starts.push(draws.length);
		}
		numbers.end();
		return { draws, items, starts };
	}
}

class Tiles {
	constructor(json, cache) {
		if (!json || !Array.isArray(json.attachments) || !(json.every >= 1) ||
		    !Number.isSafeInteger(json.tiles))
			throw damaged('tiles: their list');
		this.attachments = json.attachments.map((a, i) =>
			new Attachment(a, i));
		this.every = json.every;
		this.store = new Store('tile', json.tiles, cache);
		this.versions = new Map();
	}

	versionsOf(number) {
		let promise = this.versions.get(number);
		if (!promise) {
			promise = this.readVersions(number);
			this.versions.set(number, promise);
		}
		return promise;
	}

	async readVersions(number) {
		const element = document.querySelector(
			`script.versions[data-name="${number}"]`);
		const attachment = this.attachments[number];
		if (!element)
			throw damaged(`${attachment.what}: its draws are missing`);
		return attachment.read(await unpack(element), this.store.n);
	}

	// The last draw up to this one whose picture the page has: the page may
	// be of every k-th draw only.
	shownDraw(number, draw) {
		const { last } = this.attachments[number];
		return draw >= last ? last
			: Math.max(draw - (draw + 1) % this.every, 0);
	}

	// The version of a tile that is seen after a draw, or -1.
	seen(versions, tile, draw) {
		let low = versions.starts[tile], high = versions.starts[tile + 1];
		const first = low;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (versions.draws[middle] <= draw)
				low = middle + 1;
			else
				high = middle;
		}
		return low > first ? low - 1 : -1;
	}

	check(attachment, draw) {
		if (draw >= attachment.until)
			throw new Error(`not in the page from draw ` +
				`${attachment.until} on: ${attachment.why}`);
	}

	// {form, width, height, draw, bytes} after a draw; null: before the first.
	async picture(number, draw) {
		const attachment = this.attachments[number];
		this.check(attachment, draw);
		const shown = this.shownDraw(number, draw);
		const versions = await this.versionsOf(number);
		const tilesOf = new Map();
		for (let i = 0; i < attachment.nx * attachment.ny; i++) {
			const at = this.seen(versions, i, shown);
			if (at < 0)
				return null;
			const item = versions.items[at];
			if (!tilesOf.has(item))
				tilesOf.set(item, []);
			tilesOf.get(item).push(i);
		}
		const bytes = new Uint8Array(attachment.size);
		await this.store.each(tilesOf.keys(), (item, tile) => {
			for (const i of tilesOf.get(item))
				this.place(attachment, i, tile, bytes);
		});
		return { form: attachment.form, width: attachment.width,
			height: attachment.height, draw: shown, bytes };
	}

	checkTile(attachment, box, tile) {
		if (tile.length !==
		    box.width * box.height * attachment.form.pixelBytes)
			throw damaged(`${attachment.what}: a tile's size`);
	}

	place(attachment, i, tile, bytes) {
		const box = attachment.boxOf(i), { pixelBytes } = attachment.form;
		const row = box.width * pixelBytes;
		this.checkTile(attachment, box, tile);
		for (let y = 0; y < box.height; y++)
			bytes.set(tile.subarray(y * row, (y + 1) * row),
				((box.y + y) * attachment.width + box.x) * pixelBytes);
	}

	// The draws that changed a pixel: [{draw, before, after}], as bytes.
	async history(number, x, y) {
		const attachment = this.attachments[number];
		const { pixelBytes } = attachment.form;
		const versions = await this.versionsOf(number);
		const i = Math.floor(y / TILE_SIDE) * attachment.nx +
			Math.floor(x / TILE_SIDE);
		const box = attachment.boxOf(i), list = [], pixels = new Map();
		const at = ((y - box.y) * box.width + x - box.x) * pixelBytes;
		const from = versions.starts[i], to = versions.starts[i + 1];
		await this.store.each(versions.items.slice(from, to), (item, tile) => {
			this.checkTile(attachment, box, tile);
			pixels.set(item, tile.slice(at, at + pixelBytes));
		});
		let before = null;
		for (let k = from; k < to; k++) {
			const after = pixels.get(versions.items[k]);
			if (!before || after.some((byte, j) => byte !== before[j]))
				list.push({ draw: versions.draws[k], before, after });
			before = after;
		}
		return list;
	}
}
