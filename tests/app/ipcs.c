/* SPDX-License-Identifier: MIT */
/* Messages, semaphores and shared memory of System V and of POSIX. */
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>
#include <unistd.h>

#include "tests/app/expect.h"

#define OWNERS geteuid(), getegid(), geteuid(), getegid()

union semun {
	int val;
	struct semid_ds *buf;
	unsigned short *array;
};

static void messages(void)
{
	struct msqid_ds about;
	int id;

	id = msgget(IPC_PRIVATE, IPC_CREAT | IPC_EXCL | 0640);
	expect("msgget(key=IPC_PRIVATE, msgflg=IPC_CREAT|IPC_EXCL|0640) = %d",
	       id);
	msgctl(id, IPC_STAT, &about);
	expect("msgctl(msqid=%d, cmd=IPC_STAT, "
	       "buf={msg_perm={__key=IPC_PRIVATE, uid=%u, gid=%u, cuid=%u, "
	       "cgid=%u, mode=0640}, msg_stime=0, msg_rtime=0, msg_ctime=TIME, "
	       "msg_qnum=0, msg_qbytes=%lu, msg_lspid=0, msg_lrpid=0}) = 0",
	       id, OWNERS, about.msg_qbytes);
	about.msg_qbytes = 100;
	msgctl(id, IPC_SET, &about);
	expect("msgctl(msqid=%d, cmd=IPC_SET, "
	       "buf={msg_perm={__key=IPC_PRIVATE, uid=%u, gid=%u, cuid=%u, "
	       "cgid=%u, mode=0640}, msg_stime=0, msg_rtime=0, msg_ctime=TIME, "
	       "msg_qnum=0, msg_qbytes=100, msg_lspid=0, msg_lrpid=0}) = 0",
	       id, OWNERS);
	msgctl(id, IPC_RMID, NULL);
	expect("msgctl(msqid=%d, cmd=IPC_RMID, buf=NULL) = 0", id);
	msgctl(id, 99, NULL);
	expect("msgctl(msqid=%d, cmd=99, buf=NULL) = -1 EINVAL", id);
}

static void semaphores(void)
{
	struct sembuf both[2] = {{0, 3, 0}, {1, 1, IPC_NOWAIT | SEM_UNDO}};
	struct timespec soon = {0, 1000};
	unsigned short values[2];
	struct semid_ds about;
	int id;

	id = semget(IPC_PRIVATE, 2, IPC_CREAT | 0600);
	expect("semget(key=IPC_PRIVATE, nsems=2, semflg=IPC_CREAT|0600) = %d",
	       id);
	semop(id, both, 2);
	expect("semop(semid=%d, sops=[{sem_num=0, sem_op=3, sem_flg=0}, "
	       "{sem_num=1, sem_op=1, sem_flg=IPC_NOWAIT|SEM_UNDO}], nsops=2) "
	       "= 0",
	       id);
	both[0].sem_op = -9;
	semtimedop(id, both, 1, &soon);
	expect("semtimedop(semid=%d, sops=[{sem_num=0, sem_op=-9, sem_flg=0}], "
	       "nsops=1, timeout={tv_sec=0, tv_nsec=1000}) = -1 EAGAIN",
	       id);
	semctl(id, 0, SETVAL, (union semun){.val = 7});
	expect("semctl(semid=%d, semnum=0, cmd=SETVAL, arg=7) = 0", id);
	semctl(id, 0, GETVAL);
	expect("semctl(semid=%d, semnum=0, cmd=GETVAL) = 7", id);
	semctl(id, 0, GETALL, (union semun){.array = values});
	expect("semctl(semid=%d, semnum=0, cmd=GETALL, arg=[7, 1]) = 0", id);
	semctl(id, 0, IPC_STAT, (union semun){.buf = &about});
	expect("semctl(semid=%d, semnum=0, cmd=IPC_STAT, "
	       "arg={sem_perm={__key=IPC_PRIVATE, uid=%u, gid=%u, cuid=%u, "
	       "cgid=%u, mode=0600}, sem_otime=TIME, sem_ctime=TIME, "
	       "sem_nsems=2}) = 0",
	       id, OWNERS);
	semctl(id, 0, IPC_RMID);
	expect("semctl(semid=%d, semnum=0, cmd=IPC_RMID) = 0", id);
}

