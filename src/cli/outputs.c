#include "cli/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "io/input.h"
#include "io/texts.h"

#define BIT(format) (1U << (format))

enum { ORDER = FF_OUTPUTS_OWN }; /* number of formats that can be named */

/* The short names of the columns 'formats', 'standard' and 'bare'. */
enum {
	UNNAMED = 0, /* the user must name the format */
	PNG = BIT(FF_OUTPUTS_PNG),
	APNG = BIT(FF_OUTPUTS_APNG),
	SVG = BIT(FF_OUTPUTS_SVG),
	TABLE = BIT(FF_OUTPUTS_TABLE),
	OWN = BIT(FF_OUTPUTS_OWN),
	CSV = BIT(FF_FORMATS_CSV),
	PNG8 = BIT(FF_FORMATS_PNG8),
	FLOWMAP = BIT(FF_FORMATS_FLOWMAP),
	/* Sets of rows of ff_formats. */
	DATA = BIT(FF_OUTPUTS_OWN + 1),  /* data files that hold any layer of one number a cell */
	PAIRS = BIT(FF_OUTPUTS_OWN + 2), /* those that hold two */
};

/* The short names of the column 'needs'. */
enum {
	SIGHT = FF_OUTPUTS_SIGHT,
	ALLOCATION = FF_OUTPUTS_ALLOCATION,
	FIGURES = FF_OUTPUTS_AREAS | FF_OUTPUTS_JAMS,
	REGIONS = FF_OUTPUTS_AREAS | FF_OUTPUTS_REGIONS,
	TIES = FF_OUTPUTS_TIES,
	BANDS = FF_OUTPUTS_BANDS,
	DETOUR = FF_OUTPUTS_DETOUR,
	CLEARANCE = FF_OUTPUTS_CLEARANCE,
	CHOKES = FF_OUTPUTS_CHOKES,
	RIDGES = FF_OUTPUTS_RIDGES,
	GAIN = FF_OUTPUTS_GAIN | FF_OUTPUTS_CHOKES,
	PATHS = FF_OUTPUTS_PATHS,
	TRAFFIC = FF_OUTPUTS_TRAFFIC,
	DENSITY = FF_OUTPUTS_DENSITY,
	SPEEDS = FF_OUTPUTS_SPEEDS,
	TRAJECTORIES = FF_OUTPUTS_TRAJECTORIES,
};

