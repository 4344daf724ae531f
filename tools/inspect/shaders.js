// SPDX-License-Identifier: MIT
'use strict';
// The programs of a draw: sources with numbers of lines, and uniforms.

const MOST_LINES = 20000;	// of one source

// A matrix keeps its lines.
function valueCell(text) {
	return make('td', { class: text.includes('\n') ? 'value matrix' : 'value' },
		text);
}

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
		const top = this.element.scrollTop;
		const boxes = sources.map(({ path, after }) =>
			this.source(list, path, plainValue(after)));
		const tables = [...uniformsOf(list)].map(([program, uniforms]) =>
			this.uniforms(program, [...uniforms]));
		this.element.replaceChildren(...(boxes.length + tables.length
			? [...tables, ...boxes] : [make('p', { class: 'reason' },
				'The state of this draw has no shader: it may use fixed ' +
				'functions, or no source was recorded.')]));
		this.element.scrollTop = top;
	}

	source(list, path, text) {
		const owner = path.replace(/\.?source$/, '');
		const valueOf = (name) => plainValue(list.find((item) =>
			item.path === `${owner}.${name}`)?.after ?? '');
		const log = valueOf('info_log');
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
				[valueOf('GL_SHADER_TYPE'), `${lines.length} line` +
				plural(lines.length)].filter(Boolean).join(' · '))),
		...(log ? [make('pre', { class: 'log', tabindex: 0,
			'aria-label': `Log of ${owner}` }, log)] : []), pre);
	}

	uniforms(program, list) {
		const rows = list.map(([name, uniform]) => make('tr', {},
			make('th', { scope: 'row' }, name),
			make('td', { class: 'type' }, uniform.type ?? ''),
			valueCell(uniformText(uniform))));
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
