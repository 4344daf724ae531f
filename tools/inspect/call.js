// SPDX-License-Identifier: MIT
'use strict';
// One call: its arguments, what it is, and its errors.

class CallTab {
	constructor(page) {
		Object.assign(this, { page, name: 'call' });
		this.element = make('div', { class: 'tab-body scrolled facts-body',
			tabindex: 0, 'aria-label': 'The call' });
	}

	update() {
		const { page } = this, { row } = page;
		try {
			sound(page.data.calls);
			if (row < 0)
				throw new Error(page.whyNoCalls());
			this.element.replaceChildren(...this.parts(row));
		} catch (error) {
			this.element.replaceChildren(make('p', { class: 'reason',
				role: 'alert' }, error.message));
		}
	}

	parts(row) {
		const { calls } = this.page.data, list = make('dl');
		for (const [name, value, kind] of this.facts(row))
			list.append(make('dt', {}, name), make('dd',
				{ class: kind ?? '' }, value));
		return [make('h2', {}, calls.name(row)), make('pre', { tabindex: 0,
			class: 'words', 'aria-label': 'Arguments and result' },
		calls.texts[row]), list];
	}

	facts(row) {
		const { page } = this, { calls, draws } = page.data;
		const kinds = Object.keys(KIND).filter((kind) =>
			calls.is(row, KIND[kind]));
		const facts = [['Call', String(calls.numbers[row])],
			['Frame', String(calls.frames[row])],
			['Kind', kinds.map((k) => KIND_TEXTS[k]).join(', ') || 'state']];
		const draw = draws.error ? null : draws.list[calls.draws[row]];
		if (draw)
			facts.push(['Draw', String(calls.draws[row])]);
		else if (!draws.error)
			facts.push(...this.drawsAround(row));
		for (const error of draw ? draw.errors : [])
			facts.push(['Error', error, 'failed']);
		if (draw)
			facts.push(['Target', draws.attachmentsOf(calls.draws[row])
				.map((a) => stringOf(a?.name)).join(', ') || 'nothing']);
		return facts;
	}

	drawsAround(row) {
		const { page } = this, { draws } = page.data;
		const last = draws.lastUpTo(row);
		return [['Draw before', last], ['Draw behind', last + 1]]
			.filter(([, draw]) => draws.list[draw])
			.map(([name, draw]) => [name, page.linkToDraw(draw)]);
	}

	fields() {
		return {};
	}

	follow() {
	}
}
