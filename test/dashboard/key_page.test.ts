import { load } from "cheerio";
import { expect, it } from "vitest";
import { openDashboardWorld, signIn, visit } from "./dashboard_world.ts";

const hostile = `<script>alert(1)</script>"'`;

it("shows a key, escaped, with its expiry in words, its requests, its audit and how to send it", async () => {
  const world = await openDashboardWorld();
  const { userId } = world.owner;
  const { id, key } = await world.world.createKey({ role: "owner", userId, name: hostile, expiresIn: "30d" });
  await world.world.get("/post/acme", key);
  const { cookie } = await signIn(world, userId);
  const page = await (await visit(world, `/o/acme/settings/api-keys/${id}`, { cookie })).text();
  const $ = load(page);
  expect($("h1").text()).toContain(hostile);
  expect(page).not.toContain("<script>alert(1)");
  expect(page).not.toContain(key);
  expect($(".cards-row").text()).toMatch(
    /Requests today\s*1 of 2,000.*Expires\s*in 30 days.*Last used\s*today/s,
  );
  expect($("svg.chart title").first().text()).toContain("1 in total");
  expect($(".page-head .tag").text()).toBe("live");
  expect($(".ranking").first().text()).toMatch(/List of posts\s*1/);
  expect($("table").text()).toContain("generated the key");
  const snippets = $("pre")
    .toArray()
    .map((pre) => $(pre).text());
  expect(snippets).toHaveLength(3);
  for (const snippet of snippets) expect(snippet).toContain("YOUR_API_KEY");
  expect($(`a[href$="/settings/api-keys/${id}/revoke"]`).text()).toContain("Revoke");
});

it("saves networks by its form, and shows a wrong network again with the reason", async () => {
  const world = await openDashboardWorld();
  const { userId, keyId } = world.owner;
  const visitor = await signIn(world, userId);
  const path = `/o/acme/settings/api-keys/${keyId}`;
  const wrong = await visitor.send(`${path}/networks`, { networks: "10.0.0.0/8\r\n<b>" });
  const $ = load(await wrong.text());
  expect([wrong.status, $("#networks").val()]).toEqual([422, "10.0.0.0/8\n<b>"]);
  expect($("#networks-error").text()).toContain('"<b>" and must be a network');
  const saved = await visitor.send(`${path}/networks`, { networks: "10.1.1.1/8\r\n::1, 192.0.2.1" });
  expect(saved.headers.get("location")).toContain(`${path}?done=key-networks-saved`);
  expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId })).toMatchObject({
    networks: ["10.0.0.0/8", "::1/128", "192.0.2.1/32"],
  });
});

it("generates a key with networks, and shows complete requests with it once", async () => {
  const world = await openDashboardWorld();
  const visitor = await signIn(world, world.owner.userId);
  const fields = { name: "New", expiresIn: "7d", scope: "all", "form-id": "1", networks: "203.0.113.7" };
  const response = await visitor.send("/o/acme/settings/api-keys", fields);
  const $ = load(await response.text());
  const key = $("#new-key").text();
  expect(key).toMatch(/^postern_/);
  const snippets = $("pre")
    .toArray()
    .map((pre) => $(pre).text());
  expect(snippets).toHaveLength(3);
  for (const snippet of snippets) expect(snippet).toContain(key);
  const keyId = key.split("_")[1] ?? "";
  expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId })).toMatchObject({
    networks: ["203.0.113.7/32"],
  });
});
