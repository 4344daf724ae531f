#!/bin/bash
# SPDX-License-Identifier: MIT
# Real programs do not notice the tracer: same status, same output, and every
# archive that they leave can be read. With CALLS, they are recorded as well,
# with MODE, in that: see programs_all.t and programs_circular.t.
# shellcheck disable=SC2016
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
if [ -n "${CALLS:-}" ]; then
	export FXTRACE_CALLS=$CALLS FXTRACE_BUFFER=256M
fi
[ -z "${MODE:-}" ] || export FXTRACE_BUFFER=256K

# program NAME COMMAND...: skipped where the command is not installed
program() {
	if command -v "$2" >/dev/null; then
		same "$@"
	else
		skip "no $2 here" "$1"
	fi
}

cat >git.sh <<'EOT'
rm -rf repository
export GIT_AUTHOR_DATE='2001-02-03 04:05:06' GIT_CONFIG_NOSYSTEM=1 HOME=$PWD
export GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE GIT_PAGER=cat
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main repository && cd repository || exit
echo text >file && git add file && git commit -m first && git log --stat
git gc -q && git fsck && git status
EOT
cat >python.py <<'EOT'
import os, subprocess, threading
total = []
def work(n):
    for i in range(50):
        with open("/etc/passwd") as f:
            total.append(len(f.read()))
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(len(total), len(set(total)))
print(subprocess.check_output(["echo", "from a child"]).decode())
print(subprocess.run("exit 4", shell=True).returncode)
pid = os.fork()
if pid == 0:
    os._exit(5)
print(os.WEXITSTATUS(os.waitpid(pid, 0)[1]))
EOT
cat >hello.c <<'EOT'
#include <stdio.h>
int main(void) { puts("hello"); return 6; }
EOT
cat >sqlite.sql <<'EOT'
create table t (a integer primary key, b text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
	insert into t select i, hex(i * i) from n;
select count(*), min(b), max(b) from t where a % 7 = 0;
vacuum;
pragma integrity_check;
EOT
cat >node.js <<'EOT'
const {execSync} = require("child_process");
console.log(execSync("echo from a child").toString());
console.log(require("fs").readdirSync("/etc").length > 3);
setTimeout(() => process.exit(7), 10);
EOT
printf 'all: a b\na b:\n\t@echo making $@\n' >recipe.mk
seq 1 20000 | awk '{print ($1 * 7919) % 20011}' >numbers

plan 17
program 'bash with pipes and subshells' bash -c \
	'for i in 1 2 3; do echo $i | cat | wc -c; done; (exit 3); echo $?;
	 read -r x < <(echo sub); echo "$x"; trap "echo bye" EXIT; exit 9'
program 'sh with a background job and a signal' sh -c \
	'{ sleep 5 & kill $!; wait $!; } >/dev/null 2>&1; echo $?; kill -TERM $$'
program 'dash with a here document and functions' dash -c \
	'f() { cat <<X
$1
X
}; exec 3>&1; echo z >&3; f a; (f b) | wc -l; ulimit -n; umask'
program 'python with threads, children and fork' /usr/bin/python3 python.py
program 'git makes, packs and checks a repository' sh git.sh
program 'gcc compiles and links' sh -c \
	'gcc -O2 hello.c -o hello && ./hello; echo $?; md5sum <hello'
program 'tar writes and reads' sh -c \
	'tar cf - -C /usr/include . | tee a.tar | md5sum; tar tf a.tar | wc -l'
program 'find walks' find /usr/include -name 's*.h' -newermt 1980-01-01
program 'sort sorts' sort -n -S 100K numbers
program 'sqlite3 writes and checks a database' sh -c \
	'rm -f x.db; sqlite3 x.db <sqlite.sql; md5sum x.db'
program 'ls lists recursively' ls -lR /usr/include
program 'perl forks and takes alarms' perl -MTime::HiRes=ualarm -e \
	'$n = 0; $SIG{ALRM} = sub { ualarm 1000 if ++$n < 50 };
	 if (!($p = fork)) { stat "/" for 1 .. 20000; exit 3 }
	 ualarm 1000; waitpid $p, 0; print $? >> 8, "\n";
	 select undef, undef, undef, 0.01 while $n < 50; print "$n\n"'
program 'perl reads and forks' perl -e \
	'open F, "/etc/passwd"; @l = <F>; print scalar @l, `echo child`; exit 8'
program 'make runs a recipe' make -f recipe.mk
program 'env -i scrubs the environment' env -i /usr/bin/env
program 'cp, mv, chmod and rm' sh -c \
	'rm -rf d; cp -a /etc/default d && mv d e && chmod -R 700 e && ls e | wc -l;
	 rm -r e; ls e'
program 'node starts a child and a timer' node node.js
