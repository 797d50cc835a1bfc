/*
 * Headers of the Netpbm family (PGM, PFM): words between white space and comments.
 */
#ifndef FF_IO_NETPBM_H
#define FF_IO_NETPBM_H

#include "io/scan.h"
#include "io/texts.h"

enum { FF_NETPBM_HEADER = 64 * 1024 }; /* bytes; more than any, long comments and all */

/*
 * ff_netpbm_skip() goes to the next word.  Of comments on the way "# Keyword: text" are
 * added to 'texts' (NULL: none are).  FF_OK, or FF_E_NOMEM.
 */
enum ff_status ff_netpbm_skip(struct ff_scan *scan, struct ff_texts *texts);

/*
 * ff_netpbm_number() takes the next word of a header of FF_NETPBM_HEADER bytes at most, a
 * whole number in 1..max; or fails as ff_scan_number() does.
 */
enum ff_status ff_netpbm_number(struct ff_scan *scan, struct ff_texts *texts, const char *what,
				int64_t max, int32_t *out, struct ff_error *err);

/* ff_netpbm_whole() fails with FF_E_INPUT if what was taken may go on in the part of the input
 * that has not been read. */
enum ff_status ff_netpbm_whole(const struct ff_scan *scan, struct ff_error *err);

#endif
