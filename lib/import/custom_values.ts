import { type CustomField, kindOf } from "../content/mod.ts";
import type { KindName } from "../fields/kind.ts";
import { validated } from "../validate.ts";
import { withLowerCaseNames } from "./front_matter.ts";
import { booleanOf, listOf } from "./front_matter_fields.ts";
import { lastSegment, toPostSlug } from "./post_fields.ts";
import { mappingOf } from "./site_config/config_values.ts";
import { toInstant } from "./to_instant.ts";

type Data = Readonly<Record<string, unknown>>;
type Values = Record<string, unknown>;
type Fields = readonly CustomField[];

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const day = /^\d{4}-\d{2}-\d{2}/;

/** Readers of the kinds of values. They return undefined for a value that they cannot read. */
const readers: Readonly<Record<KindName, (found: unknown) => unknown>> = {
  text: textOf,
  prose: textOf,
  markdown: textOf,
  language: textOf,
  choice: textOf,
  url: textOf,
  number: (found) => (numeric.test(textOf(found) ?? "") ? Number(found) : undefined),
  boolean: booleanOf,
  date: (found) => day.exec(textOf(found) ?? "")?.[0] ?? toInstant(found)?.slice(0, 10),
  instant: toInstant,
  texts: (found) => (typeof found === "string" || Array.isArray(found) ? listOf(found) : undefined),
  slug: (found) => slugOf(textOf(found) ?? ""),
  map: jsonOf,
  json: jsonOf,
};

/** Finds a value by one of the names of a field. */
type Find = (name: string) => unknown;

/** Mappings in front matter: Postern's own, Hugo's and Zola's. */
const mappings = ["custom", "params", "extra"];

/**
 * Returns the values of an organization's fields in front matter: those under `custom`, those beside it, then those of Hugo's `params` and Zola's
 * `extra`. Names count in any case. A value that cannot be read stays unchanged, and so do values under `custom` that belong to no field: the
 * validation of the post reports them.
 */
export function customValues(data: Data, fields: Fields): Values {
  const [custom = {}, ...others] = mappingsOf(data);
  const names = namesOf(fields);
  const unknown = Object.entries(custom).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(unknown), ...valuesIn([custom, data, ...others], fields) };
}

/** Returns the values of an organization's fields in mappings. Earlier mappings take precedence. */
export function valuesIn(sources: readonly Data[], fields: Fields): Values {
  const exact = new Set(fields.flatMap(({ name, earlierNames = [] }) => [name, ...earlierNames]));
  const finders = sources.map((source) => finderIn(source, exact));
  const found = fields.flatMap((field): [string, unknown][] => {
    const { name, earlierNames = [] } = field;
    const values = finders.flatMap((find) => [name, ...earlierNames].map(find));
    const value = values.find((one) => one !== undefined && one !== null && one !== "");
    return value === undefined ? [] : [[name, readers[kindOf(field).name](value) ?? value]];
  });
  return Object.fromEntries(found);
}

/** Returns the names of fields in lower case. */
export function namesOf(fields: Fields): ReadonlySet<string> {
  const names = fields.flatMap(({ name, earlierNames = [] }) => [name, ...earlierNames]);
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Returns the names in the mappings of front matter that no field has, such as `params.price`. */
export function unknownIn(data: Data, names: ReadonlySet<string>): string[] {
  return mappingsOf(data).flatMap((mapping, index) =>
    Object.keys(mapping)
      .filter((name) => !names.has(name.toLowerCase()))
      .map((name) => `${mappings[index]}.${name}`),
  );
}

/** Splits values into those that fit their fields, and the reasons against the others. */
export function fittingValues(
  values: Values,
  fields: Fields,
): { fitting: Values; problems: [name: string, reason: string][] } {
  ...
}
