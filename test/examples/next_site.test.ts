import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { webhookSender } from "../../adapters/node/webhook_sender.ts";
import { serve } from "../../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { freePort } from "../free_port.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** Folder of an installed site: `run_next_site.sh` creates it and runs these tests. */
const site = process.env["POSTERN_NEXT_SITE"];

interface Page {
  status: number;
  /** `HIT` if the page came from the cache of Next.js. */
  cache: string | null;
  location: string | null;
  text: string;
}

/** A page that reads posts for every request. Its build fails if the client calls `Date.now()` before the request. */
const livePage = `import { Suspense } from "react";
import { createClient } from "postern/client";

const client = createClient({ baseUrl: process.env.POSTERN_URL, organizationSlug: "acme" });

async function Names() {
  const { data } = await client.listPosts();
  return data.posts.map(({ name }) => name).join();
}

export default function Page() {
  return <Suspense fallback="Loading"><Names /></Suspense>;
}
`;

describe.skipIf(site === undefined)("a site of Next.js", () => {
  let api: PublicApi;
  let origin = "";
  let webhookId = "";
  const address = (slug: string): { organizationSlug: string; slug: string } => ({
    organizationSlug: "acme",
    slug,
  });
  const get = async (path: string, cookie = ""): Promise<Page> => {
    const response = await fetch(origin + path, { redirect: "manual", headers: { cookie } });
    const { status, headers } = response;
    const cache = headers.get("x-nextjs-cache");
    return { status, cache, location: headers.get("location"), text: await response.text() };
  };
  /** Requests a page until it is as expected. Returns the milliseconds. */
  const timeUntil = async (path: string, isReady: (page: Page) => boolean): Promise<number> => {
    const start = performance.now();
    while (!isReady(await get(path))) {
      if (performance.now() - start > 10_000)
        throw new Error(`${path} does not change: ${(await get(path)).text}`);
      await pause(5);
    }
    return Math.round(performance.now() - start);
  };
  const expectCached = async (path: string): Promise<void> => {
    await timeUntil(path, ({ cache }) => cache === "HIT");
  };

  beforeAll(async () => {
    const folder = site ?? "";
    api = createPublicApi({
      storage: memoryDriver(),
      secret: "a random text of at least 32 characters",
      webhooks: { send: webhookSender(), allowHttp: true, allowPrivateNetworks: true },
    });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (const slug of ["hello", "other", "grüße"])
      await api.posts.put("acme", { slug, name: slug, html: "<p>first text</p>" });
    await api.events.deliver();
    const server = await serve(api, { port: 0, hostname: "127.0.0.1" });
    releaseAfterUse(() => server.close());
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const webhook = await api.webhooks.create("acme", { url: `${origin}/api/postern` });
    webhookId = webhook.id;
    const env = { ...process.env, POSTERN_URL: server.url, POSTERN_WEBHOOK_SECRET: webhook.secret };
    mkdirSync(join(folder, "app/live"), { recursive: true });
    writeFileSync(join(folder, "app/live/page.js"), livePage);
    const next = join(folder, "node_modules/next/dist/bin/next");
    await promisify(execFile)(process.execPath, [next, "build"], { cwd: folder, env });
    const args = [next, "start", "--hostname", "127.0.0.1", "--port", String(port)];
    const child: ChildProcess = spawn(process.execPath, args, { cwd: folder, env, stdio: "ignore" });
    releaseAfterUse(async () => {
      child.kill();
      await once(child, "exit");
    });
    for (let attempt = 0; attempt < 100 && !(await fetch(origin).catch(() => undefined)); attempt++)
      await pause(100);
    releaseAfterUse(api.events.start());
  }, 300_000);

  it("keeps a page until the webhook arrives", async () => {
    await expectCached("/blog/hello");
    await api.webhooks.pause({ organizationSlug: "acme", webhookId });
    await api.posts.update(address("hello"), { html: "<p>second text</p>" });
    await pause(3000);
    expect(await get("/blog/hello")).toMatchObject({
      cache: "HIT",
      text: expect.stringContaining("first text"),
    });
    await api.webhooks.resume({ organizationSlug: "acme", webhookId });
    await timeUntil("/blog/hello", ({ text }) => text.includes("second text"));
  });

  it("shows an edit within a second, and keeps other pages", async () => {
    await expectCached("/blog/other");
    const times: number[] = [];
    for (let edit = 1; edit <= 5; edit++) {
      await expectCached("/blog/hello");
      await expectCached("/blog");
      await api.posts.update(address("hello"), { name: `Edit ${edit}`, html: `<p>text ${edit}</p>` });
      times.push(await timeUntil("/blog/hello", ({ text }) => text.includes(`text ${edit}<`)));
      await timeUntil("/blog", ({ text }) => text.includes(`Edit ${edit}<`));
    }
    console.log(`Milliseconds from the edit to the page: ${times.join(", ")}`);
    expect(Math.max(...times)).toBeLessThan(1000);
    expect((await get("/blog/other")).cache).toBe("HIT");
  });

  it("shows an edit of a post whose slug is not ASCII", async () => {
    const path = `/blog/${encodeURIComponent("grüße")}`;
    await expectCached(path);
    await api.posts.update(address("grüße"), { html: "<p>neuer Text</p>" });
    await timeUntil(path, ({ text }) => text.includes("neuer Text"));
    expect((await get(path)).status).toBe(200);
  });

  it("redirects a renamed post, and has no page of an unpublished post", async () => {
    expect((await get("/blog/renamed")).status).toBe(404);
    await expectCached("/blog/renamed");
    await api.posts.update(address("hello"), { slug: "renamed" });
    await timeUntil("/blog/renamed", ({ status, text }) => status === 200 && text.includes("Edit 5"));
    await timeUntil("/blog/hello", ({ status }) => status !== 200);
    expect(await get("/blog/hello")).toMatchObject({ status: 308, location: "/blog/renamed" });
    await api.posts.update(address("renamed"), { status: "archived" });
    await timeUntil("/blog/renamed", ({ status }) => status === 404);
    await timeUntil("/blog", ({ text }) => !text.includes("Edit 5"));
    await api.posts.update(address("renamed"), { status: "published" });
    await timeUntil("/blog/renamed", ({ status }) => status === 200);
  });

  it("shows a draft with a preview link, on its own page only", async () => {
    await api.posts.create("acme", { name: "Plan", html: "<p>soon</p>", status: "draft" });
    const { token } = await api.previews.create(address("plan"));
    const entered = await fetch(`${origin}/preview?slug=plan&token=${token}`, { redirect: "manual" });
    expect(entered.headers.get("location")).toBe("/blog/plan");
    const cookies = entered.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.includes(token))).toContain("Path=/blog/plan;");
    const values = cookies.map((cookie) => cookie.split(";")[0]);
    expect((await get("/blog/plan", values.join("; "))).text).toContain("soon");
    expect((await get("/blog/plan", `preview-token=${token}`)).text).not.toContain("soon");
    expect((await get("/blog/other", values.join("; "))).status).toBe(200);
    expect((await get("/blog/plan")).status).toBe(404);
  });

  it("reads posts for every request in a page that is not cached", async () => {
    await api.posts.update(address("other"), { name: "Another name" });
    expect((await get("/live")).text).toContain("Another name");
  });
});
