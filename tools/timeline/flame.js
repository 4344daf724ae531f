// SPDX-License-Identifier: MIT
'use strict';
// The chosen calls as a flame graph: processes, their functions, and what was
// called inside of these. Widths are time. What is above a box is around it.

const BOX_HEIGHT = 20;
const LEAST_SHARE = 0.0008;	// of the width: about a pixel
const MOST_BOXES = 4000;
const NOT_CHOSEN = -1, WAITS = -2;	// no node

// The nodes around the outermost calls of a thread.
function basesOf(data, thread, by) {
	const p = data.about.threads[thread].process, bases = [];
	if (by !== 'all')
		bases.push([`process ${p}`,
			processText(data, data.about.processes[p])]);
	if (by === 'thread')
		bases.push([`thread ${thread}`, threadText(data, thread)]);
	return bases;
}

// Nodes {name, colour, own, total, n, all, depth, parent, children}; the first one
// has all. own, total: times. n, all: calls, and those inside. A call that was
// not chosen is left out between those that were: its time is that of the call
// around it. One that waits has no node, and its time is nobody's own.
function flameOf(data, { parent }, calls, { by, hasWaiting, hasBetween }) {
	const root = makeNode(null, 'all', -1), nodes = [root];
	const spans = new Map();
	let waiting = 0, endless = 0;
	const nodeOf = new Int32Array(data.n).fill(NOT_CHOSEN);
	const own = new Float64Array(data.n);
	const child = (node, key, name, colour) => {
		let found = node.children.get(key);
		if (!found) {
			node.children.set(key, found = makeNode(node, name, colour));
			found.index = nodes.push(found) - 1;
		}
		return found;
	};
	const baseOf = (thread) => basesOf(data, thread, by).reduce(
		(node, [key, name]) => child(node, key, name, -1), root);
	for (const i of calls) {
		let around = parent[i];
		while (around >= 0 && nodeOf[around] === NOT_CHOSEN)
			around = parent[around];
		const time = flameTime(data, i);
		endless += data.time[i] < 0;
		if (around >= 0)
			own[around] -= time;
		else
			extendSpan(spans, data, i);
		if (!hasWaiting && functionOf(data, i).waits) {
			nodeOf[i] = WAITS;
			waiting++;
			continue;
		}
		while (around >= 0 && nodeOf[around] < 0)
			around = parent[around];
		const outer = around >= 0 ? nodes[nodeOf[around]]
			: baseOf(data.thread[i]);
		const node = child(outer, data.fn[i], functionOf(data, i).name,
			data.fn[i]);
		nodeOf[i] = node.index;
		node.n++;
		node.total += time;
		own[i] += time;
	}
	for (const i of calls)
		if (nodeOf[i] >= 0)
			nodes[nodeOf[i]].own += Math.max(0, own[i]);
	const between = hasBetween ? addBetween(spans, (thread) =>
		child(baseOf(thread), '[program]', '[program]', -1)) : 0;
	addUpNodes(nodes);
	return { root, nodeOf, waiting, between, endless };
}

// A call without an end lasts as long as it is drawn.
function flameTime(data, call) {
	if (data.time[call] < 0)
		return data.end[call] - data.begin[call];
	return hasTime(data, call) ? data.time[call] : 0;
}

// A thread's outermost calls: from when to when, and how long together.
function extendSpan(spans, data, call) {
	const thread = data.thread[call], { begin, end } = data;
	const span = spans.get(thread) || { from: begin[call], to: 0, busy: 0 };
	span.to = Math.max(span.to, end[call]);
	span.busy += end[call] - begin[call];
	spans.set(thread, span);
}

// Nodes for the time of threads outside of their calls, which is returned.
function addBetween(spans, nodeOf) {
	let all = 0;
	for (const [thread, { from, to, busy }] of spans) {
		const time = to - from - busy;
		if (time <= 0)
			continue;
		const node = nodeOf(thread);
		node.total += time;
		node.own += time;
		all += time;
	}
	return all;
}

// Each is at least as long as what is inside of it.
function addUpNodes(nodes) {
	for (const node of nodes.slice().reverse()) {
		node.total = Math.max(node.total, node.inner);
		node.all += node.n;
		if (node.parent) {
			node.parent.inner += node.total;
			node.parent.all += node.all;
		}
	}
}

function makeNode(parent, name, colour) {
	return { parent, name, colour, index: 0, n: 0, all: 0, own: 0, total: 0,
		inner: 0, depth: parent ? parent.depth + 1 : 0,
		children: new Map() };
}

// Names from the root's child on: they identify a node in another flame graph.
function pathOf(node) {
	return node.parent ? [...pathOf(node.parent), node.name] : [];
}

function nodeAt(root, path) {
	let node = root;
	for (const name of path) {
		const next = [...node.children.values()].find((c) => c.name === name);
		if (!next)
			break;
		node = next;
	}
	return node;
}

// What is shown of a node and what is in it: {node, left, width}, parts of the
// whole width. The nodes around it are as wide as the page.
function boxesOf(base, sizeOf) {
	const boxes = [];
	for (let node = base.parent; node; node = node.parent)
		boxes.unshift({ node, left: 0, width: 1 });
	const put = (node, left, width) => {
		if (width < LEAST_SHARE || boxes.length >= MOST_BOXES)
			return;
		boxes.push({ node, left, width });
		const inner = [...node.children.values()].sort((a, b) =>
			sizeOf(b) - sizeOf(a));
		for (const one of inner) {
			const part = width * sizeOf(one) / (sizeOf(node) || 1);
			put(one, left, part);
			left += part;
		}
	};
	put(base, 0, 1);
	return boxes;
}

