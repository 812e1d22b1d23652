import { beforeEach, describe, expect, it } from "vitest";
import type { PublicApi, WebhookDelivery } from "../../lib/mod.ts";
import { createWebhook, setUp, type Setup } from "./_receiver.ts";

const hello = { organizationSlug: "acme", slug: "hello" };
const minute = 60_000;
const hour = 60 * minute;

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

async function publish(slug = "hello"): Promise<void> {
  await api.posts.put("acme", { slug, name: slug, html: "<p>Hi</p>" });
}

/** Advances the clock in steps, with a round after each. */
async function pass(milliseconds: number, step = milliseconds): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    setup.clock.advance(step);
    await api.events.deliver();
  }
}

async function log(address: { organizationSlug: string; webhookId: string }): Promise<WebhookDelivery[]> {
  return (await api.webhooks.deliveries(address, { limit: 100 })).deliveries.toReversed();
}

describe("the log of deliveries", () => {
  it("holds the response, cleaned, and pages", async () => {
    const address = await createWebhook(setup);
    const body = new TextEncoder().encode("no\u0000\u001b[31m");
    setup.receiver.reply = () => ({ status: 418, body });
    for (let index = 0; index < 5; index++) await publish(`post-${index}`);
    await api.events.deliver();
    const first = await api.webhooks.deliveries(address, { limit: 3 });
    expect(first.deliveries.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(first.deliveries[0]).toMatchObject({ response: "no\ufffd\ufffd[31m", trigger: "event" });
    const rest = await api.webhooks.deliveries(address, { limit: 3, before: first.next ?? 0 });
    expect([rest.deliveries.map(({ id }) => id), rest.next]).toEqual([[2, 1], null]);
    await expect(api.webhooks.deliveries(address, { limit: 101 })).rejects.toThrow(RangeError);
  });

  it("keeps the last 1,000", async () => {
    const address = await createWebhook(setup);
    for (let index = 0; index < 1005; index++) await api.webhooks.test(address);
    const { deliveries } = await api.webhooks.deliveries(address, { before: 9 });
    expect(deliveries.map(({ id }) => id)).toEqual([8, 7, 6]);
  });
});

describe("a test and a redelivery", () => {
  it("are sent once, at once, also by a paused webhook", async () => {
    const address = await createWebhook(setup);
    await api.webhooks.pause(address);
    setup.receiver.reply = () => 500;
    const tested = await api.webhooks.test(address);
    expect(tested).toMatchObject({ eventType: "webhook.test", trigger: "test", outcome: "abandoned" });
    expect(setup.receiver.take()).toMatchObject([{ type: "webhook.test", organization: "acme" }]);
    await pass(hour, minute);
    expect(setup.receiver.take()).toEqual([]);
  });

  it("of a failed delivery replaces its retries", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 500;
    await publish();
    await api.events.deliver();
    const [failed] = await log(address);
    setup.receiver.reply = () => 204;
    const again = await api.webhooks.redeliver(address, failed?.id ?? 0);
    expect(again).toMatchObject({ trigger: "redelivery", outcome: "delivered", eventId: failed?.eventId });
    const [one, other] = setup.receiver.take();
    expect(one).toEqual(other);
    expect((await api.webhooks.get(address))?.waiting).toBe(0);
    await expect(api.webhooks.redeliver(address, 99)).rejects.toThrow("the log has no delivery 99");
    await api.events.deliver();
    await pass(hour, minute);
    expect(setup.receiver.take()).toEqual([]);
  });
});

it("tells the host each attempt", async () => {
  const told: unknown[] = [];
  const hooks = { "webhook.attempted": (event: unknown) => void told.push(event) };
  const own = await setUp({ hooks });
  const { webhookId } = await createWebhook(own);
  own.receiver.reply = () => 500;
  await own.api.webhooks.test({ organizationSlug: "acme", webhookId });
  await own.api.posts.put("acme", { name: "Hello", html: "<p>Hi</p>" });
  await own.api.events.deliver();
  expect(told).toMatchObject([
    { webhookId, eventType: "webhook.test", outcome: "abandoned", status: 500 },
    { webhookId, eventType: "post.published", outcome: "failed", attempt: 1 },
  ]);
});

it("does not start again what was deleted meanwhile", async () => {
  const address = await createWebhook(setup);
  setup.receiver.reply = async () => {
    await api.webhooks.delete(address);
    return 500;
  };
  await publish();
  await api.events.deliver();
  await api.posts.delete(hello);
  await api.events.deliver();
  expect(setup.receiver.requests).toHaveLength(1);
});
