// SPDX-License-Identifier: MIT
'use strict';
// The bytes of a page's elements (section.h), and the numbers in them. Whatever
// is wrong with an element is an Error with a message for the user.

function fromBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const letters = atob(text), bytes = new Uint8Array(letters.length);
	for (let i = 0; i < letters.length; i++)
		bytes[i] = letters.charCodeAt(i);
	return bytes;
}

// Packed bytes become at most 1032 times as many, so more are not believed.
const MAX_RATIO = 1032;

async function inflate(packed, n) {
	if (!Number.isSafeInteger(n) || n < 0 || n > packed.length * MAX_RATIO)
		throw new Error('its size is not possible');
	const bytes = new Uint8Array(n);
	const reader = new Blob([packed]).stream()
		.pipeThrough(new DecompressionStream('deflate')).getReader();
	let at = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done)
			break;
		if (value.length > n - at) {
			reader.cancel().catch(() => {});
			throw new Error('it is longer than its size');
		}
		bytes.set(value, at);
		at += value.length;
	}
	if (at !== n)
		throw new Error('it is shorter than its size');
	return bytes;
}

async function unpack(element) {
	try {
		return await inflate(fromBase64(element.textContent),
			Number(element.dataset.bytes || 'none'));
	} catch (error) {
		const { name } = element.dataset;
		throw new Error(`the page is damaged: ${element.className}` +
			`${name ? ` ${name}` : ''}: ${error.message}`);
	}
}

// A number of LEB128 at `at`; returns where it ends, and leaves it in leb.value.
const leb = { value: 0 };
function takeNumber(bytes, at) {
	let value = 0, scale = 1, byte;
	do {
		byte = bytes[at++];
		value += (byte & 127) * scale;
		scale *= 128;
	} while (byte > 127);
	leb.value = value;
	return at;
}

function numbersOf(bytes, array) {
	let at = 0;
	for (let i = 0; i < array.length; i++) {
		const byte = bytes[at];
		if (byte < 128) {
			array[i] = byte;
			at++;
		} else {
			at = takeNumber(bytes, at);
			array[i] = leb.value;
		}
	}
	return array;
}

// From differences to the values.
function addUp(array, step) {
	let sum = 0;
	for (let i = 0; i < array.length; i++) {
		sum += array[i];
		array[i] = sum;
		sum += step;
	}
	return array;
}

// The index of the last item of which `of` makes at most `value`, in a list that is
// sorted by that; -1: none.
function lastAtMostBy(list, of, value) {
	let low = 0, high = list.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (of(list[middle]) <= value)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}

// The same of the items themselves.
function lastAtMost(list, value) {
	return lastAtMostBy(list, (item) => item, value);
}

const textDecoder = new TextDecoder();
function decodeText(bytes) {
	return textDecoder.decode(bytes);
}
