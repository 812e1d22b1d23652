import { beforeEach, expect, it } from "vitest";
import type { NewPreviewLink, PreviewLinkInput, SinglePost } from "../../lib/mod.ts";
import { allOf } from "../async_items.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const day = 86_400_000;
const plan = { organizationSlug: "acme", slug: "plan" };

/** The rules of preview links. */
export function describePreviews(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  beforeEach(async () => {
    await world.createPost({ name: "Plan", html: "<p>First</p>", status: "draft" });
  });

  const create = async (input?: PreviewLinkInput): Promise<NewPreviewLink> =>
    world.api.previews.create(plan, input);
  const get = async (token: string, slug = "plan", headers: Record<string, string> = {}): Promise<Response> =>
    world.send("GET", `/post/acme/${slug}?preview=${token}`, { headers });
  const htmlOf = async (token: string, slug?: string): Promise<string> =>
    ((await (await get(token, slug)).json()) as SinglePost).html;

  it.each(["draft", "scheduled", "published", "archived"] as const)(
    "show a post of the status %s, uncached and unlisted",
    async (status) => {
      const publishedAt = status === "scheduled" ? { publishedAt: world.clock.now() + day } : {};
      await world.api.posts.update(plan, { status, ...publishedAt });
      const { token, expiresAt } = await create();
      expect([token, expiresAt]).toEqual([
        expect.stringMatching(/^[a-z2-7]{48}$/),
        "2026-06-15T13:00:00.000Z",
      ]);
      const response = await get(token);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("x-robots-tag")).toBe("noindex");
      expect(await response.json()).toMatchObject({ slug: "plan", html: "<p>First</p>", faqEntries: [] });
      expect((await world.send("HEAD", `/post/acme/plan?preview=${token}`)).status).toBe(200);
      const isPublic = status === "published";
      expect((await world.get("/post/acme/plan")).status).toBe(isPublic ? 200 : 404);
      for (const path of ["/post/acme", "/post/acme/sitemap", "/redirects/acme"]) {
        expect((await (await world.get(path)).text()).includes("plan")).toBe(
          isPublic && path !== "/redirects/acme",
        );
      }
    },
  );

  it("follow changes at once, and show Markdown and selected fields", async () => {
    const { token } = await create();
    expect(await htmlOf(token)).toBe("<p>First</p>");
    await world.api.posts.update(plan, { html: "<p>Second</p>" });
    expect(await htmlOf(token)).toBe("<p>Second</p>");
    const markdown = await get(token, "plan", { accept: "text/markdown" });
    expect([markdown.headers.get("content-type"), await markdown.text()]).toEqual([
      "text/markdown; charset=utf-8",
      expect.stringContaining("Second"),
    ]);
    const selected = await world.send("GET", `/post/acme/plan?fields=name&preview=${token}`);
    expect([await selected.json(), selected.headers.get("cache-control")]).toEqual([
      { name: "Plan" },
      "private, no-store",
    ]);
  });

  it("of a revision show that revision, and end with it", async () => {
    const { token } = await create({ revision: 1, expiresIn: "30d" });
    await world.api.posts.update(plan, { html: "<p>Second</p>", name: "New" });
    expect(await (await get(token)).json()).toMatchObject({ name: "Plan", html: "<p>First</p>" });
    for (let write = 0; write < 10; write++) await world.api.posts.update(plan, { html: `<p>${write}</p>` });
    await expectProblem(await get(token), 404, "post-not-found");
    await expect(create({ revision: 1 })).rejects.toThrow("revision 1");
  });

  it("do not fill the response cache", async () => {
    await world.api.posts.update(plan, { status: "published" });
    await world.get("/post/acme/plan");
    const { token } = await create({ revision: 1 });
    await world.api.posts.update(plan, { html: "<p>Second</p>" });
    expect(await htmlOf(token)).toBe("<p>First</p>");
    expect(await world.read<SinglePost>("/post/acme/plan")).toMatchObject({ html: "<p>Second</p>" });
  });

  it("end when they expire, are revoked, or their post is deleted", async () => {
    const links = await Promise.all([create({ expiresIn: "1h" }), create({ expiresIn: "2h" })]);
    const [short, long] = links;
    expect((await allOf(world.api.previews.iterate(plan))).map(({ id }) => id).toSorted()).toEqual(
      links.map(({ id }) => id).toSorted(),
    );
    world.clock.advance(3_600_000 - 1);
    expect((await get(short.token)).status).toBe(200);
    world.clock.advance(1);
    await expectProblem(await get(short.token), 404, "post-not-found");
    expect(await allOf(world.api.previews.iterate(plan))).toEqual([expect.objectContaining({ id: long.id })]);
    expect((await get(long.token)).status).toBe(200);
    expect(await world.api.previews.revoke(plan, long.id)).toBe(true);
    expect(await world.api.previews.revoke(plan, long.id)).toBe(false);
    await expectProblem(await get(long.token), 404, "post-not-found");
    const { token } = await create();
    await world.api.posts.delete(plan);
    await world.createPost({ name: "Plan", status: "draft" });
    await expectProblem(await get(token), 404, "post-not-found");
  });

  it("give the same response to every wrong token, and to a post that does not exist", async () => {
    await world.createPost({ name: "Other", status: "draft" });
    await world.createPost({ name: "Public" });
    const { token, id } = await create();
    const other = await world.api.previews.create({ organizationSlug: "acme", slug: "other" });
    const wrong = `${id}${"a".repeat(32)}`;
    const responses = [
      await get(wrong),
      await get(other.token),
      await get(token, "other"),
      await get(token, "public"),
      await get("nonsense", "public"),
      await get(""),
      await get(token, "nothing"),
      await get(token.slice(0, -1)),
      await world.get("/post/acme/nothing"),
    ];
    const texts = await Promise.all(
      responses.map(async (response) => `${response.status} ${await response.text()}`),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^404 .*post-not-found/);
    expect((await world.send("GET", `/post/other/plan?preview=${token}`)).status).toBe(404);
  });

  it("store a hash and no token", async () => {
    const { token } = await create();
    expect(world.writes.join("\n")).not.toContain(token);
    expect(world.writes.join("\n")).not.toContain(token.slice(16));
  });

  it("need no key where reading needs one; a sent key is judged and counted as always", async () => {
    await world.reopen({ readAccess: "key" });
    await world.createPost({ name: "Plan", html: "<p>First</p>", status: "draft" });
    const { token } = await create();
    expect((await get(token)).status).toBe(200);
    await expectProblem(await world.get("/post/acme/plan"), 401, "missing-key");
    const { key } = await world.createKey({ rateLimit: { perDay: 1 } });
    const response = await get(token, "plan", { "x-api-key": key });
    expect([response.status, response.headers.get("ratelimit")]).toEqual([
      200,
      expect.stringContaining("r=0"),
    ]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    await expectProblem(await get(token, "plan", { "x-api-key": key }), 429, "quota-exceeded");
    await expectProblem(await get(token, "plan", { "x-api-key": "x" }), 401, "invalid-key");
  });

  it("show the content of paid posts", async () => {
    await world.updateOrganization({ paidContent: "key" });
    await world.api.posts.update(plan, { isAccessibleForFree: false });
    expect(await htmlOf((await create()).token)).toBe("<p>First</p>");
  });

  it("follow a renamed post from its earlier slug, if that redirects", async () => {
    await world.api.posts.update(plan, { status: "published" });
    const { token } = await create();
    await world.api.posts.update(plan, { slug: "new", status: "draft" });
    expect(await htmlOf(token, "plan")).toBe("<p>First</p>");
    expect(await htmlOf(token, "new")).toBe("<p>First</p>");
  });

  it.each<[PreviewLinkInput & { surplus?: number }, string]>([
    [{ expiresIn: "31d" }, "/expiresIn must be a duration"],
    [{ expiresIn: "0m" }, "/expiresIn must be a duration"],
    [{ expiresIn: "soon" }, "/expiresIn must be a duration"],
    [{ revision: 0 }, "/revision must be at least 1"],
    [{ revision: 5 }, "revision 5"],
    [{ surplus: 1 }, "/surplus is not a known field"],
  ])("cannot be created with %j", async (input, message) => {
    await expect(create(input)).rejects.toThrow(message);
    expect(await allOf(world.api.previews.iterate(plan))).toEqual([]);
  });

  it("are at most 100 for each post, and none for a missing post", async () => {
    for (let count = 0; count < 100; count++) await create();
    await expect(create()).rejects.toThrow("100 links already");
    await expect(world.api.previews.create({ ...plan, slug: "nothing" })).rejects.toThrow("no post");
  });

  it("are limited for each address", async () => {
    const { token } = await create();
    const from = async (ip: string): Promise<number> => {
      const response = await world.api.handler({
        request: new Request(`http://localhost/api/public/v1/post/acme/plan?preview=${token}`),
        ip,
        platform: undefined,
        env: () => undefined,
        passThrough: () => undefined,
        waitUntil: () => undefined,
      });
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 121 }, () => from("192.0.2.1")));
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await from("192.0.2.2")).toBe(200);
    world.clock.advance(60_000);
    expect(await from("192.0.2.1")).toBe(200);
  });
}
