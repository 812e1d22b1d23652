import { expect, it } from "vitest";
import { postTag } from "../../lib/mod.ts";
import { openDashboardWorld, signInAs, visit } from "./dashboard_world.ts";

it("shows long content, too, as long as no later write changed it, and offers to restore it", async () => {
  const world = await openDashboardWorld();
  const { posts } = world.api;
  const visitor = await signInAs(world, "editor");
  const long = (word: string): string => `<p>${`${word} `.repeat(30_000)}</p>`;
  await posts.create("acme", { name: "First", slug: "long", html: long("changed") });
  await posts.update({ organizationSlug: "acme", slug: "long" }, { name: "Second", html: long("kept") });
  await posts.update({ organizationSlug: "acme", slug: "long" }, { name: "Third" });
  const page = await visitor.page("/o/acme/posts/long");
  expect(page).toContain("/posts/long/revisions/2/restore");
  expect(page).not.toContain("/posts/long/revisions/1/restore");
  const preview = await visit(world, "/o/acme/posts/long/preview?revision=2", visitor);
  const text = await preview.text();
  expect([preview.status, text.includes("Second"), text.includes("kept kept")]).toEqual([200, true, true]);
  expect((await visit(world, "/o/acme/posts/long/preview?revision=1", visitor)).status).toBe(404);
});

it("shows the names of the author of a post, the owner of a key and the user who changed it", async () => {
  const world = await openDashboardWorld();
  const { api } = world;
  const visitor = await signInAs(world, "owner");
  await api.users.addToOrganization(visitor.userId, { organizationSlug: "acme", role: "admin" });
  const post = await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { author: "An author" });
  const form = { tag: postTag(post), format: "html", name: "Hello", content: "<p>Hi</p>", action: "apply" };
  expect((await visitor.send("/o/acme/posts/hello/working-copy", form)).status).toBe(303);
  await api.apiKeys.generate({ organizationSlug: "acme", userId: visitor.userId, name: "Ours" });
  const page = async (path: string): Promise<string> => visitor.page(`/o/acme${path}`);
  const names = (text: string, label: string): string[] =>
    [...text.matchAll(new RegExp(`data-label="${label}">(?:<bdi>)?([^<]*)<`, "g"))].map(
      (match) => match[1] ?? "",
    );
  expect(names(await page("/posts/hello"), "Who")).toEqual(["Ann", "the operator", "the operator"]);
  expect(names(await page("/settings/api-keys"), "Owner")).toContain("Ann");
  const audit = await page("/settings/audit");
  expect(names(audit, "Who")).toContain("the operator");
  expect(audit).toContain(`by=${visitor.userId}"><bdi>Ann</bdi></a>`);
  expect(names(audit, "What")).toContain("set the role of Ann: admin");
});
