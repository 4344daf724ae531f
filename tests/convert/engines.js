// SPDX-License-Identifier: MIT
// engines.js FXTRACE ENGINES ARCHIVE...: loads archives into duckdb, clickhouse or
// both (duckdb,clickhouse) by the statements of `convert --ddl`, and compares all
// rows with dump --json.
'use strict';
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const [fxtrace, engines, ...archives] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(process.cwd(), 'engines-'));

const run = (...args) =>
	execFileSync(fxtrace, args, { maxBuffer: 1 << 30 }).toString();

// Each archive as another file.
const made = suffix => archives.map((archive, i) => {
	const file = path.join(folder, i + suffix);

	run('convert', archive, file);
	return file;
});

const lines = archives.flatMap(archive =>
	run('dump', '--json', '--stacks', archive).trim().split('\n'));

let nDifferent;

function differ(...what) {
	if (nDifferent++ < 5)
		console.log(...what);
}

// Numbers beyond 2^53 are compared by their digits.
const digits = /([:\[,])(-?\d{16,})(?=[,\]}])/g;
const exact = text => text.replace(digits, '$1"$2"');
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function duckdb() {
	const { DuckDBInstance } = require('@duckdb/node-api');
	const db = await (await DuckDBInstance.create(':memory:')).connect();

	await db.run(run('convert', '--ddl', 'duckdb', ...made('.jsonl')));
	const rows = (await db.runAndReadAll(
		`select number, begin_ns, duration_ns, pid, tid, name, state, errno,
		process, thread, category, args::varchar, ret::varchar,
		stack::varchar, text::varchar from calls
		order by archive, number`)).getRows();

	rows.forEach((row, i) => {
		const line = JSON.parse(lines[i]), raw = JSON.parse(exact(lines[i]));
		const want = [line.number, line.begin_ns, line.duration_ns ?? null,
			line.pid, line.tid, line.name, line.state, line.errno ?? null,
			line.process ?? null, line.thread ?? null, line.category];
		const got = row.slice(0, 11).map(v =>
			typeof v === 'bigint' ? Number(v) : v);
		const json = row.slice(11).map(v =>
			v === null ? null : JSON.parse(exact(`[${v}]`))[0]);

		if (!same(want, got) || !same(json, [raw.args, raw.ret ?? null,
			raw.stack ?? null, raw.text ?? null]))
			differ('duckdb', want, got, row.slice(11), lines[i]);
	});
	await by_parquet(db);
	return rows.length;
}

// The same rows in a file of Parquet.
async function by_parquet(db) {
	const file = `'${path.join(folder, 'calls.parquet')}'`;

	await db.run(`copy calls to ${file} (format parquet)`);
	const [[n, nThere, nOther]] = (await db.runAndReadAll(
		`select (select count(*) from calls), (select count(*) from ${file}),
		(select count(*) from (from calls except from ${file}))`)).getRows();

	if (n !== nThere || nOther)
		differ('parquet', n, nThere, nOther);
}

// Whether a Value of ClickHouse, with its bytes in base64, is what JSON has.
function isValue(value, json, memory) {
	const there = ['bool', 'int', 'uint', 'float', 'text', 'bytes', 'address',
		'list', 'record'].filter(kind => value[kind] !== null);

	if (there.length > 1)
		return false;
	if (value.constant !== null)
		return json === value.constant;
	if (!there.length)
		return json === null;
	const its = value[there[0]];
	switch (there[0]) {
	case 'int': case 'uint':
		return String(json) === its;
	case 'float':
		return json !== null && typeof json === 'object' ?
			['nan', '-nan', 'inf', '-inf'].includes(its) :
			Math.fround(Number(json)) === Math.fround(Number(its));
	case 'address':
		return BigInt(json.address) === BigInt(its);
	case 'list': case 'record':
		return same(JSON.parse(exact(its)), json);
	case 'bytes':
		return json.base64 === memory;
	default:
		return its === json;
	}
}

function clickhouse() {
	const { Session } = require('chdb');
	const db = new Session();

	db.query('create database d');
	for (const query of run('convert', '--ddl', 'clickhouse', ...made('.avro'))
		.replace(/^--.*$/mg, '').split(';\n').filter(q => q.trim()))
		db.query(query.replace(/calls/, 'd.calls'));
	const rows = String(db.query(
		`select number, begin_ns, duration_ns, pid, tid, name, state, errno,
		args, ret, has_ret, length(stack) as depth,
		mapApply((k, v) -> (k, base64Encode(ifNull(v.bytes, ''))), args)
		as memory, base64Encode(ifNull(ret.bytes, '')) as ret_memory,
		process, thread, category from d.calls
		order by archive, number format JSONEachRow settings
		output_format_json_quote_64bit_integers = 1,
		output_format_json_quote_denormals = 1`)).trim().split('\n');

	rows.forEach((row, i) => {
		const got = JSON.parse(row), line = JSON.parse(exact(lines[i]));
		const numbers = ['number', 'begin_ns', 'duration_ns', 'pid', 'tid'];
		const names = Object.keys(line.args).filter(n => !n.endsWith('.size'));

		if (!numbers.every(n => got[n] === (n in line ? String(line[n]) : null)) ||
			!['name', 'state', 'category'].every(n => got[n] === line[n]) ||
			!['process', 'thread'].every(n => got[n] === (line[n] ?? null)) ||
			got.errno !== (line.errno ?? null) ||
			Number(got.depth) !== (line.stack ?? []).length ||
			!same(Object.keys(got.args), names) ||
			!names.every(n => isValue(got.args[n], line.args[n],
				got.memory[n])) ||
			got.has_ret !== ('ret' in line) ||
			got.has_ret && !isValue(got.ret, line.ret, got.ret_memory))
			differ('clickhouse', row, lines[i]);
	});
	return rows.length;
}

(async () => {
	for (const engine of [duckdb, clickhouse].filter(e =>
		engines.split(',').includes(e.name))) {
		nDifferent = 0;
		const n = await engine();

		console.log('%s: %d of %d calls, %d different', engine.name, n,
			lines.length, nDifferent);
	}
})();
