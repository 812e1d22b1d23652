import { join } from "node:path";
import { Agent, get } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { type AtomicDriver, createPublicApi } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { encodeKey } from "../../lib/store/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

interface Answer {
  status: number;
  rateLimit: string;
  retryAfter: string | undefined;
  body: string;
}

const requests = 5000;
const limit = 2000;

describe("5,000 concurrent requests with one key", () => {
  const clock = new ManualClock();
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const { path, remove } = temporaryDirectory();
  let close: () => Promise<void> = async () => undefined;
  afterEach(async () => {
    await close();
    agent.destroy();
    remove();
  });

  const ask = async (url: string, key: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers: { "x-api-key": key } }, (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (body += part));
        response.on("end", () => {
          const { ratelimit = "", "retry-after": retryAfter } = response.headers;
          resolve({ status: response.statusCode ?? 0, rateLimit: String(ratelimit), retryAfter, body });
        });
      }).on("error", reject);
    });

  const drivers: [string, () => AtomicDriver][] = [
    ["memory", () => memoryDriver({ clock })],
    ["lmdb", () => lmdbDriver({ path, clock })],
  ];
  if (!sqliteIsMissing())
    drivers.push(["sqlite", () => sqliteDriver({ path: join(path, "data.db"), clock })]);

  it.each(drivers)("serves exactly 2,000 requests a day over %s", async (_name, openDriver) => {
    clock.time = Date.UTC(2026, 5, 15, 23, 30);
    const storage = openDriver();
    const api = createPublicApi({ storage, clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Hello" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
    const { key, id } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "K" });
    const server = await serve(api, { port: 0 });
    close = async () => {
      agent.destroy();
      await server.close();
      await storage.dispose?.();
    };
    const url = `${server.url}/api/public/v1/post/acme/hello`;

    const answers = await Promise.all(Array.from({ length: requests }, () => ask(url, key)));
    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([served.length, refused.length]).toEqual([limit, requests - limit]);
    expect(served.every(({ body }) => body.includes('"slug":"hello"'))).toBe(true);
    expect(new Set(refused.map(({ rateLimit, retryAfter }) => `${rateLimit} ${retryAfter}`))).toEqual(
      new Set(['"daily";r=0;t=1800 1800']),
    );
    const left = served.map(({ rateLimit }) => Number(/r=(\d+)/.exec(rateLimit)?.[1]));
    expect(new Set(left).size).toBe(limit);
    expect([Math.min(...left), Math.max(...left)]).toEqual([0, limit - 1]);

    const counter = {
      partition: encodeKey(["key", id.slice(0, 12)]),
      key: encodeKey(["requests", "2026-06-15"]),
    };
    expect((await storage.atomic.getMany([counter]))[0]?.value).toEqual({ sum: limit });

    clock.time = Date.UTC(2026, 5, 15, 23, 59, 59, 999);
    expect((await ask(url, key)).status).toBe(429);
    clock.time = Date.UTC(2026, 5, 16);
    expect(await ask(url, key)).toMatchObject({ status: 200, rateLimit: '"daily";r=1999;t=86400' });
  });
});
