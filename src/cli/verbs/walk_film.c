/*
 * The film of a crowd.  Its frames show moments that the simulation has recorded.  Where edits have
 * changed the map meanwhile, all of them are taken back and made twice more: first to find what the
 * legend has to list, then between the frames.  Fields that grow do so once more between the
 * frames.
 */
#include "cli/verbs/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/render.h"
#include "core/base/memory.h"
#include "draw/draw.h"

/* Seconds of the film after which the mark of an edit fades. */
#define FADES 0.5

/* A film being made. */
struct film {
	struct ff_walk_solution *walk;
	struct ff_job *job;
	struct ff_animation *animation;
	struct ff_draw_crowd *crowd; /* owned */
	double pace;                 /* simulated seconds in one of the film */
	size_t changes;              /* of the map, in all */
	size_t edits;                /* made so far */
	bool alters;                 /* the ground does, by edits or as the field grows */
	uint64_t step;               /* of the crowd, that the ground is shown at */
	/* All that occurs in any frame: */
	uint64_t there[FF_CLASSES];
	bool costs[FF_COST_WALL + 1];
	struct ff_cost_range units; /* of a wide map, in place of 'costs'; most 0: none yet */
	double largest;
	struct ff_cost palette; /* its cells are owned; a map of all these costs */
	/* owned; [marked]  of the ground, the oldest first */
	struct ff_style_edit *marks;
	size_t marked, room;
};

/* ---- what changes while the crowd walks ---- */

/* Notes what occurs on the map now. */
static void note_state(struct film *film)
{
	const struct ff_scene *scene = &film->walk->scene;
	size_t cells = (size_t)scene->map->w * (size_t)scene->map->h;

	for (int class = 0; class < FF_CLASSES; class ++)
		film->there[class] += scene->classes->count[class];
	for (size_t i = 0; i < cells; i++)
		film->costs[scene->map->cells[i]] = true;
	if (scene->map->wide != NULL) {
		struct ff_cost_range now = ff_cost_range(scene->map);
		bool first = film->units.most == 0;

		film->units.least =
			first || now.least < film->units.least ? now.least : film->units.least;
		film->units.most = now.most > film->units.most ? now.most : film->units.most;
	}
	film->largest = fmax(film->largest, scene->largest);
}

/* Updates the scene after edits. */
static enum ff_status update_scene(struct film *film, struct ff_error *err)
{
	enum ff_status st = ff_walk_edits_show(film->walk, err);

	if (st == FF_OK)
		ff_walk_solution_show(film->walk, &film->job->problem, &film->job->solution);
	return st;
}

/* Takes the map back to the beginning. */
static enum ff_status rewind_map(struct film *film, struct ff_error *err)
{
	enum ff_status st = ff_walk_edits_rewind(film->walk, err);

	film->edits = 0;
	return st == FF_OK ? update_scene(film, err) : st;
}

/* Makes the next edits. */
static enum ff_status change_map(struct film *film, struct ff_error *err)
{
	struct ff_walk_change *change = &film->walk->asked.changes[film->walk->changes];
	const struct ff_repair_figures figures = change->figures;
	enum ff_status st = ff_walk_edits_make(film->walk, err);

	/* The report has the figures of the simulation. */
	change->figures = figures;
	film->edits += change->count;
	return st;
}

/* Finds what occurs on the map at any time, and takes it back to the beginning. */
static enum ff_status look_ahead(struct film *film, struct ff_error *err)
{
	enum ff_status st = rewind_map(film, err);
	uint8_t *cells;