static void memory(void)
{
	struct shmid_ds about;
	char *at;
	int id;

	id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | SHM_NORESERVE | 0600);
	expect("shmget(key=IPC_PRIVATE, size=4096, "
	       "shmflg=IPC_CREAT|SHM_NORESERVE|0600) = %d",
	       id);
	at = shmat(id, NULL, SHM_RDONLY);
	expect("shmat(shmid=%d, shmaddr=NULL, shmflg=SHM_RDONLY) = PTR", id);
	shmat(id, at + 1, SHM_RND | SHM_EXEC);
	expect("shmat(shmid=%d, shmaddr=PTR, shmflg=SHM_RND|SHM_EXEC) = -1 "
	       "EINVAL",
	       id);
	shmctl(id, IPC_STAT, &about);
	expect("shmctl(shmid=%d, cmd=IPC_STAT, "
	       "buf={shm_perm={__key=IPC_PRIVATE, uid=%u, gid=%u, cuid=%u, "
	       "cgid=%u, mode=0600}, shm_segsz=4096, shm_atime=TIME, "
	       "shm_dtime=0, shm_ctime=TIME, shm_cpid=PID, shm_lpid=PID, "
	       "shm_nattch=1}) = 0",
	       id, OWNERS);
	shmdt(at);
	expect("shmdt(shmaddr=PTR) = 0");
	shmctl(id, IPC_RMID, NULL);
	expect("shmctl(shmid=%d, cmd=IPC_RMID, buf=NULL) = 0", id);
	ftok("/no", 1);
	expect("ftok(pathname=\"/no\", proj_id=1) = -1 ENOENT");
}

static void queues(void)
{
	struct mq_attr attr = {.mq_maxmsg = 2, .mq_msgsize = 4}, old;
	struct sigevent signal_event = {.sigev_notify = SIGEV_SIGNAL,
					.sigev_signo = SIGUSR1};
	struct timespec past = {0, 0};
	char name[] = "/fxtrace-ipcs-0000000", text[4];
	unsigned int priority, id = (unsigned)getpid();
	mqd_t q;

	for (int i = 20; id; id /= 10)
		name[i--] = (char)('0' + id % 10);
	q = mq_open(name, O_CREAT | O_EXCL | O_RDWR | O_NONBLOCK, 0600, &attr);
	expect("mq_open(name=\"%s\", oflag=O_RDWR|O_CREAT|O_EXCL|O_NONBLOCK, "
	       "mode=0600, attr={mq_flags=0, mq_maxmsg=2, mq_msgsize=4, "
	       "mq_curmsgs=0}) = %d",
	       name, q);
	signal_event.sigev_value.sival_ptr = NULL;
	mq_notify(q, &signal_event);
	expect("mq_notify(mqdes=%d, sevp={sigev_notify=SIGEV_SIGNAL, "
	       "sigev_signo=SIGUSR1, sigev_value={sival_int=0, "
	       "sival_ptr=NULL}}) = 0",
	       q);
	mq_notify(q, NULL);
	expect("mq_notify(mqdes=%d, sevp=NULL) = 0", q);
	mq_send(q, "abc", 3, 9);
	expect("mq_send(mqdes=%d, msg_ptr=\"abc\", msg_len=3, msg_prio=9) = 0",
	       q);
	mq_timedsend(q, "d", 1, 1, &past);
	expect("mq_timedsend(mqdes=%d, msg_ptr=\"d\", msg_len=1, msg_prio=1, "
	       "abs_timeout={tv_sec=0, tv_nsec=0}) = 0",
	       q);
	mq_getattr(q, &attr);
	expect("mq_getattr(mqdes=%d, attr={mq_flags=O_NONBLOCK, mq_maxmsg=2, "
	       "mq_msgsize=4, mq_curmsgs=2}) = 0",
	       q);
	mq_receive(q, text, 4, &priority);
	expect("mq_receive(mqdes=%d, msg_ptr=\"abc\", msg_len=4, msg_prio=9) = "
	       "3",
	       q);
	mq_timedreceive(q, text, 4, NULL, &past);
	expect("mq_timedreceive(mqdes=%d, msg_ptr=\"d\", msg_len=4, "
	       "msg_prio=NULL, abs_timeout={tv_sec=0, tv_nsec=0}) = 1",
	       q);
	attr.mq_flags = 0;
	mq_setattr(q, &attr, &old);
	expect("mq_setattr(mqdes=%d, newattr={mq_flags=0, mq_maxmsg=2, "
	       "mq_msgsize=4, mq_curmsgs=2}, oldattr={mq_flags=O_NONBLOCK, "
	       "mq_maxmsg=2, mq_msgsize=4, mq_curmsgs=0}) = 0",
	       q);
	mq_close(q);
	expect("mq_close(mqdes=%d) = 0", q);
	mq_unlink(name);
	expect("mq_unlink(name=\"%s\") = 0", name);
	mq_open("/none", O_RDONLY);
	expect("mq_open(name=\"/none\", oflag=O_RDONLY) = -1 ENOENT");
}

int main(void)
{
	messages();
	semaphores();
	memory();
	queues();
	return 0;
}
