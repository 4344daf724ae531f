// SPDX-License-Identifier: MIT
'use strict';
// Calls of a frame as a tree: groups of the program, else of targets. A group
// has the rows from .. to - 1. It begins with a call, or (head: -1) with none.

const PUSHES = /^gl(PushDebugGroup|PushGroupMarker)/;
const POPS = /^gl(PopDebugGroup|PopGroupMarker)/;
const MOST_DEPTH = 40;		// that is shown by indenting

// What a call of a debug group says.
function messageOf(text) {
	const found = /"((?:[^"\\]|\\.)*)"/.exec(text);
	return found ? found[1] : text;
}

function newGroup(head, from, depth, text) {
	return { head, from, to: from, depth, text, draws: 0, isOpen: true };
}

// Groups that the program made, in the order of their rows.
function debugGroups(calls, { from, to }) {
	const groups = [], open = [];
	for (let row = from; row < to; row++) {
		const name = calls.name(row);
		if (PUSHES.test(name)) {
			const group = newGroup(row, row + 1, open.length,
				messageOf(calls.texts[row]));
			groups.push(group);
			open.push(group);
		} else if (POPS.test(name) && open.length) {
			open.pop().to = row + 1;
		}
	}
	for (const group of open)
		group.to = to;
	return groups;
}

function targetText({ draws, tiles }, number) {
	const set = draws.attachmentSets[number];
	const names = set.map((a) => stringOf(a?.name)).join(', ');
	const first = set.map((a) => tiles.attachments?.[a?.attachment])
		.find(Boolean);
	return `target ${number}: ${names || 'nothing'}` +
		`${first ? ` (${sizeText(first)})` : ''}`;
}

// The calls up to each last draw of a target, if there is more than one target.
function targetGroups(data, { from, to }) {
	const { calls, draws } = data;
	const groups = [];
	let target = -1, start = from, last = null;
	for (let row = from; row < to; row++) {
		const draw = draws.list[calls.draws[row]];
		if (!draw)
			continue;
		if (draw.attachments !== target) {
			target = draw.attachments;
			last = newGroup(-1, start, 0, targetText(data, target));
			groups.push(last);
		}
		last.to = start = row + 1;
	}
	return groups.length > 1 ? groups : [];
}

// How many draws each group has.
function countDraws(groups, calls, { from, to }) {
	const before = new Uint32Array(to - from + 1);
	for (let row = from; row < to; row++)
		before[row - from + 1] = before[row - from] +
			(calls.draws[row] >= 0 ? 1 : 0);
	for (const group of groups)
		group.draws = before[group.to - from] - before[group.from - from];
}

function groupsOf(data, range) {
	const { calls, draws } = data;
	const own = debugGroups(calls, range);
	const groups = own.length || draws.error ? own
		: targetGroups(data, range);
	countDraws(groups, calls, range);
	return groups;
}

function startOf(group) {
	return group.head < 0 ? group.from : group.head;
}

// What is seen of the tree: rows, and -1 - k for group k that no call begins.
// depths has how deep each is.
function openRows(groups, { from, to }) {
	const list = [], depths = [], ends = [];
	let k = 0, row = from;
	const enter = (group) => {
		list.push(group.head < 0 ? -1 - k : group.head);
		depths.push(Math.min(MOST_DEPTH, ends.length));
		ends.push(group.to);
		k++;
		row = group.isOpen ? group.from : group.to;
		while (k < groups.length && startOf(groups[k]) < row)
			k++;
	};
	for (;;) {
		while (ends.length && row >= ends[ends.length - 1])
			ends.pop();
		if (row >= to)
			return { list, depths };
		const group = groups[k];
		if (group && startOf(group) === row) {
			enter(group);
			continue;
		}
		list.push(row);
		depths.push(Math.min(MOST_DEPTH, ends.length));
		row++;
	}
}

// The groups around a row, the outer ones first.
function groupsAround(groups, row) {
	return groups.filter((group) => row >= group.from && row < group.to);
}
