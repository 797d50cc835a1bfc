/*
 * Goals as reports list them.
 */
#ifndef FF_CLI_GOAL_REPORT_H
#define FF_CLI_GOAL_REPORT_H

#include <stdint.h>

#include <jansson.h>

#include "core/map/goals.h"

/*
 * ff_goal_report_json() is a list of goals; NULL if memory ran out.
 *
 *   served  [goals->count]  how many cells each one serves; NULL: nobody asked
 */
json_t *ff_goal_report_json(const struct ff_goals *goals, const uint64_t *served);

#endif
