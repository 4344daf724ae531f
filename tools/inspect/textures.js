// SPDX-License-Identifier: MIT
'use strict';
// What a draw read: its textures by unit, level, face and layer.

const FACES = ['+X', '\u2212X', '+Y', '\u2212Y', '+Z', '\u2212Z'];
const MOST_USERS = 100;		// draws that are listed
const SMALL = { width: 40, height: 30 };

function isCube(texture) {
	return /CUBE/.test(stringOf(texture.target));
}

function faceText(texture, face) {
	return isCube(texture) ? FACES[face % 6] ?? String(face) : String(face);
}

function targetName(texture) {
	return stringOf(texture.target).replace(/^GL_TEXTURE_/, '');
}

class TexturesTab {
	constructor(page) {
		Object.assign(this, { page, name: 'textures', turn: 0,
			chosen: { texture: '', level: 0, face: 0, layer: 0 } });
		this.list = make('div', { class: 'textures scrolled', role: 'group',
			'aria-label': 'Textures of the draw' });
		this.selects = {};
		for (const [name, text] of [['level', 'Level'], ['face', 'Face'],
			['layer', 'Layer']])
			this.selects[name] = make('select', { 'aria-label': text,
				onchange: () => this.take(name) });
		this.where = make('span', { class: 'where', role: 'status' });
		this.writers = make('div', { class: 'users writers' });
		this.users = make('div', { class: 'users' });
		this.viewer = new Viewer('Picture of the texture: arrows move the ' +
			'chosen pixel', { pick: () => {}, changed: () => {},
			name: () => this.fileName() });
		this.element = make('div', { class: 'tab-body' }, this.list,
			make('div', { class: 'bar' }, ...Object.values(this.selects),
				this.where), this.viewer.element, this.writers,
			this.users);
	}

	fileName() {
		const { texture, level, face, layer } = this.chosen;
		return `${stemOfTitle(this.page.data)}-draw-${this.draw}-texture-` +
			`${texture.replace(/[^\w]+/g, '-')}-${level}-${face}-${layer}`;
	}

	keyOf(texture) {
		return `${texture.unit}:${targetName(texture)}`;
	}

	take(name) {
		this.chosen[name] = Number(this.selects[name].value);
		this.page.changed();
		return this.update();
	}

	choose(key) {
		Object.assign(this.chosen, { texture: key, level: 0, face: 0,
			layer: 0 });
		this.page.changed();
		return this.update();
	}

	async update() {
		const turn = ++this.turn;
		try {
			const show = await this.load();
			if (turn === this.turn)
				show();
		} catch (error) {
			if (turn === this.turn)
				this.fail(error);
		}
	}

	fail(error) {
		this.viewer.say(error.message);
		this.where.textContent = '';
		this.writers.replaceChildren();
		this.users.replaceChildren();
	}

	async load() {
		const at = this.page.drawHere();
		if (!at)
			this.clear(this.page.whyNoDraw());
		const { draws } = this.page.data;
		const set = draws.texturesOf(this.draw = at.draw)
			.map((texture) => texture ?? {});
		if (!set.length)
			this.clear('This draw uses no texture.');
		const texture = set.find((t) =>
			this.keyOf(t) === this.chosen.texture) ?? set[0];
		this.showList(set, texture);
		const image = this.showSelects(texture);
		return this.loadImage(texture, image);
	}

	clear(why) {
		this.list.replaceChildren();
		for (const select of Object.values(this.selects))
			select.hidden = true;
		throw new Error(why);
	}

	showList(set, chosen) {
		const { list } = this;
		const focused = list.contains(document.activeElement);
		list.replaceChildren(...set.map((texture) => {
			const name = stringOf(texture.label) ||
				`texture ${stringOf(texture.name)}`;
			const small = make('span', { class: 'small' });
			this.showSmall(texture, small);
			return make('button', { type: 'button', 'data-key':
				this.keyOf(texture), 'aria-pressed': texture === chosen,
			onclick: () => this.choose(this.keyOf(texture)) }, small,
			make('span', {}, make('b', {}, `unit ${texture.unit}`),
				` ${targetName(texture)}`, make('br'), name));
		}));
		if (focused)
			list.querySelector('[aria-pressed="true"]')?.focus();
	}

