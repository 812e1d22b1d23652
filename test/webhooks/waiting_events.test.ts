import { expect, it } from "vitest";
import { createWebhook, setUp } from "./_receiver.ts";

it("are counted for each webhook and for all, with the time of the oldest", async () => {
  const setup = await setUp();
  const { api, clock, receiver } = setup;
  const addresses = [await createWebhook(setup), await createWebhook(setup, { url: "https://b.example/" })];
  await api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
  await api.webhooks.create("other", { url: "https://c.example/" });
  expect(await api.webhooks.waiting()).toEqual({ waiting: 0 });
  receiver.reply = ({ url }) => (new URL(url).hostname === "b.example" ? 204 : 503);
  const oldestWaitingAt = new Date(clock.now()).toISOString();
  await setup.publish("first");
  clock.advance(1000);
  await setup.publish("second");
  await api.posts.put("other", { slug: "third", name: "Third", html: "" });
  await api.events.deliver();
  const [failing, working] = await Promise.all(addresses.map(async (address) => api.webhooks.get(address)));
  expect(failing).toMatchObject({ waiting: 2, oldestWaitingAt });
  expect([working?.waiting, working?.oldestWaitingAt]).toEqual([0, undefined]);
  expect(await api.webhooks.waiting()).toEqual({ waiting: 3, oldestWaitingAt });
});
