// SPDX-License-Identifier: MIT
'use strict';
// Puts the page together.

const KEYS = [
	['wheel', 'zoom; over the names, and with alt: scroll; with shift: move'],
	['drag', 'move; with shift: select a time of some tracks'],
	['click', 'details; of a name: close or open it'],
	['double click', 'zoom to the call'],
	['+ − 0', 'zoom in, out, everything'],
	['← → ↑ ↓, w a s d', 'move and scroll; w and s zoom'],
	['[ ]', 'the call before and behind on the same thread and depth'],
	['PageUp PageDown', 'the call around it, the first one inside'],
	['m', 'select what is in view'],
	['z', 'zoom to the selection, else to the chosen call'],
	['/', 'search'],
	['n N', 'next and previous match'],
	['Esc', 'choose and select nothing'],
	['?', 'these keys'],
];

function makeHelp() {
	const list = make('dl');
	for (const [keys, text] of KEYS)
		list.append(make('dt', {}, make('kbd', {}, keys)),
			make('dd', {}, text));
	byId('keys').replaceChildren(make('h3', {}, 'Keys and mouse'), list,
		make('form', { method: 'dialog' }, make('button', {}, 'Close')));
}

// Faults and limits of the archive that a reader should know first.
function warningsOf(about) {
	const list = [];
	if (about.fault)
		list.push(`The archive is ${about.fault}. What stands before that ` +
			'are here.');
	if (about.lost_calls)
		list.push(`Calls were lost: ${countText(about.lost_calls)}. Their ` +
			'threads are hatched from the first to the last of them.');
	if (about.lost_ends)
		list.push('Ends of calls were lost: ' +
			`${countText(about.lost_ends)}.`);
	if (about.more_flows)
		list.push(`Further arrows are left out: ${countText(about.more_flows)}.`);
	if (about.more_requests)
		list.push('Further requests are left out: ' +
			`${countText(about.more_requests)}.`);
	if (about.more_points)
		list.push('Further values of counters are left out: ' +
			`${countText(about.more_points)}.`);
	if (about.trimmed)
		list.push(`This is a part of a recording: ${about.trimmed}.`);
	return list;
}

function showAbout(data) {
	const { about } = data;
	document.title = `${about.title} – fxtrace timeline`;
	byId('title').textContent = about.title;
	byId('title').title = about.title;
	const some = about.calls < about.all_calls
		? ` of ${countText(about.all_calls)}` : '';
	const used = new Set(data.thread).size;
	byId('summary').textContent = [`${countText(about.calls)}${some} call` +
		`${about.all_calls === 1 ? '' : 's'}`,
		`${countText(used)} thread${used === 1 ? '' : 's'}`,
		timeText(Math.max(0, about.last_ns - about.first_ns)),
		about.writer].join(' · ');
	const warnings = warningsOf(about);
	byId('warnings').classList.toggle('some', warnings.length > 0);
	byId('warnings').replaceChildren(...warnings.map((text) =>
		make('div', {}, text)));
}

function showNotices(view, data) {
	const { about } = data, panel = byId('panel-notices');
	const row = (moment, who, text, run) => make('tr', { onclick: run },
		make('td', {}, moment), make('td', {}, who),
		make('td', { class: 'text' }, text));
	const rows = about.losses.map((l) => row(momentText(l.first_ns),
		String(l.tid), `${countText(l.calls)} calls and ` +
		`${countText(l.ends)} ends lost until ${momentText(l.last_ns)}`,
		() => view.show(l.first_ns, l.last_ns)));
	for (const n of about.notices)
		rows.push(row(momentText(n.ns), `${n.pid}/${n.tid}`, n.text,
			() => view.zoomAt(n.ns, 1)));
	byId('tab-notices').textContent = `Notices (${rows.length +
		about.more_notices})`;
	if (about.more_notices)
		rows.push(row('', '', `and ${countText(about.more_notices)} more`));
	panel.replaceChildren(rows.length ? make('table', {},
		make('tbody', {}, ...rows))
		: make('p', { class: 'none' }, 'Nothing was lost or noticed.'));
}

function listenTabs() {
	const tabs = [...document.querySelectorAll('[role="tab"]')];
	for (const tab of tabs)
		tab.addEventListener('click', () => openTab(tabs, tab));
}

