// SPDX-License-Identifier: MIT
'use strict';
// The data of a page of `fxtrace inspect`: contents, tiles of attachments, state
// of draws. Chunks are unpacked when something of them is needed. Whatever is
// wrong with the data is an Error whose message is for the user.

const CACHED_BYTES = 64 << 20;	// of unpacked chunks
const MAX_IMAGE_BYTES = 2 ** 28; // as contents.h has it
const TILE_SIDE = 64;
const NUMBERS = {
	u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array,
	u32: Uint32Array, i32: Int32Array, f32: Float32Array,
};

function damaged(what) {
	return new Error(`the page is damaged: ${what}`);
}

// Reads numbers as section.h has them, and nothing behind the end.
class Numbers {
	constructor(bytes, what) {
		this.bytes = bytes;
		this.what = what;
		this.at = 0;
	}

	next() {
		let value = 0, scale = 1, byte;
		do {
			if (this.at >= this.bytes.length || scale > 2 ** 49)
				throw damaged(`${this.what}: a number is cut off`);
			byte = this.bytes[this.at++];
			value += (byte & 127) * scale;
			scale *= 128;
		} while (byte > 127);
		return value;
	}

	signed() {
		const value = this.next();
		return value % 2 ? -(value + 1) / 2 : value / 2;
	}

	// How many things follow: each has a byte at least.
	count() {
		const n = this.next();
		if (n > this.bytes.length - this.at)
			throw damaged(`${this.what}: there are not so many`);
		return n;
	}

	end() {
		if (this.at !== this.bytes.length)
			throw damaged(`${this.what}: there is more`);
	}
}

// Unpacked chunks, those that were used last.
class Cache {
	constructor(maxBytes) {
		this.maxBytes = maxBytes;
		this.bytes = 0;
		this.map = new Map();
	}

	// What `make` gives, now or earlier: {bytes, ...}
	get(key, make) {
		let entry = this.map.get(key);
		if (entry) {
			this.map.delete(key);
		} else {
			entry = { size: 0, promise: make() };
			entry.promise.then((chunk) => this.fill(key, entry,
				chunk.bytes.length), () => this.drop(key, entry));
		}
		this.map.set(key, entry);
		return entry.promise;
	}

	drop(key, entry) {
		if (this.map.get(key) !== entry)
			return;
		this.map.delete(key);
		this.bytes -= entry.size;
	}

	fill(key, entry, size) {
		if (this.map.get(key) !== entry)
			return;
		entry.size = size;
		this.bytes += size;
		for (const [oldKey, old] of this.map) {
			if (this.bytes <= this.maxBytes)
				break;
			if (old.size && old !== entry)
				this.drop(oldKey, old);
		}
	}
}

// Items of bytes in chunks, see stock.h.
class Store {
	constructor(name, n, cache) {
		this.name = name;
		this.n = n;
		this.cache = cache;
		this.elements = [...document.querySelectorAll(`script.${name}`)];
		this.firsts = this.elements.map((e) => Number(e.dataset.name));
		let next = 0;
		for (const first of this.firsts) {
			if (!Number.isSafeInteger(first) ||
			    (next ? first < next : first !== 0))
				throw damaged(`${name}: chunks are not in order`);
			next = first + 1;
		}
		if (next > n)
			throw damaged(`${name}: chunks are too many`);
	}

	async unpack(index) {
		const bytes = await unpack(this.elements[index]);
		const what = `${this.name} ${this.firsts[index]}`;
		const numbers = new Numbers(bytes, what);
		const next = index + 1 < this.firsts.length
			? this.firsts[index + 1] : this.n;
		const n = numbers.count();
		if (n !== next - this.firsts[index])
			throw damaged(`${what}: items are missing`);
		const offs = new Float64Array(n + 1);
		for (let i = 0; i < n; i++)
			offs[i + 1] = offs[i] + numbers.next();
		if (offs[n] !== bytes.length - numbers.at)
			throw damaged(`${what}: items have other sizes`);
		return { bytes, offs, start: numbers.at,
			first: this.firsts[index] };
	}

	indexOf(item) {
		if (!(item >= 0 && item < this.n) || !this.elements.length)
			throw damaged(`${this.name} ${item} is missing`);
		return lastAtMost(this.firsts, item);
	}

	// Bytes of an item, which nobody may change.
	async item(item) {
		const index = this.indexOf(item);
		const chunk = await this.cache.get(`${this.name} ${index}`,
			() => this.unpack(index));
		const i = item - chunk.first;
		return chunk.bytes.subarray(chunk.start + chunk.offs[i],
			chunk.start + chunk.offs[i + 1]);
	}

	// Calls take(item, bytes) for each, chunk by chunk.
	async each(items, take) {
		const sorted = [...new Set(items)].sort((a, b) => a - b);
		for (const item of sorted)
			take(item, await this.item(item));
	}
}

function formOf(json, what) {
	const { channels, number, normalized, srgb } = json;
	const n = NUMBERS[number] ? NUMBERS[number].BYTES_PER_ELEMENT : 0;
	if (typeof channels !== 'string' || channels.length > 4 ||
	    (number !== '' && (!n || !channels.length)))
		throw damaged(`${what}: its form is not known`);
	return { channels, number, normalized: !!normalized, srgb: !!srgb,
		pixelBytes: channels.length * n };
}

function sizeOf(json, form, what) {
	const sizes = [json.width, json.height, json.depth ?? 1];
	let n = form.pixelBytes;
	for (const size of sizes) {
		if (!Number.isSafeInteger(size) || size < 0)
			throw damaged(`${what}: its size is no number`);
		n *= size;
	}
	if (n > MAX_IMAGE_BYTES)
		throw damaged(`${what}: it is too large`);
	return n;
}

// The numbers of a pixel at `at`, in the order of its channels.
function valuesOf(form, bytes, at) {
	const Type = NUMBERS[form.number], n = form.channels.length;
	const size = n * Type.BYTES_PER_ELEMENT;
	return [...new Type(bytes.slice(at, at + size).buffer)];
}

async function jsonOf(name) {
	const element = document.querySelector(
		`script.inspect[data-name="${name}"]`);
	if (!element)
		throw damaged(`${name}: it is missing`);
	const text = decodeText(await unpack(element));
	try {
		return JSON.parse(text);
	} catch {
		throw damaged(`${name}: it is no JSON`);
	}
}

class Contents {
	constructor(list, cache) {
		if (!Array.isArray(list))
			throw damaged('contents: they are no list');
		this.list = list.map((json, i) => {
			const what = `content ${i}`, form = formOf(json || {}, what);
			const size = sizeOf(json, form, what);
			if (form.pixelBytes && size !== json.bytes)
				throw damaged(`${what}: its size is wrong`);
			return { form, width: json.width, height: json.height,
				depth: json.depth, size: json.bytes };
		});
		this.store = new Store('content', list.length, cache);
	}

	// {form, width, height, depth, size, bytes}
	async get(number) {
		const what = this.list[number];
		const bytes = await this.store.item(number);
		if (bytes.length !== what.size)
			throw damaged(`content ${number}: its size is wrong`);
		return { ...what, bytes };
	}
}
