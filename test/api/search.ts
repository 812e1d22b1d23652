import { expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

interface Result {
  type: string;
  slug: string;
  url: string;
  heading?: string;
  fragment?: string;
  score: number;
  passage: { text: string; highlights: { start: number; end: number }[] };
}
interface Results {
  results: Result[];
  nextCursor: string | null;
}

const hours =
  '<p>About us.</p><h2 id="hours">When are you open?</h2><p>We open at nine. We sell running shoes.</p>' +
  "<h2>Who owns the shop?</h2><p>Bob does.</p>";

/** Search in posts, FAQ entries and knowledge texts. */
export function describeSearch(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  const create = async (name: string, input: object = {}): Promise<unknown> =>
    world.createPost({ name, html: "<p>Nothing</p>", ...input });
  const find = async (q: string, more = "", key?: string): Promise<Result[]> =>
    (await world.read<Results>(`/search/acme?q=${encodeURIComponent(q)}${more}`, key)).results;
  const slugs = async (q: string, more = "", key?: string): Promise<string[]> =>
    (await find(q, more, key)).map(({ slug }) => slug);
  const posts = "&in=posts";

  it("returns posts and FAQ entries with their passages, places and highlights", async () => {
    await create("The shop", { html: hours });
    const [post] = await find("running shoes", posts);
    const [entry, ...others] = await find("running shoes");
    const passage = { text: "We open at nine. We sell running shoes." };
    expect(post).toMatchObject({
      type: "post",
      slug: "the-shop",
      url: "https://acme.example/blog/the-shop#hours",
      heading: "When are you open?",
      fragment: "hours",
      passage,
    });
    expect(entry).toMatchObject({ type: "faq", heading: "When are you open?", passage, snippet: passage });
    expect(others).toEqual([]);
    const highlighted = post?.passage.highlights.map(({ start, end }) => passage.text.slice(start, end));
    expect(highlighted).toEqual(["running", "shoes"]);
    expect((await find("running shoes", "&in=faq")).map(({ type }) => type)).toEqual(["faq"]);
    expect((await find("bob", posts))[0]?.heading).toBe("Who owns the shop?");
  });

  it("finds forms, accents, prefixes, typos and phrases, and leaves out excluded words", async () => {
    await create("One", { html: "<p>The houses were painted blue by runners.</p>" });
    await create("Two", { html: "<p>Die Häuser der Straße.</p>", inLanguage: "de" });
    await create("Three", { html: "<p>Blue painted things, Événements.</p>", inLanguage: "fr-CA" });
    const found: [string, string[]][] = [
      ["house ", ["one"]],
      ["haus ", ["two"]],
      ["STRASSE ", ["two"]],
      ["evenement ", ["three"]],
      ["runn", ["one"]],
      ["paintd", ["one", "three"]],
      ['"painted blue"', ["one"]],
      ['"blue painted"', ["three"]],
      ["painted -houses", ["three"]],
      ['painted -"blue painted"', ["one"]],
      ["nowhere", []],
    ];
    for (const [query, expected] of found) {
      expect([query, (await slugs(query, posts)).toSorted()]).toEqual([query, expected.toSorted()]);
    }
  });

  it.each([
    ["ja", "東京都は日本の首都であり、天気は晴れです。", "天気"],
    ["zh", "我们在北京的商店每天九点开门。", "商店"],
    ["th", "วันนี้อากาศดีมากที่กรุงเทพ", "อากาศ"],
    ["ar", "المدرسة مفتوحة كل يوم", "مدرسة"],
  ])("finds words of %s", async (inLanguage, text, word) => {
    await create("Words", { slug: "words", html: `<p>${text}</p>`, inLanguage });
    await create("Other", { slug: "other", html: "<p>Nothing of it</p>", inLanguage });
    expect(await slugs(word)).toEqual(["words"]);
  });

  it("filters like the list", async () => {
    await create("A", { slug: "a", articleSection: "News", tags: ["x"], html: "<p>word</p>" });
    await create("B", { slug: "b", inLanguage: "de", html: "<p>word</p>" });
    const filters = ["section=News", "language=de", "tag=x", "updatedSince=2100-01-01", "section=None"];
    for (const filter of filters) {
      const listed = await world.read<{ posts: { slug: string }[] }>(`/post/acme?${filter}`);
      expect(await slugs("word", `&${filter}`)).toEqual(listed.posts.map(({ slug }) => slug));
    }
  });

  it("pages through all results once", async () => {
    for (let number = 0; number < 7; number++) {
      await create(`Post ${number}`, { html: `<p>word ${"other ".repeat(number % 3)}</p>` });
    }
    const seen: string[] = [];
    let cursor = "";
    for (;;) {
      const page: Results = await world.read(`/search/acme?q=word&limit=3${cursor}`);
      seen.push(...page.results.map(({ slug }) => slug));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, number) => `post-${number}`));
    await expectProblem(await world.get("/search/acme?q=word&cursor=x"), 400, "invalid-parameter");
    await expectProblem(await world.get("/search/acme?q=word&limit=51"), 400, "invalid-parameter");
  });

  it("suggests titles and questions, and lists related posts", async () => {
    await create("Opening hours of the shop", { html: hours });
    await create("Shoes for running", { html: "<p>We sell running shoes in the shop.</p>" });
    await create("Cooking rice", { html: "<p>Boil water.</p>" });
    const suggested = async (typed: string): Promise<string[]> => {
      const { suggestions } = await world.read<{ suggestions: { type: string; text: string }[] }>(
        `/search/acme/suggest?q=${typed}`,
      );
      return suggestions.map(({ text }) => text).toSorted();
    };
    expect(await suggested("ope")).toEqual(["Opening hours of the shop", "When are you open?"]);
    for (const typed of ["when+are", "when+are+y", "when+are+yo"]) {
      expect(await suggested(typed)).toEqual(["When are you open?"]);
    }
    const { related } = await world.read<{ related: { slug: string }[] }>(
      "/post/acme/shoes-for-running/related",
    );
    expect(related.map(({ slug }) => slug)).toEqual(["opening-hours-of-the-shop"]);
    await expectProblem(await world.get("/post/acme/none/related"), 404, "post-not-found");
  });

  it("gives a context within a number of tokens, as JSON or Markdown", async () => {
    await create("The shop", { html: hours });
    await create("Long", { html: `<p>${"open doors and more words. ".repeat(200)}</p>` });
    const context = await world.read<{ passages: { tokens: number; text: string }[]; tokens: number }>(
      "/context/acme?q=open&maxTokens=300",
    );
    expect(context.tokens).toBeLessThanOrEqual(300);
    expect(context.tokens).toBe(context.passages.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(context.passages.map(({ text }) => text)).toContain("We open at nine. We sell running shoes.");
    const markdown = await world.get("/context/acme?q=nine&format=markdown");
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toMatch(
      /^> We open at nine\. We sell running shoes\.\n\nSource: \[The shop: When are you open\?\]\(https:\/\/acme\.example\/blog\/the-shop#hours\), updated 2026-\d\d-\d\d\n$/,
    );
  });

  it("needs a key where reading needs one, and permits posts:read only", async () => {
    await world.reopen({ readAccess: "key" });
    const { key } = await world.createKey({ role: "viewer" });
    const writer = await world.createKey({ permissions: ["knowledge:write"] });
    await create("A", { slug: "a" });
    for (const path of [
      "/search/acme?q=a",
      "/search/acme/suggest?q=a",
      "/context/acme?q=a",
      "/post/acme/a/related",
    ]) {
      await expectProblem(await world.get(path), 401, "missing-key");
      await expectProblem(await world.get(path, writer.key), 403, "missing-permission");
      expect((await world.get(path, key)).status).toBe(200);
    }
  });

  it("finds a knowledge text by its title and tags, and cites its source", async () => {
    const { key } = await world.createKey({ permissions: ["knowledge:read"] });
    const cited = { title: "Opening hours", source: "https://acme.example/visit", tags: ["arrival"] };
    const put = async (text: string, fields: object = {}): Promise<unknown> =>
      world.api.knowledgeBase.put({ organizationSlug: "acme", id: "hours" }, { text, ...fields });
    const find = async (q: string): Promise<object[]> =>
      (await world.read<{ results: object[] }>(`/knowledge-base/search?q=${q}`, key)).results;
    await put("From nine to five.", cited);
    for (const q of ["opening", "arrival", "nine"])
      expect(await find(q)).toMatchObject([{ id: "hours", ...cited }]);
    const { texts } = await world.read<{ texts: object[] }>("/knowledge-base", key);
    expect(texts).toMatchObject([{ id: "hours", ...cited }]);
    await put("From ten to five.");
    expect(await find("opening")).toEqual([]);
    const [found] = await find("ten");
    expect(Object.keys(found ?? {}).toSorted()).toEqual([
      "createdAt",
      "id",
      "passage",
      "score",
      "share",
      "snippet",
    ]);
  });

  it("reads the knowledge base with the permission knowledge:read, which a key must name", async () => {
    const { key: unnamed } = await world.createKey({ role: "owner" });
    const { key: author } = await world.createKey({ role: "author", permissions: ["knowledge:read"] });
    const { key } = await world.createKey({ permissions: ["knowledge:read"] });
    const paths = ["/knowledge-base", "/knowledge-base/search?q=nine"];
    const texts = ["We open at nine.", `${"Long paragraph. ".repeat(100)}\n\nClosed on Sundays.`];
    for (const text of texts) await world.api.knowledgeBase.add("acme", { text });
    for (const path of paths) {
      await expectProblem(await world.get(path), 401, "missing-key");
      for (const refused of [unnamed, author]) {
        await expectProblem(await world.get(path, refused), 403, "missing-permission");
      }
    }
    const list = await world.read<{ texts: { id: string; text: string }[] }>("/knowledge-base", key);
    expect(list.texts.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    const search = async (q: string): Promise<string[]> =>
      (await world.read<{ results: Result[] }>(`/knowledge-base/search?q=${q}`, key)).results.map(
        ({ passage }) => passage.text,
      );
    expect(await search("nine")).toEqual(["We open at nine."]);
    expect((await search("sundays"))[0]).toMatch(/Closed on Sundays\.$/);
    for (const { id } of list.texts) await world.api.knowledgeBase.delete({ organizationSlug: "acme", id });
    expect(await search("nine")).toEqual([]);
  });

  it("limits the searches of an address without a key", async () => {
    const { key } = await world.createKey();
    await world.reopen({ trustProxy: 1 });
    const headers = { "x-forwarded-for": "192.0.2.7" };
    const search = async (): Promise<Response> => world.send("GET", "/search/acme?q=a", { headers });
    for (let number = 0; number < 120; number++) expect((await search()).status).toBe(200);
    const refused = await search();
    expect(refused.headers.get("retry-after")).toBe("60");
    await expectProblem(refused, 429, "too-many-searches");
    world.clock.advance(60_000);
    expect((await search()).status).toBe(200);
    expect(key).toBeDefined();
  });

  it("refuses an organization whose index exceeds the limit of memory", async () => {
    const { close, storage } = await openStorage(world.clock);
    await close();
    // Tables have no such limit.
    if ("atomic" in storage && storage.atomic.searchTables !== undefined) return;
    await world.reopen({ limits: { searchBytes: 1_048_576 } });
    const words = (post: number): string =>
      Array.from({ length: 1500 }, (_, word) => `w${post}x${word}`).join(" ");
    for (let post = 0; post < 3; post++) await create(`Post ${post}`, { html: `<p>${words(post)}</p>` });
    await expectProblem(await world.get("/search/acme?q=w1x7"), 507, "search-too-large");
    await world.deletePost("post-0");
    await world.deletePost("post-1");
    expect(await slugs("w2x7")).toEqual(["post-2"]);
  });
}
