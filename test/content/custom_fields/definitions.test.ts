import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { audienceNames } from "../../../lib/content/organizations/audience_names.ts";
import { createPublicApi, type CustomField, InvalidInputError, type PublicApi } from "../../../lib/mod.ts";
import { memoryDriver } from "../../../storage-drivers/memory.ts";
import { openAdminWorld } from "../../admin/admin_world.ts";

const input = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
const text = (name: string): CustomField => ({ name, type: "text" });
const numbered = (count: number): CustomField[] =>
  Array.from({ length: count }, (_, index) => text(`field${index}`));
const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

const whole: CustomField[] = [
  { ...text("kicker"), label: "Untertitel", hint: "عنوان فرعي", isRequired: true, default: "None" },
  { name: "body", type: "markdown", default: "**b**" },
  { name: "rating", type: "number", default: 4.5, shown: "list", isFilterable: true },
  { name: "isNew", type: "boolean", default: false, isFilterable: true },
  { name: "startsOn", type: "date", default: "2026-11-26", isFilterable: true },
  { name: "startsAt", type: "dateTime", default: "2026-11-26T09:00:00.000Z" },
  { name: "shop", type: "url", default: "https://shop.example/", shown: "admin" },
  { name: "level", type: "choice", choices: ["Beginner", "متقدم"], default: "متقدم", isFilterable: true },
  { name: "materials", type: "list", default: ["Flour", "Salt"], isFilterable: true },
  { name: "related", type: "reference", default: "hello" },
  { name: "data", type: "json", default: { a: [1, null] } },
  { ...text("readTime"), schemaOrg: "Article.timeRequired", earlierNames: ["readtime", "duration"] },
];

