import * as v from "valibot";
import type {
  CountedRefusals,
  CountedRequests,
  CountedSlug,
  InsightDay,
} from "../../store/daily_counts/mod.ts";
import { count, date, positive, string, text } from "../../base/fields/moved_values.ts";

/** The id of an API key. */
export const keyId: v.GenericSchema<string> = v.pipe(
  string,
  v.regex(/^[a-z2-7]{16}$/, "must be the id of a key"),
);

/** Maximum number of rows of a list. No list of a counted day is longer. */
const mostRows = 1000;

const key = v.union([v.picklist(["none", "others"]), keyId], "must be none, others or the id of a key");
const statuses = v.strictTuple([count, count, count, count, count], "must be five numbers");
const requests = withFieldsOf<CountedRequests>()(v.strictObject({ endpoint: text, key, statuses }));
const refusals = withFieldsOf<CountedRefusals>()(v.strictObject({ code: text, key, requests: positive }));
const slugs = rowsOf(withFieldsOf<CountedSlug>()(v.strictObject({ slug: text, requests: positive })));

/** The counted requests of a day. */
export const insightDay: v.GenericSchema<InsightDay> = withFieldsOf<InsightDay>()(
  v.strictObject({
    date,
    requests: rowsOf(requests),
    refusals: rowsOf(refusals),
    reads: slugs,
    otherReads: count,
    notFound: slugs,
    otherNotFound: count,
  }),
);

function rowsOf<Row>(row: v.GenericSchema<Row>): v.GenericSchema<Row[]> {
  return v.pipe(
    v.array(row, "must be an array"),
    v.maxLength(mostRows, `must have at most ${mostRows} items`),
  );
}

/** `unknown` if two types have the same field names, else `never`. Assignability alone would allow missing optional fields. */
type SameFields<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? unknown : never;

/**
 * Checks at compile time that a schema has exactly the fields of a type. Otherwise, an export could write a field that the import
 * rejects.
 */
export function withFieldsOf<Type>(): <Schema extends v.GenericSchema>(
  schema: Schema & SameFields<v.InferOutput<Schema>, Type>,
) => Schema {
  return (schema) => schema;
}
