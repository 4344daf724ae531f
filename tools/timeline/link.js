// SPDX-License-Identifier: MIT
'use strict';
// The address of the page has what it shows: "#t=FROM-TO&call=NUMBER", with times
// in ns since the session's start. So a link leads others to that moment.

function linkOf(view) {
	const { data, selected } = view;
	const range = `#t=${Math.round(view.from)}-${Math.round(view.to)}`;
	return selected < 0 ? range : `${range}&call=${data.number[selected]}`;
}

// Shows what an address says, as far as the recording has it.
function followLink(page, text) {
	const { view, data } = page;
	const fields = new URLSearchParams(text.replace(/^#/, ''));
	const range = /^(-?\d+)-(-?\d+)$/.exec(fields.get('t') || '');
	const number = fields.get('call');
	if (/^\d+$/.test(number || '')) {
		const call = lastAtMost(data.number, Number(number));
		if (call >= 0 && data.number[call] === Number(number))
			page.select(call);
	}
	if (range && Number(range[1]) < Number(range[2]))
		view.show(Number(range[1]), Number(range[2]));
}

class Link {
	constructor(page) {
		Object.assign(this, { page, timer: 0, last: location.hash });
		followLink(page, location.hash);
		page.view.changed.push(() => this.onView());
		addEventListener('hashchange', () => {
			if (location.hash !== this.last)
				followLink(page, location.hash);
		});
	}

	onView() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.write(), 250);
	}

	write() {
		this.last = linkOf(this.page.view);
		try {
			history.replaceState(null, '', this.last);
		} catch (e) {
			// browsers may forbid it to files, or so often
		}
	}
}
