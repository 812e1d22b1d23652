import { beforeEach, expect, it } from "vitest";
import type { CustomField, CustomFieldType } from "../../lib/content/mod.ts";
import type { PostInput } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

interface Page {
  posts: { slug: string }[];
  nextCursor: string | null;
  total?: number;
}

/** A type of fields, the values of the posts p0, p1, ..., and the posts that queries return. */
interface TypeCase {
  type: CustomFieldType;
  field?: Partial<CustomField>;
  values: readonly unknown[];
  found: Readonly<Record<string, string>>;
}

const minute = 60_000;

const types: TypeCase[] = [
  {
    type: "number",
    values: [4, -2.5, undefined, 0, 4, 1e21, -1e-7],
    found: {
      "custom.f=4": "p4 p0",
      "custom.f=4.00": "p4 p0",
      "custom.f=-0": "p3",
      "custom.f=1e21": "p5",
      "custom.f=3": "",
      "custom.f.from=-2.5&custom.f.to=0": "p6 p3 p1",
      "custom.f.from=0.5&sort=createdAt": "p0 p4 p5",
      "custom.f.to=-1e-7&sort=custom.f": "p1 p6",
      "sort=custom.f": "p1 p6 p3 p0 p4 p5 p2",
      "sort=-custom.f": "p5 p4 p0 p3 p6 p1 p2",
    },
  },
  {
    type: "date",
    values: ["2026-01-31", "2025-12-31", "2026-02-01", undefined, "2026-01-01"],
    found: {
      "custom.f=2026-01-31": "p0",
      "custom.f.from=2026-01-01&custom.f.to=2026-01-31": "p4 p0",
      "sort=custom.f": "p1 p4 p0 p2 p3",
      "sort=-custom.f&custom.f.from=2026-01-01": "p2 p0 p4",
    },
  },
  {
    type: "dateTime",
    values: ["2026-03-01T12:00:00.000Z", "2026-03-01T11:59:59.999Z", "1969-07-20T20:17:00.000Z", undefined],
    found: {
      "custom.f=2026-03-01T13:00:00%2B01:00": "p0",
      "custom.f.from=2026-03-01": "p1 p0",
      "custom.f.to=2000-01-01": "p2",
      "sort=custom.f": "p2 p1 p0 p3",
    },
  },
  {
    type: "boolean",
    values: [true, false, undefined, true],
    found: { "custom.f=true": "p3 p0", "custom.f=false": "p1", "sort=-custom.f": "p3 p0 p1 p2" },
  },
  {
    type: "choice",
    field: { choices: ["low", "middle", "high"] },
    values: ["high", "low", "middle", undefined, "low"],
    found: { "custom.f=low": "p4 p1", "sort=custom.f": "p1 p4 p2 p0 p3" },
  },
  {
    type: "text",
    values: ["Zürich", "zu\u0308rich", "constructor", undefined, "x".repeat(300), `${"x".repeat(300)}y`],
    found: {
      "custom.f=Z%C3%BCrich": "p0",
      "custom.f=Zu%CC%88rich": "p0",
      "custom.f=z%C3%BCrich": "p1",
      "custom.f=constructor": "p2",
      [`custom.f=${"x".repeat(300)}`]: "p4",
      "custom.f=%2F%21%00": "",
      "sort=custom.f": "p2 p4 p5 p0 p1 p3",
    },
  },
  {
    type: "list",
    values: [["a", "b"], ["b", "c"], undefined, [], ["B"]],
    found: { "custom.f=b": "p1 p0", "custom.f=B": "p4", "custom.f=a%2C%20b": "" },
  },
];

