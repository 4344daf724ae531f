// SPDX-License-Identifier: MIT
'use strict';
// Puts the page together.

const KEYS = [
	['↑ ↓', 'the call before and behind; in a picture: move the chosen pixel'],
	['n p, J K', 'next and previous draw'],
	['[ ]', 'previous and next frame'],
	['← →', 'in the list: close and open a group; in the strip: frames'],
	['/', 'filter the calls; Enter: the next of them'],
	['w', 'why nothing may be drawn: the first of the badges'],
	['o t h s c', 'output, textures, shaders, state, call'],
	['+ − 0 1', 'zoom in, out, the whole picture, 1:1'],
	['f', 'flip the picture'],
	['wheel, drag', 'zoom and move the picture'],
	['click, Enter', 'the draws that changed this pixel'],
	['?', 'these keys'],
];

function stemOfTitle(data) {
	return data.about.title.replace(/\.fxt.*$/, '').replace(/[^\w.-]+/g, '_');
}

function makeHelp() {
	const list = make('dl');
	for (const [keys, text] of KEYS)
		list.append(make('dt', {}, make('kbd', {}, keys)),
			make('dd', {}, text));
	byId('keys').replaceChildren(make('h3', {}, 'Keys and mouse'), list,
		make('form', { method: 'dialog' }, make('button', {}, 'Close')));
}

// What a reader should know first.
function warningsOf({ fault, notes, context, recorded }) {
	const list = fault ? [`The replay ended early: ${fault}`] : [];
	const differs = (key) => recorded && recorded[key] &&
		stringOf(recorded[key]) !== stringOf(context[key]);
	if (differs('renderer') || differs('version'))
		list.push(`Pictures are of ${contextText(context)}. The recording ` +
			`was of ${contextText(recorded)}: they may differ.`);
	return list.concat(notes);
}

function contextText({ renderer, version }) {
	return [renderer, version].map(stringOf).filter(Boolean).join(', ');
}

function showAbout({ about, calls, draws }) {
	const { frames } = about;
	const detailed = frames.filter((f) => f.isDetailed).length;
	document.title = `${about.title} – fxtrace inspect`;
	byId('title').textContent = byId('title').title = about.title;
	byId('summary').textContent = byId('summary').title = [
		`${countText(frames.length)} frame${plural(frames.length)}, ` +
			`${countText(detailed)} in detail`,
		calls.error ? '' : `${countText(calls.n)} call${plural(calls.n)}`,
		draws.error ? '' : `${countText(draws.n)} draw${plural(draws.n)}`,
		contextText(about.context), about.writer
	].filter(Boolean).join(' · ');
	const warnings = warningsOf(about);
	byId('warnings').classList.toggle('some', warnings.length > 0);
	byId('warnings').replaceChildren(...warnings.map((text) =>
		make('div', {}, text)));
}

class Page {
	constructor(data) {
		Object.assign(this, { data, frame: -1, row: -1 });
		this.list = new CallList(data, { select: (row) => this.select(row) });
		this.strip = new Strip(data, { frame: (i) => this.chooseFrame(i) });
		this.tabs = [OutputTab, TexturesTab, ShadersTab, StateTab, CallTab]
			.map((Tab) => new Tab(this));
		this.tab = this.tabs[0];
		this.address = new Address(this);
		this.badges = new Badges(this);
		showAbout(data);
		makeHelp();
		this.listen();
		if (!followAddress(this, location.hash))
			this.chooseFirst();
	}

	listen() {
		for (const tab of this.tabs) {
			const button = byId(`tab-${tab.name}`);
			byId(`panel-${tab.name}`).append(tab.element);
			button.addEventListener('click', () => this.openTab(tab));
		}
		byId('tabs').addEventListener('keydown', (e) => this.onTabKey(e));
		listenSplit(byId('split-columns'), byId('right'), true, () => {});
		byId('help').addEventListener('click', () => byId('keys').showModal());
		byId('theme').addEventListener('click', () => this.switchTheme());
		document.addEventListener('keydown', (e) => this.onKey(e));
	}

