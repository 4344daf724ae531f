// SPDX-License-Identifier: MIT
'use strict';
// What the rules of badges.js are about: a draw's call, its state, and which of its
// attachments it has changed.

// Paths that rules use. Values of samplers are read when they are needed.
const BADGE_PATHS = new RegExp('^(values\\.GL_(CURRENT_PROGRAM|' +
	'PROGRAM_PIPELINE_BINDING|COLOR_WRITEMASK|DEPTH_WRITEMASK|DEPTH_FUNC|' +
	'STENCIL_\\w+|ALPHA_TEST_FUNC|CULL_FACE_MODE|VIEWPORT|SCISSOR_BOX|' +
	'RENDER_MODE|LOGIC_OP_MODE|DRAW_BUFFER\\d*|BLEND_\\w+|PATCH_VERTICES|' +
	'POLYGON_MODE|CURRENT_RASTER_POSITION_VALID)|enabled\\.\\w+|' +
	'(draw_buffers|viewports)\\[\\d+\\]\\.\\w+|context\\.(api|version)|' +
	'(draw_|read_)?framebuffer\\.(name|status|.*LAYERED)|' +
	'program\\.(name|GL_\\w+_STATUS)|.*\\.GL_SHADER_TYPE)$');
const IS_TYPE = 1, IS_TEXTURE = 2, IS_READ = 4;

function badgeFlags(path) {
	if (/^textures\[\d+\]\./.test(path))
		return IS_TEXTURE | IS_READ;
	if (/\.uniforms\..*\.type$/.test(path))
		return IS_TYPE | IS_READ;
	return BADGE_PATHS.test(path) ? IS_READ : 0;
}

// Paths by text, and the texts of values, shared by all walks.
class BadgeIndex {
	constructor(paths, n) {
		Object.assign(this, { numbers: new Map(), types: [], shaders: [],
			layers: [], flags: new Uint8Array(n), texts: new Map() });
		for (const [number, text] of paths) {
			this.numbers.set(text, number);
			this.flags[number] = badgeFlags(text);
			if (this.flags[number] & IS_TYPE)
				this.types.push(text);
			if (/\.GL_SHADER_TYPE$/.test(text))
				this.shaders.push(text);
			if (/^(draw_)?framebuffer\..*LAYERED$/.test(text))
				this.layers.push(text);
		}
	}
}

// The state of one draw after the other, by the text of its paths.
class BadgeState extends StateWalk {
	constructor(states, index) {
		super(states);
		Object.assign(this, { index, wanted: new Set(), list: [],
			types: 0, textures: 0, typesOfList: -1, key: null });
	}

	async begin(block) {
		this.types++;
		this.textures++;
		await super.begin(block);
	}

	set(path, value) {
		const flags = this.index.flags[path];
		super.set(path, value);
		this.types += flags & IS_TYPE ? 1 : 0;
		this.textures += flags & IS_TEXTURE ? 1 : 0;
		if (flags & IS_READ && value && !this.index.texts.has(value - 1))
			this.wanted.add(value - 1);
	}

	async to(draw) {
		await super.to(draw);
		await this.read(this.wanted);
		if (this.types !== this.typesOfList)
			this.findSamplers();
		await this.read(this.list.map(([, path]) => this.values.get(path))
			.filter((value) => value !== undefined &&
				!this.index.texts.has(value)));
		return this.values;
	}

	async read(values) {
		const texts = await this.states.textsOf(this.states.values, values);
		for (const [value, text] of texts)
			this.index.texts.set(value, text);
		this.wanted.clear();
	}

	// Uniforms of a program that is in use, else those of a pipeline.
	findSamplers() {
		const { index } = this;
		const start = this.has('program.name') ? 'program.' : 'pipeline.';
		this.list = index.types.filter((path) => path.startsWith(start))
			.map((path) => [targetOfSampler(this.get(path) ?? ''),
				index.numbers.get(path.replace(/type$/, 'value'))])
			.filter(([target]) => target);
		this.typesOfList = this.types;
	}

	// [[target, value]]
	samplers() {
		return this.list.map(([target, path]) => [target,
			this.index.texts.get(this.values.get(path)) ?? '']);
	}

	get(path) {
		return this.index.texts.get(this.values.get(
			this.index.numbers.get(path)));
	}

	has(path) {
		return this.values.has(this.index.numbers.get(path));
	}

