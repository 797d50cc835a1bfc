#include "core/map/classes.h"

const char *const ff_classes_names[FF_CLASSES] = {
	[FF_GOAL] = "goal", [FF_REACHED] = "reached",           [FF_UNREACHED] = "unreached",
	[FF_WALL] = "wall", [FF_NOT_COMPUTED] = "not computed", [FF_NOT_YET] = "not yet",
};
