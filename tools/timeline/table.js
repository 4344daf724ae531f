// SPDX-License-Identifier: MIT
'use strict';
// The table of calls: only the visible rows exist.

const COLUMNS = [
	['number', 'Call'], ['time', 'Time (s)'], ['duration', 'Duration'],
	['thread', 'Thread'], ['name', 'Function'], ['', 'Arguments and result'],
];
const RIGHT = new Set(['number', 'time', 'duration']);

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

class Table extends RowList {
	constructor(view, on) {
		const id = byId;
		super(id('rows'), id('sized'), id('window'));
		Object.assign(this, { view, on, list: new Uint32Array(0),
			matches: new Uint32Array(0), isMatch: null,
			key: 'number', isDown: false,
			element: id('table'), heads: id('heads'),
			filter: id('filter'), which: id('which'),
			shown: id('shown'), only: null, chip: id('only'),
			timer: 0 });
		this.makeHeads();
		this.filter.addEventListener('input', () => this.update());
		this.which.addEventListener('change', () => this.update());
		this.chip.addEventListener('click', () => this.takeOnly(null));
		id('calls-csv').addEventListener('click', () => this.csv().then(
			(text) => download(`${stemOf(view.data)}.csv`, text)));
		this.element.addEventListener('keydown', (e) => this.onKey(e));
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
		this.setCount(this.list.length);
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

	// Scrolls to a call, if the table has it.
	reveal(call) {
		this.revealRow(this.rowOf(call));
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
		this.seen = this.view.selected;
		super.draw();
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

	makeRow(index) {
		const call = this.list[index];
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
		const { selected } = this.view;
		const next = event.target.tagName === 'INPUT' ? -1
			: this.rowAfter(event.key,
				selected < 0 ? -1 : this.rowOf(selected));
		if (next < 0)
			return;
		event.preventDefault();
		event.stopPropagation();
		this.on.select(this.list[next]);
	}
}
