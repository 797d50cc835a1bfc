#include "cli/verbs/watch_files.h"

#include "tap.h"
#include "temp.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Opens a watch over one file or two; returns NULL where the system has none. */
static struct ff_watch *watch_over(const char *one, const char *two)
{
	const char *paths[] = {one, two};
	struct ff_watch *watch = NULL;
	struct ff_error err = {""};
	enum ff_status st = ff_watch_open(&watch, &err);

	if (st != FF_OK) {
		CHECK(st == FF_E_USAGE, "%s", err.text);
		SKIP("%.150s", err.text);
		return NULL;
	}
	st = ff_watch_files(watch, paths, two == NULL ? 1 : 2, &err);
	if (CHECK(st == FF_OK, "%s", err.text))
		return watch;
	ff_watch_close(watch);
	return NULL;
}

/* Waits; returns the files that changed as bits, or -1 if that failed. */
static int told(struct ff_watch *watch)
{
	struct ff_error err = {""};
	bool files[2] = {false, false};

	return CHECK(ff_watch_wait(watch, files, &err) == FF_OK, "%s", err.text)
		       ? files[0] + 2 * files[1]
		       : -1;
}

/* Waits for a change that comes later; returns false if an earlier one ends the wait. */
static bool waits_for(struct ff_watch *watch, const char *path)
{
	bool there;
	pid_t child;

	fflush(stdout);
	if ((child = fork()) == 0) {
		usleep(150000);
		temp_text(path, "much later");
		_exit(0);
	}
	there = told(watch) == 1 && temp_holds(path, "much later");
	temp_require(waitpid(child, NULL, 0) == child, "the child");
	return there;
}

static void begin(void)
{
	temp_empty();
	temp_require(mkdir("maps", 0700) == 0 && mkdir("other", 0700) == 0, "folders");
	temp_text("maps/a", "a");
	temp_text("maps/b", "b");
	temp_text("other/a", "a");
}

/* Ways to change a file. */
static void write_in_place(void)
{
	temp_text("maps/a", "other");
}

static void append(void)
{
	FILE *to = fopen("maps/a", "ab");

	temp_require(to != NULL && fputs("more", to) >= 0 && fclose(to) == 0, "append");
}

static void rename_over(void)
{
	temp_text("maps/a.new", "other");
	temp_require(rename("maps/a.new", "maps/a") == 0, "rename");
}

static void move_here_from_elsewhere(void)
{
	temp_require(rename("other/a", "maps/a") == 0, "rename");
}

static void keep_a_backup(void)
{
	temp_require(rename("maps/a", "maps/a~") == 0, "rename");
	temp_text("maps/a", "other");
}

static void remove_and_make(void)
{
	temp_require(unlink("maps/a") == 0, "unlink");
	temp_text("maps/a", "other");
}

static void remove_alone(void)
{
	temp_require(unlink("maps/a") == 0, "unlink");
}

static void move_away(void)
{
	temp_require(rename("maps/a", "maps/c") == 0, "rename");
}

static void cut(void)
{
	temp_require(truncate("maps/a", 0) == 0, "truncate");
}

static void forbid_and_allow(void)
{
	temp_require(chmod("maps/a", 0000) == 0 && chmod("maps/a", 0600) == 0, "chmod");
}

static void the_folder_goes(void)
{
	temp_require(rename("maps", "gone") == 0, "rename");
}

static void each_way_to_change_a_file_is_told(void)
{
	static void (*const ways[])(void) = {write_in_place,
					     append,
					     rename_over,
					     move_here_from_elsewhere,
					     keep_a_backup,
					     remove_and_make,
					     remove_alone,
					     move_away,
					     cut,
					     forbid_and_allow,
					     the_folder_goes};
	char whole[5000];

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		for (int absolute = 0; absolute < 2; absolute++) {
			struct ff_watch *watch;

			begin();
			snprintf(whole, sizeof whole, "%s/maps/a", temp_folder());
			if ((watch = watch_over(absolute ? whole : "maps/a", NULL)) == NULL)
				return;
			ways[i]();
			CHECK(told(watch) == 1, "%zu", i);
			ff_watch_close(watch);
		}
}

static void of_two_files_each_is_told(void)
{
	for (int i = 0; i < 2; i++) {
		struct ff_watch *watch;

		begin();
		if ((watch = watch_over("maps/a", "other/a")) == NULL)
			return;
		temp_text(i == 0 ? "maps/a" : "other/a", "other");
		CHECK(told(watch) == 1 + i, "%d", i);
		ff_watch_close(watch);
	}
}