/** Filters and orders by fields that the organization defines. */
export function describeCustomFilters(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  let start: number;
  beforeEach(() => {
    start = world.clock.now();
    world.clock.advance(100 * minute);
  });

  async function define(...fields: CustomField[]): Promise<void> {
    await world.api.organizations.update("acme", { postFields: fields });
  }

  async function create(
    slug: string,
    custom: Record<string, unknown>,
    input: Partial<PostInput> = {},
  ): Promise<void> {
    const times = { createdAt: start, publishedAt: start };
    await world.createPost({ name: slug, slug, ...times, ...input, custom });
    start += minute;
  }

  /** Slugs of all pages. */
  async function walk(query: string, limit = 100): Promise<string> {
    const found: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 30; pages++) {
      const suffix: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page = await world.read<Page>(`/post/acme?limit=${limit}&${query}${suffix}`);
      found.push(...page.posts.map(({ slug }) => slug));
      cursor = page.nextCursor;
    }
    return found.join(" ");
  }

  it.each(types)("filters and sorts by a field of the type $type", async ({ type, field, values, found }) => {
    for (const [index, value] of values.entries()) {
      // The field is defined in between: a build indexes the first posts, and writes index the others.
      if (index === 2) await define({ name: "f", type, isFilterable: true, ...field });
      if (index === 2) await create("d0", { f: value }, { status: "draft" });
      await create(`p${index}`, index < 2 ? {} : { f: value });
    }
    for (const [index, value] of values.entries())
      if (index < 2)
        await world.api.posts.update(
          { organizationSlug: "acme", slug: `p${index}` },
          { custom: { f: value } },
        );
    for (const [query, slugs] of Object.entries(found)) {
      for (const limit of [1, 100]) expect.soft(await walk(query, limit), `${query} by ${limit}`).toBe(slugs);
    }
  });

  it("combines filters, and counts their posts", async () => {
    await define(
      { name: "rating", type: "number", isFilterable: true, default: 3 },
      { name: "topics", type: "list", isFilterable: true },
    );
    await create("p0", { rating: 5, topics: ["a"] }, { tags: ["x"] });
    await create("p1", { rating: 5, topics: ["a", "b"] });
    await create("p2", { topics: ["b"] }, { tags: ["x"] });
    const due = world.clock.now() + minute;
    await create("p3", { rating: 5, topics: ["a"] }, { status: "scheduled", publishedAt: due });
    const query = "/post/acme?custom.rating=5&custom.topics=a&total=true";
    expect(await world.read<Page>(query)).toMatchObject({
      posts: [{ slug: "p1" }, { slug: "p0" }],
      total: 2,
    });
    expect(await walk("custom.rating=5&tag=x")).toBe("p0");
    expect(await walk("custom.rating.from=4&custom.topics=a&sort=name", 1)).toBe("p0 p1");
    expect(await walk("custom.topics=b&sort=custom.rating", 1)).toBe("p2 p1");
    expect(await walk("custom.rating=3"), "the default").toBe("p2");
    world.clock.advance(due - world.clock.now());
    expect(await world.read<Page>(query)).toMatchObject({ posts: [{ slug: "p3" }, {}, {}], total: 3 });
  });

  it("follows changes of posts and definitions", async () => {
    const rating: CustomField = { name: "rating", type: "number", isFilterable: true };
    await define(rating);
    await create("p0", { rating: 1 });
    await create("p1", { rating: 2 });
    await create("p2", { rating: 1 });
    expect(await walk("custom.rating=1")).toBe("p2 p0");
    const address = { organizationSlug: "acme", slug: "p0" };
    await world.api.posts.update(address, { custom: { rating: 2 } });
    await world.api.posts.delete({ organizationSlug: "acme", slug: "p2" });
    expect(await walk("custom.rating=1")).toBe("");
    expect(await walk("sort=-custom.rating")).toBe("p1 p0");
    await define({ ...rating, name: "stars", earlierNames: ["rating"] });
    expect(await walk("custom.stars=2")).toBe("p1 p0");
    await define({ ...rating, type: "text" });
    expect(await walk("custom.rating=2"), "values that do not fit are hidden").toBe("");
    await define(rating);
    expect(await walk("custom.rating=2")).toBe("p1 p0");
  });

  it("keeps the place of a page while posts change", async () => {
    await define({ name: "rating", type: "number", isFilterable: true });
    for (let index = 0; index < 6; index++) await create(`p${index}`, { rating: index });
    const first = await world.read<Page>("/post/acme?sort=custom.rating&limit=2");
    await world.api.posts.update({ organizationSlug: "acme", slug: "p1" }, { custom: { rating: 9 } });
    await world.api.posts.update({ organizationSlug: "acme", slug: "p5" }, { custom: { rating: 0.5 } });
    await create("p6", { rating: 2.5 });
    const rest = await world.read<Page>(`/post/acme?cursor=${first.nextCursor ?? ""}`);
    expect(rest.posts.map(({ slug }) => slug).join(" ")).toBe("p2 p6 p3 p4 p1");
  });

  it("refuses other fields and values, and names those that are allowed", async () => {
    await define(
      { name: "rating", type: "number", isFilterable: true },
      { name: "level", type: "choice", choices: ["low", "high"], isFilterable: true },
      { name: "topics", type: "list", isFilterable: true },
      { name: "note", type: "text" },
    );
    const allowed = "custom.rating, custom.rating.from, custom.rating.to, custom.level, custom.topics";
    const refused: [query: string, detail: string][] = [
      ["custom.note=1", `posts can be filtered by ${allowed}`],
      ["custom.__proto__=1", `posts can be filtered by ${allowed}`],
      ["custom.level.from=low", `posts can be filtered by ${allowed}`],
      ["custom=1", "unknown"],
      ["custom.rating=4&custom.rating=5", "custom.rating must be given at most once"],
      ["custom.rating=four", "custom.rating must be a number"],
      ["custom.rating=1e999", "custom.rating must be a number"],
      ["custom.rating=0x10", "custom.rating must be a number"],
      ["custom.rating=4&custom.rating.to=5", "must not be given with"],
      ["custom.rating.from=5&custom.rating.to=4", "must not be greater than custom.rating.to"],
      ["custom.level=middle", "custom.level must be one of low, high"],
      ["custom.topics=", "must not be empty"],
      [`custom.topics=${"x".repeat(501)}`, "at most 500 characters"],
      ["sort=custom.topics", "-custom.rating, custom.level, -custom.level"],
      ["sort=custom.note", "custom.rating, -custom.rating"],
      ["sort=custom.rating&cursor=Ww", "nextCursor"],
    ];
    for (const [query, detail] of refused) {
      const problem = await expectProblem(await world.get(`/post/acme?${query}`), 400, "invalid-parameter");
      expect.soft(problem.detail, query).toContain(detail);
    }
    await define();
    const problem = await expectProblem(
      await world.get("/post/acme?custom.rating=4"),
      400,
      "invalid-parameter",
    );
    expect(problem.detail).toContain("no field with isFilterable");
  });
}
