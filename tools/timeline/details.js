// SPDX-License-Identifier: MIT
'use strict';
// All that is known about one call.

const HEX_LINE = 16;
const MOST_FLOWS = 20;		// buttons that follow those of one call

function hexText(bytes) {
	const lines = [];
	for (let at = 0; at < bytes.length; at += HEX_LINE) {
		const some = [...bytes.subarray(at, at + HEX_LINE)];
		const hex = some.map((b) => b.toString(16).padStart(2, '0'));
		const letters = some.map((b) => b > 31 && b < 127
			? String.fromCharCode(b) : '.').join('');
		lines.push(`${at.toString(16).padStart(8, '0')}  ` +
			`${hex.slice(0, 8).join(' ').padEnd(23)}  ` +
			`${hex.slice(8).join(' ').padEnd(23)}  ${letters}`);
	}
	return lines.join('\n');
}

// Decodes UTF-8; controls are shown as their pictures.
function plainText(bytes) {
	return decodeText(bytes).replace(/[\u0000-\u0008\u000b-\u001f]/g,
		(c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
		.replace(/\u007f/g, '\u2421');
}

function isMostlyText(bytes) {
	let n = 0;
	for (const b of bytes)
		n += b === 9 || b === 10 || b > 31 && b < 127;
	return n >= bytes.length * 0.9;
}

// A piece of memory, as hex or as text.
function memoryBox(item) {
	const pre = make('pre', { tabindex: 0, 'aria-label': item.name });
	const buttons = [];
	const show = (isText) => {
		pre.className = isText ? 'text' : 'hex';
		pre.textContent = isText ? plainText(item.bytes)
			: hexText(item.bytes);
		buttons.forEach((b, k) => b.setAttribute('aria-pressed',
			(k === 1) === isText));
	};
	for (const [k, text] of ['Hex', 'Text'].entries())
		buttons.push(make('button', { type: 'button',
			onclick: () => show(k === 1) }, text));
	show(isMostlyText(item.bytes));
	return make('div', { class: 'memory' },
		make('div', { class: 'bar' },
			make('span', {}, sizeText(item)), ...buttons),
		pre);
}

function sizeText(item) {
	const n = item.bytes.length;
	const size = item.trueSize > n
		? `${countText(n)} of ${countText(item.trueSize)} bytes`
		: `${countText(n)} byte${n === 1 ? '' : 's'}`;
	return `${item.name}: ${size}`;
}

class Details {
	constructor(view, on) {
		this.view = view;
		this.on = on;
		this.element = document.getElementById('details');
		this.query = '';
		this.clear();
	}

	clear() {
		this.element.replaceChildren(make('p', { class: 'none' },
			'Choose a call, on its track or in the table, to see its ' +
			'arguments.'));
	}

	// Text with the search matches marked.
	marked(text) {
		const wanted = this.query.toLowerCase();
		const at = wanted ? text.toLowerCase().indexOf(wanted) : -1;
		if (at < 0 || text.toLowerCase().length !== text.length)
			return [text];
		return [text.slice(0, at),
			make('mark', {}, text.slice(at, at + wanted.length)),
			text.slice(at + wanted.length)];
	}

	async show(call) {
		this.call = call;
		if (call < 0) {
			this.clear();
			return;
		}
		const words = await wordsOf(this.view.data, call);
		if (this.call !== call)
			return;
		this.element.replaceChildren(...this.head(call),
			...this.values('Arguments', words.filter(isArgument)),
			...this.values('Result', words.filter((w) => !w.name)),
			...this.values('Stack', words.filter((w) =>
				w.name.startsWith('#'))));
		this.element.dataset.call = call;
	}

	head(call) {
		const { view } = this, { data } = view;
		const fn = functionOf(data, call);
		return [make('h2', {}, ...this.marked(fn.name)),
			this.facts(this.factsOf(call, fn)), this.actions(call)];
	}

	factsOf(call, fn) {
		const { data } = this.view, thread = threadOf(data, call);
		const p = data.about.processes[thread.process] || {};
		const facts = [['Call', String(data.number[call])],
			['Category', fn.category],
			['Begin', `${momentText(data.begin[call])} s`],
			['Duration', durationText(data, call)],
			['Thread', threadText(data, data.thread[call])],
			['Process', processText(data, p)]];
		if (p.host)
			facts.push(['Host', p.host]);
		if (stateOf(data, call))
			facts.push(['State', stateOf(data, call)]);
		if (data.error[call])
			facts.push(['Error', errorOf(data, call)]);
		if (data.file[call])
			facts.push(['File', fileOf(data, call)]);
		const frame = this.frameOf(thread.process, call);
		if (frame)
			facts.push(['Frame', frame]);
		return facts;
	}

	frameOf(process, call) {
		const { data, tracks } = this.view;
		const track = tracks.find((t) => t.kind === 'frames' &&
			t.process === process);
		if (!track)
			return '';
		const { begins, ends, first } = track.frames;
		const k = lastAtMost(ends, data.begin[call] - 1) + 1;
		return k < ends.length && data.begin[call] >= begins[k]
			? String(first + k) : '';
	}

	facts(list) {
		const dl = make('dl', { class: 'facts' });
		for (const [name, value] of list)
			dl.append(make('dt', {}, name),
				make('dd', name === 'Error' ? { class: 'failed' } : {},
					value));
		return dl;
	}

	actions(call) {
		const { view, on } = this;
		const parent = parentOf(view.rows, view.data, call);
		const button = (text, run) => make('button',
			{ type: 'button', onclick: run }, text);
		const box = make('div', { class: 'actions' },
			button('Zoom to it', () => zoomToCall(view, call)));
		const { data } = view, name = functionOf(data, call).name;
		box.append(button(`All calls of ${name}`, () => on.only({
			text: name, test: (i) => data.fn[i] === data.fn[call] })));
		if (data.file[call])
			box.append(button('All of its file', () => on.only({
				text: fileOf(data, call),
				test: (i) => data.file[i] === data.file[call] })));
		if (data.object[call])
			box.append(button('From open to close', () => on.only({
				text: `${fileOf(data, call)}, from open to close`,
				test: (i) => data.object[i] === data.object[call] })));
		const some = (test) => flowsFor(view).filter(test)
			.slice(0, MOST_FLOWS);
		for (const flow of some((f) => f.from === call))
			box.append(button(`To ${threadText(data,
				data.thread[flow.to])}`, () => on.select(flow.to)));
		for (const flow of some((f) => f.to === call))
			box.append(button(`From ${functionOf(data, flow.from).name} of ` +
				threadText(data, data.thread[flow.from]),
			() => on.select(flow.from)));
		if (parent >= 0)
			box.append(button(`Inside of ${functionOf(view.data,
				parent).name}`, () => on.select(parent)));
		return box;
	}

	values(title, words) {
		if (!words.length)
			return [];
		const dl = make('dl'), rest = [];
		for (const word of words) {
			dl.append(make('dt', {}, word.name || 'returns'),
				make('dd', {}, this.value(word)));
			for (const item of word.memory)
				rest.push(memoryBox(item));
		}
		return [make('h3', {}, title), dl, ...rest];
	}

	value(word) {
		const text = word.name ? word.value
			: word.value.replace(/^ = /, '');
		return make('code', { class: 'value',
			'data-name': word.name || 'ret' }, ...this.marked(text));
	}
}
