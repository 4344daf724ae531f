// SPDX-License-Identifier: MIT
'use strict';
// Why nothing is drawn: rules about a draw, each with the state that shows it. `at` is the
// draw, see badges_draw.js.

function isTrue(value) {
	return /^(1|true|GL_TRUE)$/.test(value ?? '');
}

// A list of JSON, or null.
function valuesOfList(text) {
	try {
		const list = JSON.parse(text);
		return Array.isArray(list) ? list : null;
	} catch {
		return null;
	}
}

// Where the build's registry is old, some are among the values.
function isOn({ state }, name) {
	return isTrue(state.get(`enabled.${name}`) ??
		state.get(`values.${name}`));
}

function valueAt({ state }, name) {
	return state.get(`values.${name}`) ?? '';
}

// Numbers of the draw buffers that colors go to.
function drawnBuffers(at) {
	const list = [];
	for (let i = 0; i < 32; i++) {
		const buffer = valueAt(at, `GL_DRAW_BUFFER${i}`);
		if (!buffer && i)
			break;
		if (buffer !== 'GL_NONE')
			list.push(i);
	}
	return list;
}

// A value of a draw buffer, or of all if the context has one for all.
function bufferValue(at, i, name) {
	return at.state.get(`draw_buffers[${i}].${name}`) ??
		(name === 'GL_BLEND' ? at.state.get('enabled.GL_BLEND')
			: valueAt(at, name));
}

// What draws to another framebuffer than the state has.
function isElsewhere({ name }) {
	return /Named/.test(name);
}

function everyBuffer(at, test) {
	const list = drawnBuffers(at);
	return !isElsewhere(at) && list.length > 0 && list.every(test);
}

function masksColor(at) {
	return everyBuffer(at, (i) => {
		const mask = valuesOfList(bufferValue(at, i, 'GL_COLOR_WRITEMASK'));
		return mask?.length === 4 && mask.every((one) => !Number(one));
	});
}

function blendsNothing(at) {
	const of = (i, name) => bufferValue(at, i, `GL_BLEND_${name}`);
	return !isOn(at, 'GL_COLOR_LOGIC_OP') && everyBuffer(at, (i) =>
		isTrue(bufferValue(at, i, 'GL_BLEND')) &&
		['RGB', 'ALPHA'].every((part) =>
			of(i, `SRC_${part}`) === 'GL_ZERO' &&
			of(i, `DST_${part}`) === 'GL_ONE' &&
			/^GL_FUNC_(ADD|REVERSE_SUBTRACT)$/.test(
				of(i, `EQUATION_${part}`))));
}

// Boxes [x, y, width, height] of all viewports: a shader may choose one.
function boxesOf(at, name) {
	const boxes = [], first = valueAt(at, name);
	for (let i = 0; i < 64; i++) {
		const text = at.state.get(`viewports[${i}].${name}`);
		if (text === undefined)
			break;
		boxes.push(valuesOfList(text));
	}
	return boxes.length && at.kind === 'vertices' ? boxes
		: [valuesOfList(first) ?? boxes[0]];
}

// How all boxes are: "empty", "outside of the target", or "".
function whyNoBox(at, boxes) {
	const { width, height } = at.target;
	if (!boxes.every((box) => box?.length === 4 &&
	    box.every(Number.isFinite)))
		return '';
	if (boxes.every(([, , w, h]) => w <= 0 || h <= 0))
		return 'empty';
	return width && boxes.every(([x, y, w, h]) => w <= 0 || h <= 0 ||
		x >= width || y >= height || x + w <= 0 || y + h <= 0)
		? 'outside of the target' : '';
}

// Whether shaders may make something else of the primitives.
function hasMaker(at) {
	const types = at.state.shaderTypes();
	return types.some((type) => /GEOMETRY|TESS|MESH/.test(type)) ||
		(!types.length && (Number(valueAt(at, 'GL_CURRENT_PROGRAM')) > 0 ||
		Number(valueAt(at, 'GL_PROGRAM_PIPELINE_BINDING')) > 0));
}

// Lines and points may be wider than where they are.
function isFilled(at) {
	const modes = valuesOfList(valueAt(at, 'GL_POLYGON_MODE')) ?? [];
	return isPolygon(at.mode) && !hasMaker(at) &&
		modes.every((mode) => mode === 'GL_FILL');
}

function whyNoViewport(at) {
	const why = isFilled(at) && whyNoBox(at, boxesOf(at, 'GL_VIEWPORT'));
	return why && { text: `viewport ${why}`, path: at.state.has(
		'viewports[0].GL_VIEWPORT') ? 'GL_VIEWPORT' : 'values.GL_VIEWPORT' };
}

