import * as v from "valibot";
import type { PostFilter } from "../../../content/mod.ts";
import { type QuerySchema } from "../../../http/mod.ts";
import { longestQuery } from "../../../search/mod.ts";
import {
  cursorParameter,
  labelParameters,
  limitParameter,
  toFilter,
  updatedSinceParameter,
} from "../posts/list_parameters.ts";

const typeOfName = { posts: "post", faq: "faq", knowledge: "knowledge" } as const;
type KindName = keyof typeof typeOfName;
/** Maximum length of the list of kinds of results in a query. */
const longestNames = 100;

/** Filters of a search in posts. */
export interface SearchFilters extends Pick<
  PostFilter,
  "section" | "language" | "tags" | "notTags" | "updatedSince"
> {
  in: ReadonlySet<(typeof typeOfName)[KindName]>;
}

/** Query of a search. */
export interface SearchParameters extends SearchFilters {
  q: string;
  limit: number;
  cursor?: string;
}

const q = v.pipe(
  v.string(),
  v.maxLength(longestQuery, `must be at most ${longestQuery} characters long`),
  v.description(
    'Words, `"phrases in quotes"`, `-"a phrase"` that a result must not have, and at the end `-word` of three letters or more. ' +
      "The last word is a prefix, unless a space follows. At most 1,000 characters and 64 words.",
  ),
  v.examples(["opening hours"]),
);

/** Creates the parameter `in`. */
function kinds(
  names: readonly KindName[],
  rule: string,
): v.GenericSchema<string | undefined, SearchFilters["in"]> {
  const pattern = `^(${names.join("|")})(,(${names.join("|")}))*$`;
  const form = new RegExp(pattern);
  return v.pipe(
    v.optional(v.string(), "posts,faq"),
    v.description(`Kinds of results, separated by commas: ${names.map((name) => `\`${name}\``).join(", ")}.`),
    v.maxLength(longestNames, rule),
    v.metadata({ pattern, default: "posts,faq" }),
    v.check((text) => form.test(text), rule),
    v.transform((text) => new Set(text.split(",").map((name) => typeOfName[name as KindName]))),
  );
}

const filters = {
  in: kinds(["posts", "faq"], "must be posts, faq, or both, separated by a comma"),
  ...labelParameters,
  updatedSince: updatedSinceParameter,
};

const cursor = cursorParameter(
  "Start of the page: the `nextCursor` of an earlier response to the same query. Leave it out for the first page.",
);

/** The query parameters of a search in posts. */
export const searchParameters: QuerySchema<SearchParameters> = v.pipe(
  v.object({
    q,
    ...filters,
    limit: limitParameter("Maximum number of results on a page.", { most: 50, usual: 10 }),
    cursor,
  }),
  v.transform(toFilter),
);

/** The query parameters of suggestions. */
export const suggestParameters: QuerySchema<Omit<SearchParameters, "cursor">> = v.pipe(
  v.object({
    q,
    ...filters,
    limit: limitParameter("Maximum number of suggestions.", { most: 20, usual: 8 }),
  }),
  v.transform(toFilter),
);

export const contextParameters: QuerySchema<
  SearchFilters & { q: string; maxTokens: number; format?: "json" | "markdown" }
> = v.pipe(
  v.object({
    q,
    ...filters,
    in: kinds(
      ["posts", "faq", "knowledge"],
      "must be posts, faq, knowledge, or several of them, separated by commas",
    ),
    maxTokens: v.pipe(
      v.optional(v.string(), "2000"),
      v.regex(/^\d{1,5}$/, "must be a whole number from 100 to 20000"),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(100, "must be a whole number from 100 to 20000"),
      v.maxValue(20_000, "must be a whole number from 100 to 20000"),
      v.metadata({ default: 2000 }),
      v.description("Maximum number of tokens of all passages, as estimated."),
    ),
    format: v.exactOptional(
      v.pipe(
        v.picklist(["json", "markdown"], "must be json or markdown"),
        v.description("Format of the response. Default: the format that `Accept` selects."),
      ),
    ),
  }),
  v.transform(toFilter),
);

/** The query parameters of related posts. */
export const relatedParameters: QuerySchema<{ limit: number }> = v.object({
  limit: limitParameter("Maximum number of posts.", { most: 20, usual: 5 }),
});

/** The query parameters of a search in the knowledge base. */
export const knowledgeSearchParameters: QuerySchema<Pick<SearchParameters, "q" | "limit" | "cursor">> =
  v.object({
    q,
    limit: limitParameter("Maximum number of results on a page.", { most: 50, usual: 10 }),
    cursor,
  });

/** The query parameters of the list of knowledge texts. */
export const knowledgeListParameters: QuerySchema<{ limit: number; cursor?: string }> = v.object({
  limit: limitParameter("Maximum number of texts on a page."),
  cursor: cursorParameter(
    "Start of the page: the `nextCursor` of an earlier response. Leave it out for the first page.",
  ),
});
