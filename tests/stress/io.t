#!/bin/bash
# SPDX-License-Identifier: MIT
# Real programs that work on files. What they did is recorded and done again
# twice. This is in a copy of the tree that they began with, and in an empty
# folder that is prepared. As root with PostgreSQL, else without.
#	tests/stress/io.t [PROGRAM...]
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
unset FXTRACE_MODE
chosen=" $* "
[ $# -gt 0 ] || chosen=
chmod 755 "$tmp"

# tree FOLDER: its names with types, sizes and targets, and what is in the files
tree() {
	(cd "$1" && find . ! -type d -printf '%P %y %s %l\n' -o -printf \
		'%P %y\n' | sort && find . -type f -print0 | sort -z |
		xargs -0 -r sha256sum)
}

# changed BEFORE AFTER: the names that are new or other
changed() {
	comm -13 <(tree "$1" | sort) <(tree "$2" | sort)
}

# program NAME USER COMMAND...: two tests; NAME/live has what it begins with
program() {
	local name=$1 user=$2 here="$tmp/$1" as=()
	shift 2
	[ ! "$chosen" ] || [[ $chosen == *" $name "* ]] || return
	[ "$user" = root ] || as=(runuser -u "$user" --)
	[ "$user" = root ] || chown -R "$user" "$here"
	cp -a "$here/live" "$here/before"
	(cd "$here/live" && timeout 300 "${as[@]}" "$fxtrace" record -q \
		--for-replay -o "$here/x.fxt" -- "$@" >"$here/out" 2>&1)
	mkdir -p "$here/copy$here" "$here/empty"
	cp -a "$here/before" "$here/copy$here/live"
	{
		timeout 300 "$fxtrace" replay --io "$here/copy" "$here/x.fxt" |
			awk -v OFS=' ' '/not replayed/ { on = 1 } on' \
				>"$here/skipped"
		diff <(tree "$here/live") <(tree "$here/copy$here/live")
	} >why 2>"$here/said"
	[ ! -s why ]
	ok $? "$name: in a copy, the whole tree is the same" ||
		cat why "$here/skipped" | note
	{
		timeout 300 "$fxtrace" replay --io "$here/empty" --prepare \
			"$here/x.fxt" >"$here/table" 2>"$here/said" ||
			cat "$here/said"
		diff <(changed "$here/before" "$here/live") \
			<(changed "$here/before" "$here/empty$here/live") |
			grep '^<'
	} >why
	[ ! -s why ]
	ok $? "$name: in an empty folder, what it made and all results are the same" ||
		note <why
}

mkdir -p sqlite/live
{
	echo 'create table t(a integer primary key, b text); begin;'
	for ((i = 0; i < 20000; i++)); do
		echo "insert into t(b) values('row $i $RANDOM');"
	done
	echo 'commit; delete from t where a % 3 = 0; vacuum;'
} >sqlite/live/in.sql
command -v sqlite3 >/dev/null &&
	program sqlite root sh -c 'sqlite3 a.db <in.sql'

mkdir -p git/live
if command -v git >/dev/null; then
	(
		cd git/live && git init -q --bare --template= repo.git
		export GIT_DIR=repo.git GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=b \
			GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=b
		for ((i = 0; i < 300; i++)); do
			seq $i $((i + 200)) >file
			blob=$(git hash-object -w file)
			tree=$(printf '100644 blob %s\tf\n' "$blob" | git mktree)
			head=$(git commit-tree -m $i ${head:+-p $head} "$tree")
		done
		rm file
		git update-ref refs/heads/master "$head"
	)
	program git root git -C repo.git -c gc.auto=0 gc -q
fi

mkdir -p tar_c/live tar_x/live
cp -r /usr/include/linux tar_c/live/tree
ln -s nowhere tar_c/live/tree/link
tar cf tar_x/live/a.tar -C tar_c/live tree
program tar_c root tar czf a.tgz tree
program tar_x root tar xf a.tar

mkdir -p dpkg/live
if (cd dpkg/live && apt-get download -qq tar >/dev/null 2>&1 && mv ./*.deb a.deb)
then
	program dpkg root dpkg-deb -x a.deb out
fi

mkdir -p initdb/live
initdb=$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1)
[ "$initdb" ] && [ "$(id -u)" = 0 ] && id postgres >/dev/null 2>&1 &&
	runuser -u postgres -- test -x "$fxtrace" && # its folders may be ours only
	program initdb postgres "$initdb" -D pg
plan ${n_tests:-0}
