// SPDX-License-Identifier: MIT
'use strict';
// Paths of state: "programs.current.shaders[1].source".

// "a.b[2].c" has the parts a, b, [2], c.
function partsOf(path) {
	return path.match(/\[[^\]]*\]|[^.[]+/g) ?? [path];
}

function joinParts(parts) {
	return parts.map((part, i) => i && part[0] !== '[' ? `.${part}` : part)
		.join('');
}

// The name of the group that a path is in: its first part, and an index.
function groupOf(path) {
	const parts = partsOf(path);
	return joinParts(parts.slice(0, /^\[/.test(parts[1] || '') ? 2
		: parts[0] === 'programs' && parts.length > 2 ? 2 : 1));
}

// Text may be a string of JSON.
function plainValue(value) {
	if (!/^".*"$/s.test(value))
		return value;
	try {
		return String(JSON.parse(value));
	} catch {
		return value;
	}
}

const UNIFORM_FIELDS = new Set(['name', 'type', 'size', 'location', 'value']);

// What a path below "uniforms" is of: {program, name, field}, or null.
function uniformOf(path) {
	const parts = partsOf(path), i = parts.indexOf('uniforms');
	if (i < 0 || i + 1 >= parts.length)
		return null;
	const last = parts[parts.length - 1];
	const isField = parts.length > i + 2 && UNIFORM_FIELDS.has(last);
	return { program: joinParts(parts.slice(0, i)),
		name: joinParts(parts.slice(i + 1, isField ? -1 : undefined)),
		field: isField ? last : 'value' };
}

// The programs of a state: each has uniforms, each with {type, value, ...}.
function uniformsOf(list) {
	const programs = new Map();
	for (const { path, after } of list) {
		const uniform = uniformOf(path);
		if (!uniform)
			continue;
		const { program, name, field } = uniform;
		if (!programs.has(program))
			programs.set(program, new Map());
		const own = programs.get(program);
		if (!own.has(name))
			own.set(name, {});
		own.get(name)[field] = after;
	}
	return programs;
}

// A matrix has a line for each of its rows; it is stored column by column.
function uniformText({ type, value }) {
	const found = /MAT(\d)(?:x(\d))?/.exec(type ?? '');
	const numbers = found && /^\[[^[\]{}"]*\]$/.test(value ?? '')
		? value.slice(1, -1).split(',') : [];
	const [columns, rows] = found ? [Number(found[1]),
		Number(found[2] ?? found[1])] : [0, 0];
	if (!columns || numbers.length !== columns * rows)
		return value ?? '';
	const width = Math.max(...numbers.map((n) => n.trim().length));
	return [...Array(rows).keys()].map((row) => numbers.filter((_, i) =>
		i % rows === row).map((n) => n.trim().padStart(width)).join('  '))
		.join('\n');
}

function isSource(path) {
	const parts = partsOf(path);
	return parts[parts.length - 1] === 'source';
}
