#include "cli/outputs.h"

#include "tap.h"

#include <string.h>

static void found(enum ff_options_output kind, const char *value, int format, const char *path)
{
	struct ff_error err = {""};
	const char *got = "";
	int is = -1;

	CHECK(ff_outputs_find(kind, value, &is, &got, &err) == FF_OK && is == format &&
		      strcmp(got, path) == 0,
	      "--%s %s: %d, \"%s\", \"%s\"", ff_options_output_names[kind], value, is, got,
	      err.text);
}

static void refused(enum ff_options_output kind, const char *value, const char *want)
{
	struct ff_error err = {""};
	const char *path = "untouched";
	int format = -1;

	CHECK(ff_outputs_find(kind, value, &format, &path, &err) == FF_E_USAGE && format == -1 &&
		      strcmp(path, "untouched") == 0 && strcmp(err.text, want) == 0,
	      "\"%s\", not \"%s\"", err.text, want);
}

static void the_extension_tells_the_format(void)
{
	found(FF_OPTIONS_HEATMAP, "a.PNG", FF_OUTPUTS_PNG, "a.PNG");
	found(FF_OPTIONS_REACH, "a.png", FF_OUTPUTS_PNG, "a.png");
	found(FF_OPTIONS_REACH, "a.npy", FF_FORMATS_NPY, "a.npy");
	found(FF_OPTIONS_TIES, "a.csv/b.pNg", FF_OUTPUTS_PNG, "a.csv/b.pNg");
	found(FF_OPTIONS_TIES, "b.asc", FF_FORMATS_ASC, "b.asc");
	found(FF_OPTIONS_INTEGRATION, "a.png", FF_FORMATS_PNG16, "a.png");
	found(FF_OPTIONS_INTEGRATION, "x:y.npy", FF_FORMATS_NPY, "x:y.npy");
	found(FF_OPTIONS_DIRECTIONS, ".Pgm", FF_FORMATS_PGM, ".Pgm");
	found(FF_OPTIONS_COST, "a.png", FF_FORMATS_PNG8, "a.png");
	found(FF_OPTIONS_COST, "a.pfm", FF_FORMATS_PFM, "a.pfm");
	found(FF_OPTIONS_VECTORS, "a.csv", FF_FORMATS_CSV, "a.csv");
	found(FF_OPTIONS_CSV, "a.png", FF_OUTPUTS_OWN, "a.png");
	found(FF_OPTIONS_JSON, "a", FF_OUTPUTS_OWN, "a");
	found(FF_OPTIONS_GRAPH, "a.csv", FF_OUTPUTS_TABLE, "a.csv");
	found(FF_OPTIONS_GRAPH, "csv:a", FF_OUTPUTS_TABLE, "a");
	found(FF_OPTIONS_GRAPH, "-", FF_OUTPUTS_TABLE, "-");
	found(FF_OPTIONS_GRAPH, "a.png", FF_OUTPUTS_PNG, "a.png");
	found(FF_OPTIONS_SAVE_GRAPH, "a.png", FF_OUTPUTS_GRAPH, "a.png");
	refused(FF_OPTIONS_GRAPH, "a.npy", "--graph a.npy: name it .png or .csv");
	refused(FF_OPTIONS_PORTALS, "a.svg", "--portals a.svg: name it .png");
}

