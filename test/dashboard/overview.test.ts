import { expect, it } from "vitest";
import { signedIn } from "../admin/admin_world.ts";
import { GeneratedPosts } from "../http/generated_posts.ts";
import { openDashboardWorld, origin, signIn, signInAs, visit } from "./dashboard_world.ts";
import { HostTable, rowOf } from "../content/host_table.ts";
import { openHostWorld } from "./host_world.ts";

const textOf = (page: string): string => page.replaceAll(/<[^<>]+>/g, " ").replaceAll(/\s+/g, " ");

it("shows the requests, quota and refusals of each key", async () => {
  const world = await openDashboardWorld({}, { rateLimit: { perDay: 3 } });
  const { api, owner } = world;
  const made = await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: "Busy" });
  for (let count = 0; count < 5; count++) {
    await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers: { "x-api-key": made.key } }));
  }
  const visitor = await signIn(world, owner.userId);
  const page = await visitor.page("/o/acme");
  const row = /<tr><th scope="row">Busy<\/th>.*?<\/tr>/s.exec(page)?.[0];
  expect(row).toContain("3 of 3");
  expect(row).toMatch(/data-label="Refused in 30 days" class="number">2</);
  expect(page).toMatch(/Requests on each of the last 30 days, 5 in total, 2 of them with an error/);
  expect(textOf(page)).toContain("Requests today 5 On this UTC day, 2 with an error");
  const insight = textOf(await visitor.page("/o/acme/insight"));
  expect(insight).toContain("Requests 5 5 of them today");
});

it("shows the requests by key if no requests are counted", async () => {
  const world = await openDashboardWorld({}, { insight: false });
  const { api, owner } = world;
  const made = await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: "Busy" });
  await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers: { "x-api-key": made.key } }));
  const page = textOf(await (await signIn(world, owner.userId)).page("/o/acme"));
  expect(page).toContain("Requests on each of the last 30 days, 1 in total, and 0 refused");
  expect(page).toContain("Requests today 1 On this UTC day, with live keys");
});

it("shows the points, the drafts, the keys and the requests in this order", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const grant = { organizationSlug: "acme", userId: owner.userId };
  await api.apiKeys.generate({ ...grant, name: "Ending", expiresIn: "3d" });
  await api.posts.create("acme", { name: "Begun", status: "draft" }, { by: owner.userId });
  const page = textOf(await (await signIn(world, owner.userId)).page("/o/acme"));
  const parts = [
    "Set up",
    "Needs attention",
    "My drafts",
    "Live keys",
    "Requests in 30 days",
    "Latest changes",
  ];
  const places = parts.map((part) => page.indexOf(part, page.indexOf("Generate API Key New post")));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(page.slice(places[2], places[3])).toContain("Begun");
  expect(page.slice(places[2], places[3])).not.toMatch(/Hello|Secret/);
});

it("shows the limit of a host's own organization", async () => {
  const content = new GeneratedPosts(1);
  content.organization = { ...content.organization, rateLimit: { perDay: 7 } };
  const world = openHostWorld(content);
  await world.api.apiKeys.generate({ organizationSlug: "acme", userId: "ada", name: "Host's" });
  expect(await (await visit(world, "/o/acme")).text()).toContain("0 of 7");
});

it("says which posts of a host are malformed, until they are mended", async () => {
  const table = new HostTable([rowOf(1), { ...rowOf(2, "odd"), tags: "<b>a</b>" }, { ...rowOf(3), id: "x" }]);
  const world = openHostWorld(table.source, { onError: () => undefined });
  const overview = async (): Promise<string> => (await visit(world, "/o/acme")).text();
  expect(await overview()).not.toContain("malformed");
  const list = async (): Promise<Response> =>
    world.api.fetch(new Request(`${origin}/api/public/v1/post/acme`));
  await list();
  const page = await overview();
  expect(page).toContain("The content source returned 2 malformed values, which lists leave out.");
  expect(page).toContain("Cannot use post &quot;odd-2&quot; of content.listPosts");
  expect(page).toContain("/tags must be an array");
  expect(page).not.toContain("<b>a</b>");
  table.rows = [rowOf(1), rowOf(2, "odd"), rowOf(3)];
  await list();
  expect(await overview()).not.toContain("malformed");
});

it("shows the addresses that browsers see, behind a proxy that ends TLS", async () => {
  const world = await openDashboardWorld({ origin: "https://cms.example" });
  const visitor = await signIn(world, world.owner.userId);
  const overview = await visitor.page("/o/acme");
  expect(overview).toContain('href="https://cms.example/api/public/v1/sitemap/acme"');
  const form = { name: "New", expiresIn: "7d", scope: "all", "form-id": "1" };
  const page = await (await visitor.send("/o/acme/settings/api-keys", form)).text();
  expect(page).toContain("https://cms.example/api/public/v1/post/acme");
  expect(overview + page).not.toContain(origin);
});