class FlameView {
	constructor(view, on) {
		const id = (name) => document.getElementById(name);
		Object.assign(this, { view, on, panel: id('panel-flame'),
			scope: id('flame-scope'), timer: 0, seen: '', path: [] });
		this.first = view.data.about.flame || {};
		for (const [name, value] of [['by', this.first.by],
			['width', this.first.width]])
			if (value)
				id(`flame-${name}`).value = value;
		id('flame-waits').checked = this.first.waits || false;
		for (const name of ['by', 'width', 'waits'])
			id(`flame-${name}`).addEventListener('change', () =>
				this.update());
		view.changed.push(() => this.onView());
		this.panel.addEventListener('keydown', (e) => this.onKey(e));
	}

	// It follows the view, but only while somebody can see it.
	onView() {
		const now = this.view.rangeKey();
		if (this.panel.hidden || now === this.seen)
			return;
		this.seen = now;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.update(), 120);
	}

	update() {
		const { view } = this, { data } = view;
		const calls = callsThat(data, view.isChosen());
		const id = (name) => document.getElementById(`flame-${name}`);
		const isByCalls = id('width').value === 'calls';
		this.sizeOf = isByCalls ? (node) => node.all : (node) => node.total;
		this.flame = flameOf(data, nestingFor(data), calls,
			{ by: id('by').value, hasWaiting: id('waits').checked,
				// not known if calls are left out
				hasBetween: !isByCalls &&
					data.about.calls === data.about.all_calls });
		const { root, waiting, between, endless } = this.flame;
		this.scope.textContent = `${timeText(root.total - between)} in ` +
			`${countText(root.all)} call${root.all === 1 ? '' : 's'} ` +
			`${view.chosenText()}${waiting ? ', without ' +
			`${countText(waiting)} that wait` : ''}${endless
			? `, ${countText(endless)} of them without an end` : ''}`;
		this.base = nodeAt(this.flame.root, this.path);
		this.draw();
	}

	zoomTo(node) {
		this.base = node;
		this.path = pathOf(node);
		this.draw();
		this.panel.querySelector('.base').focus();
	}

	draw() {
		if (!this.flame)
			return;
		const boxes = boxesOf(this.base, this.sizeOf);
		const depth = boxes.reduce((max, b) => Math.max(max, b.node.depth), 0);
		const area = make('div', { class: 'flames', role: 'tree',
			'aria-label': 'Time by function and call around' },
		...boxes.map((box) => this.makeBox(box)));
		area.style.height = `${(depth + 1) * BOX_HEIGHT}px`;
		this.panel.replaceChildren(area);
	}

	makeBox({ node, left, width }) {
		const { view, flame } = this;
		const share = this.sizeOf(node) / (this.sizeOf(flame.root) || 1);
		const text = `${node.name} ${(share * 100).toFixed(1)} %`;
		const isBase = node === this.base;
		const box = make('button', { type: 'button', role: 'treeitem',
			class: isBase ? 'box base' : 'box', 'aria-level': node.depth + 1,
			tabindex: isBase ? 0 : -1,
			title: `${text}\n${timeText(node.total)}, ` +
				`${timeText(node.own)} of it its own` + (node.n
				? `, ${countText(node.n)} call${node.n === 1 ? '' : 's'}`
				: '') + (node.n ? '\nl: list these calls' : ''),
			onclick: () => this.zoomTo(node) }, width > 0.01 ? text : '');
		box.node = node;
		box.style.left = `${left * 100}%`;
		box.style.width = `${width * 100}%`;
		box.style.top = `${node.depth * BOX_HEIGHT}px`;
		if (node.colour >= 0)
			box.style.background = view.paint.calls[node.colour];
		return box;
	}

	// Arrows go to the boxes around and inside, and to those at the sides.
	onKey(event) {
		const own = event.target, { node } = own;
		if (!node)
			return;
		const row = [...this.panel.querySelectorAll('.box')].filter((b) =>
			b.node.depth === node.depth);
		const find = (other) => [...this.panel.querySelectorAll('.box')]
			.find((b) => b.node === other);
		const first = [...node.children.values()].sort((a, b) =>
			this.sizeOf(b) - this.sizeOf(a))[0];
		const to = { ArrowUp: () => find(node.parent),
			ArrowDown: () => find(first),
			ArrowLeft: () => row[row.indexOf(own) - 1],
			ArrowRight: () => row[row.indexOf(own) + 1] }[event.key];
		if (to)
			(to() || own).focus();
		else if (event.key === 'Escape' && this.base.parent)
			this.zoomTo(this.flame.root);
		else if (event.key === 'l' && node.n)
			this.list(node);
		else
			return;
		event.preventDefault();
		event.stopPropagation();
	}

	// Lists the calls of a box, whatever is in view then.
	list(node) {
		const { nodeOf } = this.flame;
		this.on.only({ text: pathOf(node).join(' > '),
			test: (i) => nodeOf[i] === node.index });
	}
}
