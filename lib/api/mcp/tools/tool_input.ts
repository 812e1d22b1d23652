import * as v from "valibot";
import { nearestWord } from "../../../base/text/nearest_word.ts";

/** The schema of the arguments of a tool. Its errors name an unknown argument and the known ones. */
export type ToolInput<Entries extends v.ObjectEntries> = v.StrictObjectSchema<
  Entries,
  v.ErrorMessage<v.StrictObjectIssue>
>;

/** Defines the arguments of a tool. */
export function toolInput<const Entries extends v.ObjectEntries>(entries: Entries): ToolInput<Entries> {
  const known = Object.keys(entries);
  return v.strictObject(entries, ({ expected, input }) => {
    if (expected !== "never") return expected === "Object" ? "must be an object" : "is missing";
    const nearest = typeof input === "string" ? nearestWord(input, known) : undefined;
    const suggestion = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
    return `is not a known argument${suggestion}; allowed are ${known.join(", ")}`;
  });
}
