#include "cmd/command.h"

#include <string.h>

#include "cmd/cmd_batch.h"
#include "cmd/cmd_completion.h"
#include "cmd/cmd_diff.h"
#include "cmd/cmd_textconv.h"
#include "cmd/options.h"

const struct ff_command ff_command_list[] = {
	{"verify", "check every cell of a field", &ff_options_verify_table, NULL},
	{"scen", "compare the lengths of scenarios' paths", &ff_options_table, NULL},
	{"sectors", "field and flow only where someone walks", &ff_options_sectors_table, NULL},
	{"walk", "walkers who follow the field", &ff_options_walk_table, NULL},
	{"update", "a map that changes, step by step", &ff_options_update_table, NULL},
	{"watch", "write all outputs anew when the map changes", &ff_options_watch_table, NULL},
	{"diff", "say what changed between two files or folders", &ff_cmd_diff_table, ff_cmd_diff},
	{"textconv", "print a file of ours as text, for git diff", &ff_cmd_textconv_table,
	 ff_cmd_textconv},
	{"batch", "run many jobs in one process", &ff_cmd_batch_table, ff_cmd_batch},
	{"completion", "print what completes these options in a shell", &ff_cmd_completion_table,
	 ff_cmd_completion},
};

const size_t ff_command_count = sizeof ff_command_list / sizeof ff_command_list[0];

const struct ff_command *ff_command_find(const char *name)
{
	for (size_t i = 0; i < ff_command_count; i++)
		if (strcmp(name, ff_command_list[i].name) == 0)
			return &ff_command_list[i];
	return NULL;
}
