// SPDX-License-Identifier: MIT
'use strict';
// Elements of a page, and what all pages do with them.

function byId(name) {
	return document.getElementById(name);
}

// Elements without markup: text stays text.
function make(tag, attributes, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {}))
		if (name === 'class')
			element.className = value;
		else if (name.startsWith('on'))
			element.addEventListener(name.slice(2), value);
		else
			element.setAttribute(name, value);
	element.append(...children);
	return element;
}

function countText(n) {
	return n.toLocaleString('en-US');
}

// Lets the user keep a file.
function download(name, content, type = 'text/csv') {
	const url = URL.createObjectURL(new Blob([content], { type }));
	make('a', { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}
