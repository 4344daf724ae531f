// SPDX-License-Identifier: MIT
'use strict';
// A bar that divides two parts: moved by the mouse, or by keys.

function listenSplit(bar, part, isColumn, after) {
	const size = (px) => {
		part.style[isColumn ? 'width' : 'height'] = `${Math.max(60, px)}px`;
		after();
	};
	const now = () => isColumn ? part.offsetWidth : part.offsetHeight;
	bar.addEventListener('pointerdown', (e) => bar.setPointerCapture(
		e.pointerId));
	bar.addEventListener('pointermove', (e) => {
		if (!bar.hasPointerCapture(e.pointerId))
			return;
		const box = part.getBoundingClientRect();
		size(isColumn ? box.right - e.clientX : box.bottom - e.clientY);
	});
	bar.addEventListener('keydown', (e) => {
		const by = { ArrowUp: 20, ArrowLeft: 20, ArrowDown: -20,
			ArrowRight: -20 }[e.key];
		if (by) {
			e.stopPropagation();
			e.preventDefault();
			size(now() + by);
		}
	});
}
