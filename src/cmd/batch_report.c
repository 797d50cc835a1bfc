/*
 * JUnit's XML is what CI systems have agreed to read, without a standard: this keeps to
 * testsuites, testsuite, testcase, failure, error and skipped, with the attributes that
 * all of them know.  A job whose answer is no is a failure, one that could not be done
 * an error.
 */
#include "cmd/batch_report.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cmd/json.h"

/* The jobs of a shard in their order: the one after 'job', or the first for NULL; NULL: no more. */
static const struct ff_manifest_job *next_job(const struct ff_batch_options *options,
					      const struct ff_manifest *manifest,
					      const struct ff_manifest_job *job)
{
	size_t i = job == NULL ? (size_t)options->shard - 1
			       : (size_t)(job - manifest->jobs) + (size_t)options->shards;

	return i < manifest->count ? &manifest->jobs[i] : NULL;
}

static const char *error_of(const struct ff_manifest_job *job)
{
	return job->error == NULL ? "out of memory" : job->error;
}

/* A text as the value of an attribute; what XML cannot hold at all becomes '?'. */
static void put_xml(FILE *to, const char *text)
{
	json_t *valid = ff_json_string(text);

	for (text = json_string_value(valid); text != NULL && *text != '\0'; text++)
		switch (*text) {
		case '&':
			fputs("&amp;", to);
			break;
		case '<':
			fputs("&lt;", to);
			break;
		case '>':
			fputs("&gt;", to);
			break;
		case '"':
			fputs("&quot;", to);
			break;
		case '\t':
			fputc(' ', to);
			break;
		default: {
			/* U+FFFE and U+FFFF are characters of UTF-8, but not of XML. */
			bool none = strncmp(text, "\xef\xbf\xbe", 3) == 0 ||
				    strncmp(text, "\xef\xbf\xbf", 3) == 0;

			fputc(none || (*text >= 0 && *text < ' ') ? '?' : *text, to);
			text += none ? 2 : 0;
		}
		}
	json_decref(valid);
}

static void put_case(FILE *to, const struct ff_manifest *manifest,
		     const struct ff_manifest_job *job)
{
	const char *kind = job->status == FF_E_ANSWER ? "failure" : "error";

	fprintf(to, "    <testcase classname=\"");
	put_xml(to, manifest->name);
	fprintf(to, "\" name=\"%zu: ", job->line);
	put_xml(to, job->text);
	fprintf(to, "\" time=\"%.6f\"", job->ms / 1000);
	switch (job->outcome) {
	case FF_MANIFEST_FAILED:
		fprintf(to, ">\n      <%s type=\"status %d\" message=\"", kind,
			ff_status_exit(job->status));
		put_xml(to, error_of(job));
		fprintf(to, "\"/>\n    </testcase>\n");
		break;
	case FF_MANIFEST_SKIPPED:
		fprintf(to, ">\n      <skipped/>\n    </testcase>\n");
		break;
	default:
		fprintf(to, "/>\n");
	}
}

char *ff_batch_report_junit(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts)
{
	char *text = NULL, figures[160];
	size_t size, answers = 0;
	FILE *to = open_memstream(&text, &size);

	if (to == NULL)
		return NULL;
	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(options, manifest, job)) != NULL;)
		answers += job->outcome == FF_MANIFEST_FAILED && job->status == FF_E_ANSWER;
	snprintf(figures, sizeof figures,
		 "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\"",
		 counts->passed + counts->failed + counts->skipped, answers,
		 counts->failed - answers, counts->skipped, counts->ms / 1000);
	fprintf(to,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowfield\" %s>\n"
		"  <testsuite name=\"",
		figures);
	put_xml(to, manifest->name);
	fprintf(to, "\" %s>\n", figures);
	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(options, manifest, job)) != NULL;)
		put_case(to, manifest, job);
	fprintf(to, "  </testsuite>\n</testsuites>\n");
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

static json_t *digest_of(uint64_t digest)
{
	return digest == 0 ? json_null() : json_sprintf("%016" PRIx64, digest);
}

static json_t *document_of(const struct ff_manifest_job *job)
{
	bool failed = job->outcome == FF_MANIFEST_FAILED;
	json_t *outputs = json_array();

	for (size_t i = 0; i < job->outputs.count; i++)
		ff_json_append(&outputs, ff_json_string(job->outputs.items[i]));
	return json_pack("{s:I, s:o, s:s, s:i, s:o, s:o, s:f, s:{s:o, s:o}}", "line",
			 (json_int_t)job->line, "command", ff_json_string(job->text), "outcome",
			 ff_manifest_outcomes[job->outcome], "status", ff_status_exit(job->status),
			 "error", failed ? ff_json_string(error_of(job)) : json_null(), "outputs",
			 outputs, "ms", job->ms, "digests", "cost", digest_of(job->cost_digest),
			 "field", digest_of(job->field_digest));
}

char *ff_batch_report_json(const struct ff_batch_options *options,
			   const struct ff_manifest *manifest, const struct ff_batch_counts *counts)
{
	json_t *jobs = json_array(), *document;
	char *text;

	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(options, manifest, job)) != NULL;)
		ff_json_append(&jobs, document_of(job));
	document = json_pack("{s:i, s:{s:s, s:s}, s:o, s:{s:i, s:i}, s:I, s:I, s:I, s:i, s:f, s:o}",
			     "schema", 1, "tool", "name", "flowfield", "version", FF_VERSION,
			     "manifest", ff_json_string(manifest->name), "shard", "index",
			     options->shard, "count", options->shards, "passed",
			     (json_int_t)counts->passed, "failed", (json_int_t)counts->failed,
			     "skipped", (json_int_t)counts->skipped, "status",
			     ff_status_exit(counts->worst), "ms", counts->ms, "jobs", jobs);
	text = ff_json_lines(document);
	json_decref(document);
	return text;
}

/* As GitHub's own toolkit escapes them: a property also ends at : and , */
static void put_github(FILE *to, const char *text, const char *special)
{
	for (; *text != '\0'; text++)
		if (strchr(special, *text) != NULL)
			fprintf(to, "%%%02X", (unsigned)(unsigned char)*text);
		else
			fputc(*text, to);
}

void ff_batch_report_github(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts, FILE *to)
{
	size_t shown = 0;

	for (const struct ff_manifest_job *job = NULL;
	     shown < FF_BATCH_REPORT_SHOWN && (job = next_job(options, manifest, job)) != NULL;) {
		if (job->outcome != FF_MANIFEST_FAILED)
			continue;
		fputs("::error file=", to);
		put_github(to, manifest->name, "%\r\n:,");
		fprintf(to, ",line=%zu,title=flowfield (status %d)::", job->line,
			ff_status_exit(job->status));
		put_github(to, error_of(job), "%\r\n");
		fputc('\n', to);
		shown++;
	}
	if (counts->failed > shown)
		fprintf(to, "::error title=flowfield::and %zu more\n", counts->failed - shown);
}
