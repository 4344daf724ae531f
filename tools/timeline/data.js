// SPDX-License-Identifier: MIT
'use strict';
// The data of the page, unpacked. Columns of numbers are unpacked at once: one
// number for each call in the order in which calls began. Text and memory of
// calls are in chunks, unpacked when they are shown (words.h).

const MARK = 1;			// words.h: memory belongs to the line
const STATES = ['', 'unfinished', 'abandoned', 'does not return', 'replaced'];
const MARKS = ['late', 'cut', 'fake', 'no begin'];
const UNTIMED = 128;
const CACHED_CHUNKS = 48;

async function loadColumn(name, array) {
	const element = document.querySelector(
		`script.column[data-name="${name}"]`);
	numbersOf(await unpack(element), array);
	element.remove();
	return array;
}

// Where calls end as they are drawn: one without an end lasts as long as the
// one around it, or as the recording; none lasts longer than the one around it.
function endsOf(data) {
	const n = data.n, end = new Float64Array(n), open = [];
	for (let i = 0; i < n; i++) {
		const stack = open[data.thread[i]] ||
			(open[data.thread[i]] = []);
		const depth = data.depth[i];
		const most = depth ? end[stack[depth - 1]] : data.about.last_ns;
		const own = data.time[i] < 0 ? most
			: data.begin[i] + data.time[i];
		end[i] = Math.max(data.begin[i], Math.min(own, most));
		stack[depth] = i;
	}
	return end;
}

// For numbers up to `most`.
function arrayFor(n, most) {
	return most < 0x100 ? new Uint8Array(n) : most < 0x10000
		? new Uint16Array(n) : new Uint32Array(n);
}

async function loadColumns(data) {
	const n = data.n, large = data.about.all_calls > 0xffffffff;
	const { functions, threads, files } = data.about;
	data.number = addUp(await loadColumn('number',
		large ? new Float64Array(n) : new Uint32Array(n)), 1);
	data.begin = addUp(await loadColumn('begin', new Float64Array(n)), 0);
	data.time = await loadColumn('time', new Float64Array(n));
	for (let i = 0; i < n; i++)
		data.time[i]--;
	data.fn = await loadColumn('function', arrayFor(n, functions.length));
	data.thread = await loadColumn('thread', arrayFor(n, threads.length));
	data.depth = await loadColumn('depth', arrayFor(n,
		data.about.most_depth));
	data.state = await loadColumn('state', new Uint8Array(n));
	data.error = await loadColumn('error', new Uint16Array(n));
	// one behind those that have a name
	data.file = await loadColumn('file', arrayFor(n, files.length + 1));
	data.object = await loadColumn('object', arrayFor(n, data.about.objects));
	data.end = endsOf(data);
}

// The time that it shows: of its calls, and if none was left out, of requests and
// counters.
function timeOf(about) {
	let firstNs = about.calls ? about.first_ns : Infinity;
	let lastNs = about.calls ? about.last_ns : 0;
	const take = (first, last) => {
		firstNs = Math.min(firstNs, first);
		lastNs = Math.max(lastNs, last);
	};
	if (about.calls < about.all_calls)
		return { firstNs: Math.min(firstNs, lastNs), lastNs };
	for (const { series } of about.counters)
		for (const { points } of series)
			if (points.length)
				take(points[0], points[points.length - 2]);
	for (const { begin_ns: begin, end_ns: end = begin } of about.requests)
		take(begin, end);
	return { firstNs: Math.min(firstNs, lastNs), lastNs };
}

async function loadData() {
	const element = document.querySelector('script.about');
	const about = JSON.parse(new TextDecoder().decode(await unpack(element)));
	const data = {
		about, n: about.calls,
		...timeOf(about),
		chunks: [...document.querySelectorAll('script.words')],
		chunkFirst: about.chunks, cached: new Map(),
	};
	element.remove();
	await loadColumns(data);
	return data;
}

// Where the text of each call of a chunk begins.
function startsOf(bytes, textEnd, n) {
	const starts = new Uint32Array(n + 1);
	let at = 4;
	for (let i = 0; i < n; i++) {
		starts[i] = at;
		at = bytes.indexOf(0, at) + 1;
		if (!at || at > textEnd)
			at = textEnd;
	}
	starts[n] = at;
	return starts;
}

async function unpackChunk(data, index) {
	const bytes = await unpack(data.chunks[index]);
	const first = data.chunkFirst[index];
	const next = index + 1 < data.chunkFirst.length
		? data.chunkFirst[index + 1] : data.n;
	const textEnd = 4 + new DataView(bytes.buffer).getUint32(0, true);
	return { bytes, first, textEnd,
		starts: startsOf(bytes, textEnd, next - first) };
}

