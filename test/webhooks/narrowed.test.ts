import { expect, it } from "vitest";
import { storages } from "../access/storages.ts";
import { ManualClock } from "../manual_clock.ts";
import { createWebhook, setUp } from "./_receiver.ts";

it.each(storages)("sends no waiting event that a changed filter leaves out (%s)", async (_name, open) => {
  const clock = new ManualClock();
  const { storage, close } = await open(clock);
  try {
    const setup = await setUp({ storage, clock });
    const { api, receiver } = setup;
    const address = await createWebhook(setup, { events: ["invitation.changed", "post.published"] });
    receiver.reply = () => 500;
    await api.invitations.create("acme", { email: "guest@acme.example", role: "viewer" });
    await api.posts.create("acme", { name: "Hello" });
    await api.events.deliver();
    receiver.take();
    expect(await api.webhooks.get(address)).toMatchObject({ waiting: 2 });
    receiver.reply = () => 204;
    const elsewhere = "https://elsewhere.example/";
    await api.webhooks.update(address, { events: ["post.published"], url: elsewhere });
    clock.advance(24 * 60 * 60 * 1000);
    await api.events.deliver();
    expect(receiver.requests.map(({ url }) => url)).toEqual([elsewhere]);
    expect(receiver.take().map(({ type }) => type)).toEqual(["post.published"]);
    expect(await api.webhooks.get(address)).toMatchObject({ waiting: 0 });
  } finally {
    await close();
  }
});
