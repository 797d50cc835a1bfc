#include "cli/outputs.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

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

unsigned ff_outputs_need(enum ff_options_output kind)
{
	return kinds[kind].needs;
}

unsigned ff_outputs_needs(const struct ff_options *options)
{
	unsigned needs = 0;

	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		if (options->outputs[kind] != NULL)
			needs |= kinds[kind].needs;
	if ((options->style.with & FF_STYLE_SIGHT) != 0)
		needs |= SIGHT;
	if ((options->style.with & FF_STYLE_PATHS) != 0)
		needs |= PATHS;
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

/* Returns the data format that "png" stands for among those allowed; -1 for none. */
static int only_png(unsigned allowed)
{
	for (int i = 0; i < FF_FORMATS; i++)
		if ((allowed & BIT(i)) != 0 && strcmp(extension_of(i), ".png") == 0)
			return i;
	return -1;
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
		else if (found == FF_OUTPUTS_PNG) /* where no picture can be meant */
			*format = only_png(allowed);
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

bool ff_outputs_text(int format)
{
	const struct ff_format *data = ff_outputs_data(format);

	return data == NULL ? format != FF_OUTPUTS_PNG && format != FF_OUTPUTS_APNG : data->text;
}
