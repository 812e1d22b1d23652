import { beforeEach, expect, it } from "vitest";
import type { PublicApiOptions, SinglePost } from "../../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "../world.ts";

const html = "<h2>Is it open?</h2><p>It is.</p><h2>And on Sundays?</h2><p>Closed.</p>";

/** The elements for the head of a post's page. */
export function describeHead(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  const open = async (options: Partial<PublicApiOptions> = {}): Promise<void> => {
    await world.reopen(options);
    await world.createPost({
      name: "When we are open",
      slug: "hours",
      description: "Our hours",
      html,
      image: "https://acme.example/hours.png",
      author: "Ada",
      tags: ["visit"],
      articleSection: "Help",
      publishedAt: "2026-03-01T08:00:00Z",
      createdAt: "2026-03-01T08:00:00Z",
      updatedAt: "2026-05-01T12:30:00Z",
      translations: { "de-DE": "stunden" },
    });
    await world.createPost({ name: "Stunden", inLanguage: "de-DE" });
  };
  beforeEach(() => open());

  const headOf = async (path = "/post/acme/hours?fields=head", key?: string): Promise<string> => {
    const post = await world.read<SinglePost>(path, key);
    return post.head ?? "";
  };
  const jsonLdOf = (head: string): Record<string, unknown>[] =>
    [...head.matchAll(/<script type="application\/ld\+json">(.*)<\/script>/g)].map(
      ([, json = ""]) => JSON.parse(json) as Record<string, unknown>,
    );

  it("has title, description, canonical address, Open Graph and translations", async () => {
    const lines = (await headOf()).split("\n");
    expect(lines.filter((line) => !line.startsWith("<script"))).toEqual([
      "<title>When we are open</title>",
      '<meta name="description" content="Our hours">',
      '<link rel="canonical" href="https://acme.example/blog/hours">',
      '<meta property="og:type" content="article">',
      '<meta property="og:site_name" content="Acme">',
      '<meta property="og:title" content="When we are open">',
      '<meta property="og:description" content="Our hours">',
      '<meta property="og:url" content="https://acme.example/blog/hours">',
      '<meta property="og:image" content="https://acme.example/hours.png">',
      '<meta property="og:locale" content="en_US">',
      '<meta property="article:published_time" content="2026-03-01T08:00:00.000Z">',
      '<meta property="article:modified_time" content="2026-05-01T12:30:00.000Z">',
      '<meta property="article:section" content="Help">',
      '<meta property="article:tag" content="visit">',
      '<link rel="alternate" hreflang="de-DE" href="https://acme.example/blog/stunden">',
      '<link rel="alternate" hreflang="en-US" href="https://acme.example/blog/hours">',
    ]);
  });

  it("has the post's JSON-LD, its place on the site, and the organization if other pages are known", async () => {
    const { structuredData } = await world.read<SinglePost>("/post/acme/hours");
    const breadcrumbs = {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Acme", item: "https://acme.example/" },
        {
          "@type": "ListItem",
          position: 2,
          name: "When we are open",
          item: "https://acme.example/blog/hours",
        },
      ],
    };
    const { article, faqPage } = structuredData;
    expect(jsonLdOf(await headOf())).toEqual([article, faqPage, breadcrumbs]);
    const sameAs = ["https://wiki.example/Acme"];
    await world.updateOrganization({ sameAs });
    expect(jsonLdOf(await headOf()).slice(2)).toEqual([
      breadcrumbs,
      {
        "@context": "https://schema.org",
        "@type": "Organization",
        name: "Acme",
        url: "https://acme.example/",
        sameAs,
      },
    ]);
    expect((await world.read<SinglePost>("/post/acme/hours")).structuredData).toEqual(structuredData);
  });

  it("links the feeds at addresses of the site, and of the API if its origin is known", async () => {
    const feedsIn = (head: string): string[] =>
      [...head.matchAll(/<link rel="alternate" type="[^"]+" title="Acme" href="([^"]+)">/g)].map(
        ([, href = ""]) => href,
      );
    await world.updateOrganization({ feeds: { rss: "/feed.xml" } });
    expect(feedsIn(await headOf())).toEqual(["https://acme.example/feed.xml"]);
    await open({ apiOrigin: "https://api.example" });
    await world.updateOrganization({ feeds: { atom: "/atom.xml" } });
    expect(feedsIn(await headOf())).toEqual([
      "https://api.example/api/public/v1/feed/acme/rss.xml",
      "https://acme.example/atom.xml",
      "https://api.example/api/public/v1/feed/acme/feed.json",
    ]);
  });

  it("exists only if it is named, alone or beside other fields", async () => {
    const keysOf = async (query: string): Promise<string[]> =>
      Object.keys(await world.read<SinglePost>(`/post/acme/hours${query}`));
    const whole = await keysOf("");
    expect(whole).not.toContain("head");
    expect(await keysOf("?fields=*,head")).toEqual([...whole, "head"]);
    expect(await keysOf("?fields=head,name")).toEqual(["name", "head"]);
    expect(await keysOf("?fields=*")).toEqual(whole);
    await expectProblem(await world.get("/post/acme?fields=head"), 400, "invalid-parameter");
  });

  it("changes at once with the post and with the organization, and ends with the post", async () => {
    const path = "/post/acme/hours?fields=head";
    const headers = { "if-none-match": await world.etagOf(path) };
    expect((await world.send("GET", path, { headers })).status).toBe(304);
    await world.updatePost("hours", { name: "Hours" });
    expect(await headOf()).toContain("<title>Hours</title>");
    await world.updateOrganization({ name: "New" });
    expect(await headOf()).toContain('<meta property="og:site_name" content="New">');
    await world.deletePost("hours");
    await expectProblem(await world.get(path), 404, "post-not-found");
  });
}