	if (st != FF_OK)
		return st;
	note_state(film);
	film->there[FF_NOT_YET] += film->walk->fields->growth.grows;
	while (st == FF_OK && film->walk->changes < film->changes) {
		if ((st = change_map(film, err)) == FF_OK &&
		    (st = update_scene(film, err)) == FF_OK)
			note_state(film);
	}
	if (st != FF_OK || (st = rewind_map(film, err)) != FF_OK)
		return st;
	if (film->walk->scene.map->wide != NULL) {
		if (!ff_cost_new(&film->palette, 2, 1, true))
			return ff_status_nomem(err, "an animation");
		ff_cost_set(&film->palette, 0, film->units.least);
		ff_cost_set(&film->palette, 1, film->units.most);
		return FF_OK;
	}
	if ((cells = malloc(FF_COST_WALL + 1)) == NULL)
		return ff_status_nomem(err, "an animation");
	film->palette = (struct ff_cost){.h = 1, .cells = cells};
	for (int cost = 0; cost <= FF_COST_WALL; cost++)
		if (film->costs[cost])
			cells[film->palette.w++] = (uint8_t)cost;
	return FF_OK;
}

/* ---- marks ---- */

/* Returns the age of the marks of a change; FF_STYLE_AGES or more: they have faded. */
static int age_of(const struct film *film, const struct ff_walk_change *change, double time)
{
	double since = time - (double)change->step * film->walk->rules.dt;

	return (int)fmin(fmax(since, 0) / (FADES * film->pace), FF_STYLE_AGES);
}

/* Marks the edits of the latest changes; sets '*changed' if the marks have changed. */
static enum ff_status mark_edits(struct film *film, double time, bool *changed,
				 struct ff_error *err)
{
	const struct ff_walk_problem *asked = &film->walk->asked;
	int32_t times = film->walk->options->common.subdivide ? 2 : 1;
	size_t first = film->walk->changes, marked = 0;

	while (first > 0 && age_of(film, &asked->changes[first - 1], time) < FF_STYLE_AGES)
		first--;
	for (size_t i = first; i < film->walk->changes; i++) {
		const struct ff_walk_change *change = &asked->changes[i];

		if (change->count > FF_STYLE_EDITS)
			continue;
		if (!ff_memory_grow(&film->marks, &film->room, marked + change->count,
				    sizeof *film->marks))
			return ff_status_nomem(err, "an animation");
		for (size_t k = 0; k < change->count; k++) {
			const struct ff_edit *edit = &asked->edits.items[change->first + k];
			struct ff_style_edit mark = {{edit->x * times, edit->y * times,
						      edit->w * times, edit->h * times},
						     age_of(film, change, time)};

			*changed |= marked >= film->marked ||
				    memcmp(&film->marks[marked], &mark, sizeof mark) != 0;
			film->marks[marked++] = mark;
		}
	}
	*changed |= marked != film->marked;
	film->marked = marked;
	return FF_OK;
}

/* ---- frames ---- */

/* Draws the ground as it is now: of the first frame, or of those that follow. */
static enum ff_status draw_ground(struct film *film, struct ff_error *err)
{
	const struct ff_style_edits edits = {film->marks, film->marked};
	struct ff_scene scene = film->walk->scene;
	struct ff_classes classes = *scene.classes;
	struct ff_style style = film->job->film;
	const struct ff_machine *machine = &film->job->machine;

	if (film->alters) {
		for (int class = 0; class < FF_CLASSES; class ++)
			classes.count[class] += film->there[class];
		scene.classes = &classes;
		scene.costs = &film->palette;
		scene.largest = film->largest;
		style.edits = film->changes > 0 ? &edits : NULL;
	}
	return film->crowd == NULL
		       ? ff_draw_crowd_open(&film->crowd, &scene, &style, machine, err)
		       : ff_draw_crowd_change(film->crowd, &scene, &style, machine, err);
}

/* Brings the ground to a moment. */
static enum ff_status follow_edits(struct film *film, double time, struct ff_error *err)
{
	struct ff_walk_solution *walk = film->walk;
	uint64_t step = (uint64_t)(time / walk->rules.dt + 0.5);
	size_t before = walk->changes, batch = (size_t)walk->options->common.animation.batch;
	bool changed = ff_walk_field_grows(walk->fields), there = !film->alters;
	enum ff_status st = FF_OK;

