// SPDX-License-Identifier: MIT
'use strict';
// Arrows from a call to what it led to on another thread: a fork to the child,
// pthread_create to the thread, and others that the archive has.

const MOST_ARROWS = 400;	// of those that are drawn faintly

// Threads that have the ids of this one: before and after exec.
function sameThreads(data, thread) {
	const { threads, processes } = data.about;
	const idsOf = (t) => {
		const { pid, host } = processes[threads[t].process];
		return `${host} ${pid} ${threads[t].tid}`;
	};
	if (!data.byIds) {
		data.byIds = new Map();
		threads.forEach((_, t) => {
			const ids = idsOf(t), some = data.byIds.get(ids);
			if (some)
				some.push(t);
			else
				data.byIds.set(ids, [t]);
		});
	}
	return data.byIds.get(idsOf(thread));
}

// The innermost call of these threads at a moment, or -1. before: else the last
// one before it, as of vfork, whose end is not known
function callDuring(view, threads, ns, before) {
	const { data } = view;
	let found = -1, last = -1;
	for (const thread of threads)
		for (const { calls } of view.rows[thread] || []) {
			const call = calls[lastAtMostBy(calls,
				(i) => data.begin[i], ns)];
			if (call === undefined)
				continue;
			if (data.end[call] >= ns && (found < 0 ||
			    data.depth[call] > data.depth[found]))
				found = call;
			last = Math.max(last, call);
		}
	return found < 0 && before ? last : found;
}

// The first call of these threads from a moment on, or -1.
function callFrom(view, threads, ns) {
	const { data } = view;
	let found = -1;
	for (const thread of threads) {
		const row = (view.rows[thread] || [])[0];
		if (!row)
			continue;
		const call = row.calls[lastAtMostBy(row.calls,
			(i) => data.begin[i], ns - 1) + 1];
		if (call !== undefined && (found < 0 ||
		    data.begin[call] < data.begin[found]))
			found = call;
	}
	return found;
}

// {name, from, to, fromNs, toNs}: calls, of those that are on the page.
function flowsOf(view) {
	const { data } = view, list = [];
	for (const [name, a, fromNs, b, toNs] of data.about.flows) {
		const to = sameThreads(data, b);
		const from = callDuring(view, sameThreads(data, a), fromNs, true);
		const at = callDuring(view, to, toNs, false);
		const next = at >= 0 ? at : callFrom(view, to, toNs);
		if (from >= 0 && next >= 0)
			list.push({ name, from, to: next, fromNs, toNs });
	}
	return list;
}

function flowsFor(view) {
	return view.flows ??= flowsOf(view);
}

// Where an end of an arrow is on the canvas, or null.
function flowEnd(view, call, ns) {
	const track = view.trackOf[view.data.thread[call]];
	if (!track || !track.height)
		return null;
	const box = boxOf(view, track, call);
	return { x: Math.max(box.x, Math.min(view.x(ns), box.x + box.width)),
		y: box.y + box.height / 2 };
}

function drawArrow(ctx, from, to) {
	const bend = Math.max(16, Math.abs(to.x - from.x) / 3);
	ctx.beginPath();
	ctx.moveTo(from.x, from.y);
	ctx.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
	ctx.moveTo(to.x - 6, to.y - 3);
	ctx.lineTo(to.x, to.y);
	ctx.lineTo(to.x - 6, to.y + 3);
	ctx.stroke();
}

// Those of the chosen call stand out.
function drawFlows(view) {
	const { ctx, paint, selected } = view;
	const seen = flowsFor(view).filter((f) => f.fromNs < view.to &&
		f.toNs >= view.from);
	ctx.save();
	ctx.beginPath();
	ctx.rect(GUTTER, RULER, view.width - GUTTER, view.height - RULER);
	ctx.clip();
	for (const flow of seen) {
		const isOwn = flow.from === selected || flow.to === selected;
		if (!isOwn && seen.length > MOST_ARROWS)
			continue;
		const from = flowEnd(view, flow.from, flow.fromNs);
		const to = flowEnd(view, flow.to, flow.toNs);
		if (!from || !to)
			continue;
		ctx.strokeStyle = isOwn ? paint.accent : paint.faint;
		ctx.globalAlpha = isOwn ? 1 : 0.45;
		ctx.lineWidth = isOwn ? 2 : 1;
		drawArrow(ctx, from, to);
	}
	ctx.restore();
}
