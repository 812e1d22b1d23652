import * as v from "valibot";
import type { PostSort } from "../../content/mod.ts";
import { languageTagInput } from "../../language_tag_input.ts";

const sorts = ["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"] as const;
const mostEntries = 100;
const usualEntries = 50;
const limitRule = `must be a whole number from 1 to ${mostEntries}`;

/** An optional query parameter. */
export type OptionalParameter = v.ExactOptionalSchema<v.GenericSchema<string>, undefined>;

/** `sort`: the order of a list of posts. */
export function sortParameter(
  usual: PostSort,
  description: string,
): v.GenericSchema<PostSort | undefined, PostSort> {
  return v.pipe(
    v.optional(v.picklist(sorts, `must be one of ${sorts.join(", ")}`), usual),
    v.description(description),
  );
}

/** `limit`: maximum number of entries on a page of a list. */
export function limitParameter(description: string): v.GenericSchema<string | undefined, number> {
  return v.pipe(
    v.optional(v.string(), String(usualEntries)),
    v.regex(/^\d{1,3}$/, limitRule),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, limitRule),
    v.maxValue(mostEntries, limitRule),
    v.metadata({ default: usualEntries }),
    v.description(description),
  );
}

/** `language`: restricts the list to posts in this language. */
export const languageParameter: OptionalParameter = v.exactOptional(
  v.pipe(
    languageTagInput,
    v.description("Only posts in this language: a BCP 47 tag."),
    v.examples(["en-US"]),
  ),
);

/** A parameter with any text, such as a cursor or the value of a field. */
export function textParameter(description: string): OptionalParameter {
  return v.exactOptional(v.pipe(v.string(), v.description(description)));
}
