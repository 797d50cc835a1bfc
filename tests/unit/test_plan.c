#include "cli/output_plan.h"

#include "cli/outputs.h"

#include "marked.h"
#include "tap.h"
#include "temp.h"

#include <errno.h>
#include <sys/wait.h>

/* Options that name this map and these outputs (or NULL), up to FF_OPTIONS_OUTPUTS of them. */
static struct ff_options options_of(const char *map, const char *heatmap, const char *csv,
				    const char *json)
{
	return (struct ff_options){
		.map = map,
		.defaults = {FF_OPTIONS_HEATMAP, FF_OPTIONS_ARROWS, FF_OPTIONS_REACH},
		.default_count = 3,
		.outputs = {[FF_OPTIONS_HEATMAP] = heatmap,
			    [FF_OPTIONS_CSV] = csv,
			    [FF_OPTIONS_JSON] = json}};
}

/* A plan that must be right; empty if it is not. */
static struct ff_plan right(const struct ff_options *options)
{
	struct ff_plan plan = {.count = 0};
	struct ff_error err = {""};

	CHECK(ff_plan_make(&plan, options, &err) == FF_OK, "\"%s\"", err.text);
	return plan;
}

/* The plan is refused with that message, nothing is set and no file has come. */
static void refused(const struct ff_options *options, enum ff_status status, const char *message)
{
	int before = temp_count(".");
	struct ff_error err = {""};
	struct ff_plan plan;
	enum ff_status st;

	mark(&plan, sizeof plan);
	st = ff_plan_make(&plan, options, &err);
	CHECK(st == status && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(is_marked(&plan, sizeof plan), "\"%s\": the plan was set", message);
	CHECK(temp_count(".") == before, "\"%s\": %d files, not %d", message, temp_count("."),
	      before);
}

static void without_outputs_three_pictures_are_named_after_the_map(void)
{
	static const char *const names[][2] = {
		{"map.png", "map"},     {"map", "map"},
		{"a/b.c/map", "map"},   {"a/b.c/map.pgm", "map"},
		{"x.tar.map", "x.tar"}, {"-", "stdin"},
		{".hidden", ".hidden"}, {"a/.map.png", ".map"},
		{"/x/y.z", "y"},        {"./-", "-"},
		{"map.", "map"},        {"a b.png", "a b"},
	};
	static const char *const kinds[] = {"heatmap", "arrows", "reach"};

	temp_empty();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct ff_options o = options_of(names[i][0], NULL, NULL, NULL);
		struct ff_plan plan = right(&o);

		CHECK(plan.count == 3 && !plan.standard, "%s: %zu outputs", names[i][0],
		      plan.count);
		for (size_t k = 0; k < plan.count && k < 3; k++) {
			char want[80];

			snprintf(want, sizeof want, "%s.%s.png", names[i][1], kinds[k]);
			CHECK(strcmp(plan.items[k].path, want) == 0 && !plan.items[k].direct &&
				      plan.items[k].kind == (enum ff_options_output)k,
			      "%s: \"%s\", not \"%s\"", names[i][0], plan.items[k].path, want);
		}
		ff_plan_free(&plan);
	}
	CHECK(temp_count(".") == 0, "%d files", temp_count("."));
}

