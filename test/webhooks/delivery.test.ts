import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { allOf } from "../async_items.ts";
import { createWebhook, secret, setUp, type Setup, verify } from "./_receiver.ts";

const hello = { organizationSlug: "acme", slug: "hello" };
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

let edits = 0;

async function edit(): Promise<void> {
  await api.posts.update(hello, { author: `Author ${++edits}` });
}

describe("a webhook", () => {
  it("receives each change once, signed, with its revision", async () => {
    const { secret: signing } = await createWebhook(setup);
    await setup.publish();
    await edit();
    await api.events.deliver();
    await api.events.deliver();
    const [first, ...others] = setup.receiver.inOrder();
    expect(others).toHaveLength(1);
    if (first === undefined) return;
    expect(await verify(first, signing, setup.clock.now())).toEqual({
      id: first.headers["webhook-id"],
      type: "post.published",
      timestamp: "2026-06-15T12:00:00.000Z",
      organization: "acme",
      sequence: expect.any(Number),
      data: expect.objectContaining({ slug: "hello", revision: 1 }),
    });
    expect(first).toMatchObject({ url: "https://site.example/hook", timeoutMs: 10_000 });
    expect(setup.receiver.take()).toMatchObject([
      { type: "post.published" },
      { type: "post.updated", data: { revision: 2 } },
    ]);
  });

  it("receives no event from before its creation", async () => {
    await setup.publish();
    await createWebhook(setup);
    await edit();
    await api.events.deliver();
    expect(setup.receiver.take().map(({ type }) => type)).toEqual(["post.updated"]);
  });

  it("receives only the events of its filters", async () => {
    await createWebhook(setup, { events: ["post.updated"] });
    const tagged = { tags: ["a", "b"], articleSection: "News", inLanguage: "de-AT" };
    await createWebhook(setup, { url: "https://b.example/", tags: ["b"], sections: ["News"] });
    await createWebhook(setup, { url: "https://c.example/", languages: ["DE"] });
    await createWebhook(setup, { url: "https://d.example/", languages: ["da", "en"] });
    await api.posts.put("acme", { slug: "x", name: "X", html: "<p>x</p>", ...tagged });
    await setup.publish();
    await api.organizations.update("acme", { name: "Acme Ltd" });
    await api.events.deliver();
    const sent = setup.receiver.requests.map(({ url, body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { slug: string } };
      return `${new URL(url).hostname} ${type} ${data.slug}`;
    });
    expect(sent.toSorted()).toEqual([
      "b.example organization.updated acme",
      "b.example post.published x",
      "c.example organization.updated acme",
      "c.example post.published x",
      "d.example organization.updated acme",
      "d.example post.published hello",
    ]);
  });

  it("receives the change by which a post leaves its filters, with the former values", async () => {
    await createWebhook(setup, { sections: ["News"] });
    await createWebhook(setup, { url: "https://tags.example/", tags: ["b"] });
    const post = { slug: "x", name: "X", html: "<p>x</p>" };
    await api.posts.put("acme", { ...post, articleSection: "News", tags: ["a", "b"] });
    await api.posts.put("acme", { ...post, articleSection: "Events", tags: ["a"] });
    await api.posts.put("acme", { ...post, name: "Y", articleSection: "Events", tags: ["a"] });
    await api.events.deliver();
    const sent = setup.receiver.inOrder().map(({ url, body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { previous?: object } };
      return [new URL(url).hostname, type, data.previous];
    });
    const expected = [
      ["post.published", undefined],
      ["post.updated", { section: "News", tags: ["a", "b"] }],
    ];
    const isOfTags = ([host]: unknown[]): boolean => host === "tags.example";
    expect(sent.filter(isOfTags).map(([, ...event]) => event)).toEqual(expected);
    expect(sent.filter((one) => !isOfTags(one)).map(([, ...event]) => event)).toEqual(expected);
  });

  it("receives events of keys and members only if it names them", async () => {
    await createWebhook(setup);
    await createWebhook(setup, { url: "https://keys.example/", events: ["key.generated", "member.changed"] });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "admin" });
    await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "CI" });
    await api.events.deliver();
    const sent = setup.receiver.requests.map(
      ({ url, body }) => `${url} ${/"type":"([^"]+)"/.exec(body)?.[1]}`,
    );
    expect(sent.toSorted()).toEqual([
      "https://keys.example/ key.generated",
      "https://keys.example/ member.changed",
    ]);
  });

  it("receives many events, each once", async () => {
    await createWebhook(setup);
    for (let index = 0; index < 250; index++) await setup.publish(`post-${index}`);
    await api.events.deliver();
    const sequences = setup.receiver.take().map((event) => ("sequence" in event ? event.sequence : 0));
    const { events } = await api.events.list("acme", { limit: 1000 });
    expect(sequences.toSorted((one, other) => one - other)).toEqual(events.map(({ sequence }) => sequence));
  });

  it("delivers to another webhook while its own receiver is slow", async () => {
    await createWebhook(setup);
    await createWebhook(setup, { url: "https://fast.example/" });
    let answer = (_status: number): void => undefined;
    const slow = new Promise<number>((resolve) => (answer = resolve));
    let fast = 0;
    setup.receiver.reply = ({ url }) => {
      if (!url.startsWith("https://fast")) return slow;
      if (++fast === 30) answer(204);
      return 204;
    };
    for (let index = 0; index < 30; index++) await setup.publish(`post-${index}`);
    await api.events.deliver();
    expect(fast).toBe(30);
    expect(setup.receiver.requests).toHaveLength(60);
  });

  it("has at most 10 concurrent requests", async () => {
    await createWebhook(setup);
    let concurrent = 0;
    let most = 0;
    let start = (): void => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));
    setup.receiver.reply = async () => {
      most = Math.max(most, ++concurrent);
      if (most === 10) setTimeout(start, 20);
      await started;
      concurrent--;
      return 204;
    };
    for (let index = 0; index < 60; index++) await setup.publish(`post-${index}`);
    await api.events.deliver();
    expect([most, setup.receiver.requests.length]).toEqual([10, 60]);
  });
});

