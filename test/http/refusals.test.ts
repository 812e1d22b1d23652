import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { WatchedDriver } from "./watched_driver.ts";

const unknownKey = "postern_mfwwc3tbnfxgozlt_0000000000000000000000000000000000000000000000000";

async function get({ fetch, options }: PublicApi, key: string, init: RequestInit = {}): Promise<Response> {
  const url = `http://localhost${options.basePath}/api/public/v1/post/acme`;
  return fetch(new Request(url, { ...init, headers: { "x-api-key": key, origin: "https://a.example" } }));
}

async function createWithKey(
  options: Partial<PublicApiOptions>,
): Promise<{ api: PublicApi; key: string; clock: ManualClock }> {
  const clock = new ManualClock();
  const api = createPublicApi({ storage: memoryDriver({ clock }), clock, ...options });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id } = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: id, name: "Test" });
  return { api, key, clock };
}

describe("repeated refusals", () => {
  it("contain the remaining time", async () => {
    const { api, key, clock } = await createWithKey({ rateLimit: { perDay: 1 } });
    await get(api, key);
    const told: unknown[] = [];
    for (const seconds of [0, 0, 1, 1, 100]) {
      clock.advance(seconds * 1000);
      const { status, headers } = await get(api, key);
      told.push([status, Number(headers.get("retry-after")), headers.get("ratelimit")]);
    }
    const noon = 43_200;
    expect(told).toEqual(
      [0, 0, 1, 2, 102].map((after) => [429, noon - after, `"daily";r=0;t=${noon - after}`]),
    );
  });

  it("contain only the details of their own client", async () => {
    const { api, key } = await createWithKey({ rateLimit: { perDay: 1 } });
    await get(api, key);
    const [usedUp, unknown, again, head] = [
      await get(api, key),
      await get(api, unknownKey),
      await get(api, unknownKey),
      await get(api, unknownKey, { method: "HEAD" }),
    ];
    expect(usedUp.headers.has("ratelimit-policy")).toBe(true);
    expect(unknown.headers.has("ratelimit-policy")).toBe(false);
    expect(await unknown.json()).toMatchObject({ status: 401, code: "invalid-key" });
    expect(await again.json()).toMatchObject({ status: 401, code: "invalid-key" });
    expect(await usedUp.json()).toMatchObject({ status: 429, code: "quota-exceeded" });
    expect(await head.text()).toBe("");
    expect(again.headers.get("www-authenticate")).toBe("ApiKey");
    expect([...head.headers]).toEqual([...again.headers]);
  });

  it("need one round trip to the store for every reason", async () => {
    const clock = new ManualClock();
    const watched = new WatchedDriver(memoryDriver({ clock }));
    const { api, key } = await createWithKey({ storage: watched.driver, clock, rateLimit: { perDay: 1 } });
    await get(api, key);
    await api.events.settle();
    const askedFor = async (path: string): Promise<number> => {
      watched.asked = 0;
      watched.queries = 0;
      const request = new Request(`http://localhost/api/public/v1${path}`, { headers: { "x-api-key": key } });
      expect((await api.fetch(request)).status).toBe(429);
      return watched.queries;
    };
    for (const path of ["/docs", "/post/acme/hello", "/post/acme", "/sitemap/acme", "/feed/acme/rss.xml"]) {
      expect(await askedFor(path)).toBe(1);
    }
  });

  it("belong to the API that refuses, not to others in the process", async () => {
    const { api: open } = await createWithKey({ basePath: "/open" });
    const { api: closed } = await createWithKey({
      basePath: "/closed",
      cors: { origins: ["https://b.example"] },
    });
    for (const _time of [1, 2]) {
      const [one, other] = [await get(open, unknownKey), await get(closed, unknownKey)];
      expect(one.headers.get("vary")).toBe("x-api-key");
      expect(other.headers.get("vary")).toBe("x-api-key, origin");
      expect(other.headers.has("access-control-allow-origin")).toBe(false);
      expect(await one.json()).toMatchObject({ type: expect.stringMatching(/^\/open\//) as string });
      expect(await other.json()).toMatchObject({ type: expect.stringMatching(/^\/closed\//) as string });
      for (const { fetch, options } of [open, closed]) {
        const root = `${options.basePath}/api/public/v1`;
        for (const path of ["/post/acme/none", "/post/none", "/knowledge-base"]) {
          const init = path === "/knowledge-base" ? { method: "POST", body: "{}" } : {};
          const response = await fetch(new Request(`http://localhost${root}${path}`, init));
          const { type } = (await response.json()) as { type: string };
          expect(type).toMatch(new RegExp(`^${root}/docs/problems#`));
        }
      }
    }
  });
});
