import * as v from "valibot";
import type {
  CustomField,
  CustomFieldType,
  CustomFilter,
  CustomSort,
  FilterValue,
  PostQuery,
} from "../../../content/mod.ts";
import { echoed } from "../../../base/text/echoed.ts";
import { date } from "../../../base/fields/kinds.ts";
import { notAllowed, ProblemError } from "../../../http/mod.ts";
import { longestTimestamp, toIsoString } from "../../../base/time/timestamp.ts";
import { longestFilter } from "./list_parameters.ts";

/** Begins the name of a query parameter, or of an order, for a field that the organization defines. */
const prefix = "custom.";

/** The parts of a filter, by the end of the parameter's name. */
const parts = { "": "is", ".from": "from", ".to": "to" } as const;
type Part = (typeof parts)[keyof typeof parts];

/** Types of fields whose filter can be a range. */
const rangeTypes: ReadonlySet<CustomFieldType> = new Set(["number", "date", "dateTime"]);

/** The filters and the order by fields of a list, and its other query parameters. */
export interface CustomQuery extends Pick<PostQuery, "custom" | "customSort"> {
  others: URLSearchParams;
}

/** True for a query parameter, or a value of `sort`, of a field that the organization defines. */
export function isOfField(text: string): boolean {
  return text.startsWith(prefix) || text.startsWith(`-${prefix}`);
}

/**
 * Reads the query parameters for fields that the organization defines.
 *
 * @throws {ProblemError} if a field or a value is not allowed. The detail names those that are.
 */
export function parseCustomQuery(parameters: URLSearchParams, fields: readonly CustomField[]): CustomQuery {
  const filters = new Map<CustomField, CustomFilter>();
  const allowed = new Map(fields.flatMap(parametersOf));
  const others = new URLSearchParams();
  for (const [name, text] of parameters) {
    if (!name.startsWith(prefix)) {
      others.append(name, text);
      continue;
    }
    const { field, part } = allowed.get(name) ?? refuse(name, [...allowed.keys()]);
    const filter = filters.get(field) ?? { field };
    if (filter[part] !== undefined) throw notAllowed(name, "must be given at most once");
    filters.set(field, { ...filter, [part]: parseValue(name, text, field) });
  }
  const custom = [...filters.values()];
  for (const filter of custom) checkRange(filter);
  const sorts = customSorts(fields);
  const [sort = "", ...repeated] = others.getAll("sort");
  const customSort = repeated.length === 0 ? sorts.get(sort) : undefined;
  if (customSort !== undefined) others.delete("sort");
  return { others, ...(custom.length > 0 && { custom }), ...(customSort && { customSort }) };
}

/** Returns the orders by fields, by the value of `sort`. Lists of texts have no order. */
export function customSorts(fields: readonly CustomField[]): Map<string, CustomSort> {
  const orders = fields
    .filter(({ type }) => type !== "list")
    .flatMap((field): CustomSort[] => [
      { field, reverse: false },
      { field, reverse: true },
    ]);
  return new Map(orders.map((order) => [sortName(order), order]));
}

/** Returns the value of `sort` for an order. */
export function sortName({ field, reverse }: CustomSort): string {
  return `${reverse ? "-" : ""}${prefix}${field.name}`;
}

function parametersOf(field: CustomField): [string, { field: CustomField; part: Part }][] {
  const ends = rangeTypes.has(field.type) ? (["", ".from", ".to"] as const) : ([""] as const);
  return ends.map((end) => [`${prefix}${field.name}${end}`, { field, part: parts[end] }]);
}

function refuse(name: string, allowed: readonly string[]): never {
  const rule =
    allowed.length === 0
      ? "the organization has no field with isFilterable"
      : `posts can be filtered by ${allowed.join(", ")}`;
  const shown = JSON.stringify(echoed(name));
  throw new ProblemError("invalid-parameter", `The query parameter ${shown} is unknown: ${rule}`);
}

function parseValue(name: string, text: string, { type, choices = [] }: CustomField): FilterValue {
  if (type === "number") {
    const number = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : NaN;
    if (!Number.isFinite(number)) throw notAllowed(name, "must be a number such as 4 or -0.5");
    return number;
  }
  if (type === "boolean") {
    if (text !== "true" && text !== "false") throw notAllowed(name, "must be true or false");
    return text === "true";
  }
  if (type === "date") {
    if (!v.is(date.moved, text)) throw notAllowed(name, "must be a date such as 2026-05-01");
    return text;
  }
  if (type === "dateTime") {
    const time = text.length <= longestTimestamp ? toIsoString(text) : undefined;
    if (time === undefined)
      throw notAllowed(name, "must be a date and time in ISO 8601 such as 2026-05-01T00:00:00Z");
    return time;
  }
  if (type === "choice" && !choices.includes(text))
    throw notAllowed(name, `must be one of ${choices.join(", ")}`);
  if (text === "") throw notAllowed(name, "must not be empty");
  if (text.length > longestFilter) throw notAllowed(name, `must be at most ${longestFilter} characters`);
  return text;
}

function checkRange({ field: { name }, is, from, to }: CustomFilter): void {
  if (is !== undefined && (from ?? to) !== undefined)
    throw notAllowed(
      `${prefix}${name}`,
      `must not be given with ${prefix}${name}.from or ${prefix}${name}.to`,
    );
  if (from !== undefined && to !== undefined && from > to)
    throw notAllowed(`${prefix}${name}.from`, `must not be greater than ${prefix}${name}.to`);
}