static const struct {
	unsigned formats, standard, bare, needs;
} kinds[FF_OPTIONS_OUTPUTS] = {
#define KIND(id, name, argument, help, screen, formats, standard, bare, needs, maker) \
	[FF_OPTIONS_##id] = {formats, standard, bare, needs},
	FF_OUTPUT_ROWS(KIND)
#undef KIND
};

static const struct {
	const char *name, *extension;
} own_formats[] = {
	[FF_OUTPUTS_PNG - FF_FORMATS] = {"png", ".png"},
	[FF_OUTPUTS_APNG - FF_FORMATS] = {"apng", ".png"},
	[FF_OUTPUTS_SVG - FF_FORMATS] = {"svg", ".svg"},
	[FF_OUTPUTS_TABLE - FF_FORMATS] = {"csv", ".csv"},
};

/* Returns format i < ORDER in the order of search: pictures before data. */
static int format_at(int i)
{
	static const int first[] = {FF_OUTPUTS_PNG, FF_OUTPUTS_SVG};
	static const int last[] = {FF_OUTPUTS_TABLE, FF_OUTPUTS_APNG};

	if (i < 2)
		return first[i];
	return i - 2 < FF_FORMATS ? i - 2 : last[i - 2 - FF_FORMATS];
}

/* Returns the formats that an output may have. */
static unsigned formats_of(enum ff_options_output kind)
{
	unsigned formats = kinds[kind].formats;

	for (int i = 0; i < FF_FORMATS; i++) {
		const struct ff_format *format = &ff_formats[i];

		if (ff_formats_writes(format) &&
		    (((formats & DATA) != 0 && (BIT(i) & (PNG8 | FLOWMAP)) == 0) ||
		     ((formats & PAIRS) != 0 && format->pairs)))
			formats |= BIT(i);
	}
	return formats & ~(unsigned)(DATA | PAIRS);
}

/* Returns the only format of a set, or -1 for none. */
static int only_format(unsigned formats)
{
	int format = 0;

	while (formats != 0 && formats != BIT(format))
		format++;
	return formats == 0 ? -1 : format;
}

unsigned ff_outputs_needs(const struct ff_options *options)
{
	static const struct {
		unsigned layer, needs;
	} layers[] = {
		{FF_STYLE_SIGHT, SIGHT},   {FF_STYLE_PATHS, PATHS},
		{FF_STYLE_DETOUR, DETOUR}, {FF_STYLE_CLEARANCE, CLEARANCE},
		{FF_STYLE_CHOKES, CHOKES}, {FF_STYLE_RIDGES, RIDGES},
	};
	unsigned needs = 0;

	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		if (options->outputs[kind] != NULL)
			needs |= kinds[kind].needs;
	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
		if ((options->style.with & layers[i].layer) != 0)
			needs |= layers[i].needs;
	return needs;
}

static const char *name_of(int format)
{
	const struct ff_format *data = ff_outputs_data(format);

	return data != NULL ? data->name : own_formats[format - FF_FORMATS].name;
}

static const char *extension_of(int format)
{
	const struct ff_format *data = ff_outputs_data(format);

	return data != NULL ? data->extension : own_formats[format - FF_FORMATS].extension;
}

/* Lists the extensions of formats: ".png, .csv or .npy". */
static void list_extensions(unsigned formats, char list[128])
{
	size_t n = 0;

	if ((formats & (PNG | PNG8)) != 0)
		formats &= ~BIT(FF_FORMATS_PNG16); /* others have the extension then */
	for (int i = 0; i < ORDER; i++) {
		unsigned others = formats & ~BIT(format_at(i));

		if (others == formats)
			continue;
		formats = others;
		n += (size_t)snprintf(list + n, 128 - n, "%s%s",
				      n == 0         ? ""
				      : formats != 0 ? ", "
						     : " or ",
				      extension_of(format_at(i)));
	}
}

/* Returns true if 'n' bytes name a format, and sets 'format' to it, or to -1 if it is not among
 * those allowed. */
static bool find_name(const char *name, size_t n, unsigned allowed, int *format)
{
	bool known = false;

	*format = -1;
	for (int i = 0; i < ORDER; i++) {
		int found = format_at(i);

		if ((found < FF_FORMATS && !ff_formats_writes(&ff_formats[found])) ||
		    strlen(name_of(found)) != n || strncmp(name, name_of(found), n) != 0)
			continue;
		known = true;
		if ((allowed & BIT(found)) != 0)
			*format = found;
		/* The data format that "png" stands for, where no picture can be meant. */
		for (int k = 0; k < FF_FORMATS && found == FF_OUTPUTS_PNG && *format < 0; k++)
			if ((allowed & BIT(k)) != 0 && strcmp(extension_of(k), ".png") == 0)
				*format = k;
	}
	return known;
}

const char *ff_outputs_extension(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash == NULL ? path : slash, '.');

	return dot == NULL ? "" : dot;
}

static int find_extension(enum ff_options_output kind, const char *path)
{
	const char *extension = ff_outputs_extension(path);

	if (strcmp(path, "-") == 0)
		return only_format(kinds[kind].standard);
	if (*extension == '\0' || kinds[kind].formats == 0)
		return only_format(kinds[kind].bare);
	for (int i = 0; i < ORDER; i++)
		if ((formats_of(kind) & BIT(format_at(i))) != 0 &&
		    strcasecmp(extension, extension_of(format_at(i))) == 0)
			return format_at(i);
	return -1;
}