	for (; st == FF_OK && !there; film->step += !there) {
		there = film->step == step;
		while (st == FF_OK && walk->changes < film->changes &&
		       ff_walk_edits_due(walk, film->step))
			st = change_map(film, err);
		if (st == FF_OK)
			st = ff_walk_edits_grow(walk, there ? 0 : batch, err);
	}
	changed |= walk->changes > before || ff_walk_field_grows(walk->fields);
	if (st == FF_OK && changed)
		st = update_scene(film, err);
	if (st == FF_OK)
		st = mark_edits(film, time, &changed, err);
	return st == FF_OK && changed ? draw_ground(film, err) : st;
}

/* Adds frames, each 'moments' moments of the trajectories after the one before; the last frame
 * shows the end. */
static enum ff_status add_frames(struct film *film, double moments, struct ff_error *err)
{
	const struct ff_walk_solution *walk = film->walk;
	size_t last = walk->trajectories.count - 1, shown = SIZE_MAX;
	const struct ff_bitmap *image = NULL;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < film->animation->frames && st == FF_OK; i++) {
		size_t moment = (size_t)((double)i * moments + 0.5);
		struct ff_image_part changed = {0, 0, 0, 0};

		if (moment > last || i + 1 == film->animation->frames)
			moment = last;
		/* Two frames may show one moment. */
		if (moment != shown) {
			struct ff_draw_crowd_counts counts = walk->counts[moment];

			st = follow_edits(film, walk->trajectories.moments[moment].time, err);
			counts.edits = film->edits;
			if (st == FF_OK)
				image = ff_draw_crowd_frame(film->crowd,
							    &walk->trajectories.moments[moment],
							    &counts, &changed);
			if (st == FF_OK && image == NULL)
				st = ff_status_nomem(err, "a picture");
		}
		shown = moment;
		if (st == FF_OK)
			st = ff_animation_add(film->animation, image, changed, err);
	}
	return st;
}

enum ff_status ff_walk_film_make(struct ff_walk_solution *walk, struct ff_job *job,
				 struct ff_error *err)
{
	struct film film = {.walk = walk, .job = job, .changes = walk->changes};
	size_t last = walk->trajectories.count > 0 ? walk->trajectories.count - 1 : 0;
	double started = ff_clock_ms(), dt = walk->rules.dt, moments;
	struct ff_animation animation;
	enum ff_status st = FF_OK;

	if (!ff_options_animates(job->report.options))
		return FF_OK;
	film.animation = &animation;
	film.alters = film.changes > 0 || walk->fields->growth.grows;
	film.pace = walk->options->pace;
	if (!(film.pace > 0))
		film.pace = (double)last * dt / FF_ANIMATION_SECONDS;
	moments = film.pace / job->report.options->animation.fps / dt;
	ff_animation_begin(&animation, &job->report, NULL);
	animation.frames = last == 0 ? 1 : (size_t)ceil((double)last / moments - 1e-6) + 1;
	if (film.alters)
		st = look_ahead(&film, err);
	if (st == FF_OK && (st = draw_ground(&film, err)) == FF_OK) {
		/* Else its colours are not known beforehand. */
		if (!film.alters)
			animation.colours = ff_draw_crowd_palette(film.crowd, animation.palette,
								  FF_APNG_COLOURS);
		st = add_frames(&film, moments, err);
	}
	if (st == FF_OK && film.alters && (st = ff_walk_edits_grow(walk, SIZE_MAX, err)) == FF_OK)
		st = update_scene(&film, err);
	ff_draw_crowd_close(film.crowd);
	free(film.palette.cells);
	free(film.marks);
	job->report.ms[FF_REPORT_DRAW] += ff_clock_ms() - started;
	return ff_animation_end(&animation, st, err);
}
