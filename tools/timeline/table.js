// SPDX-License-Identifier: MIT
'use strict';
// The table of calls: only the visible rows exist.

const LINE = 22;
const MOST_PIXELS = 8000000;	// browsers lay out no more than this in full
const COLUMNS = [
	['number', 'Call'], ['time', 'Time (s)'], ['duration', 'Duration'],
	['thread', 'Thread'], ['name', 'Function'], ['', 'Arguments and result'],
];
const RIGHT = new Set(['number', 'time', 'duration']);

// Elements without markup: text stays text.
function make(tag, attributes, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {}))
		if (name === 'class')
			element.className = value;
		else if (name.startsWith('on'))
			element.addEventListener(name.slice(2), value);
		else
			element.setAttribute(name, value);
	element.append(...children);
	return element;
}

// Sorts a list of calls by a number that is not negative. Equal ones keep their
// order: 16 bits at a time, the least ones first.
function sortBy(list, keyOf) {
	const n = list.length, keys = new Float64Array(n);
	for (let k = 0; k < n; k++)
		keys[k] = keyOf(list[k]);
	const digits = new Uint16Array(keys.buffer);
	let order = new Uint32Array(n).map((_, k) => k);
	for (let digit = 0; digit < 4; digit++)
		order = sortByDigit(order, digits, digit);
	return order.map((k) => list[k]);
}

function sortByDigit(order, digits, digit) {
	const counts = new Uint32Array(65537), n = order.length;
	for (let k = 0; k < n; k++)
		counts[digits[k * 4 + digit] + 1]++;
	if (n && counts[digits[digit] + 1] === n)
		return order;
	for (let d = 0; d < 65536; d++)
		counts[d + 1] += counts[d];
	const sorted = new Uint32Array(n);
	for (let k = 0; k < n; k++)
		sorted[counts[digits[order[k] * 4 + digit]]++] = order[k];
	return sorted;
}

class Table {
	constructor(view, on) {
		const id = (name) => document.getElementById(name);
		Object.assign(this, { view, on, list: new Uint32Array(0),
			matches: new Uint32Array(0), isMatch: null,
			key: 'number', isDown: false, first: 0,
			element: id('table'), heads: id('heads'),
			box: id('rows'), sized: id('sized'), rows: id('window'),
			filter: id('filter'), which: id('which'),
			shown: id('shown'), only: null, chip: id('only'),
			timer: 0 });
		this.makeHeads();
		this.box.addEventListener('scroll', () => this.onScroll());
		this.filter.addEventListener('input', () => this.update());
		this.which.addEventListener('change', () => this.update());
		this.chip.addEventListener('click', () => this.takeOnly(null));
		id('calls-csv').addEventListener('click', () => this.csv().then(
			(text) => download(`${stemOf(view.data)}.csv`, text)));
		this.element.addEventListener('keydown', (e) => this.onKey(e));
		new ResizeObserver(() => this.draw()).observe(this.box);
		view.changed.push(() => this.onView());
		this.ranks = this.rankNames();
		this.update();
	}

	makeHeads() {
		for (const [key, text] of COLUMNS)
			this.heads.append(make('button', { type: 'button',
				role: 'columnheader', 'data-key': key,
				class: RIGHT.has(key) ? 'number' : '',
				onclick: () => this.sort(key) }, text));
	}

	// The rank of each function's name among all.
	rankNames() {
		const { functions } = this.view.data.about;
		const order = functions.map((_, k) => k).sort((a, b) =>
			functions[a].name < functions[b].name ? -1
				: functions[a].name > functions[b].name ? 1 : a - b);
		const ranks = [];
		order.forEach((k, rank) => { ranks[k] = rank; });
		return ranks;
	}

	sort(key) {
		if (!key)
			return;
		this.isDown = key === this.key ? !this.isDown : key === 'duration';
		this.key = key;
		this.update();
	}

