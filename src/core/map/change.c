#include "core/map/change.h"

const char *const ff_change_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_UNREACHABLE] = "newly unreachable", [FF_CHANGE_WALL_ADDED] = "wall added",
	[FF_CHANGE_UNCOMPUTED] = "no longer computed", [FF_CHANGE_LOST] = "value lost",
	[FF_CHANGE_GOAL_REMOVED] = "goal removed",     [FF_CHANGE_GOAL_ADDED] = "goal added",
	[FF_CHANGE_WALL_REMOVED] = "wall removed",     [FF_CHANGE_REACHABLE] = "newly reachable",
	[FF_CHANGE_COMPUTED] = "newly computed",       [FF_CHANGE_GAINED] = "value gained",
	[FF_CHANGE_GROUND] = "ground cost changed",    [FF_CHANGE_RISEN] = "cost to goal risen",
	[FF_CHANGE_FALLEN] = "cost to goal fallen",    [FF_CHANGE_CHANGED] = "value changed",
	[FF_CHANGE_TURNED] = "direction changed",
};
