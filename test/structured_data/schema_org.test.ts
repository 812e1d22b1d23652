import Validator from "@adobe/structured-data-validator";
import jsonld from "jsonld";
import type { Article, FAQPage, WithContext } from "schema-dts";
import { beforeAll, describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { createPublicApi, type SinglePost } from "../../lib/mod.ts";
import type { ArticleJsonLd, FaqPageJsonLd } from "../../lib/publishing/structured_data/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { readVocabulary, toContext, type VocabularyEntry } from "./_schema_org.ts";

/** These functions test types: they compile only if the results are an Article and a FAQPage of schema-dts. */
const asArticle = (article: ArticleJsonLd): WithContext<Article> => article;
const asFaqPage = (faqPage: FaqPageJsonLd): WithContext<FAQPage> => faqPage;

/** Values of fields with a property, of each type that has one. */
const ownValues = {
  reading: "PT10M",
  gist: "</script> & more",
  modes: ["textual", "visual"],
  year: 2026.5,
  place: 3,
  family: false,
  ends: "2026-12-24",
  refers: "2026-11-26T09:00:00.000Z",
  terms: "https://acme.example/license",
  level: "hard",
};

const postFields: readonly CustomField[] = [
  { name: "reading", type: "text", schemaOrg: "Article.timeRequired" },
  { name: "gist", type: "text", shown: "list", schemaOrg: "Article.abstract" },
  { name: "modes", type: "list", schemaOrg: "Article.accessMode" },
  { name: "year", type: "number", schemaOrg: "Article.copyrightYear" },
  { name: "place", type: "number", schemaOrg: "Article.position" },
  { name: "family", type: "boolean", schemaOrg: "Article.isFamilyFriendly" },
  { name: "ends", type: "date", schemaOrg: "Article.expires" },
  { name: "refers", type: "dateTime", schemaOrg: "Article.contentReferenceTime" },
  { name: "terms", type: "url", schemaOrg: "Article.license" },
  { name: "level", type: "choice", choices: ["easy", "hard"], schemaOrg: "Article.teaches" },
];

/** Returns the JSON-LD that the API emits for a post with all fields, and for a post with only the required fields. */
async function emitted(): Promise<object[]> {
  const api = createPublicApi({ storage: memoryDriver() });
  const site = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
  await api.organizations.create({ ...site, logo: "https://acme.example/logo.png", postFields });
  await api.posts.create("acme", {
    name: "</script><script>alert(1)//",
    slug: "whole",
    html: "<h2>Is it?</h2><p>It is.</p><h3>And this?</h3><p>So is <!--<script> this.</p>",
    description: "All of it",
    image: "https://acme.example/image.png",
    author: "Ada Lovelace",
    isAccessibleForFree: false,
    createdAt: "2026-01-01",
    updatedAt: "2026-01-02",
    custom: ownValues,
  });
  await api.posts.create("acme", { name: "Bare", html: "<h2>Alone?</h2><p>Yes.</p>" });
  const objects: object[] = [];
  for (const slug of ["whole", "bare"]) {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`));
    const { structuredData } = (await response.json()) as SinglePost;
    const { article, faqPage } = structuredData;
    objects.push(asArticle(article));
    if (faqPage !== undefined) objects.push(asFaqPage(faqPage));
  }
  return objects;
}

describe("JSON-LD from the API, with the vocabulary of schema.org", () => {
  let vocabulary: { "@graph": VocabularyEntry[] };
  let objects: object[];
  beforeAll(async () => {
    vocabulary = readVocabulary();
    objects = await emitted();
  });

  it("is an Article of each post, and a FAQPage of the one with two questions", () => {
    const types = objects.map((object) => (object as { "@type": string })["@type"]);
    expect(types).toEqual(["Article", "FAQPage", "Article"]);
  });

  describe("for a JSON-LD processor", () => {
    /** Expands an object with a JSON-LD processor, and compacts the result. */
    async function understand(object: object): Promise<{ expanded: object; compacted: object }> {
      const document = toContext(vocabulary["@graph"]);
      const documentLoader = async (url: string): Promise<never> =>
        ({ contextUrl: undefined, documentUrl: url, document }) as never;
      // With `safe`, unknown names are errors. Without it, they would be dropped.
      const options = { documentLoader, safe: true };
      const expanded = await jsonld.expand(object, options);
      const compacted = await jsonld.compact(expanded, "https://schema.org" as never, options);
      return { expanded, compacted };
    }

    it("is unchanged by expanding and compacting", async () => {
      for (const object of objects) expect((await understand(object)).compacted).toEqual(object);
    });

    it("has URLs where schema.org expects them, and text elsewhere", async () => {
      const { expanded } = await understand(objects[0] ?? {});
      expect(expanded).toMatchObject([
        {
          "@type": ["http://schema.org/Article"],
          "http://schema.org/headline": [{ "@value": "</script><script>alert(1)//" }],
          "http://schema.org/isAccessibleForFree": [{ "@value": false }],
          "http://schema.org/timeRequired": [{ "@value": "PT10M" }],
          "http://schema.org/accessMode": [{ "@value": "textual" }, { "@value": "visual" }],
          "http://schema.org/copyrightYear": [{ "@value": 2026.5 }],
          "http://schema.org/license": [{ "@id": "https://acme.example/license" }],
          "http://schema.org/image": [{ "@id": "https://acme.example/image.png" }],
          "http://schema.org/mainEntityOfPage": [{ "@id": "https://acme.example/blog/whole" }],
          "http://schema.org/publisher": [{ "http://schema.org/name": [{ "@value": "Acme" }] }],
        },
      ]);
    });

    it("fails with a name that schema.org does not define", async () => {
      await expect(understand({ ...objects[0], headLine: "x" })).rejects.toThrow(/safe mode/i);
    });
  });

  describe("for a validator of structured data", () => {
    const issuesOf = async (object: object): Promise<unknown[]> => {
      const { "@type": type = "" } = object as { "@type"?: string };
      return new Validator(vocabulary).validate({ jsonld: { [type]: [structuredClone(object)] } });
    };

    it("has no issue", async () => {
      for (const object of objects) expect(await issuesOf(object)).toEqual([]);
    });

    it("has an issue if a property belongs to a different type", async () => {
      expect(await issuesOf({ ...objects[0], acceptedAnswer: "x" })).toMatchObject([
        { issueMessage: expect.stringContaining("acceptedAnswer") as string },
      ]);
    });
  });
});