it("says that nothing needs attention", async () => {
  const world = await openDashboardWorld();
  const actor = await signedIn(world, world.owner.userId);
  await world.api.admin.submissions.withdraw({ actor, slug: "secret" });
  const page = await (await signIn(world, world.owner.userId)).page("/o/acme");
  expect(page).toContain("Nothing needs your attention.");
  expect(page).not.toContain("Needs attention");
});

it("names keys that end soon or are near their limit, with the next step", async () => {
  const world = await openDashboardWorld({}, { rateLimit: { perDay: 10 } });
  const { api, owner } = world;
  const grant = { organizationSlug: "acme", userId: owner.userId };
  const ending = await api.apiKeys.generate({ ...grant, name: "Staging <b>", expiresIn: "3d" });
  const busy = await api.apiKeys.generate({ ...grant, name: "Busy" });
  for (let count = 0; count < 9; count++) {
    const headers = { "x-api-key": busy.key };
    await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers }));
  }
  const disabled = await api.apiKeys.generate({ ...grant, name: "Disabled", expiresIn: "3d" });
  await api.apiKeys.update({ organizationSlug: "acme", keyId: disabled.id }, { isDisabled: true });
  const page = await (await signIn(world, owner.userId)).page("/o/acme");
  expect(page).toContain("3 points need your attention.");
  expect(textOf(page)).toMatch(/The key Busy is near its limit\. 9 of 10 requests today\./);
  expect(textOf(page)).toMatch(/The key Staging &lt;b&gt; expires in 3 days \. Used 0 times today\. Roll it/);
  expect(page).toContain(`/settings/api-keys/${ending.id}/roll" data-dialog`);
});

it("names keys without requests left before keys that are near their limit", async () => {
  const world = await openDashboardWorld({}, { rateLimit: { perDay: 10 } });
  const { api, owner } = world;
  for (const [name, requests] of [
    ["Busy 1", 9],
    ["Busy 2", 9],
    ["Busy 3", 9],
    ["Full", 11],
  ] as const) {
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name });
    for (let count = 0; count < requests; count++) {
      const headers = { "x-api-key": key };
      await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers }));
    }
  }
  const page = await (await signIn(world, owner.userId)).page("/o/acme");
  expect(textOf(page)).toMatch(/The key Full has no requests left today\. 10 of 10 requests today\./);
  expect(textOf(page)).not.toContain("Full is near its limit");
});

it("shows the 100 newest live keys of many, and says so", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  for (let number = 0; number < 110; number++) {
    world.world.clock.advance(1000);
    const input = { organizationSlug: "acme", userId: owner.userId, name: `Site ${number}` };
    const { key } = await api.apiKeys.generate(input);
    if (number !== 0 && number !== 109) continue;
    const headers = { "x-api-key": key };
    await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers }));
  }
  const visitor = await signIn(world, owner.userId);
  const page = textOf(await visitor.page("/o/acme"));
  expect(page).toContain("Requests today 2 On this UTC day, none with an error");
  expect(page).toContain("Live keys more than 100");
});

it("tells of searches that found nothing", async () => {
  const world = await openDashboardWorld();
  for (const q of ["invoice", "invoice", "<i>sso"]) {
    const query = new URLSearchParams({ q }).toString();
    await world.api.fetch(new Request(`${origin}/api/public/v1/search/acme?${query}`));
  }
  const page = await (await signIn(world, world.owner.userId)).page("/o/acme");
  expect(textOf(page)).toContain(
    "3 searches found nothing in 30 days. “ invoice ”, “ &lt;i&gt;sso ”. See all",
  );
});

it("tells nothing about keys, and offers no actions, to those who may not use them", async () => {
  const world = await openDashboardWorld({}, { rateLimit: { perDay: 1 } });
  const { api, owner } = world;
  await api.apiKeys.generate({
    organizationSlug: "acme",
    userId: owner.userId,
    name: "Ending",
    expiresIn: "3d",
  });
  const page = await (await signInAs(world, "viewer")).page("/o/acme");
  expect(page).toContain("Nothing needs your attention.");
  expect(page).not.toMatch(/Ending|New post|Generate API Key/);
});

it("lists the posts that changed last, in their language", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const name = "هل يمكنني استرداد المبلغ؟";
  await api.posts.create("acme", { name, html: "<p>نعم</p>", slug: "refund", inLanguage: "ar" });
  world.world.clock.advance(3 * 60 * 60 * 1000);
  const page = await (await signIn(world, owner.userId)).page("/o/acme");
  expect(page).toContain(`<a lang="ar" dir="auto" href="/dashboard/o/acme/posts/refund">${name}</a>`);
  expect(page).toMatch(/<time datetime="[^"]+" title="[^"]+ UTC">3 hours ago<\/time>/);
});