enum ff_status ff_outputs_find(enum ff_options_output kind, const char *value, int *format,
			       const char **path, struct ff_error *err)
{
	const char *name = ff_options_output_names[kind], *file = value;
	unsigned allowed = formats_of(kind);
	size_t n = strcspn(value, ":");
	char list[128];
	int found;

	if (allowed != 0 && value[n] == ':' && find_name(value, n, allowed, &found))
		file = value + n + 1;
	else
		found = find_extension(kind, value);
	if (*file == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", name);
	if (found < 0) {
		list_extensions(allowed, list);
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: name it %s", name, value, list);
	}
	*format = found;
	*path = file;
	return FF_OK;
}

const char *ff_outputs_name(enum ff_options_output kind, int format)
{
	return format == FF_OUTPUTS_OWN ? ff_options_output_names[kind] : name_of(format);
}

const struct ff_format *ff_outputs_data(int format)
{
	return format < FF_FORMATS ? &ff_formats[format] : NULL;
}

bool ff_outputs_made(int format)
{
	const struct ff_format *data = ff_outputs_data(format);

	return data == NULL ? format <= FF_OUTPUTS_SVG : data->make != NULL;
}

/* ---- plans ---- */

/* Returns 'name' in the folder for outputs, or as it is if it names a folder itself. */
static char *output_path(const struct ff_options *options, const char *name)
{
	const char *dir = options->out_dir, *root = options->root;
	char *path;

	if (strchr(name, '/') != NULL || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		dir = NULL;
	if (strcmp(name, "-") == 0 || (root == NULL && dir == NULL))
		return strdup(name);
	if (dir == NULL)
		dir = "";
	if (asprintf(&path, "%s%s%s%s%s", root == NULL ? "" : root, root == NULL ? "" : "/", dir,
		     *dir == '\0' || dir[strlen(dir) - 1] == '/' ? "" : "/", name) < 0)
		return NULL;
	return path;
}

/* Returns the path of a picture with the map's name, without its folder and its extension, or
 * "stdin"; NULL if memory ran out. */
static char *derived_path(const struct ff_options *options, enum ff_options_output kind)
{
	const char *slash = strrchr(options->map, '/'), *dot;
	const char *stem = strcmp(options->map, "-") == 0 ? "stdin"
			   : slash == NULL                ? options->map
							  : slash + 1;
	char *name, *path;
	size_t n;

	dot = strrchr(stem, '.');
	n = dot == NULL || dot == stem ? strlen(stem) : (size_t)(dot - stem);
	if (asprintf(&name, "%.*s.%s.png", (int)n, stem, ff_options_output_names[kind]) < 0)
		return NULL;
	path = output_path(options, name);
	free(name);
	return path;
}

/* Returns the map's name, behind that of the folder that was given with it unless that is "." or
 * ".."; NULL if memory ran out. */
static char *name_of_map(const char *map)
{
	const char *slash = strrchr(map, '/'), *folder;
	size_t n = slash == NULL ? 0 : (size_t)(slash - map);
	char *name;

	while (n > 0 && map[n - 1] == '/')
		n--;
	for (folder = map + n; folder > map && folder[-1] != '/'; folder--)
		;
	n -= (size_t)(folder - map);
	if (strncmp(folder, "..", n) == 0)
		n = 0;
	if (asprintf(&name, "%.*s%s%s", (int)n, folder, n == 0 ? "" : "/",
		     slash == NULL ? map : slash + 1) < 0)
		return NULL;
	return name;
}

/* Returns true if a path is another name of standard input or output.  Devices without content, as
 * /dev/null, do not count. */
static bool is_stream(const char *path, int stream)
{
	struct stat file, other;

	return stat(path, &file) == 0 && fstat(stream, &other) == 0 &&
	       file.st_dev == other.st_dev && file.st_ino == other.st_ino &&
	       (!S_ISCHR(file.st_mode) || isatty(stream) == 1);
}

enum ff_status ff_plan_add(struct ff_plan *plan, char *path, uint8_t *file, size_t size,
			   struct ff_error *err)
{
	if (path == NULL ||
	    !ff_memory_grow(&plan->items, &plan->room, plan->count + 1, sizeof *plan->items)) {
		free(path);
		free(file);
		return ff_status_nomem(err, "outputs");
	}
	plan->items[plan->count++] = (struct ff_plan_item){.path = path,
							   .direct = ff_output_direct(path),
							   .output.fd = -1,
							   .file = file,
							   .size = size};
	plan->standard |= strcmp(path, "-") == 0;
	return FF_OK;
}

static enum ff_status add_item(struct ff_plan *plan, enum ff_options_output kind, int format,
			       char *path, struct ff_error *err)
{
	enum ff_status st;

	if (path != NULL && strcmp(path, "-") != 0 && is_stream(path, STDOUT_FILENO)) {
		free(path);
		path = strdup("-");
	}
	if ((st = ff_plan_add(plan, path, NULL, 0, err)) == FF_OK) {
		plan->items[plan->count - 1].kind = kind;
		plan->items[plan->count - 1].format = format;
	}
	return st;
}

/* Adds a picture with a derived name.  Below a root (goldens) nothing is checked: the place of a
 * golden shows what it belongs to, and the user asks for its replacement. */
static enum ff_status add_derived(struct ff_plan *plan, enum ff_options_output kind,
				  const struct ff_options *options, struct ff_error *err)
{
	enum ff_status st = add_item(plan, kind, FF_OUTPUTS_PNG, derived_path(options, kind), err);
	struct ff_plan_item *item;

	if (st != FF_OK || options->root != NULL)
		return st;
	item = &plan->items[plan->count - 1];
	item->derived = true;
	if (strcmp(options->map, "-") == 0 || (item->map = name_of_map(options->map)) != NULL)
		return FF_OK;
	return ff_status_nomem(err, "file names");
}

char *ff_plan_real_path(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *whole = realpath(path, NULL), *folder, *real;

	if (whole != NULL)
		return whole;
	if ((folder = ff_output_folder(path)) == NULL)
		return NULL;
	real = ff_folder_real(folder);
	free(folder);
	if (real == NULL || asprintf(&whole, "%s/%s", strcmp(real, "/") == 0 ? "" : real,
				     slash == NULL ? path : slash + 1) < 0)
		whole = NULL;
	free(real);
	return whole;
}

/* Sets 'same' if two paths are, or would be, one file: FF_OK or FF_E_NOMEM. */
static enum ff_status same_file(const char *a, const char *b, bool *same, struct ff_error *err)
{
	struct stat left, right;
	enum ff_status st = FF_OK;
	char *pa, *pb = NULL;

	*same = false;
	if (stat(a, &left) == 0 && stat(b, &right) == 0) {
		*same = left.st_dev == right.st_dev && left.st_ino == right.st_ino &&
			!S_ISCHR(left.st_mode);
		return FF_OK;
	}
	if ((pa = ff_plan_real_path(a)) != NULL && (pb = ff_plan_real_path(b)) != NULL)
		*same = strcmp(pa, pb) == 0;
	else if (errno == ENOMEM)
		st = ff_status_nomem(err, "file names");
	free(pa);
	free(pb);
	return st;
}

/* Refuses to replace a file with a derived name, unless it is empty or a picture of a map of the
 * same name.  In a sandbox it cannot be read: it was checked before. */
static enum ff_status check_derived(const struct ff_plan_item *item, struct ff_error *err)
{
	const char *output = ff_options_output_names[item->kind], *software, *map;
	struct ff_error ignored;
	struct ff_texts texts = {0};
	struct ff_input in;
	enum ff_status st;

	if (ff_input_open_file(&in, item->path, &ignored) != FF_OK)
		return FF_OK;
	st = ff_formats_texts(&in, &texts, err);
	software = ff_texts_find(&texts, "Software");
	map = ff_texts_find(&texts, "Map");
	if (st == FF_E_INPUT)
		st = FF_OK;
	else if (st == FF_OK && in.size > 0 &&
		 (software == NULL || strncmp(software, "flowfield ", strlen("flowfield ")) != 0))
		st = ff_status_fail(err, FF_E_OUTPUT,
				    "%s: was not made by flowfield: --force replaces it, --%s or "
				    "--out-dir writes elsewhere",
				    item->path, output);
	else if (st == FF_OK && in.size > 0 && item->map == NULL)
		st = ff_status_fail(err, FF_E_OUTPUT,
				    "%s: may show another map, since standard input has no name: "
				    "--force replaces it, --%s or --out-dir writes elsewhere",
				    item->path, output);
	else if (st == FF_OK && map != NULL && strcmp(map, item->map) != 0)
		st = ff_status_fail(err, FF_E_OUTPUT,
				    "%s: shows another map, %s, and this is %s: --force replaces "
				    "it, --%s or --out-dir writes elsewhere",
				    item->path, map, item->map, output);
	ff_texts_free(&texts);
	ff_input_close(&in);
	return st;
}

/* Checks that the file that is there may be replaced. */
static enum ff_status check_replace(const struct ff_options *options,
				    const struct ff_plan_item *item, struct ff_error *err)
{
	struct stat file;

	if (item->direct)
		return FF_OK;
	/* A dangling link counts as a file. */
	if (options->no_clobber && lstat(item->path, &file) == 0)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is there already (--no-clobber)",
				      item->path);
	if (stat(item->path, &file) != 0)
		return errno == ENOENT ? FF_OK
				       : ff_status_fail(err, FF_E_OUTPUT, "%s: %s", item->path,
							strerror(errno));
	if ((file.st_mode & 0222) == 0 && !options->force)
		return ff_status_fail(err, FF_E_OUTPUT,
				      "%s: is write-protected: --force replaces it", item->path);
	return item->derived && !options->force ? check_derived(item, err) : FF_OK;
}

/* Refuses a file whose folder is missing, before any work; 'cure' ends the message. */
static enum ff_status check_folder(const char *path, const char *cure, struct ff_error *err)
{
	char *folder = ff_output_folder(path);
	enum ff_status st = FF_OK;
	bool fits;

	if (folder == NULL)
		return ff_status_nomem(err, "file names");
	fits = access(folder, W_OK) == 0;
	if (!fits && errno == ENOENT)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: there is no folder %.*s%s", path,
				    (int)strlen(folder) - 1, folder, cure);
	else if (!fits)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
	free(folder);
	return st;
}

