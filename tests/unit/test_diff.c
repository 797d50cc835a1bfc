#include "cli/verbs/diff.h"

#include "tap.h"
#include "temp.h"

#include <inttypes.h>

static void a_summary_says_whether_two_files_are_the_same_and_why_not(void)
{
	static const struct {
		const char *old, *new;
		struct ff_diff_rules rules;
		bool same;
		uint64_t cells;
		const char *text;
	} cases[] = {
		{"1,2\n", "1,2\n", {0, 0, 0, 0}, true, 0, ""},
		{"1,2\n", "1,2.0\n", {0, 0, 0, 0}, true, 0, ""},
		{"1,2\n",
		 "1,3\n",
		 {0, 0, 0, 0},
		 false,
		 1,
		 "1 of 2 cells differ (50 %): value risen 1, first 1,0"},
		{"1,2\n", "1,3\n", {.abs = 1}, true, 0, ""},
		{"1,2\n",
		 "1,3\n",
		 {.max_cells = 1},
		 true,
		 1,
		 "1 of 2 cells differ (50 %): value risen 1, first 1,0"},
		{"1,2\n", "1\n", {0, 0, 0, 0}, false, 0, "size: 2x1 -> 1x1"},
		{"P2 2 1 255 55 1",
		 "P2 2 1 255 255 2",
		 {0, 0, 0, 0},
		 false,
		 2,
		 "2 of 2 cells differ (100 %): wall added 1, first 0,0; cost changed 1, first 1,0"},
		{"{\"a\": 1}",
		 "{\"a\": 2}",
		 {0, 0, 0, 0},
		 false,
		 1,
		 "1 of 1 values differ (100 %)"},
		{"a", "b", {0, 0, 0, 0}, false, 0, "bytes: different from byte 1, line 1 on"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct ff_diff_summary summary;
		struct ff_error err = {""};

		temp_text("old", cases[i].old);
		temp_text("new", cases[i].new);
		if (!CHECK(ff_diff_files("old", "new", &cases[i].rules, &summary, &err) == FF_OK,
			   "%s", err.text))
			continue;
		CHECK(summary.same == cases[i].same, "case %zu", i);
		CHECK(summary.cells == cases[i].cells, "%" PRIu64, summary.cells);
		CHECK(strcmp(summary.text, cases[i].text) == 0, "\"%s\"", summary.text);
	}
}

static void without_rules_comparison_is_exact(void)
{
	struct ff_diff_summary summary;
	struct ff_error err;

	temp_text("old", "1\n");
	temp_text("new", "1.000001\n");
	CHECK(ff_diff_files("old", "new", NULL, &summary, &err) == FF_OK && !summary.same, "NULL");
}

static void a_file_that_cannot_be_read_is_named_and_sets_nothing(void)
{
	struct ff_diff_summary summary = {.cells = 77};
	struct ff_error err;

	temp_text("old", "1\n");
	CHECK(ff_diff_files("old", "none", NULL, &summary, &err) == FF_E_INPUT, "status");
	CHECK(strcmp(err.text, "none: No such file or directory") == 0, "%s", err.text);
	CHECK(summary.cells == 77, "set");
}

int main(void)
{
	temp_enter();
	RUN(a_summary_says_whether_two_files_are_the_same_and_why_not);
	RUN(without_rules_comparison_is_exact);
	RUN(a_file_that_cannot_be_read_is_named_and_sets_nothing);
	return tap_done();
}
