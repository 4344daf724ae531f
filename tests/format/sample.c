/* SPDX-License-Identifier: MIT */
/* What the golden archives are recordings of: `sample SCENE`, see record.sh.
 * BUILD: -pthread */
#include <aio.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char *volatile nowhere = (char *)8;

/* A request that goes on behind its call. */
static void later(int fd)
{
	char bytes[4];
	struct aiocb request = {
		.aio_fildes = fd, .aio_buf = bytes, .aio_nbytes = 4};
	const struct aiocb *list[] = {&request};

	aio_read(&request);
	aio_suspend(list, 1, NULL);
	aio_return(&request);
}

/* Descriptors, flags, memory, strings, structs, errors. */
static void files(void)
{
	char bytes[200], name[] = "a\tb\xff\303\251";
	struct iovec parts[] = {{bytes, 3}, {bytes + 3, 5}};
	struct stat st;
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0640);

	(void)!write(fd, "hello\n\001\002", 8);
	lseek(fd, -3, SEEK_END);
	(void)!read(fd, bytes, sizeof(bytes));
	lseek(fd, 0, 77);
	(void)!readv(fd, parts, 2);
	(void)!write(fd, nowhere, 9);
	fstat(fd, &st);
	stat("/dev/null", &st);
	open(name, O_RDONLY);
	open("a name that is longer than 32 bytes", O_RDONLY);
	memset(bytes, '-', sizeof(bytes));
	(void)!pwrite(fd, bytes, sizeof(bytes), 0);
	openat(AT_FDCWD, nowhere, O_RDONLY);
	poll(&(struct pollfd){fd, POLLIN | POLLOUT, 0}, 1, 0);
	ioctl(fd, TIOCGWINSZ, bytes);
	fcntl(fd, F_GETFD);
	later(fd);
	mmap(NULL, 0, PROT_READ, MAP_PRIVATE, -1, 0);
	close(fd);
}

/* Addresses, sets, signals, children, devices. */
static void others(void)
{
	struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(9)};
	struct sockaddr_in6 in6 = {.sin6_family = AF_INET6,
				   .sin6_port = htons(9)};
	struct sockaddr_un path = {AF_UNIX, "none"};
	struct addrinfo hint = {.ai_flags = AI_NUMERICHOST}, *list;
	int fd = socket(AF_INET, SOCK_STREAM, 0), status, one = 1;
	struct rlimit limit;
	cpu_set_t cpus;
	sigset_t set;

	inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
	inet_pton(AF_INET6, "fe80::1", &in6.sin6_addr);
	connect(fd, (void *)&in, sizeof(in));
	connect(fd, (void *)&in6, sizeof(in6));
	connect(fd, (void *)&path, sizeof(path));
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (getaddrinfo("127.0.0.1", "80", &hint, &list) == 0)
		freeaddrinfo(list);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	getrlimit(RLIMIT_CORE, &limit);
	wait(&status);
	close(fd);
}

/* Variable arguments, floating point, wide characters, secrets, cut ones. */
static void texts(void)
{
	char to[400], word[9];
	int number;
	double real;

	snprintf(to, sizeof(to), "%d %s %.2f %c %#x %Lg %%", -3, "x", 1.5, 'y',
		 255, 2.5L);
	sscanf("12 abc 0.25", "%d %8s %lf", &number, word, &real);
	strtod("-0.0", NULL);
	strtod("1e400", NULL);
	strtof("0.1", NULL);
	strtold("1.5", NULL);
	memset(to, 'z', sizeof(to) - 1);
	to[sizeof(to) - 1] = 0;
	setenv("SECRET", "hidden", 1);
	puts(to);
	nanosleep(&(struct timespec){0, 1000}, NULL);
	errno = ENOENT;
	strerror(errno);
}

static void *thread(void *name)
{
	pthread_setname_np(pthread_self(), name);
	for (int i = 0; i < 3; i++)
		usleep(1);
	return NULL;
}

static void threads(void)
{
	pthread_t ids[2];

	pthread_create(&ids[0], NULL, thread, "first");
	pthread_create(&ids[1], NULL, thread, "second");
	for (int i = 0; i < 2; i++)
		pthread_join(ids[i], NULL);
}

static void family(char **argv)
{
	int status;

	if (fork() == 0) {
		usleep(1);
		execl(argv[0], argv[0], "exits", NULL);
		_exit(1);
	}
	wait(&status);
	if (fork() == 0)
		abort();
	wait(&status);
	execl("/no/such", "such", NULL);
}

