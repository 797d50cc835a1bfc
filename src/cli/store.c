#include "cli/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/number.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid /* glibc has no name for it */
#endif

enum {
	BLOCKS = 256, /* files at a time */
	TEXT = 4096,  /* bytes of the description of the work */
	TICK = 1000,  /* us between two looks of a thread at the memory in use */
	PAGE = 4096,  /* bytes; the least that systems have */
	NAME = 32,
};

/* The names of the files that stay, and the beginning of the first. */
static const char notes_name[] = "flowfield.work", field_name[] = "flowfield.field";
static const char magic[] = "flowfield work 1\n";

/* The folder; there is one, as there is one heap. */
static struct {
	atomic_flag busy;     /* the lock of the blocks */
	atomic_bool dropping; /* the owner of the lock takes pages from the process */
	const char *name;     /* of the folder; NULL: there is none */
	int folder, notes, memory;
	int64_t limit, page; /* bytes */
	bool resumed;
	struct block {
		char *at; /* NULL: free */
		size_t bytes;
	} blocks[BLOCKS];
	int used;              /* blocks that are or were in use */
	uint64_t count;        /* for names */
	atomic_int error;      /* errno of the last refusal by the disk; 0: none */
	atomic_size_t refused; /* bytes asked for */
} store = {.busy = ATOMIC_FLAG_INIT, .folder = -1, .notes = -1, .memory = -1};

static enum ff_status fail(struct ff_error *err)
{
	return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", store.name, strerror(errno));
}

static void lock_blocks(void)
{
	while (atomic_flag_test_and_set(&store.busy))
		sched_yield();
}

/* Returns the bytes of memory that the process has: the second number in the file, in pages. */
static int64_t memory_used(void)
{
	char text[128];
	ssize_t n = pread(store.memory, text, sizeof text - 1, 0);
	int64_t pages = 0;
	const char *at = text;

	text[n < 0 ? 0 : n] = '\0';
	while (*at >= '0' && *at <= '9')
		at++;
	for (at += *at == ' '; *at >= '0' && *at <= '9'; at++)
		pages = 10 * pages + *at - '0';
	return pages * store.page;
}

/*
 * Takes all pages from the process if it has too many; the system keeps them until they are
 * written.  A signal of its own stops each thread, since within milliseconds one can ask for
 * hundreds of megabytes; passes over layers need not know of it.  Threads that it stops meanwhile
 * wait: they would map pages as fast as one takes them away.
 */
static void limit_memory(int number)
{
	const int error = errno;

	(void)number;
	if (atomic_flag_test_and_set(&store.busy)) {
		while (store.dropping)
			sched_yield();
		errno = error;
		return;
	}
	store.dropping = memory_used() > store.limit;
	for (int i = 0; i < store.used && store.dropping; i++)
		if (store.blocks[i].at != NULL)
			(void)madvise(store.blocks[i].at, store.blocks[i].bytes, MADV_DONTNEED);
	store.dropping = false;
	atomic_flag_clear(&store.busy);
	errno = error;
}

/* Starts the timer of the calling thread.  Timers of processor time would not do: the system looks
 * at those now and then, and seldom at threads that mostly wait for the disk. */
static bool start_ticks(void)
{
	const struct itimerspec every = {{0, TICK * 1000L}, {0, TICK * 1000L}};
	struct sigevent tick = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
	timer_t timer;

	tick.sigev_notify_thread_id = gettid();
	return timer_create(CLOCK_MONOTONIC, &tick, &timer) == 0 &&
	       timer_settime(timer, 0, &every, NULL) == 0;
}

/* Limits the memory of the process, unless there is no limit. */
static bool start_limit(void)
{
	const struct sigaction action = {.sa_handler = limit_memory, .sa_flags = SA_RESTART};

	if (store.limit == INT64_MAX)
		return true;
	store.page = sysconf(_SC_PAGESIZE);
	store.memory = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	return store.memory >= 0 && sigaction(SIGPROF, &action, NULL) == 0 && start_ticks();
}

void ff_store_join(void)
{
	if (store.memory >= 0)
		(void)start_ticks();
}