	switchTheme() {
		const isDark = document.documentElement.dataset.theme === 'dark';
		chooseTheme(isDark ? 'light' : 'dark');
		this.tab.viewer?.redraw();
	}

	// The last draw of the first frame that has any, else the first frame.
	chooseFirst() {
		const { frames } = this.data.about;
		const i = frames.findIndex((f) => f.isDetailed);
		this.chooseFrame(Math.max(0, i));
	}

	// A frame of the strip: its last draw, if it is in the page.
	chooseFrame(i) {
		const { calls, draws, about } = this.data, frame = about.frames[i];
		const range = frame && !calls.error && calls.ranges.get(frame.frame);
		const draw = range && !draws.error ? draws.lastUpTo(range.to - 1) : -1;
		const isOwn = draw >= 0 && draws.list[draw].call >= range.from;
		if (range)
			return this.select(isOwn ? draws.list[draw].call : range.from);
		this.row = -1;
		this.setFrame(frame ? i : -1);
		this.list.select(-1);
		return this.refresh();
	}

	setFrame(i) {
		this.frame = i;
		this.strip.choose(i);
		const frame = this.data.about.frames[i];
		const reason = byId('no-calls');
		try {
			this.list.setFrame(frame ? frame.frame : null);
			reason.textContent = this.list.range.from < this.list.range.to
				? '' : this.whyNoCalls();
		} catch (error) {
			reason.textContent = error.message;
		}
		reason.hidden = !reason.textContent;
	}

	whyNoCalls() {
		const frame = this.data.about.frames[this.frame];
		return frame ? `Frame ${frame.frame} is not in the page in detail. ` +
			'This puts it there: fxtrace inspect ' +
			`-f ${frame.frame} ${this.data.about.title}`
			: 'There are no frames.';
	}

	select(row) {
		const { calls, about } = this.data;
		const i = about.frames.findIndex((f) =>
			f.frame === calls.frames[row]);
		this.row = row;
		if (this.frame !== i || i < 0 || this.list.frame !== calls.frames[row])
			this.setFrame(i);
		this.list.select(row);
		return this.refresh();
	}

	refresh() {
		this.changed();
		byId('here').textContent = this.hereText();
		this.shown = this.tab.update();
		this.explained = this.badges.update();
		return this.shown;
	}

	hereText() {
		const { calls } = this.data, at = this.drawHere();
		return this.row < 0 ? '' : `call ${calls.numbers[this.row]}` +
			(at && !at.text ? `, draw ${at.draw}` : '');
	}

	// The address follows what is shown.
	changed() {
		this.address.later();
	}

	openTab(chosen) {
		this.tab = chosen;
		for (const tab of this.tabs) {
			const button = byId(`tab-${tab.name}`);
			button.setAttribute('aria-selected', tab === chosen);
			button.tabIndex = tab === chosen ? 0 : -1;
			byId(`panel-${tab.name}`).hidden = tab !== chosen;
		}
		return this.refresh();
	}

