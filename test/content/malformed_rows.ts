import { Buffer } from "node:buffer";
import { inspect } from "node:util";

/** A row of a host's table as a database, a mapper of objects or a slip of the host returns it. */
export interface RowShape {
  name: string;
  /** Fields in place of those of a good row, or another value in place of the row. */
  row: (good: Record<string, unknown>) => unknown;
  /** The field of the error, and the end of its message. Undefined if the row is good. */
  error?: { field: string; message: string };
  /** Fields of the post in responses, if the row is good. */
  shown?: Record<string, unknown>;
}

const change =
  (fields: Record<string, unknown>): RowShape["row"] =>
  (good) => ({ ...good, ...fields });
const refused = (
  name: string,
  fields: Record<string, unknown>,
  message: string,
  field?: string,
): RowShape => ({
  name,
  row: change(fields),
  error: { field: field ?? `/${Object.keys(fields)[0]}`, message },
});
const coerced = (
  name: string,
  fields: Record<string, unknown>,
  shown: Record<string, unknown>,
): RowShape => ({
  name,
  row: change(fields),
  shown,
});

/** A row of a mapper of objects, whose columns are getters of its class. */
class Entity {
  readonly #row: Record<string, unknown>;
  constructor(row: Record<string, unknown>) {
    this.#row = row;
  }
  static of(row: Record<string, unknown>): Entity {
    for (const name of Object.keys(row)) {
      if (name in Entity.prototype) continue;
      Object.defineProperty(Entity.prototype, name, {
        get(this: Entity) {
          return this.#row[name];
        },
      });
    }
    return new Entity(row);
  }
}

// oxlint-disable-next-line no-sparse-arrays -- a list with a hole is one of the shapes
const holed = ["a", , "b"];

/** The rows that a source may return beside posts in the form of the API. */
export const goodRows: readonly RowShape[] = [
  coerced(
    "null for each optional field",
    {
      description: null,
      image: null,
      author: null,
      authors: null,
      tags: null,
      wordCount: null,
      articleSection: null,
      inLanguage: null,
      translations: null,
      canonicalUrl: null,
      faqSkip: null,
      custom: null,
      publishedAt: null,
      createdAt: null,
      updatedAt: null,
      changedAt: null,
      version: null,
      isPublicationDateUnknown: null,
    },
    { articleSection: "Articles", inLanguage: "en-US", isAccessibleForFree: true },
  ),
  coerced("the digits of BIGINT in pg", { id: "77", wordCount: "12" }, { id: 77, wordCount: 12 }),
  coerced(
    "BigInt",
    { id: 77n, wordCount: 12n, createdAt: 1_772_438_400_000n },
    { id: 77, wordCount: 12, createdAt: "2026-03-02T08:00:00.000Z" },
  ),
  coerced("the largest exact number", { id: "9007199254740991" }, { id: 9_007_199_254_740_991 }),
  coerced("1 for true", { isAccessibleForFree: 1 }, { isAccessibleForFree: true }),
  coerced("0 for false", { isAccessibleForFree: 0 }, { isAccessibleForFree: false }),
  coerced(
    "milliseconds as digits",
    { createdAt: "1772438400000" },
    { createdAt: "2026-03-02T08:00:00.000Z" },
  ),
  coerced("Date", { createdAt: new Date(1_772_438_400_000) }, { createdAt: "2026-03-02T08:00:00.000Z" }),
  coerced(
    "times that are no times",
    { createdAt: "2026", updatedAt: {}, publishedAt: true, changedAt: "soon" },
    {},
  ),
  coerced("more columns", { secret: "hidden", password_hash: Buffer.from("hidden"), total: 12n }, {}),
  { name: "an instance of a class", row: (good) => Entity.of({ ...good, tags: null }), shown: {} },
  {
    name: "an object without a prototype",
    row: (good) => Object.assign(Object.create(null), good),
    shown: {},
  },
];

