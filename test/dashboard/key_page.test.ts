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

it("saves networks and a limit by its form, and shows a wrong network again with the reason", async () => {
  const world = await openDashboardWorld();
  const { userId, keyId } = world.owner;
  const visitor = await signIn(world, userId);
  const path = `/o/acme/settings/api-keys/${keyId}`;
  const wrong = await visitor.send(path, { networks: "10.0.0.0/8\r\n<b>", perDay: "7" });
  const $ = load(await wrong.text());
  expect([wrong.status, $("#networks").val(), $("#perDay").val()]).toEqual([422, "10.0.0.0/8\n<b>", "7"]);
  expect($("#networks-error").text()).toContain('"<b>" and must be a network');
  const saved = await visitor.send(path, { networks: "10.1.1.1/8\r\n::1, 192.0.2.1", perDay: "500" });
  expect(saved.headers.get("location")).toContain(`${path}?done=key-saved`);
  expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId })).toMatchObject({
    networks: ["10.0.0.0/8", "::1/128", "192.0.2.1/32"],
    rateLimit: { perDay: 500 },
  });
  for (const perDay of ["0", "many", "1.5"]) {
    const refused = await visitor.send(path, { networks: "", perDay });
    expect([perDay, refused.status]).toEqual([perDay, 422]);
    expect(load(await refused.text())("#perDay-error").text()).toMatch(/must be/);
  }
  expect((await visitor.send(path, { networks: "", perDay: "2001" })).status).toBe(403);
  await visitor.send(path, { networks: "", perDay: "" });
  const restored = await world.api.apiKeys.get({ organizationSlug: "acme", keyId });
  expect(restored).not.toHaveProperty("rateLimit");
  expect(restored).not.toHaveProperty("networks");
});

it("disables a key and enables it, and names it in each notice", async () => {
  const world = await openDashboardWorld();
  const visitor = await signIn(world, world.owner.userId);
  const { id, key } = await world.world.createKey({ role: "owner", name: hostile });
  const path = `/o/acme/settings/api-keys/${id}`;
  const follow = async (response: Response): Promise<ReturnType<typeof load>> =>
    load(await visitor.page((response.headers.get("location") ?? "").replace("/dashboard", "")));
  const disabled = await follow(await visitor.send(`${path}/switch`, { act: "disable" }));
  expect(disabled(".toast").text()).toContain(`Disabled the key ${hostile}.`);
  expect(disabled(".page-head .tag").text()).toBe("disabled");
  expect(disabled(".page-head button").text()).toBe("Enable");
  expect((await world.world.get("/post/acme", key)).status).toBe(401);
  const enabled = await follow(await visitor.send(`${path}/switch`, { act: "enable" }));
  expect(enabled(".toast").text()).toContain(`Enabled the key ${hostile}.`);
  expect((await world.world.get("/post/acme", key)).status).toBe(200);
  const revoked = await follow(await visitor.send(`${path}/revoke`));
  expect(revoked(".toast").text()).toContain(`Revoked the key ${hostile}.`);
  const forged = await visitor.page("/o/acme/settings/api-keys?done=key-revoked&key=Your+session+ended");
  expect(load(forged)(".toast").text()).toMatch(/^Revoked the key\./);
});

it.each<[sent: Record<string, string | readonly string[]>, permissions: string[] | undefined]>([
  [{ scope: "read", "scope-shown": "read" }, ["posts:read"]],
  [
    { scope: "write", "scope-shown": "read" },
    ["posts:read", "posts:write", "knowledge:read", "knowledge:write"],
  ],
  [{ scope: "all", "scope-shown": "read" }, undefined],
  // Without the script, a checked box chooses "Only these" if no other choice was made.
  [{ scope: "read", "scope-shown": "read", permissions: "posts:write" }, ["posts:write"]],
  [
    { scope: "some", "scope-shown": "read", permissions: ["posts:read", "keys:manage"] },
    ["posts:read", "keys:manage"],
  ],
  [{ scope: "all", "scope-shown": "some", permissions: "posts:write" }, undefined],
  // The script keeps the choice right, and does not send the shown choice.
  [{ scope: "read", permissions: "posts:write" }, ["posts:read"]],
])("generates a key with the permissions of the form %j", async (sent, permissions) => {
  const world = await openDashboardWorld();
  const visitor = await signIn(world, world.owner.userId);
  const fields = { name: "New", expiresIn: "7d", "form-id": "1", perDay: "9", ...sent };
  const response = await visitor.send("/o/acme/settings/api-keys", fields);
  const keyId =
    load(await response.text())("#new-key")
      .text()
      .split("_")[1] ?? "";
  const made = await world.api.apiKeys.get({ organizationSlug: "acme", keyId });
  expect(made?.permissions).toEqual(permissions);
  expect(made?.rateLimit).toEqual({ perDay: 9 });
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
