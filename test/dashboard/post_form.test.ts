import { expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { openDashboardWorld, send, signInAs } from "./dashboard_world.ts";

it("keeps what the form that changes a post does not show", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const kept = { translations: { de: "hallo" }, isAccessibleForFree: false, status: "archived" } as const;
  const before = await world.api.posts.update("acme", "hello", kept);
  const form = { tag: postTag(before), name: "Bye", content: "<p>New</p>" };
  expect((await send(world, visitor, ["/o/acme/posts/hello/edit", form])).status).toBe(303);
  expect(await world.api.posts.get("acme", "hello")).toMatchObject({
    ...kept,
    name: "Bye",
    html: "<p>New</p>",
  });
});
