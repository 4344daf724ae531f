// SPDX-License-Identifier: MIT
'use strict';
// Finds calls by their function's name and by the text of their arguments and
// results, ignoring the case of ASCII letters. Each function's name is compared
// once; text is searched chunk by chunk, as bytes.

const CACHED_LETTERS = 256 << 20;	// of chunks' text, cached for the next search
const AT_ONCE = 6;

const byteDecoder = new TextDecoder('latin1');	// one letter for each byte

// Text whose letters are bytes of UTF-8, with A to Z in lower case.
function foldedText(bytes) {
	const folded = bytes.slice();
	for (let i = 0; i < folded.length; i++)
		if (folded[i] > 64 && folded[i] < 91)
			folded[i] += 32;
	return byteDecoder.decode(folded);
}

function folded(query) {
	return foldedText(new TextEncoder().encode(query));
}

class Search {
	constructor(data) {
		Object.assign(this, { data, texts: [], letters: 0, turn: 0 });
	}

	// Marks calls whose function's name contains the query.
	markNames(query, isMatch) {
		const { data } = this, wanted = query.toLowerCase();
		const names = data.about.functions.map((f) =>
			f.name.toLowerCase().includes(wanted));
		for (let i = 0; i < data.n; i++)
			isMatch[i] = names[data.fn[i]] ? 1 : 0;
	}

	// A chunk's text and where calls begin in it.
	async textOf(index) {
		if (this.texts[index])
			return this.texts[index];
		const chunk = await unpackChunk(this.data, index);
		const text = { first: chunk.first, starts: chunk.starts,
			letters: foldedText(chunk.bytes.subarray(0,
				chunk.textEnd)) };
		if (this.letters + text.letters.length < CACHED_LETTERS) {
			this.letters += text.letters.length;
			this.texts[index] = text;
		}
		return text;
	}

	async markChunk(index, wanted, isMatch) {
		const { first, starts, letters } = await this.textOf(index);
		let at = letters.indexOf(wanted, 4);
		while (at >= 0) {
			const k = lastAtMost(starts, at);
			if (first + k < this.data.n)
				isMatch[first + k] = 1;
			at = letters.indexOf(wanted, Math.max(starts[k + 1], at + 1));
		}
	}

	// All matches, in order. null: another search has begun meanwhile.
	// progress(part) is called now and then.
	async find(query, hasWords, progress) {
		const turn = ++this.turn, { data } = this;
		const isMatch = new Uint8Array(data.n);
		if (!query)
			return new Uint32Array(0);
		this.markNames(query, isMatch);
		const n = hasWords ? data.chunks.length : 0;
		const wanted = folded(query);
		for (let k = 0; k < n; k += AT_ONCE) {
			const some = [];
			for (let i = k; i < Math.min(n, k + AT_ONCE); i++)
				some.push(this.markChunk(i, wanted, isMatch));
			await Promise.all(some);
			if (turn !== this.turn)
				return null;
			progress((k + some.length) / n);
		}
		return indexesOf(isMatch);
	}
}

function indexesOf(isMatch) {
	let n = 0;
	for (let i = 0; i < isMatch.length; i++)
		n += isMatch[i];
	const list = new Uint32Array(n);
	n = 0;
	for (let i = 0; i < isMatch.length; i++)
		if (isMatch[i])
			list[n++] = i;
	return list;
}

// Gives each row its own matches.
function spreadMatches(view, matches) {
	const { data, rows } = view, lists = new Map();
	for (const own of rows)
		for (const row of own || [])
			row.matches = [];
	for (const i of matches) {
		const row = rows[data.thread[i]][data.depth[i]];
		if (!lists.has(row))
			lists.set(row, []);
		lists.get(row).push(i);
	}
	for (const [row, list] of lists)
		row.matches = Uint32Array.from(list);
}

// The search box: its matches, and the current one.
class SearchBox {
	constructor(view, on) {
		const id = (name) => document.getElementById(name);
		Object.assign(this, { view, on, search: new Search(view.data),
			matches: new Uint32Array(0), current: -1, timer: 0,
			input: id('query'), words: id('in-words'),
			found: id('found'), done: Promise.resolve() });
		this.input.addEventListener('input', () => this.later());
		this.words.addEventListener('change', () => this.start());
		id('search').addEventListener('submit', (e) => e.preventDefault());
		id('next').addEventListener('click', () => this.step(1));
		id('previous').addEventListener('click', () => this.step(-1));
		this.input.addEventListener('keydown', (e) => this.onKey(e));
	}

	onKey(event) {
		if (event.key === 'Enter') {
			this.settle();
			this.done.then(() => this.step(event.shiftKey ? -1 : 1));
			event.preventDefault();
		} else if (event.key === 'Escape') {
			this.input.blur();
		}
	}

	later() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.start(), 180);
	}

	// Searches now for the typed text.
	settle() {
		if (!this.timer)
			return;
		this.start();
	}

	start() {
		clearTimeout(this.timer);
		this.timer = 0;
		this.done = this.run(this.input.value);
		return this.done;
	}

	async run(query) {
		const began = performance.now();
		const matches = await this.search.find(query, this.words.checked,
			(part) => this.report(`${Math.round(part * 100)} %`));
		if (!matches)
			return;
		this.matches = matches;
		this.current = -1;
		this.took = performance.now() - began;
		spreadMatches(this.view, matches);
		this.tellCount();
		this.on.found(matches);
		this.view.refresh();
	}

	report(text) {
		this.found.textContent = text;
	}

	tellCount() {
		const n = this.matches.length;
		if (!this.input.value)
			this.report('');
		else if (!n)
			this.report('no match');
		else if (this.current < 0)
			this.report(`${countText(n)} match${n > 1 ? 'es' : ''}`);
		else
			this.report(`${countText(this.current + 1)} of ${countText(n)}`);
	}

	// The next match after the selected call, else after the view's start.
	step(by) {
		const { view, matches } = this, n = matches.length;
		if (!n)
			return;
		const from = view.selected >= 0 ? view.selected
			: lastAtMost(view.data.begin, view.from);
		const k = lastAtMost(matches, from);
		if (by > 0)
			this.current = (k + 1) % n;
		else
			this.current = ((matches[k] === from ? k - 1 : k) + n) % n;
		this.on.select(matches[this.current]);
		this.tellCount();
	}
}
