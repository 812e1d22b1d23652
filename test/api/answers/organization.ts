import { expect, it } from "vitest";
import type { PublicOrganization } from "../../../lib/mod.ts";
import { hostOrganization } from "../../host_organization.ts";
import { expectProblem, type OpenStorage, World } from "../world.ts";

const path = "/organization/acme";

/** The public fields of an organization. */
export function describeOrganization(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  const read = async (): Promise<PublicOrganization> => world.read<PublicOrganization>(path);

  it("has its public fields only", async () => {
    const sitemaps = {
      site: "https://acme.example/sitemap.xml",
      posts: "https://acme.example/sitemap-posts.xml",
    };
    const least = { slug: "acme", name: "Acme", url: "https://acme.example", language: "en-US", sitemaps };
    expect(await read()).toEqual(least);
    const fields = {
      description: "All about fish",
      logo: "https://acme.example/logo.png",
      sameAs: ["https://social.example/@acme", "https://wiki.example/Acme"],
    };
    await world.updateOrganization({
      ...fields,
      feeds: { rss: "/feed.xml" },
      paidContent: "key",
      rateLimit: { perDay: 7 },
      faq: { bareText: true },
    });
    expect(await read()).toEqual({
      ...least,
      ...fields,
      feeds: {
        rss: "https://acme.example/feed.xml",
        atom: "/api/public/v1/feed/acme/atom.xml",
        json: "/api/public/v1/feed/acme/feed.json",
      },
      llmsTxt: "/api/public/v1/llms/acme",
      llmsFullTxt: "/api/public/v1/llms-full/acme",
    });
    await world.updateOrganization({ sameAs: [] });
    expect("sameAs" in (await read())).toBe(false);
  });

  it("has absolute addresses of the API if its origin is known", async () => {
    await world.reopen({ apiOrigin: "https://api.example" });
    await world.updateOrganization({ feeds: true });
    const { feeds, llmsTxt } = await read();
    expect(feeds?.rss).toBe("https://api.example/api/public/v1/feed/acme/rss.xml");
    expect(llmsTxt).toBe("https://api.example/api/public/v1/llms/acme");
  });

  it("changes at once, with its ETag", async () => {
    const before = await world.get(path);
    const headers = { "if-none-match": before.headers.get("etag") ?? "" };
    expect((await world.send("GET", path, { headers })).status).toBe(304);
    world.clock.advance(5000);
    await world.updateOrganization({ name: "New" });
    const after = await world.send("GET", path, { headers });
    expect([after.status, ((await after.json()) as PublicOrganization).name]).toEqual([200, "New"]);
    expect(after.headers.get("last-modified")).not.toBeNull();
  });

  it("needs a key where reading needs one, of the same organization", async () => {
    await expectProblem(await world.get("/organization/other"), 404, "organization-not-found");
    await expectProblem(await world.get(`${path}?x=1`), 400, "invalid-parameter");
    await world.api.organizations.create({
      slug: "other",
      name: "Other",
      siteUrl: "https://other.example",
    });
    const { key } = await world.createKey({ organizationSlug: "other" });
    await expectProblem(await world.get(path, key), 403, "wrong-organization");
    await world.reopen({ readAccess: "key" });
    await expectProblem(await world.get(path), 401, "missing-key");
    expect((await world.get(path, (await world.createKey()).key)).status).toBe(200);
  });

  it("leaves out addresses of a host that are not http or https", async () => {
    const organization = {
      ...hostOrganization,
      logo: "javascript:alert(1)",
      sameAs: ["data:,x", "https://wiki.example/Acme"],
    };
    const content = {
      findOrganization: async () => organization,
      getPost: async () => null,
      listPosts: async () => ({ posts: [], next: null }),
    };
    await world.reopen({ content });
    const shown = await read();
    expect("logo" in shown).toBe(false);
    expect(shown.sameAs).toEqual(["https://wiki.example/Acme"]);
  });
}