static void of_sectors_the_third_picture_is_that_of_the_portals(void)
{
	struct ff_options o = options_of("map.png", NULL, NULL, NULL);
	struct ff_plan plan;

	temp_empty();
	o.defaults[2] = FF_OPTIONS_PORTALS;
	plan = right(&o);
	CHECK(plan.count == 3 && plan.items[2].kind == FF_OPTIONS_PORTALS &&
		      strcmp(plan.items[2].path, "map.portals.png") == 0,
	      "%zu outputs", plan.count);
	ff_plan_free(&plan);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Opens, writes nothing to and closes all outputs of a plan. */
static void write_all(struct ff_plan *plan)
{
	struct ff_error err = {""};

	for (size_t i = 0; i < plan->count; i++)
		CHECK(ff_output_open(&plan->items[i].output, plan->items[i].path, &err) == FF_OK &&
			      ff_output_close(&plan->items[i].output, &err) == FF_OK,
		      "\"%s\"", err.text);
}

static void a_folder_for_them_is_made_and_stays_if_they_do(void)
{
	static const char *const folders[][2] = {{"new", "new/map.reach.png"},
						 {"other/", "other/map.reach.png"},
						 {"third//", "third//map.reach.png"},
						 {"new/deep", "new/deep/map.reach.png"},
						 {"a/b//c/./d", "a/b//c/./d/map.reach.png"}};

	temp_empty();
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		for (int commit = 0; commit < 2; commit++) {
			struct ff_options o = options_of("m/map.png", NULL, NULL, NULL);
			struct ff_error err = {""};
			struct ff_plan plan;

			o.out_dir = folders[i][0];
			plan = right(&o);
			CHECK(plan.count == 3 && strcmp(plan.items[2].path, folders[i][1]) == 0,
			      "%s: %zu outputs, or other names", o.out_dir, plan.count);
			CHECK(!is_folder(o.out_dir), "%s: too early", o.out_dir);
			CHECK(ff_plan_folder(&plan, &err) == FF_OK && is_folder(o.out_dir),
			      "%s: \"%s\"", o.out_dir, err.text);
			write_all(&plan);
			CHECK(ff_plan_place(&plan, &err) == FF_OK, "\"%s\"", err.text);
			if (commit == 1)
				ff_plan_commit(&plan);
			ff_plan_free(&plan);
			CHECK(is_folder(o.out_dir) == (commit == 1), "%s: committed: %d", o.out_dir,
			      commit);
			CHECK(i < 4 || is_folder("a") == (commit == 1), "a: committed: %d", commit);
			if (commit == 1)
				CHECK(temp_count(o.out_dir) >= 3, "%s: %d files", o.out_dir,
				      temp_count(o.out_dir));
		}
}

static void a_folder_that_is_there_stays_whatever_happens(void)
{
	static const char *const folders[] = {"old", "old/", "./", "."};

	temp_empty();
	mkdir("old", 0777);
	for (size_t i = 0; i < 4; i++) {
		struct ff_options o = options_of("m/map.png", NULL, NULL, NULL);
		struct ff_plan plan;

		o.out_dir = folders[i];
		plan = right(&o);
		CHECK(ff_plan_folder(&plan, NULL) == FF_OK, "%s", o.out_dir);
		write_all(&plan);
		ff_plan_free(&plan);
		CHECK(is_folder("old") && temp_count("old") == 0 && temp_count(".") == 1, "%s",
		      o.out_dir);
	}
}

static void a_folder_that_cannot_be_made_is_named(void)
{
	struct ff_options o = options_of("map.png", NULL, NULL, NULL);

	temp_empty();
	temp_text("file", "x");
	o.out_dir = "none/../deep";
	refused(&o, FF_E_USAGE,
		"--out-dir none/../deep: leads out of a folder that is still to be made");
	o.out_dir = "file";
	refused(&o, FF_E_OUTPUT, "file: is not a folder");
	o.out_dir = "file/deep";
	refused(&o, FF_E_OUTPUT, "file/deep: Not a directory");
}

static void committing_puts_all_outputs_in_their_places(void)
{
	struct ff_options o = options_of("map.png", "h.png", "c.csv", "/dev/null");
	struct ff_plan plan;

	temp_empty();
	temp_text("h.png", "old");
	plan = right(&o);
	write_all(&plan);
	CHECK(temp_holds("h.png", "old") && access("c.csv", F_OK) != 0, "too early");
	CHECK(ff_plan_place(&plan, NULL) == FF_OK, "not placed");
	CHECK(temp_holds("h.png", "") && temp_holds("c.csv", ""), "not there");
	ff_plan_commit(&plan);
	ff_plan_free(&plan);
	CHECK(temp_holds("h.png", "") && temp_holds("c.csv", "") && temp_count(".") == 2,
	      "%d files", temp_count("."));
}

static void one_that_cannot_be_placed_brings_the_others_back(void)
{
	struct ff_options o = options_of("map.png", "h.png", "c.csv", NULL);
	struct ff_error err = {""};
	struct ff_plan plan;

	temp_empty();
	temp_text("h.png", "old");
	o.outputs[FF_OPTIONS_REACH] = "r.png";
	plan = right(&o);
	write_all(&plan);
	mkdir("c.csv", 0777); /* meanwhile */
	CHECK(ff_plan_place(&plan, &err) == FF_E_OUTPUT, "all were placed");
	CHECK(strcmp(err.text, "c.csv: Is a directory") == 0, "\"%s\"", err.text);
	ff_plan_free(&plan);
	CHECK(temp_holds("h.png", "old") && is_folder("c.csv") && temp_count(".") == 2, "%d files",
	      temp_count("."));
}

static void no_clobber_holds_for_what_appears_meanwhile(void)
{
	struct ff_options o = options_of("map.png", "h.png", "c.csv", NULL);
	struct ff_error err = {""};
	struct ff_plan plan;

	temp_empty();
	o.no_clobber = true;
	plan = right(&o);
	write_all(&plan);
	temp_text("c.csv", "another's");
	CHECK(ff_plan_place(&plan, &err) == FF_E_OUTPUT, "it was replaced");
	CHECK(strcmp(err.text, "c.csv: File exists") == 0, "\"%s\"", err.text);
	ff_plan_free(&plan);
	CHECK(temp_holds("c.csv", "another's") && temp_count(".") == 1, "%d files",
	      temp_count("."));
}

static void named_outputs_are_all_there_is(void)
{
	struct ff_options o = options_of("map.png", "h.png", "-", "/dev/null");
	struct ff_plan plan;

	temp_empty();
	plan = right(&o);
	if (CHECK(plan.count == 3 && plan.standard, "%zu outputs", plan.count)) {
		CHECK(plan.items[0].kind == FF_OPTIONS_HEATMAP && !plan.items[0].direct &&
			      strcmp(plan.items[0].path, "h.png") == 0,
		      "\"%s\"", plan.items[0].path);
		CHECK(plan.items[1].kind == FF_OPTIONS_CSV && plan.items[1].direct &&
			      strcmp(plan.items[1].path, "-") == 0,
		      "\"%s\"", plan.items[1].path);
		CHECK(plan.items[2].kind == FF_OPTIONS_JSON && plan.items[2].direct &&
			      strcmp(plan.items[2].path, "/dev/null") == 0,
		      "\"%s\"", plan.items[2].path);
	}
	ff_plan_free(&plan);
	CHECK(plan.count == 0, "%zu outputs after freeing", plan.count);
	CHECK(temp_count(".") == 0, "%d files", temp_count("."));
}

static void formats_are_kept_and_paths_are_without_them(void)
{
	struct ff_options o = options_of("map.png", NULL, NULL, NULL);
	struct ff_plan plan;

	temp_empty();
	o.outputs[FF_OPTIONS_REGIONS] = "r.png";
	o.outputs[FF_OPTIONS_TIES] = "png16:t.png";
	o.outputs[FF_OPTIONS_CSV] = "npy:c";
	o.outputs[FF_OPTIONS_VECTORS] = "npy:-";
	plan = right(&o);
	if (CHECK(plan.count == 4, "%zu outputs", plan.count)) {
		CHECK(plan.items[0].format == FF_OUTPUTS_PNG &&
			      strcmp(plan.items[0].path, "r.png") == 0 &&
			      plan.items[0].file == NULL,
		      "%d \"%s\"", plan.items[0].format, plan.items[0].path);
		CHECK(plan.items[1].format == FF_FORMATS_PNG16 &&
			      strcmp(plan.items[1].path, "t.png") == 0,
		      "%d \"%s\"", plan.items[1].format, plan.items[1].path);
		CHECK(plan.items[2].format == FF_OUTPUTS_OWN &&
			      strcmp(plan.items[2].path, "npy:c") == 0,
		      "%d \"%s\"", plan.items[2].format, plan.items[2].path);
		CHECK(plan.items[3].format == FF_FORMATS_NPY &&
			      strcmp(plan.items[3].path, "-") == 0 && plan.standard,
		      "%d \"%s\"", plan.items[3].format, plan.items[3].path);
	}
	ff_plan_free(&plan);
	o.out_dir = "new";
	o.outputs[FF_OPTIONS_VECTORS] = "npy:v";
	plan = right(&o);
	CHECK(strcmp(plan.items[3].path, "new/v") == 0, "\"%s\"", plan.items[3].path);
	ff_plan_free(&plan);
}

static void all_outputs_at_once_are_planned_in_their_order(void)
{
	struct ff_options o = options_of("map.png", NULL, NULL, NULL);
	char names[FF_OPTIONS_OUTPUTS][16];
	struct ff_plan plan;

	temp_empty();
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++) {
		snprintf(names[i], sizeof names[i], "%d.%s", i,
			 i < FF_OPTIONS_INTEGRATION || i == FF_OPTIONS_ANIMATE ||
					 i == FF_OPTIONS_PORTALS || i == FF_OPTIONS_HISTOGRAM
				 ? "png"
				 : "csv");
		o.outputs[i] = names[i];
	}
	plan = right(&o);
	CHECK(plan.count == FF_OPTIONS_OUTPUTS, "%zu outputs", plan.count);
	for (size_t i = 0; i < plan.count; i++)
		CHECK(plan.items[i].kind == (enum ff_options_output)i &&
			      strcmp(plan.items[i].path, names[i]) == 0,
		      "output %zu is \"%s\"", i, plan.items[i].path);
	ff_plan_free(&plan);
}

