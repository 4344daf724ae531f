/* SPDX-License-Identifier: MIT */
/*
 * The effects of functions on descriptors and streams, as a table: which
 * parameters name what is opened, copied or closed.
 */
#ifndef TOOLS_FD_RULE_H
#define TOOLS_FD_RULE_H

#include "tools/reader/memory.h"

/* a and b are numbers of parameters, from 0. */
enum fd_act {
	FD_OPEN,	  /* ret is the file at path a */
	FD_OPENAT,	  /* ret is the file at path b, seen from folder a */
	FD_TEMPLATE,	  /* ret is the file at path a as the call left it */
	FD_CALLED,	  /* ret is `what`, followed by the text of a */
	FD_COPY,	  /* ret is what descriptor a is */
	FD_COPY_TO,	  /* descriptor b is what a is */
	FD_FCNTL,	  /* ret is what a is, for the commands that copy */
	FD_PAIR,	  /* the two in a are a pipe's ends */
	FD_SOCKET,	  /* ret is a socket of domain a and type b */
	FD_SOCKETPAIR,	  /* the two in a are such sockets */
	FD_ACCEPT,	  /* ret is a connection from address b at socket a */
	FD_BIND,	  /* socket a has address b */
	FD_CONNECT,	  /* socket a has the peer b */
	FD_CLOSE,	  /* a is closed */
	FD_CLOSE_FROM,	  /* a and all above are closed */
	FD_CLOSE_RANGE,	  /* a to b are closed */
	FD_STREAM_OPEN,	  /* stream ret is the file at path a */
	FD_STREAM_REOPEN, /* the same; stream b's descriptor, too */
	FD_STREAM_CALLED, /* stream ret is `what`, and the text of a */
	FD_POPEN,	  /* the same, by mode b; a program has its other end */
	FD_STREAM_OF,	  /* stream ret is what descriptor a is */
	FD_OF_STREAM,	  /* ret is what stream a is */
	FD_STREAM_CLOSE,  /* stream a and its descriptor are closed */
	FD_PCLOSE,	  /* the same, of FD_POPEN's */
	FD_CHDIR,	  /* the current folder is path a */
	FD_FCHDIR,	  /* the current folder is what descriptor a is */
	FD_GETCWD,	  /* the current folder is the path in a */
	FD_FORK,	  /* process ret begins with the same */
	FD_SPAWN,	  /* process a begins with the result of list b */
	FD_SYSTEM,	  /* a program with argument a begins with the same */
	FD_ADD_NEW,	  /* list a is empty */
	FD_ADD_OPEN,	  /* list a: see spawn.h */
	FD_ADD_DUP2,
	FD_ADD_CLOSE,
	FD_ADD_CLOSE_FROM,
	FD_ADD_CHDIR,
	FD_ADD_FCHDIR,
	FD_ADD_END, /* list a has ended */
};

#define FD_NO (-1)

struct fd_rule {
	const char *name; /* the described name; aliases share the rule */
	enum fd_act act;
	int a, b; /* FD_NO = none */
	const char *what;
};

/* The rule of a function, NULL if it has none. */
const struct fd_rule *fd_rule_find(const char *name);

#endif
