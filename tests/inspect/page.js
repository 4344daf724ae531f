// SPDX-License-Identifier: MIT
'use strict';
// Compares what the scripts of the page read with the bytes that its maker wrote
// as they are (tests/unit/inspect_page.c), and damages the page.

function expectedOf(kind) {
	const all = document.querySelectorAll('script.expected');
	return [...all].map((element) => {
		const [what, a, b] = element.dataset.name.split(' ');
		return { what, a: Number(a), b: Number(b), element };
	}).filter((item) => item.what === kind);
}

function bytesOf(item) {
	return Uint8Array.from(atob(item.element.textContent),
		(letter) => letter.charCodeAt(0));
}

function textOf(item) {
	return decodeText(bytesOf(item));
}

function isSame(a, b) {
	return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function hexOf(bytes) {
	return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}

async function sameContents(data) {
	let n = 0;
	for (const item of expectedOf('content')) {
		const content = await data.contents.get(item.a);
		n += isSame(content.bytes, bytesOf(item));
	}
	return n;
}

async function sameForms(data) {
	let n = 0;
	for (const item of expectedOf('form')) {
		const c = await data.contents.get(item.a), f = c.form;
		n += textOf(item) === [f.channels, f.number, +f.normalized,
			+f.srgb, c.width, c.height, c.depth].join(' ');
	}
	return n;
}

// Pictures after draws that the page has.
async function samePictures(data) {
	let n = 0, all = 0;
	for (const item of expectedOf('picture')) {
		if (data.tiles.shownDraw(item.a, item.b) !== item.b)
			continue;
		const picture = await data.tiles.picture(item.a, item.b);
		all++;
		n += picture.draw === item.b &&
			isSame(picture.bytes, bytesOf(item));
	}
	return `${n} of ${all}`;
}

async function sameHistories(data) {
	let n = 0;
	for (const item of expectedOf('history')) {
		const a = data.tiles.attachments[item.a];
		const list = await data.tiles.history(item.a,
			Math.floor(a.width / 2), Math.floor(a.height / 2));
		const lines = list.map(({ draw, after }) =>
			`${draw} ${hexOf(after)}\n`);
		const isChained = list.every(({ before }, i) =>
			i ? isSame(before, list[i - 1].after) : before === null);
		n += isChained && lines.join('') === textOf(item);
	}
	return n;
}

function textOfState(list) {
	const sign = (value) => value === null ? '' : `=${value}`;
	return list.map(({ path, before, after }) =>
		`${path}\u0001${sign(before)}\u0001${sign(after)}\u0002`).join('');
}

async function sameStates(data) {
	let n = 0;
	for (const item of expectedOf('state'))
		n += textOfState(await data.states.at(item.a)) === textOf(item);
	for (const item of expectedOf('difference'))
		n += textOfState(await data.states.difference(item.a, item.b)) ===
			textOf(item);
	return n;
}

// Something of each chunk at least; how many things.
async function readAll(data) {
	const { contents, tiles, states } = data;
	let n = 0;
	for (const [i] of contents.list.entries())
		n += (await contents.get(i)).bytes.length;
	for (let a = 0; a < tiles.attachments.length; a++) {
		for (let draw = 0; draw < 120; draw += 40)
			n += (await tiles.picture(a, draw)).bytes.length;
		n += (await tiles.history(a, 0, 0)).length;
	}
	for (const store of [tiles.store, states.blocks, states.paths,
		states.values])
		for (const first of store.firsts)
			n += (await store.item(first)).length;
	for (let draw = 0; draw < 110; draw += 17)
		n += (await states.difference(draw, draw + 1)).length;
	return n;
}

// A small generator, so that a failure can be repeated.
function randomOf(seed) {
	let state = seed;
	return (n) => {
		state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
		return n ? ((state ^ state >>> 13) >>> 0) % n : 0;
	};
}

async function pack(bytes) {
	const stream = new Blob([bytes]).stream()
		.pipeThrough(new CompressionStream('deflate'));
	const packed = new Uint8Array(await new Response(stream).arrayBuffer());
	let letters = '';
	for (let i = 0; i < packed.length; i += 8192)
		letters += String.fromCharCode(...packed.subarray(i, i + 8192));
	return btoa(letters);
}

// Damage in the element as it is, which its length or its sum shows.
const outer = {
	letter: (element, any) => {
		const text = element.textContent, at = any(text.length);
		const other = text[at] === 'A' ? 'B' : 'A';
		element.textContent = text.slice(0, at) + other +
			text.slice(at + 1);
	},
	cut: (element, any) => {
		const text = element.textContent;
		element.textContent = text.slice(0, any(text.length));
	},
	length: (element, any) => {
		const n = Number(element.dataset.bytes);
		element.dataset.bytes = [n + 1, n - 1, -1, 1e15, 'x', '', n * 2 + 1,
			2 ** 40][any(8)];
	},
	junk: (element) => { element.textContent += 'AAAA'; },
};

// Damage that whoever made the page could have made: its sum is right.
const inner = {
	bytes: async (element, any) => {
		const bytes = await unpack(element);
		for (let n = 1 + any(4); n > 0 && bytes.length; n--)
			bytes[any(Math.min(bytes.length, any(3) ? 64 : 1e9))] = any(256);
		element.textContent = await pack(bytes);
	},
	shorter: async (element, any) => {
		const bytes = await unpack(element);
		const less = bytes.subarray(0, any(bytes.length + 1));
		element.textContent = await pack(less);
		element.dataset.bytes = less.length;
	},
	large: async (element, any) => {
		const bytes = await unpack(element), at = any(bytes.length);
		bytes.fill(255, at, at + 1 + any(12));
		element.textContent = await pack(bytes);
	},
	json: async (element, any) => {
		const list = document.querySelectorAll('script.inspect');
		const other = list[any(list.length)];
		const text = decodeText(await unpack(other));
		const numbers = [...text.matchAll(/\d+|null|true|"\w+"/g)];
		const found = numbers[any(numbers.length)];
		const value = ['-1', '1e300', 'null', '{}', '"x"', '4294967296',
			'[]', '0', '65536'][any(9)];
		const bytes = new TextEncoder().encode(found
			? text.slice(0, found.index) + value +
				text.slice(found.index + found[0].length) : '[]');
		other.textContent = await pack(bytes);
		other.dataset.bytes = bytes.length;
	},
	name: (element, any) => {
		element.dataset.name = ['x', '-1', '0', '1', '1e9', ''][any(6)];
	},
	gone: (element) => { element.remove(); },
};

const limit = (promise) => Promise.race([promise, new Promise((resolve, reject) =>
	setTimeout(() => reject(new Error('it hangs')), 10000))]);

async function tryOnce(shown, ways, any) {
	const kinds = Object.keys(ways), kind = kinds[any(kinds.length)];
	const element = shown[any(shown.length)];
	const what = `${kind} of ${element.className} ${element.dataset.name}`;
	await ways[kind](element, any);
	try {
		await limit(loadInspect().then(readAll));
		return { what, error: null };
	} catch (error) {
		return { what, error };
	}
}

// Damages the page n times. {read, refused, wrong: [what]}: `wrong` has what is
// neither, and for damage that must show what was read.
async function damagePage(n, seed, isOuter) {
	const result = { read: 0, refused: 0, wrong: [] }, any = randomOf(seed);
	const elements = [...document.querySelectorAll('script[data-bytes]')]
		.filter((e) => Number(e.dataset.bytes));
	const holder = document.createElement('div');
	document.body.append(holder);
	elements.forEach((e) => e.remove());
	for (let i = 0; i < n; i++) {
		const copies = elements.map((e) => e.cloneNode(true));
		holder.replaceChildren(...copies);
		const { what, error } = await tryOnce(copies,
			isOuter ? outer : inner, any);
		if (!error)
			result.read++;
		else if (/^(the page is damaged: |not in the page |the state of draw )/
			.test(error.message))
			result.refused++;
		if (error ? !(isOuter ? /the page is damaged/ : /is damaged|not in the page/)
			.test(error.message) : isOuter)
			result.wrong.push(`${what}: ${error ? error.stack : 'read'}`);
	}
	holder.replaceChildren(...elements);
	return result;
}

// Reads everything with a small cache.
async function readWithLittle(maxBytes) {
	const data = await loadInspect();
	let most = 0;
	data.cache.maxBytes = maxBytes;
	for (let i = 0; i < data.contents.list.length; i++) {
		await data.contents.get(i);
		await data.tiles.picture(i % 5, i % 120);
		most = Math.max(most, data.cache.bytes);
	}
	const sizes = [...data.cache.map.values()].reduce((sum, entry) =>
		sum + entry.size, 0);
	return { most, isSum: sizes === data.cache.bytes };
}

window.inspectTest = { sameContents, sameForms, samePictures, sameHistories,
	sameStates, damagePage, readWithLittle, readAll, loadInspect,
	valuesOf };
loadInspect().then((data) => {
	window.data = data;
	document.body.dataset.ready = 'yes';
}, (error) => {
	document.body.dataset.ready = error.message;
});
