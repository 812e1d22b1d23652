import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { createWebhook, secret, setUp, type Setup } from "./_receiver.ts";

const hello = { organizationSlug: "acme", slug: "hello" };
const minute = 60_000;
const hour = 60 * minute;

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

describe("the log of deliveries", () => {
  it("holds the response, cleaned, and pages", async () => {
    const address = await createWebhook(setup);
    const body = new TextEncoder().encode("no\u0000\u001b[31m");
    setup.receiver.reply = () => ({ status: 418, body });
    for (let index = 0; index < 5; index++) await setup.publish(`post-${index}`);
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
    await setup.pass(hour, minute);
    expect(setup.receiver.take()).toEqual([]);
  });

  it("of a failed delivery replaces its retries", async () => {
    const address = await createWebhook(setup);
    setup.receiver.reply = () => 500;
    await setup.publish();
    await api.events.deliver();
    const [failed] = await setup.log(address);
    setup.receiver.reply = () => 204;
    const again = await api.webhooks.redeliver(address, failed?.id ?? 0);
    expect(again).toMatchObject({ trigger: "redelivery", outcome: "delivered", eventId: failed?.eventId });
    const [one, other] = setup.receiver.take();
    expect(one).toEqual(other);
    expect((await api.webhooks.get(address))?.waiting).toBe(0);
    await expect(api.webhooks.redeliver(address, 99)).rejects.toThrow("the log has no delivery 99");
    await api.events.deliver();
    await setup.pass(hour, minute);
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
  await setup.publish();
  await api.events.deliver();
  await api.posts.delete(hello);
  await api.events.deliver();
  expect(setup.receiver.requests).toHaveLength(1);
});

it("a delivery returns the time of the next attempt, also in another process", async () => {
  const { clock, receiver, driver: storage } = setup;
  await createWebhook(setup);
  await setup.publish();
  receiver.reply = () => 500;
  const { nextAt = 0 } = await api.events.deliver();
  const delay = nextAt - clock.now();
  expect(delay).toBeGreaterThanOrEqual(4000);
  expect(delay).toBeLessThanOrEqual(6000);
  const other = createPublicApi({ storage, clock, secret, webhooks: { send: receiver.send } });
  expect(await other.events.deliver()).toEqual({ nextAt });
  receiver.reply = () => 204;
  clock.advance(delay);
  expect(await other.events.deliver()).toEqual({ nextAt: undefined });
  expect(receiver.take().map(({ type }) => type)).toEqual(["post.published", "post.published"]);
});
