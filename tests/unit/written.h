/*
 * Files that writers fill.
 */
#ifndef WRITTEN_H
#define WRITTEN_H

#include "io/output.h"
#include "temp.h"

/* written_open() begins a file; written_end() puts it in its place if writing it has gone well,
 * 'st', and else takes it away: what became of it, which 'err' tells too. */
static inline struct ff_output written_open(const char *path)
{
	struct ff_error err = {""};
	struct ff_output out;

	temp_require(ff_output_open(&out, path, &err) == FF_OK, err.text);
	return out;
}

static inline enum ff_status written_end(struct ff_output *out, enum ff_status st,
					 struct ff_error *err)
{
	if (st == FF_OK && (st = ff_output_close(out, err)) == FF_OK)
		st = ff_output_commit(out, true, err);
	ff_output_discard(out);
	return st;
}

#endif
