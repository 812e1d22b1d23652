import * as v from "valibot";
import { canonicalLanguageTag } from "../text/language_tag.ts";
import { languageTagInput } from "../input/language_tag_input.ts";
import { distinctNames, nameInput } from "../text/name.ts";
import { dayPattern, toIsoString } from "../time/timestamp.ts";
import { timestampInput } from "../time/timestamp_input.ts";
import { instantSchema } from "./instant_schema.ts";
import type { Kind } from "./kind.ts";
import {
  count,
  date as day,
  instant as movedInstant,
  listOf,
  positive,
  string,
  text as filled,
} from "./moved_values.ts";

/** A name on one line, such as a title or a section. */
export function name(longest: number): Kind<string> {
  return { name: "text", input: nameInput(longest), shown: v.string(), moved: filled, isName: true, longest };
}

const trimmed = (longest: number): v.GenericSchema<string> =>
  v.pipe(
    string,
    v.trim(),
    v.metadata({ pattern: String.raw`\S` }),
    v.minLength(1, "must not be empty"),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );

/** A text on one line. */
export function text(longest: number): Kind<string> {
  return { name: "text", input: trimmed(longest), shown: v.string(), moved: filled, longest };
}

/** A text of several lines. */
export function prose(longest: number): Kind<string> {
  return { ...text(longest), name: "prose" };
}

/** Limits of a list of texts. */
export interface ListLimits {
  /** Maximum number of characters of each text. */
  longest: number;
  /** Maximum number of texts. */
  most: number;
  /** Noun of the texts, in the plural. */
  items: string;
  /** Noun of a text, if the list must not be empty. */
  least?: string;
}

function listInput(
  item: v.GenericSchema<string>,
  { most, items, least }: ListLimits,
): v.GenericSchema<string[]> {
  const list = v.array(item, "must be an array");
  const atMost = v.maxLength<string[], number, string>(most, `must contain at most ${most} ${items}`);
  return least === undefined
    ? v.pipe(list, atMost)
    : v.pipe(list, v.minLength(1, `must contain at least 1 ${least}`), atMost);
}

export function texts(limits: ListLimits): Kind<readonly string[]> {
  return {
    name: "texts",
    input: listInput(trimmed(limits.longest), limits),
    shown: v.array(v.string()),
    moved: listOf(string),
  };
}

/** A list of distinct names. */
export function names(limits: ListLimits): Kind<readonly string[]> {
  const input = v.pipe(listInput(nameInput(limits.longest), limits), distinctNames);
  return { ...texts(limits), input, isName: true };
}

/** A BCP 47 tag. */
export const language: Kind<string> = {
  name: "language",
  input: languageTagInput,
  shown: v.string(),
  moved: v.pipe(
    string,
    v.check((tag) => canonicalLanguageTag(tag) === tag, "must be a BCP 47 language tag such as en-US"),
  ),
};

const trueOrFalse = v.boolean("must be true or false");

/** True or false. */
export const boolean: Kind<boolean> = {
  name: "boolean",
  input: trueOrFalse,
  shown: v.boolean(),
  moved: trueOrFalse,
};

/** A whole number that the store counts, of at least 0 or 1. */
export function counted(least: 0 | 1): Kind<number> {
  const moved = least === 0 ? count : positive;
  return { name: "number", input: moved, shown: v.pipe(v.number(), v.integer(), v.minValue(least)), moved };
}

/** A number that identifies a record. */
export const identifier: Kind<number> = { ...counted(1), shown: v.pipe(v.number(), v.integer()) };

/** A point in time. */
export const instant: Kind<string> = {
  name: "instant",
  input: v.pipe(
    timestampInput,
    v.transform((timestamp) => toIsoString(timestamp) ?? ""),
  ),
  shown: instantSchema,
  moved: movedInstant,
};

/** A day of the calendar, such as `2026-11-26`. */
export const date: Kind<string> = {
  name: "date",
  input: v.pipe(day, v.metadata({ pattern: dayPattern, maxLength: 10 })),
  shown: v.pipe(v.string(), v.isoDate()),
  moved: day,
};

/**
 * One of several names.
 *
 * @param noun noun of the names, in the message for an export
 */
export function choice<const Name extends string>(choices: readonly Name[], noun: string): Kind<Name> {
  const others = choices.slice(0, -1).join(", ");
  return {
    name: "choice",
    input: v.picklist(choices, `must be ${others}${others && " or "}${choices.at(-1)}`),
    shown: v.picklist(choices),
    moved: v.picklist(choices, `must be ${noun}`),
    choices,
  };
}