static void files_beside_it_do_not_matter(void)
{
	struct ff_watch *watch;

	begin();
	if ((watch = watch_over("maps/a", NULL)) == NULL)
		return;
	temp_text("maps/b", "other");
	temp_text("maps/a2", "new");
	temp_text("other/a", "other");
	temp_require(unlink("maps/b") == 0 && mkdir("maps/folder", 0700) == 0, "more");
	CHECK(waits_for(watch, "maps/a"), "it did not wait");
	ff_watch_close(watch);
}

static void files_that_are_no_longer_asked_for_do_not_matter(void)
{
	const char *two[] = {"other/a"};
	struct ff_error err = {""};
	struct ff_watch *watch;

	begin();
	if ((watch = watch_over("maps/a", "maps/b")) == NULL)
		return;
	CHECK(ff_watch_files(watch, two, 1, &err) == FF_OK, "%s", err.text);
	temp_text("maps/a", "other");
	CHECK(waits_for(watch, "other/a"), "it did not wait");
	ff_watch_close(watch);
}

static void many_changes_at_once_are_one(void)
{
	struct ff_watch *watch;

	begin();
	if ((watch = watch_over("maps/a", NULL)) == NULL)
		return;
	for (int i = 0; i < 200; i++) {
		write_in_place();
		rename_over();
	}
	CHECK(told(watch) == 1, "a change");
	CHECK(waits_for(watch, "maps/a"), "it did not wait");
	ff_watch_close(watch);
}

static void changes_without_end_are_told_all_the_same(void)
{
	struct ff_watch *watch;
	pid_t child;

	begin();
	if ((watch = watch_over("maps/a", NULL)) == NULL)
		return;
	fflush(stdout);
	if ((child = fork()) == 0)
		for (alarm(60);; usleep(10000))
			append();
	CHECK(told(watch) == 1, "a change");
	CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child, "the child");
	ff_watch_close(watch);
}

static void links_are_watched_and_what_they_lead_to(void)
{
	struct ff_error err = {""};
	struct ff_watch *watch;
	const char *link[] = {"link"};

	begin();
	temp_require(symlink("other/link", "link") == 0 && symlink("../maps/a", "other/link") == 0,
		     "links");
	if ((watch = watch_over("link", NULL)) == NULL)
		return;
	for (int i = 0; i < 5; i++) {
		switch (i) {
		case 0:
			temp_text("maps/a", "other");
			break;
		case 1:
			rename_over();
			break;
		case 2: /* the second one leads elsewhere */
			temp_require(symlink("../maps/b", "new") == 0 &&
					     rename("new", "other/link") == 0,
				     "link");
			break;
		case 3:
			temp_text("maps/b", "other");
			break;
		default:
			temp_require(unlink("link") == 0, "unlink");
			temp_text("link", "a file");
		}
		CHECK(told(watch) == 1, "%d", i);
		CHECK(ff_watch_files(watch, link, 1, &err) == FF_OK, "%d: %s", i, err.text);
	}
	temp_text("maps/b", "something");
	CHECK(waits_for(watch, "link"), "it did not wait");
	ff_watch_close(watch);
}

static void a_link_to_a_folder_may_lead_elsewhere(void)
{
	const char *path[] = {"now/a"};
	struct ff_error err = {""};
	struct ff_watch *watch;
	char there[5000];

	begin();
	snprintf(there, sizeof there, "%s/other", temp_folder());
	temp_require(symlink("maps", "now") == 0 && symlink(there, "new") == 0, "links");
	if ((watch = watch_over(path[0], NULL)) == NULL)
		return;
	temp_text("maps/a", "other");
	CHECK(told(watch) == 1, "a change");
	temp_require(rename("new", "now") == 0, "rename");
	CHECK(told(watch) == 1, "a change");
	CHECK(ff_watch_files(watch, path, 1, &err) == FF_OK, "%s", err.text);
	temp_text("other/a", "other");
	CHECK(told(watch) == 1, "a change");
	ff_watch_close(watch);
}

static void what_is_not_there_is_waited_for(void)
{
	struct ff_watch *watch;

	begin();
	temp_require(symlink("other/later", "link") == 0, "link");
	if ((watch = watch_over("link", NULL)) == NULL)
		return;
	temp_text("other/later", "now");
	CHECK(told(watch) == 1, "a change");
	ff_watch_close(watch);
}

static void more_than_the_system_remembers_is_a_change(void)
{
	char *text = temp_read("/proc/sys/fs/inotify/max_queued_events", NULL);
	long most = text == NULL ? 0 : strtol(text, NULL, 10);
	struct ff_watch *watch;

	free(text);
	begin();
	if (most < 1 || most > 100000) {
		SKIP("it remembers %ld", most);
		return;
	}
	if ((watch = watch_over("maps/a", NULL)) == NULL)
		return;
	for (long i = 0; i < most; i += 2) {
		char name[2][32];

		snprintf(name[0], sizeof name[0], "maps/%ld", i % 1000);
		snprintf(name[1], sizeof name[1], "maps/%ld.", i % 1000);
		temp_require(mkdir(name[0], 0700) == 0 && rename(name[0], name[1]) == 0 &&
				     rmdir(name[1]) == 0,
			     "folders");
	}
	CHECK(told(watch) == 1, "a change");
	ff_watch_close(watch);
}