/** The rows that a source must not return. */
export const badRows: readonly RowShape[] = [
  refused("a comma text as tags", { tags: "a, b" }, 'must be an array, and is "a, b"'),
  refused("JSON text as tags", { tags: '["a"]' }, 'must be an array, and is "[\\"a\\"]"'),
  refused("null among tags", { tags: ["a", null] }, "must be a string, and is null", "/tags/1"),
  refused("a hole among tags", { tags: holed }, "must be a string, and is undefined", "/tags/1"),
  refused("too many tags", { tags: Array(1001).fill("a") }, "must have at most 1000 items"),
  refused(
    "huge tags",
    { tags: ["a".repeat(60_000), "b".repeat(60_000)] },
    "must have at most 100000 characters in all",
  ),
  refused(
    "objects as authors",
    { authors: [{ name: "Ada" }] },
    "must be a string, and is an object",
    "/authors/0",
  ),
  refused("an object as author", { author: { id: 7 } }, "must be a string, and is an object"),
  refused("a number as image", { image: 5 }, "must be a string, and is 5"),
  refused("a text as questions to leave out", { faqSkip: "Why?" }, 'must be an array, and is "Why?"'),
  refused(
    "a free post by null",
    { isAccessibleForFree: null },
    "must be true or false, or 1 or 0, and is null",
  ),
  ...["0", "1", "false", "", 2, -1, Number.NaN, {}, [], 2n].map((value) =>
    refused(
      `a free post by ${inspect(value)}`,
      { isAccessibleForFree: value },
      "must be true or false, or 1 or 0, and is ",
    ),
  ),
  refused(
    "a number beyond exactness",
    { id: "9007199254740992" },
    'must be a whole number, and is "9007199254740992"',
  ),
  refused(
    "a BigInt beyond exactness",
    { id: 9_007_199_254_740_993n },
    "must be a whole number, and is 9007199254740993",
  ),
  refused("an id with letters", { id: "7b" }, 'must be a whole number, and is "7b"'),
  refused("no id", { id: undefined }, "is missing"),
  refused("a fraction of words", { wordCount: 12.5 }, "must be a whole number, and is 12.5"),
  refused("words as text with a fraction", { wordCount: "12.5" }, 'must be a whole number, and is "12.5"'),
  refused("negative words", { wordCount: "-1" }, "must be at least 0"),
  refused("null as name", { name: null }, "must be a string, and is null"),
  refused("a huge name", { name: "a".repeat(100_001) }, "must be at most 100000 characters"),
  refused("bytes as HTML", { html: Buffer.from("<p>Hello</p>") }, "must be a string, and is bytes"),
  refused(
    "a promise as HTML",
    { html: Promise.resolve("<p>Hello</p>") },
    "must be a string, and is a promise: await it",
  ),
  {
    name: "a promise that rejects as tags",
    row: (good) => ({ ...good, tags: Promise.reject(new Error("no connection")) }),
    error: { field: "/tags", message: "must be an array, and is a promise: await it" },
  },
  refused("a number as version", { version: 7 }, "must be a string, and is 7"),
  refused("a number as language", { inLanguage: 49 }, "must be a string, and is 49"),
  refused("translations as text", { translations: '{"de":"hallo"}' }, "must be an object, and is"),
  refused("null among translations", { translations: { de: null } }, "must be a string", "/translations/de"),
  refused(
    "a Map of translations",
    { translations: new Map([["de", "hallo"]]) },
    "must be an object, and is an object",
  ),
  refused("values of fields as text", { custom: '{"rating":4}' }, "must be an object, and is"),
  refused(
    "a BigInt among values of fields",
    { custom: { rating: 4n } },
    "must be JSON of at most 100000 characters",
  ),
  {
    name: "a getter that throws",
    row: (good) =>
      Object.defineProperty({ ...good }, "description", {
        get: () => {
          throw new Error("the relation is not loaded");
        },
      }),
    error: { field: "/description", message: "cannot be read: the relation is not loaded" },
  },
];