/* A picture that waits to be written is the plan's. */
static void freeing_frees_the_pictures(void)
{
	struct ff_options o = options_of("map.png", "h.png", NULL, NULL);
	struct ff_plan plan;

	temp_empty();
	plan = right(&o);
	plan.items[0].file = malloc(100);
	plan.items[0].size = 100;
	ff_plan_free(&plan);
	CHECK(plan.count == 0, "%zu outputs", plan.count);
}

static void two_outputs_on_one_file_are_refused(void)
{
	static const char *const pairs[][2] = {
		{"a", "a"},      {"a", "./a"},    {"there/../a", "a"}, {"there/b", "link/b"},
		{"old", "old"},  {"old", "hard"}, {"old", "soft"},     {"there/old", "link/old"},
		{"./new", "new"}};

	temp_empty();
	temp_require(mkdir("there", 0777) == 0 && symlink("there", "link") == 0, "folders");
	temp_text("old", "x");
	temp_text("there/old", "x");
	temp_require(link("old", "hard") == 0 && symlink("old", "soft") == 0, "links");
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct ff_options o = options_of("map.png", NULL, pairs[i][0], pairs[i][1]);
		char message[100];

		snprintf(message, sizeof message, "--csv and --json would both write %s",
			 pairs[i][1]);
		refused(&o, FF_E_USAGE, message);
	}
}

