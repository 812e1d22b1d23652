import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { GeneratedPosts } from "../http/generated_posts.ts";
import { readIndex, readUrlset } from "../sitemap/_read_sitemap.ts";
import { describeOn, installedRuntime } from "../runtimes/runtime.ts";
import { startMiniflare } from "../runtimes/start_miniflare.ts";
import { isMissing, snippetOf, startCaddy, type StartedProxy, startNginx } from "./_started_proxy.ts";

const page = "docs/sitemaps.md";
const count = 50_001;

/** A site that serves the sitemaps of an API. */
interface Site {
  fetch(pathAndQuery: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

/** Tests the sitemaps of a site with the configuration from the docs. */
function describeSite(name: string, start: (apiPort: number) => Promise<Site>): void {
  describe(`the sitemaps behind ${name}`, () => {
    let server: RunningServer;
    let site: Site;
    beforeAll(async () => {
      const api = createPublicApi({ storage: memoryDriver(), content: new GeneratedPosts(count) });
      server = await serve(api, { port: 0 });
      site = await start(server.port);
    });
    afterAll(async () => {
      await site.stop();
      await server.close();
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

async function startProxy(started: Promise<StartedProxy>): Promise<Site> {
  const proxy = await started;
  return {
    fetch: (path, headers = {}) => fetch(proxy.origin + path, { headers }),
    stop: () => proxy.stop(),
  };
}

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
    stop: async () => undefined,
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
  return {
    fetch: (path, headers = {}) => fetch(worker.url + path, { headers }),
    stop: () => worker.close(),
  };
}

describeOn(installedRuntime("workerd", "workerd"), () => describeSite("a Cloudflare Worker", startWorker));
