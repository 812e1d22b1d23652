import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChangeEventType, createPublicApi, type PublicApi, type Role } from "../../lib/mod.ts";
import { createClient } from "../../lib/api/client/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { World } from "../api/world.ts";
import { openMemory } from "../access/storages.ts";
import { ManualClock } from "../manual_clock.ts";
import { readToEnd, readUntil } from "../read_stream.ts";

interface Page {
  events: { type: ChangeEventType; sequence: number; data: { slug?: string } }[];
  last: number;
  hasMore: boolean;
  missedFrom?: number;
}

describe("the events of an organization", () => {
  let world: World;
  beforeEach(async () => {
    world = await World.open(openMemory);
  });

  const page = async (key: string, query = ""): Promise<Page> => {
    await world.api.events.settle();
    const response = await world.get(`/events/acme${query}`, key);
    expect(response.status).toBe(200);
    return (await response.json()) as Page;
  };
  const key = async (role: Role = "viewer"): Promise<string> => (await world.createKey({ role })).key;
  const write = (name: string): Promise<unknown> => world.api.posts.put("acme", { name, html: "<p>Hi</p>" });
  const statusAndCode = async (response: Response): Promise<[number, unknown]> => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];

  it("are read in pages", async () => {
    for (const name of ["A", "B", "C"]) await write(name);
    const text = await key();
    const first = await page(text, "?limit=2");
    expect([first.events.map(({ data }) => data.slug), first.hasMore]).toEqual([["a", "b"], true]);
    const second = await page(text, `?limit=2&after=${first.last}`);
    expect([second.events.map(({ data }) => data.slug), second.hasMore]).toEqual([["c"], false]);
    expect(await page(text, `?after=${second.last}`)).toEqual({
      events: [],
      last: second.last,
      hasMore: false,
    });
  });

  it("depend on the permissions of the key", async () => {
    await write("A");
    await world.api.organizations.update("acme", { name: "Acme Ltd" });
    const viewer = await key();
    const admin = await key("admin");
    const types = async (text: string): Promise<Set<string>> =>
      new Set((await page(text)).events.map(({ type }) => type));
    expect(await types(viewer)).toEqual(new Set(["post.published", "organization.updated"]));
    const all = ["post.published", "organization.updated", "member.changed", "key.generated"];
    expect(await types(admin)).toEqual(new Set(all));
    const refused = await world.get("/events/acme?types=key.generated", viewer);
    expect(await statusAndCode(refused)).toEqual([403, "missing-permission"]);
    const keyManager = await world.createKey({ role: "admin", permissions: ["keys:manage"] });
    expect(await types(keyManager.key)).toEqual(new Set(["key.generated"]));
    const writer = await world.createKey({ role: "admin", permissions: ["knowledge:write"] });
    expect(await statusAndCode(await world.get("/events/acme", writer.key))).toEqual([
      403,
      "missing-permission",
    ]);
  });

  it("are read by the client", async () => {
    for (const name of ["A", "B"]) await write(name);
    await world.api.events.settle();
    const fetch = (request: Request): Promise<Response> => world.api.fetch(request);
    const options = { baseUrl: "http://localhost", organizationSlug: "acme", apiKey: await key(), fetch };
    const client = createClient(options);
    const { data } = await client.events({ limit: 1, types: ["post.published", "post.moved"] });
    expect([data.events[0]?.type, data.hasMore]).toEqual(["post.published", true]);
    const next = await client.events({ after: data.last });
    expect(next.data.events).toMatchObject([{ data: { slug: "b" } }]);
  });

  it("are filtered by type, also if thousands of others lie in between", async () => {
    await write("A");
    for (let index = 0; index < 2100; index++) {
      await world.api.organizations.update("acme", { description: String(index) });
    }
    await write("B");
    const text = await key();
    const first = await page(text, "?types=post.published");
    expect([first.events.map(({ data }) => data.slug), first.hasMore]).toEqual([["a"], true]);
    const second = await page(text, `?types=post.published&after=${first.last}`);
    expect([second.events.map(({ data }) => data.slug), second.hasMore]).toEqual([["b"], false]);
  });

  it("need a key of the organization", async () => {
    expect(await statusAndCode(await world.get("/events/acme"))).toEqual([401, "missing-key"]);
    await world.api.organizations.create({ slug: "other", name: "O", siteUrl: "https://other.example" });
    const text = await key();
    expect(await statusAndCode(await world.get("/events/other", text))).toEqual([403, "wrong-organization"]);
    expect(await statusAndCode(await world.get("/events/nobody", text))).toEqual([403, "wrong-organization"]);
  });

  it("refuse invalid parameters", async () => {
    const text = await key();
    for (const query of [
      "after=-1",
      "after=x",
      "after=9007199254740991",
      "limit=0",
      "limit=101",
      "types=post",
      "x=1",
    ]) {
      const response = await world.get(`/events/acme?${query}`, text);
      expect([query, ...(await statusAndCode(response))]).toEqual([query, 400, "invalid-parameter"]);
    }
  });

  it("tell a reader which events it missed", async () => {
    await write("A");
    const text = await key();
    const { last } = await page(text);
    await write("B");
    await world.api.events.settle();
    world.clock.advance(7 * 86_400_000);
    expect(await page(text, `?after=${last}`)).toMatchObject({ events: [], missedFrom: last + 1 });
  });

  it("contain no content, and no key", async () => {
    await world.api.posts.put("acme", {
      name: "A",
      html: "<p>SECRET</p>",
      description: "SECRET",
      status: "draft",
    });
    const text = await key("admin");
    const body = JSON.stringify(await page(text));
    expect(body).not.toContain("SECRET");
    expect(body).not.toContain(text.split("_").at(-1) ?? "none");
  });
});

