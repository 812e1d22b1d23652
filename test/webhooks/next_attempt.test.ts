import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { createWebhook, secret, setUp } from "./_receiver.ts";

it("a delivery returns the time of the next attempt, also in another process", async () => {
  const setup = await setUp();
  const { api, clock, receiver, driver: storage } = setup;
  await createWebhook(setup);
  await api.posts.put("acme", { slug: "hello", name: "Hello", html: "<p>Hi</p>" });
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
