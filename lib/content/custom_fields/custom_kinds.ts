import * as v from "valibot";
import type { Kind } from "../../fields/kind.ts";
import { boolean, choice, date, instant, text, texts } from "../../fields/kinds.ts";
import { slug, url } from "../content_kinds.ts";
import type { CustomField, CustomFieldType } from "./custom_field.ts";

/** Maximum length of a JSON value of an organization's field, as text. */
const longestJson = 4_000;
/** Maximum number of JSON arrays and objects inside each other. */
const deepestJson = 20;

const finite = v.pipe(v.number("must be a number"), v.finite("must be a finite number"));
const number: Kind<number> = { name: "number", input: finite, shown: v.number(), moved: finite };

const jsonRule = `must be JSON of at most ${longestJson} characters, and at most ${deepestJson} deep`;
const anyJson = v.pipe(v.unknown(), v.check(isShortJson, jsonRule));
const json: Kind<unknown> = { name: "json", input: anyJson, shown: v.unknown(), moved: anyJson };

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

/** Returns the kind of the values of a field that an organization defines. It also judges if a stored value fits (`moved`). */
export function kindOf({ type, choices = [] }: Pick<CustomField, "type" | "choices">): Kind<unknown> {
  return type === "choice" ? choice(choices, `one of ${choices.join(", ")}`) : kinds[type];
}

/** True if a value is JSON within the limits. It is not null, because `null` removes a value. */
function isShortJson(value: unknown): boolean {
  return value !== null && isJson(value, deepestJson) && JSON.stringify(value).length <= longestJson;
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth === 0) return false;
  return Object.values(value).every((part) => isJson(part, depth - 1));
}