static void two_outputs_on_one_device_are_none_of_our_business(void)
{
	struct ff_options o = options_of("map.png", "/dev/null", "/dev/null", "/dev/null");
	struct ff_plan plan = right(&o);

	CHECK(plan.count == 3, "%zu outputs", plan.count);
	ff_plan_free(&plan);
}

static void files_of_the_same_name_in_two_folders_are_two(void)
{
	struct ff_options o = options_of("map.png", NULL, "there/a", "here/a");
	struct ff_plan plan;

	temp_empty();
	temp_require(mkdir("there", 0777) == 0 && mkdir("here", 0777) == 0, "folders");
	plan = right(&o);
	CHECK(plan.count == 2, "%zu outputs", plan.count);
	ff_plan_free(&plan);
}

static void the_map_itself_is_no_output(void)
{
	static const char *const names[] = {"map.png", "./map.png", "hard.png", "soft.png"};

	temp_empty();
	temp_text("map.png", "x");
	temp_require(link("map.png", "hard.png") == 0 && symlink("map.png", "soft.png") == 0,
		     "links");
	for (size_t i = 0; i < 4; i++) {
		struct ff_options o = options_of("map.png", names[i], NULL, NULL);
		char message[100];

		o.force = true;
		snprintf(message, sizeof message, "--heatmap %s: that is the map itself", names[i]);
		refused(&o, FF_E_USAGE, message);
	}
	CHECK(temp_holds("map.png", "x"), "the map has changed");
}

static void a_map_from_standard_input_may_stand_beside_any_output(void)
{
	struct ff_options o = options_of("-", NULL, "-", "./-");
	struct ff_plan plan;

	temp_empty();
	plan = right(&o);
	CHECK(plan.count == 2 && plan.items[0].direct && !plan.items[1].direct, "%zu outputs",
	      plan.count);
	ff_plan_free(&plan);
}

