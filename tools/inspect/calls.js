// SPDX-License-Identifier: MIT
'use strict';
// The calls of a frame: a tree, or those that a filter selects.

const FILTERS = {
	all: () => true,
	draws: (calls, row) => calls.draws[row] >= 0,
	work: (calls, row) => calls.is(row, KIND.work),
	errors: (calls, row) => calls.is(row, KIND.error),
	skipped: (calls, row) => calls.is(row, KIND.skipped),
	badges: (calls, row, marks) => isMarked(marks.get(row)),
};

// Whether a row's badges are more than hints.
function isMarked(badges) {
	return listOf(badges).some(({ level }) => level !== 'hint');
}

class CallList extends RowList {
	// on.select(row)
	constructor(data, on) {
		super(byId('rows'), byId('sized'), byId('window'));
		Object.assign(this, { data, on, list: [], depths: [], groups: [],
			starts: new Map(), range: { from: 0, to: 0 }, frame: -1,
			selected: -1, isFiltered: false, kept: new Map(),
			marks: new Map(), isMarking: true,
			element: byId('calls'), filter: byId('filter'),
			which: byId('which'), shown: byId('shown') });
		this.filter.addEventListener('input', () => this.update());
		this.filter.addEventListener('keydown', (e) => this.onFilterKey(e));
		this.which.addEventListener('change', () => this.update());
		this.element.addEventListener('keydown', (e) => this.onKey(e));
	}

	// The calls of a frame, or why there are none.
	setFrame(frame) {
		const { calls } = this.data;
		if (this.frame === frame)
			return;
		this.frame = frame;
		this.range = sound(calls).ranges.get(frame) ?? { from: 0, to: 0 };
		if (!this.kept.has(frame))
			this.kept.set(frame, groupsOf(this.data, this.range));
		this.groups = this.kept.get(frame);
		this.starts = new Map(this.groups.filter((g) => g.head >= 0)
			.map((g) => [g.head, g]));
		this.update();
	}

	// Tests one row; null: all are shown, as a tree.
	test() {
		const { calls } = this.data, word = this.filter.value.toLowerCase();
		const isKind = FILTERS[this.which.value] ?? FILTERS.all;
		const badge = /^badge:\s*(.*)$/.exec(word);
		if (!word && this.which.value === 'all')
			return null;
		if (badge)
			return (row) => isKind(calls, row, this.marks) &&
				listOf(this.marks.get(row)).some(({ text }) =>
					text.toLowerCase().includes(badge[1]));
		const names = calls.functions.map((name) =>
			name.toLowerCase().includes(word));
		return (row) => isKind(calls, row, this.marks) && (names[calls.fn[row]] ||
			calls.texts[row].toLowerCase().includes(word) ||
			String(calls.numbers[row]) === word);
	}

	update() {
		const test = this.data.calls.error ? null : this.test();
		this.isFiltered = !!test;
		if (test) {
			this.list = [];
			for (let row = this.range.from; row < this.range.to; row++)
				if (test(row))
					this.list.push(row);
			this.depths = null;
		} else {
			Object.assign(this, openRows(this.groups, this.range));
		}
		const n = test ? this.list.length : this.range.to - this.range.from;
		this.shown.textContent = `${countText(n)} call${plural(n)}` +
			(this.isMarking && this.usesMarks() ? ' so far' : '');
		this.setCount(this.list.length);
		this.revealRow(this.indexOf(this.selected));
	}

	usesMarks() {
		return this.which.value === 'badges' ||
			/^badge:/i.test(this.filter.value);
	}

	// All badges are known.
	marked() {
		this.isMarking = false;
		if (this.usesMarks())
			this.update();
		else
			this.draw();
	}

	// Where a row is in the list, or -1.
	indexOf(row) {
		return row < 0 ? -1 : this.list.indexOf(row);
	}

	select(row) {
		this.selected = row;
		if (!this.isFiltered && row >= 0 && this.indexOf(row) < 0) {
			for (const group of groupsAround(this.groups, row))
				group.isOpen = true;
			this.update();
		}
		const index = this.indexOf(row);
		if (index < 0)
			this.draw();
		this.revealRow(index);
	}

	// The call `by` steps away in the list.
	neighbour(by) {
		let at = this.indexOf(this.selected);
		do
			at += by;
		while (this.list[at] < 0);
		return this.list[at] ?? -1;
	}

	toggle(group, isOpen = !group.isOpen) {
		const { first } = this;
		if (group.isOpen === isOpen)
			return;
		group.isOpen = isOpen;
		this.update();
		this.place(first);
	}

	groupAt(entry) {
		return entry < 0 ? this.groups[-1 - entry]
			: this.starts.get(entry);
	}

