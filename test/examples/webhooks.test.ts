import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { webhookSender } from "../../adapters/node/webhook_sender.ts";
import { serve } from "../../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { signWebhook } from "../../lib/webhooks/secrets/sign_webhook.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { listen } from "../servers/listen.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { isMissing, deployed, startNginx } from "../proxies/_started_proxy.ts";

const folder = join(import.meta.dirname, "../../examples/webhooks");
const secret = "a random text of at least 32 characters";
const signing = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

interface Handler {
  POST: (given: unknown) => Promise<Response>;
}

async function signed(event: object, signingSecret = signing): Promise<Request> {
  const body = JSON.stringify(event);
  const headers = await signWebhook({ id: "evt_1", time: Date.now(), body }, [signingSecret]);
  return new Request("https://site.example/api/postern", { method: "POST", headers, body });
}

describe("the receiver of Next.js", () => {
  it("revalidates the tags of a post, for authentic requests only", async () => {
    vi.stubEnv("POSTERN_WEBHOOK_SECRET", signing);
    const revalidated: unknown[] = [];
    vi.doMock("next/cache", () => ({ revalidateTag: (tag: string) => revalidated.push(tag) }));
    const { POST } = (await import(`${folder}/next/app/api/postern/route.js`)) as Handler;
    const organization = "acme";
    const moved = { type: "post.moved", organization, data: { id: 7, slug: "grüße", previousSlug: "old" } };
    expect((await POST(await signed(moved))).status).toBe(200);
    expect(revalidated).toEqual(["posts-acme", "post-7", "post-acme-gr%C3%BC%C3%9Fe", "post-acme-old"]);
    const renamed = { type: "organization.updated", organization, data: { slug: "acme" } };
    expect((await POST(await signed(renamed))).status).toBe(200);
    expect(revalidated.slice(4)).toEqual(["org-acme"]);
    const forged = await POST(await signed(moved, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"));
    expect([forged.status, await forged.json()]).toEqual([400, { error: "invalid-signature" }]);
    expect(revalidated).toHaveLength(5);
  });
});

describe("the receiver of Astro", () => {
  it("starts a build, and fails if the build does not start", async () => {
    vi.stubEnv("POSTERN_WEBHOOK_SECRET", signing);
    vi.stubEnv("BUILD_HOOK_URL", "https://builds.example/hook");
    const { POST } = (await import(`${folder}/astro/src/pages/api/postern.js`)) as Handler;
    const started: unknown[] = [];
    let status = 200;
    vi.stubGlobal("fetch", async (url: string) => {
      started.push(url);
      return new Response(null, { status });
    });
    const updated = { type: "post.updated", data: { slug: "hello" } };
    expect((await POST({ request: await signed(updated) })).status).toBe(200);
    expect(started).toEqual(["https://builds.example/hook"]);
    status = 500;
    expect((await POST({ request: await signed(updated) })).status).toBe(502);
    const test = { type: "webhook.test", data: { message: "" } };
    expect((await POST({ request: await signed(test) })).status).toBe(200);
    expect(started).toHaveLength(2);
  });
});

interface Receiver {
  url: string;
  webhookId: string;
}

describe.skipIf(isMissing("nginx"))("the receiver of nginx", () => {
  async function open(): Promise<{
    api: PublicApi;
    get: (path: string) => Promise<[string | null, string]>;
  }> {
    const api = createPublicApi({
      storage: memoryDriver(),
      secret,
      webhooks: { send: webhookSender(), allowHttp: true, allowPrivateNetworks: true },
      cache: { maxAgeSeconds: 3600 },
    });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (const slug of ["hello", "other"])
      await api.posts.put("acme", { slug, name: slug, html: "<p>Hi</p>" });
    await api.events.deliver();
    const served = await serve(api, { port: 0, hostname: "127.0.0.1" });
    releaseAfterUse(() => served.close());
    const snippet = deployed("nginx/cache.conf");
    const nginx = await startNginx(snippet, Number(new URL(served.url).port));
    const get = async (path: string): Promise<[string | null, string]> => {
      const response = await fetch(`${nginx.origin}/api/public/v1${path}`);
      return [response.headers.get("x-cache-status"), await response.text()];
    };
    vi.stubEnv("CACHE_FOLDER", join(nginx.folder, "postern"));
    return { api, get };
  }

  async function startReceiver(api: PublicApi): Promise<Receiver> {
    vi.stubEnv("PORT", "0");
    // The receiver reads the secret when it starts, so the webhook exists before it.
    const created = await api.webhooks.create("acme", { url: "http://127.0.0.1:1/" });
    vi.stubEnv("POSTERN_WEBHOOK_SECRET", created.secret);
    const { server } = (await import(`${folder}/purge_nginx.js`)) as { server: Server };
    if (!server.listening) await once(server, "listening");
    const url = `${await listen(server)}/`;
    await api.webhooks.update({ organizationSlug: "acme", webhookId: created.id }, { url });
    return { url, webhookId: created.id };
  }

  it("removes a changed post and the lists, and keeps other posts", async () => {
    const { api, get } = await open();
    const { url } = await startReceiver(api);
    const paths = [
      "/post/acme/hello",
      "/post/acme/hello?fields=name",
      "/post/acme/other",
      "/post/acme?limit=1",
    ];
    const statuses = async (): Promise<(string | null)[]> => {
      const answers: (string | null)[] = [];
      for (const path of paths) answers.push((await get(path))[0]);
      return answers;
    };
    await statuses();
    expect(await statuses()).toEqual(["HIT", "HIT", "HIT", "HIT"]);
    await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { name: "Changed" });
    await api.events.deliver();
    expect(await statuses()).toEqual(["MISS", "MISS", "HIT", "MISS"]);
    expect((await get("/post/acme/hello"))[1]).toContain("Changed");
    await api.posts.delete({ organizationSlug: "acme", slug: "hello" });
    await api.events.deliver();
    expect((await get("/post/acme/hello"))[1]).toContain("post-not-found");
    const forged = await fetch(url, { method: "POST", body: "{}" });
    expect(forged.status).toBe(400);
  });

  it("shows edits that the worker of events sends, and the cached post while the webhook is paused", async () => {
    const { api, get } = await open();
    const { webhookId } = await startReceiver(api);
    const post = { organizationSlug: "acme", slug: "hello" };
    const webhook = { organizationSlug: "acme", webhookId };
    releaseAfterUse(api.events.start());
    await get("/post/acme/hello");
    for (const name of ["First", "Second", "Third"]) {
      expect((await get("/post/acme/hello"))[0]).toBe("HIT");
      await api.posts.update(post, { name });
      await vi.waitFor(async () => expect((await get("/post/acme/hello"))[1]).toContain(name), 60_000);
    }
    await api.webhooks.pause(webhook);
    await api.posts.update(post, { name: "Fourth" });
    await api.events.deliver();
    const [status, text] = await get("/post/acme/hello");
    expect([status, text.includes("Third")]).toEqual(["HIT", true]);
    await api.webhooks.resume(webhook);
    await vi.waitFor(async () => expect((await get("/post/acme/hello"))[1]).toContain("Fourth"), 60_000);
  });
});

it("the docs link every receiver", () => {
  const page = readFileSync("docs/webhooks.md", "utf8");
  for (const file of ["next/app/api/postern/route.js", "astro/src/pages/api/postern.js", "purge_nginx.js"]) {
    expect(page).toContain(`(../examples/webhooks/${file})`);
  }
});

it("the docs show the site of Next.js that `run_next_site.sh` runs", () => {
  const names = [
    "posts.js",
    ...["api/postern/route", "blog/page", "blog/[slug]/page", "preview/route"].map(
      (name) => `app/${name}.js`,
    ),
  ];
  const files = names.map((name) => readFileSync(join(folder, "next", name), "utf8"));
  const pages = ["docs/webhooks.md", "docs/previews.md"].map((page) => readFileSync(page, "utf8"));
  const blocks = pages.flatMap((page) =>
    [...page.matchAll(/^```js\n([^]*?)\n```$/gm)].map(([, code = ""]) => code),
  );
  expect(blocks).toHaveLength(7);
  for (const block of blocks) expect(files.some((file) => file.includes(block))).toBe(true);
});