	async showSmall(texture, element) {
		const image = listOf(texture.images).find((i) =>
			Number.isSafeInteger(i?.content));
		try {
			if (image)
				element.replaceChildren(await thumbnailOf(this.page.data,
					image.content, SMALL));
		} catch {
			element.textContent = '!';
		}
	}

	// Fills what chooses among the images; returns the chosen one.
	showSelects(texture) {
		const { chosen } = this, images = listOf(texture.images)
			.map((image) => image ?? {});
		const levels = [...new Set(images.map((i) => i.level ?? 0))];
		const level = levels.includes(chosen.level) ? chosen.level : levels[0];
		const some = images.filter((i) => (i.level ?? 0) === level);
		const faces = some.map((i) => i.face ?? 0);
		const face = faces.includes(chosen.face) ? chosen.face : faces[0];
		const image = some.find((i) => (i.face ?? 0) === face) ?? {};
		const what = this.page.data.contents.list?.[image.content];
		const layers = [...Array(Math.min(4096, what?.depth ?? 1)).keys()];
		const layer = layers.includes(chosen.layer) ? chosen.layer : 0;
		this.fill('level', levels, level, (i) => `level ${i}`);
		this.fill('face', faces, face, (i) =>
			`face ${faceText(texture, i)}`);
		this.fill('layer', layers, layer, (i) => `layer ${i}`);
		return { ...image, layer, face };
	}

	fill(name, values, value, textOf) {
		const select = this.selects[name];
		select.hidden = values.length < 2;
		select.replaceChildren(...values.map((v) =>
			make('option', { value: v }, textOf(v))));
		select.value = value;
	}

	async loadImage(texture, image) {
		const { data } = this.page, number = image.content;
		if (number === undefined || number === null)
			throw new Error(stringOf(image.why) || 'no picture, and no reason');
		if (!isIndex(number, sound(data.contents).list.length))
			throw damaged(`content ${number} is missing`);
		const content = await data.contents.get(number);
		const picture = layerOf(content, image.layer);
		return () => {
			this.viewer.show(picture);
			this.where.textContent = [`${targetName(texture)} ` +
				stringOf(texture.name), sizeText(content),
			formText(content.form), bytesText(content.size),
			`content ${number}`].join(' · ');
			this.showWriters(image);
			this.showUsers(number);
		};
	}

	// The calls that put there what the picture has.
	showWriters(image) {
		const writers = listOf(image.writers).filter((w) =>
			Array.isArray(w) && Number.isSafeInteger(w[0]));
		const more = Number.isSafeInteger(image.writes)
			? image.writes - writers.length : 0;
		this.writers.replaceChildren(...writers.flatMap((writer, i) =>
			[i ? ', before that by ' : 'last written by ',
				this.writerLink(writer)]));
		if (!writers.length)
			this.writers.textContent = 'no recorded call is known to have ' +
				'written this';
		else if (more > 0)
			this.writers.append(`, and ${countText(more)} time` +
				`${plural(more)} before`);
	}

	writerLink([number, name, drawn]) {
		return this.page.linkToCall(number, `${drawn ? 'drawing of ' : ''}` +
			`call ${number}, ${stringOf(name)}`);
	}

	showUsers(content) {
		const { page } = this, users = page.data.draws.usersOf(content);
		const some = users.slice(0, MOST_USERS);
		this.users.replaceChildren(
			`${countText(users.length)} draw${plural(users.length)} with ` +
			'these bytes: ', ...some.flatMap((draw) =>
				[page.linkToDraw(draw), ' ']),
			users.length > some.length
				? `and ${countText(users.length - some.length)} more` : '');
	}

	fields() {
		const { texture, level, face, layer } = this.chosen;
		return { texture, level: level || '', face: face || '',
			layer: layer || '' };
	}

	follow(fields) {
		const number = (name) => /^\d{1,6}$/.test(fields.get(name) || '')
			? Number(fields.get(name)) : 0;
		this.chosen = { texture: fields.get('texture') || '',
			level: number('level'), face: number('face'),
			layer: number('layer') };
	}
}

function sizeText({ width, height, depth }) {
	return [width, height].concat(depth > 1 ? [depth] : []).join(' × ');
}