enum ff_status ff_plan_check_writable(const char *path, struct ff_error *err)
{
	struct stat file;

	if (stat(path, &file) == 0 && S_ISDIR(file.st_mode))
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is a directory", path);
	return ff_output_direct(path) ? FF_OK : check_folder(path, "", err);
}

enum ff_status ff_outputs_check_input(const char *name, const char *path, const char *input,
				      const char *what, struct ff_error *err)
{
	bool same = !ff_output_direct(path) && is_stream(path, STDIN_FILENO);
	enum ff_status st = FF_OK;

	if (strcmp(path, "-") == 0)
		return FF_OK;
	if (strcmp(input, "-") != 0)
		st = same_file(path, input, &same, err);
	return st != FF_OK || !same
		       ? st
		       : ff_status_fail(err, FF_E_USAGE, "--%s %s: that is %s", name, path, what);
}

size_t ff_plan_inputs(const struct ff_options *options)
{
	return 1 + options->input_count;
}

const char *ff_plan_input(const struct ff_options *options, size_t i, const char **what)
{
	if (what != NULL)
		*what = i == 0 ? "the map itself" : options->inputs[i - 1].what;
	return i == 0 ? options->map : options->inputs[i - 1].path;
}

enum ff_status ff_outputs_check_inputs(const char *name, const char *path,
				       const struct ff_options *options, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < ff_plan_inputs(options) && st == FF_OK; i++) {
		const char *what, *input = ff_plan_input(options, i, &what);

		if (input != NULL)
			st = ff_outputs_check_input(name, path, input, what, err);
	}
	return st;
}

