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
  detail?: string;
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

it("finds keys and members by parts of words, by id, by start and by address, also ended keys", async () => {
  const { world, visitor } = await openAs("admin");
  const { api, owner } = world;
  const grant = { organizationSlug: "acme", userId: owner.userId };
  const live = await api.apiKeys.generate({ ...grant, name: "Crawler der Zeitung" });
  const ended = await api.apiKeys.generate({ ...grant, name: "Crawler (old)" });
  await api.apiKeys.revoke({ organizationSlug: "acme", keyId: ended.id });
  const { id } = await api.users.create({ name: "Zoë Müller", email: "zoe.m@acme.example" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
  const keys = "/dashboard/o/acme/settings/api-keys";
  const first = { group: "API Keys", label: live.name, detail: `${live.start}…`, href: `${keys}/${live.id}` };
  const second = {
    group: "API Keys",
    label: ended.name,
    detail: `${ended.start}…, ended`,
    href: `${keys}/${ended.id}`,
  };
  const revocation = {
    group: "API Keys",
    label: `Revoke ${live.name}`,
    detail: "asks first",
    href: `${keys}/${live.id}/revoke`,
  };
  const member = {
    group: "Members",
    label: "Zoë Müller",
    detail: "zoe.m@acme.example",
    href: "/dashboard/o/acme/settings/members?search=zoe.m%40acme.example",
  };
  const found: [query: string, results: Result[]][] = [
    ["crawl", [first, second]],
    ["zeit CRAW", [first]],
    [live.id, [first, revocation]],
    [live.id.slice(0, 15), [first]],
    [live.start, [first]],
    [ended.id.slice(0, 10), [second]],
    ["zoe mul", [member]],
    ["zoe.m@acme.ex", [member]],
    [id, [member]],
    ["crawl nothing", []],
  ];
  for (const [query, results] of found) {
    const own = (await find(world, visitor, query)).filter(({ group }) => /API Keys|Members/.test(group));
    expect([query, own]).toEqual([query, results]);
  }
  const [shown] = await find(world, visitor, "zoe");
  const list = await visitor.page((shown?.href ?? "").replace("/dashboard", ""));
  expect(list).toContain("Zoë Müller");
  const editor = await signInAs(world, "editor");
  expect(labelsOf(await find(world, editor, "zoe"), "Members")).toEqual([]);
});

it("takes a query of many words", async () => {
  const { world, visitor } = await openAs("owner");
  const words = Array.from({ length: 100 }, (_, index) => "abcdefghij"[index % 10]).join(" ");
  expect(labelsOf(await find(world, visitor, words), "API Keys")).toEqual([]);
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
