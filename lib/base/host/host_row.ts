import * as v from "valibot";
import type { InvalidField } from "../errors.ts";
import type { Kind, KindName } from "../fields/kind.ts";
import { mostItems } from "../fields/moved_values.ts";
import { longestPathPart } from "../api_address.ts";
import { shownValue } from "../input/check_options.ts";
import { validated } from "../input/validate.ts";
import { toName, toNames } from "../text/name.ts";
import type { Timestamp } from "../time/timestamp.ts";

/** Maximum number of characters of a text of a host, and of all items of a list or a map together. */
const longestText = 100_000;
/** Maximum length of a version. */
const longestVersion = 1000;
/** Smallest number in a text or a BigInt that is a time in milliseconds: 3 March 1973. A smaller number can be a year or a time in seconds. */
const leastMilliseconds = 100_000_000_000;

/** Returns a value of a host in the form of the API. Throws a {@link Misfit} if the value is not allowed. */
export type Reader = (value: unknown) => unknown;

/** A field of a host's row. */
export interface HostField {
  name: string;
  isRequired: boolean;
  /** True if null is refused, because a missing value opens the content of posts. Default: null is a missing value. */
  refusesNull?: boolean;
  /** Value of a row without one. Default: the row has no value. */
  default?: unknown;
  read: Reader;
}

/** A value breaks the rule of its field. */
export class Misfit extends Error {
  override name = "Misfit";
  /** JSON pointer within the field. */
  readonly pointer: string;

  constructor(message: string, pointer = "") {
    super(message);
    this.pointer = pointer;
  }
}

/** Returns the error of a value that breaks a rule. */
export function misfit(rule: string, value: unknown, pointer = ""): Misfit {
  // A forgotten `await`: without a handler, its rejection would end the process.
  if (value instanceof Promise) value.catch(() => undefined);
  return new Misfit(`must be ${rule}, and is ${shownValue(value)}`, pointer);
}

/** The known fields of a row, and the fields that are invalid. */
export interface ReadRow {
  values: Readonly<Record<string, unknown>>;
  /** True if the row has these values, so that it needs no copy. */
  isSame: boolean;
  problems: readonly InvalidField[];
  /** The error of a getter of the row. */
  cause?: unknown;
}

/** Reads the known fields of a row, which can be an instance of any class. */
export function readRow(row: unknown, fields: readonly HostField[]): ReadRow {
  if (!isRecord(row) || row instanceof Promise) {
    const problem = { pointer: "", message: misfit("an object", row).message };
    return { values: {}, isSame: false, problems: [problem] };
  }
  const known: unknown[] = [];
  const problems: InvalidField[] = [];
  let cause: unknown;
  // Other columns can have values that no JSON has.
  let others = Object.keys(row).length;
  let isSame = Object.getPrototypeOf(row) === Object.prototype;
  for (const field of fields) {
    try {
      const value = row[field.name];
      const read = readField(field, value);
      if (value !== undefined) others--;
      isSame &&= read === value;
      known.push(read);
    } catch (error) {
      known.push(undefined);
      if (!(error instanceof Misfit)) cause = error;
      problems.push(problemOf(field, error));
    }
  }
  isSame &&= others === 0;
  // A copy takes longer than all checks.
  const values = isSame ? row : valuesOf(fields, known);
  return { values, isSame, problems, ...(cause !== undefined && { cause }) };
}

function readField({ isRequired, refusesNull, read, default: usual }: HostField, value: unknown): unknown {
  if (value === undefined && isRequired) throw new Misfit("is missing");
  const isMissing = value === undefined || (value === null && !isRequired && refusesNull !== true);
  return isMissing ? usual : read(value);
}

function problemOf({ name }: HostField, error: unknown): InvalidField {
  if (error instanceof Misfit) return { pointer: `/${name}${error.pointer}`, message: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  return { pointer: `/${name}`, message: `cannot be read: ${reason}` };
}

function valuesOf(fields: readonly HostField[], known: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [at, { name }] of fields.entries()) if (known[at] !== undefined) values[name] = known[at];
  return values;
}

/** Returns the reader of a field by its kind. */
export function readerOf(kind: Kind<unknown>): Reader {
  const create = readers[kind.name];
  if (create === undefined)
    throw new TypeError(`A host's row cannot have a field of the kind "${kind.name}"`);
  return create(kind);
}

/** Creates a field that every row has. */
export function requiredField(name: string, read: Reader): HostField {
  return { name, isRequired: true, read };
}

/** Creates a field that a row may leave out. */
export function optionalField(name: string, read: Reader): HostField {
  return { name, isRequired: false, read };
}

