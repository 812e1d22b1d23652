import * as v from "valibot";
import { boolean, texts } from "../../base/fields/kinds.ts";
import { FAQ_SOURCES, LONGEST_SKIPPED, MOST_SKIPPED } from "../../faq/reading.ts";
import { nearestWord } from "../../base/text/nearest_word.ts";
import type { OrganizationFaq } from "./organization_faq.ts";
import { refuseArrays } from "../../base/input/validate.ts";

const flag = boolean.input;

const entries = {
  answerFormat: v.exactOptional(
    v.picklist(["text", "escaped", "html"], 'must be "text", "escaped" or "html"'),
  ),
  answerEnd: v.exactOptional(v.picklist(["heading", "sameLevel"], 'must be "heading" or "sameLevel"')),
  bareText: v.exactOptional(flag),
  clean: v.exactOptional(flag),
  closingMarks: v.exactOptional(flag),
  headingText: v.exactOptional(v.picklist(["whole", "visible"], 'must be "whole" or "visible"')),
  sources: v.exactOptional(
    v.pipe(
      v.array(
        v.picklist(FAQ_SOURCES, ({ input }) => unknownSource(input)),
        "must be an array of names",
      ),
      v.maxLength(FAQ_SOURCES.length, `must contain at most ${FAQ_SOURCES.length} names`),
      v.transform((names) => [...new Set(names)]),
    ),
  ),
  skip: v.exactOptional(texts({ longest: LONGEST_SKIPPED, most: MOST_SKIPPED, items: "texts" }).input),
  languages: v.exactOptional(flag),
};

/** Validates an organization's settings for FAQ extraction. */
export const faqInput: v.GenericSchema<unknown, OrganizationFaq> = refuseArrays(
  v.strictObject(entries, ({ expected, input }) =>
    expected === "never" ? unknownField(input) : "must be an object",
  ),
);

function unknownField(name: unknown): string {
  const known = Object.keys(entries);
  return `is not a known field${suggestion(name, known)}; allowed are ${known.join(", ")}`;
}

function unknownSource(name: unknown): string {
  return `must be one of ${FAQ_SOURCES.join(", ")}${suggestion(name, FAQ_SOURCES)}`;
}

function suggestion(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === "string" ? nearestWord(given, known) : undefined;
  return nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
}
