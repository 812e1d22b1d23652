import * as v from "valibot";

/** Maximum length of a text of a tool's input. The API has lower limits. */
export const longestText = 8000;
/** Maximum number of texts in a list. The API has a lower limit. */
const mostTexts = 100;

/** An optional text parameter of a tool. */
export function text(description: string): v.ExactOptionalSchema<v.GenericSchema<string>, undefined> {
  return v.exactOptional(v.pipe(v.string(), v.maxLength(longestText), v.description(description)));
}

/** An optional text, or several. */
function texts(description: string): v.ExactOptionalSchema<v.GenericSchema<string | string[]>, undefined> {
  const one = v.pipe(v.string(), v.maxLength(longestText));
  const several = v.pipe(v.array(one), v.maxLength(mostTexts));
  return v.exactOptional(
    v.pipe(v.union([one, several], "must be a string or an array of strings"), v.description(description)),
  );
}

/** The filters of posts by section, language and tags. */
export const labels: {
  section: ReturnType<typeof text>;
  language: ReturnType<typeof text>;
  tag: ReturnType<typeof texts>;
  notTag: ReturnType<typeof texts>;
} = {
  section: text("Only posts of this section."),
  language: text("Only posts in this language, a BCP 47 tag: en also finds en-GB."),
  tag: texts("Only posts with this tag, or with any of several tags."),
  notTag: texts("Only posts without this tag, or without several tags."),
};

/** An optional whole number. */
function wholeNumber(
  { least, most }: { least: number; most: number },
  description: string,
): v.ExactOptionalSchema<v.GenericSchema<number>, undefined> {
  const rule = `must be a whole number from ${least} to ${most}`;
  return v.exactOptional(
    v.pipe(
      v.number(rule),
      v.integer(rule),
      v.minValue(least, rule),
      v.maxValue(most, rule),
      v.description(description),
    ),
  );
}

/** An optional number of items on a page. */
export function limit(most: number): ReturnType<typeof wholeNumber> {
  return wholeNumber(
    { least: 1, most },
    `Maximum number of results, 1 to ${most}. Default: as many as fit in 1,500 tokens, with long texts cut.`,
  );
}

/** An optional number of tokens. */
export function maxTokens(range: {
  least: number;
  most: number;
  usual: number;
}): ReturnType<typeof wholeNumber> {
  const { least, most, usual } = range;
  const description = `Maximum number of tokens of the text, ${least} to ${most}. Default: ${usual}.`;
  return wholeNumber({ least, most }, description);
}

/** An optional kind of results. */
export const kinds: v.ExactOptionalSchema<v.GenericSchema<"posts" | "faq">, undefined> = v.exactOptional(
  v.pipe(
    v.picklist(["posts", "faq"], "must be posts or faq"),
    v.description("Only posts, or only questions. Default: both."),
  ),
);

/** The cursor of the next page. */
export const nextCursor: v.GenericSchema<string | null> = v.pipe(
  v.nullable(v.string()),
  v.description("There are more results if it is not null. Call again with it as cursor."),
);

/** An optional cursor of a page. */
export const cursor: v.ExactOptionalSchema<v.GenericSchema<string>, undefined> = text(
  "The nextCursor of an earlier result. Leave it out for the first page.",
);

/** The slug of a post. */
export const slug: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(longestText),
  v.description("The slug of the post, as other tools return it."),
);

/** The words of a search. */
export const query: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.maxLength(longestText),
  v.description('Words, "phrases in quotes", and at the end -word for words that a result must not have.'),
);
