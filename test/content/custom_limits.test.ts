import { beforeEach, describe, expect, it } from "vitest";
import type { CustomField, PostInput } from "../../lib/mod.ts";
import { containing } from "../acme.ts";
import { keywords, post, type PostChanges, rating, stars, subtitle, ValuesWorld } from "./_values_world.ts";

let world: ValuesWorld;
beforeEach(async () => {
  world = await ValuesWorld.create();
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
    await world.define(...fields);
    const refused = { name: "InvalidInputError", fields: [{ pointer, message: containing(message) }] };
    await expect(world.create(custom)).rejects.toMatchObject(refused);
    await world.create();
    await expect(world.put(custom)).rejects.toMatchObject(refused);
    await expect(world.update({ ...custom })).rejects.toMatchObject(refused);
    expect(await world.stored()).toBeUndefined();
  });

  it.each([
    ["an array", []],
    ["a text", "a"],
    ["a number", 1],
  ])("such as %s for all is refused", async (_name, custom) => {
    await expect(world.create(undefined, { custom: custom as never })).rejects.toMatchObject({
      fields: [{ pointer: "/custom", message: "must be an object of values by the names of fields" }],
    });
  });

  it("does not make the message grow with the mistakes", async () => {
    await world.define(
      ...Array.from({ length: 50 }, (_, at): CustomField => ({
        name: `${"f".repeat(38)}${at}`,
        type: "number",
      })),
    );
    const names = Array.from({ length: 100 }, (_, at) => [`${"x".repeat(5000)}${at}`, "y".repeat(5000)]);
    const error: unknown = await world.create(Object.fromEntries(names)).catch((thrown: unknown) => thrown);
    expect(String(error).length).toBeLessThan(8000);
  });

  it("is refused beside valid values, which are not written", async () => {
    await world.create({ rating: 4 });
    await expect(world.update({ rating: 5, words: 1 })).rejects.toThrow("/custom/words must be an array");
    expect(await world.values()).toEqual({ rating: 4 });
  });
});

describe("a required field", () => {
  const required: CustomField = { ...rating, isRequired: true };
  const missing = {
    name: "InvalidInputError",
    fields: [{ pointer: "/custom/rating", message: "is required in posts that are published or scheduled" }],
  };
  const soon = (): string => new Date(world.clock.now() + 60_000).toISOString();

  it.each<[string, () => Partial<PostInput>, boolean]>([
    ["published", () => ({}), true],
    ["scheduled", () => ({ publishedAt: soon() }), true],
    ["a draft", () => ({ status: "draft" }), false],
    ["archived", () => ({ status: "archived" }), false],
  ])("is checked in a new post that is %s", async (_name, input, isRefused) => {
    await world.define(required);
    const refusalOf = async (write: Promise<unknown>): Promise<object> =>
      write.then(
        () => ({}),
        (error: object) => error,
      );
    const expected = isRefused ? missing : {};
    expect(await refusalOf(world.create({}, input()))).toMatchObject(expected);
    expect(await refusalOf(world.api.posts.put("acme", { name: "Second", ...input() }))).toMatchObject(
      expected,
    );
    await world.create({ rating: 0 }, { ...input(), slug: "third" });
  });

  it.each<[string, () => PostChanges]>([
    ["published", () => ({ status: "published" })],
    ["scheduled", () => ({ status: "scheduled", publishedAt: soon() })],
  ])("is checked when a draft is %s", async (_name, publication) => {
    await world.define(required);
    await world.create({}, { status: "draft" });
    await expect(world.update(undefined, publication())).rejects.toMatchObject(missing);
    await world.update({ rating: 0 }, publication());
  });

  it("is checked before the due time of a scheduled post", async () => {
    await world.create({}, { publishedAt: soon() });
    await world.define(required);
    await expect(world.update(undefined, { name: "Other" })).rejects.toMatchObject(missing);
    world.clock.advance(120_000);
    await world.update(undefined, { name: "Other" });
  });

  it("refuses nothing that is public already", async () => {
    await world.create();
    await world.define(required);
    await world.update(undefined, { name: "Other" });
    await world.put();
    await world.update({ rating: 4 });
    await expect(world.update({ rating: null })).rejects.toMatchObject(missing);
    await expect(world.put()).rejects.toMatchObject(missing);
    await world.update({ rating: null }, { status: "draft" });
    await expect(world.update(undefined, { status: "published" })).rejects.toMatchObject(missing);
  });

  it("refuses nothing whose value is hidden by a change of the field", async () => {
    await world.create({ rating: 4 });
    await world.define({ name: "rating", type: "text", isRequired: true });
    await world.update(undefined, { name: "Other" });
    expect(await world.stored()).toEqual({ rating: 4 });
  });

  it("is checked in a restore of a public post", async () => {
    await world.create();
    await world.update({ rating: 4 });
    await world.define(required);
    await expect(world.api.posts.restore(post, 1)).rejects.toMatchObject(missing);
  });
});

describe("the size of all values", () => {
  const texts = Array.from({ length: 9 }, (_, at): CustomField => ({ name: `t${at}`, type: "text" }));
  const long = (count: number): object =>
    Object.fromEntries(texts.slice(0, count).map(({ name }) => [name, "ü".repeat(1000)]));

  it("is limited to 16,384 bytes in UTF-8", async () => {
    await world.define(...texts);
    await world.create(long(8));
    const size = new TextEncoder().encode(JSON.stringify(long(9))).length;
    await expect(world.update({ t8: "ü".repeat(1000) })).rejects.toMatchObject({
      fields: [
        { pointer: "/custom", message: `must be at most 16384 bytes of JSON in all, and would be ${size}` },
      ],
    });
    await expect(world.put(long(9))).rejects.toThrow("must be at most 16384 bytes");
    await world.update({ t8: "a" });
  });

  it("counts hidden values, which its message names", async () => {
    await world.define(...texts);
    await world.create(long(8));
    await world.define(rating, ...texts.slice(4));
    await world.update({ rating: 1 });
    await expect(world.update({ t8: "ü".repeat(1000) })).rejects.toThrow(
      "They include hidden values, which a PATCH with null removes by name: t0, t1, t2, t3",
    );
    await world.update({ t8: "ü".repeat(1000), t0: null });
    expect(Object.keys((await world.stored()) as object).toSorted()).toEqual(
      ["rating", ...texts.map(({ name }) => name)].filter((name) => name !== "t0"),
    );
  });

  it("does not keep a post from other changes after new names made its values longer", async () => {
    await world.define(...texts);
    await world.create(long(8));
    await world.define(
      ...texts.map(({ name }): CustomField => ({
        name: `${"n".repeat(38)}${name}`,
        type: "text",
        earlierNames: [name],
      })),
    );
    await world.update(undefined, { name: "Other" });
    await world.update({ [`${"n".repeat(38)}t0`]: null });
    expect(Object.keys((await world.stored()) as object)).toHaveLength(7);
  });
});
