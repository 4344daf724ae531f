/* SPDX-License-Identifier: MIT */
/*
 * Functions of memory, and of what processes share: System V's and POSIX's.
 */
#include <mqueue.h>
#include <semaphore.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/uio.h>
#include <time.h>

#include "tests/errors/try.h"

#define PAGE 4096ul
#define ODD ((void *)1)

static struct mq_attr attributes;
static struct timespec no_time;
static struct iovec range;
static sem_t semaphore;
static int set = -1, queue = -1, segment = -1;
static void *attached;

static char *pages(void)
{
	return mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

FAILS(madvise, madvise(ODD, PAGE, MADV_NORMAL))
WORKS(madvise, madvise(pages(), PAGE, MADV_NORMAL))
FAILS(mincore, mincore(ODD, PAGE, (unsigned char *)buffer))
WORKS(mincore, mincore(pages(), PAGE, (unsigned char *)buffer))
FAILS(mlock, mlock(NULL, PAGE))
WORKS(mlock, mlock(pages(), 1))
FAILS(mlock2, mlock2(NULL, PAGE, ~0u))
WORKS(mlock2, mlock2(pages(), 1, 0))
FAILS(mlockall, mlockall(~0))
WORKS(munlockall, munlockall())
FAILS(mmap, mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
WORKS(mmap, pages())
FAILS(mprotect, mprotect(ODD, PAGE, PROT_READ))
WORKS(mprotect, mprotect(pages(), PAGE, PROT_READ))
FAILS(mremap, mremap(ODD, PAGE, PAGE, 0))
WORKS(mremap, mremap(pages(), 2 * PAGE, PAGE, 0))
FAILS(msync, msync(ODD, PAGE, MS_ASYNC))
WORKS(msync, msync(pages(), PAGE, MS_ASYNC))
FAILS(munlock, munlock(NULL, PAGE))
WORKS(munlock, munlock(pages(), 1))
FAILS(munmap, munmap(ODD, PAGE))
WORKS(munmap, munmap(pages(), PAGE))
FAILS(pkey_alloc, pkey_alloc(99, 0))
FAILS(pkey_free, pkey_free(-1))
FAILS(pkey_mprotect, pkey_mprotect(pages(), PAGE, PROT_READ, 99))
RETURNS(posix_madvise, posix_madvise(ODD, PAGE, POSIX_MADV_NORMAL))
RETURNS(posix_madvise, posix_madvise(pages(), PAGE, POSIX_MADV_NORMAL))
FAILS(process_madvise, process_madvise(NO_FD, &range, 1, MADV_COLD, 0))
FAILS(process_mrelease, process_mrelease(NO_FD, 0))
FAILS(remap_file_pages, remap_file_pages(NULL, PAGE, 0, 0, 0))
FAILS(shm_open, shm_open("/fxtrace no such", O_RDONLY, 0))
FAILS(shm_unlink, shm_unlink("/fxtrace no such"))

FAILS(ftok, ftok(NO_PATH, 1))
WORKS(ftok, ftok("/", 1))
FAILS(__mq_open_2,
      SYMBOL(int, __mq_open_2, const char *, int)("no slash", O_RDONLY))
FAILS(mq_open, mq_open("no slash", O_RDONLY))
FAILS(mq_close, mq_close(NO_FD))
FAILS(mq_getattr, mq_getattr(NO_FD, &attributes))
FAILS(mq_setattr, mq_setattr(NO_FD, &attributes, NULL))
FAILS(mq_notify, mq_notify(NO_FD, NULL))
FAILS(mq_receive, mq_receive(NO_FD, buffer, 9, NULL))
FAILS(mq_timedreceive, mq_timedreceive(NO_FD, buffer, 9, NULL, &no_time))
FAILS(mq_send, mq_send(NO_FD, buffer, 9, 0))
FAILS(mq_timedsend, mq_timedsend(NO_FD, buffer, 9, 0, &no_time))
FAILS(mq_unlink, mq_unlink("/fxtrace no such"))
FAILS(msgget, msgget(0x7f5e1234, 0))
WORKS(msgget, queue = msgget(IPC_PRIVATE, 0600))
FAILS(msgsnd, msgsnd(-1, buffer, 1, 0))
FAILS(msgsnd, msgsnd(queue, &(long[]){0, 0}, 1, 0))
WORKS(msgsnd, msgsnd(queue, &(long[]){1, 2}, 8, 0))
WORKS(msgrcv, msgrcv(queue, buffer, 8, 0, 0))
FAILS(msgrcv, msgrcv(queue, buffer, 8, 0, IPC_NOWAIT))
FAILS(msgctl, msgctl(-1, IPC_RMID, NULL))
WORKS(msgctl, msgctl(queue, IPC_RMID, NULL))
FAILS(semget, semget(IPC_PRIVATE, -1, 0))
WORKS(semget, set = semget(IPC_PRIVATE, 2, 0600))
FAILS(semop, semop(-1, &(struct sembuf){0, 1, 0}, 1))
WORKS(semop, semop(set, &(struct sembuf){0, 1, 0}, 1))
FAILS(semtimedop, semtimedop(-1, &(struct sembuf){0, 1, 0}, 1, NULL))
WORKS(semtimedop, semtimedop(set, &(struct sembuf){0, 1, 0}, 1, &no_time))
FAILS(semctl, semctl(-1, 0, GETVAL))
FAILS(semctl, semctl(-1, 0, GETALL, buffer))
WORKS(semctl, semctl(set, 0, GETALL, buffer))
WORKS(semctl, semctl(set, 0, IPC_RMID))
FAILS(shmget, shmget(IPC_PRIVATE, 0, 0))
WORKS(shmget, segment = shmget(IPC_PRIVATE, PAGE, 0600))
FAILS(shmat, shmat(-1, NULL, 0))
WORKS(shmat, attached = shmat(segment, NULL, 0))
FAILS(shmdt, shmdt(ODD))
WORKS(shmdt, shmdt(attached))
FAILS(shmctl, shmctl(-1, IPC_RMID, NULL))
WORKS(shmctl, shmctl(segment, IPC_RMID, NULL))

FAILS(sem_open, sem_open("/fxtrace no such", 0))
FAILS(sem_unlink, sem_unlink("/fxtrace no such"))
FAILS(sem_close, sem_close(&semaphore))
FAILS(sem_init, sem_init(&semaphore, 0, ~0u))
WORKS(sem_init, sem_init(&semaphore, 0, 0))
FAILS(sem_timedwait, sem_timedwait(&semaphore, &no_time))
FAILS(sem_clockwait, sem_clockwait(&semaphore, CLOCK_MONOTONIC, &no_time))
WORKS(sem_destroy, sem_destroy(&semaphore))
