import { beforeEach, expect, it } from "vitest";
import { type OpenStorage, World } from "./world.ts";

const secret = "the whole story";
const html = `<h2>Is it long?</h2><p>It is ${secret}.</p><h2>Is it good?</h2><p>It is, too.</p>`;
const markdown = { accept: "text/markdown" };

interface Shown {
  html: string;
  wordCount: number;
  faqEntries: unknown[];
  isContentWithheld?: boolean;
  structuredData: { article: { hasPart?: unknown }; faqPage?: unknown };
}

/** Posts that are not free, for callers with a key and without. */
export function describePaidContent(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  let key: string;
  beforeEach(async () => {
    ({ key } = await world.createKey({ role: "viewer" }));
    await world.createPost({ name: "Free", html });
    await world.createPost({ name: "Paid", html, isAccessibleForFree: false });
  });

  const withhold = async (): Promise<unknown> =>
    world.updateOrganization({ paidContent: "key", feeds: true });
  const show = async (slug: string, by?: string): Promise<Shown> =>
    (await (await world.get(`/post/acme/${slug}`, by)).json()) as Shown;

  it("is open to everyone by default", async () => {
    const post = await show("paid");
    expect(post).toMatchObject({ html, faqEntries: [{}, {}], structuredData: { faqPage: {} } });
    expect(post.isContentWithheld).toBeUndefined();
    expect(post.structuredData.article.hasPart).toBeUndefined();
  });

  it("is for callers with a key if the organization requires it", async () => {
    await withhold();
    const [whole, withheld] = [await show("paid", key), await show("paid")];
    expect(whole).toMatchObject({ html, faqEntries: [{}, {}], structuredData: { faqPage: {} } });
    expect(whole.isContentWithheld).toBeUndefined();
    expect(withheld).toMatchObject({ html: "", faqEntries: [], isContentWithheld: true });
    expect(withheld.structuredData.faqPage).toBeUndefined();
    expect(withheld.wordCount).toBe(whole.wordCount);
    for (const { structuredData } of [whole, withheld]) {
      expect(structuredData.article.hasPart).toEqual({
        "@type": "WebPageElement",
        isAccessibleForFree: false,
        cssSelector: ".paywall",
      });
    }
    expect(await show("free")).toMatchObject({ html, faqEntries: [{}, {}] });
    expect((await show("free")).structuredData.article.hasPart).toBeUndefined();
  });

  it("is in no response without a key, in any format", async () => {
    await withhold();
    await show("paid", key);
    const paths = [
      ["/post/acme/paid", {}],
      ["/post/acme/paid?fields=html,faqEntries,structuredData", {}],
      ["/post/acme/paid", markdown],
      ["/post/acme?fields=name,html&limit=1", {}],
      ["/feed/acme/rss.xml", {}],
      ["/feed/acme/atom.xml", {}],
      ["/feed/acme/feed.json", {}],
      ["/llms/acme", {}],
    ] as const;
    await world.deletePost("free");
    for (const [path, headers] of paths) {
      for (const keyed of [true, false]) {
        const sent = keyed ? { ...headers, "x-api-key": key } : headers;
        const response = await world.send("GET", path, { headers: sent });
        const isFeed = path.startsWith("/feed") || path.startsWith("/llms");
        const text = await response.text();
        expect([path, keyed, text.includes(secret)]).toEqual([path, keyed, keyed && !isFeed]);
        const cache = keyed ? "private, no-cache" : "public, max-age=60, stale-while-revalidate=600";
        expect([path, response.status, response.headers.get("cache-control")]).toEqual([path, 200, cache]);
      }
    }
  });

  it("is marked as withheld in Markdown", async () => {
    await withhold();
    const response = await world.send("GET", "/post/acme/paid", { headers: markdown });
    expect(await response.text()).toMatch(/^---\n[^]*\nisContentWithheld: true\n---\n$/);
  });

  it("has a different ETag from its withheld form", async () => {
    await withhold();
    for (const accept of ["application/json", "text/markdown"]) {
      const ask = async (headers: Record<string, string>): Promise<Response> =>
        world.send("GET", "/post/acme/paid", { headers: { accept, ...headers } });
      const withheld = await ask({});
      expect(withheld.headers.get("last-modified")).toBeNull();
      const date = new Date(world.clock.now()).toUTCString();
      const etag = withheld.headers.get("etag") ?? "";
      world.clock.advance(5000);
      expect((await ask({ "if-none-match": etag })).status).toBe(304);
      expect((await ask({ "if-none-match": etag, "x-api-key": key })).status).toBe(200);
      expect((await ask({ "if-modified-since": date, "x-api-key": key })).status).toBe(200);
      const whole = await ask({ "x-api-key": key });
      expect((await ask({ "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(200);
    }
  });
}