function whyNoScissor(at) {
	const why = isOn(at, 'GL_SCISSOR_TEST') &&
		whyNoBox(at, boxesOf(at, 'GL_SCISSOR_BOX'));
	return why && { text: `scissor ${why}` };
}

function whyNoFramebuffer(at) {
	const name = at.state.has('draw_framebuffer.status')
		? 'draw_framebuffer' : 'framebuffer';
	const names = at.kind === 'blit' ? [name, 'read_framebuffer'] : [name];
	for (const own of isElsewhere(at) ? [] : names) {
		const status = at.state.get(`${own}.status`);
		if (/^GL_FRAMEBUFFER_(INC|UNS|UND)/.test(status ?? ''))
			return { path: `${own}.status`, text: 'framebuffer incomplete: ' +
				status.replace(/^GL_FRAMEBUFFER_(INCOMPLETE_)?/, '') };
	}
	return null;
}

function hasNoProgram(at) {
	const api = at.state.get('context.api') ?? '';
	const isNeeded = api === 'OpenGL, core' || (api === 'OpenGL ES' &&
		!/ES-C[ML]/.test(at.state.get('context.version') ?? ''));
	return isNeeded && valueAt(at, 'GL_CURRENT_PROGRAM') === '0' &&
		!Number(valueAt(at, 'GL_PROGRAM_PIPELINE_BINDING') || 0);
}

// The last program that was used was validated since it was linked, and failed.
function failedValidation(at) {
	const row = at.state.get('program.GL_VALIDATE_STATUS') === 'GL_FALSE'
		? at.validated() : -1;
	return row >= 0 && { row, tab: 'call' };
}

function hasTooFew(at) {
	const { counts, mode } = at;
	const need = mode === 'GL_PATCHES'
		? Number(valueAt(at, 'GL_PATCH_VERTICES')) || 1
		: Object.hasOwn(PRIMITIVES, mode) ? PRIMITIVES[mode][0] : 1;
	if (!counts || !counts.length || !counts.every((n) => n < need))
		return null;
	const most = Math.max(...counts);
	return most > 0 ? { text: `${most} vert${most > 1 ? 'ices' : 'ex'} for ` +
		mode } : { text: '0 vertices' };
}

function hasNoInstance({ text }) {
	const n = numbersOfArgument(text, '(?:instancecount|instance_count|' +
		'numInstances)') ?? numbersOfArgument(text, 'primcount');
	return n?.length === 1 && n[0] === 0;
}

function copiesNothing({ text }) {
	const of = (name) => numbersOfArgument(text, name)?.[0];
	return ['src', 'dst'].some((side) => ['X', 'Y'].some((axis) => {
		const from = of(`${side}${axis}0`);
		return from !== undefined && from === of(`${side}${axis}1`);
	}));
}

function hasNoGroup({ text }) {
	return ['x', 'y', 'z'].some((axis) =>
		numbersOfArgument(text, `num_groups_${axis}`)?.[0] === 0);
}

// Both sides, as a primitive may have either.
function stencilIs(at, name, test) {
	return test(valueAt(at, `GL_STENCIL_${name}`)) &&
		test(valueAt(at, `GL_STENCIL_BACK_${name}`) ||
			valueAt(at, `GL_STENCIL_${name}`));
}

function hasStencil(at) {
	return isOn(at, 'GL_STENCIL_TEST') && at.target.aspects.has('stencil');
}

function neverPassesStencil(at) {
	return hasStencil(at) && stencilIs(at, 'FUNC', (f) => f === 'GL_NEVER');
}

function hasDepth(at) {
	return isOn(at, 'GL_DEPTH_TEST') && at.target.aspects.has('depth');
}

// What may hide it: a test that is on, and neither passes all nor none.
function testText(name, func) {
	return /^GL_(ALWAYS|NEVER)$|^$/.test(func) ? null
		: { text: `${name} ${func}` };
}

const PIXELS = ['vertices', 'pixels'], WRITES = ['vertices', 'pixels', 'clear'];
const ALL = ['vertices', 'pixels', 'clear', 'blit'];

/*
 * Each rule: of, kinds of draws for which it holds (none: all); aspects, what it
 * stops (none: all); test(at), whether it holds, or an object with what differs
 * from the rule; path: of the state that shows it; or tab.
 * level	stops: nothing can be drawn; part: its aspects cannot; may: what is
 *		drawn may be wrong; hint: shown only if nothing else explains that
 *		nothing changed; fact: what happened
 * A rule about what a draw has changed does not hold, so it is not shown.
 */