static void old_files_are_replaced_unless_told_otherwise(void)
{
	struct ff_options o = options_of("map.png", "h.png", NULL, NULL);
	struct ff_plan plan;

	temp_empty();
	temp_text("h.png", "old");
	plan = right(&o);
	ff_plan_free(&plan);
	CHECK(temp_holds("h.png", "old"), "planning wrote");
	o.no_clobber = true;
	refused(&o, FF_E_OUTPUT, "h.png: is there already (--no-clobber)");
	temp_require(symlink("nowhere", "link.png") == 0, "link");
	o.outputs[FF_OPTIONS_HEATMAP] = "link.png";
	refused(&o, FF_E_OUTPUT, "link.png: is there already (--no-clobber)");
	o.outputs[FF_OPTIONS_HEATMAP] = "new.png";
	o.outputs[FF_OPTIONS_CSV] = "/dev/null";
	plan = right(&o);
	CHECK(plan.count == 2, "%zu outputs", plan.count);
	ff_plan_free(&plan);
}

static void of_the_derived_names_none_may_be_there_either(void)
{
	struct ff_options o = options_of("map.png", NULL, NULL, NULL);

	temp_empty();
	temp_text("map.reach.png", "old");
	o.no_clobber = true;
	refused(&o, FF_E_OUTPUT, "map.reach.png: is there already (--no-clobber)");
}

static void write_protected_files_are_replaced_by_force_only(void)
{
	struct ff_options o = options_of("map.png", "h.png", NULL, NULL);
	struct ff_plan plan;

	temp_empty();
	temp_text("h.png", "old");
	chmod("h.png", 0444);
	refused(&o, FF_E_OUTPUT, "h.png: is write-protected: --force replaces it");
	o.force = true;
	plan = right(&o);
	ff_plan_free(&plan);
}

static void a_folder_that_is_missing_is_told_before_any_work(void)
{
	struct ff_options o = options_of("map.png", "none/h.png", NULL, NULL);

	temp_empty();
	temp_text("file", "x");
	refused(&o, FF_E_OUTPUT, "none/h.png: there is no folder none (--out-dir makes folders)");
	o.outputs[FF_OPTIONS_HEATMAP] = "file/h.png";
	refused(&o, FF_E_OUTPUT, "file/h.png: Not a directory");
	if (geteuid() == 0) {
		NOTE("root writes where it may not: not tried");
		return;
	}
	mkdir("locked", 0500);
	o.outputs[FF_OPTIONS_HEATMAP] = "locked/h.png";
	refused(&o, FF_E_OUTPUT, "locked/h.png: Permission denied");
}

static void freeing_discards_what_is_not_committed(void)
{
	struct ff_options o = options_of("map.png", "h.png", "c.csv", NULL);
	struct ff_plan plan;

	temp_empty();
	plan = right(&o);
	write_all(&plan);
	CHECK(plan.count == 2 && ff_output_place(&plan.items[1].output, true, NULL) == FF_OK,
	      "csv");
	ff_output_commit(&plan.items[1].output);
	CHECK(temp_count(".") == 2, "%d files", temp_count("."));
	ff_plan_free(&plan);
	CHECK(temp_count(".") == 1 && temp_holds("c.csv", ""), "%d files are left",
	      temp_count("."));
}

static void named_outputs_go_to_the_folder_for_outputs(void)
{
	struct ff_options o = options_of("map.png", "h.png", "-", "/dev/null");
	struct ff_plan plan;

	temp_empty();
	o.out_dir = "new/";
	plan = right(&o);
	if (CHECK(plan.count == 3, "%zu outputs", plan.count))
		CHECK(strcmp(plan.items[0].path, "new/h.png") == 0 &&
			      strcmp(plan.items[1].path, "-") == 0 &&
			      strcmp(plan.items[2].path, "/dev/null") == 0,
		      "\"%s\", \"%s\", \"%s\"", plan.items[0].path, plan.items[1].path,
		      plan.items[2].path);
	CHECK(ff_plan_folder(&plan, NULL) == FF_OK && is_folder("new"), "no folder");
	ff_plan_free(&plan);
	CHECK(temp_count(".") == 0, "%d files", temp_count("."));
}

