import * as v from "valibot";
import type { Kind } from "../../base/fields/kind.ts";
import { boolean, choice, date, instant, text, texts } from "../../base/fields/kinds.ts";
import { slug, url } from "../posts/content_kinds.ts";
import { refuseArrays } from "../../base/input/validate.ts";
import type { CustomField, CustomFieldType, CustomValues } from "./custom_field.ts";

/** Maximum length of a JSON value of an organization's field, as text. */
const longestJson = 4_000;
/** Maximum number of JSON arrays and objects inside each other. */
const deepestJson = 20;

const finite = v.pipe(v.number("must be a number"), v.finite("must be a finite number"));
const number: Kind<number> = { name: "number", input: finite, shown: v.number(), moved: finite };

const jsonRule = `must be JSON of at most ${longestJson} characters, and at most ${deepestJson} deep`;
const isValue = (value: unknown): boolean => value !== null && isShortJson(value, { deepest: deepestJson });
const json: Kind<unknown> = {
  name: "json",
  input: v.pipe(
    v.unknown(),
    v.check(isValue, jsonRule),
    v.transform((value) => JSON.parse(JSON.stringify(value)) as unknown),
  ),
  shown: v.unknown(),
  moved: v.pipe(v.unknown(), v.check(isValue, jsonRule)),
};

const kinds: Readonly<Record<Exclude<CustomFieldType, "choice">, Kind<unknown>>> = {
  text: text(2_000),
  markdown: { ...text(10_000), name: "markdown" },
  number,
  boolean,
  date,
  dateTime: instant,
  url,
  list: texts({ longest: 200, most: 100, items: "texts" }),
  reference: slug,
  json,
};

/** Kinds of the choices of an organization, by their definitions. */
const choiceKinds = new WeakMap<readonly string[], Kind<unknown>>();

/** Returns the kind of the values of a field that an organization defines. It also judges if a stored value fits (`moved`). */
export function kindOf({ type, choices = [] }: Pick<CustomField, "type" | "choices">): Kind<unknown> {
  if (type !== "choice") return kinds[type];
  const known = choiceKinds.get(choices);
  if (known !== undefined) return known;
  const created = choice(choices, `one of ${choices.join(", ")}`);
  choiceKinds.set(choices, created);
  return created;
}

/** Maximum number of values that a write can name. */
export const mostValues = 100;
/** Maximum length of the values of a post in an export, as JSON. New names of fields can make them longer than a write may. */
const longestValues = 100_000;

const values = v.record(v.string(), v.unknown(), "must be an object of values by the names of fields");

/** The values of all fields of a post. The organization's fields decide which values are allowed. */
export const customValues: Kind<CustomValues> = {
  name: "map",
  input: v.pipe(
    withEveryName(refuseArrays(values)),
    v.maxEntries(mostValues, `must have at most ${mostValues} values`),
  ),
  shown: v.pipe(values, v.readonly()),
  moved: v.pipe(
    values,
    v.check(
      (all) => isShortJson(all, { deepest: deepestJson + 1, longest: longestValues }),
      `must be JSON of at most ${longestValues} characters`,
    ),
  ),
};

/** Returns a schema whose output has every name of the input. Valibot leaves out `__proto__` and `constructor`, which are refused later. */
function withEveryName(schema: typeof values): typeof values {
  const run = schema["~run"].bind(schema);
  const runWithEveryName: typeof run = (dataset, config) => {
    const { value } = dataset;
    const result = run(dataset, config);
    return result.typed ? { ...result, value: value as Record<string, unknown> } : result;
  };
  return { ...schema, "~run": runWithEveryName };
}

/** True if a value is JSON within the limits. It is read only as far as they go. */
function isShortJson(
  value: unknown,
  { deepest, longest = longestJson }: { deepest: number; longest?: number },
): boolean {
  let left = longest;
  const isJson = (part: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (part === null || typeof part === "string" || typeof part === "boolean") return true;
    if (typeof part === "number") return Number.isFinite(part);
    if (typeof part !== "object" || depth === 0) return false;
    return Object.values(part).every((inner) => isJson(inner, depth - 1));
  };
  return isJson(value, deepest) && JSON.stringify(value).length <= longest;
}
