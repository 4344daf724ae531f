// SPDX-License-Identifier: MIT
'use strict';
// Shows badges: those of the chosen call above its tabs, and marks in the list.

const BADGE_SLICE = 12;		// milliseconds of work before others have a turn
const BADGE_WORDS = { stops: '', part: '', may: '', hint: 'maybe: ', fact: '' };

// Finds the badges of rows, each once.
class BadgeFinder {
	constructor(data) {
		Object.assign(this, { data, kept: new Map(), ready: null });
	}

	async prepare() {
		const { tiles, states, calls } = this.data;
		const changes = new Map();
		for (let i = 0; !tiles.error && i < tiles.attachments.length; i++)
			changes.set(i, await this.changesOf(i));
		this.changes = changes;
		this.programs = programRows(calls);
		this.index = await this.indexOf(states).catch(() => null);
	}

	async indexOf(states) {
		const { paths } = sound(states);
		return new BadgeIndex(await states.textsOf(paths,
			Array(paths.n).keys()), paths.n);
	}

	// Of an attachment, the draws that changed it: versions before draws are even.
	async changesOf(number) {
		try {
			const { draws } = await this.data.tiles.versionsOf(number);
			return new Set(draws.filter((version) => version % 2)
				.map((version) => (version - 1) / 2));
		} catch {
			return null;
		}
	}

	walk() {
		return this.index && new BadgeState(this.data.states, this.index);
	}

	// The badges of a row; walk: a BadgeState that goes to its draw.
	async find(row, walk = null) {
		const { data, kept } = this, draw = data.calls.draws[row];
		if (kept.has(row))
			return kept.get(row);
		await (this.ready ??= this.prepare());
		let state = data.draws.list?.[draw] ? walk ?? this.walk() : null;
		try {
			await state?.to(draw);
		} catch {
			state = null; // other tabs say why
		}
		const list = badgesOf(badgeSubject(data, row, state, this.changes,
			this.programs));
		kept.set(row, list);
		return list;
	}
}

class Badges {
	constructor(page) {
		Object.assign(this, { page, finder: new BadgeFinder(page.data),
			turn: 0, row: -1, element: byId('badges') });
	}

	// The old ones stay until there are others.
	async update() {
		const turn = ++this.turn, { row } = this.page;
		const { calls } = this.page.data;
		let list = [];
		try {
			if (row >= 0 && !calls.error)
				list = await this.finder.find(row);
		} catch {
			list = []; // what is damaged is said where it is shown
		}
		if (turn === this.turn && this.row !== row)
			this.show(list);
		if (turn === this.turn)
			this.row = row;
	}

	show(list) {
		const isUnchanged = list.some(({ level }) => level === 'fact');
		const isExplained = list.some(({ level }) => level !== 'fact');
		const hasFocus = this.element.contains(document.activeElement);
		this.element.replaceChildren(...list.map((badge) => make('button', {
			type: 'button', class: `why ${badge.level}`,
			title: badge.title || `Shows ${badge.path}`,
			onclick: () => this.open(badge) }, this.textOf(badge))),
		isUnchanged && !isExplained ? make('span', { class: 'where' },
			'The state does not say why.') : '');
		this.element.hidden = !list.length;
		if (hasFocus)
			this.focus();
	}

	textOf({ level, text }) {
		return BADGE_WORDS[level] + text;
	}

	focus() {
		(this.element.querySelector('button') ?? byId('calls')).focus();
	}

	// Leads to what shows it.
	open({ tab, path, row }) {
		const { page } = this, found = page.tabs.find((t) => t.name === tab);
		if (row !== undefined)
			page.select(row);
		if (tab === 'state')
			found.showPath(path);
		if (tab === 'output')
			found.setMode('changed');
		return page.openTab(found);
	}

	// Finds those of all draws, so that the list can mark them.
	async markAll() {
		const { data, list } = this.page;
		if (data.calls.error || data.draws.error)
			return;
		await (this.finder.ready ??= this.finder.prepare());
		const walk = this.finder.walk();
		let begun = performance.now();
		for (const { call } of data.draws.list) {
			list.marks.set(call, await this.finder.find(call, walk));
			if (performance.now() - begun > BADGE_SLICE) {
				await new Promise((done) => setTimeout(done));
				begun = performance.now();
			}
		}
		list.marked();
	}
}
