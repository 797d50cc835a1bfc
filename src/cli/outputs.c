#include "cli/outputs.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define BIT(format) (1U << (format))
#define GRIDS       (BIT(FF_WRITE_RASTER_CSV) | BIT(FF_WRITE_RASTER_NPY) | BIT(FF_WRITE_RASTER_PFM))
#define DATA        ((BIT(FF_WRITE_RASTER_KINDS) - 1) & ~BIT(FF_WRITE_RASTER_PNG8))

enum { UNNAMED = -1 }; /* the format is to be named */

/* What an output may be; and what "-" is, and a name without an extension. */
static const struct {
	unsigned formats;
	int stream, bare;
} kinds[FF_OPTIONS_OUTPUTS] = {
	[FF_OPTIONS_HEATMAP] = {BIT(FF_OUTPUTS_PNG) | BIT(FF_OUTPUTS_SVG), FF_OUTPUTS_PNG,
				FF_OUTPUTS_PNG},
	[FF_OPTIONS_ARROWS] = {BIT(FF_OUTPUTS_PNG) | BIT(FF_OUTPUTS_SVG), FF_OUTPUTS_PNG,
			       FF_OUTPUTS_PNG},
	[FF_OPTIONS_REACH] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_OUTPUTS_PNG, FF_OUTPUTS_PNG},
	[FF_OPTIONS_TERRAIN] = {BIT(FF_OUTPUTS_PNG), FF_OUTPUTS_PNG, FF_OUTPUTS_PNG},
	[FF_OPTIONS_ALLOCATION] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_REGIONS] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_TIES] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_SIGHT_MASK] = {BIT(FF_OUTPUTS_PNG), FF_OUTPUTS_PNG, FF_OUTPUTS_PNG},
	[FF_OPTIONS_INTEGRATION] = {DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_COST] = {DATA | BIT(FF_WRITE_RASTER_PNG8), FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_CSV] = {0, FF_OUTPUTS_OWN, FF_OUTPUTS_OWN},
	[FF_OPTIONS_DIRECTIONS] = {DATA, FF_WRITE_RASTER_CSV, FF_WRITE_RASTER_CSV},
	[FF_OPTIONS_VECTORS] = {GRIDS, FF_WRITE_RASTER_CSV, FF_WRITE_RASTER_CSV},
	[FF_OPTIONS_JSON] = {0, FF_OUTPUTS_OWN, FF_OUTPUTS_OWN},
	[FF_OPTIONS_PORTALS] = {BIT(FF_OUTPUTS_PNG), FF_OUTPUTS_PNG, FF_OUTPUTS_PNG},
	[FF_OPTIONS_GRAPH] = {BIT(FF_OUTPUTS_PNG) | BIT(FF_OUTPUTS_TABLE), FF_OUTPUTS_TABLE,
			      UNNAMED},
	[FF_OPTIONS_SAVE_GRAPH] = {0, FF_OUTPUTS_GRAPH, FF_OUTPUTS_GRAPH},
	[FF_OPTIONS_ANIMATE] = {BIT(FF_OUTPUTS_APNG), FF_OUTPUTS_APNG, FF_OUTPUTS_APNG},
	[FF_OPTIONS_PATHS] = {BIT(FF_OUTPUTS_PNG) | BIT(FF_OUTPUTS_SVG) | BIT(FF_OUTPUTS_TABLE),
			      FF_OUTPUTS_TABLE, UNNAMED},
	[FF_OPTIONS_TRAFFIC] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_DENSITY] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_SPEED_MAP] = {BIT(FF_OUTPUTS_PNG) | DATA, FF_WRITE_RASTER_CSV, UNNAMED},
	[FF_OPTIONS_ARRIVALS] = {BIT(FF_OUTPUTS_TABLE), FF_OUTPUTS_TABLE, FF_OUTPUTS_TABLE},
	[FF_OPTIONS_HISTOGRAM] = {BIT(FF_OUTPUTS_PNG), FF_OUTPUTS_PNG, FF_OUTPUTS_PNG},
	[FF_OPTIONS_TRAJECTORIES] = {BIT(FF_OUTPUTS_TABLE), FF_OUTPUTS_TABLE, FF_OUTPUTS_TABLE},
};

static const struct {
	const char *name, *extension;
} own_formats[] = {
	[FF_OUTPUTS_PNG - FF_WRITE_RASTER_KINDS] = {"png", ".png"},
	[FF_OUTPUTS_APNG - FF_WRITE_RASTER_KINDS] = {"apng", ".png"},
	[FF_OUTPUTS_SVG - FF_WRITE_RASTER_KINDS] = {"svg", ".svg"},
	[FF_OUTPUTS_TABLE - FF_WRITE_RASTER_KINDS] = {"csv", ".csv"},
	[FF_OUTPUTS_GRAPH - FF_WRITE_RASTER_KINDS] = {"graph", ""},
};

