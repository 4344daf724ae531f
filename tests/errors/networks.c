/* SPDX-License-Identifier: MIT */
/*
 * Functions of sockets, hosts and networks.
 */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <resolv.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "tests/errors/try.h"

static struct sockaddr_in address = {.sin_family = AF_INET};
static struct sockaddr_in odd_address = {.sin_family = 99};
static socklen_t n_bytes = sizeof(address);
static struct iovec part = {buffer, 4};
static struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
static struct mmsghdr messages[1];
static struct addrinfo *found, odd_hints = {.ai_flags = ~0};
static struct addrinfo digits = {.ai_flags = AI_NUMERICHOST};
static struct gaicb lookup = {.ar_name = "127.0.0.1"};
static struct gaicb *lookups[] = {&lookup, NULL};
static int pair[2], tcp;
static struct __res_state resolver;

/* No name at all: nobody is queried for it. */
#define ODD_NAME                                                               \
	"a-label-is-no-longer-than-sixty-three-characters-but-this-one-is-"    \
	"long"

static int a_tcp(void)
{
	return tcp = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
}

/* The `_r` functions: the memory that they get is too small, or enough. */
#define BY_MEMORY(name, type, ...)                                             \
	static long name##_in(size_t n)                                        \
	{                                                                      \
		static type entry;                                             \
		type *result;                                                  \
		int host_error;                                                \
                                                                               \
		(void)host_error;                                              \
		return name(__VA_ARGS__);                                      \
	}                                                                      \
	RETURNS(name, name##_in(1))                                            \
	RETURNS(name, name##_in(8192))

BY_MEMORY(gethostbyname_r, struct hostent, "127.0.0.1", &entry, buffer, n,
	  &result, &host_error)
BY_MEMORY(gethostbyname2_r, struct hostent, "127.0.0.1", AF_INET, &entry,
	  buffer, n, &result, &host_error)
BY_MEMORY(getprotobyname_r, struct protoent, "tcp", &entry, buffer, n, &result)
BY_MEMORY(getprotobynumber_r, struct protoent, 6, &entry, buffer, n, &result)
BY_MEMORY(getservbyname_r, struct servent, "http", "tcp", &entry, buffer, n,
	  &result)
BY_MEMORY(getservbyport_r, struct servent, 0x5000, "tcp", &entry, buffer, n,
	  &result)
BY_MEMORY(getrpcbyname_r, struct rpcent, "portmapper", &entry, buffer, n,
	  &result)
BY_MEMORY(getrpcbynumber_r, struct rpcent, 100000, &entry, buffer, n, &result)
BY_MEMORY(getnetbyname_r, struct netent, "loopback", &entry, buffer, n, &result,
	  &host_error)
BY_MEMORY(getprotoent_r, struct protoent, &entry, buffer, n, &result)
BY_MEMORY(getservent_r, struct servent, &entry, buffer, n, &result)
BY_MEMORY(getnetent_r, struct netent, &entry, buffer, n, &result, &host_error)
BY_MEMORY(getrpcent_r, struct rpcent, &entry, buffer, n, &result)
BY_MEMORY(getnetbyaddr_r, struct netent, 127 << 24, AF_INET, &entry, buffer, n,
	  &result, &host_error)
BY_MEMORY(gethostbyaddr_r, struct hostent, "\177\0\0\1", 4, AF_INET, &entry,
	  buffer, n, &result, &host_error)
BY_MEMORY(gethostent_r, struct hostent, &entry, buffer, n, &result, &host_error)

FAILS(accept, accept(NO_FD, NULL, NULL))
FAILS(accept4, accept4(NO_FD, NULL, NULL, 0))
FAILS(bind, bind(NO_FD, (struct sockaddr *)&address, n_bytes))
WORKS(bind, bind(a_tcp(), (struct sockaddr *)&address, n_bytes))
WORKS(listen, listen(tcp, 1))
FAILS(accept, accept(tcp, NULL, NULL))
FAILS(listen, listen(NO_FD, 1))
FAILS(connect, connect(a_tcp(), (struct sockaddr *)&odd_address, n_bytes))
FAILS(getpeername, getpeername(tcp, (struct sockaddr *)&address, &n_bytes))
WORKS(getpeername,
      getpeername(a_socket, (struct sockaddr *)buffer, &(socklen_t){99}))
FAILS(getsockname, getsockname(NO_FD, (struct sockaddr *)&address, &n_bytes))
WORKS(getsockname, getsockname(tcp, (struct sockaddr *)buffer, &n_bytes))
FAILS(getsockopt, getsockopt(NO_FD, SOL_SOCKET, SO_TYPE, buffer, &n_bytes))
WORKS(getsockopt, getsockopt(tcp, SOL_SOCKET, SO_TYPE, buffer, &(socklen_t){4}))
FAILS(setsockopt, setsockopt(NO_FD, SOL_SOCKET, SO_REUSEADDR, &(int){1}, 4))
WORKS(setsockopt, setsockopt(tcp, SOL_SOCKET, SO_REUSEADDR, &(int){1}, 4))
WORKS(isfdtype, SYMBOL(int, isfdtype, int, int)(NO_FD, S_IFSOCK))
WORKS(isfdtype, SYMBOL(int, isfdtype, int, int)(a_socket, S_IFSOCK))
FAILS(recv, recv(NO_FD, buffer, 1, 0))
FAILS(recv, recv(a_socket, buffer, 1, 0))
FAILS(__recv_chk, SYMBOL(ssize_t, __recv_chk, int, void *, size_t, size_t,
			 int)(NO_FD, buffer, 1, 9, 0))
FAILS(recvfrom, recvfrom(NO_FD, buffer, 1, 0, NULL, NULL))
FAILS(__recvfrom_chk,
      SYMBOL(ssize_t, __recvfrom_chk, int, void *, size_t, size_t, int, void *,
	     socklen_t *)(NO_FD, buffer, 1, 9, 0, NULL, NULL))
FAILS(recvmsg, recvmsg(NO_FD, &message, 0))
FAILS(recvmmsg, recvmmsg(NO_FD, messages, 1, 0, NULL))
FAILS(send, send(NO_FD, buffer, 1, 0))
WORKS(send, send(a_socket, buffer, 1, 0))
FAILS(sendto, sendto(NO_FD, buffer, 1, 0, NULL, 0))
WORKS(sendto, sendto(a_socket, buffer, 1, 0, NULL, 0))
FAILS(sendmsg, sendmsg(NO_FD, &message, 0))
WORKS(sendmsg, sendmsg(a_socket, &message, 0))
FAILS(sendmmsg, sendmmsg(NO_FD, messages, 1, 0))
WORKS(sendmmsg, sendmmsg(a_socket, messages, 0, 0))
FAILS(shutdown, shutdown(NO_FD, SHUT_RD))
WORKS(shutdown, shutdown(a_socket, SHUT_RD))
FAILS(sockatmark, sockatmark(NO_FD))
FAILS(socket, socket(99, SOCK_STREAM, 0))
WORKS(socket, socket(AF_INET, SOCK_STREAM, 0))
FAILS(socketpair, socketpair(AF_INET, SOCK_STREAM, 0, pair))
WORKS(socketpair, socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
FAILS(gethostname, gethostname(buffer, 0))
WORKS(gethostname, gethostname(buffer, 99))
FAILS(__gethostname_chk,
      SYMBOL(int, __gethostname_chk, char *, size_t, size_t)(buffer, 0, 99))
REFUSES(getaddrinfo, getaddrinfo("127.0.0.1", NULL, &odd_hints, &found))
REFUSES(getaddrinfo, getaddrinfo("no number", NULL, &digits, &found))
WORKS(getaddrinfo, getaddrinfo("127.0.0.1", NULL, &digits, &found))
REFUSES(getnameinfo, getnameinfo((struct sockaddr *)&odd_address, n_bytes,
				 buffer, 99, NULL, 0, NI_NUMERICHOST))
WORKS(getnameinfo, getnameinfo((struct sockaddr *)&address, sizeof(address),
			       buffer, 99, NULL, 0, NI_NUMERICHOST))
REFUSES(getaddrinfo_a, getaddrinfo_a(99, lookups, 1, NULL))
WORKS(getaddrinfo_a, getaddrinfo_a(GAI_WAIT, lookups, 1, NULL))
WORKS(gai_error, gai_error(&lookup))
REFUSES(gai_cancel, gai_cancel(&lookup))
REFUSES(gai_suspend, gai_suspend((const struct gaicb *const[]){NULL}, 1, NULL))
WORKS(getifaddrs, getifaddrs((struct ifaddrs **)buffer))
FAILS(if_indextoname, if_indextoname(0x7fffffff, buffer))
FAILS(if_nametoindex, if_nametoindex("none0"))
WORKS(if_nametoindex, if_nametoindex("lo"))
WORKS(if_nameindex, if_nameindex())
MAY_FAIL(iruserok, iruserok(htonl(INADDR_LOOPBACK), 0, "none", "none"))
MAY_FAIL(iruserok_af, iruserok_af("\177\0\0\1", 0, "none", "none", AF_INET))
MAY_FAIL(rresvport, rresvport(&(int){1000}))
FAILS(rresvport_af, rresvport_af(&(int){1000}, 99))
WORKS(__res_init, res_init())
WORKS(__res_ninit, res_ninit(&resolver))
MAY_FAIL(res_mkquery, res_mkquery(QUERY, ODD_NAME, C_IN, T_A, NULL, 0, NULL,
				  (u_char *)buffer, 512))
MAY_FAIL(res_query, res_query(ODD_NAME, C_IN, T_A, (u_char *)buffer, 512))
MAY_FAIL(res_nquery,
	 res_nquery(&resolver, ODD_NAME, C_IN, T_A, (u_char *)buffer, 512))
MAY_FAIL(res_querydomain,
	 res_querydomain(ODD_NAME, "none", C_IN, T_A, (u_char *)buffer, 512))
MAY_FAIL(res_nquerydomain, res_nquerydomain(&resolver, ODD_NAME, "none", C_IN,
					    T_A, (u_char *)buffer, 512))
MAY_FAIL(res_search, res_search(ODD_NAME, C_IN, T_A, (u_char *)buffer, 512))
MAY_FAIL(res_nsearch,
	 res_nsearch(&resolver, ODD_NAME, C_IN, T_A, (u_char *)buffer, 512))
FAILS(res_send, res_send((u_char *)buffer, 12, (u_char *)buffer, 1))
FAILS(res_nsend,
      res_nsend(&resolver, (u_char *)buffer, 12, (u_char *)buffer, 1))
MAY_FAIL(ruserok, ruserok("127.0.0.1", 0, "none", "none"))
MAY_FAIL(ruserok_af, ruserok_af("127.0.0.1", 0, "none", "none", AF_INET))
