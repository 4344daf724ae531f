// SPDX-License-Identifier: MIT
'use strict';
// What goes on after the call that began it: asynchronous reads, fences, queries.
// Those of a process are in lanes, so that none lies over another one.

const MOST_LANES = 12;		// the last one has all that are too many

// Lanes of some requests by their begins: {list, ends}. ends: the last end up to
// each, which never falls, though the list's own may.
function lanesOf(requests) {
	const lists = [], free = [];
	for (const request of requests) {
		let k = free.findIndex((end) => end <= request.begin_ns);
		if (k < 0)
			k = Math.min(lists.length, MOST_LANES - 1);
		(lists[k] ??= []).push(request);
		free[k] = Math.max(free[k] ?? 0, request.end_ns ?? Infinity);
	}
	return lists.map((list) => {
		let last = 0;
		return { list, ends: Float64Array.from(list, (r) =>
			last = Math.max(last, r.end_ns ?? Infinity)) };
	});
}

function requestEnd(view, request) {
	return request.end_ns ?? view.data.lastNs;
}

function drawRequest(view, request, y) {
	const { ctx, paint } = view;
	const x = Math.max(GUTTER, view.x(request.begin_ns));
	const end = Math.min(view.width, view.x(requestEnd(view, request)));
	const width = Math.max(2, end - x - 1);
	ctx.globalAlpha = request.end_ns === undefined ? 0.45 : 0.85;
	ctx.fillStyle = `hsl(${hashOf(request.name) * 137 % 360}, 45%, ` +
		`${paint.lightness}%)`;
	ctx.fillRect(x, y, width, LANE - 3);
	ctx.globalAlpha = 1;
	ctx.fillStyle = paint.ink;
	for (const ns of request.steps)
		if (view.x(ns) > x)
			ctx.fillRect(Math.round(view.x(ns)), y, 1, LANE - 3);
	if (width > 30)
		drawName(view, request.name, x, width, y + LANE / 2 - 1);
	return x + width;
}

function drawRequests(view, track, top) {
	track.lanes.forEach(({ list, ends }, k) => {
		const y = top + k * LANE + 1;
		let behind = GUTTER;	// what is drawn
		for (let i = lastAtMost(ends, view.from) + 1; i < list.length &&
		    list[i].begin_ns < view.to; i++)
			// not those that are too narrow to be seen
			if (view.x(requestEnd(view, list[i])) > behind)
				behind = drawRequest(view, list[i], y) - 1;
	});
}

// The last one that is drawn there, or null.
function requestAt(view, { list, ends }, x) {
	const from = view.ns(x - 2), to = view.ns(x + 2);
	let found = null;
	for (let i = lastAtMost(ends, from) + 1; i < list.length &&
	    list[i].begin_ns <= to; i++)
		if (requestEnd(view, list[i]) >= from)
			found = list[i];
	return found;
}

// The call that began it, or -1.
function callOfRequest(view, request) {
	return request.thread === undefined ? -1 : callDuring(view, sameThreads(view.data, request.thread),
		request.begin_ns, true);
}