describe("a stream of events", () => {
  let api: PublicApi;
  let clock: ManualClock;
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];

  beforeEach(async () => {
    clock = new ManualClock();
    api = createPublicApi({ storage: memoryDriver({ clock }), clock, limits: { eventStreams: 12 } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.cancel();
  });

  const createKey = async (): Promise<{ key: string; id: string; userId: string }> => {
    const user = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "viewer" });
    return api.apiKeys.generate({ organizationSlug: "acme", userId: user.id, name: "k", expiresIn: "1d" });
  };
  const write = (name: string): Promise<unknown> => api.posts.put("acme", { name, html: "<p>Hi</p>" });
  const open = async (
    key: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<Response> => {
    const init = { method, headers: { "x-api-key": key, accept: "text/event-stream", ...headers } };
    return api.fetch(new Request("http://localhost/api/public/v1/events/acme", init));
  };
  const readerOf = (response: Response): ReadableStreamDefaultReader<Uint8Array> => {
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error("The response has no body");
    readers.push(reader);
    return reader;
  };

  it("starts with new events, and continues after Last-Event-ID", async () => {
    await write("Old");
    await api.events.settle();
    const { key } = await createKey();
    const response = await open(key);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const reader = readerOf(response);
    await readUntil(reader, /^retry: 2000\nid: \d+\n\n$/);
    await write("A");
    const text = await readUntil(reader, /"slug":"a"/);
    expect(text).toMatch(/^id: \d+\nevent: post\.published\ndata: \{"id":"evt_.*\}\n\n$/);
    await reader.cancel();
    await write("B");
    const [, lastId = ""] = /id: (\d+)/.exec(text) ?? [];
    const continued = await readUntil(readerOf(await open(key, { "last-event-id": lastId })), /"slug":"b"/);
    expect(continued).not.toContain('"slug":"a"');
  });

  it("counts as one request", async () => {
    const { key, id } = await createKey();
    const reader = readerOf(await open(key));
    await write("A");
    await readUntil(reader, /"slug":"a"/);
    expect((await api.apiKeys.get({ organizationSlug: "acme", keyId: id }))?.requestsToday).toBe(1);
  });

  it.each<[string, (key: { id: string; userId: string }) => unknown]>([
    ["the key is revoked", ({ id }) => api.apiKeys.revoke({ organizationSlug: "acme", keyId: id })],
    ["the key expires", () => clock.advance(86_400_000)],
    ["the user is disabled", ({ userId }) => api.users.setStatus(userId, "disabled")],
    [
      "the user leaves",
      ({ userId }) => api.users.removeFromOrganization({ userId, organizationSlug: "acme" }),
    ],
    ["the organization is deleted", () => api.organizations.delete("acme")],
  ])("ends without later events when %s", async (_when, end) => {
    const created = await createKey();
    const reader = readerOf(await open(created.key));
    await readUntil(reader, /retry/);
    await end(created);
    await write("A").catch(() => undefined);
    expect(await readToEnd(reader)).toBe("");
  });

  it("has the events that a slow reader has not taken yet", async () => {
    const { key } = await createKey();
    const reader = readerOf(await open(key));
    for (let index = 0; index < 250; index++) await write(`Post ${index}`);
    const text = await readUntil(reader, /"slug":"post-249"/);
    expect(text.match(/^event: /gm)).toHaveLength(250);
  });

  it("says that events are missing", async () => {
    const { key } = await createKey();
    await write("A");
    await api.events.settle();
    const text = await readUntil(readerOf(await open(key, { "last-event-id": "1" })), /"slug":"a"/);
    expect(text).toContain('event: missed\ndata: {"missedFrom":2}');
  });

  it("refuses an invalid Last-Event-ID", async () => {
    const { key } = await createKey();
    expect((await open(key, { "last-event-id": "x" })).status).toBe(400);
  });

  it("is refused above the limits of a key and a process", async () => {
    const [one, other] = [await createKey(), await createKey()];
    for (let index = 0; index < 10; index++) readerOf(await open(one.key));
    const refused = await open(one.key);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    for (let index = 0; index < 2; index++) readerOf(await open(other.key));
    expect((await open(other.key)).status).toBe(429);
    await readers.pop()?.cancel();
    expect((await open(other.key, {}, "HEAD")).status).toBe(200);
    const again = await open(other.key);
    expect(again.status).toBe(200);
    readerOf(again);
  });

  it("gives its slot back if nobody has read it for seconds, and keeps it while somebody waits", async () => {
    const { key } = await createKey();
    const waiting = readerOf(await open(key));
    await readUntil(waiting, /retry/);
    const written = readUntil(waiting, /"slug":"a"/);
    const left = await Promise.all(Array.from({ length: 9 }, async () => open(key)));
    clock.advance(4_000);
    expect((await open(key)).status).toBe(429);
    clock.advance(2_000);
    const later = await Promise.all(Array.from({ length: 9 }, async () => open(key)));
    expect(later.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
    expect((await open(key)).status).toBe(429);
    await write("A");
    await written;
    const [first = await open(key)] = left;
    expect(await readToEnd(readerOf(first))).toMatch(/^retry: \d+\nid: \d+\n\n$/);
  });

  it("ends when the process stops", async () => {
    const { key } = await createKey();
    const reader = readerOf(await open(key));
    const allowed = [api.events.closeStreams(), api.events.closeStreams()];
    expect(await readToEnd(reader)).toBe("retry: 2000\nid: 0\n\n");
    for (const allow of allowed) {
      expect((await open(key)).status).toBe(429);
      allow();
    }
    expect((await open(key)).status).toBe(200);
  });

  const lastIdOf = (text: string): string => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
  const retryOf = (text: string): number => Number(/^retry: (\d+)$/m.exec(text)?.[1]);
  /** Opens a stream that continues after a position, and returns its first chunk. */
  const resume = async (key: string, id: string): Promise<[(typeof readers)[number], string]> => {
    const reader = readerOf(await open(key, { "last-event-id": id }));
    return [reader, await readUntil(reader, /\n\n$/)];
  };

  it("continues where it began if the client received no event", async () => {
    const { key } = await createKey();
    await write("Old");
    await api.events.settle();
    const reader = readerOf(await open(key));
    const id = lastIdOf(await readUntil(reader, /\n\n$/));
    await reader.cancel();
    await write("A");
    const [resumed] = await resume(key, id);
    const text = await readUntil(resumed, /"slug":"a"/);
    expect(text).not.toContain('"slug":"old"');
  });

  it("asks clients to connect again later while it is cut, and sooner once it stays open", async () => {
    const { key } = await createKey();
    const other = await createKey();
    let reader = readerOf(await open(key));
    let text = await readUntil(reader, /\n\n$/);
    const retries = [retryOf(text)];
    for (let cut = 0; cut < 8; cut++) {
      await reader.cancel();
      [reader, text] = await resume(key, lastIdOf(text));
      retries.push(retryOf(text));
    }
    expect(retries).toEqual([2, 6, 18, 54, 162, 486, 1458, 3600, 3600].map((seconds) => seconds * 1000));
    expect(retryOf(await readUntil(readerOf(await open(other.key)), /\n\n$/))).toBe(2000);
    clock.advance(2_000_000);
    await write("A");
    expect(retryOf(await readUntil(reader, /"slug":"a"/))).toBeLessThan(3_600_000);
    clock.advance(20_000_000);
    await write("B");
    expect(retryOf(await readUntil(reader, /"slug":"b"/))).toBe(2000);
  });

  it("asks clients to connect again soon when the process stops, also after cuts", async () => {
    const { key } = await createKey();
    const [first, text] = await resume(key, "0");
    await first.cancel();
    const [reader] = await resume(key, lastIdOf(text));
    api.events.closeStreams();
    expect(await readToEnd(reader)).toBe("retry: 2000\n\n");
  });

  it("says once that events are missing", async () => {
    await write("A");
    await write("B");
    await api.events.settle();
    clock.advance(7 * 86_400_000);
    const { key } = await createKey();
    const reader = readerOf(await open(key, { "last-event-id": "1" }));
    await readUntil(reader, /event: missed/);
    await write("C");
    expect(await readUntil(reader, /"slug":"c"/)).not.toContain("missed");
  });
});
