// SPDX-License-Identifier: MIT
'use strict';
// Dark or light: as the browser likes it, until the user chooses.

function chooseTheme(theme) {
	document.documentElement.dataset.theme = theme;
	try {
		localStorage.setItem('fxtrace-theme', theme);
	} catch (e) {
		// browsers may forbid it to files
	}
}

function firstTheme() {
	let theme = null;
	try {
		theme = localStorage.getItem('fxtrace-theme');
	} catch (e) {
		// as above
	}
	const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
	document.documentElement.dataset.theme = theme ||
		(isDark ? 'dark' : 'light');
}
