#include "cli/verb.h"

#include <stdio.h>
#include <string.h>

#include <libdeflate.h>

#include "cli/options.h"

#ifndef FF_STB /* the Makefile takes the versions from the headers */
#define FF_STB       "stb_image"
#define FF_STB_WRITE "stb_image_write"
#endif

const struct ff_verb *const ff_verb_all[] = {
	&ff_at_verb,   &ff_verify_verb,  &ff_sectors_verb,  &ff_walk_verb,  &ff_update_verb,
	&ff_diff_verb, &ff_compare_verb, &ff_textconv_verb, &ff_batch_verb, &ff_completion_verb,
};

const size_t ff_verb_count = sizeof ff_verb_all / sizeof ff_verb_all[0];

const struct ff_verb *ff_verb_find(const char *name)
{
	for (size_t i = 0; i < ff_verb_count; i++)
		if (strcmp(name, ff_verb_all[i]->name) == 0)
			return ff_verb_all[i];
	return NULL;
}

void ff_verb_help(const struct ff_argv_table *table, enum ff_argv_help which)
{
	ff_argv_help(table, which, stdout);
	if (table != &ff_options_table)
		return;
	puts("\nCommands (options of each: flowfield COMMAND --help):");
	for (size_t i = 0; i < ff_verb_count; i++)
		printf("  %-12s %s\n", ff_verb_all[i]->name, ff_verb_all[i]->text);
}

void ff_verb_version(void)
{
	puts("flowfield " FF_VERSION "\nPNG decoder: " FF_STB "\nPNG encoder: " FF_STB_WRITE
	     ", libdeflate " LIBDEFLATE_VERSION_STRING);
}
