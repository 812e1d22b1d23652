import type { AtomicDriver } from "../../lib/store/mod.ts";
import { forwardAtomic } from "../forward_atomic.ts";

/** Longest text and largest record of the usual size, which stores keep in one piece. */
const usualSize = { text: 1000, record: 2000 };

/** Calls of background work: its batches depend on the time that a test takes. */
const background = /deletes: \[\w+ outbox\]|^list .*\boutbox\b|\binsight\b/;

/** Wraps a driver, and calls a function with the shape of each call: its method and its arguments without names, texts and exact numbers. */
export function recordShapes(driver: AtomicDriver, record: (shape: string) => void): AtomicDriver {
  const recorded =
    <Parameters extends unknown[], Result>(name: string, call: (...args: Parameters) => Result) =>
    (...args: Parameters): Result => {
      const shape = `${name} ${args.map((arg) => shapeOf(arg)).join(" ")}`;
      if (!background.test(shape)) record(shape);
      return call(...args);
    };
  const { atomic } = driver;
  const names = ["commit", "getMany", "list", "query", "queryReplica", "scan", "snapshot"] as const;
  const own: Record<string, unknown> = {};
  for (const name of names) {
    const call = atomic[name]?.bind(atomic) as ((...args: unknown[]) => unknown) | undefined;
    if (call !== undefined) own[name] = recorded(name, call);
  }
  return { ...driver, atomic: forwardAtomic(atomic, own) };
}

function shapeOf(value: unknown): string {
  if (typeof value === "string") return shapeOfText(value);
  if (typeof value === "number") return ["0", "1"][value] ?? "number";
  if (Array.isArray(value)) return `[${shapeOfItems(value)}]`;
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Map) return `{${shapeOfItems([...value])}}`;
  if (typeof value === "object" && value !== null) return `{${shapeOfFields(value)}}`;
  return String(value);
}

/** Keys and partitions begin with the kind of their records. */
function shapeOfText(text: string): string {
  const kind = /^[a-z_-]+(?=[!:])/.exec(text)?.[0] ?? (text.length > usualSize.text ? "long" : "text");
  return /[\0\p{Surrogate}]/u.test(text) ? `${kind} with special characters` : kind;
}

function shapeOfItems(items: readonly unknown[]): string {
  const number = ["no", "one"][items.length] ?? "many";
  return [number, ...[...new Set(items.map(shapeOf))].toSorted()].join(" ");
}

function shapeOfFields(object: object): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${name === "value" ? sizeOf(value) : shapeOf(value)}`)
    .toSorted()
    .join(", ");
}

function sizeOf(record: unknown): string {
  return JSON.stringify(record).length > usualSize.record ? "large record" : "record";
}
