// SPDX-License-Identifier: MIT
'use strict';
// The row of each call: each thread has a track with a row for each depth of
// nesting, below the frames, requests and counters of its
// process. Rows are lists of calls that do not
// overlap, in order, so that a binary search finds those in view.

const ROW = 18, MOST_ROW = 40, HEAD = 24, FRAMES = 20, THREAD_GAP = 5, RULER = 24;
const COUNTER = 40, LANE = 15;
const COLLAPSED = 8;

// Calls of each thread by depth: rows[thread][depth] = Uint32Array.
function rowsOf(data) {
	const counts = [];
	for (let i = 0; i < data.n; i++) {
		const own = counts[data.thread[i]] ||
			(counts[data.thread[i]] = []);
		own[data.depth[i]] = (own[data.depth[i]] || 0) + 1;
	}
	const rows = counts.map((own) => own.map((n) => newRow(n)));
	for (let i = 0; i < data.n; i++) {
		const row = rows[data.thread[i]][data.depth[i]];
		row.calls[row.n++] = i;
	}
	for (const own of rows)
		for (const row of own || [])
			finishRow(data, row);
	return rows;
}

function newRow(n) {
	return { n: 0, calls: new Uint32Array(n), busy: new Float64Array(n + 1),
		failed: [], matches: [] };
}

// For each call: the longest duration up to it. Also finds the failed ones.
function finishRow(data, row) {
	const failed = [];
	for (let k = 0; k < row.n; k++) {
		const i = row.calls[k];
		row.busy[k + 1] = row.busy[k] + data.end[i] - data.begin[i];
		if (data.error[i])
			failed.push(i);
	}
	row.failed = Uint32Array.from(failed);
}

// Threads that have calls, by process, both in the order of their first calls.
// Behind them processes that have requests or counters only.
function processesOf(data, rows) {
	const groups = new Map();
	const threads = rows.map((own, thread) => thread)
		.filter((thread) => rows[thread])
		.sort((a, b) => rows[a][0].calls[0] - rows[b][0].calls[0]);
	for (const thread of threads) {
		const process = data.about.threads[thread].process;
		if (!groups.has(process))
			groups.set(process, []);
		groups.get(process).push(thread);
	}
	for (const list of [data.about.requests, data.about.counters])
		for (const one of list)
			if (!groups.has(ownerOf(one)))
				groups.set(ownerOf(one), []);
	return groups;
}

function framesOf(data, process) {
	const frames = data.about.frames.find((f) => f.process === process);
	if (!frames)
		return null;
	const first = frames.first ? frames.ends[0] : data.firstNs;
	const ends = Float64Array.from(frames.first ? frames.ends.slice(1)
		: frames.ends);
	const begins = new Float64Array(ends.length);
	for (let k = 0; k < ends.length; k++)
		begins[k] = k ? ends[k - 1] : first;
	const times = ends.map((end, k) => end - begins[k]).sort();
	return { begins, ends, first: frames.first + (frames.first ? 1 : 0),
		median: times.length ? times[times.length >> 1] : 0 };
}

// All tracks, from top to bottom: {kind, y, height, ...}.
function buildTracks(data) {
	const rows = rowsOf(data), tracks = [];
	const requests = byOwner(data.about.requests);
	const counters = byOwner(data.about.counters);
	for (const [process, threads] of processesOf(data, rows)) {
		tracks.push({ kind: 'process', process, closed: false });
		const frames = framesOf(data, process);
		if (frames)
			tracks.push({ kind: 'frames', process, frames });
		const lanes = lanesOf(requests.get(process) || []);
		if (lanes.length)
			tracks.push({ kind: 'requests', process, lanes });
		for (const counter of countersOf(counters.get(process) || []))
			tracks.push({ kind: 'counter', process, counter });
		for (const thread of threads)
			tracks.push({ kind: 'thread', process, thread,
				rows: rows[thread], closed: false,
				losses: lossesOf(data, process, thread) });
	}
	placeTracks(tracks, ROW);
	return { tracks, rows };
}

function lossesOf(data, process, thread) {
	const tid = data.about.threads[thread].tid;
	return data.about.losses.filter((l) => l.process === process &&
		l.tid === tid);
}

// row: of one depth of nesting
function heightOf(track, row) {
	if (track.kind === 'process')
		return HEAD;
	if (track.kind === 'frames')
		return FRAMES;
	if (track.kind === 'requests')
		return track.lanes.length * LANE + 4;
	if (track.kind === 'counter')
		return COUNTER;
	return (track.closed ? COLLAPSED + 6 : track.rows.length * row) +
		THREAD_GAP;
}

// How high a row can be for all to be seen at once.
function rowHeight(tracks, space) {
	placeTracks(tracks, ROW);
	const n = tracks.reduce((sum, track) => sum + (track.kind === 'thread' &&
		track.height && !track.closed ? track.rows.length : 0), 0);
	const more = n ? Math.floor((space - tracksHeight(tracks)) / n) : 0;
	return Math.max(ROW, Math.min(MOST_ROW, ROW + more));
}

// Sets the position of each track; those of a closed process have no height.
function placeTracks(tracks, row) {
	let y = 0, closed = false;
	for (const track of tracks) {
		if (track.kind === 'process')
			closed = track.closed;
		track.y = y;
		track.height = closed && track.kind !== 'process' ? 0
			: heightOf(track, row);
		y += track.height;
	}
	return y;
}

function tracksHeight(tracks) {
	const last = tracks[tracks.length - 1];
	return last ? last.y + last.height + 12 : 0;
}

// The first of a row that has not ended at `ns`.
function firstEnding(data, calls, ns) {
	let low = 0, high = calls.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (data.end[calls[middle]] > ns)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

// The first of a list of calls from `from` on that begins at `ns` or later,
// which is usually near.
function firstBeginning(data, calls, from, ns) {
	let step = 1, low = from, high = from + 1;
	while (high < calls.length && data.begin[calls[high]] < ns) {
		low = high;
		step *= 2;
		high += step;
	}
	high = Math.min(high, calls.length);
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (data.begin[calls[middle]] < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

// The track and row at a height, or null.
function trackAt(tracks, y) {
	return tracks.find((t) => y >= t.y && y < t.y + t.height) || null;
}

function rowAt(track, y, row) {
	if (!track || track.kind !== 'thread')
		return null;
	if (track.closed)
		return track.rows[0];
	return track.rows[Math.floor((y - track.y) / row)] || null;
}

// The call of a row around a time, or the nearest one up to `slack` away.
function callAt(data, row, ns, slack) {
	const k = firstEnding(data, row.calls, ns);
	let best = -1, least = slack;
	for (const i of [row.calls[k - 1], row.calls[k]]) {
		if (i === undefined)
			continue;
		const away = Math.max(data.begin[i] - ns, ns - data.end[i], 0);
		if (away <= least) {
			least = away;
			best = i;
		}
	}
	return best;
}

function parentOf(rows, data, call) {
	if (!data.depth[call])
		return -1;
	const calls = rows[data.thread[call]][data.depth[call] - 1].calls;
	const k = lastAtMost(calls, call);
	return k < 0 ? -1 : calls[k];
}
