import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi, type WebhookAddress } from "../../lib/mod.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { createWebhook, secret, setUp, type Setup } from "./_receiver.ts";

const minute = 60_000;
const hour = 60 * minute;

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

/** Makes the receiver refuse the posts whose slug begins with `bad`. */
function refuseBad(): void {
  setup.receiver.reply = ({ body }) => (body.includes('"slug":"bad') ? 422 : 204);
}

/** Publishes a good post, then advances the clock, until the webhook has abandoned an event. */
async function passUntilAbandoned(address: WebhookAddress): Promise<void> {
  for (let step = 0; (await api.webhooks.get(address))?.abandoned === 0; step++) {
    if (step > 200) throw new Error("No event was abandoned");
    await setup.publish(`good-${step}`);
    await setup.pass(10 * minute);
  }
}

async function editBad(name: string): Promise<void> {
  await api.posts.update({ organizationSlug: "acme", slug: "bad" }, { name });
}

const sentTypes = (): string[] => setup.receiver.take().map(({ type }) => type);

describe("an event that the receiver refuses", () => {
  it("is abandoned after 12 attempts while others are delivered, then the next event of its post is sent", async () => {
    const address = await createWebhook(setup);
    refuseBad();
    await setup.publish("bad");
    await passUntilAbandoned(address);
    const { events, next } = await api.webhooks.abandoned(address);
    expect(events).toEqual([
      {
        sequence: expect.any(Number),
        eventId: expect.stringMatching(/^evt_/),
        eventType: "post.published",
        at: "2026-06-15T12:00:00.000Z",
        abandonedAt: expect.any(String),
        attempts: 12,
        status: 422,
      },
    ]);
    expect(next).toBeNull();
    const attempts = setup.receiver.requests.filter(({ body }) => body.includes('"slug":"bad"'));
    expect(attempts).toHaveLength(12);
    expect(await api.webhooks.get(address)).toMatchObject({ status: "enabled", waiting: 0, abandoned: 1 });
    setup.receiver.take();
    setup.receiver.reply = () => 204;
    await editBad("Repaired");
    await api.events.deliver();
    expect(sentTypes()).toEqual(["post.updated"]);
    await setup.pass(80 * hour, hour);
    expect(sentTypes()).toEqual([]);
  });

  it("does not make the webhook fail, and holds up no other event", async () => {
    const address = await createWebhook(setup);
    refuseBad();
    for (let index = 0; index < 120; index++) await setup.publish(`bad-${index}`);
    await api.events.deliver();
    await setup.publish("good");
    await api.events.deliver();
    const isGood = ({ body }: { body: string }): boolean => body.includes('"slug":"good"');
    expect(setup.receiver.requests.filter(isGood)).toHaveLength(1);
    expect(await api.webhooks.get(address)).not.toHaveProperty("failingSince");
  });
});

describe("an outage", () => {
  it("abandons nothing, and ends with the next new event, also of a post whose events wait", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => new Error("connect ECONNREFUSED");
    await setup.publish("bad");
    for (let day = 0; day < 2; day++) {
      await editBad(`Day ${day}`);
      await setup.pass(24 * hour, 20 * minute);
    }
    setup.clock.advance(minute);
    setup.receiver.take();
    expect(await api.webhooks.get(address)).toMatchObject({ abandoned: 0, waiting: 3, status: "enabled" });
    setup.receiver.reply = () => 204;
    await editBad("Back");
    await api.events.deliver();
    expect(sentTypes()).toEqual(["post.published", "post.updated", "post.updated", "post.updated"]);
  });

  it("ends with the oldest events first, and with more requests after each success", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 503;
    for (let index = 0; index < 40; index++) await setup.publish(`post-${index}`);
    await api.events.deliver();
    await setup.pass(10 * hour, 30 * minute);
    setup.receiver.take();
    let pending = 0;
    let answered = 0;
    const widths: number[] = [];
    setup.receiver.reply = async () => {
      pending++;
      widths.push(pending - answered);
      await new Promise((resolve) => setImmediate(resolve));
      pending--;
      answered++;
      return 204;
    };
    // A delay is at most 3.6 hours.
    await setup.pass(4 * hour);
    const sequences = setup.receiver.requests.map(
      ({ body }) => (JSON.parse(body) as { sequence: number }).sequence,
    );
    expect(sequences).toHaveLength(40);
    const ascending = (one: number, other: number): number => one - other;
    // The second request and the third are pending at the same time.
    expect(sequences.slice(0, 3).toSorted(ascending)).toEqual(sequences.toSorted(ascending).slice(0, 3));
    // Each success allows one request more, so at most one request more than successes is pending.
    expect(Math.max(...widths)).toBeLessThanOrEqual(1);
    expect(await api.webhooks.get(address)).toMatchObject({ waiting: 0, abandoned: 0 });
  });

  it("is not over for the events of a resumed webhook until they had all attempts", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 500;
    await setup.publish("bad");
    await api.events.deliver();
    await setup.pass(73 * hour, 30 * minute);
    expect(await api.webhooks.get(address)).toMatchObject({ status: "disabled", waiting: 1, abandoned: 0 });
    await api.webhooks.resume(address);
    refuseBad();
    await setup.publish("good");
    await setup.pass(hour, 10 * minute);
    await setup.publish("better");
    await setup.pass(hour, 10 * minute);
    expect(await api.webhooks.get(address)).toMatchObject({ status: "enabled", waiting: 1, abandoned: 0 });
  });

  it("does not disable a webhook by a failure long after the last one", async () => {
    const address = await createWebhook(setup);
    await setup.publish();
    setup.receiver.reply = () => 500;
    await api.events.deliver();
    // No process works for 4 days.
    setup.clock.advance(96 * hour);
    await api.events.deliver();
    expect(await api.webhooks.get(address)).toMatchObject({ status: "enabled" });
  });
});

