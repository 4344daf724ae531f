/* SPDX-License-Identifier: MIT */
/* Hosts, networks, protocols, services and programs by name and by number, from
 * this machine's files. No call goes over a network. */
#include <arpa/inet.h>
#include <netdb.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/app/expect.h"

int __nss_configure_lookup(const char *dbname, const char *string);

static char space[4096];

static void files_only(void)
{
	__nss_configure_lookup("hosts", "files");
	expect("__nss_configure_lookup(dbname=\"hosts\", string=\"files\") = "
	       "0");
	__nss_configure_lookup("networks", "files");
	expect("__nss_configure_lookup(dbname=\"networks\", string=\"files\") "
	       "= 0");
	__nss_configure_lookup("services", "files");
	expect("__nss_configure_lookup(dbname=\"services\", string=\"files\") "
	       "= 0");
	__nss_configure_lookup("protocols", "files");
	expect("__nss_configure_lookup(dbname=\"protocols\", string=\"files\") "
	       "= 0");
	__nss_configure_lookup("rpc", "files");
	expect("__nss_configure_lookup(dbname=\"rpc\", string=\"files\") = 0");
	__nss_configure_lookup("netgroup", "files");
	expect("__nss_configure_lookup(dbname=\"netgroup\", string=\"files\") "
	       "= 0");
}

static void hosts(void)
{
	gethostbyname("127.0.0.9");
	expect("gethostbyname(name=\"127.0.0.9\") = {h_name=\"127.0.0.9\", "
	       "h_aliases=[], h_addrtype=AF_INET, h_length=4, "
	       "h_addr_list=[127.0.0.9]}");
	gethostbyname2("1::2", AF_INET6);
	expect("gethostbyname2(name=\"1::2\", af=AF_INET6) = {h_name=\"1::2\", "
	       "h_aliases=[], h_addrtype=AF_INET6, h_length=16, "
	       "h_addr_list=[1::2]}");
	gethostbyname("no.such.host");
	expect("gethostbyname(name=\"no.such.host\") = NULL");
	gethostbyaddr("\1\2\3", 3, AF_INET);
	expect("gethostbyaddr(addr=\"\\001\\002\\003\", len=3, type=AF_INET) = "
	       "NULL");
	hstrerror(TRY_AGAIN);
	expect("hstrerror(err=TRY_AGAIN) = \"Host name lookup failure\"");
	sethostent(1);
	expect("sethostent(stayopen=1) = void");
	endhostent();
	expect("endhostent() = void");
}

static void hosts_in_capacity(void)
{
	struct hostent one, *found;
	int why;

	gethostbyname_r("10.1.2.3", &one, space, sizeof(space), &found, &why);
	expect("gethostbyname_r(name=\"10.1.2.3\", "
	       "result_buf={h_name=\"10.1.2.3\", h_aliases=[], "
	       "h_addrtype=AF_INET, h_length=4, h_addr_list=[10.1.2.3]}, "
	       "buf=PTR, buflen=4096, result=PTR) = 0");
	gethostbyname2_r("::2", AF_INET6, &one, space, sizeof(space), &found,
			 &why);
	expect("gethostbyname2_r(name=\"::2\", af=AF_INET6, "
	       "result_buf={h_name=\"::2\", h_aliases=[], h_addrtype=AF_INET6, "
	       "h_length=16, h_addr_list=[::2]}, buf=PTR, buflen=4096, "
	       "result=PTR) = 0");
	gethostbyname_r("no.such.host", &one, space, sizeof(space), &found,
			&why);
	expect("gethostbyname_r(name=\"no.such.host\", buf=PTR, buflen=4096, "
	       "result=PTR, h_errnop=HOST_NOT_FOUND) = 0");
	gethostbyname_r("10.1.2.3", &one, space, 1, &found, &why);
	expect("gethostbyname_r(name=\"10.1.2.3\", buf=PTR, buflen=1, "
	       "result=PTR) = 34 ERANGE");
	gethostbyaddr_r("\1\2\3", 3, AF_INET, &one, space, sizeof(space),
			&found, &why);
	expect("gethostbyaddr_r(addr=\"\\001\\002\\003\", len=3, type=AF_INET, "
	       "buf=PTR, buflen=4096, result=PTR, h_errnop=HOST_NOT_FOUND) = "
	       "0");
}

/* "[\"a\", \"b\"]" */
static const char *quoted(char **names)
{
	static char text[500];
	size_t n = 0;

	for (; *names && n < sizeof(text) - 100; names++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s\"%.60s\"",
				      n ? ", " : "", *names);
	text[n] = 0;
	return text;
}

static void expect_service(const char *call, const struct servent *s)
{
	if (s)
		expect("%s{s_name=\"%s\", s_aliases=[%s], s_port=%u, "
		       "s_proto=\"%s\"}",
		       call, s->s_name, quoted(s->s_aliases),
		       ntohs((uint16_t)s->s_port), s->s_proto);
	else
		expect("%sNULL", call);
}

