import { expect, it } from "vitest";
import { allOf } from "../async_items.ts";
import { openAs } from "./dashboard_world.ts";

const path = "/o/acme/posts/secret";

it("shows a new preview link once, lists it, and revokes it", async () => {
  const { world, visitor } = await openAs("editor");
  const form = { expiresIn: "7d", "form-id": "once" };
  const created = await visitor.send(`${path}/preview-links`, form);
  const page = await created.text();
  const address = /id="new-link" data-copy>([^<]+)</.exec(page)?.[1] ?? "";
  expect([created.status, created.headers.get("cache-control")]).toEqual([201, "no-store"]);
  const read = async (): Promise<number> => (await world.api.fetch(new Request(address))).status;
  expect(await read()).toBe(200);
  expect((await visitor.send(`${path}/preview-links`, form)).status).toBe(303);
  const [link, ...others] = await allOf(
    world.api.previews.iterate({ organizationSlug: "acme", slug: "secret" }),
  );
  expect(others).toEqual([]);
  const text = await visitor.page(path);
  expect(text).toContain(link?.id ?? "-");
  expect(text).not.toContain(new URL(address).searchParams.get("preview"));
  const revoked = await visitor.send(`${path}/preview-links/${link?.id}/revoke`);
  expect([revoked.status, revoked.headers.get("location")]).toEqual([
    303,
    expect.stringContaining("preview-link-revoked"),
  ]);
  expect(await read()).toBe(404);
});

it("is not offered to readers", async () => {
  const { visitor } = await openAs("viewer");
  expect(await visitor.page("/o/acme/posts/hello")).not.toContain("preview-links");
});
