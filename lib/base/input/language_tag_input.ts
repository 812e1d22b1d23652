import * as v from "valibot";
import { canonicalLanguageTag, languageTagPattern, longestLanguageTag } from "../text/language_tag.ts";

/** Schema of a BCP 47 language tag. Its output is the canonical form. */
export const languageTagInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.metadata({ pattern: languageTagPattern }),
  v.maxLength(longestLanguageTag, `must be at most ${longestLanguageTag} characters`),
  v.check((tag) => canonicalLanguageTag(tag) !== undefined, "must be a BCP 47 language tag such as en-US"),
  v.transform((tag) => canonicalLanguageTag(tag) ?? tag),
);