/** Reads a list of any values. */
export function readList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw misfit("an array", value);
  return value;
}

/** Creates the reader of texts of a length. */
export function textReader(longest: number, least = 0): Reader {
  return (value) => {
    if (typeof value !== "string") throw misfit("a string", value);
    if (value.length < least) throw new Misfit("must not be empty");
    if (value.length > longest) throw new Misfit(`must be at most ${longest} characters`);
    return value;
  };
}

/** Reads a text. */
export const readText: Reader = textReader(longestText);
const tooLong: Misfit = new Misfit(`must have at most ${longestText} characters in all`);

/** Reads a list of texts. */
export function readTexts(value: unknown): readonly string[] {
  const list = readList(value);
  if (list.length > mostItems) throw new Misfit(`must have at most ${mostItems} items`);
  let length = 0;
  // Unlike `every`, the loop sees the holes of the array.
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (typeof item !== "string") throw misfit("a string", item, `/${index}`);
    length += item.length;
  }
  if (length > longestText) throw tooLong;
  return list as readonly string[];
}

/** Reads a whole number. Databases also return it as a BigInt, or as digits. */
export function readInteger(value: unknown): number {
  const number = integerOf(value);
  if (number === undefined) throw misfit("a whole number", value);
  return number;
}

const digits = /^-?\d{1,16}$/;

/** Returns a whole number, also of a BigInt or of digits. Undefined if the value is another, or too large to be exact. */
export function integerOf(value: unknown): number | undefined {
  const isWritten = typeof value === "bigint" || (typeof value === "string" && digits.test(value));
  const number = isWritten ? Number(value) : value;
  // A larger number is not exact: two ids could become the same.
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

function readBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === 0 || value === 1 || value === 0n || value === 1n) return Number(value) === 1;
  throw misfit("true or false, or 1 or 0", value);
}

/** Reads a time. An invalid time is a missing time, because the sitemap has a rule for that. */
export function readTime(value: unknown): Timestamp {
  if (typeof value === "bigint" || typeof value === "string") {
    const milliseconds = integerOf(value) ?? 0;
    if (Math.abs(milliseconds) >= leastMilliseconds) return milliseconds;
  }
  const isTime = typeof value === "string" || typeof value === "number" || value instanceof Date;
  return isTime ? value : undefined;
}

/** Creates the reader of an object of values by name. */
function mapReader({ moved }: Kind<unknown>): Reader {
  return (value) => {
    if (Object.prototype.toString.call(value) !== "[object Object]") throw misfit("an object", value);
    const length = Object.values(value as object).reduce<number>(
      (sum, item) => sum + (typeof item === "string" ? item.length : 0),
      0,
    );
    if (length > longestText) throw tooLong;
    outputOf(moved, value);
    return value;
  };
}

/** Creates the reader of whole numbers, which the description of a response can limit. */
function numberReader({ shown }: Kind<unknown>): Reader {
  const isShown = (number: number): boolean => v.is(shown, number);
  const least = [-1, 0].find(isShown) ?? 1;
  // A schema takes longer than all other checks of a row.
  return (value) => {
    const number = readInteger(value);
    return number > least ? number : outputOf(shown, number);
  };
}

/** Returns the output of a schema. Throws a {@link Misfit} with the first rule that the value breaks. */
export function outputOf(schema: v.GenericSchema, value: unknown): unknown {
  const validation = validated(schema, value);
  if (validation.isValid) return validation.output;
  const [{ message, pointer } = { message: "is invalid", pointer: "" }] = validation.fields;
  throw new Misfit(message, pointer);
}

const namesOrTexts = ({ isName }: Kind<unknown>): Reader => (isName ? readNames : readTexts);

function readNames(value: unknown): readonly string[] {
  const texts = readTexts(value);
  const names = toNames(texts);
  return names.length === texts.length && names.every((name, at) => name === texts[at]) ? texts : names;
}

const nameOrText = ({ isName }: Kind<unknown>): Reader => (isName ? readName : readText);

/** Reads a name in its stored form. */
export function readName(value: unknown): string {
  return toName(readText(value) as string);
}

/** The version of a row. */
export const versionField: HostField = optionalField("version", textReader(longestVersion));

/** The readers of the kinds that posts of a host have. */
const readers: Readonly<Partial<Record<KindName, (kind: Kind<unknown>) => Reader>>> = {
  text: nameOrText,
  prose: nameOrText,
  url: nameOrText,
  language: nameOrText,
  slug: () => textReader(longestPathPart, 1),
  texts: namesOrTexts,
  number: numberReader,
  boolean: () => readBoolean,
  instant: () => readTime,
  map: mapReader,
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
