import { expect, it } from "vitest";
import { GeneratedPosts } from "../http/generated_posts.ts";
import { openDashboardWorld, origin, signIn, visit } from "./dashboard_world.ts";
import { openHostWorld } from "./host_world.ts";

it("shows the requests, quota and refusals of each key", async () => {
  const world = await openDashboardWorld({}, { rateLimit: { perDay: 3 } });
  const { api, owner } = world;
  const made = await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: "Busy" });
  for (let count = 0; count < 5; count++) {
    await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers: { "x-api-key": made.key } }));
  }
  const { cookie } = await signIn(world, owner.userId);
  const page = await (await visit(world, "/o/acme", { cookie })).text();
  const row = /<tr><th scope="row">Busy<\/th>.*?<\/tr>/s.exec(page)?.[0];
  expect(row).toContain("3 of 3");
  expect(row).toMatch(/data-label="Refused in 30 days" class="number">2</);
  expect(page).toMatch(/Requests on each of the last 30 days, 3 in total, and 2 refused/);
});

it("shows the limit of a host's own organization", async () => {
  const content = new GeneratedPosts(1);
  content.organization = { ...content.organization, rateLimit: { perDay: 7 } };
  const world = openHostWorld(content);
  await world.api.apiKeys.generate({ organizationSlug: "acme", userId: "ada", name: "Host's" });
  expect(await (await visit(world, "/o/acme")).text()).toContain("0 of 7");
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

it("shows the number of addresses in the sitemaps, and of sitemaps in an index", async () => {
  const sitemaps = async (count: number): Promise<string[]> => {
    const world = openHostWorld(new GeneratedPosts(count));
    const page = await (await visit(world, "/o/acme")).text();
    return [...page.matchAll(/<dt>Sitemap[^<]*<\/dt><dd>([^<,]+),/g)].map((match) => match[1] ?? "");
  };
  expect(await sitemaps(0)).toEqual(["0 URLs", "1 URL"]);
  expect(await sitemaps(1)).toEqual(["1 URL", "2 URLs"]);
  expect(await sitemaps(50_001)).toEqual(["an index of 2 sitemaps", "an index of 2 sitemaps"]);
});
