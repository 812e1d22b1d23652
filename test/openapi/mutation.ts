import * as fc from "fast-check";

/** Generates texts that many schemas refuse. */
export const junkText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "1e3",
    "101",
    "null",
    "name,-id",
    "*,-id",
    "2026-02-30",
    "2026-13-01",
    "x-",
    "en_US",
    "en-",
  ),
  fc.string({ maxLength: 20, unit: "grapheme" }).map((text) => text.normalize("NFC")),
);

/** A change of a body, which often breaks its schema. */
export interface Mutation {
  /** Index of the changed field. */
  field: number;
  kind: "remove" | "replace" | "add" | "whole";
  junk: unknown;
}

const junk = fc.oneof(
  junkText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e16, [], {}, [null], { a: 1 }),
  fc.constantFrom(
    "javascript:alert(1)",
    "http:a.example",
    " https://a.example",
    "https://",
    "/a",
    "a@",
    "30",
    "0d",
    "1y",
    "P",
    "PT",
  ),
  fc.constantFrom(
    "2026-05-01",
    "2026-05-01 10:00",
    "2026-02-29",
    "2026-05-01T24:00:00Z",
    "2026-05-01T10:60:00Z",
    "sitemap",
    "a/b",
    ".a",
  ),
  fc.integer({ min: 150, max: 6000 }).map((length) => "x".repeat(length)),
);

/** Generates changes of a body. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  field: fc.nat(30),
  kind: fc.constantFrom("remove", "replace", "replace", "replace", "add", "whole"),
  junk,
});

/** Changes a value. */
export function mutate(value: unknown, { field, kind, junk: replacement }: Mutation): unknown {
  if (typeof value !== "object" || value === null || kind === "whole") return replacement;
  const copy: Record<string, unknown> = { ...value };
  const names = Object.keys(copy);
  const name = names[field % Math.max(1, names.length)] ?? "name";
  if (kind === "remove") Reflect.deleteProperty(copy, name);
  else copy[kind === "add" ? "unknownField" : name] = replacement;
  return copy;
}
