#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/picture.h"

enum {
	HUES = FF_PALETTE_ROUTES,
	HUE = FF_BASE_SHADES, /* the entries after those of the ground */
	FREE = HUE + HUES,
	SWATCHES = FF_BASE_SWATCHES + HUES + 1,
	LABEL = FF_WALKERS_NAME + 32,
};

/* The paths, and the legend's texts; points into itself: not to be copied. */
struct walks {
	struct ff_base base;
	const struct ff_paths *paths;
	const struct ff_walkers *walkers;
	bool grouped; /* a colour is a group, not a path */
	bool named;   /* the legend names each colour */
	size_t lost;  /* paths that do not arrive */
	char title[96], labels[HUES][LABEL], stranded[LABEL];
	struct ff_legend_swatch swatches[SWATCHES];
	struct ff_legend legend;
};

/* Returns the hue of a path: those that no legend names share the last. */
static size_t hue_of(const struct walks *walks, size_t i)
{
	size_t number = walks->grouped ? walks->walkers->items[i].group : i;

	if (!walks->grouped && !walks->named)
		return i % (HUES - 1);
	return number < HUES ? number : HUES - 1;
}

static uint8_t colour_of(const struct walks *walks, size_t i)
{
	return (uint8_t)(HUE + hue_of(walks, i));
}

/* ---- the legend ---- */

static void add_swatch(struct walks *walks, int colour, const char *label)
{
	walks->swatches[walks->legend.count++] = (struct ff_legend_swatch){(uint8_t)colour, label};
}

/* Prints 12, 12.5: with a decimal where it is needed. */
static const char *print_coordinate(char to[FF_STYLE_PRINT], double value)
{
	ff_style_print(to, value, floor(value) == value ? 0 : 1);
	return to;
}

static void list_starts(struct walks *walks)
{
	for (size_t i = 0; i < walks->paths->count; i++) {
		const struct ff_path *path = &walks->paths->items[i];
		char x[FF_STYLE_PRINT], y[FF_STYLE_PRINT];

		if (!path->reached)
			continue;
		snprintf(walks->labels[i], LABEL, "from %s,%s",
			 print_coordinate(x, path->points->x),
			 print_coordinate(y, path->points->y));
		add_swatch(walks, colour_of(walks, i), walks->labels[i]);
	}
}

/* Copies a name with one character for each that is not ASCII: fonts have no others. */
static void name_group(char label[LABEL], const char *name)
{
	int n = 0;

	for (; *name != '\0'; name++)
		if (((unsigned char)*name & 0xc0) != 0x80)
			label[n++] = *name;
	label[n] = '\0';
	if (n == 0)
		snprintf(label, LABEL, "no group");
}

static void list_groups(struct walks *walks)
{
	size_t count = walks->walkers->group_count;
	size_t named = walks->named ? count : HUES - 1;

	for (size_t i = 0; i < named; i++) {
		name_group(walks->labels[i], walks->walkers->groups[i]);
		add_swatch(walks, HUE + (int)i, walks->labels[i]);
	}
	if (walks->named)
		return;
	snprintf(walks->labels[named], LABEL, "and %zu more", count - named);
	add_swatch(walks, HUE + (int)named, walks->labels[named]);
}

static void set_legend(struct walks *walks)
{
	size_t count = walks->paths->count;

	walks->legend = (struct ff_legend){.title = walks->title, .swatches = walks->swatches};
	snprintf(walks->title, sizeof walks->title, "%zu path%s to the goal", count - walks->lost,
		 count - walks->lost == 1 ? "" : "s");
	if (walks->grouped)
		list_groups(walks);
	else if (walks->named)
		list_starts(walks);
	snprintf(walks->stranded, LABEL, "no way (%zu)", walks->lost);
	if (walks->lost > 0)
		add_swatch(walks, FF_PALETTE_INK, walks->stranded);
	walks->legend.count += ff_base_legend(&walks->base, walks->swatches + walks->legend.count);
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	(void)picture;
	ff_base_palette(image);
	memcpy(image->palette + HUE, ff_palette_routes, sizeof ff_palette_routes);
}

