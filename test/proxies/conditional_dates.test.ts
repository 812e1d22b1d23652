import { describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { isMissing, deployed, startVarnish } from "./_started_proxy.ts";

const lists = [
  "/post/acme",
  "/post/acme/sitemap",
  "/sitemap/acme",
  "/feed/acme/rss.xml",
  "/feed/acme/atom.xml",
  "/feed/acme/feed.json",
  "/faq/acme",
  "/llms/acme",
  "/llms-full/acme",
  "/tags/acme",
];
const post = "/post/acme/hello";
const hour = 3_600_000;
const html = "<h2>Is it open?</h2><p>It is.</p>";
const hello = { organizationSlug: "acme", slug: "hello" };

/** An API behind Varnish, with a clock that is hours behind the clock of Varnish. */
interface Cached {
  api: PublicApi;
  clock: ManualClock;
  send: (path: string, since?: string) => Promise<Response>;
  purge: () => Promise<void>;
}

async function open(): Promise<Cached> {
  const clock = new ManualClock();
  clock.time = Date.now() - 5 * hour;
  const cache = { tags: true, maxAgeSeconds: 3600, staleWhileRevalidateSeconds: 0 };
  const api = createPublicApi({ storage: memoryDriver({ clock }), clock, cache });
  const acme = { slug: "acme", name: "Acme", siteUrl: "https://acme.example", feeds: true };
  await api.organizations.create(acme);
  for (const name of ["Hello", "Other"]) await api.posts.create("acme", { name, html, tags: [name] });
  clock.advance(hour);
  const server = await serve(api, { port: 0 });
  const { origin } = await startVarnish(deployed("varnish/cache_tags.vcl"), server.port);
  releaseAfterUse(() => server.close());
  const send = (path: string, since?: string): Promise<Response> =>
    fetch(`${origin}/api/public/v1${path}`, {
      headers: since === undefined ? {} : { "if-modified-since": since },
      cache: "no-store",
    });
  const purge = async (): Promise<void> => {
    const { status } = await fetch(origin, { method: "PURGE", headers: { "x-tag": "org-acme" } });
    expect(status).toBe(200);
  };
  return { api, clock, send, purge };
}

describe.skipIf(isMissing("varnish"))("dates behind Varnish", () => {
  it("get no 304 for a list that has changed without a later date", async () => {
    const { api, clock, send, purge } = await open();
    /** The latest change of a post, which earlier versions sent as the date of a list. */
    const latest = new Date(clock.now() - hour).toUTCString();
    const before = new Map<string, string>();
    for (const path of lists) {
      const response = await send(path);
      expect([path, response.headers.get("last-modified")]).toEqual([path, null]);
      before.set(path, await response.text());
    }
    await api.posts.delete({ ...hello, slug: "other" });
    await purge();
    for (const path of lists) {
      // The first request fills the cache, and the second is served from it.
      for (const _request of [1, 2]) {
        const response = await send(path, latest);
        expect([path, response.status]).toEqual([path, 200]);
        expect(await response.text()).not.toBe(before.get(path));
      }
    }
  });

  it("get 304 for a post until it changes, also with the same stated updatedAt", async () => {
    const { api, clock, send, purge } = await open();
    const date = (await send(post)).headers.get("last-modified") ?? "";
    expect(Date.parse(date)).toBe(Math.ceil((clock.now() - hour) / 1000) * 1000);
    expect((await send(post, date)).status).toBe(304);
    await api.posts.update(hello, { updatedAt: "2026-01-01", html: "<p>New</p>" });
    await purge();
    clock.advance(hour);
    for (const _request of [1, 2]) {
      const response = await send(post, date);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("New");
    }
  });
});