const BADGES = [
	{ text: 'not made', level: 'stops', tab: 'call', isOwn: true,
		title: 'The replay did not make this call',
		test: (at) => at.isSkipped },
	{ text: 'GL error', level: 'stops', tab: 'call', isOwn: true,
		title: 'The call raised an error', test: (at) => at.isFailed },
	{ text: '0 vertices', level: 'stops', of: ['vertices'], tab: 'call',
		title: 'These make no primitive', test: hasTooFew },
	{ text: '0 instances', level: 'stops', of: ['vertices'], tab: 'call',
		test: hasNoInstance },
	{ text: '0 groups', level: 'stops', of: ['dispatch'], tab: 'call',
		isOwn: true, test: hasNoGroup },
	{ text: 'clears nothing', level: 'stops', of: ['clear'], tab: 'call',
		test: (at) => /^0?$/.test(argumentOf(at.text, 'mask')) &&
			at.name === 'glClear' },
	{ text: 'empty rectangle', level: 'stops', of: ['blit'], tab: 'call',
		test: copiesNothing },
	{ text: 'framebuffer incomplete', level: 'stops', of: ALL,
		test: whyNoFramebuffer },
	{ text: 'no program', level: 'stops', of: ['vertices'],
		path: 'values.GL_CURRENT_PROGRAM', test: hasNoProgram },
	{ text: 'rasterizer discard', level: 'stops', of: WRITES,
		path: 'GL_RASTERIZER_DISCARD',
		test: (at) => isOn(at, 'GL_RASTERIZER_DISCARD') },
	{ text: 'render mode', level: 'stops', of: PIXELS,
		path: 'values.GL_RENDER_MODE', test: (at) =>
			/^GL_(SELECT|FEEDBACK)$/.test(valueAt(at, 'GL_RENDER_MODE')) &&
			{ text: `render mode ${valueAt(at, 'GL_RENDER_MODE')}` } },
	{ text: 'viewport', level: 'stops', of: ['vertices'], test: whyNoViewport },
	{ text: 'scissor', level: 'stops', of: ALL, path: 'GL_SCISSOR_BOX',
		test: whyNoScissor },
	{ text: 'culls front and back', level: 'stops', of: ['vertices'],
		path: 'values.GL_CULL_FACE_MODE', test: (at) =>
			isOn(at, 'GL_CULL_FACE') && isPolygon(at.mode) &&
			!hasMaker(at) && valueAt(at, 'GL_CULL_FACE_MODE') ===
			'GL_FRONT_AND_BACK' },
	{ text: 'raster position invalid', level: 'stops', of: ['pixels'],
		path: 'values.GL_CURRENT_RASTER_POSITION_VALID', test: (at) =>
			valueAt(at, 'GL_CURRENT_RASTER_POSITION_VALID') === '0' },
	{ text: 'alpha func never', level: 'stops', of: PIXELS,
		path: 'values.GL_ALPHA_TEST_FUNC', test: (at) =>
			isOn(at, 'GL_ALPHA_TEST') &&
			valueAt(at, 'GL_ALPHA_TEST_FUNC') === 'GL_NEVER' },
	{ text: 'stencil func never', level: 'stops', of: PIXELS,
		aspects: ['color', 'depth'], path: 'values.GL_STENCIL_FUNC',
		test: neverPassesStencil },
	{ text: 'depth func never', level: 'stops', of: PIXELS,
		aspects: ['color', 'depth'], path: 'values.GL_DEPTH_FUNC',
		test: (at) => hasDepth(at) &&
			valueAt(at, 'GL_DEPTH_FUNC') === 'GL_NEVER' },
	{ text: 'no draw buffer', level: 'part', of: WRITES, aspects: ['color'],
		path: 'values.GL_DRAW_BUFFER',
		test: (at) => !isElsewhere(at) && !drawnBuffers(at).length },
	{ text: 'color mask off', level: 'part', of: WRITES, aspects: ['color'],
		path: 'GL_COLOR_WRITEMASK', test: masksColor },
	{ text: 'blend leaves the target as it is', level: 'part', of: PIXELS,
		aspects: ['color'], path: 'GL_BLEND', test: blendsNothing },
	{ text: 'logic op leaves the target as it is', level: 'part', of: PIXELS,
		aspects: ['color'], path: 'values.GL_LOGIC_OP_MODE', test: (at) =>
			isOn(at, 'GL_COLOR_LOGIC_OP') &&
			valueAt(at, 'GL_LOGIC_OP_MODE') === 'GL_NOOP' },
	{ text: 'depth mask off', level: 'part', of: WRITES, aspects: ['depth'],
		path: 'values.GL_DEPTH_WRITEMASK', test: (at) =>
			/^(0|GL_FALSE|false)$/.test(valueAt(at,
				'GL_DEPTH_WRITEMASK')) },
	{ text: 'stencil mask off', level: 'part', of: ['clear'],
		aspects: ['stencil'], path: 'values.GL_STENCIL_WRITEMASK',
		test: (at) => valueAt(at, 'GL_STENCIL_WRITEMASK') === '0' },
	{ text: 'program not linked', level: 'may', of: ['vertices'],
		path: 'program.GL_LINK_STATUS', title: 'Its last link failed: an ' +
			'earlier one may still be in use', test: (at) =>
			at.state.get('program.GL_LINK_STATUS') === 'GL_FALSE' },
	{ text: 'program\'s validation failed', level: 'may', of: ['vertices'],
		path: 'program.GL_VALIDATE_STATUS', test: failedValidation },
	{ text: 'culls', level: 'hint', of: ['vertices'],
		path: 'values.GL_CULL_FACE_MODE', test: (at) =>
			isOn(at, 'GL_CULL_FACE') && isPolygon(at.mode) && { text:
				`culls ${valueAt(at, 'GL_CULL_FACE_MODE')}` } },
	{ text: 'depth test', level: 'hint', of: PIXELS,
		path: 'values.GL_DEPTH_FUNC', test: (at) => hasDepth(at) &&
			testText('depth test', valueAt(at, 'GL_DEPTH_FUNC')) },
	{ text: 'stencil test', level: 'hint', of: PIXELS,
		path: 'values.GL_STENCIL_FUNC', test: (at) => hasStencil(at) &&
			testText('stencil test', valueAt(at, 'GL_STENCIL_FUNC')) },
	{ text: 'alpha test', level: 'hint', of: PIXELS,
		path: 'values.GL_ALPHA_TEST_FUNC', test: (at) =>
			isOn(at, 'GL_ALPHA_TEST') && testText('alpha test',
				valueAt(at, 'GL_ALPHA_TEST_FUNC')) },
	{ text: 'scissor test', level: 'hint', of: ALL, path: 'GL_SCISSOR_BOX',
		test: (at) => isOn(at, 'GL_SCISSOR_TEST') },
];

