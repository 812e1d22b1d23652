import { type CustomField, kindOf } from "../content/mod.ts";
import type { KindName } from "../fields/kind.ts";
import { withLowerCaseNames } from "./front_matter.ts";
import { isOff, isOn } from "./front_matter_audience.ts";
import { lastSegment, toPostSlug } from "./post_fields.ts";
import { mappingOf } from "./site_config/config_values.ts";
import { listOf } from "./text_value.ts";
import { toInstant } from "./to_instant.ts";

type Data = Readonly<Record<string, unknown>>;

/** Mappings of themes and of Postern in front matter. */
const nested = ["custom", "params", "extra"] as const;

/** Readers by kind. Other kinds are texts. */
const readers: Readonly<Partial<Record<KindName, (found: unknown) => unknown>>> = {
  number: toNumber,
  boolean: (found) => (isOn(found) ? true : isOff(found) ? false : undefined),
  date: (found) => /^\d{4}-\d{2}-\d{2}/.exec(toText(found) ?? "")?.[0] ?? toInstant(found)?.slice(0, 10),
  instant: toInstant,
  texts: (found) => (typeof found === "string" || Array.isArray(found) ? listOf(found) : undefined),
  slug: (found) => toSlug(toText(found) ?? ""),
  json: toJsonValue,
};

/**
 * Returns the values of an organization's fields in front matter: those under `custom`, then other names, then those of Hugo's `params` and
 * Zola's `extra`. Names count in any case. A value that cannot be read stays as it is, and the validation of the post reports it. Values
 * under `custom` stay if no field has their name.
 */
export function customValues(data: Data, fields: readonly CustomField[]): Record<string, unknown> {
  const names = new Set(fields.flatMap(namesOf));
  const { custom, ...mappings } = mappingsIn(data);
  const places = [custom, data, mappings.params, mappings.extra].map((mapping) => finderIn(mapping, names));
  const unknown = Object.entries(custom).filter(([name]) => !isNameIn(names, name));
  const found = fields.flatMap((field): [string, unknown][] => {
    const value = places
      .flatMap((find) => namesOf(field).map(find))
      .find((one) => one !== undefined && one !== null && one !== "");
    return value === undefined ? [] : [[field.name, readCustomValue(field, value)]];
  });
  return Object.fromEntries([...unknown, ...found]);
}

/** Returns the names in the mappings of front matter that no field has, such as `params.price`. */
export function unknownNested(data: Data, fields: readonly CustomField[]): string[] {
  const names = new Set(fields.flatMap(namesOf));
  return Object.entries(mappingsIn(data)).flatMap(([mapping, values]) =>
    Object.keys(values).flatMap((name) => (isNameIn(names, name) ? [] : [`${mapping}.${name}`])),
  );
}

/** Reads a value of a field in a file. A value that cannot be read stays as it is. */
export function readCustomValue(field: CustomField, found: unknown): unknown {
  const read = readers[kindOf(field).name] ?? toText;
  return read(found) ?? found;
}

