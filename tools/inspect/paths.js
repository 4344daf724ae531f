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

// What a path below "uniforms" is the value of: {program, name}, or null.
function uniformOf(path) {
	const parts = partsOf(path), i = parts.indexOf('uniforms');
	return i < 0 || i + 1 >= parts.length ? null
		: { program: joinParts(parts.slice(0, i)),
			name: joinParts(parts.slice(i + 1)) };
}

function isSource(path) {
	const parts = partsOf(path);
	return parts[parts.length - 1] === 'source';
}