static void services(void)
{
	struct servent one, *found;

	expect_service("getservbyname(name=\"domain\", proto=\"udp\") = ",
		       getservbyname("domain", "udp"));
	expect_service("getservbyport(port=22, proto=NULL) = ",
		       getservbyport(htons(22), NULL));
	getservbyname_r("no-such-service", NULL, &one, space, sizeof(space),
			&found);
	expect("getservbyname_r(name=\"no-such-service\", proto=NULL, buf=PTR, "
	       "buflen=4096, result=PTR) = 0");
	getservbyport_r(htons(1), "none", &one, space, sizeof(space), &found);
	expect("getservbyport_r(port=1, proto=\"none\", buf=PTR, buflen=4096, "
	       "result=PTR) = 0");
	setservent(0);
	expect("setservent(stayopen=0) = void");
	endservent();
	expect("endservent() = void");
}

static void expect_protocol(const char *call, const struct protoent *p)
{
	if (p)
		expect("%s{p_name=\"%s\", p_aliases=[%s], p_proto=%d}", call,
		       p->p_name, quoted(p->p_aliases), p->p_proto);
	else
		expect("%sNULL", call);
}

static void protocols(void)
{
	struct protoent one, *found;

	expect_protocol("getprotobyname(name=\"tcp\") = ",
			getprotobyname("tcp"));
	expect_protocol("getprotobynumber(proto=17) = ", getprotobynumber(17));
	getprotobyname_r("no-such", &one, space, sizeof(space), &found);
	expect("getprotobyname_r(name=\"no-such\", buf=PTR, buflen=4096, "
	       "result=PTR) = 0");
	getprotobynumber_r(250, &one, space, sizeof(space), &found);
	expect("getprotobynumber_r(proto=250, buf=PTR, buflen=4096, "
	       "result=PTR) = 0");
	setprotoent(0);
	expect("setprotoent(stayopen=0) = void");
	endprotoent();
	expect("endprotoent() = void");
}

static void expect_program(const char *call, const struct rpcent *r)
{
	if (r)
		expect("%s{r_name=\"%s\", r_aliases=[%s], r_number=%d}", call,
		       r->r_name, quoted(r->r_aliases), r->r_number);
	else
		expect("%sNULL", call);
}

static void others(void)
{
	struct netent net, *found_net;
	struct rpcent rpc, *found_rpc;
	int why;

	getnetbyname("no.such.net");
	expect("getnetbyname(name=\"no.such.net\") = NULL");
	getnetbyaddr(0x01020304, AF_INET);
	expect("getnetbyaddr(net=16909060, type=AF_INET) = NULL");
	getnetbyname_r("no.such.net", &net, space, sizeof(space), &found_net,
		       &why);
	expect("getnetbyname_r(name=\"no.such.net\", buf=PTR, buflen=4096, "
	       "result=PTR, h_errnop=HOST_NOT_FOUND) = 0");
	getnetbyaddr_r(0x01020304, AF_INET, &net, space, sizeof(space),
		       &found_net, &why);
	expect("getnetbyaddr_r(net=16909060, type=AF_INET, buf=PTR, "
	       "buflen=4096, result=PTR, h_errnop=HOST_NOT_FOUND) = 0");
	expect_program("getrpcbynumber(number=100000) = ",
		       getrpcbynumber(100000));
	getrpcbyname("no-such-program");
	expect("getrpcbyname(name=\"no-such-program\") = NULL");
	getrpcbyname_r("no-such-program", &rpc, space, sizeof(space),
		       &found_rpc);
	expect("getrpcbyname_r(name=\"no-such-program\", buf=PTR, buflen=4096, "
	       "result=PTR) = 0");
	getrpcbynumber_r(1, &rpc, space, sizeof(space), &found_rpc);
	expect("getrpcbynumber_r(number=1, buf=PTR, buflen=4096, result=PTR) = "
	       "0");
	setnetent(0);
	expect("setnetent(stayopen=0) = void");
	endnetent();
	expect("endnetent() = void");
	setrpcent(0);
	expect("setrpcent(stayopen=0) = void");
	endrpcent();
	expect("endrpcent() = void");
	innetgr("no-such-group", "host", NULL, NULL);
	expect("innetgr(netgroup=\"no-such-group\", host=\"host\", user=NULL, "
	       "domain=NULL) = 0");
}

static void interfaces(void)
{
	struct if_nameindex *all;

	all = if_nameindex();
	expect("if_nameindex() = PTR");
	if_freenameindex(all);
	expect("if_freenameindex(ptr=PTR) = void");
}

int main(void)
{
	files_only();
	hosts();
	hosts_in_capacity();
	services();
	protocols();
	others();
	interfaces();
	return 0;
}
