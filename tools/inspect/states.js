// SPDX-License-Identifier: MIT
'use strict';
// The state of draws, see states.h.

// Goes from draw to draw, and reads what differs.
class StateWalk {
	constructor(states) {
		Object.assign(this, { states, block: -1, draw: -1, at: Infinity,
			left: 0, values: new Map() });
	}

	async begin(block) {
		this.block = -1;
		this.values.clear();
		this.numbers = new Numbers(await this.states.blocks.item(block),
			`state ${block}`);
		Object.assign(this, { block, at: 0, left: this.numbers.count() });
		this.readDraw();
	}

	readDraw() {
		this.at = this.left-- > 0 ? this.at + this.numbers.next() : Infinity;
	}

	// The values after a draw, until the next call of this.
	async to(draw) {
		const block = this.states.blockOf(draw);
		if (block !== this.block || draw < this.draw)
			await this.begin(block);
		for (this.draw = draw; this.at <= draw; this.readDraw())
			this.readChanges();
		return this.values;
	}

	readChanges() {
		const { numbers } = this;
		let path = 0;
		for (let m = numbers.count(); m > 0; m--) {
			path += numbers.next();
			const value = numbers.next();
			if (path >= this.states.paths.n || value > this.states.values.n)
				throw damaged(`${numbers.what}: a value is missing`);
			this.set(path++, value);
		}
	}

	// value: a number + 1, or 0 if it is gone
	set(path, value) {
		if (value)
			this.values.set(path, value - 1);
		else
			this.values.delete(path);
	}
}

class States {
	constructor(json, cache) {
		const { firsts, last, paths, values, why } = json || {};
		if (!Array.isArray(firsts) ||
		    ![last, paths, values, ...firsts].every(Number.isSafeInteger) ||
		    firsts.some((first, i) => i && first <= firsts[i - 1]))
			throw damaged('states: their list');
		this.firsts = firsts;
		this.last = last;
		this.why = why || '';
		this.paths = new Store('path', paths, cache);
		this.values = new Store('value', values, cache);
		this.blocks = new Store('state', firsts.length, cache);
	}

	// The block that a draw is in.
	blockOf(draw) {
		const block = lastAtMost(this.firsts, draw);
		if (block < 0 || draw > this.last)
			throw new Error(`the state of draw ${draw} is not in the page` +
				`${this.why && `: ${this.why}`}`);
		return block;
	}

	// Numbers of paths to numbers of values, after a draw.
	numbersAt(draw) {
		return new StateWalk(this).to(draw);
	}

	async textsOf(store, items) {
		const texts = new Map();
		await store.each(items, (item, bytes) =>
			texts.set(item, decodeText(bytes)));
		return texts;
	}

	// [{path, before, after}] of what differs: before or after is null if the
	// path is not there.
	async difference(before, after) {
		return this.compare(await this.numbersAt(before),
			await this.numbersAt(after));
	}

	// The same of all that a draw has.
	async at(draw) {
		return this.compare(new Map(), await this.numbersAt(draw));
	}

	async compare(a, b) {
		const changed = [...new Set([...a.keys(), ...b.keys()])]
			.filter((path) => a.get(path) !== b.get(path))
			.sort((x, y) => x - y);
		const used = changed.flatMap((path) => [a.get(path), b.get(path)])
			.filter((value) => value !== undefined);
		const paths = await this.textsOf(this.paths, changed);
		const values = await this.textsOf(this.values, used);
		return changed.map((path) => ({ path: paths.get(path),
			before: values.get(a.get(path)) ?? null,
			after: values.get(b.get(path)) ?? null }));
	}
}

async function loadInspect() {
	const cache = new Cache(CACHED_BYTES);
	return { cache,
		contents: new Contents(await jsonOf('contents'), cache),
		tiles: new Tiles(await jsonOf('tiles'), cache),
		states: new States(await jsonOf('states'), cache) };
}
