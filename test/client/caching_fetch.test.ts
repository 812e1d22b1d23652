import { describe, expect, it } from "vitest";
import { cachingFetch, createClient } from "../../lib/api/client/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

async function world(): Promise<{
  api: PublicApi;
  statuses: number[];
  send: (request: Request) => Promise<Response>;
}> {
  const api = createPublicApi({ storage: memoryDriver() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const name of ["A", "B", "C"]) await api.posts.create("acme", { name, html: "<p>Ja.</p>" });
  const statuses: number[] = [];
  const send = async (request: Request): Promise<Response> => {
    const response = await api.fetch(request);
    statuses.push(response.status);
    return response;
  };
  return { api, statuses, send };
}

const connection = { baseUrl: "http://localhost", organizationSlug: "acme" };

describe("cachingFetch", () => {
  it("revalidates cached responses by ETag, until they change", async () => {
    const { api, statuses, send } = await world();
    const client = createClient({ ...connection, fetch: cachingFetch({ fetch: send }) });
    const first = await client.getPost("a");
    first.data.name = "Changed by the caller";
    const second = await client.getPost("a");
    expect([second.data.name, second.headers.get("content-type")]).toEqual(["A", "application/json"]);
    expect(statuses).toEqual([200, 304]);
    await api.posts.update({ organizationSlug: "acme", slug: "a" }, { name: "Another" });
    expect((await client.getPost("a")).data.name).toBe("Another");
    expect((await client.getPost("a")).data.name).toBe("Another");
    expect(statuses).toEqual([200, 304, 200, 304]);
    await client.getPostSitemap();
    expect((await client.getPostSitemap()).data).toContain("<urlset");
    expect(statuses.slice(4)).toEqual([200, 304]);
  });

  it("returns the quota of the latest response, and separates keys", async () => {
    const { api, statuses, send } = await world();
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" });
    const fetch = cachingFetch({ fetch: send });
    const keyed = createClient({ ...connection, fetch, apiKey: key });
    const remaining = async (): Promise<unknown> => (await keyed.getPost("a")).quota?.remaining;
    expect([await remaining(), await remaining()]).toEqual([1999, 1998]);
    const open = await createClient({ ...connection, fetch }).getPost("a");
    expect([open.quota, statuses]).toEqual([undefined, [200, 304, 200]]);
  });

  it("evicts the least recently used response, and caches no errors and no other methods", async () => {
    const { statuses, send } = await world();
    const client = createClient({
      ...connection,
      fetch: cachingFetch({ answers: 2, fetch: send }),
      maxAttempts: 1,
    });
    for (const slug of ["a", "b", "a", "c", "a", "b"]) await client.getPost(slug);
    expect(statuses).toEqual([200, 200, 304, 200, 304, 200]);
    for (let count = 0; count < 2; count++) await client.getPost("none").catch(() => undefined);
    await client.addKnowledge("x").catch(() => undefined);
    expect(statuses.slice(6)).toEqual([404, 404, 401]);
  });
});