/* Opens and locks the notes: those that have the name, not what a run that ended has removed in
 * between.  Waits for a run that was killed to end. */
static enum ff_status lock_notes(struct ff_error *err)
{
	const struct timespec pause = {.tv_nsec = 20 * 1000000L};

	for (int tries = 0; tries < 100; tries++) {
		int fd = openat(store.folder, notes_name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
		struct stat ours, named;

		if (fd < 0)
			return fail(err);
		if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
			const enum ff_status st = errno == EWOULDBLOCK ? FF_OK : fail(err);

			close(fd);
			if (st != FF_OK)
				return st;
			nanosleep(&pause, NULL);
			continue;
		}
		if (fstat(fd, &ours) == 0 && fstatat(store.folder, notes_name, &named, 0) == 0 &&
		    ours.st_ino == named.st_ino) {
			store.notes = fd;
			return FF_OK;
		}
		close(fd);
	}
	return ff_status_fail(err, FF_E_OUTPUT, "%s: another run works there", store.name);
}

enum ff_status ff_store_open(const char *folder, int64_t limit, struct ff_error *err)
{
	enum ff_status st;

	store.name = folder;
	store.limit = limit;
	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		return fail(err);
	if ((store.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
		return fail(err);
	if ((st = lock_notes(err)) != FF_OK)
		return st;
	return start_limit() ? FF_OK : fail(err);
}

/* Names the first line that differs by its first word, and prints both. */
static enum ff_status refuse_work(const char *old, const char *text, struct ff_error *err)
{
	while (*old != '\0' && strcspn(old, "\n") == strcspn(text, "\n") &&
	       strncmp(old, text, strcspn(old, "\n") + 1) == 0) {
		old += strcspn(old, "\n") + 1;
		text += strcspn(text, "\n") + 1;
	}
	return ff_status_fail(err, FF_E_OUTPUT,
			      "%s: has unfinished work of another run, which differs in: %.*s "
			      "(there %.*s, here %.*s); remove the folder, or name another",
			      store.name, (int)strcspn(text, " \n"), text, (int)strcspn(old, "\n"),
			      old, (int)strcspn(text, "\n"), text);
}

enum ff_status ff_store_begin(const char *text, struct ff_error *err)
{
	char old[TEXT + 1], new[TEXT];
	ssize_t n = pread(store.notes, old, TEXT, 0);
	size_t start = sizeof magic - 1;
	int size = snprintf(new, sizeof new, "%s%s", magic, text);

	if (n < 0)
		return fail(err);
	old[n] = '\0';
	if (n > 0 && strncmp(old, magic, start) != 0)
		return ff_status_fail(err, FF_E_OUTPUT,
				      "%s: %s is not of this version of flowfield", store.name,
				      notes_name);
	if (n > 0 && strcmp(old + start, text) != 0)
		return refuse_work(old + start, text, err);
	store.resumed = n > 0;
	if (n == 0 && pwrite(store.notes, new, (size_t)size, 0) != size)
		return fail(err);
	return FF_OK;
}

/* Makes a file at least as long as asked for, on a disk that then has the room; where that cannot
 * be reserved, each new page is written.  Some systems give up when a signal comes. */
static bool reserve(int fd, size_t bytes)
{
	sigset_t ticks, before;
	struct stat file;
	bool reserved;

	sigemptyset(&ticks);
	sigaddset(&ticks, SIGPROF);
	pthread_sigmask(SIG_BLOCK, &ticks, &before);
	reserved = fallocate(fd, 0, 0, (off_t)bytes) == 0;
	if (!reserved && errno == EOPNOTSUPP && (reserved = fstat(fd, &file) == 0))
		for (off_t at = file.st_size; at < (off_t)bytes && reserved; at += PAGE)
			reserved = pwrite(fd, (char[PAGE]){0}, PAGE, at) == PAGE;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return reserved;
}

/* Maps a file and lists the block; closes the file. */
static void *map_file(int fd, size_t bytes)
{
	void *at = MAP_FAILED;
	int i = 0;

	if (fd < 0 || !reserve(fd, bytes)) {
		store.error = errno;
		store.refused = bytes;
	} else {
		at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
#ifdef MADV_NOHUGEPAGE
		/* A page that is looked at alone would count as 2 MiB. */
		if (at != MAP_FAILED)
			(void)madvise(at, bytes, MADV_NOHUGEPAGE);
#endif
	}
	lock_blocks();
	while (i < store.used && store.blocks[i].at != NULL)
		i++;
	if (at != MAP_FAILED && i < BLOCKS) {
		store.blocks[i] = (struct block){at, bytes};
		store.used = i < store.used ? store.used : i + 1;
	} else if (at != MAP_FAILED) {
		munmap(at, bytes);
		at = MAP_FAILED;
	}
	atomic_flag_clear(&store.busy);
	if (fd >= 0)
		close(fd);
	return at == MAP_FAILED ? NULL : at;
}

static size_t whole_pages(size_t bytes)
{
	return (bytes + PAGE - 1) / PAGE * PAGE;
}

bool ff_store_takes(size_t bytes)
{
	return store.folder >= 0 && bytes >= FF_STORE_LEAST && bytes <= SIZE_MAX / 4;
}

/* Opens a new file in place of one that a run has left which was killed. */
static int new_file(const char *name)
{
	(void)unlinkat(store.folder, name, 0);
	return openat(store.folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

void *ff_store_take(size_t bytes)
{
	char name[NAME];
	int fd;

	lock_blocks();
	snprintf(name, sizeof name, "flowfield.%" PRIu64 ".tmp", store.count++);
	atomic_flag_clear(&store.busy);
	fd = new_file(name);
	if (fd >= 0)
		(void)unlinkat(store.folder, name, 0);
	return map_file(fd, whole_pages(bytes));
}

void *ff_store_field(size_t bytes, bool *resumed)
{
	int fd = store.resumed ? openat(store.folder, field_name, O_RDWR | O_CLOEXEC) : -1;
	struct stat file;

	/* One that is shorter could not be reserved, and has no values. */
	*resumed = fd >= 0 && fstat(fd, &file) == 0 && file.st_size == (off_t)whole_pages(bytes);
	if (fd >= 0 && !*resumed)
		close(fd);
	return map_file(*resumed ? fd : new_file(field_name), whole_pages(bytes));
}

/* Returns the listed block; NULL if it is none. */
static struct block *find_block(const void *at)
{
	for (int i = 0; i < store.used; i++)
		if (store.blocks[i].at == at)
			return &store.blocks[i];
	return NULL;
}

size_t ff_store_size(const void *block)
{
	const struct block *found;
	size_t bytes = 0;

	if (store.name == NULL || block == NULL || (uintptr_t)block % PAGE != 0)
		return 0;
	lock_blocks();
	if ((found = find_block(block)) != NULL)
		bytes = found->bytes;
	atomic_flag_clear(&store.busy);
	return bytes;
}

void ff_store_free(void *block)
{
	struct block *found;

	lock_blocks();
	if ((found = find_block(block)) != NULL) {
		munmap(found->at, found->bytes);
		found->at = NULL;
	}
	atomic_flag_clear(&store.busy);
}

void ff_store_end(bool done)
{
	struct stat notes;

	if (store.notes < 0)
		return;
	/* Notes without work are none. */
	if (done || (fstat(store.notes, &notes) == 0 && notes.st_size == 0)) {
		(void)unlinkat(store.folder, field_name, 0);
		(void)unlinkat(store.folder, notes_name, 0);
	}
	close(store.notes);
	close(store.folder);
	store.notes = store.folder = -1;
}

enum ff_status ff_store_explain(enum ff_status st, struct ff_error *err)
{
	if (st != FF_E_NOMEM || store.error == 0)
		return st;
	if (store.error != ENOSPC && store.error != EDQUOT && store.error != EFBIG)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", store.name,
				      strerror(store.error));
	return ff_status_fail(err, FF_E_OUTPUT,
			      "%s: %s: %zu bytes needed; with that room the same command goes on",
			      store.name, strerror(store.error), (size_t)store.refused);
}
