import { describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { createPublicApi, type SinglePost } from "../../lib/mod.ts";
import {
  articleProperties,
  postProperties,
} from "../../lib/publishing/structured_data/article_properties.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { readVocabulary } from "./_schema_org.ts";

const classes: ReadonlySet<string> = new Set(["Article", "CreativeWork", "Thing"]);
const dataTypes = ["Text", "URL", "Number", "Integer", "Boolean", "Date", "DateTime", "Duration"];

/** Creates an organization whose posts have some fields. Returns the messages for invalid fields by pointer. */
async function problemsOf(...fields: CustomField[]): Promise<Record<string, string>> {
  const api = createPublicApi({ storage: memoryDriver() });
  const site = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
  try {
    await api.organizations.create({ ...site, postFields: fields });
    return {};
  } catch (error) {
    const { fields: invalid } = error as { fields: { pointer: string; message: string }[] };
    return Object.fromEntries(invalid.map(({ pointer, message }) => [pointer, message]));
  }
}

const fieldOf = (more: Partial<CustomField>): CustomField => ({ name: "mine", type: "text", ...more });

describe("the properties of an Article that fields can have", () => {
  it("are those of schema.org's vocabulary with values without a structure", () => {
    const found = readVocabulary()["@graph"].flatMap((entry): [string, string][] => {
      const names = (relation: keyof typeof entry): string[] =>
        ((entry[relation] ?? []) as { "@id": string }[]).map(({ "@id": id }) => id.slice("schema:".length));
      const property = entry["@id"].slice("schema:".length);
      const ranges = names("schema:rangeIncludes");
      const types = dataTypes.filter((type) => ranges.includes(type));
      const isOfArticle = names("schema:domainIncludes").some((name) => classes.has(name));
      const isOld = names("schema:supersededBy").length > 0;
      return !isOfArticle || isOld || types.length === 0 ? [] : [[property, types.join(" ")]];
    });
    const own = found.filter(([property]) => !postProperties.includes(property));
    expect(Object.fromEntries(own)).toEqual(articleProperties);
    expect(own.length).toBeLessThan(found.length);
  });
});

describe("a definition with schemaOrg", () => {
  it.each<[type: CustomField["type"], property: string]>([
    ["text", "timeRequired"],
    ["text", "abstract"],
    ["number", "copyrightYear"],
    ["number", "position"],
    ["boolean", "isFamilyFriendly"],
    ["date", "expires"],
    ["dateTime", "expires"],
    ["dateTime", "contentReferenceTime"],
    ["url", "license"],
    ["list", "accessMode"],
  ])("lets a %s have Article.%s", async (type, property) => {
    expect(await problemsOf(fieldOf({ type, schemaOrg: `Article.${property}` }))).toEqual({});
  });

  it("lets a choice have a text", async () => {
    const field = fieldOf({
      type: "choice",
      choices: ["easy", "hard"],
      schemaOrg: "Article.educationalLevel",
    });
    expect(await problemsOf(field)).toEqual({});
  });

  it.each([
    "abstract",
    "CreativeWork.abstract",
    "Article.",
    "Article.price",
    "Article.constructor",
    "Article.awards",
  ])("refuses %s", async (schemaOrg) => {
    const problems = await problemsOf(fieldOf({ schemaOrg }));
    expect(problems["/postFields/0/schemaOrg"]).toMatch(/such as Article.timeRequired/);
  });

  it.each([
    "headline",
    "name",
    "image",
    "author",
    "publisher",
    "datePublished",
    "keywords",
    "url",
    "speakable",
  ])("refuses Article.%s, which describes the post itself", async (property) => {
    const problems = await problemsOf(fieldOf({ schemaOrg: `Article.${property}` }));
    expect(problems["/postFields/0/schemaOrg"]).toMatch(/describes the post itself/);
  });

  it("names the types that a property takes", async () => {
    const ofYear = await problemsOf(fieldOf({ schemaOrg: "Article.copyrightYear" }));
    expect(ofYear).toEqual({
      "/postFields/0/schemaOrg": "has values of Number: the type must be number",
    });
    const ofLevel = await problemsOf(fieldOf({ type: "json", schemaOrg: "Article.genre" }));
    expect(ofLevel["/postFields/0/schemaOrg"]).toBe(
      "has values of Text or URL: the type must be text or url or choice or list",
    );
  });

  it("refuses a field that only the admin API shows", async () => {
    const problems = await problemsOf(fieldOf({ shown: "admin", schemaOrg: "Article.abstract" }));
    expect(problems["/postFields/0/schemaOrg"]).toMatch(/only for fields that public responses show/);
  });

  it("refuses two fields with one property", async () => {
    const one = fieldOf({ schemaOrg: "Article.abstract" });
    const problems = await problemsOf(one, { ...one, name: "other" });
    expect(problems).toEqual({ "/postFields/1/schemaOrg": "is a property of field 1" });
  });
});

describe("the Article of a post", () => {
  const fields: CustomField[] = [
    { name: "reading", type: "text", schemaOrg: "Article.timeRequired", default: "PT5M" },
    { name: "place", type: "number", schemaOrg: "Article.position" },
    { name: "modes", type: "list", schemaOrg: "Article.accessMode" },
    { name: "level", type: "text", shown: "list" },
  ];

  /** Returns the Article, and the head of the page, of a post with some values. */
  async function shownWith(custom: object): Promise<{ article: object; head: string }> {
    const api = createPublicApi({ storage: memoryDriver() });
    const site = { slug: "acme", name: "Acme", siteUrl: "https://acme.example", postFields: fields };
    await api.organizations.create(site);
    await api.posts.create("acme", { name: "Kite", custom: { ...custom } });
    const url = "http://localhost/api/public/v1/post/acme/kite?fields=structuredData,head";
    const response = await api.fetch(new Request(url));
    const { structuredData, head } = (await response.json()) as SinglePost;
    return { article: structuredData.article, head: head ?? "" };
  }

  it("has the values of fields with a property, after its own fields", async () => {
    const { article, head } = await shownWith({ reading: "P1DT2H", place: 3, modes: ["a"], level: "easy" });
    expect(Object.entries(article).slice(-3)).toEqual([
      ["timeRequired", "P1DT2H"],
      ["position", 3],
      ["accessMode", ["a"]],
    ]);
    expect(head).toContain('"timeRequired":"P1DT2H","position":3');
    expect(JSON.stringify(article)).not.toContain("easy");
  });

  it("has defaults", async () => {
    expect((await shownWith({})).article).toMatchObject({ timeRequired: "PT5M" });
  });

  it.each([
    ["timeRequired", { reading: "10 minutes" }],
    ["timeRequired", { reading: "PT" }],
    ["timeRequired", { reading: "P" }],
    ["position", { place: 1.5 }],
    ["accessMode", { modes: [] }],
  ])("has no %s that does not fit the property: %j", async (property, custom) => {
    expect((await shownWith(custom)).article).not.toHaveProperty(property);
  });
});
