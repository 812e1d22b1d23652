import { kindOf, type CustomField, type PostInput } from "../../../content/mod.ts";
import type { KindName } from "../../../base/fields/kind.ts";
import { validated } from "../../../base/input/validate.ts";
import { cutText } from "../../../base/text/well_formed.ts";
import { withLowerCaseNames } from "../front_matter.ts";
import { booleanOf, listOf } from "./front_matter_fields.ts";
import type { ImportedPost, ImportNote, Place } from "../../import_item.ts";
import { lastSegment, toPostSlug } from "../../values/post_fields.ts";
import { isMapping, mappingOf } from "../../site_config/config_values.ts";
import { toInstant } from "../../values/to_instant.ts";

type Data = Readonly<Record<string, unknown>>;
type Fields = readonly CustomField[];

/** Values of fields, by the names of the fields. */
export type FoundValues = Record<string, unknown>;

/** Maximum number of names of an item that are counted, and their length in characters. */
const mostNames = 100;
const longestName = 100;

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const day = /^(\d{4})(-?)(\d{2})\2(\d{2})(?!\d)/;

/** Readers by kind. Other kinds are texts. Undefined: the value cannot be read. */
const readers: Readonly<Partial<Record<KindName, (found: unknown) => unknown>>> = {
  number: (found) => {
    const text = textOf(found) ?? "";
    return numeric.test(text) ? Number(text) : undefined;
  },
  boolean: booleanOf,
  date: (found) => {
    const [, year, , month, date] = day.exec(textOf(found) ?? "") ?? [];
    return year === undefined ? toInstant(found)?.slice(0, 10) : `${year}-${month}-${date}`;
  },
  instant: toInstant,
  texts: (found) => (typeof found === "string" || Array.isArray(found) ? listOf(found) : undefined),
  slug: (found) => slugOf(textOf(found) ?? ""),
  json: jsonOf,
};

/** Mappings in front matter whose names count like top-level names. */
const mappings = ["custom", "params", "extra"];

/**
 * Reads the values of an organization's fields from front matter: from `custom`, then from top-level names, then from Hugo's `params` and Zola's
 * `extra`. Names count in any case. Values that cannot be read, and values in `custom` without a field, stay unchanged: the validation of the
 * post reports them.
 */
export function customValues(data: Data, fields: Fields): FoundValues {
  const [custom = {}, ...others] = mappingsIn(data);
  const isName = nameTest(fields);
  const unknown = Object.entries(custom).filter(([name]) => !isName(name));
  return { ...Object.fromEntries(unknown), ...readValues([custom, data, ...others], fields) };
}

/** Reads the values of fields by their names and earlier names. Earlier sources take precedence. */
export function readValues(sources: readonly Data[], fields: Fields): FoundValues {
  const finders = sources.map(finderIn);
  const found = fields.flatMap((field): [string, unknown][] => {
    const values = finders.flatMap((find) => namesOf(field).map(find));
    const value = values.find((one) => one !== undefined && one !== null && one !== "");
    if (value === undefined) return [];
    const read = readers[kindOf(field).name] ?? textOf;
    return [[field.name, read(value) ?? value]];
  });
  return Object.fromEntries(found);
}

/** Returns the values that fit their fields, as a part of a post's input, and a note for each of the others. */
export function importedValues(
  values: FoundValues,
  fields: Fields,
  place: Place,
): { input: Pick<PostInput, "custom">; notes: ImportNote[] } {
  const notes: ImportNote[] = [];
  const fitting = fields.flatMap((field): [string, unknown][] => {
    const { name } = field;
    if (!Object.hasOwn(values, name)) return [];
    const validation = validated(kindOf(field).input, values[name]);
    if (validation.isValid) return [[name, validation.output]];
    const [{ message } = { message: "is not allowed" }] = validation.fields;
    const text = `its field ${name} is left out: it ${message}`;
    notes.push({ kind: "note", category: "invalid-field", text, isLoss: true, place });
    return [];
  });
  return { input: fitting.length === 0 ? {} : { custom: Object.fromEntries(fitting) }, notes };
}

/**
 * Returns the names of an item's fields that neither a post nor an organization's fields have, such as `layout` and `params.price`.
 *
 * @param isKnown true for a name in lower case that is read otherwise
 */
export function namesNotKept(
  data: Data,
  fields: Fields,
  isKnown: (name: string, mapping: string | undefined, value: unknown) => boolean,
): Pick<ImportedPost, "notKept"> {
  const isField = nameTest(fields);
  const isMine = (name: string, values: Data, mapping?: string): boolean =>
    isField(name) || isKnown(name.toLowerCase(), mapping, values[name]);
  const nested = mappingsIn(data).flatMap((values, index) => {
    const { [index]: mapping } = mappings;
    return namesIn(values).flatMap((name) => (isMine(name, values, mapping) ? [] : [`${mapping}.${name}`]));
  });
  const others = namesIn(data).filter((name) =>
    mappings.includes(name.toLowerCase()) ? !isMapping(data[name]) : !isMine(name, data),
  );
  const names = [...others, ...nested].slice(0, mostNames).map((name) => cutText(name, longestName));
  return names.length === 0 ? {} : { notKept: names };
}

/** Lists the names with a value. */
function namesIn(data: Data): string[] {
  return Object.keys(data).filter((name) => data[name] !== null && data[name] !== "");
}

/** Returns a function that is true for the names of fields, in any case. */
export function nameTest(fields: Fields): (name: string) => boolean {
  const names = new Set(fields.flatMap(namesOf).map((name) => name.toLowerCase()));
  return (name) => names.has(name.toLowerCase());
}

function namesOf({ name, earlierNames = [] }: CustomField): string[] {
  return [name, ...earlierNames];
}

function mappingsIn(data: Data): Data[] {
  const all = withLowerCaseNames(data);
  return mappings.map((name) => mappingOf(all[name]));
}

/** Returns a function that finds values by name, in any case. */
function finderIn(source: Data): (name: string) => unknown {
  const values = new Map(Object.entries(withLowerCaseNames(source)));
  return (name) => values.get(name.toLowerCase());
}

function textOf(found: unknown): string | undefined {
  if (found instanceof Date) return found.toISOString();
  const isText = typeof found === "string";
  const isScalar = typeof found === "number" || typeof found === "bigint" || typeof found === "boolean";
  return isText ? found.trim() : isScalar ? String(found) : undefined;
}

/** Returns the slug in the address of a page. Other texts are slugs. */
function slugOf(text: string): string | undefined {
  if (!text.includes("/")) return text;
  return toPostSlug(lastSegment(URL.canParse(text) ? text : `http://site/${text}`));
}

/** Returns a value as JSON has it: dates are texts. */
function jsonOf(found: unknown): unknown {
  const json = JSON.stringify(found, (_name, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  return JSON.parse(json) as unknown;
}
