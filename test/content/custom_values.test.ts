import { beforeEach, describe, expect, it } from "vitest";
import {
  type AtomicDriver,
  createPublicApi,
  type CustomField,
  type PostInput,
  type PublicApi,
} from "../../lib/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/transfer/mod.ts";
import { acmePost, containing } from "../acme.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

type PostChanges = Partial<{ [Name in keyof PostInput]: PostInput[Name] | null }>;

const rating: CustomField = { name: "rating", type: "number" };
const subtitle: CustomField = { name: "subtitle2", type: "text" };
const keywords: CustomField = { name: "words", type: "list" };
const stars: CustomField = { name: "stars", type: "number", earlierNames: ["rating"] };

let clock: ManualClock;
let storage: AtomicDriver;
let api: PublicApi;

beforeEach(async () => {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
  api = createPublicApi({ storage, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await define(rating, subtitle, keywords);
});

const post = acmePost("hello");

async function define(...postFields: CustomField[]): Promise<void> {
  await api.organizations.update("acme", { postFields });
}

async function create(custom?: object, input: Partial<PostInput> = {}): Promise<void> {
  await api.posts.create("acme", { name: "Hello", ...(custom && { custom: { ...custom } }), ...input });
}

async function put(custom?: object): Promise<unknown> {
  return api.posts.put("acme", { name: "Hello", slug: "hello", ...(custom && { custom: { ...custom } }) });
}

async function update(custom: PostChanges["custom"] | undefined, others: PostChanges = {}): Promise<unknown> {
  return api.posts.update(post, { ...others, ...(custom !== undefined && { custom }) } as Partial<PostInput>);
}

async function values(): Promise<unknown> {
  return (await api.posts.get(post))?.custom;
}

/** Returns all stored values, which exports have. */
async function stored(): Promise<unknown> {
  const records = await allOf(exportRecords(storage));
  return records.flatMap((record) => (record.type === "post" ? [record.post.custom] : []))[0];
}

describe("a write", () => {
  it.each<[string, () => Promise<unknown>, object | undefined]>([
    ["of another field", () => update(undefined, { name: "Other" }), { rating: 4, words: ["a"] }],
    ["of a value", () => update({ rating: 5 }), { rating: 5, words: ["a"] }],
    ["of a new value", () => update({ subtitle2: "Hi" }), { rating: 4, words: ["a"], subtitle2: "Hi" }],
    ["that removes a value", () => update({ rating: null }), { words: ["a"] }],
    ["that removes a missing value", () => update({ subtitle2: null }), { rating: 4, words: ["a"] }],
    ["that removes a list", () => update({ words: null, rating: null }), undefined],
    ["that removes all values", () => update(null), undefined],
    ["of no values", () => update({}), { rating: 4, words: ["a"] }],
    ["of the whole post", () => put({ subtitle2: " Hi " }), { subtitle2: "Hi" }],
    ["of the whole post without values", () => put(), undefined],
    [
      "by a function",
      () => api.posts.update(post, ({ custom }) => ({ custom: { rating: Number(custom?.["rating"]) + 1 } })),
      { rating: 5, words: ["a"] },
    ],
  ])("%s merges the values by name", async (_name, write, expected) => {
    await create({ rating: 4, words: ["a"] });
    await write();
    expect(await values()).toEqual(expected);
  });

  it("without a change writes nothing", async () => {
    await create({ rating: 4, words: ["a"] });
    const before = await api.posts.get(post);
    clock.advance(1000);
    for (const write of [
      () => update({ rating: 4 }),
      () => update({ subtitle2: null }),
      () => update({}),
      () => put({ words: ["a"], rating: 4 }),
    ])
      await write();
    expect(await api.posts.get(post)).toEqual(before);
  });

  it("names `custom` in the changed fields of its revision", async () => {
    await create({ rating: 4 });
    await update({ rating: 5 });
    await update(undefined, { description: "Other" });
    expect(
      (await api.posts.revisions(post)).map(({ changed, post: { custom } }) => [changed, custom]),
    ).toEqual([
      [["description"], { rating: 5 }],
      [["custom"], { rating: 5 }],
      [[], { rating: 4 }],
    ]);
  });

  it.each<[string, CustomField, unknown, unknown]>([
    ["a text", { name: "one", type: "text" }, "  مرحبا \u0000x ", "مرحبا \u0000x"],
    ["Markdown", { name: "one", type: "markdown" }, "# A\n\nb", "# A\n\nb"],
    ["zero", { name: "one", type: "number" }, 0, 0],
    ["false", { name: "one", type: "boolean" }, false, false],
    ["a day", { name: "one", type: "date" }, "2026-11-26", "2026-11-26"],
    ["a time", { name: "one", type: "dateTime" }, "2026-11-26T10:00+02:00", "2026-11-26T08:00:00.000Z"],
    ["a URL", { name: "one", type: "url" }, "https://acme.example/a", "https://acme.example/a"],
    ["a choice", { name: "one", type: "choice", choices: ["a", "b"] }, "b", "b"],
    ["a list", { name: "one", type: "list" }, [" a ", "b"], ["a", "b"]],
    ["JSON", { name: "one", type: "json" }, { a: [1, null, { __proto__: 1 }] }, { a: [1, null, {}] }],
    [
      "JSON of the library",
      { name: "one", type: "json" },
      { at: new Date(0), no: undefined },
      { at: "1970-01-01T00:00:00.000Z" },
    ],
  ])("keeps %s in its normal form", async (_name, field, given, expected) => {
    await define(field);
    await create({ one: given });
    expect(await values()).toEqual({ one: expected });
    await update(undefined, { name: "Other" });
    expect(await stored()).toEqual({ one: expected });
  });
});

describe("an invalid value", () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const cyclic: unknown[] = [];
  cyclic.push(cyclic, cyclic);

  it.each<[string, CustomField[], object, string, string]>([
    ["an unknown name", [rating], { price: 1 }, "/custom/price", "Its fields are rating"],
    ["a name without fields", [], { price: 1 }, "/custom/price", "defines no fields"],
    ["an earlier name", [stars], { rating: 1 }, "/custom/rating", "has a new name: stars"],
    [
      "__proto__",
      [rating],
      JSON.parse('{"__proto__":{"rating":1}}') as object,
      "/custom/__proto__",
      "is not a field",
    ],
    ["constructor", [rating], { constructor: 1 }, "/custom/constructor", "is not a field"],
    ["toString", [rating], { toString: 1 }, "/custom/toString", "is not a field"],
    ["a name with /", [rating], { "a/b": 1 }, "/custom/a~1b", "is not a field"],
    ["a wrong type", [rating], { rating: "4" }, "/custom/rating", "must be a number"],
    ["infinity", [rating], { rating: Infinity }, "/custom/rating", "must be a finite number"],
    ["an item of a wrong type", [keywords], { words: ["a", 1] }, "/custom/words/1", "must be a string"],
    [
      "a long list",
      [keywords],
      { words: Array.from({ length: 101 }, () => "a") },
      "/custom/words",
      "at most 100",
    ],
    [
      "a long text",
      [subtitle],
      { subtitle2: "a".repeat(2001) },
      "/custom/subtitle2",
      "at most 2000 characters",
    ],
    ["an empty text", [subtitle], { subtitle2: " " }, "/custom/subtitle2", "must not be empty"],
    ["a missing day", [{ name: "on", type: "date" }], { on: "2026-02-30" }, "/custom/on", "existing date"],
    ["no slug", [{ name: "to", type: "reference" }], { to: "a b" }, "/custom/to", "must be 1 to 200 letters"],
    [
      "no choice",
      [{ name: "one", type: "choice", choices: ["a", "b"] }],
      { one: "c" },
      "/custom/one",
      "must be a or b",
    ],
    ["deep JSON", [{ name: "one", type: "json" }], { one: deep(21) }, "/custom/one", "at most 20 deep"],
    [
      "very deep JSON",
      [{ name: "one", type: "json" }],
      { one: deep(5000) },
      "/custom/one",
      "at most 20 deep",
    ],
    ["cyclic JSON", [{ name: "one", type: "json" }], { one: cyclic }, "/custom/one", "at most 20 deep"],
    [
      "long JSON",
      [{ name: "one", type: "json" }],
      { one: "a".repeat(4000) },
      "/custom/one",
      "4000 characters",
    ],
    [
      "10,000 names",
      [rating],
      Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x${at}`, 1])),
      "/custom",
      "at most 100 values",
    ],
  ])("such as %s is refused by its pointer", async (_name, fields, custom, pointer, message) => {
    await define(...fields);
    const refused = { name: "InvalidInputError", fields: [{ pointer, message: containing(message) }] };
    await expect(create(custom)).rejects.toMatchObject(refused);
    await create();
    await expect(put(custom)).rejects.toMatchObject(refused);
    await expect(update({ ...custom })).rejects.toMatchObject(refused);
    expect(await stored()).toBeUndefined();
  });

  it.each([
    ["an array", []],
    ["a text", "a"],
    ["a number", 1],
  ])("such as %s for all is refused", async (_name, custom) => {
    await expect(create(undefined, { custom: custom as never })).rejects.toMatchObject({
      fields: [{ pointer: "/custom", message: "must be an object of values by the names of fields" }],
    });
  });

  it("does not make the message grow with the mistakes", async () => {
    await define(
      ...Array.from({ length: 50 }, (_, at): CustomField => ({
        name: `${"f".repeat(38)}${at}`,
        type: "number",
      })),
    );
    const names = Array.from({ length: 100 }, (_, at) => [`${"x".repeat(5000)}${at}`, "y".repeat(5000)]);
    const error: unknown = await create(Object.fromEntries(names)).catch((thrown: unknown) => thrown);
    expect(String(error).length).toBeLessThan(8000);
  });

  it("is refused beside valid values, which are not written", async () => {
    await create({ rating: 4 });
    await expect(update({ rating: 5, words: 1 })).rejects.toThrow("/custom/words must be an array");
    expect(await values()).toEqual({ rating: 4 });
  });
});

/** Changes of the definitions that hide the value 4 of the field `rating`. */
const hidden: [change: string, fields: CustomField[]][] = [
  ["retired", [subtitle, keywords]],
  ["of another type", [{ name: "rating", type: "date" }, subtitle, keywords]],
  ["of other choices", [{ name: "rating", type: "choice", choices: ["5"] }, subtitle, keywords]],
];

/** Writes that know nothing of the field `rating`, and the visible values afterwards. */
const others: [write: string, () => Promise<unknown>, object | undefined][] = [
  ["a change of another field", () => update(undefined, { name: "Other" }), undefined],
  ["a change of another value", () => update({ subtitle2: "Hi" }), { subtitle2: "Hi" }],
  ["a removal of all values", () => update(null), undefined],
  ["a replacement", () => put(), undefined],
  ["a replacement with values", () => put({ words: ["a"] }), { words: ["a"] }],
  [
    "a change of the slug",
    () =>
      update(undefined, { slug: "other" }).then(() => api.posts.update(acmePost("other"), { slug: "hello" })),
    undefined,
  ],
  ["a change of the status", () => update(undefined, { status: "archived" }), undefined],
  [
    "a restore",
    async () => {
      await update({ subtitle2: "Hi" });
      await api.posts.restore(post, 1);
    },
    undefined,
  ],
];

describe.each(hidden)("a value whose field is %s", (_change, fields) => {
  beforeEach(async () => {
    await create({ rating: 4 });
    await define(...fields);
  });

  it.each(others)("is hidden, and kept by %s", async (_write, write, visible) => {
    expect(await values()).toBeUndefined();
    await write();
    expect(await values()).toEqual(visible);
    expect(await stored()).toEqual({ rating: 4, ...visible });
    for (const revision of await api.posts.revisions(post)) {
      expect(revision.post.custom ?? {}).not.toHaveProperty("rating");
    }
    await define(rating, subtitle, keywords);
    expect(await values()).toEqual({ rating: 4, ...visible });
  });

  it("is removed by null and by its name", async () => {
    await update({ rating: null });
    expect(await stored()).toBeUndefined();
  });

  it("is carried by an export", async () => {
    const records = await allOf(exportRecords(storage));
    const target = memoryDriver({ clock });
    await importRecords(target, each<TransferRecord>(records));
    api = createPublicApi({ storage: target, clock });
    await define(rating);
    expect(await values()).toEqual({ rating: 4 });
  });
});

describe("a renamed field", () => {
  beforeEach(async () => {
    await create({ rating: 4 });
    await define(stars, subtitle);
  });

  it("has its value under the new name, and moves it with the next change of a value", async () => {
    expect(await values()).toEqual({ stars: 4 });
    await update(undefined, { name: "Other" });
    expect(await stored()).toEqual({ rating: 4 });
    await update({ subtitle2: "Hi" });
    expect(await values()).toEqual({ stars: 4, subtitle2: "Hi" });
    expect(await stored()).toEqual({ stars: 4, subtitle2: "Hi" });
  });

  it.each<[string, () => Promise<unknown>, object | undefined]>([
    ["is changed", () => update({ stars: 5 }), { stars: 5 }],
    ["is removed by the new name", () => update({ stars: null }), undefined],
    ["is removed by the earlier name", () => update({ rating: null }), undefined],
    ["is replaced", () => put({ stars: 3 }), { stars: 3 }],
    ["is removed by a replacement", () => put(), undefined],
    ["is replaced by the same value", () => put({ stars: 4 }), { rating: 4 }],
  ])("%s", async (_name, write, expected) => {
    await write();
    expect(await stored()).toEqual(expected);
  });

  it("is restored from a revision under its present name", async () => {
    await update({ stars: 5 });
    await api.posts.restore(post, 1);
    expect(await values()).toEqual({ stars: 4 });
  });

  it("does not overwrite a hidden value under the new name", async () => {
    await define({ name: "stars", type: "text" }, { ...rating });
    await update({ stars: "many" });
    await define(stars, subtitle);
    expect(await values()).toEqual({ stars: 4 });
    await update({ subtitle2: "Hi" });
    expect(await values()).toEqual({ stars: 4, subtitle2: "Hi" });
    expect(await stored()).toEqual({ stars: "many", rating: 4, subtitle2: "Hi" });
    await update({ stars: 5 });
    expect(await stored()).toEqual({ stars: 5, subtitle2: "Hi" });
    await update({ stars: null });
    expect(await stored()).toEqual({ subtitle2: "Hi" });
  });
});

describe("a restore", () => {
  it("hides values that no longer fit, and keeps hidden values", async () => {
    await create({ rating: 4, subtitle2: "Old" });
    await update({ rating: 5, subtitle2: "New", words: ["a"] });
    await define({ name: "rating", type: "text" }, subtitle);
    await update({ rating: "good" });
    await api.posts.restore(post, 1);
    expect(await values()).toEqual({ subtitle2: "Old" });
    expect(await stored()).toEqual({ rating: 4, subtitle2: "Old", words: ["a"] });
  });
});

describe("a default", () => {
  it("is not stored, and is not shown as a given value", async () => {
    await define({ ...rating, default: 3, isRequired: true });
    await create();
    expect(await stored()).toBeUndefined();
    expect(await values()).toBeUndefined();
  });
});

describe("a required field", () => {
  const required: CustomField = { ...rating, isRequired: true };
  const missing = {
    name: "InvalidInputError",
    fields: [{ pointer: "/custom/rating", message: "is required in posts that are published or scheduled" }],
  };
  const soon = (): string => new Date(clock.now() + 60_000).toISOString();

  it.each<[string, () => Partial<PostInput>, boolean]>([
    ["published", () => ({}), true],
    ["scheduled", () => ({ publishedAt: soon() }), true],
    ["a draft", () => ({ status: "draft" }), false],
    ["archived", () => ({ status: "archived" }), false],
  ])("is checked in a new post that is %s", async (_name, input, isRefused) => {
    await define(required);
    const created = create({}, input());
    await (isRefused ? expect(created).rejects.toMatchObject(missing) : created);
    const replaced = api.posts.put("acme", { name: "Second", ...input() });
    await (isRefused ? expect(replaced).rejects.toMatchObject(missing) : replaced);
    await create({ rating: 0 }, { ...input(), slug: "third" });
  });

  it.each<[string, () => PostChanges]>([
    ["published", () => ({ status: "published" })],
    ["scheduled", () => ({ status: "scheduled", publishedAt: soon() })],
  ])("is checked when a draft is %s", async (_name, publication) => {
    await define(required);
    await create({}, { status: "draft" });
    await expect(update(undefined, publication())).rejects.toMatchObject(missing);
    await update({ rating: 0 }, publication());
  });

  it("is checked before the due time of a scheduled post", async () => {
    await create({}, { publishedAt: soon() });
    await define(required);
    await expect(update(undefined, { name: "Other" })).rejects.toMatchObject(missing);
    clock.advance(120_000);
    await update(undefined, { name: "Other" });
  });

  it("refuses nothing that is public already", async () => {
    await create();
    await define(required);
    await update(undefined, { name: "Other" });
    await put();
    await update({ rating: 4 });
    await expect(update({ rating: null })).rejects.toMatchObject(missing);
    await expect(put()).rejects.toMatchObject(missing);
    await update({ rating: null }, { status: "draft" });
    await expect(update(undefined, { status: "published" })).rejects.toMatchObject(missing);
  });

  it("refuses nothing whose value is hidden by a change of the field", async () => {
    await create({ rating: 4 });
    await define({ name: "rating", type: "text", isRequired: true });
    await update(undefined, { name: "Other" });
    expect(await stored()).toEqual({ rating: 4 });
  });

  it("is checked in a restore of a public post", async () => {
    await create();
    await update({ rating: 4 });
    await define(required);
    await expect(api.posts.restore(post, 1)).rejects.toMatchObject(missing);
  });
});

describe("the size of all values", () => {
  const texts = Array.from({ length: 9 }, (_, at): CustomField => ({ name: `t${at}`, type: "text" }));
  const long = (count: number): object =>
    Object.fromEntries(texts.slice(0, count).map(({ name }) => [name, "ü".repeat(1000)]));

  it("is limited to 16,384 bytes in UTF-8", async () => {
    await define(...texts);
    await create(long(8));
    const size = new TextEncoder().encode(JSON.stringify(long(9))).length;
    await expect(update({ t8: "ü".repeat(1000) })).rejects.toMatchObject({
      fields: [
        { pointer: "/custom", message: `must be at most 16384 bytes of JSON in all, and would be ${size}` },
      ],
    });
    await expect(put(long(9))).rejects.toThrow("must be at most 16384 bytes");
    await update({ t8: "a" });
  });

  it("counts hidden values, which its message names", async () => {
    await define(...texts);
    await create(long(8));
    await define(rating, ...texts.slice(4));
    await update({ rating: 1 });
    await expect(update({ t8: "ü".repeat(1000) })).rejects.toThrow(
      "They include hidden values, which a PATCH with null removes by name: t0, t1, t2, t3",
    );
    await update({ t8: "ü".repeat(1000), t0: null });
    expect(Object.keys((await stored()) as object).toSorted()).toEqual(
      ["rating", ...texts.map(({ name }) => name)].filter((name) => name !== "t0"),
    );
  });

  it("does not keep a post from other changes after new names made its values longer", async () => {
    await define(...texts);
    await create(long(8));
    await define(
      ...texts.map(({ name }): CustomField => ({
        name: `${"n".repeat(38)}${name}`,
        type: "text",
        earlierNames: [name],
      })),
    );
    await update(undefined, { name: "Other" });
    await update({ [`${"n".repeat(38)}t0`]: null });
  });
});

describe("concurrent writers", () => {
  it("lose no value while the fields are renamed and retired", async () => {
    await create({ rating: 1, subtitle2: "Hi" });
    const second = createPublicApi({ storage, clock });
    const retry = async (server: PublicApi, custom: (at: number) => object, at: number): Promise<void> => {
      await server.posts.update(post, { custom: { ...custom(at) } }).catch((error: unknown) => {
        // The name of the field has changed in the meantime.
        if (!String(error).includes("is not a field") && !String(error).includes("has a new name"))
          throw error;
      });
    };
    const write = async (server: PublicApi, custom: (at: number) => object): Promise<void> => {
      for (let at = 0; at < 6; at++) await retry(server, custom, at);
    };
    const changes = async (): Promise<void> => {
      await define(stars, subtitle, keywords);
      await define(keywords);
      await define(stars, keywords);
      await define(stars, subtitle, keywords);
    };
    await Promise.all([
      write(api, (at) => ({ subtitle2: `Hi ${at}` })),
      write(second, (at) => ({ words: [`word ${at}`] })),
      changes(),
    ]);
    expect(await values()).toEqual({
      stars: 1,
      subtitle2: expect.stringMatching(/^Hi/) as string,
      words: ["word 5"],
    });
  });

  it("both keep their value of a post", async () => {
    await create();
    const second = createPublicApi({ storage, clock });
    await Promise.all([update({ rating: 5 }), second.posts.update(post, { custom: { words: ["a"] } })]);
    expect(await values()).toEqual({ rating: 5, words: ["a"] });
  });
});
