// SPDX-License-Identifier: MIT
'use strict';
// The address of the page has what it shows: "#call=NUMBER&tab=output&x=..". So a
// link leads others to that place.

function addressOf(page) {
	const fields = new URLSearchParams(), { calls } = page.data;
	if (page.row >= 0)
		fields.set('call', calls.numbers[page.row]);
	else if (page.frame >= 0)
		fields.set('frame', page.data.about.frames[page.frame].frame);
	fields.set('tab', page.tab.name);
	for (const tab of page.tabs)
		for (const [name, value] of Object.entries(tab.fields()))
			if (value !== '')
				fields.set(name, value);
	return `#${fields}`;
}

// Shows what an address says, as far as the page has it. Returns whether it
// says a call or a frame.
function followAddress(page, text) {
	const fields = new URLSearchParams(text.replace(/^#/, ''));
	const { calls, about } = page.data;
	for (const tab of page.tabs)
		tab.follow(fields);
	const tab = page.tabs.find((t) => t.name === fields.get('tab'));
	if (tab)
		page.openTab(tab);
	const number = Number(fields.get('call') || 'none');
	const row = calls.error ? -1 : calls.rowOf(number);
	if (row >= 0 && calls.numbers[row] === number) {
		page.select(row);
		return true;
	}
	const frame = about.frames.findIndex((f) =>
		String(f.frame) === fields.get('frame'));
	if (frame >= 0)
		page.chooseFrame(frame);
	return frame >= 0;
}

class Address {
	constructor(page) {
		Object.assign(this, { page, timer: 0, last: location.hash });
		addEventListener('hashchange', () => {
			if (location.hash !== this.last)
				followAddress(page, location.hash);
		});
	}

	later() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.write(), 200);
	}

	write() {
		this.last = addressOf(this.page);
		try {
			history.replaceState(null, '', this.last);
		} catch (e) {
			// browsers may forbid it to files, or so often
		}
	}
}