	onTabKey(event) {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!by)
			return;
		const n = this.tabs.length;
		const next = this.tabs[(this.tabs.indexOf(this.tab) + by + n) % n];
		this.openTab(next);
		byId(`tab-${next.name}`).focus();
		event.preventDefault();
		event.stopPropagation();
	}

	// The draw whose picture a call sees: {draw, isBefore, text}, or null.
	drawHere() {
		const { calls, draws } = this.data, { row } = this;
		if (row < 0 || calls.error || draws.error)
			return null;
		const draw = draws.lastUpTo(row);
		if (draw >= 0 && draws.list[draw].call === row)
			return { draw, isBefore: false, text: '' };
		const { from, to } = calls.ranges.get(calls.frames[row]);
		if (draw >= 0 && draws.list[draw].call >= from)
			return { draw, isBefore: false,
				text: `After draw ${draw}, the last one before this call.` };
		const next = draws.list[draw + 1];
		return next && next.call < to ? { draw: draw + 1, isBefore: true,
			text: `Before draw ${draw + 1}, the first one of the frame.` }
			: null;
	}

	whyNoDraw() {
		const { calls, draws } = this.data;
		sound(calls);
		sound(draws);
		return this.row < 0 ? this.whyNoCalls() : 'This frame has no draw.';
	}

	rowOfDraw(draw) {
		return this.data.draws.list[draw]?.call ?? -1;
	}

	nameOfDraw(draw) {
		const row = this.rowOfDraw(draw);
		return row < 0 ? '' : this.data.calls.name(row);
	}

	versionText(version) {
		const { draw, isBefore } = drawOfVersion(version);
		return `${isBefore ? 'before ' : ''}draw ${draw}`;
	}

	// A link to a draw, in the tab that is open.
	linkToDraw(draw, text = `draw ${draw}`) {
		return this.linkToRow(this.rowOfDraw(draw), text);
	}

	// A link to a call by its number. Text, if the page does not have it.
	linkToCall(number, text) {
		const { calls } = this.data, row = calls.error ? -1 : calls.rowOf(number);
		return this.linkToRow(calls.numbers?.[row] === number ? row : -1, text);
	}

	linkToRow(row, text) {
		return row < 0 ? make('span', {}, text) : make('a', {
			href: `#call=${this.data.calls.numbers[row]}`,
			onclick: (event) => {
				event.preventDefault();
				this.select(row);
			} }, text);
	}

	// The draw `by` steps away.
	stepDraw(by) {
		const { draws } = this.data;
		if (draws.error || this.row < 0)
			return;
		const last = draws.lastUpTo(this.row);
		const isOwn = draws.list[last]?.call === this.row;
		const next = by > 0 ? last + 1 : isOwn ? last - 1 : last;
		if (draws.list[next])
			this.select(draws.list[next].call);
	}

	stepCall(by) {
		const next = this.list.neighbour(by);
		if (next >= 0)
			this.select(next);
	}

	stepFrame(by) {
		const next = this.frame + by;
		if (this.data.about.frames[next])
			this.chooseFrame(next);
	}

	keys() {
		const tab = (name) => () => this.openTab(this.tabs.find((t) =>
			t.name === name));
		return { ArrowUp: () => this.stepCall(-1),
			ArrowDown: () => this.stepCall(1),
			n: () => this.stepDraw(1), J: () => this.stepDraw(1),
			p: () => this.stepDraw(-1), K: () => this.stepDraw(-1),
			'[': () => this.stepFrame(-1), ']': () => this.stepFrame(1),
			o: tab('output'), t: tab('textures'), h: tab('shaders'),
			s: tab('state'), c: tab('call'),
			w: () => this.badges.focus(),
			'/': () => byId('filter').select(),
			'?': () => byId('keys').showModal(),
			...this.tab.viewer?.keys() };
	}

	onKey(event) {
		const isTyping = /^(INPUT|SELECT)$/.test(event.target.tagName);
		const run = this.keys()[event.key];
		if (isTyping || !run || event.ctrlKey || event.metaKey ||
		    event.altKey || byId('keys').open)
			return;
		if (event.target.closest('pre, aside, .scrolled') &&
		    /^Arrow/.test(event.key))
			return;
		event.preventDefault();
		run();
	}
}

async function start() {
	firstTheme();
	try {
		const page = new Page(await loadParts());
		window.inspect = page;
		await page.shown;
		document.body.classList.remove('loading');
		document.body.dataset.ready = 'yes';
		page.marking = page.badges.markAll().catch(() => {});
	} catch (error) {
		document.body.className = 'broken';
		byId('loading').textContent = 'This page cannot be shown: ' +
			`${error.message}. A browser of 2023 or later is needed.`;
	}
}

requestAnimationFrame(() => setTimeout(start, 0));
