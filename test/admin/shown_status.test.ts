import { beforeEach, describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { exportLines } from "../../lib/moving/entry.ts";
import { postTag } from "../../lib/mod.ts";
import { signIn } from "../dashboard/dashboard_world.ts";
import { type AdminWorld, openAdminWorld, signedIn } from "./admin_world.ts";

const hello = { organizationSlug: "acme", slug: "plan" };
const publishedAt = "2026-06-15T13:00:00.000Z";
const past = "2020-01-01T00:00:00.000Z";
let world: AdminWorld;
let etag: string;

/** Schedules the post "plan", and reads its ETag. */
beforeEach(async () => {
  world = await openAdminWorld();
  await world.send("POST", "/posts", { name: "Plan", status: "scheduled", publishedAt });
  etag = (await world.send("GET", "/posts/plan")).headers.get("etag") ?? "";
});

const comeDue = (): void => world.world.clock.advance(3_600_000);

/** Every place that shows the status of the post "plan". */
const places: Readonly<Record<string, (world: AdminWorld) => Promise<unknown>>> = {
  "GET /posts/{slug}": ({ read }) => read("GET", "/posts/plan"),
  "GET /posts": async ({ read }) =>
    (await read<{ posts: { slug: string }[] }>("GET", "/posts")).posts.find(isPlan),
  "GET /posts?status=…": async ({ read }) => {
    const lists = ["scheduled", "published"].map((status) =>
      read<{ posts: { slug: string }[] }>("GET", `/posts?status=${status}`),
    );
    return (await Promise.all(lists)).flatMap(({ posts }) => posts).find(isPlan);
  },
  "GET /posts/{slug}/preview": ({ read }) => read("GET", "/posts/plan/preview"),
  "PATCH without a change": ({ read }) => read("PATCH", "/posts/plan", {}),
  "PATCH with a change": ({ read }) => read("PATCH", "/posts/plan", { tags: ["a"] }),
  "PUT without a status": ({ read }) => read("PUT", "/posts/plan", { name: "New plan" }),
  "posts.get": ({ api }) => api.posts.get(hello),
  "posts.getHeads": async ({ api }) => (await api.posts.getHeads("acme", ["plan"]))[0],
  "posts.iterate": async ({ api }) => {
    for await (const post of api.posts.iterate("acme")) if (isPlan(post)) return post;
    return undefined;
  },
  "admin.posts.get": async (here) =>
    here.api.admin.posts.get({ actor: await signedIn(here, here.owner.userId), slug: "plan" }),
};

const isPlan = ({ slug }: { slug: string }): boolean => slug === "plan";

describe("the shown status of a scheduled post", () => {
  it.each(Object.entries(places))("changes at its time in %s", async (_place, read) => {
    expect(await read(world)).toMatchObject({ status: "scheduled" });
    comeDue();
    expect(await read(world)).toMatchObject({ status: "published" });
  });

  it("changes on the pages of the dashboard", async () => {
    const visitor = await signIn({ ...world, dashboard: createDashboard(world.api) }, world.owner.userId);
    const badges = async (): Promise<number> => {
      const pages = ["/o/acme", "/o/acme/posts", "/o/acme/posts/plan", "/o/acme/posts/plan/edit"];
      const texts = await Promise.all(pages.map((page) => visitor.page(page)));
      return texts.filter((text) => />scheduled</.test(text)).length;
    };
    expect(await badges()).toBe(4);
    comeDue();
    expect(await badges()).toBe(0);
  });

  it("stays that of its time in revisions", async () => {
    comeDue();
    await world.send("PATCH", "/posts/plan", { tags: ["a"] });
    const { revisions } = await world.read<{ revisions: object[] }>("GET", "/posts/plan/revisions");
    expect(revisions).toMatchObject([
      { number: 2, changed: ["tags"], post: { status: "published" } },
      { number: 1, post: { status: "scheduled" } },
    ]);
  });

  it("stays as stored in an export", async () => {
    comeDue();
    const lines: string[] = [];
    for await (const { text } of exportLines(world.world.storage)) lines.push(text);
    expect(lines.join("")).toContain('"status":"scheduled"');
  });

  it("changes the ETag, and If-Match takes both", async () => {
    const same = (await world.send("GET", "/posts/plan", undefined, { "if-none-match": etag })).status;
    expect(same).toBe(304);
    comeDue();
    const changed = await world.send("GET", "/posts/plan", undefined, { "if-none-match": etag });
    const now = changed.headers.get("etag") ?? "";
    expect([changed.status, now === etag]).toEqual([200, false]);
    for (const [at, tag] of [etag, now].entries()) {
      const sent = await world.send("PATCH", "/posts/plan", {}, { "if-match": tag });
      expect([at, sent.status, sent.headers.get("etag")]).toEqual([at, 200, now]);
    }
    const base = etag.slice(1, -1);
    const copy = { name: "Plan", markdown: "Soon", base };
    expect((await world.send("PUT", "/posts/plan/working-copy", copy, { "if-none-match": "*" })).status).toBe(
      200,
    );
    const put = await world.send("PUT", "/posts/plan", { name: "Other" }, { "if-match": etag });
    expect(put.status).toBe(200);
    for (const tag of [etag, now])
      expect((await world.send("PATCH", "/posts/plan", {}, { "if-match": tag })).status).toBe(412);
    const post = await world.api.posts.get(hello);
    expect(post && (await world.api.posts.update(hello, {}, { ifMatch: [postTag(post)] }))).toEqual(post);
  });
});

describe("the status scheduled", () => {
  it.each([
    ["POST", "/posts"],
    ["PUT", "/posts/new"],
    ["PUT", "/posts/hello"],
    ["PUT", "/posts/plan"],
    ["PATCH", "/posts/hello"],
    ["PATCH", "/posts/secret?changes=leave"],
    ["PATCH", "/posts/plan"],
  ])("is refused with a past date by %s %s", async (method, path) => {
    const refused = await world.send(method, path, { name: "New", status: "scheduled", publishedAt: past });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: "/publishedAt" }] });
  });

  it("is refused for a public post without a date", async () => {
    expect((await world.send("PATCH", "/posts/hello", { status: "scheduled" })).status).toBe(422);
    comeDue();
    expect((await world.send("PATCH", "/posts/plan", { status: "scheduled" })).status).toBe(422);
  });
});
