import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { GeneratedPosts } from "../http/generated_posts.ts";
import { readIndex, readUrlset } from "../sitemap/_read_sitemap.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { describeOn, installedRuntime } from "../runtimes/runtime.ts";
import { startMiniflare } from "../runtimes/start_miniflare.ts";
import { isMissing, snippetOf, startCaddy, type StartedProxy, startNginx } from "./_started_proxy.ts";

const page = "docs/sitemaps.md";
const count = 50_001;

/** A site that serves the sitemaps of an API. */
interface Site {
  fetch(pathAndQuery: string, headers?: Record<string, string>): Promise<Response>;
}

/** Tests the sitemaps of a site with the configuration from the docs. */
function describeSite(name: string, start: (apiPort: number) => Promise<Site>): void {
  describe(`the sitemaps behind ${name}`, () => {
    let site: Site;
    beforeAll(async () => {
      const api = createPublicApi({ storage: memoryDriver(), content: new GeneratedPosts(count) });
      const server = await serve(api, { port: 0 });
      releaseAfterUse(() => server.close());
      site = await start(server.port);
    });

    it.each([
      ["/sitemap.xml", 1],
      ["/sitemap-posts.xml", 0],
    ])("are an index at %s, and pages with every URL once", async (path, roots) => {
      const response = await site.fetch(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml"]);
      const index = await readIndex(await response.text());
      expect(index).toHaveLength(2);
      const locs: string[] = [];
      for (const { url } of index) {
        expect(new URL(url).origin).toBe("https://acme.example");
        const xml = await (await site.fetch(url.replace("https://acme.example", ""))).text();
        locs.push(...(await readUrlset(xml)).map((item) => item.url));
      }
      expect([locs.length, new Set(locs).size]).toEqual([count + roots, count + roots]);
      expect((await site.fetch(`${path}?page=3`)).status).toBe(404);
    });

    it("are compared by their ETag, and are available as JSON", async () => {
      const path = "/sitemap.xml?page=2";
      const etag = (await site.fetch(path)).headers.get("etag") ?? "";
      expect((await site.fetch(path, { "if-none-match": etag })).status).toBe(304);
      const json = await site.fetch(path, { accept: "application/json" });
      expect(((await json.json()) as { urls: unknown[] }).urls).toHaveLength(2);
    });
  });
}

/** Returns the site at an origin. */
const siteAt = (origin: string): Site => ({
  fetch: (path, headers = {}) => fetch(origin + path, { headers }),
});

const startProxy = async (started: Promise<StartedProxy>): Promise<Site> => siteAt((await started).origin);

if (!isMissing("nginx")) {
  describeSite("nginx", (port) => startProxy(startNginx(snippetOf(page, "nginx"), port)));
}

if (!isMissing("caddy")) {
  describeSite("Caddy", (port) => startProxy(startCaddy(snippetOf(page, "Caddy"), port)));
}

/** Starts a server that requests the targets of the Next.js rewrites and passes the query on. Next.js itself does not run. */
async function startRewrites(apiPort: number): Promise<Site> {
  const code = snippetOf(page, "Next.js").replaceAll("127.0.0.1:3000", `127.0.0.1:${apiPort}`);
  const { default: config } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: { rewrites(): Promise<{ source: string; destination: string }[]> };
  };
  const rewrites = await config.rewrites();
  return {
    fetch: async (pathAndQuery, headers = {}) => {
      const { pathname, search } = new URL(pathAndQuery, "https://acme.example");
      const rewrite = rewrites.find(({ source }) => source === pathname);
      return fetch(`${rewrite?.destination}${search}`, { headers });
    },
  };
}

describeSite("the rewrites of Next.js", startRewrites);

async function startWorker(apiPort: number): Promise<Site> {
  const worker = await startMiniflare({
    modules: true,
    script: snippetOf(page, "Cloudflare").replaceAll(
      "https://api.acme.example",
      `http://127.0.0.1:${apiPort}`,
    ),
  });
  releaseAfterUse(() => worker.close());
  return siteAt(worker.url);
}

describeOn(installedRuntime("workerd", "workerd"), () => describeSite("a Cloudflare Worker", startWorker));
