# SPDX-License-Identifier: MIT
# Sets the rows "FUNCTION LOOP NUMBER FAULTS VARIANT" of scripts/bench.sh side
# by side: medians, then what the budgets are about.
#	F2+	F2 over native: the floor of what is over
#	over	recorded over native
#	/F2	recorded over F2, all in all
#	over/F2	the same, both over native
#	off-F0	a function that is off, over forwarding alone
{
	key = $1 " " $2
	if (!(key in seen)) {
		seen[key] = 1
		keys[++n_keys] = key
	}
	at = key " " $5
	ns[at] = ns[at] " " $3
	faults[at] = $4
}

function median(list, n, i, j, t, v)
{
	n = split(list, v, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) {
			t = v[j]
			v[j] = v[j - 1]
			v[j - 1] = t
		}
	return n ? v[int((n + 1) / 2)] : 0
}

function get(key, variant)
{
	return median(ns[key " " variant])
}

function ratio(a, b)
{
	return b > 0 ? sprintf("%.2f", a / b) : "-"
}

function holds(what, value, limit)
{
	return sprintf("%s %.2f %s %s", what, value,
		value <= limit ? "<=" : "> !", limit)
}

# Which budget a row is about, and whether it holds.
function budget(name, loop, native, f2, on, alone, floor, text)
{
	if (loop == "tight")
		return holds("of F2", on / f2, 1.15)
	if (loop == "saturated" && f2 > native)
		return holds("over F2's over", (on - native) / (f2 - native),
			1.6)
	# the budget is one of cheap calls: through the kernel, whose own code is
	# as cold, F2 alone takes most of it
	if (loop ~ /^cold/ && get(name " tight", "native") > 50)
		return sprintf("over native %.2f, F2 alone %.2f; the kernel's" \
			" is cold, too", on - native, f2 - native)
	if (loop ~ /^cold/ && name == "malloc")
		return holds("over native, each of two", (on - native) / 2, 25)
	if (loop ~ /^cold/)
		return holds("over native", on - native, 25)
	if (loop == "fresh")
		return sprintf("the kernel's part %.1f, %.1f faults in 1000",
			on - get(name " tight", "on"),
			faults[name " fresh on"])
	if (loop ~ /^(tight|saturated)-x2$/) {
		sub("-x2", "-1of2", loop)
		floor = get(name " " loop, "native")
		alone = get(name " " loop, "on")
		text = holds("of one thread's", on / alone, 1.1)
		alone -= floor
		text = text sprintf("; over native %.2f", (on - native) / alone)
		# what threads that share nothing pay for running side by side
		floor = get(name " " loop, "f2") - floor
		return floor > 0 ? sprintf("%s, F2's %.2f", text,
			(f2 - native) / floor) : text
	}
	return ""
}

function row(key, part, native, f0, f2, off, on, text)
{
	split(key, part, " ")
	native = get(key, "native")
	f0 = get(key, "f0")
	f2 = get(key, "f2")
	off = get(key, "off")
	on = get(key, "on")
	text = budget(part[1], part[2], native, f2, on)
	if (part[2] == "tight" || part[2] == "saturated")
		text = text "; " holds("off", off - f0, 2)
	printf "%-7s %-14s %7.1f %7.1f %7.1f %7.1f %7.1f %6.1f %6.1f %6s %7s %6.1f  %s\n",
		part[1], part[2], native, f0, f2, off, on, f2 - native,
		on - native, ratio(on, f2), ratio(on - native, f2 - native),
		off - f0, text
}

END {
	printf "%-7s %-14s %7s %7s %7s %7s %7s %6s %6s %6s %7s %6s  %s\n", "call",
		"loop", "native", "F0", "F2", "off", "on", "F2+", "over", "/F2",
		"over/F2", "off-F0", "budget"
	for (i = 1; i <= n_keys; i++) # by function
		if (!(substr(keys[i], 1, index(keys[i], " ")) in done)) {
			name = substr(keys[i], 1, index(keys[i], " "))
			done[name] = 1
			for (j = i; j <= n_keys; j++)
				if (index(keys[j], name) == 1)
					row(keys[j])
		}
}
