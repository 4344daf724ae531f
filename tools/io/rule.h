/* SPDX-License-Identifier: MIT */
/*
 * What functions of libc do to files, as a table: the act, and the part that
 * each parameter has in it.
 */
#ifndef TOOLS_IO_RULE_H
#define TOOLS_IO_RULE_H

#include <stdint.h>

/* What a call does. The part of the file, IO_FD or IO_STREAM, distinguishes
 * acts of descriptors from those of streams. Reads and writes without either
 * use stdin and stdout. */
enum io_act {
	IO_OPEN,      /* IO_PATH by IO_FLAGS or, of a stream, IO_MODE_TEXT */
	IO_TEMPORARY, /* a new file at IO_PATH, as the call left it */
	IO_ANONYMOUS, /* a new file without a name */
	IO_OPEN_FOLDER,
	IO_STREAM_OF, /* a stream of IO_FD */
	IO_CLOSE,
	IO_COPY, /* another descriptor for the same file */
	IO_PIPE,
	IO_READ,
	IO_READ_AT,
	IO_WRITE,
	IO_WRITE_AT,
	IO_WRITE_LINE, /* IO_DATA and a newline */
	IO_SCAN,       /* by IO_FORMAT */
	IO_PUT_BACK,   /* IO_CHARACTER to a stream */
	IO_SEEK,
	IO_TELL,
	IO_REWIND,
	IO_FLUSH,
	IO_SCANNED, /* IO_DATA is what an IO_SCAN has read */
	IO_DROP,    /* the last IO_SIZE bytes in a stream's buffer */
	IO_SYNC,
	IO_SET_SIZE,
	IO_ALLOCATE,
	IO_MOVE, /* from IO_FD to IO_FD2 within the kernel */
	IO_STAT,
	IO_STAT_LINK, /* of the link itself */
	IO_ACCESS,
	IO_READ_LINK,
	IO_REAL_PATH,
	IO_READ_FOLDER,
	IO_REWIND_FOLDER,
	IO_SET_MODE,
	IO_SET_TIMES,
	IO_SET_TIMES_LINK,
	IO_MAKE_FOLDER,
	IO_MAKE_FIFO,
	IO_MAKE_LINK, /* symbolic, to IO_TARGET */
	IO_LINK,
	IO_RENAME,
	IO_UNLINK,
	IO_REMOVE_FOLDER,
	IO_REMOVE,
	IO_CHDIR,
	IO_UMASK,
	IO_MAP,
	IO_REMAP, /* from IO_SIZE to IO_ITEMS bytes */
	IO_UNMAP,
	IO_HELD,	/* IO_DATA is a mapped file's contents; NULL: zeros */
	IO_MAP_WRITTEN, /* the current contents of a mapping of a file */
	IO_FILE_CONTROL,
	IO_SPAWN, /* see io_ops_step */
	IO_SHELL, /* IO_TARGET by a child */
	IO_OTHER, /* on files; not replayed, and counted as `what` */
};

/* The part of a parameter in the act; in the table's words: */
enum io_part {
	IO_FD,	      /* f: the descriptor */
	IO_FD2,	      /* F: a second one */
	IO_STREAM,    /* s: FILE * or DIR * */
	IO_DIR,	      /* d: the folder that IO_PATH is seen from */
	IO_DIR2,      /* D */
	IO_PATH,      /* p */
	IO_PATH2,     /* P: of a call with two, the new name */
	IO_TARGET,    /* t: text of a symbolic link */
	IO_DATA,      /* b: bytes, or an array of struct iovec */
	IO_SIZE,      /* n: bytes, or of one item */
	IO_ITEMS,     /* m: how many items */
	IO_OFFSET,    /* o */
	IO_OFFSET2,   /* O */
	IO_FLAGS,     /* g */
	IO_MODE,      /* e: permissions */
	IO_MODE_TEXT, /* r: "r+" and its like */
	IO_WHENCE,    /* w */
	IO_STATUS,    /* S: what a stat fills */
	IO_TIMES,     /* T: two of them */
	IO_CHARACTER, /* c */
	IO_COMMAND,   /* C: of fcntl */
	IO_ADDRESS,   /* a: of a mapping */
	IO_FORMAT,    /* x: of scanf */
	IO_N_PARTS,
};

struct io_rule {
	const char *name; /* described under it; aliases share the rule */
	enum io_act act;
	const char *parts; /* a letter for each parameter, - = no part */
	const char *what;  /* IO_OTHER only */
};

/* The rule of a described function, NULL if it has none. */
const struct io_rule *io_rule_find(const char *name);

/* The number of the parameter with that part, -1 = none. */
int io_rule_param(const struct io_rule *rule, enum io_part part);

#endif
