import * as v from "valibot";
import { type PostSort, postSorts } from "../../content/mod.ts";
import { languageTagInput } from "../../language_tag_input.ts";
import { longestTimestamp, timestampPattern, toMilliseconds } from "../../timestamp.ts";

const usualLimits = { most: 100, usual: 50 };

/** An optional query parameter. */
export type OptionalParameter = v.ExactOptionalSchema<v.GenericSchema<string>, undefined>;

/** `sort`: the order of a list of posts. */
export function sortParameter(
  description: string,
): v.ExactOptionalSchema<v.GenericSchema<PostSort>, undefined> {
  return v.exactOptional(
    v.pipe(v.picklist(postSorts, `must be one of ${postSorts.join(", ")}`), v.description(description)),
  );
}

/** `limit`: maximum number of entries on a page of a list. Default: 50, at most 100. */
export function limitParameter(
  description: string,
  { most, usual }: { most: number; usual: number } = usualLimits,
): v.GenericSchema<string | undefined, number> {
  const limitRule = `must be a whole number from 1 to ${most}`;
  return v.pipe(
    v.optional(v.string(), String(usual)),
    v.regex(/^\d{1,3}$/, limitRule),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, limitRule),
    v.maxValue(most, limitRule),
    v.metadata({ default: usual }),
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

/** Maximum length of the value of a filter. */
const longestFilter = 500;

/** Maximum length of a cursor. Requests with a longer address fail in many proxies. */
export const longestCursor = 8000;

/** A parameter with any text, such as the value of a field. */
export function textParameter(description: string, longest: number = longestFilter): OptionalParameter {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(longest, `must be at most ${longest} characters`),
      v.description(description),
    ),
  );
}

/** `cursor`: the start of a page of a list. */
export function cursorParameter(description: string): OptionalParameter {
  return textParameter(description, longestCursor);
}

const instantRule = "must be a date and time in ISO 8601 such as 2026-05-01T00:00:00Z";

/** `updatedSince`: restricts the list to posts changed at this time or later. */
export const updatedSinceParameter: v.ExactOptionalSchema<
  v.GenericSchema<string, number>,
  undefined
> = v.exactOptional(
  v.pipe(
    v.string(),
    v.description(
      "Only posts whose `changedAt` is this time or later: a date, or a date and time, in ISO 8601. A content source without `changedAt` " +
        "compares `updatedAt`.",
    ),
    v.examples(["2026-05-01T00:00:00Z"]),
    v.metadata({ pattern: timestampPattern }),
    v.maxLength(longestTimestamp, instantRule),
    v.check((text) => toMilliseconds(text) !== undefined, instantRule),
    v.transform((text) => toMilliseconds(text) ?? 0),
  ),
);
