import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import { type CountedSlug, statusClasses } from "../../store/daily_counts/mod.ts";
import type { InsightReport, KeyInsight, Statuses } from "../insight/insight_report.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const date = v.pipe(v.string(), v.isoDate(), v.description("A UTC day."));
const endpoint = textSchema(
  "Path below the root of the public API, with its method unless it is GET. `admin`: the admin API.",
);
const code = textSchema("Code of the problem.");
const key = textSchema("Id of the key, `none` or `others`.");
const keyName = v.exactOptional(textSchema("Name of the key, if it still exists."));

const [ok, notModified, redirected, refused, failed] = statusClasses;
const statuses = schemaOf<Statuses>()(
  v.strictObject({
    [ok]: count,
    [notModified]: count,
    [redirected]: v.pipe(count, v.description("All 3xx but 304.")),
    [refused]: count,
    [failed]: count,
  }),
);
const slugs = v.array(schemaOf<CountedSlug>()(v.strictObject({ slug: v.string(), requests: count })));
const shared = {
  isCounted: v.pipe(v.boolean(), v.description("False if the host has turned the counts off.")),
  days: v.pipe(
    v.array(v.strictObject({ date, requests: statuses })),
    v.description("Every UTC day, today last."),
  ),
  endpoints: v.array(v.strictObject({ endpoint, requests: statuses })),
};

/** The requests to an organization. */
export const insightSchema: v.GenericSchema<InsightReport> = schemaOf<InsightReport>()(
  v.strictObject({
    ...shared,
    keys: v.exactOptional(
      v.pipe(
        v.array(v.strictObject({ key, keyName, requests: statuses })),
        v.description("Present for callers with `keys:manage`."),
      ),
    ),
    posts: v.pipe(slugs, v.description("Posts that were read, the most read first.")),
    otherPosts: v.pipe(count, v.description("Reads of further posts, which are not listed.")),
    notFound: v.pipe(slugs, v.description("Slugs of posts that do not exist.")),
    otherNotFound: v.pipe(count, v.description("Requests for further slugs, which are not listed.")),
    refusals: v.array(v.strictObject({ code, key: v.exactOptional(key), keyName, requests: count })),
  }),
);

/** The requests with a key. */
export const keyInsightSchema: v.GenericSchema<KeyInsight> = schemaOf<KeyInsight>()(
  v.strictObject({ ...shared, refusals: v.array(v.strictObject({ code, requests: count })) }),
);
