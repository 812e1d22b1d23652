import * as v from "valibot";
import { type PostFilter, type PostSort, postSorts } from "../../../content/mod.ts";
import { languageTagInput } from "../../../base/input/language_tag_input.ts";
import { nameInput } from "../../../base/text/name.ts";
import { longestTimestamp, timestampPattern, toMilliseconds } from "../../../base/time/timestamp.ts";

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
const languageParameter: OptionalParameter = v.exactOptional(
  v.pipe(
    languageTagInput,
    v.description(
      "Only posts in this language: a BCP 47 tag. `en` also finds `en-GB` (RFC 4647, basic filtering).",
    ),
    v.examples(["en-US"]),
  ),
);

/** Maximum length of the value of a filter. */
export const longestFilter = 500;

/** Maximum length of a cursor. Requests with a longer address fail in many proxies. */
export const longestCursor = 8000;

/** A parameter with any text, such as the value of a field. */
export function textParameter(description: string, longest: number = longestFilter): OptionalParameter {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.minLength(1, "must not be empty"),
      v.maxLength(longest, `must be at most ${longest} characters`),
      v.description(description),
    ),
  );
}

/** A parameter with a name, such as that of an author. */
export function nameParameter(description: string): OptionalParameter {
  return v.exactOptional(v.pipe(nameInput(longestFilter), v.description(description)));
}

/** `cursor`: the start of a page of a list. */
export function cursorParameter(description: string): OptionalParameter {
  return textParameter(description, longestCursor);
}

/** Maximum number of tags in a filter. */
const mostFilterTags = 20;

/** An optional query parameter that may be repeated. */
type RepeatedParameter = v.ExactOptionalSchema<v.GenericSchema<string[]>, undefined>;

function tagsParameter(description: string): RepeatedParameter {
  return v.exactOptional(
    v.pipe(
      v.array(nameInput(longestFilter)),
      v.minLength(1),
      v.maxLength(mostFilterTags, `must be given at most ${mostFilterTags} times`),
      v.description(description),
    ),
  );
}

/** The query parameters that filter posts by section, language and tags. */
export const labelParameters: {
  section: OptionalParameter;
  language: OptionalParameter;
  tag: RepeatedParameter;
  notTag: RepeatedParameter;
} = {
  section: nameParameter("Only posts with exactly this `articleSection`."),
  language: languageParameter,
  tag: tagsParameter("Only posts with exactly this tag. Repeat it for posts with any of several tags."),
  notTag: tagsParameter("Only posts without this tag. Repeat it to exclude several tags."),
};

/** Query parameters with tags, before {@link toFilter}. */
interface TagParameters {
  tag?: readonly string[];
  notTag?: readonly string[];
}

/** Turns the query parameters of tags into a filter. */
export function toFilter<Query extends TagParameters>({
  tag: tags,
  notTag: notTags,
  ...query
}: Query): Omit<Query, keyof TagParameters> & Pick<PostFilter, "tags" | "notTags"> {
  return { ...query, ...(tags && { tags }), ...(notTags && { notTags }) };
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