static void a_folder_that_is_gone_is_an_error(void)
{
	const char *path[] = {"a"};
	struct ff_error err = {""};
	struct ff_watch *watch;

	begin();
	temp_require(chdir("maps") == 0, "maps");
	watch = watch_over("a", NULL);
	temp_require(chdir("..") == 0, "..");
	if (watch == NULL)
		return;
	temp_require(rename("maps", "moved") == 0 && chdir("moved") == 0, "maps");
	CHECK(told(watch) == 1, "a change");
	CHECK(ff_watch_files(watch, path, 1, &err) == FF_OK, "moved while in it: %s", err.text);
	temp_require(unlink("a") == 0 && unlink("b") == 0 && rmdir("../moved") == 0, "moved");
	CHECK(told(watch) == 1, "a change");
	CHECK(ff_watch_files(watch, path, 1, &err) == FF_E_INPUT, "removed while in it");
	CHECK(strcmp(err.text, ".: No such file or directory: cannot be watched") == 0, "%s",
	      err.text);
	temp_require(chdir(temp_folder()) == 0, "back");
	path[0] = "maps/a";
	CHECK(ff_watch_files(watch, path, 1, &err) == FF_E_INPUT, "removed");
	CHECK(strcmp(err.text, "maps/: No such file or directory: cannot be watched") == 0, "%s",
	      err.text);
	ff_watch_close(watch);
}

static void links_that_lead_nowhere_are_watched(void)
{
	static const char *const nowhere[] = {"link", "none/a", "maps/a/b"};

	for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
		struct ff_watch *watch;

		begin();
		temp_require(symlink(nowhere[i], "link") == 0, "a link");
		if ((watch = watch_over("link", NULL)) == NULL)
			return;
		temp_require(unlink("link") == 0 && symlink("maps/a", "link") == 0, "a link");
		CHECK(told(watch) == 1, "%s: a change", nowhere[i]);
		ff_watch_close(watch);
	}
}

static void what_cannot_be_watched_leaves_the_others(void)
{
	static const char *const bad[] = {"other/a/b", "nothing/a"};
	struct ff_error err = {""};
	struct ff_watch *watch;

	begin();
	if ((watch = watch_over("maps/a", NULL)) == NULL)
		return;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const char *both[] = {"other/a", bad[i]};

		CHECK(ff_watch_files(watch, both, 2, &err) == FF_E_INPUT, "%s", bad[i]);
	}
	temp_text("other/a", "other");
	CHECK(waits_for(watch, "maps/a"), "it did not wait");
	ff_watch_close(watch);
}

static void limits_of_the_system_are_told(void)
{
	struct rlimit before, none = {0, 0};
	struct ff_watch *watch = NULL;
	struct ff_error err = {""};
	enum ff_status st = ff_watch_open(&watch, &err);

	ff_watch_close(watch);
	if (st != FF_OK) {
		SKIP("%.150s", err.text);
		return;
	}
	temp_require(getrlimit(RLIMIT_NOFILE, &before) == 0, "limits");
	none.rlim_max = before.rlim_max;
	temp_require(setrlimit(RLIMIT_NOFILE, &none) == 0, "limits");
	st = ff_watch_open(&watch, &err);
	temp_require(setrlimit(RLIMIT_NOFILE, &before) == 0, "limits");
	CHECK(st == FF_E_LIMIT, "%d", st);
	CHECK(strcmp(err.text, "watching files: Too many open files, or more watches than "
			       "/proc/sys/fs/inotify/max_user_instances") == 0,
	      "%s", err.text);
}

int main(void)
{
	temp_enter();
	alarm(300); /* ends a test that waits in vain */
	RUN(each_way_to_change_a_file_is_told);
	RUN(of_two_files_each_is_told);
	RUN(files_beside_it_do_not_matter);
	RUN(files_that_are_no_longer_asked_for_do_not_matter);
	RUN(many_changes_at_once_are_one);
	RUN(changes_without_end_are_told_all_the_same);
	RUN(links_are_watched_and_what_they_lead_to);
	RUN(a_link_to_a_folder_may_lead_elsewhere);
	RUN(what_is_not_there_is_waited_for);
	RUN(more_than_the_system_remembers_is_a_change);
	RUN(a_folder_that_is_gone_is_an_error);
	RUN(links_that_lead_nowhere_are_watched);
	RUN(what_cannot_be_watched_leaves_the_others);
	RUN(limits_of_the_system_are_told);
	return tap_done();
}
