// SPDX-License-Identifier: MIT
'use strict';
// What a call of a draw says by itself: its kind, arguments and vertices. Rules of
// badges.js hold for some kinds only.

// The first one that fits; what no line has is drawn in a way of its own.
const DRAW_KINDS = [
	[/^gl(Draw(Arrays|Elements|RangeElements|TransformFeedback|MeshArrays)|MultiDraw|MultiMode)/,
		'vertices'],
	[/^gl(End|Rect[dfisx]|EvalMesh|DrawTex[fisx])/, 'vertices'],
	[/^gl(DrawPixels|CopyPixels|Bitmap)/, 'pixels'],
	[/^glClear(Buffer|Named|$)/, 'clear'],
	[/^glBlit(Named)?Framebuffer/, 'blit'],
	[/^glDispatch/, 'dispatch'],
];

// Vertices of one primitive, and whether it is a polygon.
const PRIMITIVES = {
	GL_POINTS: [1, false], GL_LINES: [2, false], GL_LINE_STRIP: [2, false],
	GL_LINE_LOOP: [2, false], GL_TRIANGLES: [3, true],
	GL_TRIANGLE_STRIP: [3, true], GL_TRIANGLE_FAN: [3, true],
	GL_QUADS: [4, true], GL_QUAD_STRIP: [4, true], GL_POLYGON: [3, true],
	GL_LINES_ADJACENCY: [4, false], GL_LINE_STRIP_ADJACENCY: [4, false],
	GL_TRIANGLES_ADJACENCY: [6, true], GL_TRIANGLE_STRIP_ADJACENCY: [6, true],
};

const GIVES_VERTEX = /Vertex|ArrayElement|^glEval|CallList/;
const MOST_ROWS_BACK = 100000;	// from glEnd to its glBegin

function drawKind(name) {
	const found = DRAW_KINDS.find(([pattern]) => pattern.test(name));
	return found ? found[1] : 'other';
}

// The text of an argument, or "".
function argumentOf(text, name) {
	const found = new RegExp(`[(, ]${name}=(\\[[^\\]]*\\]|\\{[^}]*\\}|[^,)]*)`)
		.exec(text);
	return found ? found[1] : '';
}

// Numbers of an argument that has one or a list of them; null: something else.
function numbersOfArgument(text, name) {
	const words = argumentOf(text, name).replace(/^[[{]|[\]}]$/g, '').trim()
		.split(/[,\s]+/);
	return words.every((word) => /^-?\d+$/.test(word)) ? words.map(Number)
		: null;
}

// The rows of glBegin .. glEnd that end in `row`; null: they are not in the page.
function rowsOfEnd(calls, row) {
	const least = Math.max(0, row - MOST_ROWS_BACK);
	for (let i = row - 1; i >= least; i--) {
		const name = calls.name(i);
		if (name === 'glBegin')
			return { from: i, to: row };
		if (name === 'glEnd')
			return null;
	}
	return null;
}

function givesVertices(calls, { from, to }) {
	for (let i = from + 1; i < to; i++)
		if (GIVES_VERTEX.test(calls.name(i)))
			return true;
	return false;
}

// How many vertices each primitive list of the draw has; null: not known.
function vertexCounts(calls, row) {
	if (calls.name(row) === 'glEnd') {
		const rows = rowsOfEnd(calls, row);
		return rows && !givesVertices(calls, rows) ? [0] : null;
	}
	if (/Indirect|TransformFeedback|^glRect|^glEvalMesh|^glDrawTex/.test(
		calls.name(row)))
		return null;
	const [n] = numbersOfArgument(calls.texts[row],
		'(?:drawcount|primcount)') ?? [];
	return /^glMulti/.test(calls.name(row)) && n === 0 ? [0]
		: numbersOfArgument(calls.texts[row], 'count');
}

// What the vertices make, as far as the call says it.
function modeOf(calls, row) {
	if (/^glRect/.test(calls.name(row)))
		return 'GL_POLYGON';
	if (calls.name(row) !== 'glEnd')
		return argumentOf(calls.texts[row], 'mode');
	const rows = rowsOfEnd(calls, row);
	return rows ? argumentOf(calls.texts[rows.from], 'mode') : '';
}

function isPolygon(mode) {
	return Object.hasOwn(PRIMITIVES, mode) && PRIMITIVES[mode][1];
}

// Aspects that the call names: those that it clears or copies.
function aspectsOfCall(kind, text) {
	if (kind !== 'clear' && kind !== 'blit')
		return ['color', 'depth', 'stencil'];
	const words = argumentOf(text, 'mask') || argumentOf(text, 'buffer');
	return ['color', 'depth', 'stencil'].filter((aspect) =>
		words.includes(aspect.toUpperCase()));
}
