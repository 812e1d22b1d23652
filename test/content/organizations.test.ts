import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type OrganizationInput, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf } from "../async_items.ts";

const input = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };

describe("organizations", () => {
  let api: PublicApi;
  beforeEach(() => {
    api = createPublicApi({ storage: memoryDriver(), clock: new ManualClock() });
  });

  it("fills in the defaults", async () => {
    const organization = await api.organizations.create({ ...input, siteUrl: "HTTPS://Acme.example/" });
    expect(organization).toEqual({
      ...input,
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      postUrlTemplate: "/blog/{slug}",
      language: "en-US",
      section: "Articles",
      speakable: ["h1", '[itemprop="description"]', "article p"],
      createdAt: "2026-06-15T12:00:00.000Z",
    });
    expect(await api.organizations.get("acme")).toEqual(organization);
    expect(await api.organizations.get("nobody")).toBeNull();
  });

  it.each<[string, object]>([
    ["/slug", { slug: "Acme" }],
    ["/slug", { slug: "../acme" }],
    ["/name", { name: "  " }],
    ["/name", { name: "x".repeat(201) }],
    ["/siteUrl", { siteUrl: "acme.example" }],
    ["/siteUrl", { siteUrl: "javascript:alert(1)" }],
    ["/siteUrl", { siteUrl: "https://acme.example/?a=b" }],
    ["/postUrlTemplate", { postUrlTemplate: "/blog/" }],
    ["/postUrlTemplate", { postUrlTemplate: "//evil.example/{slug}" }],
    ["/postUrlTemplate", { postUrlTemplate: "blog/{slug}" }],
    ["/language", { language: "en_US" }],
    ["/speakable", { speakable: [] }],
    ["/speakable/1", { speakable: ["h1", ""] }],
    ["/logo", { logo: "logo.png" }],
    ["/logo", { logo: "javascript:alert(1)" }],
    ["/logo", { logo: "data:image/png;base64,AA" }],
    ["/sameAs", { sameAs: "https://wiki.example/Acme" }],
    ["/sameAs/0", { sameAs: ["javascript:alert(1)"] }],
    ["/sameAs", { sameAs: Array.from({ length: 21 }, (_, index) => `https://wiki.example/${index}`) }],
    ["/description", { description: " " }],
    ["/feeds", { feeds: "yes" }],
    ["/feeds/rss", { feeds: { rss: "feed.xml" } }],
    ["/feeds/atom", { feeds: { atom: "//evil.example/feed.xml" } }],
    ["/feeds/json", { feeds: { json: "/feed json" } }],
    ["/feeds", { feeds: { html: "/feed.html" } }],
    ["/nonsense", { nonsense: 1 }],
  ])("rejects invalid input, and names %s", async (pointer, change) => {
    const creation = api.organizations.create({ ...input, ...change });
    await expect(creation).rejects.toMatchObject({ name: "InvalidInputError", fields: [{ pointer }] });
    expect(await api.organizations.get("acme")).toBeNull();
  });

  it("names every invalid and missing field", async () => {
    const creation = api.organizations.create({ slug: "!" } as OrganizationInput);
    await expect(creation).rejects.toThrow(/\/slug .*\/name is missing; \/siteUrl is missing/);
  });

  it("allows a slug once, and lists organizations sorted by slug", async () => {
    for (const slug of ["b", "acme", "c"]) await api.organizations.create({ ...input, slug });
    const again = api.organizations.create({ ...input, name: "Other" });
    await expect(again).rejects.toMatchObject({ name: "AlreadyExistsError" });
    const slugs = (await allOf(api.organizations.iterate())).map(({ slug, name }) => `${slug} ${name}`);
    expect(slugs).toEqual(["acme Acme", "b Acme", "c Acme"]);
  });

  it("changes some fields, and never the slug or the id", async () => {
    const before = await api.organizations.create(input);
    const after = { ...before, name: "New", updatedAt: before.createdAt };
    expect(await api.organizations.update("acme", { name: "New" })).toEqual(after);
    const change = { slug: "other" } as object;
    await expect(api.organizations.update("acme", change)).rejects.toThrow(/\/slug is not a known field/);
    await expect(api.organizations.update("nobody", { name: "N" })).rejects.toThrow(/"nobody"/);
  });
});
