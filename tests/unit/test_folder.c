#include "io/folder.h"

#include "tap.h"
#include "temp.h"

#include <sys/stat.h>
#include <unistd.h>

static void all_files_below_are_listed_in_the_order_of_bytes(void)
{
	static const char *const wanted[] = {"B", "a", "a.b", "a0", "deep/er/x", "link"};
	struct ff_folder list;
	struct ff_error err = {""};

	temp_require(mkdir("top", 0700) == 0 && mkdir("top/deep", 0700) == 0 &&
			     mkdir("top/deep/er", 0700) == 0 && mkdir("top/empty", 0700) == 0 &&
			     symlink("deep", "top/link") == 0,
		     "folders");
	temp_text("top/a0", "");
	temp_text("top/a", "");
	temp_text("top/B", "");
	temp_text("top/a.b", "");
	temp_text("top/deep/er/x", "");
	for (int slash = 0; slash < 2; slash++) {
		if (!CHECK(ff_folder_list(slash ? "top/" : "top", &list, &err) == FF_OK, "%s",
			   err.text))
			return;
		CHECK(list.count == 6, "%zu", list.count);
		for (size_t i = 0; i < list.count && i < 6; i++)
			CHECK(strcmp(list.names[i], wanted[i]) == 0, "%s", list.names[i]);
		ff_folder_free(&list);
	}
	CHECK(ff_folder_list("nothing", &list, &err) == FF_E_INPUT, "status");
	CHECK(strcmp(err.text, "nothing: No such file or directory") == 0, "%s", err.text);
}

static void folders_that_were_made_can_be_unmade(void)
{
	struct ff_folder made = {0};
	struct ff_error err = {""};

	temp_require(mkdir("here", 0700) == 0, "here");
	CHECK(ff_folder_make("here/a/b/file", &made, &err) == FF_OK, "%s", err.text);
	CHECK(ff_folder_make("here/a/c/file", &made, &err) == FF_OK, "%s", err.text);
	CHECK(made.count == 3, "%zu", made.count);
	CHECK(ff_folder_is("here/a/b") && ff_folder_is("here/a/c"), "made");
	CHECK(!ff_folder_is("here/a/b/file"), "no more than that");
	temp_text("here/a/c/kept", "");
	ff_folder_unmake(&made);
	CHECK(!ff_folder_is("here/a/b") && ff_folder_is("here/a/c"), "unmade if empty");
	CHECK(ff_folder_make("here/a/c/kept/file", &made, &err) == FF_E_OUTPUT, "a file is there");
	ff_folder_free(&made);
}

int main(void)
{
	temp_enter();
	RUN(all_files_below_are_listed_in_the_order_of_bytes);
	RUN(folders_that_were_made_can_be_unmade);
	return tap_done();
}