static void large(void)
{
	size_t n = 40000;
	char *bytes = malloc(n);
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0640);

	for (size_t i = 0; i < n; i++)
		bytes[i] = "0123456789abcdef"[i % 16];
	(void)!write(fd, bytes, n);
	lseek(fd, 0, SEEK_SET);
	(void)!read(fd, bytes, n);
	close(fd);
}

/* Calls that fill a buffer soon. */
static void blocks(void)
{
	char block[2000];
	int fd = open("/dev/null", O_WRONLY);

	for (int i = 0; i < 200; i++) {
		memset(block, '0' + i % 10, sizeof(block));
		(void)!write(fd, block, sizeof(block));
	}
	close(fd);
}

static void many(int n)
{
	while (n--)
		getpgid(n % 2 ? -1 : 0);
}

static int compare(const void *a, const void *b)
{
	getpgid(0);
	return *(const char *)a - *(const char *)b;
}

/* Calls inside of calls, and one that its process does not outlive. */
static void killed(void)
{
	char letters[] = "ba";

	many(5);
	qsort(letters, 2, 1, compare);
	kill(getpid(), SIGKILL);
}

static void triggered(void)
{
	many(40);
	open("/no/such", O_RDONLY);
	usleep(300000);
	many(2);
}

/* OpenGL ES draws three frames that are not shown. */
#define OF(result, name, ...) ((result(*)(__VA_ARGS__))address_of(name))
static int frames(void)
{
	static const int32_t config_list[] = {0x3033, 1, 0x3040, 4, 0x3038};
	static const int32_t context_list[] = {0x3098, 2, 0x3038};
	static const int32_t surface_list[] = {0x3057, 4, 0x3056, 4, 0x3038};
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);
	void *(*address_of)(const char *) =
		egl ? (void *(*)(const char *))dlsym(egl, "eglGetProcAddress")
		    : NULL;
	void *display, *context, *surface, *config = NULL;
	unsigned char pixel[4];
	int32_t n = 0;
	unsigned texture;

	if (!egl)
		return 77;
	display = OF(void *, "eglGetPlatformDisplay", unsigned, void *,
		     const intptr_t *)(0x31dd, NULL, NULL);
	OF(unsigned, "eglInitialize", void *, int32_t *, int32_t *)
	(display, NULL, NULL);
	OF(unsigned, "eglBindAPI", unsigned)(0x30a0);
	OF(unsigned, "eglChooseConfig", void *, const int32_t *, void **,
	   int32_t, int32_t *)
	(display, config_list, &config, 1, &n);
	if (!n)
		return 77;
	context = OF(void *, "eglCreateContext", void *, void *, void *,
		     const int32_t *)(display, config, NULL, context_list);
	surface = OF(void *, "eglCreatePbufferSurface", void *, void *,
		     const int32_t *)(display, config, surface_list);
	OF(unsigned, "eglMakeCurrent", void *, void *, void *, void *)
	(display, surface, surface, context);
	OF(void, "glGenTextures", int, unsigned *)(1, &texture);
	OF(void, "glBindTexture", unsigned, unsigned)(0x0de1, texture);
	OF(void, "glTexParameteri", unsigned, unsigned, int)
	(0x0de1, 0x2801, 0x2600);
	for (int i = 0; i < 3; i++) {
		OF(void, "glClearColor", float, float, float, float)
		(0, 0.25f, (float)i / 3, 1);
		OF(void, "glClear", unsigned)(0x4000);
		OF(void, "glReadPixels", int, int, int, int, unsigned, unsigned,
		   void *)
		(0, 0, 1, 1, 0x1908, 0x1401, pixel);
		OF(unsigned, "eglSwapBuffers", void *, void *)
		(display, surface);
	}
	OF(unsigned, "glGetError", void)();
	return 0;
}

int main(int argc, char **argv)
{
	const char *scene = argc > 1 ? argv[1] : "";

	if (strcmp(scene, "values") == 0) {
		files();
		others();
		texts();
	} else if (strcmp(scene, "threads") == 0)
		threads();
	else if (strcmp(scene, "family") == 0)
		family(argv);
	else if (strcmp(scene, "texts") == 0)
		texts();
	else if (strcmp(scene, "large") == 0)
		large();
	else if (strcmp(scene, "many") == 0)
		many(40);
	else if (strcmp(scene, "blocks") == 0)
		blocks();
	else if (strcmp(scene, "killed") == 0)
		killed();
	else if (strcmp(scene, "triggered") == 0)
		triggered();
	else if (strcmp(scene, "frames") == 0)
		return frames();
	return strcmp(scene, "exits") == 0 ? 7 : 0;
}