	makeRow(index) {
		const entry = this.list[index];
		const depth = this.depths ? this.depths[index] : 0;
		const group = this.depths && this.groupAt(entry);
		const row = make('div', { class: 'row', role: 'treeitem',
			id: `row-${entry}`, 'aria-level': depth + 1 });
		const twist = make('span', { class: 'twist' });
		row.style.paddingLeft = `${depth * 12}px`;
		if (group) {
			row.setAttribute('aria-expanded', group.isOpen);
			row.classList.add('group');
			twist.textContent = group.isOpen ? '▾' : '▸';
			twist.addEventListener('click', (e) => {
				e.stopPropagation();
				this.toggle(group);
			});
		}
		row.append(twist, ...(entry < 0 ? this.headCells(row, group)
			: this.callCells(row, entry, group)));
		return row;
	}

	headCells(row, group) {
		row.addEventListener('click', () => this.toggle(group));
		return [make('span', { class: 'function' }, group.text),
			make('span', { class: 'badge' },
				`${countText(group.draws)} draw${plural(group.draws)}`)];
	}

	callCells(element, row, group) {
		const { calls } = this.data, draw = calls.draws[row];
		const cells = [make('span', { class: 'number' }, calls.numbers[row]),
			make('span', { class: 'function' }, group ? group.text
				: calls.name(row)),
			make('span', { class: 'words' }, group ? calls.name(row)
				: calls.texts[row].slice(0, 400).replace(/ = void$/, ''))];
		element.dataset.row = row;
		element.setAttribute('aria-selected', row === this.selected);
		element.classList.toggle('selected', row === this.selected);
		element.classList.toggle('draw', draw >= 0);
		element.classList.toggle('failed', calls.is(row, KIND.error));
		element.classList.toggle('skipped', calls.is(row, KIND.skipped));
		element.addEventListener('click', () => this.on.select(row));
		if (calls.is(row, KIND.error))
			cells.push(make('span', { class: 'badge error',
				title: this.errorsOf(draw) }, 'error'));
		if (calls.is(row, KIND.skipped))
			cells.push(make('span', { class: 'badge' }, 'not made'));
		if (draw >= 0)
			cells.push(...this.markOf(row), make('span',
				{ class: 'badge draw' }, `draw ${draw}`));
		return cells;
	}

	// A mark for badges that the row does not have itself.
	markOf(row) {
		const badges = listOf(this.marks.get(row)).filter(({ level }) =>
			level !== 'hint');
		const isMore = badges.some(({ level }) => level !== 'fact');
		const title = badges.map(({ text }) => text).join(', ');
		return badges.length ? [make('span', { class: `badge mark${
			isMore ? ' error' : ''}`, title, role: 'img',
		'aria-label': title }, isMore ? '!' : '∅')] : [];
	}

	errorsOf(draw) {
		const { draws } = this.data;
		return draws.error ? '' : draws.list[draw]?.errors.join(', ') ?? '';
	}

	draw() {
		super.draw();
		this.element.setAttribute('aria-activedescendant',
			`row-${this.selected}`);
	}

	onFilterKey(event) {
		if (event.key === 'Escape' && this.filter.value) {
			this.filter.value = '';
			this.update();
		} else if (event.key === 'Escape') {
			this.element.focus();
		} else if (event.key === 'Enter') {
			const next = this.list.find((row) => row > this.selected) ??
				this.list[0];
			if (next !== undefined && next >= 0)
				this.on.select(next);
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}

	onKey(event) {
		if (event.ctrlKey || event.metaKey || event.altKey)
			return;
		const around = this.isFiltered ? []
			: groupsAround(this.groups, this.selected);
		const own = this.starts.get(this.selected) ?? around[around.length - 1];
		if (event.key === 'ArrowLeft' && own)
			this.close(own);
		else if (event.key === 'ArrowRight' && own)
			this.toggle(own, true);
		else if (!this.moveBy(event.key))
			return;
		event.preventDefault();
		event.stopPropagation();
	}

	// Closes a group, or leaves a closed one for that around it.
	close(group) {
		if (group.isOpen) {
			if (group.head >= 0)
				this.on.select(group.head);
			this.toggle(group, false);
		}
	}

	moveBy(key) {
		if (/^Arrow(Up|Down)$/.test(key)) {
			const next = this.neighbour(key === 'ArrowDown' ? 1 : -1);
			if (next >= 0)
				this.on.select(next);
			return true;
		}
		const at = this.rowAfter(key, this.indexOf(this.selected));
		if (at >= 0 && this.groupAt(this.list[at]) && this.list[at] < 0)
			this.on.select(this.groupAt(this.list[at]).from);
		else if (at >= 0)
			this.on.select(this.list[at]);
		return at >= 0;
	}
}
