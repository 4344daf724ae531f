// SPDX-License-Identifier: MIT
'use strict';
// Sums over calls: those of the selection, or those in view. They are grouped by
// function, by the call around, by thread, by process, by file or by error.

const MOST_ROWS = 1000;		// of a table; the CSV has all

// For each call: the one around it on its thread, -1 if there is none; and its
// time without that of the calls directly inside.
function nestingOf(data) {
	const n = data.n, parent = new Int32Array(n).fill(-1), open = [];
	const own = new Float64Array(n);
	for (let i = 0; i < n; i++) {
		const stack = open[data.thread[i]] ||
			(open[data.thread[i]] = []);
		const depth = data.depth[i];
		if (depth)
			parent[i] = stack[depth - 1];
		stack[depth] = i;
		const time = hasTime(data, i) ? data.time[i] : 0;
		own[i] += time;
		if (depth)
			own[parent[i]] -= time;
	}
	for (let i = 0; i < n; i++)
		own[i] = Math.max(0, own[i]);
	return { parent, own };
}

// The same, made once.
function nestingFor(data) {
	return data.nesting ??= nestingOf(data);
}

// How calls are grouped. key: a number from 0 on; name: of such a number
const GROUPINGS = {
	function: {
		title: 'Function',
		key: (data) => (i) => data.fn[i],
		name: (data, key) => data.about.functions[key].name,
		colour: (key) => key,
	},
	caller: {
		title: 'Inside of',
		key: (data, { parent }) => (i) => parent[i] < 0 ? 0
			: data.fn[parent[i]] + 1,
		name: (data, key) => key ? data.about.functions[key - 1].name
			: 'no other call',
		colour: (key) => key - 1,
	},
	thread: {
		title: 'Thread',
		key: (data) => (i) => data.thread[i],
		name: (data, key) => threadText(data, key),
	},
	process: {
		title: 'Process',
		key: (data) => (i) => data.about.threads[data.thread[i]].process,
		name: (data, key) => processText(data, data.about.processes[key]),
	},
	file: {
		title: 'File',
		key: (data) => (i) => data.file[i],
		name: (data, key) => key ? data.about.files[key - 1] || '?'
			: 'no file',
	},
	error: {
		title: 'Error',
		key: (data) => (i) => data.error[i],
		name: (data, key) => key ? data.about.errors[key - 1] || '?'
			: 'no error',
	},
};

// Numbers of the calls for which a test holds.
function callsThat(data, test) {
	const list = new Uint32Array(data.n);
	let n = 0;
	for (let i = 0; i < data.n; i++)
		if (test(i))
			list[n++] = i;
	return list.subarray(0, n);
}

// The durations of calls by key: those of one are in a row.
function timesByKey(data, calls, keyOf, groups) {
	let at = 0;
	for (const group of groups.values()) {
		group.first = group.behind = at;
		at += group.n;
	}
	const times = new Float64Array(calls.length);
	for (const i of calls)
		if (hasTime(data, i))
			times[groups.get(keyOf(i)).behind++] = data.time[i];
	return times;
}

// The least of the sorted times that a part of them does not exceed.
function percentile(times, part) {
	return times[Math.max(0, Math.ceil(times.length * part) - 1)];
}

function finishGroup(group, all) {
	const times = all.subarray(group.first, group.behind).sort();
	group.timed = times.length;
	group.total = times.reduce((sum, time) => sum + time, 0);
	group.least = times.length ? times[0] : 0;
	group.median = times.length ? percentile(times, 0.5) : 0;
	group.p99 = times.length ? percentile(times, 0.99) : 0;
	group.most = times.length ? times[times.length - 1] : 0;
}

// Rows {key, n, timed, total, own, least, median, p99, most, failed}, of calls
// that have a duration but for n and failed.
function sumsOf(data, nesting, calls, grouping) {
	const keyOf = grouping.key(data, nesting), groups = new Map();
	for (const i of calls) {
		const key = keyOf(i);
		let group = groups.get(key);
		if (!group)
			groups.set(key, group = { key, n: 0, own: 0, failed: 0 });
		group.n++;
		group.own += nesting.own[i];
		group.failed += data.error[i] > 0;
	}
	const times = timesByKey(data, calls, keyOf, groups);
	for (const group of groups.values())
		finishGroup(group, times);
	return [...groups.values()];
}