static void path_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct walks *walks = context;

	ff_base_row(&walks->base, y, colours);
}

static bool get_line(const void *context, size_t i, struct ff_mark_line *line)
{
	const struct walks *walks = context;
	const struct ff_path *path = &walks->paths->items[i];

	*line = (struct ff_mark_line){path->points, path->count, colour_of(walks, i), path->id,
				      walks->walkers->items[i].group};
	return path->reached;
}

static bool get_start(const void *context, size_t i, struct ff_mark_dot *dot)
{
	const struct walks *walks = context;
	const struct ff_path *path = &walks->paths->items[i];

	*dot = (struct ff_mark_dot){path->points->x, path->points->y, colour_of(walks, i),
				    !path->reached};
	return true;
}

static void fill_picture(struct ff_picture *picture, struct walks *walks,
			 const struct ff_scene *scene, const struct ff_paths *paths,
			 const struct ff_walkers *walkers, const struct ff_style *style,
			 const struct ff_machine *machine)
{
	int32_t w = scene->map->w, h = scene->map->h;
	/* Many lines of full width would cover the map. */
	double crowded = paths->count <= 16 ? 1 : paths->count <= 128 ? 0.7 : 0.45;
	struct ff_mark *mark;
	double radius;

	*walks = (struct walks){.paths = paths, .walkers = walkers};
	ff_base_set(&walks->base, scene);
	walks->grouped = walkers->group_count > 1;
	walks->named = (walks->grouped ? walkers->group_count : paths->count) <= HUES;
	for (size_t i = 0; i < paths->count; i++)
		walks->lost += !paths->items[i].reached;
	set_legend(walks);
	*picture = (struct ff_picture){
		.w = w,
		.h = h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.id = "map",
		.row = path_row,
		.palette = set_palette,
		.context = walks,
		.routes = HUE,
		.grounds = ff_base_grounds,
		.ground_count = FF_BASE_GROUNDS,
		.free = FREE,
		.legend = walks->legend,
	};
	ff_picture_add(picture, FF_MARK_OUTLINES);
	radius = fmax(crowded * ff_style_line(w, h, style->scale), 0.5);
	mark = ff_picture_add(picture, FF_MARK_LINES);
	mark->lines.count = paths->count;
	mark->lines.line = get_line;
	mark->lines.radius = radius;
	mark->lines.rim = FF_STYLE_RIM * crowded;
	mark->lines.outside_goals = true;
	ff_picture_add(picture, FF_MARK_GOALS);
	mark = ff_picture_add(picture, FF_MARK_DOTS);
	mark->dots.count = paths->count;
	mark->dots.dot = get_start;
	mark->dots.radius =
		fmax(crowded * crowded * ff_style_dot(w, h, style->scale), radius + 0.75);
	mark->dots.rim = FF_STYLE_RIM * crowded;
	mark->dots.line = radius;
}

enum ff_status ff_draw_paths(const struct ff_scene *scene, const struct ff_paths *paths,
			     const struct ff_walkers *walkers, const struct ff_style *style,
			     struct ff_image *image, const struct ff_machine *machine,
			     struct ff_error *err)
{
	struct ff_picture picture;
	struct walks walks;

	fill_picture(&picture, &walks, scene, paths, walkers, style, machine);
	return ff_picture_draw(&picture, image, err);
}

enum ff_status ff_draw_paths_svg(const struct ff_scene *scene, const struct ff_paths *paths,
				 const struct ff_walkers *walkers, const struct ff_style *style,
				 const struct ff_svg_about *about, char **text, size_t *size,
				 const struct ff_machine *machine, struct ff_error *err)
{
	struct ff_picture picture;
	struct walks walks;

	fill_picture(&picture, &walks, scene, paths, walkers, style, machine);
	return ff_picture_put(&picture, about, text, size, err);
}