// A chunk by its number; recently used ones stay unpacked.
function chunkOf(data, index) {
	let promise = data.cached.get(index);
	if (promise)
		data.cached.delete(index);
	else
		promise = unpackChunk(data, index);
	data.cached.set(index, promise);
	if (data.cached.size > CACHED_CHUNKS)
		data.cached.delete(data.cached.keys().next().value);
	return promise;
}

function countMarks(bytes, from, to) {
	let n = 0;
	for (let i = from; i < to; i++)
		n += bytes[i] === MARK;
	return n;
}

// n pieces of the chunk's memory, from number `from` on.
function memoryOf(chunk, from, n) {
	const list = [], bytes = chunk.bytes;
	let at = chunk.textEnd;
	for (let k = 0; k < from + n; k++) {
		const item = {};
		at = takeNumber(bytes, at);
		const size = leb.value;
		at = takeNumber(bytes, at);
		item.trueSize = leb.value;
		at = takeNumber(bytes, at);
		item.name = decodeText(bytes.subarray(at, at + leb.value));
		at += leb.value;
		item.bytes = bytes.subarray(at, at + size);
		at += size;
		if (k >= from)
			list.push(item);
	}
	return list;
}

// The lines of a call: {name, value, memory}; the result has the name ''.
async function wordsOf(data, call) {
	const index = lastAtMost(data.chunkFirst, call);
	const chunk = await chunkOf(data, index);
	const k = call - chunk.first;
	const from = chunk.starts[k], to = chunk.starts[k + 1] - 1;
	const text = decodeText(chunk.bytes.subarray(from, Math.max(from, to)));
	const before = countMarks(chunk.bytes, 4, from);
	const memory = memoryOf(chunk, before, countMarks(chunk.bytes, from, to));
	return text.split('\n').filter(Boolean).map((line) => {
		const end = line.indexOf('\u0001');
		const own = end < 0 ? 0 : line.length - end;
		const shown = end < 0 ? line : line.slice(0, end);
		const equals = shown.indexOf('=');
		return { name: shown.slice(0, equals),
			value: shown.slice(equals + 1),
			memory: memory.splice(0, own) };
	});
}

function isArgument(word) {
	return word.name && !word.name.startsWith('#');
}

// The same in one line, as in dump.
async function lineOf(data, call) {
	const words = await wordsOf(data, call);
	const args = words.filter((w) => isArgument(w))
		.map((w) => `${w.name}=${w.value}`).join(', ');
	const result = words.find((w) => !w.name);
	return `(${args})${result ? result.value : ''}`;
}

function functionOf(data, call) {
	return data.about.functions[data.fn[call]];
}

function threadOf(data, call) {
	return data.about.threads[data.thread[call]];
}

function errorOf(data, call) {
	return data.error[call] ? data.about.errors[data.error[call] - 1] || '?'
		: '';
}

// The file, pipe or socket that it is about.
function fileOf(data, call) {
	return data.file[call] ? data.about.files[data.file[call] - 1] || '?'
		: '';
}

// How it ended, in addition to its result.
function stateOf(data, call) {
	const state = data.state[call], words = [];
	if (STATES[state & 7])
		words.push(STATES[state & 7]);
	for (let i = 0; i < MARKS.length; i++)
		if (state >> 3 & 1 << i)
			words.push(MARKS[i]);
	return words.join(', ');
}

function hasTime(data, call) {
	return data.time[call] >= 0 && !(data.state[call] & UNTIMED);
}

// "850 ns", "1.2 us" ...
function timeText(ns) {
	if (ns < 1000)
		return `${Math.round(ns)} ns`;
	for (const [size, unit] of [[1e3, 'µs'], [1e6, 'ms']])
		if (ns < size * 1000)
			return `${(ns / size).toPrecision(4)} ${unit}`;
	return `${(ns / 1e9).toPrecision(5)} s`;
}

function durationText(data, call) {
	return hasTime(data, call) ? timeText(data.time[call]) : '–';
}

// Seconds since the session's start, as in the lines of dump but finer.
function momentText(ns) {
	return (ns / 1e9).toFixed(ns < 1e12 ? 7 : 6);
}

// "name pid", and the host in a page of several.
function processText(data, p) {
	data.hosts ??= new Set(data.about.processes.map((other) => other.host));
	const host = data.hosts.size > 1 && p.host ? `${p.host}: ` : '';
	return `${host}${p.name || 'process'} ${p.pid}`;
}

function threadText(data, thread) {
	const t = data.about.threads[thread];
	const p = data.about.processes[t.process];
	const name = t.name || (p && p.name) || 'thread';
	return `${name} ${t.tid}`;
}