function openTab(tabs, chosen) {
	for (const tab of tabs) {
		tab.setAttribute('aria-selected', tab === chosen);
		byId(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
	}
	byId('filters').hidden = chosen.id !== 'tab-calls';
	byId('sums').hidden = chosen.id !== 'tab-sums';
	byId('flame').hidden = chosen.id !== 'tab-flame';
}

class Page {
	constructor(data) {
		const on = { select: (call) => this.select(call),
			found: (matches) => this.found(matches),
			only: (only) => this.listOnly(only),
			area: () => this.showArea(),
			hover: (at) => this.hover(at) };
		this.data = data;
		this.view = new View(data, byId('canvas'));
		this.minimap = new Minimap(byId('minimap'), this.view);
		this.details = new Details(this.view, on);
		this.box = new SearchBox(this.view, on);
		this.table = new Table(this.view, on);
		this.sums = new SumsTable(this.view, on);
		this.flame = new FlameView(this.view, on);
		showAbout(data);
		showNotices(this.view, data);
		this.listen(on);
	}

	listen(on) {
		const { view } = this;
		view.changed.push(() => this.minimap.draw(), () => this.scrolled());
		listenTracks(view, byId('tracks'), on);
		listenTabs();
		byId('tab-sums').addEventListener('click', () =>
			this.sums.update());
		byId('tab-flame').addEventListener('click', () =>
			this.flame.update());
		makeHelp();
		const redraw = () => view.scrollTo(view.top);
		listenSplit(byId('split-rows'), byId('lower'), false, redraw);
		listenSplit(byId('split-columns'), byId('details'), true, redraw);
		new ResizeObserver(redraw).observe(byId('tracks'));
		byId('scrollbar').addEventListener('scroll', () =>
			view.scrollTo(byId('scrollbar').scrollTop));
		byId('zoom-in').addEventListener('click', () => view.zoom(0.5));
		byId('zoom-out').addEventListener('click', () => view.zoom(2));
		byId('zoom-all').addEventListener('click', () => this.all());
		byId('help').addEventListener('click', () => byId('keys').showModal());
		byId('theme').addEventListener('click', () => this.switchTheme());
		document.addEventListener('keydown', (e) => this.onKey(e));
	}

	all() {
		this.view.showAll();
		this.view.refresh();
	}

	switchTheme() {
		const isDark = document.documentElement.dataset.theme === 'dark';
		chooseTheme(isDark ? 'light' : 'dark');
		this.view.paint = paintOf(this.data);
		this.view.refresh();
		this.table.draw();
		this.sums.draw();
		this.flame.draw();
	}

	// The scroll bar follows the view.
	scrolled() {
		const bar = byId('scrollbar'), { view } = this;
		const height = tracksHeight(view.tracks);
		byId('scrolled').style.height = `${height}px`;
		bar.hidden = height <= view.height - RULER;
		if (Math.abs(bar.scrollTop - view.top) > 1)
			bar.scrollTop = view.top;
	}

	select(call) {
		const { view } = this;
		view.selected = call;
		if (call >= 0) {
			view.reveal(call);
			this.table.reveal(call);
		}
		view.refresh();
		this.shown = this.details.show(call);
		return this.shown;
	}

	found(matches) {
		this.details.query = this.box.input.value;
		this.table.takeMatches(matches);
		this.minimap.matches = matches;
	}

	// Some calls in the table: {text, test}.
	listOnly(only) {
		byId('tab-calls').click();
		byId('filter').value = '';
		byId('which').value = 'all';
		this.table.takeOnly(only);
	}

	hover(at) {
		const { view } = this, tip = byId('tooltip');
		const call = at ? view.callUnder(...at) : -1;
		const frame = at && call < 0 ? view.frameUnder(...at) : null;
		const request = at ? view.requestUnder(...at) : null;
		const counter = at ? view.counterUnder(...at) : null;
		if (view.hovered !== call) {
			view.hovered = call;
			view.refresh();
		}
		tip.hidden = call < 0 && !frame && !counter && !request;
		if (request)
			this.tipRequest(tip, request);
		else if (counter)
			this.tipCounter(tip, counter, view.ns(at[0]));
		else if (frame)
			this.tipFrame(tip, frame);
		else if (call >= 0)
			this.tipCall(tip, call);
		if (!tip.hidden)
			this.placeTip(tip, at);
	}

	tipRequest(tip, request) {
		const { begin_ns: begin, end_ns: end } = request;
		tip.dataset.call = '';
		tip.replaceChildren(make('b', {}, request.name),
			` ${end === undefined ? 'without an end' : timeText(end - begin)}`,
			make('div', {}, `from ${momentText(begin)} s` + (request.thread
				=== undefined ? '' : ', ' +
				threadText(this.data, request.thread))),
			make('div', {}, request.args));
	}

	tipCounter(tip, counter, ns) {
		tip.dataset.call = '';
		tip.replaceChildren(make('b', {}, counter.name),
			...counterValues(counter, ns).map(([name, text]) =>
				make('div', {}, `${name}: ${text}`)));
	}

	tipFrame(tip, { frames, k }) {
		const time = frames.ends[k] - frames.begins[k];
		tip.dataset.call = '';
		tip.replaceChildren(make('b', {}, `frame ${frames.first + k}`),
			make('div', {}, `${timeText(time)}, ` +
				`${(1e9 / Math.max(1, time)).toFixed(1)} a second`));
	}

	tipCall(tip, call) {
		const { data } = this;
		if (tip.dataset.call === String(call))
			return;
		tip.dataset.call = call;
		const line = make('div', { class: 'line' });
		const error = errorOf(data, call);
		tip.replaceChildren(make('b', {}, functionOf(data, call).name),
			` ${durationText(data, call)} `,
			make('span', { class: 'failed' }, error),
			make('div', {}, `call ${data.number[call]} at ` +
				`${momentText(data.begin[call])} s, ` +
				threadText(data, data.thread[call])), line);
		lineOf(data, call).then((text) => {
			line.textContent = text.length > 300
				? `${text.slice(0, 299)}…` : text;
		});
	}

	placeTip(tip, [x, y]) {
		const { view } = this;
		const isRight = x > view.width - 300, isLow = y > view.height - 110;
		tip.style.left = isRight ? '' : `${x + 14}px`;
		tip.style.right = isRight ? `${view.width - x + 14}px` : '';
		tip.style.top = isLow ? '' : `${y + 16}px`;
		tip.style.bottom = isLow ? `${view.height - y + 10}px` : '';
	}

	// The call `by` steps away in the same row.
	neighbour(by) {
		const { view, data } = this, call = view.selected;
		if (call < 0)
			return;
		const { calls } = view.rows[data.thread[call]][data.depth[call]];
		const next = calls[lastAtMost(calls, call) + by];
		if (next !== undefined)
			this.select(next);
	}

	around() {
		const { view } = this;
		const parent = view.selected < 0 ? -1
			: parentOf(view.rows, this.data, view.selected);
		if (parent >= 0)
			this.select(parent);
	}

	inside() {
		const { view, data } = this, call = view.selected;
		const row = call < 0 ? null
			: view.rows[data.thread[call]][data.depth[call] + 1];
		const next = row ? row.calls[lastAtMost(row.calls, call) + 1]
			: undefined;
		if (next !== undefined && data.begin[next] < data.end[call])
			this.select(next);
	}

	mark() {
		const { view } = this;
		view.selectArea({ from: view.from, to: view.to,
			threads: view.threadsBetween(view.top,
				view.top + view.height - RULER) });
		this.showArea();
	}

	// What the selection sums up to, in the tab that is open for that.
	showArea() {
		byId(this.flame.panel.hidden ? 'tab-sums' : 'tab-flame').click();
	}

	closer() {
		const { view } = this;
		if (view.area)
			view.show(view.area.from, view.area.to);
		else if (view.selected >= 0)
			zoomToCall(view, view.selected);
	}

	keys() {
		const { view } = this;
		return {
			'+': () => view.zoom(0.5), '=': () => view.zoom(0.5),
			'-': () => view.zoom(2), 0: () => this.all(),
			w: () => view.zoom(0.5), s: () => view.zoom(2),
			a: () => view.pan(-0.2), d: () => view.pan(0.2),
			ArrowLeft: () => view.pan(-0.2),
			ArrowRight: () => view.pan(0.2),
			ArrowUp: () => view.scrollTo(view.top - 3 * view.row),
			ArrowDown: () => view.scrollTo(view.top + 3 * view.row),
			'[': () => this.neighbour(-1), ']': () => this.neighbour(1),
			PageUp: () => this.around(), PageDown: () => this.inside(),
			m: () => this.mark(), z: () => this.closer(),
			'/': () => this.box.input.select(),
			n: () => this.box.step(1), N: () => this.box.step(-1),
			Escape: () => {
				view.selectArea(null);
				this.select(-1);
			},
			'?': () => byId('keys').showModal(),
		};
	}

	onKey(event) {
		const isTyping = /^(INPUT|SELECT)$/.test(event.target.tagName);
		const run = this.keys()[event.key];
		if (isTyping || !run || event.ctrlKey || event.metaKey ||
		    event.altKey || byId('keys').open)
			return;
		if (event.target.closest('#lower pre, .panel') &&
		    /^(Arrow|Page)/.test(event.key))
			return;
		event.preventDefault();
		run();
	}

	openFlame() {
		document.body.classList.add('flame-first');
		byId('tab-flame').click();
	}

	// Where a call is drawn, on the whole page: for scripts, and tests.
	placeOf(number) {
		const call = lastAtMost(this.data.number, number), { view } = this;
		const track = view.trackOf[this.data.thread[call]];
		const box = view.canvas.getBoundingClientRect();
		const own = boxOf(view, track, call);
		return { x: box.left + own.x, y: box.top + own.y,
			width: own.width, height: own.height };
	}
}

async function start() {
	const began = performance.now();
	firstTheme();
	try {
		const page = new Page(await loadData());
		window.timeline = page;
		page.view.draw();
		if (page.data.about.flame)
			page.openFlame();
		page.link = new Link(page);
		page.readyAt = performance.now();
		page.loadTime = page.readyAt - began;
		document.body.classList.remove('loading');
		page.view.refresh();
		document.body.dataset.ready = 'yes';
	} catch (error) {
		document.body.className = 'broken';
		byId('loading').textContent = 'This page cannot be shown: ' +
			`${error.message}. A browser of 2023 or later is needed, and ` +
			'memory for all calls.';
		throw error;
	}
}

requestAnimationFrame(() => setTimeout(start, 0));
