// SPDX-License-Identifier: MIT
'use strict';
// Frames, calls and draws of the page, checked once.

const KIND = { draw: 1, work: 2, query: 4, error: 8, skipped: 16 };
const KIND_TEXTS = { draw: 'draw', work: 'upload or work', query: 'query',
	error: 'GL error', skipped: 'not made by the replay' };

function stringOf(value) {
	return typeof value === 'string' ? value
		: value === undefined || value === null ? '' : String(value);
}

function listOf(value) {
	return Array.isArray(value) ? value : [];
}

function isIndex(value, n) {
	return Number.isSafeInteger(value) && value >= 0 && value < n;
}

// "" for one, "s" for others.
function plural(n) {
	return n === 1 ? '' : 's';
}

class About {
	constructor(json) {
		if (!json || typeof json !== 'object' || Array.isArray(json))
			throw damaged('about: it is no object');
		if (json.version !== 1)
			throw new Error('the page is of another version');
		this.title = stringOf(json.title);
		this.writer = stringOf(json.writer);
		this.fault = stringOf(json.fault);
		this.notes = listOf(json.notes).map(stringOf);
		this.context = json.context || {};
		this.recorded = json.recorded || null;
		this.frames = listOf(json.frames).map((f, i) => this.frame(f, i));
		this.markSlowest();
	}

	frame(json, i) {
		const { frame, first } = json || {};
		if (!Number.isSafeInteger(frame) || !Number.isSafeInteger(first ?? 0))
			throw damaged(`about: frame ${i}`);
		const number = (value) => Number.isFinite(value) ? value : 0;
		return { frame, first: first ?? 0, calls: number(json.calls),
			draws: number(json.draws), ms: number(json.ms),
			errors: number(json.errors), isDetailed: json.detail === true,
			thumbnail: json.thumbnail ?? null, isSlowest: false };
	}

	// The first one makes what the others only use.
	markSlowest() {
		const others = this.frames.slice(1);
		const most = others.reduce((ms, f) => Math.max(ms, f.ms), 0);
		const slowest = others.find((f) => most && f.ms === most);
		if (slowest && this.frames.length > 2)
			slowest.isSlowest = true;
	}
}

class Calls {
	constructor(json) {
		const { functions, numbers, function: fn, texts, kinds, draws,
			frames } = json || {};
		const columns = [numbers, fn, texts, kinds, draws, frames];
		if (!Array.isArray(functions) || !columns.every((c) =>
			Array.isArray(c) && c.length === numbers.length))
			throw damaged('calls: their columns');
		Object.assign(this, { functions: functions.map(stringOf), numbers,
			fn, texts, kinds, draws, frames, n: numbers.length });
		for (let i = 0; i < this.n; i++)
			this.check(i);
		this.ranges = this.findFrames();
	}

	check(i) {
		if (!Number.isSafeInteger(this.numbers[i]) ||
		    !isIndex(this.fn[i], this.functions.length) ||
		    typeof this.texts[i] !== 'string' ||
		    !Number.isSafeInteger(this.kinds[i]) ||
		    !Number.isSafeInteger(this.frames[i]))
			throw damaged(`calls: row ${i}`);
	}

	// Of each frame, the rows from .. to - 1.
	findFrames() {
		const ranges = new Map();
		for (let i = 0; i < this.n; i++) {
			const range = ranges.get(this.frames[i]);
			if (!range)
				ranges.set(this.frames[i], { from: i, to: i + 1 });
			else if (range.to++ !== i)
				throw damaged('calls: frames are not in order');
		}
		return ranges;
	}

	name(row) {
		return this.functions[this.fn[row]];
	}

	is(row, kind) {
		return (this.kinds[row] & kind) !== 0;
	}

	// The row of that number, or of the last one before it; -1: none. Calls of
	// several threads are in the order of the replay.
	rowOf(number) {
		return this.numbers.reduce((best, n, row) => n <= number &&
			(best < 0 || n > this.numbers[best]) ? row : best, -1);
	}
}

class Draws {
	constructor(json, calls) {
		const { draws, attachmentSets, textureSets } = json || {};
		if (![draws, attachmentSets, textureSets].every(Array.isArray))
			throw damaged('draws: their lists');
		this.attachmentSets = attachmentSets.map(listOf);
		this.textureSets = textureSets.map(listOf);
		this.list = draws.map((draw, i) => this.check(draw, i, calls));
		this.n = this.list.length;
		this.list.forEach((draw, i) => {
			if (i && draw.call <= this.list[i - 1].call)
				throw damaged('draws: they are not in order');
		});
	}

	check(draw, i, calls) {
		const { call, attachments, textures } = draw || {};
		if (!isIndex(call, calls.n) ||
		    !isIndex(attachments ?? -1, this.attachmentSets.length) ||
		    !isIndex(textures ?? -1, this.textureSets.length))
			throw damaged(`draws: draw ${i}`);
		return { call, attachments, textures,
			errors: listOf(draw.errors).map(stringOf) };
	}

	// The last draw up to a row; -1: none.
	lastUpTo(row) {
		return lastAtMostBy(this.list, (draw) => draw.call, row);
	}

	attachmentsOf(draw) {
		return this.attachmentSets[this.list[draw].attachments];
	}

	texturesOf(draw) {
		return this.textureSets[this.list[draw].textures];
	}

	// Draws that use a content.
	usersOf(content) {
		const sets = this.textureSets.map((set) => set.some((texture) =>
			listOf(texture?.images).some((image) =>
				image?.content === content)));
		return this.list.flatMap((draw, i) =>
			sets[draw.textures] ? [i] : []);
	}
}

// What `make` gives, or the error in its place: a page shows what is sound.
async function partOf(make) {
	try {
		return await make();
	} catch (error) {
		return { error };
	}
}

function sound(part) {
	if (part.error)
		throw part.error;
	return part;
}

async function loadParts() {
	const cache = new Cache(CACHED_BYTES);
	const about = new About(await jsonOf('about'));
	const calls = await partOf(async () => new Calls(await jsonOf('calls')));
	const draws = await partOf(async () =>
		new Draws(await jsonOf('draws'), sound(calls)));
	const part = (name, Type) => partOf(async () =>
		new Type(await jsonOf(name), cache));
	return { about, calls, draws, cache,
		contents: await part('contents', Contents),
		tiles: await part('tiles', Tiles),
		states: await part('states', States) };
}