/* In which formats are looked for: where a picture may be meant, it is. */
static const int order[] = {
	FF_OUTPUTS_PNG,        FF_OUTPUTS_SVG,      FF_WRITE_RASTER_CSV, FF_WRITE_RASTER_NPY,
	FF_WRITE_RASTER_PGM,   FF_WRITE_RASTER_PFM, FF_WRITE_RASTER_ASC, FF_WRITE_RASTER_PNG8,
	FF_WRITE_RASTER_PNG16, FF_OUTPUTS_TABLE,    FF_OUTPUTS_APNG,
};

enum { ORDER = sizeof order / sizeof *order };

static const char *name_of(int format)
{
	const struct ff_write_raster_format *data = ff_outputs_data(format);

	return data != NULL ? data->name : own_formats[format - FF_WRITE_RASTER_KINDS].name;
}

static const char *extension_of(int format)
{
	const struct ff_write_raster_format *data = ff_outputs_data(format);

	return data != NULL ? data->extension
			    : own_formats[format - FF_WRITE_RASTER_KINDS].extension;
}

/* ".png, .csv or .npy": the extensions of those formats. */
static void list_extensions(unsigned formats, char list[128])
{
	size_t n = 0;

	if ((formats & (BIT(FF_OUTPUTS_PNG) | BIT(FF_WRITE_RASTER_PNG8))) != 0)
		formats &= ~BIT(FF_WRITE_RASTER_PNG16); /* others have the extension then */
	for (int i = 0; i < ORDER; i++) {
		unsigned others = formats & ~BIT(order[i]);

		if (others == formats)
			continue;
		formats = others;
		n += (size_t)snprintf(list + n, 128 - n, "%s%s",
				      n == 0         ? ""
				      : formats != 0 ? ", "
						     : " or ",
				      extension_of(order[i]));
	}
}

/* Whether 'n' bytes name a format; and then which of those allowed, or UNNAMED. */
static bool find_name(const char *name, size_t n, unsigned allowed, int *format)
{
	bool known = false;

	*format = UNNAMED;
	for (int i = 0; i < ORDER; i++) {
		if (strlen(name_of(order[i])) != n || strncmp(name, name_of(order[i]), n) != 0)
			continue;
		known = true;
		if ((allowed & BIT(order[i])) != 0)
			*format = order[i];
		else if (order[i] == FF_OUTPUTS_PNG && (allowed & BIT(FF_WRITE_RASTER_PNG8)) != 0)
			*format = FF_WRITE_RASTER_PNG8;
		else if (order[i] == FF_OUTPUTS_PNG && (allowed & BIT(FF_WRITE_RASTER_PNG16)) != 0)
			*format = FF_WRITE_RASTER_PNG16; /* where no picture can be meant */
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
		return kinds[kind].stream;
	if (*extension == '\0' || kinds[kind].formats == 0)
		return kinds[kind].bare;
	for (int i = 0; i < ORDER; i++)
		if ((kinds[kind].formats & BIT(order[i])) != 0 &&
		    strcasecmp(extension, extension_of(order[i])) == 0)
			return order[i];
	return UNNAMED;
}

enum ff_status ff_outputs_find(enum ff_options_output kind, const char *value, int *format,
			       const char **path, struct ff_error *err)
{
	const char *name = ff_options_output_names[kind], *file = value;
	unsigned allowed = kinds[kind].formats;
	size_t n = strcspn(value, ":");
	char list[128];
	int found;

	if (allowed != 0 && value[n] == ':' && find_name(value, n, allowed, &found))
		file = value + n + 1;
	else
		found = find_extension(kind, value);
	if (*file == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a file's name", name);
	if (found == UNNAMED) {
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

const struct ff_write_raster_format *ff_outputs_data(int format)
{
	return format < FF_WRITE_RASTER_KINDS ? &ff_write_raster_formats[format] : NULL;
}

bool ff_outputs_made(int format)
{
	const struct ff_write_raster_format *data = ff_outputs_data(format);

	return data == NULL ? format <= FF_OUTPUTS_SVG : data->make != NULL;
}

bool ff_outputs_text(int format)
{
	const struct ff_write_raster_format *data = ff_outputs_data(format);

	return data == NULL ? format != FF_OUTPUTS_PNG && format != FF_OUTPUTS_APNG &&
				      format != FF_OUTPUTS_GRAPH
			    : data->text;
}