/* Sets 'made' if the folder of 'path' is still to be made: FF_OK or FF_E_NOMEM. */
static enum ff_status will_be_made(const struct ff_plan *plan, const char *path, bool *made,
				   struct ff_error *err)
{
	char *folder = ff_output_folder(path), *real[2] = {NULL, NULL};
	enum ff_status st = FF_OK;

	*made = false;
	if (folder == NULL)
		return ff_status_nomem(err, "file names");
	if (plan->folder != NULL && !ff_folder_is(folder)) {
		real[0] = ff_folder_real(folder);
		real[1] = real[0] == NULL ? NULL : ff_folder_real(plan->folder);
		if (real[1] == NULL)
			st = ff_status_nomem(err, "file names");
		else
			*made = strcmp(real[0], real[1]) == 0 || ff_folder_holds(real[0], real[1]);
	}
	free(folder);
	free(real[0]);
	free(real[1]);
	return st;
}

/* Checks an output to standard output. */
static enum ff_status check_standard(const struct ff_plan *plan, size_t i,
				     const struct ff_options *options, struct ff_error *err)
{
	const struct ff_plan_item *item = &plan->items[i];
	const char *name = ff_options_output_names[item->kind];
	const struct ff_format *data = ff_outputs_data(item->format);
	bool text = data == NULL ? item->format != FF_OUTPUTS_PNG && item->format != FF_OUTPUTS_APNG
				 : data->text;

	for (size_t j = 0; j < i; j++)
		if (strcmp(plan->items[j].path, "-") == 0)
			return ff_status_fail(err, FF_E_USAGE,
					      "--%s and --%s cannot both go to standard output",
					      ff_options_output_names[plan->items[j].kind], name);
	if (is_stream(options->map, STDOUT_FILENO) && !ff_output_direct(options->map))
		return ff_status_fail(err, FF_E_USAGE, "--%s -: that is the map itself", name);
	if (text || isatty(STDOUT_FILENO) != 1)
		return FF_OK;
	return ff_status_fail(err, FF_E_USAGE,
			      "--%s -: %s is not for a terminal: send it to a file or a pipe", name,
			      item->format == FF_OUTPUTS_PNG ? "a picture" : "that format");
}

