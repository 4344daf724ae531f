#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what a tool read from a converted archive with the lines of
`fxtrace dump --json` of that archive.

    main.py TOOL LINES FILE...

TOOL and its files, as tables.sh makes them:
    page        lines of tests/format/reader.py
    xray        what `llvm-xray convert -f yaml -symbolize` prints
    account     what `llvm-xray account -format=csv` prints
    apitrace    lines of apitrace_values.pl, of the archive and of apitrace
    sqlite      rows of calls and of arguments that `sqlite3 -json` prints
    pprof       what `go tool pprof -raw` prints
    firefox     markers by profiler-cli, and the lines of `fxtrace dump`
    speedscope  what speedscope exports of what it has imported
    perfetto    slices by trace_processor, and what it read: fxt, compat, json

Prints how many calls were compared, and how many are equal.
"""
import sys

import calls
import profiles
import rows
import slices
import traces

TOOLS = {tool.__name__: tool for tool in (
    traces.page, traces.xray, traces.account, traces.apitrace, rows.sqlite, profiles.pprof,
    profiles.firefox, profiles.speedscope, slices.perfetto)}

print(*TOOLS[sys.argv[1]](calls.load(sys.argv[2]), *sys.argv[3:]))