describe("the fields that an organization defines", () => {
  let api: PublicApi;
  beforeEach(async () => {
    api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create(input);
  });

  const define = async (postFields: unknown): Promise<readonly CustomField[] | undefined> =>
    (await api.organizations.update("acme", { postFields: postFields as CustomField[] })).postFields;
  const refusal = async (postFields: unknown): Promise<InvalidInputError> => {
    const error: unknown = await define(postFields).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(await api.organizations.get("acme")).not.toHaveProperty("postFields");
    return error as InvalidInputError;
  };

  it("are stored as they are given, replaced as a whole, and removed by null", async () => {
    expect(await define(whole)).toEqual(whole);
    expect(await define(numbered(50))).toHaveLength(50);
    expect(await define([text("kicker")])).toEqual([text("kicker")]);
    expect(await api.organizations.update("acme", { name: "New" })).toMatchObject({
      postFields: [text("kicker")],
    });
    expect(await define(null)).toBeUndefined();
    const created = await api.organizations.create({ ...input, slug: "other", postFields: whole });
    expect(created.postFields).toEqual(whole);
  });

  it("may change their types, and use a name again that no other field has", async () => {
    await define([{ name: "rating", type: "number", default: 1 }]);
    const changed = [{ name: "stars", type: "text", earlierNames: ["rating"] }];
    expect(await define(changed)).toEqual(changed);
    const back = [{ name: "rating", type: "text", earlierNames: ["stars"] }];
    expect(await define(back)).toEqual(back);
  });

  it("have defaults in the form of values", async () => {
    const fields = [
      { name: "startsAt", type: "dateTime", default: "2026-11-26T10:00:00+01:00" },
      { ...text("motto"), default: "  Bread  ", label: "\u200bMotto" },
    ];
    expect(await define(fields)).toEqual([
      { name: "startsAt", type: "dateTime", default: "2026-11-26T09:00:00.000Z" },
      { ...text("motto"), default: "Bread", label: "Motto" },
    ]);
  });

  const nameRule = "must be a name such as readingTime: a lower-case letter";
  it.each<[name: string, fields: unknown, pointer: string, message: string]>([
    ["no list", { kicker: "text" }, "", "must be an array of fields"],
    ["10,000 fields", numbered(10_000), "", "must contain at most 50 fields"],
    [
      "long defaults",
      numbered(9).map((field) => ({ ...field, default: "x".repeat(2_000) })),
      "",
      "must have defaults of at most 16384 bytes of JSON in all",
    ],
    ["an array as field", [[]], "/0", "must be an object"],
    ["null as field", [null], "/0", "must be an object"],
    ["no name", [{ type: "text" }], "/0/name", "is missing"],
    ["no type", [{ name: "a" }], "/0/type", "is missing"],
    ["an unknown type", [{ name: "a", type: "image" }], "/0/type", "must be text, markdown, number,"],
    [
      "an unknown property",
      [{ ...text("a"), lable: "A" }],
      "/0/lable",
      'is not a known property (did you mean "label"?); allowed are name, type,',
    ],
    [
      "__proto__ as property",
      JSON.parse('[{"name":"a","type":"text","__proto__":{}}]'),
      "/0/__proto__",
      "is not",
    ],
    ["__proto__ as name", [text("__proto__")], "/0/name", nameRule],
    ["an upper-case name", [text("Rating")], "/0/name", nameRule],
    ["a name with a dot", [text("a.b")], "/0/name", nameRule],
    ["a name with NUL", [text("a\0")], "/0/name", nameRule],
    ["a name in Arabic", [text("تقييم")], "/0/name", nameRule],
    ["a name with a mark of direction", [text("a\u202eb")], "/0/name", nameRule],
    ["a long name", [text("a".repeat(41))], "/0/name", nameRule],
    ["a huge name", [text("a".repeat(1_000_000))], "/0/name", nameRule],
    [
      "a name of every object",
      [text("constructor")],
      "/0/name",
      'must be another name, because "constructor"',
    ],
    [
      "a field of posts in another case",
      [text("faqentries")],
      "/0/name",
      "has a meaning in posts or front matter",
    ],
    [
      "a long label",
      [{ ...text("a"), label: "x".repeat(101) }],
      "/0/label",
      "must be at most 100 characters",
    ],
    ["an empty label", [{ ...text("a"), label: " \u202e " }], "/0/label", "must not be empty"],
    [
      "a label with NUL",
      [{ ...text("a"), label: "a\0b" }],
      "/0/label",
      "must not contain control characters",
    ],
    ["a hint of lines", [{ ...text("a"), hint: "a\nb" }], "/0/hint", "must not contain control characters"],
    [
      "a huge hint",
      [{ ...text("a"), hint: "x".repeat(1_000_000) }],
      "/0/hint",
      "must be at most 200 characters",
    ],
    [
      "a choice without choices",
      [{ name: "a", type: "choice" }],
      "/0/choices",
      "the type choice needs 1 to 50 texts",
    ],
    [
      "no choices",
      [{ name: "a", type: "choice", choices: [] }],
      "/0/choices",
      "must contain at least 1 choice",
    ],
    [
      "51 choices",
      [{ name: "a", type: "choice", choices: Array.from({ length: 51 }, String) }],
      "/0/choices",
      "must contain at most 50 choices",
    ],
    [
      "a choice twice",
      [{ name: "a", type: "choice", choices: ["A", " A"] }],
      "/0/choices",
      "each choice once",
    ],
    [
      "choices of a text",
      [{ ...text("a"), choices: ["A"] }],
      "/0/choices",
      "is only for the type choice, not for text",
    ],
    [
      "a default of another type",
      [{ name: "a", type: "number", default: "4" }],
      "/0/default",
      "must fit the type number: must be a number",
    ],
    [
      "a day that does not exist",
      [{ name: "a", type: "date", default: "2026-02-30" }],
      "/0/default",
      "must be an existing date",
    ],
    [
      "a default that is no choice",
      [{ name: "a", type: "choice", choices: ["A", "B"], default: "C" }],
      "/0/default",
      "must fit the type choice: must be A or B",
    ],
    [
      "a wrong text of a list",
      [{ name: "a", type: "list", default: ["x", 1] }],
      "/0/default",
      "must fit the type list: /1 must be a string",
    ],
    ["deep JSON", [{ name: "a", type: "json", default: deep(5000) }], "/0/default", "and at most 20 deep"],
    [
      "long JSON",
      [{ name: "a", type: "json", default: "x".repeat(5000) }],
      "/0/default",
      "at most 4000 characters",
    ],
    [
      "a huge default",
      [{ ...text("a"), default: "x".repeat(1_000_000) }],
      "/0/default",
      "must be at most 2000 characters",
    ],
    [
      "null as default",
      [{ ...text("a"), default: null }],
      "/0/default",
      "must fit the type text: must be a string",
    ],
    ["an unknown place", [{ ...text("a"), shown: "feed" }], "/0/shown", "must be list, single or admin"],
    [
      "a filter by Markdown",
      [{ name: "a", type: "markdown", isFilterable: true }],
      "/0/isFilterable",
      "is only for the types text, number,",
    ],
    [
      "a filter by a hidden field",
      [{ ...text("a"), shown: "admin", isFilterable: true }],
      "/0/isFilterable",
      "only the admin API shows",
    ],
    [
      "a sixth filter",
      numbered(6).map((field) => ({ ...field, isFilterable: true })),
      "/5/isFilterable",
      "must be true for at most 5 fields",
    ],
    [
      "a name twice",
      [text("a"), text("b"), text("a")],
      "/2/name",
      'must not have "a", which is a name or an earlier name of field 1',
    ],
    ["names that differ by case", [text("readTime"), text("readtime")], "/1/name", "earlier name of field 1"],
    [
      "an earlier name that another field has",
      [text("a"), { ...text("b"), earlierNames: ["a"] }],
      "/1/earlierNames",
      'must not have "a"',
    ],
    [
      "its own name as earlier name",
      [{ ...text("a"), earlierNames: ["a"] }],
      "/0/earlierNames",
      "without the present name",
    ],
    [
      "an earlier name twice",
      [{ ...text("a"), earlierNames: ["b", "b"] }],
      "/0/earlierNames",
      "each name once",
    ],
    [
      "an earlier name of every object",
      [{ ...text("a"), earlierNames: ["toString"] }],
      "/0/earlierNames",
      "names of JavaScript",
    ],
    [
      "11 earlier names",
      [{ ...text("a"), earlierNames: numbered(11).map(({ name }) => name) }],
      "/0/earlierNames",
      "at most 10 names",
    ],
  ])("are refused in words: %s", async (_name, fields, pointer, message) => {
    const error = await refusal(fields);
    expect(error.fields[0]).toEqual({
      pointer: `/postFields${pointer}`,
      message: expect.stringContaining(message),
    });
    expect(error.message.length).toBeLessThan(1000);
  });

  it("are refused with a short message, however many are wrong", async () => {
    const wrong = Array.from({ length: 50 }, () => ({ name: "\0".repeat(10_000), type: "x".repeat(10_000) }));
    const error = await refusal(wrong);
    expect([error.fields.length, error.more]).toEqual([20, "and 80 more"]);
    expect(error.message.length).toBeLessThan(10_000);
  });

  it("cannot have a name that front matter reads", async () => {
    const folder = join(import.meta.dirname, "../../../lib/import");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const texts = sources
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(folder, file), "utf8"));
    const read = [...texts.join("\n").matchAll(/\bdata\["(\w+)"\]/g)].map(([, name = ""]) => name);
    expect(read).toContain("permalink");
    const names = [...read, ...Object.values(audienceNames).flat(), "memberOnly", "pubDate", "heroImage"];
    for (const name of new Set(names.map((name) => name.replaceAll("_", "")))) {
      expect
        .soft([name, (await refusal([text(name)])).fields[0]?.pointer])
        .toEqual([name, "/postFields/0/name"]);
    }
  });

  it("cannot have a name that a post has in a response, in an export or in every object", async () => {
    const { read } = await openAdminWorld();
    const ofObjects = Object.getOwnPropertyNames(Object.prototype).filter((name) => /^[a-z]/.test(name));
    await api.posts.create("acme", { name: "Hello", html: "<h2>Why?</h2><p>So.</p>" });
    const single = await api.fetch(
      new Request("http://localhost/api/public/v1/post/acme/hello?fields=head,html"),
    );
    const post = (await read("GET", "/posts/hello")) as object;
    const kept = (await api.posts.get({ organizationSlug: "acme", slug: "hello" })) ?? {};
    const whole = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
    const shown = { ...((await single.json()) as object), ...((await whole.json()) as object) };
    const names = [
      ...ofObjects,
      "prototype",
      "custom",
      ...[shown, post, kept].flatMap((one) => Object.keys(one)),
    ];
    expect(names).toEqual(
      expect.arrayContaining(["head", "structuredData", "faqEntries", "wordCount", "valueOf"]),
    );
    for (const name of new Set(names)) {
      expect
        .soft([name, (await refusal([text(name)])).fields[0]?.pointer])
        .toEqual([name, "/postFields/0/name"]);
    }
  });
});