static void what_stands_before_a_colon_tells_it_first(void)
{
	found(FF_OPTIONS_REACH, "png16:a.png", FF_FORMATS_PNG16, "a.png");
	found(FF_OPTIONS_REACH, "png:a.csv", FF_OUTPUTS_PNG, "a.csv");
	found(FF_OPTIONS_REACH, "csv:-", FF_FORMATS_CSV, "-");
	found(FF_OPTIONS_INTEGRATION, "png:-", FF_FORMATS_PNG16, "-");
	found(FF_OPTIONS_COST, "png:-", FF_FORMATS_PNG8, "-");
	found(FF_OPTIONS_COST, "png8:a", FF_FORMATS_PNG8, "a");
	found(FF_OPTIONS_COST, "png16:a.png", FF_FORMATS_PNG16, "a.png");
	refused(FF_OPTIONS_REACH, "png8:a",
		"--reach png8:a: name it .png, .csv, .npy, .pgm, .pfm or .asc");
	found(FF_OPTIONS_INTEGRATION, "asc:/dev/fd/3", FF_FORMATS_ASC, "/dev/fd/3");
	found(FF_OPTIONS_INTEGRATION, "pfm:csv:a", FF_FORMATS_PFM, "csv:a");
	found(FF_OPTIONS_INTEGRATION, "./npy:a.csv", FF_FORMATS_CSV, "./npy:a.csv");
	found(FF_OPTIONS_INTEGRATION, "NPY:a.csv", FF_FORMATS_CSV, "NPY:a.csv");
	found(FF_OPTIONS_CSV, "npy:a", FF_OUTPUTS_OWN, "npy:a");
	refused(FF_OPTIONS_REACH, "npy:", "--reach needs a file's name");
	refused(FF_OPTIONS_VECTORS, "pgm:a.npy", "--vectors pgm:a.npy: name it .csv, .npy or .pfm");
	refused(FF_OPTIONS_TERRAIN, "png16:a.png", "--terrain png16:a.png: name it .png");
	refused(FF_OPTIONS_VECTORS, "png:-", "--vectors png:-: name it .csv, .npy or .pfm");
}

static void some_need_no_extension(void)
{
	found(FF_OPTIONS_HEATMAP, "/dev/fd/3", FF_OUTPUTS_PNG, "/dev/fd/3");
	found(FF_OPTIONS_REACH, "x.d/reach", FF_OUTPUTS_PNG, "x.d/reach");
	found(FF_OPTIONS_REACH, "-", FF_OUTPUTS_PNG, "-");
	found(FF_OPTIONS_DIRECTIONS, "d", FF_FORMATS_CSV, "d");
	found(FF_OPTIONS_INTEGRATION, "-", FF_FORMATS_CSV, "-");
	found(FF_OPTIONS_REGIONS, "-", FF_FORMATS_CSV, "-");
	found(FF_OPTIONS_JSON, "-", FF_OUTPUTS_OWN, "-");
	refused(FF_OPTIONS_COST, "c", "--cost c: name it .csv, .npy, .pgm, .pfm, .asc or .png");
	refused(FF_OPTIONS_TIES, "a.npy/t",
		"--ties a.npy/t: name it .png, .csv, .npy, .pgm, .pfm or .asc");
	refused(FF_OPTIONS_HEATMAP, "h.csv", "--heatmap h.csv: name it .png or .svg");
	refused(FF_OPTIONS_CSV, "", "--csv needs a file's name");
}

static void formats_know_what_becomes_of_them(void)
{
	static const struct {
		int format;
		bool made, text, data;
	} cases[] = {
		{FF_OUTPUTS_PNG, true, false, false},   {FF_OUTPUTS_SVG, true, true, false},
		{FF_OUTPUTS_TABLE, false, true, false}, {FF_OUTPUTS_GRAPH, false, false, false},
		{FF_OUTPUTS_OWN, false, true, false},   {FF_FORMATS_CSV, false, true, true},
		{FF_FORMATS_NPY, false, false, true},   {FF_FORMATS_PGM, false, false, true},
		{FF_FORMATS_PFM, false, false, true},   {FF_FORMATS_PNG16, true, false, true},
		{FF_FORMATS_ASC, false, true, true},    {FF_FORMATS_PNG8, true, false, true},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ff_format_written *data = ff_outputs_data(cases[i].format);

		CHECK(ff_outputs_made(cases[i].format) == cases[i].made &&
			      ff_outputs_text(cases[i].format) == cases[i].text &&
			      (data != NULL) == cases[i].data,
		      "format %d", cases[i].format);
		CHECK(data == NULL || (data->make != NULL) == cases[i].made, "format %d",
		      cases[i].format);
	}
}

int main(void)
{
	RUN(the_extension_tells_the_format);
	RUN(what_stands_before_a_colon_tells_it_first);
	RUN(some_need_no_extension);
	RUN(formats_know_what_becomes_of_them);
	return tap_done();
}
