#include "core/map/edits.h"

const char *const ff_edits_names[FF_EDITS_KINDS] = {
	[FF_EDITS_COST] = "cost", [FF_EDITS_WALL] = "wall",     [FF_EDITS_OPEN] = "open",
	[FF_EDITS_GOAL] = "goal", [FF_EDITS_NOGOAL] = "nogoal",
};
