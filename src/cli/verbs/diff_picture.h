/*
 * What lies below the changes in a picture of them.
 */
#ifndef FF_CLI_VERBS_DIFF_PICTURE_H
#define FF_CLI_VERBS_DIFF_PICTURE_H

#include "cli/verbs/diff_pair.h"

/*
 * ff_diff_picture_keep() keeps of two files, whose cells have been compared and differ, what
 * ff_diff_draw() wants of them when they are closed.
 *
 *   pair  in 'diff' 'class_names' is set, and those of 'classes', 'greys' and 'strengths' that
 *         this difference has
 *
 * FF_OK; FF_E_NOMEM, which 'err' tells.
 */
enum ff_status ff_diff_picture_keep(struct ff_diff_pair *pair);

#endif
