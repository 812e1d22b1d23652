import { beforeAll, describe, expect, it } from "vitest";
import { type OpenStorage, World } from "../world.ts";

/** Every address that shows fields or content of several posts, or a rendering of one. */
const paths = [
  "/post/acme?total=true",
  "/post/acme?fields=*,html&author=Author%20of%20draft&total=true",
  "/post/acme?fields=*,html",
  "/tags/acme",
  "/tags/acme?sort=-postCount",
  "/authors/acme",
  "/faq/acme",
  "/faq/acme?format=jsonld",
  "/organization/acme",
  "/llms-full/acme",
  "/post/acme/public?fields=head",
  "/post/acme/paid?fields=head",
];

/** Addresses of posts that nobody may read. */
const hiddenPaths = ["draft", "scheduled", "archived", "foreign"].map(
  (slug) => `/post/acme/${slug}?fields=head`,
);

/** Addresses that show the content of paid posts to callers with a key. */
const withPaidContent = new Set([
  "/post/acme?fields=*,html",
  "/faq/acme",
  "/faq/acme?format=jsonld",
  "/post/acme/paid?fields=head",
]);

/** Addresses that show the content of the public post to everyone who may read. */
const withContent = new Set([
  "/post/acme?fields=*,html",
  "/faq/acme",
  "/faq/acme?format=jsonld",
  "/llms-full/acme",
  "/post/acme/public?fields=head",
]);

type CallerName = "nobody" | "viewer" | "owner" | "other" | "invalid" | "narrowed";

/** Status of every address for each caller, by `readAccess`. */
const callers: readonly [CallerName, open: number, closed: number][] = [
  ["nobody", 200, 401],
  ["viewer", 200, 200],
  ["owner", 200, 200],
  ["other", 403, 403],
  ["invalid", 401, 401],
  ["narrowed", 403, 403],
];

/** Creates a post whose every text names it. */
async function create(world: World, slug: string, input: object = {}): Promise<void> {
  await world.api.posts.create(slug === "foreign" ? "other" : "acme", {
    name: `Title of ${slug}`,
    slug,
    description: `Summary of ${slug}`,
    html: `<h2>Question of ${slug}?</h2><p>Answer of ${slug}.</p><h2>Second?</h2><p>Also of ${slug}.</p>`,
    tags: [`Tag of ${slug}`],
    author: `Author of ${slug}`,
    ...input,
  });
}

/** Posts that are not public, of other organizations or paid, for every kind of caller. */
export function describeVisibility(openStorage: OpenStorage): void {
  describe.each(["public", "key"] as const)("hidden posts, with readAccess %s", (readAccess) => {
    const world = World.forSuite(openStorage, { readAccess });
    let keys: Record<CallerName, string | undefined>;
    let later = "";
    beforeAll(async () => {
      const { organizations } = world.api;
      await organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
      await organizations.update("acme", { feeds: true, paidContent: "key" });
      later = new Date(world.clock.now() + 60_000).toISOString();
      await create(world, "public");
      await create(world, "draft", { status: "draft" });
      await create(world, "scheduled", { status: "scheduled", publishedAt: later });
      await create(world, "archived", { status: "archived" });
      await create(world, "paid", { isAccessibleForFree: false });
      await create(world, "foreign");
      const keyOf = async (input: object): Promise<string> => (await world.createKey(input)).key;
      keys = {
        nobody: undefined,
        viewer: await keyOf({ role: "viewer" }),
        owner: await keyOf({ role: "owner" }),
        other: await keyOf({ organizationSlug: "other", role: "owner" }),
        invalid: "nonsense",
        narrowed: await keyOf({ permissions: ["knowledge:write"] }),
      };
    });

    describe.each(callers)("for %s", (name, open, closed) => {
      const status = readAccess === "public" ? open : closed;

      it.each(paths)("%s shows nothing hidden", async (path) => {
        const response = await world.get(path, keys[name]);
        const text = await response.text();
        expect([path, response.status, text]).toEqual([path, status, expect.any(String)]);
        expect(text).not.toMatch(/of (?:draft|scheduled|archived|foreign)/);
        const isAllowed = status === 200;
        const mayReadPaid = isAllowed && name !== "nobody" && withPaidContent.has(path);
        expect([path, text.includes("Answer of paid")]).toEqual([path, mayReadPaid]);
        expect([path, text.includes("Question of paid")]).toEqual([path, mayReadPaid]);
        expect([path, text.includes("Answer of public")]).toEqual([path, isAllowed && withContent.has(path)]);
      });

      it.each(hiddenPaths)("%s does not exist", async (path) => {
        const response = await world.get(path, keys[name]);
        expect([path, response.status]).toEqual([path, status === 200 ? 404 : status]);
        expect(await response.text()).not.toMatch(/(?:Title|Answer) of/);
      });
    });

    it("count public posts only, also the paid ones, as lists do", async () => {
      const key = keys.viewer;
      expect(await world.read("/post/acme?fields=slug&sort=name&total=true", key)).toEqual({
        posts: [{ slug: "paid" }, { slug: "public" }],
        nextCursor: null,
        total: 2,
      });
      const names = ["Tag of paid", "Tag of public"].map((name) => ({ name, postCount: 1 }));
      expect(await world.read("/tags/acme", key)).toEqual({ tags: names, nextCursor: null });
    });

    it("count every request with a key", async () => {
      const { key } = await world.createKey({ rateLimit: { perDay: paths.length } });
      for (const path of paths) expect((await world.get(path, key)).status).toBe(200);
      for (const path of paths) expect((await world.get(path, key)).status).toBe(429);
    });
  });

  describe("a scheduled post", () => {
    it("is in every response from its time on, without a write", async () => {
      const world = await World.open(openStorage);
      await world.updateOrganization({ feeds: true });
      const publishedAt = new Date(world.clock.now() + 60_000).toISOString();
      await create(world, "scheduled", { status: "scheduled", publishedAt });
      const shown = ["/tags/acme", "/authors/acme", "/faq/acme", "/llms-full/acme", "/post/acme?total=true"];
      const texts = async (): Promise<boolean[]> =>
        Promise.all(
          shown.map(async (path) => (await (await world.get(path)).text()).includes("of scheduled")),
        );
      expect(await texts()).toEqual(shown.map(() => false));
      world.clock.advance(59_999);
      expect(await texts()).toEqual(shown.map(() => false));
      world.clock.advance(1);
      expect(await texts()).toEqual(shown.map(() => true));
      await world.close();
    });
  });
}
