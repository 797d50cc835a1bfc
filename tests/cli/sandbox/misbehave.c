/*
 * A library for LD_PRELOAD: a decoder that has been taken over.  Before it
 * checks the data it tries what a decoder has no business with, and
 * tells on standard error what came of each: "WHAT: yes" or the error.  With
 * OLD_KERNEL in the environment there is no Landlock.
 */
#undef _FORTIFY_SOURCE /* which has a function of its own in place of one below */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libdeflate.h>

long syscall(long number, ...)
{
	__typeof__(syscall) *real;
	va_list args;
	long with[6];

	if (number == SYS_landlock_create_ruleset && getenv("OLD_KERNEL") != NULL) {
		errno = ENOSYS;
		return -1;
	}
	va_start(args, number);
	for (size_t i = 0; i < sizeof with / sizeof *with; i++)
		with[i] = va_arg(args, long);
	va_end(args);
	*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	return real(number, with[0], with[1], with[2], with[3], with[4], with[5]);
}

static void tell(const char *what, bool done)
{
	dprintf(STDERR_FILENO, "%s: %s\n", what, done ? "yes" : strerror(errno));
}

static bool opens(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	return fd >= 0 && close(fd) == 0;
}

static void *nothing(void *context)
{
	return context;
}

static bool forks(void)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	return child > 0 && waitpid(child, NULL, 0) == child;
}

static void misbehave(void)
{
	char *const argv[] = {"true", NULL};
	pthread_t thread;

	tell("read a secret", opens("secret/key", O_RDONLY));
	tell("read the system's files", opens("/etc/passwd", O_RDONLY));
	tell("read an old output", opens("out/old.csv", O_RDONLY));
	tell("list a folder", opendir(".") != NULL);
	tell("write a file", opens("secret/new", O_WRONLY | O_CREAT));
	tell("write the map", opens("map.png", O_WRONLY));
	tell("cut a file", truncate("secret/key", 0) == 0);
	tell("remove a file", unlink("secret/key") == 0);
	tell("rename a file", rename("secret/key", "out/key") == 0);
	tell("make a link", symlink("secret/key", "out/key") == 0);
	tell("make a folder", mkdir("out/new", 0700) == 0);
	tell("open a file to all", chmod("map.png", 0666) == 0);
	tell("open an open file to all", fchmod(open("map.png", O_RDONLY), 0666) == 0);
	tell("change a file's attributes",
	     syscall(SYS_setxattr, "map.png", "user.x", "x", 1, 0) == 0);
	tell("speak to the network", socket(AF_INET, SOCK_STREAM, 0) >= 0);
	tell("speak to other programs", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
	tell("watch its parent", ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
	tell("end its parent", kill(getppid(), 0) == 0);
	tell("slow its parent down", setpriority(PRIO_PROCESS, (id_t)getppid(), 1) == 0);
	tell("reach shared memory", shmget(IPC_PRIVATE, 1, 0600) >= 0);
	tell("make code", mmap(NULL, 1, PROT_READ | PROT_WRITE | PROT_EXEC,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
	tell("watch a folder", inotify_init1(0) >= 0);
	tell("start a process", forks());
	tell("start a thread",
	     pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0);
	execv("/bin/true", argv);
	tell("start a program", false);
}

/* Tries to open files and folders of the system before the first byte is read. */
ssize_t read(int fd, void *to, size_t size)
{
	static bool read_before;
	__typeof__(read) *real;

	*(void **)&real = dlsym(RTLD_NEXT, "read");
	if (!read_before) {
		tell("before the first byte read the system's files",
		     opens("/etc/passwd", O_RDONLY));
		tell("before the first byte list a folder", opendir("/") != NULL);
	}
	read_before = true;
	return real(fd, to, size);
}

/* Tries all forbidden calls once a PNG has been inflated. */
uint32_t libdeflate_adler32(uint32_t adler, const void *bytes, size_t n)
{
	__typeof__(libdeflate_adler32) *real;

	*(void **)&real = dlsym(RTLD_NEXT, "libdeflate_adler32");
	misbehave();
	return real(adler, bytes, n);
}
