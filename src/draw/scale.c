#include "draw/scale.h"

#include <math.h>
#include <stdlib.h>

const char *const ff_scale_names[FF_SCALE_KINDS] = {"auto", "linear", "log", "rank"};

void ff_scale_differences(struct ff_scale *scale, double first, double last)
{
	for (int i = 0; i <= FF_SCALE_PARTS; i++)
		scale->edges[i] = first + (last - first) * i / FF_SCALE_PARTS;
}

void ff_scale_ratios(struct ff_scale *scale, double first, double last)
{
	double *edges = scale->edges;

	/* Each edge is the geometric mean of those around it: only + - * / and sqrt are the same on
	 * all machines. */
	edges[0] = first;
	edges[FF_SCALE_PARTS] = last;
	for (int step = FF_SCALE_PARTS; step > 1; step /= 2)
		for (int i = step / 2; i < FF_SCALE_PARTS; i += step)
			edges[i] = sqrt(edges[i - step / 2] * edges[i + step / 2]);
}

static int by_value(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

void ff_scale_ranks(struct ff_scale *scale, double *values, size_t count, double first, double last)
{
	if (count > 0)
		qsort(values, count, sizeof *values, by_value);
	scale->edges[0] = first;
	for (size_t i = 1; i < FF_SCALE_PARTS; i++) {
		double value = count > 0 ? values[i * count / FF_SCALE_PARTS] : first;

		scale->edges[i] = fmin(fmax(value, first), last);
	}
	scale->edges[FF_SCALE_PARTS] = last;
	/* Equal values have the first of their parts; what lies between them and the next, the
	 * others. */
	for (int i = 0, end; i < FF_SCALE_PARTS; i = end) {
		double *edges = scale->edges;

		for (end = i + 1; end < FF_SCALE_PARTS && edges[end] == edges[i];)
			end++;
		for (int k = i + 1; k < end; k++)
			edges[k] = edges[i] + (edges[end] - edges[i]) * (k - i) / (end - i);
	}
}

int ff_scale_part(const struct ff_scale *scale, double value)
{
	int below = 0, above = FF_SCALE_PARTS;

	while (above - below > 1) {
		int middle = (below + above) / 2;

		if (scale->edges[middle] <= value)
			below = middle;
		else
			above = middle;
	}
	return below;
}

double ff_scale_share(const struct ff_scale *scale, double value)
{
	int part = ff_scale_part(scale, value);
	double from = scale->edges[part], to = scale->edges[part + 1];

	return (part + (to > from ? (value - from) / (to - from) : 0)) / FF_SCALE_PARTS;
}
