// SPDX-License-Identifier: MIT
'use strict';
// Which textures of a draw are incomplete, and by which rule. A texture is said to
// be incomplete only if its sizes and parameters show it.

const SAMPLERS = {
	'1D': 'GL_TEXTURE_1D', '2D': 'GL_TEXTURE_2D', '3D': 'GL_TEXTURE_3D',
	CUBE: 'GL_TEXTURE_CUBE_MAP', '2D_RECT': 'GL_TEXTURE_RECTANGLE',
	'1D_ARRAY': 'GL_TEXTURE_1D_ARRAY', '2D_ARRAY': 'GL_TEXTURE_2D_ARRAY',
	CUBE_MAP_ARRAY: 'GL_TEXTURE_CUBE_MAP_ARRAY',
};
const MOST_LEVELS = 20;		// that the state has
const MOST_UNITS = 1024;	// of one array of samplers

// The target that a sampler of this type reads, or undefined.
function targetOfSampler(type) {
	const found = /^GL_(?:UNSIGNED_INT_|INT_)?SAMPLER_(\w+?)(?:_SHADOW)?$/
		.exec(type);
	return found && Object.hasOwn(SAMPLERS, found[1]) ? SAMPLERS[found[1]]
		: undefined;
}

// How many of a level's numbers become smaller from level to level.
function shrinking(target) {
	return { GL_TEXTURE_1D: 1, GL_TEXTURE_1D_ARRAY: 1, GL_TEXTURE_3D: 3 }[
		target] ?? 2;
}

// The size that level `k` above the base has.
function sizeOfLevel(size, k, n) {
	return size.map((side, i) => i < n ? Math.max(1, Math.floor(side / 2 ** k))
		: side);
}

function isSize(size) {
	return Array.isArray(size) && size.length === 3 &&
		size.every((side) => Number.isSafeInteger(side) && side >= 0);
}

// {target, base, max, min, mag, format, isImmutable, sizes} of a texture of a
// state; sizes: null if the context does not return them.
function textureOf(state, path, target) {
	const of = (name) => state.get(`${path}.${name}`);
	const sampler = `${path.slice(0, path.lastIndexOf('.'))}.sampler`;
	const filter = (name) => state.get(`${sampler}.${name}`) ?? of(name) ?? '';
	const sizes = valuesOfList(of('sizes'));
	return { path, target, base: Number(of('GL_TEXTURE_BASE_LEVEL') ?? 0),
		max: Number(of('GL_TEXTURE_MAX_LEVEL') ?? 1000),
		min: filter('GL_TEXTURE_MIN_FILTER'),
		mag: filter('GL_TEXTURE_MAG_FILTER'),
		format: of('level_0.GL_TEXTURE_INTERNAL_FORMAT') ?? '',
		isImmutable: isTrue(of('GL_TEXTURE_IMMUTABLE_FORMAT')),
		sizes: sizes && sizes.every(isSize) ? sizes : null };
}

// Levels are known up to the first one without a size.
function whyNoBase({ base, sizes }) {
	return base === sizes.length && base < MOST_LEVELS
		? base ? `no level ${base}, its base` : 'no image' : '';
}

function whyNoLevels({ target, base, max, min, sizes }) {
	if (!/MIPMAP/.test(min) || !sizes[base])
		return '';
	if (base > max)
		return `base level ${base} above the last one, ${max}`;
	const n = shrinking(target), first = sizes[base];
	const steps = Math.floor(Math.log2(Math.max(1, ...first.slice(0, n))));
	const last = Math.min(base + steps, max, MOST_LEVELS - 1);
	for (let level = base + 1; level <= last; level++) {
		if (!sizes[level])
			return `no level ${level} for its filter`;
		const want = sizeOfLevel(first, level - base, n).join('x');
		if (sizes[level].join('x') !== want)
			return `level ${level} is ${sizes[level].join('x')}, ` +
				`not ${want}`;
	}
	return '';
}

function whyNoCube({ target, base, sizes }) {
	const size = /CUBE/.test(target) && sizes[base];
	return size && size[0] !== size[1] ? `faces of ${size[0]}x${size[1]}` : '';
}

// Integers cannot be filtered.
function whyNoFilter({ format, min, mag }) {
	const isLinear = mag === 'GL_LINEAR' || /^GL_LINEAR/.test(min) ||
		min === 'GL_NEAREST_MIPMAP_LINEAR';
	return /^GL_(R|RG|RGB|RGBA|RGB10_A)\d+U?I$/.test(format) && isLinear
		? 'integers with a linear filter' : '';
}

// "" if nothing proves that it is incomplete.
function whyIncomplete(texture) {
	const { sizes, isImmutable } = texture;
	if (!sizes)
		return '';
	if (isImmutable)
		return whyNoFilter(texture);
	return whyNoBase(texture) || whyNoCube(texture) || whyNoFilter(texture) ||
		whyNoLevels(texture);
}

// The first face of a cube that has no image, or that of another size, by the
// pictures that the page has.
function whyNoFaces({ target, base, isImmutable }, images, contents) {
	const first = images.filter((image) => (image?.level ?? 0) === 0);
	const widthOf = (image) => contents[image?.content]?.width;
	if (target !== 'GL_TEXTURE_CUBE_MAP' || base || isImmutable)
		return '';
	for (const image of first) {
		const name = FACES[image?.face];
		if (name && image.why === 'this level has no image')
			return `no face ${name}`;
		if (name && widthOf(image) && widthOf(first[0]) &&
		    widthOf(image) !== widthOf(first[0]))
			return `face ${name} is ${widthOf(image)} wide, ` +
				`not ${widthOf(first[0])}`;
	}
	return '';
}

// [[unit, target]] of samplers: [[target, value]].
function unitsOf(samplers) {
	const list = new Map();
	for (const [target, value] of samplers) {
		const units = /^\d+$/.test(value) ? [Number(value)]
			: valuesOfList(value) ?? [];
		for (const unit of units.slice(0, MOST_UNITS))
			if (Number.isSafeInteger(unit))
				list.set(`${unit} ${target}`, [unit, target]);
	}
	return [...list.values()];
}

// [{path, text}] of all textures that are incomplete.
function incompleteTextures(state, set, contents) {
	return unitsOf(state.samplers()).flatMap(([unit, target]) => {
		const path = `textures[${unit}].${target}`;
		const short = target.replace('GL_TEXTURE_', '');
		if (!state.has(`${path}.name`))
			return [{ path: `textures[${unit}]`,
				text: `no ${short} texture at unit ${unit}` }];
		const texture = textureOf(state, path, target);
		const own = set.find((t) => t?.unit === unit && t.target === target);
		const why = whyIncomplete(texture) ||
			whyNoFaces(texture, listOf(own?.images), contents);
		const shown = `${path}.${why === whyNoFilter(texture)
			? 'GL_TEXTURE_MIN_FILTER' : 'sizes'}`;
		return why ? [{ path: state.has(shown) ? shown : path,
			text: `texture incomplete: ${why}` }] : [];
	});
}
