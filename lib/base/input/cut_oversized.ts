import type * as v from "valibot";

/** A text, a list or an object that is longer than its schema allows. */
export interface Oversized {
  /** Names and indexes that lead to the value. */
  path: readonly string[];
  message: string;
}

/** Stands for an oversized value. No schema accepts it. */
export const oversized: unique symbol = Symbol("oversized");

/** The parts of Valibot's schemas and actions that tell the lengths they allow. */
interface Part {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly requirement?: unknown;
  readonly message?: unknown;
  readonly wrapped?: Part;
  readonly item?: Part;
  readonly value?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly options?: readonly unknown[];
  readonly key?: string;
  readonly literal?: unknown;
}

/** A value and its place in the input. */
interface Place {
  value: unknown;
  path: readonly string[];
}

/**
 * Replaces every value of an input that is longer than its schema allows, and lists those values. Valibot validates all items of a list
 * before it compares the length, so a long list would produce as many issues as it has items.
 */
export function cutOversized(
  schema: v.GenericSchema,
  input: unknown,
): { value: unknown; found: readonly Oversized[] } {
  const found: Oversized[] = [];
  const value = cut(schema, { value: input, path: [] }, found);
  return { value, found };
}

function cut(schema: Part, { value, path }: Place, found: Oversized[]): unknown {
  const parts = partsOf(schema);
  const message = brokenMaximum(parts, value);
  if (message !== undefined) {
    found.push({ path, message });
    return oversized;
  }
  const schemas = parts.filter(({ kind }) => kind === "schema");
  return schemas.reduce((left, part) => cutInside(part, { value: left, path }, found), value);
}

/** Returns the schemas and actions of a pipe, and of the pipes in it, in their order. */
function partsOf(schema: Part): readonly Part[] {
  const { pipe } = schema;
  return pipe === undefined
    ? [schema]
    : pipe.flatMap((part) => (part.kind === "schema" ? partsOf(part) : [part]));
}

/** Returns the message of the first maximum that a value exceeds. Maxima after a transformation concern another value. */
function brokenMaximum(parts: readonly Part[], value: unknown): string | undefined {
  let isTrimmed = false;
  for (const { kind, type, requirement, message } of parts) {
    if (type === "trim") isTrimmed = true;
    else if (kind === "transformation") return undefined;
    if (type !== "max_length" && type !== "max_entries") continue;
    if (sizeOf(value, type, isTrimmed) <= Number(requirement)) continue;
    return typeof message === "string" ? message : `must have at most ${String(requirement)}`;
  }
  return undefined;
}

function sizeOf(value: unknown, type: "max_length" | "max_entries", isTrimmed: boolean): number {
  if (type === "max_entries") return isObject(value) ? Object.keys(value).length : 0;
  if (typeof value === "string") return isTrimmed ? value.trim().length : value.length;
  return Array.isArray(value) ? value.length : 0;
}

/** Cuts the values within a value that a schema without a pipe describes. */
function cutInside(schema: Part, place: Place, found: Oversized[]): unknown {
  const { value, path } = place;
  const { wrapped, item } = schema;
  if (wrapped !== undefined) return cut(wrapped, place, found);
  if (schema.type === "union" || schema.type === "variant") return cutByOption(schema, place, found);
  if (item !== undefined && Array.isArray(value)) {
    const items = value.map((one: unknown, index) =>
      cut(item, { value: one, path: [...path, String(index)] }, found),
    );
    return items.every((one, index) => one === value[index]) ? value : items;
  }
  return isObject(value) ? cutMembers({ value, path }, membersOf(schema, value), found) : value;
}

/** Returns the schemas of an object's members by name. */
function membersOf({ entries, type, value }: Part, object: object): readonly (readonly [string, Part])[] {
  if (entries !== undefined) return Object.entries(entries);
  return type === "record" && value !== undefined ? Object.keys(object).map((name) => [name, value]) : [];
}

function cutMembers(
  { value, path }: { value: Readonly<Record<string, unknown>>; path: readonly string[] },
  members: readonly (readonly [string, Part])[],
  found: Oversized[],
): unknown {
  const changed = members.flatMap(([name, schema]) => {
    const member = cut(schema, { value: value[name], path: [...path, name] }, found);
    return member === value[name] ? [] : [[name, member] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

/** Cuts a value that matches one of several schemas. It is oversized only if it is oversized for each schema of its type. */
function cutByOption({ options = [], key }: Part, place: Place, found: Oversized[]): unknown {
  let first: readonly Oversized[] = [];
  let result = place.value;
  for (const option of options as readonly Part[]) {
    if (!accepts(option, place.value, key)) continue;
    const here: Oversized[] = [];
    const value = cut(option, place, here);
    if (here.length === 0) return value;
    if (first.length === 0) [first, result] = [here, value];
  }
  found.push(...first);
  return result;
}

/** Returns true if a value has the type of a schema, or the name of a variant. */
function accepts(option: Part, value: unknown, key: string | undefined): boolean {
  const [{ type, entries, literal, options } = option] = partsOf(option);
  if (key !== undefined) return isObject(value) && entries?.[key]?.literal === value[key];
  if (type === "literal") return literal === value;
  if (type === "picklist") return options?.includes(value) === true;
  if (type === "array") return Array.isArray(value);
  if (entries !== undefined || type === "record") return isObject(value);
  return type === typeof value || type === "unknown" || (type === "date" && value instanceof Date);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