/* A child whose standard output is a file plans outputs there under several names. */
static int on_a_file(void)
{
	struct ff_options one = options_of("map.png", NULL, "/dev/stdout", NULL);
	struct ff_options same = options_of("map.png", NULL, "stdout.txt", NULL);
	struct ff_options two = options_of("map.png", NULL, "-", "/dev/fd/1");
	struct ff_error err = {""};
	struct ff_plan plan;
	int status = -1;
	pid_t child = fork();

	temp_require(child >= 0, "fork");
	if (child == 0) {
		int fd = open("stdout.txt", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

		if (dup2(fd, STDOUT_FILENO) != STDOUT_FILENO)
			_exit(1);
		if (ff_plan_make(&plan, &one, &err) != FF_OK || !plan.standard ||
		    strcmp(plan.items[0].path, "-") != 0)
			_exit(2);
		ff_plan_free(&plan);
		if (ff_plan_make(&plan, &same, &err) != FF_OK || !plan.standard)
			_exit(3);
		ff_plan_free(&plan);
		if (ff_plan_make(&plan, &two, &err) != FF_E_USAGE ||
		    strcmp(err.text, "--csv and --json cannot both go to standard output") != 0)
			_exit(4);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status), "status %#x",
	      (unsigned)status);
	return WEXITSTATUS(status);
}

static void standard_output_is_known_by_all_its_names(void)
{
	int code;

	temp_empty();
	code = on_a_file();
	CHECK(code == 0, "the child ended with %d", code);
}

/* Exit code of a child whose standard output is a terminal: 0 if all is right there. */
static int on_a_terminal(void)
{
	struct ff_options picture = options_of("map.png", "-", NULL, NULL);
	struct ff_options text = options_of("map.png", NULL, "-", NULL);
	int master = posix_openpt(O_RDWR | O_NOCTTY), status = -1, slave;
	struct ff_error err = {""};
	struct ff_plan plan;
	pid_t child;

	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 ||
	    (slave = open(ptsname(master), O_RDWR | O_NOCTTY)) < 0)
		return -1;
	child = fork();
	temp_require(child >= 0, "fork");
	if (child == 0) {
		if (dup2(slave, STDOUT_FILENO) != STDOUT_FILENO ||
		    ff_plan_make(&plan, &picture, &err) != FF_E_USAGE ||
		    strcmp(err.text, "--heatmap -: a picture is not for a terminal: send it to a "
				     "file or a pipe") != 0)
			_exit(1);
		if (ff_plan_make(&plan, &text, &err) != FF_OK)
			_exit(2);
		ff_plan_free(&plan);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status), "status %#x",
	      (unsigned)status);
	close(slave);
	close(master);
	return WEXITSTATUS(status);
}

static void a_picture_is_not_for_a_terminal(void)
{
	int code = on_a_terminal();

	if (code < 0)
		SKIP("there are no terminals to be had: %s", strerror(errno));
	else
		CHECK(code == 0, "the child ended with %d", code);
}

int main(void)
{
	temp_enter();
	RUN(without_outputs_three_pictures_are_named_after_the_map);
	RUN(of_sectors_the_third_picture_is_that_of_the_portals);
	RUN(a_folder_for_them_is_made_and_stays_if_they_do);
	RUN(a_folder_that_is_there_stays_whatever_happens);
	RUN(a_folder_that_cannot_be_made_is_named);
	RUN(committing_puts_all_outputs_in_their_places);
	RUN(one_that_cannot_be_placed_brings_the_others_back);
	RUN(no_clobber_holds_for_what_appears_meanwhile);
	RUN(named_outputs_are_all_there_is);
	RUN(formats_are_kept_and_paths_are_without_them);
	RUN(all_outputs_at_once_are_planned_in_their_order);
	RUN(freeing_frees_the_pictures);
	RUN(two_outputs_on_one_file_are_refused);
	RUN(two_outputs_on_one_device_are_none_of_our_business);
	RUN(files_of_the_same_name_in_two_folders_are_two);
	RUN(the_map_itself_is_no_output);
	RUN(a_map_from_standard_input_may_stand_beside_any_output);
	RUN(old_files_are_replaced_unless_told_otherwise);
	RUN(of_the_derived_names_none_may_be_there_either);
	RUN(write_protected_files_are_replaced_by_force_only);
	RUN(a_folder_that_is_missing_is_told_before_any_work);
	RUN(freeing_discards_what_is_not_committed);
	RUN(named_outputs_go_to_the_folder_for_outputs);
	RUN(standard_output_is_known_by_all_its_names);
	RUN(a_picture_is_not_for_a_terminal);
	return tap_done();
}
