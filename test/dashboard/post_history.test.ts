import { expect, it } from "vitest";
import { openDashboardWorld, signInAs, visit } from "./dashboard_world.ts";

it("shows long content, too, as long as no later write changed it, and offers to restore it", async () => {
  const world = await openDashboardWorld();
  const { posts } = world.api;
  const visitor = await signInAs(world, "editor");
  const long = (word: string): string => `<p>${`${word} `.repeat(30_000)}</p>`;
  await posts.create("acme", { name: "First", slug: "long", html: long("changed") });
  await posts.update("acme", "long", { name: "Second", html: long("kept") });
  await posts.update("acme", "long", { name: "Third" });
  const page = await (await visit(world, "/o/acme/posts/long", visitor)).text();
  expect(page).toContain("/posts/long/revisions/2/restore");
  expect(page).not.toContain("/posts/long/revisions/1/restore");
  const preview = await visit(world, "/o/acme/posts/long/preview?revision=2", visitor);
  const text = await preview.text();
  expect([preview.status, text.includes("Second"), text.includes("kept kept")]).toEqual([200, true, true]);
  expect((await visit(world, "/o/acme/posts/long/preview?revision=1", visitor)).status).toBe(404);
});
