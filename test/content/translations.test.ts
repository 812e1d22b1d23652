import { describe, expect, it } from "vitest";
import { InvalidInputError, type PostInput } from "../../lib/mod.ts";
import { alternatesOf, type Organization } from "../../lib/content/mod.ts";
import { World } from "../api/world.ts";
import { openMemory } from "../access/storages.ts";
import { hostOrganization } from "../host_organization.ts";
import { acmePost, containing } from "../acme.ts";

const blog = "https://acme.example/blog";

describe("the translations of a post", () => {
  it("are stored with canonical language tags", async () => {
    const { api } = await World.open(openMemory);
    const translations = { "de-at": "hallo", "X-Default": "https://acme.example/", "ZH-hant-tw": "x" };
    const post = await api.posts.create("acme", { name: "Hello", translations });
    const canonical = { "de-AT": "hallo", "x-default": "https://acme.example/", "zh-Hant-TW": "x" };
    expect(post.translations).toEqual(canonical);
    expect((await api.posts.get(acmePost("hello")))?.translations).toEqual(canonical);
    const { translations: none } = await api.posts.update(acmePost("hello"), { translations: {} });
    expect(none).toEqual({});
  });

  it.each<[unknown, string, string]>([
    [{ german: "", "not a tag": "a" }, "/translations/not a tag", "language tag such as en-US, or x-default"],
    [{ de: "a b" }, "/translations/de", "slug of a post or an absolute http or https URL"],
    [{ de: "/blog/hallo" }, "/translations/de", "slug of a post or an absolute"],
    [{ de: "javascript:alert(1)" }, "/translations/de", "slug of a post or an absolute"],
    [{ de: "sitemap" }, "/translations/de", "slug of a post or an absolute"],
    [{ de: 5 }, "/translations/de", "must be a string"],
    ["hallo", "/translations", "must be an object of slugs or URLs by language tag"],
    [{ "de-DE": "a", "de-de": "b" }, "/translations", "must name each language once"],
    [manyLanguages(101), "/translations", "must have at most 100 languages"],
  ])("are rejected if they are invalid: %j", async (translations, pointer, message) => {
    const { api } = await World.open(openMemory);
    const input = { name: "Hello", translations } as PostInput;
    const error: unknown = await api.posts.create("acme", input).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).fields).toContainEqual({
      pointer,
      message: containing(message),
    });
  });
});

describe("alternatesOf", () => {
  const alternates = (
    post: object,
    organization: Partial<Organization> = {},
    publicity: Record<string, boolean> = { hallo: true },
  ): [string, string][] =>
    alternatesOf(
      { ...hostOrganization, ...organization },
      { id: 1, name: "Hello", slug: "hello", ...post },
      new Map(Object.entries(publicity)),
    ).map(({ hreflang, href }) => [hreflang, href]);

  it("adds the post itself, with its own language or the organization's", () => {
    const translations = { de: "hallo" };
    const own: [string, string] = ["de", `${blog}/hallo`];
    expect(alternates({ translations })).toEqual([own, ["en-US", `${blog}/hello`]]);
    expect(alternates({ translations, inLanguage: "fr" })).toEqual([own, ["fr", `${blog}/hello`]]);
  });

  it("does not add a post that names itself again", () => {
    expect(alternates({ translations: { de: "hallo", en: "hello" } })).toEqual([
      ["de", `${blog}/hallo`],
      ["en", `${blog}/hello`],
    ]);
  });

  it("leaves out posts that are not public, however they are named, and keeps the addresses of other pages", () => {
    const siteUrl = "https://acme.example";
    const named = (page: string, publicity: Record<string, boolean>, template = "/blog/{slug}"): string[] =>
      alternates({ translations: { de: page } }, { siteUrl, postUrlTemplate: template }, publicity).map(
        ([, href]) => href,
      );
    const draft = { entwurf: false };
    for (const page of [
      "entwurf",
      "unbekannt",
      `${blog}/entwurf`,
      `${blog}/entwurf/`,
      `${blog}/%65ntwurf`,
      `${blog}/entwurf?utm_source=x#y`,
      "http://ACME.example:80/blog/entwurf",
    ]) {
      expect([page, named(page, draft)]).toEqual([page, []]);
    }
    for (const page of [
      `${blog}/seite`,
      "https://acme.example/entwurf",
      "https://acme.example/blog/entwurf/mehr",
      "https://other.example/blog/entwurf",
    ]) {
      expect([page, named(page, draft)]).toEqual([page, [page, `${blog}/hello`]]);
    }
    expect(named("entwurf", { entwurf: true })).toEqual([`${blog}/entwurf`, `${blog}/hello`]);
    const byQuery = "https://acme.example/?p=entwurf";
    expect(named(byQuery, draft, "/?p={slug}")).toEqual([]);
    expect(named("https://acme.example/?p=seite", draft, "/?p={slug}")).toHaveLength(2);
  });

  it("ignores invalid tags, and returns no alternates if the post's own tag is invalid", () => {
    expect(alternates({ translations: { de_DE: "hallo" } })).toEqual([]);
    expect(alternates({ translations: { de: "hallo" }, inLanguage: "en_US" })).toEqual([]);
    expect(alternates({ translations: null })).toEqual([]);
  });
});

function manyLanguages(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`en-x-n${index}`, "a"]));
}
