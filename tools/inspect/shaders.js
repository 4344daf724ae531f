// SPDX-License-Identifier: MIT
'use strict';
// The programs of a draw: sources with numbers of lines, and uniforms.

const MOST_LINES = 20000;	// of one source

class ShadersTab {
	constructor(page) {
		Object.assign(this, { page, name: 'shaders', turn: 0 });
		this.element = make('div', { class: 'tab-body scrolled', tabindex: 0,
			'aria-label': 'Shaders and uniforms' });
	}

	async update() {
		const turn = ++this.turn, { page } = this;
		try {
			const at = page.drawHere();
			if (!at)
				throw new Error(page.whyNoDraw());
			const list = await sound(page.data.states).at(at.draw);
			if (turn === this.turn)
				this.show(list);
		} catch (error) {
			if (turn === this.turn)
				this.element.replaceChildren(make('p', { class: 'reason',
					role: 'alert' }, error.message));
		}
	}

	show(list) {
		const sources = list.filter(({ path }) => isSource(path));
		const uniforms = list.filter(({ path }) => uniformOf(path));
		const top = this.element.scrollTop;
		const boxes = sources.map(({ path, after }) =>
			this.source(list, path, plainValue(after)));
		const tables = [...new Set(uniforms.map(({ path }) =>
			uniformOf(path).program))].map((program) => this.uniforms(program,
			uniforms.filter(({ path }) =>
				uniformOf(path).program === program)));
		this.element.replaceChildren(...(boxes.length + tables.length
			? [...tables, ...boxes] : [make('p', { class: 'reason' },
				'The state of this draw has no shader: it may use fixed ' +
				'functions, or no source was recorded.')]));
		this.element.scrollTop = top;
	}

	source(list, path, text) {
		const owner = path.replace(/\.?source$/, '');
		const type = list.find((item) => item.path === `${owner}.type`);
		const lines = text.split('\n');
		if (lines.length > 1 && !lines[lines.length - 1])
			lines.pop();
		const some = lines.slice(0, MOST_LINES);
		const pre = make('pre', { class: 'source', tabindex: 0,
			'aria-label': path });
		for (const line of some)
			pre.append(make('span', { class: 'line' }, `${line}\n`));
		if (some.length < lines.length)
			pre.append(`and ${countText(lines.length - some.length)} lines`);
		return make('section', {}, make('div', { class: 'bar' },
			make('h2', {}, owner), make('span', { class: 'where' },
				[type && plainValue(type.after), `${lines.length} line` +
				plural(lines.length)].filter(Boolean).join(' · '))), pre);
	}

	uniforms(program, list) {
		const rows = list.map(({ path, after }) => make('tr', {},
			make('th', { scope: 'row' }, uniformOf(path).name),
			make('td', { class: 'value' }, after)));
		return make('section', {}, make('div', { class: 'bar' },
			make('h2', {}, `${program} uniforms`), make('span',
				{ class: 'where' }, countText(list.length))),
		make('table', { class: 'uniforms' }, make('tbody', {}, ...rows)));
	}

	fields() {
		return {};
	}

	follow() {
	}
}
