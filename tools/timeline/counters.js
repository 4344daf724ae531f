// SPDX-License-Identifier: MIT
'use strict';
// Counters: numbers over time, each on a track of its own below its process.

// The process of a counter or request: its index, or the text of a pid.
function ownerOf({ process, pid }) {
	return process ?? pid;
}

// Counters or requests by their owners.
function byOwner(list) {
	const groups = new Map();
	for (const one of list) {
		const owner = ownerOf(one);
		if (!groups.has(owner))
			groups.set(owner, []);
		groups.get(owner).push(one);
	}
	return groups;
}

// Tracks of counters: {name, series: [{name, ns, values}], least, most}.
function countersOf(list) {
	return list.map((c) => {
		const series = c.series.map(({ name, points }) => ({ name,
			ns: Float64Array.from(points.filter((_, k) => k % 2 === 0)),
			values: Float64Array.from(points.filter((_, k) => k % 2)) }));
		let least = 0, most = 0;
		for (const { values } of series)
			for (const value of values) {
				least = Math.min(least, value);
				most = Math.max(most, value);
			}
		return { name: c.id ? `${c.name} ${c.id}` : c.name,
			category: c.category, series, least, most };
	});
}

function numberText(value) {
	return Number.isInteger(value) && Math.abs(value) < 1e15
		? countText(value) : String(Number(value.toPrecision(6)));
}

function counterColour(view, counter, series) {
	return `hsl(${hashOf(counter.name + series.name) * 137 % 360}, 55%, ` +
		`${view.paint.lightness}%)`;
}

// The series' points in view, as [x, first level, last, lowest, highest] of
// each pixel that has some. The first may be before the view.
function columnsOf(view, series, level) {
	const columns = [], { ns, values } = series;
	const first = Math.max(0, lastAtMost(ns, view.from));
	for (let k = first; k < ns.length && ns[k] < view.to; k++) {
		const x = Math.max(GUTTER, Math.floor(view.x(ns[k])));
		const y = level(values[k]), last = columns[columns.length - 1];
		if (last && last[0] === x) {
			last[2] = y;
			last[3] = Math.max(last[3], y);
			last[4] = Math.min(last[4], y);
		} else {
			columns.push([x, y, y, y, y]);
		}
	}
	return columns;
}

// A line of steps: a value lasts until the next.
function drawSteps(view, columns, colour) {
	const { ctx } = view;
	ctx.beginPath();
	columns.forEach(([x, first, last, lowest, highest], k) => {
		if (k)
			ctx.lineTo(x, columns[k - 1][2]);
		else
			ctx.moveTo(x, first);
		ctx.lineTo(x, first);
		ctx.lineTo(x, lowest);
		ctx.lineTo(x, highest);
		ctx.lineTo(x, last);
	});
	ctx.lineTo(endOfSteps(view), columns[columns.length - 1][2]);
	ctx.strokeStyle = colour;
	ctx.lineWidth = 1.5;
	ctx.stroke();
}

function endOfSteps(view) {
	return Math.max(GUTTER, Math.min(view.width, view.x(view.data.lastNs)));
}

// From the steps to 0.
function fillSteps(view, columns, colour, zero) {
	const { ctx } = view;
	ctx.globalAlpha = 0.25;
	ctx.fillStyle = colour;
	columns.forEach(([x, , y], k) => {
		const end = k + 1 < columns.length ? columns[k + 1][0]
			: endOfSteps(view);
		ctx.fillRect(x, Math.min(y, zero), end - x, Math.abs(zero - y));
	});
	ctx.globalAlpha = 1;
}

function drawCounter(view, track, top) {
	const { ctx, paint } = view, { counter } = track;
	const { least, most, series } = counter, height = COUNTER - 8;
	const half = most / 2 - least / 2 || 0.5;	// the whole may be infinite
	const level = (value) => top + 3 +
		height * (1 - (value / 2 - least / 2) / half);
	ctx.fillStyle = paint.line;
	ctx.fillRect(GUTTER, Math.round(level(0)), view.width - GUTTER, 1);
	for (const one of series) {
		const columns = columnsOf(view, one, level);
		const colour = counterColour(view, counter, one);
		if (!columns.length)
			continue;
		if (series.length === 1)
			fillSteps(view, columns, colour, level(0));
		drawSteps(view, columns, colour);
	}
	ctx.fillStyle = paint.faint;
	ctx.fillText(numberText(most), GUTTER + 4, top + 8);
}

// A counter's values at a moment: [[name of the series, text], ...].
function counterValues(counter, ns) {
	return counter.series.map(({ name, ns: moments, values }) => {
		const k = lastAtMost(moments, ns);
		return [name, k < 0 ? '–' : numberText(values[k])];
	});
}