/* Checks the folder of an output below a root, where missing folders are made. */
static enum ff_status check_root(const char *path, struct ff_error *err)
{
	char *folder = ff_output_folder(path), *there = NULL;
	enum ff_status st = FF_OK;
	const char *rest;

	if (folder == NULL || (there = ff_folder_there(folder, &rest)) == NULL)
		st = ff_status_nomem(err, "file names");
	else if (*rest == '\0')
		st = check_folder(path, "", err);
	else if (access(there, W_OK) != 0)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: its folder cannot be made: %s: %s", path,
				    there, strerror(errno));
	free(folder);
	free(there);
	return st;
}

static enum ff_status check_item(struct ff_plan *plan, size_t i, const struct ff_options *options,
				 struct ff_error *err)
{
	struct ff_plan_item *item = &plan->items[i];
	const char *name = ff_options_output_names[item->kind];
	enum ff_status st;
	bool same, made;

	if (strcmp(item->path, "-") == 0)
		return check_standard(plan, i, options, err);
	if ((st = ff_outputs_check_inputs(name, item->path, options, err)) != FF_OK)
		return st;
	for (size_t k = 0; options->arguments != NULL && k < options->arguments->count; k++)
		if ((st = ff_outputs_check_input(name, item->path, options->arguments->items[k],
						 "a file of arguments", err)) != FF_OK)
			return st;
	for (size_t j = 0; j < i; j++) {
		if (strcmp(plan->items[j].path, "-") == 0)
			continue;
		if ((st = same_file(item->path, plan->items[j].path, &same, err)) != FF_OK)
			return st;
		if (same)
			return ff_status_fail(err, FF_E_USAGE, "--%s and --%s would both write %s",
					      ff_options_output_names[plan->items[j].kind], name,
					      item->path);
	}
	if ((st = check_replace(options, item, err)) != FF_OK || item->direct ||
	    (st = will_be_made(plan, item->path, &made, err)) != FF_OK)
		return st;
	if (made)
		return FF_OK;
	if (options->root != NULL)
		return check_root(item->path, err);
	return check_folder(item->path,
			    options->out_dir == NULL
				    ? " (--out-dir makes folders)"
				    : " (a name with a folder is not put below --out-dir)",
			    err);
}

/* Checks the folder for outputs, or the one in which to make it. */
static enum ff_status plan_folder(struct ff_plan *plan, const char *folder, struct ff_error *err)
{
	const char *rest;
	struct stat file;
	char *there, *first;
	enum ff_status st = FF_OK;

	if (stat(folder, &file) == 0) {
		if (S_ISDIR(file.st_mode))
			return FF_OK;
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is not a folder", folder);
	}
	if ((plan->folder = ff_folder_join(folder, "")) == NULL ||
	    (there = ff_folder_there(folder, &rest)) == NULL)
		return ff_status_nomem(err, "file names");
	if ((first = strndup(folder, (size_t)(rest - folder) + strcspn(rest, "/"))) == NULL)
		st = ff_status_nomem(err, "file names");
	else if (ff_folder_climbs(rest))
		st = ff_status_fail(err, FF_E_USAGE,
				    "--out-dir %s: leads out of a folder that is still to be made",
				    folder);
	else if (lstat(first, &file) == 0 && S_ISLNK(file.st_mode))
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: is a link that leads nowhere", first);
	else if ((lstat(first, &file) != 0 && errno != ENOENT) || access(there, W_OK) != 0)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", first, strerror(errno));
	free(first);
	free(there);
	return st;
}

bool ff_plan_derives(const struct ff_options *options)
{
	bool any = false;

	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		any |= options->outputs[kind] != NULL;
	return !any;
}

enum ff_status ff_plan_list(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err)
{
	size_t count = ff_plan_derives(options) ? options->default_count : 0;
	enum ff_status st = FF_OK;

	*plan = (struct ff_plan){.no_clobber = options->no_clobber};
	for (enum ff_options_output kind = 0; kind < FF_OPTIONS_OUTPUTS && st == FF_OK; kind++) {
		const char *name;
		int format;

		if (options->outputs[kind] == NULL)
			continue;
		st = ff_outputs_find(kind, options->outputs[kind], &format, &name, err);
		if (st == FF_OK)
			st = add_item(plan, kind, format, output_path(options, name), err);
	}
	for (size_t i = 0; i < count && st == FF_OK; i++)
		st = add_derived(plan, options->defaults[i], options, err);
	return st;
}