	shaderTypes() {
		return this.index.shaders.map((path) => this.get(path))
			.filter(Boolean);
	}

	isLayered() {
		return this.index.layers.some((path) => isTrue(this.get(path)));
	}

	// The same until one of their values changes.
	incomplete(set, contents) {
		const key = [this.types, this.textures, ...this.list.map(([, path]) =>
			this.values.get(path))].join();
		if (this.key !== key || this.pictures !== set)
			Object.assign(this, { key, pictures: set,
				found: incompleteTextures(this, set, contents) });
		return this.found;
	}
}

function aspectOf(name) {
	return stringOf(name).split(' ')[0];
}

// What is known of the attachments of a draw. changes: of an attachment's number,
// the draws that changed it.
function targetOf(data, draw, changes) {
	const { tiles, draws } = data;
	const target = { aspects: new Set(), changed: new Set(), names: [],
		missing: [], width: 0, height: 0, isUnchanged: false };
	for (const attachment of draws.attachmentsOf(draw)) {
		const number = attachment?.attachment, name = stringOf(attachment?.name);
		const tile = tiles.error ? null : tiles.attachments[number];
		target.aspects.add(aspectOf(name));
		if (!tile || 2 * draw + 1 >= tile.until || tiles.every !== 1) {
			target.missing.push(name);
			continue;
		}
		target.names.push(name);
		if (changes.get(number)?.has(draw))
			target.changed.add(aspectOf(name));
		target.width = Math.min(target.width || Infinity, tile.width);
		target.height = Math.min(target.height || Infinity, tile.height);
	}
	return target;
}

function noTarget() {
	return { aspects: new Set(), changed: new Set(), names: [], missing: [],
		width: 0, height: 0, isUnchanged: false };
}

// Other operations of glAccum write to no attachment.
function writesPixels(name, text) {
	return name !== 'glAccum' || argumentOf(text, 'op') === 'GL_RETURN';
}

const PROGRAM_CALLS = /^gl(UseProgram|ValidateProgram|LinkProgram|ProgramBinary)/;
const MOST_PROGRAM_CALLS = 2000;	// that are looked at, back from a draw

// The row that validated the program of a draw, since it was linked, or -1.
function validationOf(calls, rows, row) {
	const last = lastAtMostBy(rows, (one) => one, row) + 1;
	const some = rows.slice(Math.max(0, last - MOST_PROGRAM_CALLS), last);
	const programOf = (at) => argumentOf(calls.texts[at], 'program');
	const use = some.findLast((at) => /^glUse/.test(calls.name(at)));
	const own = use === undefined ? undefined : some.findLast((at) =>
		!/^glUse/.test(calls.name(at)) && programOf(at) === programOf(use));
	return own !== undefined && /^glValidate/.test(calls.name(own)) ? own : -1;
}

// Rows of calls that make programs what they are; none if none validates.
function programRows(calls) {
	const is = calls.functions.map((name) => PROGRAM_CALLS.test(name));
	return calls.functions.some((name) => /^glValidateProgram/.test(name))
		? calls.fn.flatMap((fn, row) => is[fn] ? [row] : []) : [];
}

// A row as the rules have it. state: a BadgeState at its draw, or null.
function badgeSubject(data, row, state, changes, programs) {
	const { calls, draws, contents } = data, draw = calls.draws[row];
	const name = calls.name(row), text = calls.texts[row];
	const kind = drawKind(name), own = draws.error ? null : draws.list[draw];
	const target = own ? targetOf(data, draw, changes) : noTarget();
	const isWindow = state?.get('draw_framebuffer.name') === '0';
	const aspects = aspectsOfCall(kind, text).filter((aspect) =>
		target.aspects.has(aspect) || (isWindow && aspect === 'color'));
	target.isUnchanged = target.names.length > 0 && !state?.isLayered() &&
		!target.changed.size && writesPixels(name, text);
	return { name, text, kind, state, target, aspects,
		mode: modeOf(calls, row),
		counts: kind === 'vertices' ? vertexCounts(calls, row) : null,
		isFailed: calls.is(row, KIND.error),
		isSkipped: calls.is(row, KIND.skipped),
		validated: () => validationOf(calls, programs, row),
		textures: () => state.incomplete(draws.texturesOf(draw),
			contents.list ?? []) };
}
