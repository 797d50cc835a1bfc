#include "cli/summary.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/verbs/sector_report.h"
#include "cli/verbs/walk_report.h"
#include "core/base/machine.h"
#include "core/base/number.h"
#include "core/map/field.h"

/* The largest area that no goal reaches, for the summary; "" if there is none. */
static void name_unreached(const struct ff_report *report, char text[128])
{
	const struct ff_region *area = &report->solution->unreached;
	uint32_t w = (uint32_t)report->problem->map.w;

	*text = '\0';
	if (area->cells > 0)
		snprintf(text, 128, " (largest area %" PRIu64 " at %" PRIu32 ",%" PRIu32 ")",
			 area->cells, area->first % w, area->first / w);
}

void ff_summary_warn(const struct ff_report *report, const char *who, FILE *to)
{
	for (size_t i = 0; i < report->warning_count; i++)
		fprintf(to, "%s: warning: %s\n", who, report->warnings[i]);
}

void ff_summary_say(const struct ff_report *report, const char *who, FILE *to)
{
	const uint64_t *count = report->solution->classes.count;
	const double *ms = report->ms;
	bool flee = report->options->flee < 0;
	bool sectors = report->options->action == FF_OPTIONS_SECTORS;
	struct ff_error name;
	char unreached[128], farthest[32], rest[64] = "";

	snprintf(name.text, sizeof name.text, "%s", report->problem->name);
	ff_status_clean(name.text);
	name_unreached(report, unreached);
	if (count[FF_NOT_COMPUTED] > 0)
		snprintf(rest, sizeof rest, ", %" PRIu64 " not computed", count[FF_NOT_COMPUTED]);
	if (count[FF_NOT_YET] > 0)
		snprintf(rest, sizeof rest, ", %" PRIu64 " not yet (--budget)", count[FF_NOT_YET]);
	farthest[ff_number_fixed(farthest, flee ? report->solution->summary.least
						: report->solution->summary.largest)] = '\0';
	fprintf(to,
		"%s: %s: %" PRId32 "x%" PRId32 ": %" PRIu64 " %s%s, %" PRIu64 " reached, %" PRIu64
		" unreached%s, %" PRIu64 " wall%s; ",
		who, name.text, report->problem->map.w, report->problem->map.h, count[FF_GOAL],
		flee ? "refuge" : "goal", count[FF_GOAL] == 1 ? "" : "s", count[FF_REACHED],
		count[FF_UNREACHED], unreached, count[FF_WALL], rest);
	if (sectors)
		ff_sector_report_say(&report->solution->sectors, to);
	else if (report->options->action == FF_OPTIONS_WALK)
		ff_walk_report_say(&report->solution->walk, report->options, to);
	else
		fprintf(to, "%s %s", flee ? "safest" : "farthest", farthest);
	fprintf(to, "; %.0f ms\n", ms[FF_REPORT_TOTAL]);
	if (report->options->verbosity != FF_OPTIONS_VERBOSE)
		return;
	fprintf(to, "%s: read %.1f, integrate %.1f", who, ms[FF_REPORT_READ],
		ms[FF_REPORT_INTEGRATE]);
	if (sectors) {
		fputs(" (", to);
		ff_sector_report_phases(&report->solution->sectors, to);
		fputs(")", to);
	}
	fprintf(to, ", flow %.1f", ms[FF_REPORT_FLOW]);
	if (report->options->action == FF_OPTIONS_WALK)
		ff_walk_report_phases(&report->solution->walk, to);
	fprintf(to,
		", draw %.1f, write %.1f ms; peak memory %.1f MiB, estimated %.1f MiB; -j %d, %s\n",
		ms[FF_REPORT_DRAW], ms[FF_REPORT_WRITE], (double)report->peak_bytes / (1 << 20),
		(double)report->estimated_bytes / (1 << 20), ff_pool_threads(report->machine->pool),
		ff_machine_cpus[report->machine->cpu]);
}