	// The view has changed, which matters if the rows are the calls in
	// view.
	onView() {
		const now = this.view.rangeKey(), isOther = now !== this.range;
		this.range = now;
		if (isOther && /^(view|area)$/.test(this.which.value)) {
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.update(), 120);
		} else if (this.seen !== this.view.selected) {
			this.draw();
		}
	}

	takeMatches(matches) {
		this.matches = matches;
		this.isMatch = new Set(matches.length < 1e5 ? matches : []);
		if (this.which.value === 'matches')
			this.update();
		else
			this.draw();
	}

	// Only calls of a row of the sums: {text, test}, or null for all.
	takeOnly(only) {
		this.only = only;
		this.chip.hidden = !only;
		this.chip.textContent = only ? `only ${only.text} \u00d7` : '';
		this.update();
	}

	// The filter that the box selects: tests one call.
	choice() {
		const { data, selected, from, to } = this.view;
		const thread = selected >= 0 ? data.thread[selected] : 0;
		switch (this.which.value) {
		case 'view':
			return (i) => data.begin[i] < to && data.end[i] >= from;
		case 'area':
			return this.view.isChosen();
		case 'thread':
			return (i) => data.thread[i] === thread;
		case 'failed':
			return (i) => data.error[i] > 0;
		default:
			return null;
		}
	}

	chosen() {
		const { data } = this.view, word = this.filter.value.toLowerCase();
		const names = data.about.functions.map((f) =>
			f.name.toLowerCase().includes(word));
		const test = this.choice(), only = this.only && this.only.test;
		const isMatches = this.which.value === 'matches';
		const n = isMatches ? this.matches.length : data.n;
		const list = new Uint32Array(n);
		let size = 0;
		for (let k = 0; k < n; k++) {
			const i = isMatches ? this.matches[k] : k;
			if (names[data.fn[i]] && (!test || test(i)) &&
			    (!only || only(i)))
				list[size++] = i;
		}
		return list.subarray(0, size);
	}

	sorted(list) {
		const { data } = this.view;
		const keys = {
			duration: (i) => hasTime(data, i) ? data.time[i] : 0,
			name: (i) => this.ranks[data.fn[i]],
			thread: (i) => data.thread[i],
		};
		const key = keys[this.key];
		return key ? sortBy(list, key) : list;
	}

	update() {
		this.list = this.sorted(this.chosen());
		if (this.isDown)
			this.list = this.list.slice().reverse();
		this.shown.textContent = `${countText(this.list.length)} call` +
			(this.list.length === 1 ? '' : 's');
		this.element.setAttribute('aria-rowcount', this.list.length);
		for (const head of this.heads.children)
			this.markHead(head);
		this.height = Math.min(this.list.length * LINE, MOST_PIXELS);
		this.sized.style.height = `${this.height}px`;
		this.first = 0;
		this.box.scrollTop = 0;
		this.draw();
	}

	markHead(head) {
		const isSorted = head.dataset.key === this.key;
		const text = COLUMNS.find(([key]) => key === head.dataset.key)[1];
		head.classList.toggle('sorted', isSorted);
		head.textContent = isSorted ? `${text} ${this.isDown ? '▾' : '▴'}`
			: text;
		head.setAttribute('aria-sort', !isSorted ? 'none' : this.isDown
			? 'descending' : 'ascending');
	}

	inSight() {
		return Math.max(1, Math.ceil(this.box.clientHeight / LINE));
	}

	// Row by row if all fit, else in proportion.
	onScroll() {
		const most = this.list.length - this.inSight() + 1;
		const space = this.height - this.box.clientHeight;
		const isWhole = this.height === this.list.length * LINE;
		if (this.isPlaced)
			this.isPlaced = false;
		else if (isWhole)
			this.first = Math.floor(this.box.scrollTop / LINE);
		else
			this.first = Math.round(this.box.scrollTop / space * most);
		this.draw();
	}

	// Makes the row the first visible one.
	place(first) {
		const most = Math.max(0, this.list.length - this.inSight() + 1);
		const space = this.height - this.box.clientHeight;
		const isWhole = this.height === this.list.length * LINE;
		this.first = Math.max(0, Math.min(most, first));
		const before = this.box.scrollTop;
		this.box.scrollTop = isWhole ? this.first * LINE
			: this.first / Math.max(1, most) * space;
		this.isPlaced = this.box.scrollTop !== before;
		this.draw();
	}

	// Scrolls to a call, if the table has it.
	reveal(call) {
		const row = this.rowOf(call);
		if (row < 0)
			return;
		if (row < this.first || row >= this.first + this.inSight() - 1)
			this.place(row - (this.inSight() >> 1));
		else
			this.draw();
	}

	rowOf(call) {
		if (this.key !== 'number' && this.key !== 'time')
			return this.list.indexOf(call);
		const list = this.isDown ? this.list.slice().reverse() : this.list;
		const k = lastAtMost(list, call);
		if (k < 0 || list[k] !== call)
			return -1;
		return this.isDown ? list.length - 1 - k : k;
	}

	draw() {
		const n = Math.min(this.inSight() + 1, this.list.length - this.first);
		const rows = [];
		for (let k = 0; k < n; k++)
			rows.push(this.makeRow(this.list[this.first + k],
				this.first + k));
		this.seen = this.view.selected;
		this.rows.replaceChildren(...rows);
		this.rows.style.top = `${this.box.scrollTop}px`;
	}

	// All rows, with the text of arguments and result.
	async csv() {
		const { data } = this.view, rows = [['call', 'time_s',
			'duration_ns', 'process', 'thread', 'function', 'error',
			'arguments_and_result']];
		for (const i of this.list)
			rows.push([data.number[i], momentText(data.begin[i]),
				hasTime(data, i) ? data.time[i] : '',
				processText(data, data.about.processes[
					threadOf(data, i).process]),
				threadText(data, data.thread[i]),
				functionOf(data, i).name, errorOf(data, i),
				await lineOf(data, i)]);
		return csvOf(rows);
	}

	makeRow(call, index) {
		const { view } = this, { data, selected } = view;
		const name = functionOf(data, call).name;
		const swatch = make('span', { class: 'swatch' });
		const words = make('span', { class: 'words', role: 'gridcell' });
		const cell = (kind, text) => make('span',
			{ class: kind, role: 'gridcell' }, text);
		swatch.style.background = view.paint.calls[data.fn[call]];
		const row = make('div', { class: 'row', role: 'row',
			'aria-rowindex': index + 1, 'data-call': call,
			onclick: () => this.on.select(call) },
		cell('number', data.number[call]),
		cell('number', momentText(data.begin[call])),
		cell('number', durationText(data, call)),
		cell('', threadText(data, data.thread[call])),
		make('span', { class: 'function', role: 'gridcell' },
			swatch, name),
		words);
		row.classList.toggle('selected', call === selected);
		row.classList.toggle('failed', data.error[call] > 0);
		row.classList.toggle('matched', !!this.isMatch &&
			this.isMatch.has(call));
		lineOf(data, call).then((line) => {
			words.textContent = line.slice(0, 400);
		});
		return row;
	}

	onKey(event) {
		const page = Math.max(1, this.inSight() - 2);
		const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page,
			PageUp: -page, Home: -Infinity, End: Infinity };
		const step = steps[event.key];
		if (!step || !this.list.length || event.target.tagName === 'INPUT')
			return;
		event.preventDefault();
		event.stopPropagation();
		const row = this.view.selected < 0 ? -1
			: this.rowOf(this.view.selected);
		const next = Math.max(0, Math.min(this.list.length - 1, row + step));
		this.on.select(this.list[next]);
	}
}
