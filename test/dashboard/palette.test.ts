import { expect, it } from "vitest";
import {
  type DashboardWorld,
  expectPage,
  openAs,
  openDashboardWorld,
  type SignedIn,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";

interface Result {
  group: string;
  label: string;
  href: string;
  lang?: string;
}

async function find(
  world: DashboardWorld,
  { cookie }: Pick<SignedIn, "cookie">,
  query: string,
): Promise<Result[]> {
  const response = await visit(world, `/o/acme/palette?${new URLSearchParams({ q: query }).toString()}`, {
    cookie,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  return ((await response.json()) as { results: Result[] }).results;
}

const labelsOf = (results: readonly Result[], group: string): string[] =>
  results.filter((result) => result.group === group).map(({ label }) => label);

it("lists actions, recent posts and pages for an empty query", async () => {
  const world = await openDashboardWorld();
  const results = await find(world, await signInAs(world, "owner"), " ");
  expect(labelsOf(results, "Actions")).toEqual([
    "New post",
    "Import posts",
    "Generate API Key",
    "New webhook",
  ]);
  expect(labelsOf(results, "Posts").toSorted()).toEqual(["Hello", "Secret"]);
  expect(labelsOf(results, "Pages")).toContain("Webhooks");
  expect(labelsOf(results, "API Keys")).toEqual([]);
});

it("finds only what a viewer may open", async () => {
  const { world, visitor: viewer } = await openAs("viewer");
  const results = await find(world, viewer, "");
  expect(labelsOf(results, "Actions")).toEqual([]);
  expect(labelsOf(results, "Posts")).toEqual(["Hello"]);
  expect(labelsOf(results, "Pages")).toEqual(["Overview", "Posts", "Search", "Insight", "Your membership"]);
  expect(labelsOf(await find(world, viewer, "secret"), "Posts")).toEqual([]);
  expect(labelsOf(await find(world, viewer, "test"), "API Keys")).toEqual([]);
  expect(labelsOf(await find(world, await signInAs(world, "owner"), "test"), "API Keys")).not.toEqual([]);
});

it("finds no post and no key of another organization", async () => {
  const world = await openDashboardWorld();
  expect(labelsOf(await find(world, await signInAs(world, "owner"), "theirs"), "Posts")).toEqual([]);
  const stranger = await signIn(world, world.other.userId);
  expect((await visit(world, "/o/acme/palette?q=hello", stranger)).status).toBe(404);
});

it("finds by several words, lists live keys first, and has at most 20 results", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const organizationSlug = "acme";
  for (let number = 0; number < 30; number++) {
    await api.posts.create("acme", { name: `Webhook ${number}` });
    await api.apiKeys.generate({ organizationSlug, userId: owner.userId, name: `Webhook key ${number}` });
  }
  const { id: keyId } = await api.apiKeys.generate({
    organizationSlug,
    userId: owner.userId,
    name: "Key webhook",
  });
  await api.apiKeys.revoke({ organizationSlug, keyId });
  const visitor = await signInAs(world, "owner");
  const results = await find(world, visitor, "webhook");
  expect(results.length).toBeLessThanOrEqual(20);
  expect(labelsOf(results, "API Keys")).not.toContain("Key webhook");
  expect(results.at(-1)).toMatchObject({ group: "Search", href: "/dashboard/o/acme/search?q=webhook" });
  expect(labelsOf(await find(world, visitor, "KEY generate"), "Actions")).toEqual(["Generate API Key"]);
});

it("refuses a query that is too long, and writes nothing", async () => {
  const { world, visitor } = await openAs("editor");
  await visit(world, "/o/acme", visitor);
  await world.world.forgetWrites();
  await find(world, visitor, "hello");
  const refused = await visit(world, `/o/acme/palette?q=${"a".repeat(201)}`, visitor);
  await expectPage(refused, 400, "200 characters");
  expect(world.world.writes).toEqual([]);
});
