import { type CheerioAPI, load } from "cheerio";
import { expect, it } from "vitest";
import {
  type DashboardWorld,
  openDashboardWorld,
  origin,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";
import { sendRequests } from "./insight_world.ts";

const hostile = `<script>alert(1)</script>"'`;

async function open(
  world: DashboardWorld,
  path = "/insight",
  role: "owner" | "author" = "owner",
): Promise<CheerioAPI> {
  const { cookie } =
    role === "owner" ? await signIn(world, world.owner.userId) : await signInAs(world, "author");
  const response = await visit(world, `/o/acme${path}`, { cookie });
  expect(response.status).toBe(200);
  return load(await response.text());
}

const cardOf = ($: CheerioAPI, title: string): string =>
  $(".card")
    .filter((_index, card) => $(card).find("h2").text() === title)
    .text()
    .replaceAll(/\s+/g, " ");

it("shows the requests of 30 or 7 days by status and endpoint", async () => {
  const world = await openDashboardWorld();
  await sendRequests(world, 10);
  const $ = await open(world);
  const total = Number(
    $("svg.chart title")
      .first()
      .text()
      .match(/ (\d+) in total/)?.[1],
  );
  expect($(".cards-row").text()).toContain(String(total));
  expect($("svg.chart").text()).toContain("30 days");
  expect($(".legend").text()).toContain("Unchanged (304)");
  const rows = $("caption:contains('By endpoint') ~ tbody tr")
    .toArray()
    .map((row) => $(row).text().replaceAll(/\s+/g, " "));
  expect(rows[0]).toMatch(/Single post\s*post\/\{organizationSlug\}\/\{slug\}/);
  expect(rows).toHaveLength(4);
  expect($(".tabs a[aria-current]").text()).toBe("30 days");
  expect($("main").text()).toContain("CDN");
  const week = await open(world, "/insight?days=7");
  expect(week(".tabs a[aria-current]").text()).toBe("7 days");
  expect(week("svg.chart + figcaption + details, details table tbody tr").length).toBe(7);
});

it("shows what was read and missed, and why requests were refused, with links", async () => {
  const world = await openDashboardWorld();
  await sendRequests(world, 4);
  const $ = await open(world);
  expect(cardOf($, "Posts most read")).toContain("هل يمكنني استرداد المبلغ؟");
  expect($("a[lang=ar][dir=auto]").attr("href")).toMatch(/\/posts\/refund$/);
  expect(cardOf($, "Posts not found")).toMatch(/opening-hours 4/);
  expect(cardOf($, "Searches without results")).toMatch(/zebra 4/);
  const refused = cardOf($, "Refused requests");
  expect(refused).toMatch(/The key was revoked 2 requests/);
  expect(refused).toContain("Something still sends it");
  expect($("a:contains('Old import')").attr("href")).toMatch(/\/settings\/api-keys\/[a-z2-7]{16}$/);
  expect(cardOf($, "Webhooks")).toContain("The webhook delivers");
});

it("names no key and no webhook to members who do not manage them, in the CSV neither", async () => {
  const world = await openDashboardWorld();
  const { keyId } = await sendRequests(world, 4);
  const $ = await open(world, "/insight", "author");
  expect(cardOf($, "Refused requests")).toContain("The key was revoked");
  expect($("main").text()).not.toMatch(/Old import|Webhooks/);
  const { cookie } = await signInAs(world, "author");
  const csv = await (await visit(world, "/o/acme/insight.csv", { cookie })).text();
  expect(csv).toContain("post/{organizationSlug},2xx,,,");
  expect(csv).not.toMatch(new RegExp(`${keyId}|Web site`));
});

it("sends a CSV as a file", async () => {
  const world = await openDashboardWorld();
  const { keyId } = await sendRequests(world, 2);
  const { cookie } = await signIn(world, world.owner.userId);
  const response = await visit(world, "/o/acme/insight.csv?days=7", { cookie });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="insight-acme.csv"');
  expect(await response.text()).toContain(`,Web site,${keyId},`);
});

it("says that there was no request, or that requests are not counted", async () => {
  const empty = await open(await openDashboardWorld());
  expect(empty(".empty").text()).toContain("No request came in the last 30 days");
  expect(empty(".empty a").attr("href")).toMatch(/\/settings\/api-keys\/new$/);
  expect(empty("a[download]")).toHaveLength(0);
  const world = await openDashboardWorld({}, { insight: false });
  const { keyId } = await sendRequests(world, 1);
  const off = await open(world);
  expect(off(".empty").text()).toContain("Requests are not counted");
  expect(cardOf(off, "Searches without results")).toContain("zebra");
  expect((await open(world, ""))("main").text()).not.toContain("See Insight");
  const key = await open(world, `/settings/api-keys/${keyId}`);
  expect(key("svg.chart title").first().text()).toMatch(/ 1\d in total, and 0 refused/);
});

it("escapes slugs and names that strangers and members choose", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const { key } = await api.apiKeys.generate({
    organizationSlug: "acme",
    userId: owner.userId,
    name: hostile,
    permissions: ["knowledge:read"],
  });
  await api.fetch(new Request(`${origin}/api/public/v1/post/acme/${encodeURIComponent(hostile)}`));
  await api.fetch(
    new Request(`${origin}/api/public/v1/knowledge-base`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: '{"text":"x"}',
    }),
  );
  const $ = await open(world);
  expect(cardOf($, "Posts not found")).toContain(hostile);
  expect(cardOf($, "Refused requests")).toContain(hostile);
  expect($("script:not([src])")).toHaveLength(0);
});

it("links to Insight from the overview, which does not count its own requests", async () => {
  const world = await openDashboardWorld();
  await open(world, "");
  await world.world.get("/post/acme/hello");
  const $ = await open(world, "");
  expect($("main").text()).toMatch(/Requests today\s+1\s+On this UTC day, none with an error/);
  expect($("a:contains('See Insight')").attr("href")).toMatch(/\/o\/acme\/insight$/);
});
