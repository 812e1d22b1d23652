import { setFlagsFromString } from "node:v8";

/*
 * While steps are counted, native functions are replaced. Each replacement adds the characters or elements that it reads.
 *
 * V8 joins strings lazily and copies the joined string when it is first read. So a string adds its length at its first
 * read: `text += word; text.slice(-1)` in a loop takes quadratic steps and time. A slice is not a copy, so it counts as
 * already read.
 */

interface Call {
  receiver: unknown;
  values: unknown[];
  result: unknown;
  /** The `lastIndex` of a regular expression before the call. */
  lastIndex: number;
}

type Cost = (call: Call) => number;
type Method = (this: unknown, ...values: unknown[]) => unknown;

setFlagsFromString("--allow-natives-syntax");
// oxlint-disable-next-line typescript/no-implied-eval -- only V8's own syntax distinguishes equal strings
const isSameObject = new Function("a", "b", "return %IsSameHeapObject(a, b)") as (
  a: unknown,
  b: unknown,
) => boolean;
setFlagsFromString("--no-allow-natives-syntax");

/** Copying a string shorter than this is as cheap as looking it up. */
const SHORT = 64;

let steps = 0;
/** The strings that were read, by value, because equal strings can be different objects. */
const readStrings = new Map<string, string[]>();
let lastRead: string | undefined;

/** Starts counting. Returns a function that stops counting and returns the steps of native functions. */
export function countNativeSteps(): () => number {
  steps = 0;
  const restore = COSTS.flatMap(([owner, costs]) =>
    Object.entries(costs).map(([name, cost]) => replace(owner, name, cost)),
  );
  return () => {
    for (const put of restore) put();
    readStrings.clear();
    lastRead = undefined;
    return steps;
  };
}

function replace(owner: object, name: string, cost: Cost): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined) return () => undefined;
  const original = descriptor.value as Method;
  const value: Method = function (this: unknown, ...values: unknown[]): unknown {
    if (typeof this === "string") noteRead(this, this.length);
    const lastIndex = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
    const result = original.apply(this, values);
    steps += cost({ receiver: this, values, result, lastIndex });
    return result;
  };
  Object.defineProperty(owner, name, { ...descriptor, value });
  return () => Object.defineProperty(owner, name, descriptor);
}

/** Adds a cost for the first read of a string. */
function noteRead(text: string, cost: number): void {
  if (text.length < SHORT || isSameObject(text, lastRead)) return;
  lastRead = text;
  const equal = readStrings.get(text);
  if (equal === undefined) {
    readStrings.set(text, [text]);
  } else {
    for (const known of equal) if (isSameObject(known, text)) return;
    equal[equal.length] = text;
  }
  steps += cost;
}

/** For functions that read only a few characters in addition to their arguments. */
const free: Cost = () => 0;

/** For functions that return parts of a string. The parts share its memory. */
const parts: Cost = ({ result }) => {
  for (const part of Array.isArray(result) ? result : [result])
    if (typeof part === "string") noteRead(part, 0);
  return 0;
};

const wholeReceiver: Cost = ({ receiver }) => lengthOf(receiver);
const wholeValue: Cost = ({ values }) => lengthOf(values[0]);
const wholeResult: Cost = ({ result }) => lengthOf(result);

/** For functions that search forwards and return an index, `-1`, or a boolean. */
const forwards: Cost = ({ receiver, values, result }) => {
  const from = typeof values[1] === "number" ? values[1] : 0;
  if (typeof result === "number" && result !== -1) return Math.max(result - from, 0) + 1;
  return Math.max(lengthOf(receiver) - from, 0);
};

const backwards: Cost = ({ receiver, values, result }) => {
  const from = Math.min(lengthOf(receiver), typeof values[1] === "number" ? values[1] : Infinity);
  return Math.max(from - (typeof result === "number" ? result : 0), 0) + 1;
};

/** For `exec`, which all other regular expression functions call while it is replaced. */
const match: Cost = ({ receiver, values, result, lastIndex }) => {
  const text = String(values[0]);
  noteRead(text, text.length);
  if (Array.isArray(result)) {
    const found = result as unknown as RegExpExecArray;
    for (const part of found) if (typeof part === "string") noteRead(part, 0);
    return found.index + found[0].length - lastIndex + 1;
  }
  const isAnchored =
    receiver instanceof RegExp && (receiver.sticky || (receiver.source[0] === "^" && !receiver.multiline));
  return isAnchored ? 1 : text.length - lastIndex;
};

/** For `splice`, which moves the elements after the removed elements. */
const moved: Cost = ({ receiver, values, result }) => {
  const start = typeof values[0] === "number" ? values[0] : 0;
  return lengthOf(result) + (start < 0 ? -start : lengthOf(receiver) - start);
};

/** For the iterator of `Intl.Segmenter`, for which V8 copies the whole text into each segment. */
const wholeText: Cost = ({ result }) => (result as IteratorResult<Intl.SegmentData>).value?.input.length ?? 0;

const segmentIterator: object = Object.getPrototypeOf(
  new Intl.Segmenter().segment("")[Symbol.iterator](),
) as object;

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  return Array.isArray(value) ? value.length : 0;
}

function costs(cost: Cost, names: string): Record<string, Cost> {
  return Object.fromEntries(names.split(" ").map((name) => [name, cost]));
}

const COSTS: [object, Record<string, Cost>][] = [
  [
    String.prototype,
    {
      ...costs(free, "at charAt charCodeAt codePointAt match matchAll search"),
      ...costs(parts, "slice split substr substring trim trimEnd trimStart"),
      ...costs(forwards, "indexOf includes"),
      ...costs(backwards, "lastIndexOf"),
      ...costs(wholeValue, "endsWith startsWith"),
      ...costs(wholeReceiver, "localeCompare normalize replace replaceAll toLowerCase toUpperCase"),
    },
  ],
  [RegExp.prototype, { exec: match }],
  [
    Array.prototype,
    {
      ...costs(forwards, "indexOf includes"),
      ...costs(backwards, "lastIndexOf"),
      ...costs(wholeReceiver, "copyWithin fill flat reverse shift sort unshift"),
      ...costs(wholeResult, "concat join slice"),
      splice: moved,
    },
  ],
  [
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    {
      ...costs(forwards, "indexOf includes"),
      ...costs(backwards, "lastIndexOf"),
      ...costs(wholeReceiver, "fill"),
      ...costs(wholeResult, "slice"),
      set: wholeValue,
    },
  ],
  [segmentIterator, { next: wholeText }],
  [Object, costs(wholeResult, "entries keys values")],
  [JSON, { parse: wholeValue, stringify: wholeResult }],
  [TextDecoder.prototype, { decode: wholeValue }],
  [TextEncoder.prototype, { encode: wholeResult }],
  [Buffer, { concat: wholeResult }],
];