enum ff_status ff_plan_make(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err)
{
	struct ff_sandbox *sandbox = &plan->sandbox;
	enum ff_status st = ff_plan_list(plan, options, err);

	if (st == FF_OK && options->out_dir != NULL && options->root == NULL)
		st = plan_folder(plan, options->out_dir, err);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = check_item(plan, i, options, err);
	sandbox->off = options->no_sandbox;
	sandbox->verbose = options->verbosity == FF_OPTIONS_VERBOSE;
	for (size_t i = 0; i < ff_plan_inputs(options) && st == FF_OK; i++)
		st = ff_sandbox_add(sandbox, FF_SANDBOX_READ, ff_plan_input(options, i, NULL), err);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = ff_sandbox_add(sandbox, FF_SANDBOX_REPLACE, plan->items[i].path, err);
	return st == FF_OK
		       ? ff_sandbox_add(sandbox, FF_SANDBOX_FOLDER,
					options->root != NULL ? options->root : plan->folder, err)
		       : st;
}

enum ff_status ff_plan_folder(struct ff_plan *plan, const char *path, struct ff_error *err)
{
	return plan->sandbox.files[FF_SANDBOX_FOLDER].count > 0
		       ? ff_folder_make(path, &plan->made, err)
		       : FF_OK;
}

enum ff_status ff_plan_write(struct ff_plan *plan, bool direct, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		struct ff_plan_item *item = &plan->items[i];

		if (item->file == NULL || item->direct != direct)
			continue;
		if ((st = ff_plan_folder(plan, item->path, err)) == FF_OK)
			st = ff_output_put(&item->output, item->path, item->file, item->size, err);
		free(item->file);
		item->file = NULL;
	}
	return st;
}

enum ff_status ff_plan_commit(struct ff_plan *plan, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = ff_output_commit(&plan->items[i].output, !plan->no_clobber, err);
	if (st == FF_OK)
		ff_strings_free(&plan->made);
	return st;
}

enum ff_status ff_plan_publish(struct ff_plan *plan, const struct ff_strings *lines,
			       struct ff_error *err)
{
	struct ff_output out;
	char *text = NULL;
	enum ff_status st;
	sigset_t before;
	size_t size = 0;

	ff_output_hold(&before);
	if ((st = ff_plan_write(plan, true, err)) == FF_OK)
		st = ff_plan_write(plan, false, err);
	/* Before the first file has its name: a lack of memory leaves all of them old. */
	if (st == FF_OK && lines != NULL && lines->count > 0 && !plan->standard) {
		FILE *to = open_memstream(&text, &size);

		for (size_t i = 0; to != NULL && i < lines->count; i++)
			fprintf(to, "%s\n", lines->items[i]);
		if (to == NULL || fclose(to) != 0)
			st = ff_status_nomem(err, "the text");
	}
	if (st == FF_OK)
		st = ff_plan_commit(plan, err);
	/* In one write, so that a reader that closes the pipe after a line does not fail the run.
	 */
	if (st == FF_OK && text != NULL)
		st = ff_output_put(&out, "-", text, size, err);
	if (st != FF_OK)
		ff_plan_free(plan);
	ff_output_release(&before);
	free(text);
	return st;
}

void ff_plan_free(struct ff_plan *plan)
{
	for (size_t i = plan->count; i-- > 0;) {
		ff_output_discard(&plan->items[i].output);
		free(plan->items[i].file);
		free(plan->items[i].path);
		free(plan->items[i].map);
	}
	free(plan->items);
	ff_folder_unmake(&plan->made);
	ff_strings_free(&plan->made);
	free(plan->folder);
	ff_sandbox_free(&plan->sandbox);
	*plan = (struct ff_plan){0};
}

unsigned ff_plan_needs(const struct ff_plan *plan)
{
	unsigned needs = 0;

	for (size_t i = 0; i < plan->count; i++)
		needs |= kinds[plan->items[i].kind].needs;
	return needs;
}

bool ff_plan_has(const struct ff_plan *plan, enum ff_options_output kind)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->items[i].kind == kind)
			return true;
	return false;
}