describe("the redelivery of abandoned events", () => {
  async function abandon(...slugs: string[]): Promise<WebhookAddress> {
    const address = await createWebhook(setup);
    refuseBad();
    for (const slug of slugs) await setup.publish(slug);
    while (((await api.webhooks.get(address))?.abandoned ?? 0) < slugs.length) {
      await setup.publish(`good-${setup.clock.now()}`);
      await setup.pass(10 * minute);
    }
    setup.receiver.take();
    return address;
  }
  const sentSlugs = (): string[] =>
    setup.receiver.take().map(({ data }) => ("slug" in data ? data.slug : ""));

  it("sends all, once each, and lists again the events that fail", async () => {
    const address = await abandon("bad-1", "bad-2");
    setup.receiver.reply = ({ body }) => (body.includes('"slug":"bad-2"') ? 500 : 204);
    expect(await api.webhooks.redeliverAbandoned(address)).toBe(2);
    await api.events.deliver();
    expect(sentSlugs()).toEqual(["bad-1", "bad-2"]);
    await setup.pass(24 * hour, hour);
    expect(sentSlugs()).toEqual([]);
    expect(await api.webhooks.abandoned(address)).toMatchObject({ events: [{ attempts: 13, status: 500 }] });
    // The requests are concurrent, so the log has their results in any order.
    const logged = (await setup.log(address)).filter(({ trigger }) => trigger === "redelivery");
    expect(logged.map(({ outcome, attempt }) => `${outcome} ${attempt}`).toSorted()).toEqual([
      "abandoned 13",
      "delivered 13",
    ]);
  });

  it("sends the events of a filter", async () => {
    const address = await abandon("bad-1", "bad-2");
    const { events } = await api.webhooks.abandoned(address);
    setup.receiver.reply = () => 204;
    const none = [
      { events: ["post.deleted" as const] },
      { since: setup.clock.now() + hour },
      { until: "2026-06-15T12:00:00Z" },
      { ids: ["evt_unknown"] },
    ];
    for (const filter of none) expect(await api.webhooks.redeliverAbandoned(address, filter)).toBe(0);
    const some = { ids: [events[0]?.eventId ?? ""], events: ["post.published" as const] };
    expect(await api.webhooks.redeliverAbandoned(address, some)).toBe(1);
    await api.events.deliver();
    expect(sentSlugs()).toEqual(["bad-2"]);
    await expect(api.webhooks.redeliverAbandoned(address, { ids: [] })).rejects.toThrow("ids");
    await api.webhooks.update(address, { events: ["post.deleted"] });
    expect(await api.webhooks.redeliverAbandoned(address)).toBe(0);
    expect(await api.webhooks.get(address)).toMatchObject({ abandoned: 1 });
  });

  it("is not held up by its post, and does not hold it up", async () => {
    const address = await abandon("bad");
    await api.webhooks.redeliverAbandoned(address);
    setup.receiver.reply = ({ body }) => (body.includes('"type":"post.published"') ? 500 : 204);
    await editBad("New");
    await api.events.deliver();
    expect(sentTypes().toSorted()).toEqual(["post.published", "post.updated"]);
  });

  it("of a single delivery removes the event from the list", async () => {
    const address = await abandon("bad");
    const last = (await setup.log(address)).find(({ outcome }) => outcome === "abandoned");
    setup.receiver.reply = () => 204;
    await api.webhooks.redeliver(address, last?.id ?? 0);
    expect(await api.webhooks.abandoned(address)).toEqual({ events: [], next: null });
  });

  it("ends with the webhook", async () => {
    const address = await abandon("bad");
    await api.webhooks.delete(address);
    await expect(api.webhooks.redeliverAbandoned(address)).rejects.toThrow("no webhook");
    const records = await setup.driver.atomic.list("webhooks!acme", { limit: 10 });
    expect(records).toEqual([]);
  });
});

it("a result is stored by the next commit if its own commit fails, and the event is not sent again", async () => {
  await createWebhook(setup);
  await setup.publish();
  const { driver, clock, receiver } = setup;
  let failures = 1;
  const commit: typeof driver.atomic.commit = (partition, changes) => {
    const isResult = (changes.sets ?? []).some(({ key }) => key.startsWith("delivery!"));
    if (isResult && failures-- > 0) throw new Error("the disk is full");
    return driver.atomic.commit(partition, changes);
  };
  const storage = { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const other = createPublicApi({ storage, clock, secret, webhooks: { send: receiver.send }, onError });
  await other.events.deliver();
  clock.advance(hour);
  await other.events.deliver();
  expect([receiver.requests.length, errors.length]).toEqual([1, 1]);
});
