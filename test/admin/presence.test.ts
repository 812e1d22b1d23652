import { expect, it } from "vitest";
import { heartbeatSeconds } from "../../lib/content/mod.ts";
import { createCaller, openAdminWorld, signedIn } from "./admin_world.ts";

it("shows the writers whose page is open, until three heartbeats are missing", async () => {
  const opened = await openAdminWorld();
  const { api, world } = opened;
  const ada = { actor: await signedIn(opened, opened.owner.userId), slug: "hello" };
  const { userId } = await createCaller(world, "editor");
  const bob = { actor: await signedIn(opened, userId), slug: "hello" };
  const { text } = api.admin.posts;
  const events = await api.events.last("acme");
  await text.present(ada, { page: "ada-page" });
  world.clock.advance(2 * heartbeatSeconds * 1000);
  const present = await text.present(bob, { page: "bobs-page" });
  expect(present.map(({ by }) => by)).toEqual([ada.actor.userId, userId]);
  world.clock.advance(heartbeatSeconds * 1000);
  expect((await text.presence(ada)).map(({ page }) => page)).toEqual(["bobs-page"]);
  expect(await text.present(bob, { page: "bobs-page", isLeaving: true })).toEqual([]);
  await expect(text.present(ada, { page: "a!b" })).rejects.toThrow("/page must be");
  await text.present(ada, { page: "ada-page" });
  expect(await api.events.last("acme")).toBe(events);
  await world.forgetWrites();
  await api.admin.posts.delete(ada);
  expect(world.writes.join(" ")).toContain("presence");
});