describe("a failed delivery", () => {
  it("is retried with growing delays for 3 days, with the same id", async () => {
    const address = await createWebhook(setup);
    const other = { url: "https://other.example/" };
    await createWebhook(setup, other);
    setup.receiver.reply = ({ url }) => (url === other.url ? 204 : 500);
    await setup.publish();
    await api.events.deliver();
    await setup.pass(5 * minute, 6 * second);
    const early = await setup.log(address);
    expect(early.length).toBe(4);
    expect(new Set(early.map(({ eventId }) => eventId)).size).toBe(1);
    await setup.pass(80 * hour, 10 * minute);
    const all = await setup.log(address);
    const delays = all.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(all[index]?.at ?? ""));
    const growing = delays.slice(0, 8);
    // Delays vary by 20%, so a delay can be a little shorter than the previous one.
    for (const [index, delay] of growing.slice(1).entries()) {
      expect(delay).toBeGreaterThan(0.9 * (growing[index] ?? 0));
    }
    expect(Math.max(...delays)).toBeLessThan(4 * hour);
    const [first, last] = [all[0], all.at(-1)];
    expect(first).toMatchObject({ outcome: "failed", attempt: 1, status: 500 });
    expect(last).toMatchObject({ outcome: "failed", attempt: all.length });
    const span = Date.parse(last?.at ?? "") - Date.parse(first?.at ?? "");
    expect(span).toBeGreaterThanOrEqual(72 * hour);
    expect(span).toBeLessThan(73 * hour);
  });

  it("does not hold up later events", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = ({ body }) => (body.includes('"slug":"bad"') ? 500 : 204);
    await setup.publish("bad");
    await setup.publish("good");
    await api.events.deliver();
    expect((await setup.log(address)).map(({ outcome }) => outcome).toSorted()).toEqual([
      "delivered",
      "failed",
    ]);
    expect(await api.webhooks.get(address)).toMatchObject({ waiting: 1, status: "enabled" });
  });

  it("waits as long as Retry-After demands, up to a day", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => ({ status: 503, retryAfter: "3600" });
    await setup.publish();
    await api.events.deliver();
    await setup.pass(59 * minute, minute);
    expect(setup.receiver.requests).toHaveLength(1);
    setup.receiver.reply = () => ({ status: 429, retryAfter: "99999999" });
    await setup.pass(2 * minute, minute);
    expect(setup.receiver.requests).toHaveLength(2);
    const [, second] = await setup.log(address);
    const wait = Date.parse(second?.nextAttemptAt ?? "") - Date.parse(second?.at ?? "");
    expect(wait).toBe(24 * hour);
  });

  it("is retried when another event arrives after an outage", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => new Error("connect ECONNREFUSED");
    for (let index = 0; index < 20; index++) await setup.publish(`post-${index}`);
    await api.events.deliver();
    await setup.pass(30 * minute, minute);
    setup.receiver.requests.length = 0;
    setup.receiver.reply = () => 204;
    await setup.publish("last");
    await api.events.deliver();
    expect(new Set(setup.receiver.take().map(({ id }) => id)).size).toBe(21);
    const { failingSince, waiting } = (await api.webhooks.get(address)) ?? {};
    expect([failingSince, waiting]).toEqual([undefined, 0]);
  });

  it("keeps its queue small during an outage, and loses nothing", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 500;
    for (let index = 0; index < 300; index++) await setup.publish(`post-${index}`);
    await api.events.deliver();
    expect((await api.webhooks.get(address))?.waiting).toBeLessThanOrEqual(100);
    await setup.pass(10 * minute, minute);
    expect((await api.webhooks.get(address))?.waiting).toBeLessThanOrEqual(100);
    setup.receiver.requests.length = 0;
    setup.receiver.reply = () => 204;
    await setup.pass(30 * minute, minute);
    expect(new Set(setup.receiver.take().map(({ id }) => id)).size).toBe(300);
  });

  it("follows no redirect", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 302;
    await setup.publish();
    await api.events.deliver();
    expect(await setup.log(address)).toMatchObject([{ status: 302, outcome: "failed" }]);
  });
});

