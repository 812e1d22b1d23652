import { beforeEach, expect, it } from "vitest";
import type { AtomicDriver } from "../../lib/mod.ts";
import { abandonEvent } from "../admin/abandon_event.ts";
import { type DashboardWorld, openDashboardWorld, type SignedIn, signIn } from "./dashboard_world.ts";

let world: DashboardWorld;
let owner: SignedIn;
beforeEach(async () => {
  world = await openDashboardWorld();
  owner = await signIn(world, world.owner.userId);
});

const open = async (path: string): Promise<string> => owner.page(`/o/acme${path}`);

/** Follows the link to the next or previous page. */
const follow = async (page: string, rel: "next" | "prev"): Promise<string> => {
  const address = new RegExp(`rel="${rel}" href="/dashboard/o/acme([^"]+)"`).exec(page)?.[1] ?? "";
  return open(address.replaceAll("&amp;", "&"));
};

const rowsOf = (page: string): number => (page.match(/<tr>/g) ?? []).length - 1;

it("the knowledge base leads forward and back, and keeps the search", async () => {
  for (let index = 0; index < 60; index++) {
    await world.api.knowledgeBase.add("acme", { text: `Delivery ${index}` });
  }
  const first = await open("/knowledge-base?search=delivery");
  expect(first).toContain("<span>1–25</span>");
  const second = await follow(first, "next");
  const third = await follow(second, "next");
  expect([rowsOf(second), rowsOf(third)]).toEqual([25, 10]);
  expect(third).toContain("<span>51–60</span>");
  expect(third).toContain('value="delivery"');
  expect(await follow(third, "prev")).toBe(second);
  expect(await follow(second, "prev")).toBe(first);
  expect(await open("/knowledge-base?search=nothing")).toContain("No text contains this.");
});

it("the audit log shows the actions of a kind and of a person", async () => {
  const { api } = world;
  for (let index = 0; index < 30; index++) {
    const by = index % 2 === 0 ? { by: owner.userId } : {};
    await api.invitations.create("acme", { email: `p${index}@acme.example`, role: "viewer" }, by);
  }
  const all = await open("/settings/audit?kind=invitation");
  expect(all).not.toContain("generated the key");
  expect(rowsOf(all)).toBe(25);
  // 30 invitations, and that of the world.
  expect(rowsOf(await follow(all, "next"))).toBe(6);
  const own = await open(`/settings/audit?kind=invitation&by=${owner.userId}`);
  expect([rowsOf(own), own.includes("the operator")]).toEqual([15, false]);
  expect(own).toContain('href="/dashboard/o/acme/settings/audit?kind=invitation"');
  expect(await open("/settings/audit?kind=user")).toContain("No action matches on this page.");
  expect(rowsOf(await follow(await open("/settings/audit?kind=unknown"), "next"))).toBeGreaterThan(6);
});

it("a list that reads many entries without a match says so, and goes on", async () => {
  const { atomic } = world.world.storage as AtomicDriver;
  const range = { start: "audit!", end: "audit!~", limit: 1, reverse: true };
  const [{ key, value } = { key: "", value: {} }] = await atomic.list("org!acme", range);
  const sets = Array.from({ length: 1_050 }, (_, index) => ({ key: `${key}${index}`, value }));
  for (let from = 0; from < sets.length; from += 50) {
    await atomic.commit("org!acme", { sets: sets.slice(from, from + 50) });
  }
  const first = await open("/settings/audit?kind=user");
  expect(first).toContain("<span>Nothing up to here. The next page looks further</span>");
  const last = await follow(first, "next");
  expect(last).not.toContain("Nothing up to here");
  expect(last).not.toContain('rel="next"');
});

it("the audit log names keys, also a key that acted", async () => {
  const { api } = world;
  const grant = { organizationSlug: "acme", userId: owner.userId };
  const { id } = await api.apiKeys.generate({ ...grant, name: "Web <b>" });
  const input = { email: "via@acme.example", role: "viewer" } as const;
  await api.invitations.create("acme", input, { by: owner.userId, via: id });
  const page = await open("/settings/audit");
  expect(page).toContain("generated the key Web &lt;b&gt;");
  expect(page).toContain("with the key Web &lt;b&gt;");
});

it("a filter of the audit log continues after entries that do not match", async () => {
  const { api } = world;
  await api.invitations.create("acme", { email: "first@acme.example", role: "viewer" }, { by: "nobody" });
  for (let index = 0; index < 1_010; index++) {
    world.world.clock.advance(1);
    await api.users.addToOrganization(world.viewerId, { organizationSlug: "acme", role: "viewer" });
  }
  const first = await api.audit.list("acme", { limit: 25, by: "nobody" });
  expect(first.entries).toEqual([]);
  const second = await api.audit.list("acme", { limit: 25, by: "nobody", after: first.next ?? "" });
  expect(second).toMatchObject({ entries: [{ subject: "first@acme.example" }], next: null });
});

it("the events of a webhook that failed for good are listed, and sent again", async () => {
  const path = `/settings/webhooks/${world.webhookId}`;
  for (const slug of ["one", "two"]) await abandonEvent(world, slug);
  // The attempts took longer than a session lasts.
  owner = await signIn(world, world.owner.userId);
  expect(await open(path)).toContain(`${path}/abandoned">2 events</a>`);
  const listed = await open(`${path}/abandoned`);
  expect(rowsOf(listed)).toBe(2);
  expect(listed).toContain("after later events of the same post");
  const [, id = ""] = /name="id" value="([^"]+)"/.exec(listed) ?? [];
  await owner.send(`/o/acme${path}/abandoned`, { id });
  expect(await open(`${path}/abandoned`)).not.toContain(id);
  const none = await owner.send(`/o/acme${path}/abandoned`, { type: "post.deleted" });
  expect(none.headers.get("location")).toContain("webhook-abandoned-none");
  await owner.send(`/o/acme${path}/abandoned`, { type: "" });
  await world.api.events.deliver();
  expect(await open(`${path}/abandoned`)).toContain("No event failed for good.");
  expect(await open(path)).toContain("redelivery");
});

it("webhooks are found by URL and description", async () => {
  await world.api.webhooks.create("acme", { url: "https://site.example/hook", description: "Shop" });
  expect(rowsOf(await open("/settings/webhooks"))).toBe(2);
  for (const search of ["SITE.example", "shop"]) {
    const found = await open(`/settings/webhooks?search=${search}`);
    expect([rowsOf(found), found.includes("https://site.example/hook")]).toEqual([1, true]);
  }
  expect(await open("/settings/webhooks?search=nothing")).toContain("No webhook matches.");
});