// The aspects of a rule that the draw has and has not changed; null: none is so,
// or one has changed.
function isOpen(rule, at) {
	const own = rule.aspects ? at.aspects.filter((aspect) =>
		rule.aspects.includes(aspect)) : at.aspects;
	return !own.some((aspect) => at.target.changed.has(aspect)) &&
		(!rule.aspects || own.length > 0);
}

function holds(rule, at) {
	if ((rule.of && !rule.of.includes(at.kind)) ||
	    (!at.state && !rule.isOwn && rule.tab !== 'call'))
		return null;
	if (!rule.isOwn && rule.level !== 'may' && !isOpen(rule, at))
		return null;
	const found = rule.test(at);
	return found ? { text: rule.text, level: rule.level, path: rule.path,
		tab: rule.tab ?? 'state', title: rule.title ?? '',
		aspects: rule.aspects, ...found } : null;
}

// A mask of depth explains nothing where colors go to another target.
function isOfUse(badge, at, list) {
	return badge.level !== 'part' || badge.aspects.includes('color') ||
		at.kind === 'clear' || !at.aspects.includes('color') ||
		list.some((other) => other.level === 'part' &&
			other.aspects.includes('color'));
}

// What happened to the pixels.
function unchangedBadge({ target }) {
	const { missing, names } = target;
	return { text: missing.length ? `changed no pixel of ${names.join(', ')}`
		: 'changed no pixel', level: 'fact', tab: 'output',
	title: missing.length ? `There is no picture of ${missing.join(', ')}`
		: 'All attachments are as before the draw' };
}

// The badges of a draw: {text, level, tab, path, row, title}.
function badgesOf(at) {
	const all = BADGES.map((rule) => holds(rule, at)).filter(Boolean);
	const list = all.filter((badge) => isOfUse(badge, at, all));
	const isExplained = list.some(({ level, aspects }) => level === 'stops' ||
		(level === 'part' && aspects.includes('color')));
	const textures = at.state && at.kind === 'vertices' ? at.textures()
		.map((found) => ({ level: 'may', tab: 'state',
			title: 'The samples of it are black', ...found })) : [];
	const facts = at.target.isUnchanged ? [unchangedBadge(at)] : [];
	return [...facts, ...list.filter(({ level }) => level !== 'hint' ||
		(at.target.isUnchanged && !isExplained)), ...textures];
}
