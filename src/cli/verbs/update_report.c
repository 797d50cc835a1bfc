#include "cli/verbs/update_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/json.h"
#include "core/base/status.h"

/* In 1024ths, as the report's own. */
static json_t *milliseconds(double ms)
{
	return json_real(round(ms * 1024) / 1024);
}

static json_t *text(const char *path)
{
	return path == NULL ? json_null() : ff_json_string(path);
}

static json_t *step_of(const struct ff_update_report_step *step, bool verified)
{
	const struct ff_repair_figures *figures = &step->figures;
	json_t *object =
		json_pack("{s:i, s:I, s:I, s:I, s:I, s:b, s:o}", "step", (int)step->step, "edits",
			  (json_int_t)step->edits, "cells_edited", (json_int_t)figures->edited,
			  "cells_changed", (json_int_t)figures->changed, "cells_visited",
			  (json_int_t)figures->visited, "rebuilt", (int)figures->rebuilt, "ms",
			  milliseconds(figures->ms));

	if (verified)
		ff_json_set(&object, "fresh_ms", milliseconds(step->fresh_ms));
	return object;
}

static json_t *update_json(const struct ff_report *report)
{
	const struct ff_update_report *update = report->solution->own;
	json_t *steps = json_array();

	for (size_t i = 0; i < update->count; i++)
		ff_json_append(&steps, step_of(&update->steps[i], update->verified));
	return json_pack("{s:o, s:o, s:b, s:o}", "edits", text(update->edits), "from_map",
			 text(update->from_map), "verified", (int)update->verified, "steps", steps);
}

const struct ff_report_verb ff_update_report_verb = {.key = "update", .json = update_json};

void ff_update_report_repair(const struct ff_repair_figures *figures, char text[FF_UPDATE_REPORT])
{
	size_t n = (size_t)snprintf(text, FF_UPDATE_REPORT, "%zu cell%s edited, ", figures->edited,
				    figures->edited == 1 ? "" : "s");

	if (figures->rebuilt)
		snprintf(text + n, FF_UPDATE_REPORT - n, "rebuilt in %.2f ms", figures->ms);
	else
		snprintf(text + n, FF_UPDATE_REPORT - n, "%zu changed, %zu visited in %.2f ms",
			 figures->changed, figures->visited, figures->ms);
}

void ff_update_report_unreached(uint64_t before, uint64_t now,
				char text[FF_UPDATE_REPORT_UNREACHED])
{
	*text = '\0';
	if (now != before)
		snprintf(text, FF_UPDATE_REPORT_UNREACHED,
			 "; %" PRIu64 " cell%s unreached now, %" PRIu64 " before", now,
			 now == 1 ? "" : "s", before);
}

static void say(const char *name, const char *what, const char *figures, FILE *to)
{
	struct ff_error line;

	ff_status_fail(&line, FF_OK, "%s: %s: %s", name, what, figures);
	fprintf(to, "flowfield: %s\n", line.text);
}

/* Of steps that were rebuilt it is not known what has changed. */
void ff_update_report_say(const struct ff_update_report *report, const char *name, FILE *to)
{
	struct ff_repair_figures repaired = {0}, rebuilt = {0};
	char what[32], text[2 * FF_UPDATE_REPORT];
	size_t again = 0, n;

	for (size_t i = 0; i < report->count; i++) {
		const struct ff_repair_figures *figures = &report->steps[i].figures;
		struct ff_repair_figures *sum = figures->rebuilt ? &rebuilt : &repaired;

		sum->edited += figures->edited;
		sum->changed += figures->changed;
		sum->visited += figures->visited;
		sum->ms += figures->ms;
		again += figures->rebuilt;
	}
	rebuilt.rebuilt = true;
	ff_update_report_repair(again < report->count ? &repaired : &rebuilt, text);
	n = strlen(text);
	if (again > 0 && again < report->count) {
		n += (size_t)snprintf(text + n, sizeof text - n, "; %zu of them: ", again);
		ff_update_report_repair(&rebuilt, text + n);
	}
	snprintf(what, sizeof what, "%zu step%s", report->count, report->count == 1 ? "" : "s");
	say(name, what, text, to);
}

void ff_update_report_say_step(const struct ff_update_report *report, const char *name, FILE *to)
{
	const struct ff_update_report_step *step = &report->steps[report->count - 1];
	char what[32], text[FF_UPDATE_REPORT + FF_UPDATE_REPORT_UNREACHED];

	snprintf(what, sizeof what, "step %" PRId32, step->step);
	ff_update_report_repair(&step->figures, text);
	ff_update_report_unreached(step->unreached[0], step->unreached[1], text + strlen(text));
	say(name, what, text, to);
}
