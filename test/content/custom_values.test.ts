import { beforeEach, describe, expect, it } from "vitest";
import type { CustomField, PublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { acmePost } from "../acme.ts";
import { allOf, each } from "../async_items.ts";
import { memoryDriver } from "../slow_memory.ts";
import { keywords, post, rating, stars, subtitle, ValuesWorld } from "./_values_world.ts";

let world: ValuesWorld;
beforeEach(async () => {
  world = await ValuesWorld.create();
});

describe("a write", () => {
  it.each<[string, () => Promise<unknown>, object | undefined]>([
    ["of another field", () => world.update(undefined, { name: "Other" }), { rating: 4, words: ["a"] }],
    ["of a value", () => world.update({ rating: 5 }), { rating: 5, words: ["a"] }],
    ["of a new value", () => world.update({ subtitle2: "Hi" }), { rating: 4, words: ["a"], subtitle2: "Hi" }],
    ["that removes a value", () => world.update({ rating: null }), { words: ["a"] }],
    ["that removes a missing value", () => world.update({ subtitle2: null }), { rating: 4, words: ["a"] }],
    ["that removes a list", () => world.update({ words: null, rating: null }), undefined],
    ["that removes all values", () => world.update(null), undefined],
    ["of no values", () => world.update({}), { rating: 4, words: ["a"] }],
    ["of the whole post", () => world.put({ subtitle2: " Hi " }), { subtitle2: "Hi" }],
    ["of the whole post without values", () => world.put(), undefined],
    [
      "by a function",
      () =>
        world.api.posts.update(post, ({ custom }) => ({
          custom: { rating: Number(custom?.["rating"]) + 1 },
        })),
      { rating: 5, words: ["a"] },
    ],
  ])("%s merges the values by name", async (_name, write, expected) => {
    await world.create({ rating: 4, words: ["a"] });
    await write();
    expect(await world.values()).toEqual(expected);
  });

  it("without a change writes nothing", async () => {
    await world.create({ rating: 4, words: ["a"] });
    const before = await world.api.posts.get(post);
    world.clock.advance(1000);
    for (const write of [
      () => world.update({ rating: 4 }),
      () => world.update({ subtitle2: null }),
      () => world.update({}),
      () => world.put({ words: ["a"], rating: 4 }),
    ])
      await write();
    expect(await world.api.posts.get(post)).toEqual(before);
  });

  it("names `custom` in the changed fields of its revision", async () => {
    await world.create({ rating: 4 });
    await world.update({ rating: 5 });
    await world.update(undefined, { description: "Other" });
    expect(
      (await world.api.posts.revisions(post)).map(({ changed, post: { custom } }) => [changed, custom]),
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
    await world.define(field);
    await world.create({ one: given });
    expect(await world.values()).toEqual({ one: expected });
    await world.update(undefined, { name: "Other" });
    expect(await world.stored()).toEqual({ one: expected });
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
  ["a change of another field", () => world.update(undefined, { name: "Other" }), undefined],
  ["a change of another value", () => world.update({ subtitle2: "Hi" }), { subtitle2: "Hi" }],
  ["a removal of all values", () => world.update(null), undefined],
  ["a replacement", () => world.put(), undefined],
  ["a replacement with values", () => world.put({ words: ["a"] }), { words: ["a"] }],
  [
    "a change of the slug",
    () =>
      world
        .update(undefined, { slug: "other" })
        .then(() => world.api.posts.update(acmePost("other"), { slug: "hello" })),
    undefined,
  ],
  ["a change of the status", () => world.update(undefined, { status: "archived" }), undefined],
  [
    "a restore",
    async () => {
      await world.update({ subtitle2: "Hi" });
      await world.api.posts.restore(post, 1);
    },
    undefined,
  ],
];

describe.each(hidden)("a value whose field is %s", (_change, fields) => {
  beforeEach(async () => {
    await world.create({ rating: 4 });
    await world.define(...fields);
  });

  it.each(others)("is hidden, and kept by %s", async (_write, write, visible) => {
    expect(await world.values()).toBeUndefined();
    await write();
    expect(await world.values()).toEqual(visible);
    expect(await world.stored()).toEqual({ rating: 4, ...visible });
    for (const revision of await world.api.posts.revisions(post)) {
      expect(revision.post.custom ?? {}).not.toHaveProperty("rating");
    }
    await world.define(rating, subtitle, keywords);
    expect(await world.values()).toEqual({ rating: 4, ...visible });
  });

  it("is removed by null and by its name", async () => {
    await world.update({ rating: null });
    expect(await world.stored()).toBeUndefined();
  });

  it("is carried by an export", async () => {
    const records = await allOf(exportRecords(world.storage));
    const target = memoryDriver({ clock: world.clock });
    await importRecords(target, each<TransferRecord>(records));
    world.api = world.open(target);
    await world.define(rating);
    expect(await world.values()).toEqual({ rating: 4 });
  });
});

describe("a renamed field", () => {
  beforeEach(async () => {
    await world.create({ rating: 4 });
    await world.define(stars, subtitle);
  });

  it("has its value under the new name, and moves it with the next change of a value", async () => {
    expect(await world.values()).toEqual({ stars: 4 });
    await world.update(undefined, { name: "Other" });
    expect(await world.stored()).toEqual({ rating: 4 });
    await world.update({ subtitle2: "Hi" });
    expect(await world.values()).toEqual({ stars: 4, subtitle2: "Hi" });
    expect(await world.stored()).toEqual({ stars: 4, subtitle2: "Hi" });
  });

  it.each<[string, () => Promise<unknown>, object | undefined]>([
    ["is changed", () => world.update({ stars: 5 }), { stars: 5 }],
    ["is removed by the new name", () => world.update({ stars: null }), undefined],
    ["is removed by the earlier name", () => world.update({ rating: null }), undefined],
    ["is replaced", () => world.put({ stars: 3 }), { stars: 3 }],
    ["is removed by a replacement", () => world.put(), undefined],
    ["is replaced by the same value", () => world.put({ stars: 4 }), { rating: 4 }],
  ])("%s", async (_name, write, expected) => {
    await write();
    expect(await world.stored()).toEqual(expected);
  });

  it("is restored from a revision under its present name", async () => {
    await world.update({ stars: 5 });
    await world.api.posts.restore(post, 1);
    expect(await world.values()).toEqual({ stars: 4 });
  });

  it("does not overwrite a hidden value under the new name", async () => {
    await world.define({ name: "stars", type: "text" }, { ...rating });
    await world.update({ stars: "many" });
    await world.define(stars, subtitle);
    expect(await world.values()).toEqual({ stars: 4 });
    await world.update({ subtitle2: "Hi" });
    expect(await world.values()).toEqual({ stars: 4, subtitle2: "Hi" });
    expect(await world.stored()).toEqual({ stars: "many", rating: 4, subtitle2: "Hi" });
    await world.update({ stars: 5 });
    expect(await world.stored()).toEqual({ stars: 5, subtitle2: "Hi" });
    await world.update({ stars: null });
    expect(await world.stored()).toEqual({ subtitle2: "Hi" });
  });
});

describe("a restore", () => {
  it("hides values that no longer fit, and keeps hidden values", async () => {
    await world.create({ rating: 4, subtitle2: "Old" });
    await world.update({ rating: 5, subtitle2: "New", words: ["a"] });
    await world.define({ name: "rating", type: "text" }, subtitle);
    await world.update({ rating: "good" });
    await world.api.posts.restore(post, 1);
    expect(await world.values()).toEqual({ subtitle2: "Old" });
    expect(await world.stored()).toEqual({ rating: 4, subtitle2: "Old", words: ["a"] });
  });
});

describe("a default", () => {
  it("is not stored, and is not shown as a given value", async () => {
    await world.define({ ...rating, default: 3, isRequired: true });
    await world.create();
    expect(await world.stored()).toBeUndefined();
    expect(await world.values()).toBeUndefined();
  });
});

describe("concurrent writers", () => {
  it("lose no value while the fields are renamed and retired", async () => {
    await world.create({ rating: 1, subtitle2: "Hi" });
    const second = world.open();
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
      await world.define(stars, subtitle, keywords);
      await world.define(keywords);
      await world.define(stars, keywords);
      await world.define(stars, subtitle, keywords);
    };
    await Promise.all([
      write(world.api, (at) => ({ subtitle2: `Hi ${at}` })),
      write(second, (at) => ({ words: [`word ${at}`] })),
      changes(),
    ]);
    expect(await world.values()).toEqual({
      stars: 1,
      subtitle2: expect.stringMatching(/^Hi/) as string,
      words: ["word 5"],
    });
  });

  it("both keep their value of a post", async () => {
    await world.create();
    const second = world.open();
    await Promise.all([world.update({ rating: 5 }), second.posts.update(post, { custom: { words: ["a"] } })]);
    expect(await world.values()).toEqual({ rating: 5, words: ["a"] });
  });
});
