import { expect, it } from "vitest";
import { openDashboardWorld, send, signInAs, visit } from "./dashboard_world.ts";

const path = "/o/acme/posts/secret";

it("shows a new preview link once, lists it, and revokes it", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "editor");
  const form = { expiresIn: "7d", "form-id": "once" };
  const created = await send(world, visitor, [`${path}/preview-links`, form]);
  const page = await created.text();
  const address = /id="new-link" data-copy>([^<]+)</.exec(page)?.[1] ?? "";
  expect([created.status, created.headers.get("cache-control")]).toEqual([201, "no-store"]);
  const read = async (): Promise<number> => (await world.api.fetch(new Request(address))).status;
  expect(await read()).toBe(200);
  expect((await send(world, visitor, [`${path}/preview-links`, form])).status).toBe(303);
  const [link, ...others] = await world.api.previews.list({ organizationSlug: "acme", slug: "secret" });
  expect(others).toEqual([]);
  const text = await (await visit(world, path, visitor)).text();
  expect(text).toContain(link?.id ?? "-");
  expect(text).not.toContain(new URL(address).searchParams.get("preview"));
  const revoked = await send(world, visitor, [`${path}/preview-links/${link?.id}/revoke`, {}]);
  expect([revoked.status, revoked.headers.get("location")]).toEqual([
    303,
    expect.stringContaining("preview-link-revoked"),
  ]);
  expect(await read()).toBe(404);
});

it("is not offered to readers", async () => {
  const world = await openDashboardWorld();
  const visitor = await signInAs(world, "viewer");
  expect(await (await visit(world, "/o/acme/posts/hello", visitor)).text()).not.toContain("preview-links");
});