describe("a failing webhook", () => {
  it("is disabled by 410, which other webhooks learn", async () => {
    const gone = await createWebhook(setup);
    await createWebhook(setup, { url: "https://other.example/", events: ["webhook.disabled"] });
    setup.receiver.reply = ({ url }) => (url === "https://other.example/" ? 204 : 410);
    await setup.publish();
    await api.events.deliver();
    await api.events.deliver();
    const events = setup.receiver.take();
    expect(events.map(({ type }) => type)).toEqual(["post.published", "webhook.disabled"]);
    expect(events[1]?.data).toEqual({ id: gone.webhookId, reason: "gone" });
    expect(await api.webhooks.get(gone)).toMatchObject({ status: "disabled", disabledReason: "gone" });
    await edit();
    await setup.pass(hour, minute);
    expect(setup.receiver.take()).toEqual([]);
  });

  it("is disabled after 3 days without a success, and resumes with the events that waited", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 500;
    await setup.publish();
    await api.events.deliver();
    for (let day = 0; day < 3; day++) {
      await edit();
      await setup.pass(24 * hour, 10 * minute);
    }
    expect(await api.webhooks.get(address)).toMatchObject({ status: "disabled", disabledReason: "failing" });
    await api.events.settle();
    const { events } = await api.events.list("acme");
    expect(events.at(-1)).toMatchObject({ type: "webhook.disabled", data: { reason: "failing" } });
    await edit();
    setup.receiver.requests.length = 0;
    setup.receiver.reply = () => 204;
    expect(await api.webhooks.resume(address)).toMatchObject({ status: "enabled" });
    await api.events.deliver();
    const revisions = setup.receiver.take().map(({ data }) => ("revision" in data ? data.revision : 0));
    expect(revisions.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
    expect(await api.webhooks.get(address)).not.toHaveProperty("disabledReason");
  });

  it("is not disabled while some deliveries succeed", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = ({ body }) => (body.includes('"slug":"bad"') ? 500 : 204);
    await setup.publish("bad");
    await setup.publish();
    for (let day = 0; day < 4; day++) {
      await edit();
      await setup.pass(24 * hour, 30 * minute);
    }
    expect(await api.webhooks.get(address)).toMatchObject({ status: "enabled", waiting: 0 });
    expect((await setup.log(address)).some(({ outcome }) => outcome === "abandoned")).toBe(true);
  });
});

describe("a paused webhook", () => {
  it("receives nothing until it is resumed", async () => {
    const address = await createWebhook(setup);
    await api.webhooks.pause(address);
    await setup.publish();
    await api.events.deliver();
    expect(setup.receiver.take()).toEqual([]);
    await api.webhooks.resume(address);
    await api.events.deliver();
    expect(setup.receiver.take()).toHaveLength(1);
  });

  it("is resumed by another process than the one that delivers", async () => {
    const address = await createWebhook(setup);
    await api.events.deliver();
    const other = createPublicApi({ storage: setup.driver, clock: setup.clock, secret });
    await other.webhooks.pause(address);
    await setup.publish();
    await api.events.deliver();
    await other.webhooks.resume(address);
    await api.events.deliver();
    expect(setup.receiver.take()).toHaveLength(1);
  });
});

describe("the state in the store", () => {
  it("continues retries in another process", async () => {
    await createWebhook(setup);
    setup.receiver.reply = () => 500;
    await setup.publish();
    await api.events.deliver();
    const { driver, clock, receiver } = setup;
    const next = createPublicApi({ storage: driver, clock, secret, webhooks: { send: receiver.send } });
    receiver.reply = () => 204;
    clock.advance(minute);
    await next.events.deliver();
    expect(receiver.requests).toHaveLength(2);
    clock.advance(hour);
    await next.events.deliver();
    await api.events.deliver();
    expect(receiver.requests).toHaveLength(2);
  });

  it("is consistent if two processes deliver at the same time", async () => {
    const address = await createWebhook(setup);
    const { driver, clock, receiver } = setup;
    const other = createPublicApi({ storage: driver, clock, secret, webhooks: { send: receiver.send } });
    for (let index = 0; index < 120; index++) await setup.publish(`post-${index}`);
    await Promise.all([api.events.deliver(), other.events.deliver()]);
    await Promise.all([api.events.deliver(), other.events.deliver()]);
    expect(new Set(receiver.take().map(({ id }) => id)).size).toBe(120);
    expect((await api.webhooks.get(address))?.waiting).toBe(0);
  });

  it("ends with the webhook, and with the organization", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 500;
    await setup.publish();
    await api.events.deliver();
    await api.webhooks.delete(address);
    await setup.pass(hour, minute);
    expect(setup.receiver.requests).toHaveLength(1);
    await expect(api.webhooks.deliveries(address)).rejects.toThrow("no webhook");
    await createWebhook(setup);
    await edit();
    await api.events.deliver();
    await api.organizations.delete("acme");
    const left: string[] = [];
    for await (const partition of setup.driver.atomic.partitions?.() ?? []) left.push(partition);
    expect(left.filter((partition) => partition.startsWith("webhooks!"))).toEqual([]);
    expect(await allOf(api.webhooks.iterate("acme"))).toEqual([]);
  });
});
