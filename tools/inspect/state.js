// SPDX-License-Identifier: MIT
'use strict';
// The state of a draw: all of it, or what differs from another draw.

const AGAINST = [['none', 'all of it'], ['previous', 'changed since the previous draw'],
	['draw', 'against draw'], ['frame', 'against the same draw one frame ago']];

class StateTab extends RowList {
	constructor(page) {
		const box = make('div', { class: 'state-rows scrolled', tabindex: 0,
			role: 'grid', 'aria-label': 'State' });
		const sized = make('div'), rows = make('div', { class: 'window' });
		super(box, sized, rows);
		box.append(sized, rows);
		Object.assign(this, { page, name: 'state', turn: 0, list: [],
			all: [], chosen: '', isCompared: false });
		this.makeControls();
		this.reason = make('p', { class: 'reason', role: 'alert' });
		this.full = make('pre', { class: 'full', tabindex: 0,
			'aria-label': 'The chosen value', hidden: '' });
		this.element = make('div', { class: 'tab-body' }, make('div',
			{ class: 'bar' }, this.query, this.against, this.number,
			this.count), this.reason, box, this.full);
		box.addEventListener('keydown', (e) => this.onKey(e));
	}

	makeControls() {
		this.query = make('input', { type: 'search', placeholder:
			'Search state', 'aria-label': 'Only state that has this text',
		spellcheck: 'false', autocomplete: 'off',
		oninput: () => this.filter() });
		this.against = make('select', { 'aria-label': 'Which state',
			onchange: () => this.compare() }, ...AGAINST.map(
			([value, text]) => make('option', { value }, text)));
		this.number = make('input', { type: 'number', min: 0,
			value: 0, 'aria-label': 'Draw to compare with',
			onchange: () => this.compare() });
		this.count = make('span', { class: 'where', role: 'status' });
		this.number.hidden = true;
	}

	compare() {
		this.number.hidden = this.against.value !== 'draw';
		this.page.changed();
		return this.update();
	}

	// The draw with which it is compared; -1: none.
	other(draw) {
		switch (this.against.value) {
		case 'previous':
			if (!draw)
				throw new Error('This is the first draw of the page.');
			return draw - 1;
		case 'draw':
			return Math.max(0, Number(this.number.value) || 0);
		case 'frame':
			return this.frameAgo(draw);
		default:
			return -1;
		}
	}

	// The draw of the same place in the frame before.
	frameAgo(draw) {
		const { draws, calls } = this.page.data;
		const frame = calls.frames[draws.list[draw].call];
		const range = calls.ranges.get(frame - 1);
		if (!range)
			throw new Error(`Frame ${frame - 1} is not in the page in detail.`);
		const firstOf = (row) => draws.lastUpTo(row - 1) + 1;
		const other = firstOf(range.from) + draw -
			firstOf(calls.ranges.get(frame).from);
		if (other >= firstOf(range.to))
			throw new Error(`Frame ${frame - 1} has fewer draws.`);
		return other;
	}

	async load() {
		const { page } = this, at = page.drawHere();
		if (!at)
			throw new Error(page.whyNoDraw());
		const states = sound(page.data.states), other = this.other(at.draw);
		this.isCompared = other >= 0;
		this.text = at.text || `draw ${at.draw}`;
		if (this.isCompared)
			this.text += ` against draw ${other}`;
		return this.isCompared ? states.difference(other, at.draw)
			: states.at(at.draw);
	}

	async update() {
		const turn = ++this.turn;
		try {
			const all = await this.load();
			if (turn !== this.turn)
				return;
			this.all = all.filter(({ path }) => !isSource(path) ||
				this.isCompared).sort((a, b) => this.order(a, b));
			this.reason.hidden = true;
		} catch (error) {
			if (turn !== this.turn)
				return;
			this.all = [];
			this.reason.textContent = error.message;
			this.reason.hidden = false;
		}
		this.filter();
	}

	order(a, b) {
		const x = groupOf(a.path), y = groupOf(b.path);
		return x === y ? 0 : x < y ? -1 : 1;
	}

	// Rows of what has the text, each group below its name.
	filter() {
		const word = this.query.value.toLowerCase(), list = [];
		let group = null, n = 0;
		const has = (text) => (text ?? '').toLowerCase().includes(word);
		for (const item of this.all) {
			if (word && !has(item.path) && !has(item.after) &&
			    !has(item.before))
				continue;
			const own = groupOf(item.path);
			if (own !== group && own !== item.path)
				list.push({ group: own });
			group = own;
			list.push(item);
			n++;
		}
		const { first } = this;
		this.list = list;
		this.setCount(list.length);
		this.place(first);
		this.showCount(n);
	}

	showCount(n) {
		const what = this.isCompared ? `${n === 1 ? 'differs' : 'differ'}`
			: `value${plural(n)}`;
		this.count.textContent = this.reason.hidden
			? `${countText(n)} ${what} · ${this.text}` : '';
		const chosen = this.list.find((item) => item.path === this.chosen);
		this.showFull(chosen);
	}

	showFull(item) {
		this.full.hidden = !item;
		if (item)
			this.full.textContent = `${item.path}\n` + (this.isCompared
				? `before: ${item.before ?? '(not there)'}\n` +
					`after:  ${item.after ?? '(not there)'}`
				: item.after);
	}

	makeRow(index) {
		const item = this.list[index];
		if (item.group !== undefined)
			return make('div', { class: 'row group', role: 'row' },
				make('span', { role: 'gridcell' }, item.group));
		const cell = (text, kind = 'value') => make('span',
			{ class: kind, role: 'gridcell', title: (text ?? '').slice(0, 500) },
			text === null ? '(not there)' : text.slice(0, 300));
		const row = make('div', { class: 'row', role: 'row',
			'data-path': item.path, 'aria-rowindex': index + 1,
			onclick: () => this.choose(index) }, cell(item.path, 'path'));
		if (this.isCompared)
			row.append(cell(item.before, 'value old'));
		row.append(cell(item.after));
		row.classList.toggle('selected', item.path === this.chosen);
		return row;
	}

	choose(index) {
		this.chosen = this.list[index].path;
		this.showFull(this.list[index]);
		this.revealRow(index);
	}

	onKey(event) {
		const now = this.list.findIndex((i) => i.path === this.chosen &&
			i.path !== undefined);
		let next = this.rowAfter(event.key, now);
		if (next < 0)
			return;
		const by = next < now ? -1 : 1;
		while (this.list[next] && this.list[next].path === undefined)
			next += by;
		if (this.list[next])
			this.choose(next);
		event.preventDefault();
		event.stopPropagation();
	}

	// The values whose path has this text.
	showPath(path) {
		this.against.value = 'none';
		this.number.hidden = true;
		this.query.value = this.chosen = path;
	}

	fields() {
		const against = this.against.value;
		return { against: against === 'none' ? '' : against,
			with: against === 'draw' ? this.number.value : '',
			query: this.query.value };
	}

	follow(fields) {
		const against = fields.get('against');
		this.against.value = AGAINST.some(([value]) => value === against)
			? against : 'none';
		this.query.value = fields.get('query') || '';
		this.number.value = Number(fields.get('with')) || 0;
		this.number.hidden = this.against.value !== 'draw';
	}
}