// A field of CSV: in quotes where that is needed (RFC 4180). A spreadsheet takes
// no text for a formula.
function csvField(value) {
	const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value)
		? `'${value}` : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function csvOf(rows) {
	return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

// "archive" of "archive.fxt": the beginning of a name for what is exported.
function stemOf(data) {
	return data.about.title.replace(/\.fxt.*$/, '').replace(/[^\w.-]+/g, '_');
}

class SumsTable {
	constructor(view, on) {
		const id = (name) => document.getElementById(name);
		Object.assign(this, { view, on, panel: id('panel-sums'),
			by: id('sums-by'), scope: id('scope'), rows: [],
			sorted: 2, isUp: false, timer: 0, seen: '' });
		this.columns = [
			['', (f) => this.nameOf(f)],
			['Calls', (f) => f.n, countText],
			['Total', (f) => f.total, timeText],
			['Self', (f) => f.own, timeText],
			['Least', (f) => f.least, timeText],
			['Median', (f) => f.median, timeText],
			['99 %', (f) => f.p99, timeText],
			['Most', (f) => f.most, timeText],
			['Failed', (f) => f.failed, (n) => n ? countText(n) : ''],
		];
		this.by.addEventListener('change', () => this.update());
		id('sums-csv').addEventListener('click', () => download(
			`${stemOf(view.data)}-by-${this.by.value}.csv`, this.csv()));
		view.changed.push(() => this.onView());
	}

	get grouping() {
		return GROUPINGS[this.by.value];
	}

	nameOf(row) {
		return this.grouping.name(this.view.data, row.key);
	}

	// The table follows the view, but only while somebody can see it.
	onView() {
		const now = this.view.rangeKey();
		if (this.panel.hidden || now === this.seen)
			return;
		this.seen = now;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.update(), 120);
	}

	update() {
		const { view } = this, { data } = view;
		const calls = callsThat(data, view.isChosen());
		this.rows = sumsOf(data, nestingFor(data), calls, this.grouping);
		this.scope.textContent = `${countText(calls.length)} call` +
			`${calls.length === 1 ? '' : 's'} ${view.chosenText()}`;
		this.sort();
	}

	// By another column, or in the other direction.
	sortBy(column) {
		this.isUp = column === this.sorted ? !this.isUp : column === 0;
		this.sorted = column;
		this.sort();
	}

	sort() {
		const key = this.columns[this.sorted][1];
		const keys = new Map(this.rows.map((row) => [row, key(row)]));
		this.rows.sort((a, b) => {
			const x = keys.get(a), y = keys.get(b);
			if (x === y)
				return a.key - b.key;
			return (x < y) === this.isUp ? -1 : 1;
		});
		this.draw();
	}

	draw() {
		const shown = this.rows.slice(0, MOST_ROWS);
		const most = this.rows.reduce((max, row) =>
			Math.max(max, this.barOf(row)), 0);
		const body = shown.map((row) => this.makeRow(row, most));
		if (shown.length < this.rows.length)
			body.push(make('tr', {}, make('td', { colspan:
				this.columns.length }, 'and ' + countText(
				this.rows.length - shown.length) +
				' more, which the CSV has')));
		this.panel.replaceChildren(make('table', {}, make('thead', {},
			make('tr', {}, ...this.columns.map((_, k) =>
				this.makeHead(k)))), make('tbody', {}, ...body)));
	}

	makeHead(k) {
		const text = this.columns[k][0] || this.grouping.title;
		const isSorted = k === this.sorted;
		return make('th', { scope: 'col', 'aria-sort': !isSorted ? 'none'
			: this.isUp ? 'ascending' : 'descending' },
		make('button', { type: 'button', onclick: () => this.sortBy(k) },
			isSorted ? `${text} ${this.isUp ? '▴' : '▾'}` : text));
	}

	// What a row's bar shows: what the table is sorted by.
	barOf(row) {
		return this.sorted ? this.columns[this.sorted][1](row) : row.total;
	}

	makeRow(row, most) {
		const { view } = this, cells = this.columns.map(([, key, text]) =>
			make('td', {}, text ? text(key(row)) : key(row)));
		const share = most ? this.barOf(row) / most * 100 : 0;
		cells[this.sorted || 2].classList.add('bar');
		cells[this.sorted || 2].style.setProperty('--share', `${share}%`);
		if (this.grouping.colour) {
			const swatch = make('span', { class: 'swatch' });
			swatch.style.background =
				view.paint.calls[this.grouping.colour(row.key)];
			cells[0].prepend(swatch);
		}
		const show = () => this.show(row);
		return make('tr', { title: 'Show these calls', tabindex: 0,
			onclick: show, onkeydown: (e) => {
				if (e.key === 'Enter')
					show();
			} }, ...cells);
	}

	// Lists what the row counts, whatever is in view then.
	show(row) {
		const { view } = this, isChosen = view.isChosen();
		const keyOf = this.grouping.key(view.data, nestingFor(view.data));
		const title = this.grouping.title.toLowerCase();
		this.on.only({ text: `${title} ${this.nameOf(row)} ` +
			view.chosenText(),
		test: (i) => keyOf(i) === row.key && isChosen(i) });
	}

	csv() {
		return csvOf([[this.grouping.title, 'calls', 'timed', 'total_ns',
			'self_ns', 'min_ns', 'median_ns', 'p99_ns', 'max_ns',
			'failed'], ...this.rows.map((f) => [this.nameOf(f), f.n,
			f.timed, f.total, f.own, f.least, f.median, f.p99, f.most,
			f.failed])]);
	}
}
