import { expect, it } from "vitest";
import type { FaqList, OrganizationFaqPage, PostItem, SinglePost } from "../../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "../world.ts";

const html = (answer: string): string =>
  `<h2>Is it ${answer}?</h2><p>It is ${answer}.</p><h2>And?</h2><p>So.</p>`;
const jsonLd = { accept: "application/ld+json" };

/** The questions of all posts of an organization. */
export function describeFaq(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  const create = async (name: string, input: object = {}): Promise<unknown> =>
    world.createPost({ name, html: html(name), ...input });
  const read = async (query = ""): Promise<FaqList> => world.read<FaqList>(`/faq/acme${query}`);
  const questions = async (query = ""): Promise<string[]> =>
    (await read(query)).faqEntries.map(({ question, post }) => `${post.slug}: ${question}`);

  it("are those of each post, the newest post first", async () => {
    expect(await read()).toEqual({ faqEntries: [], nextCursor: null });
    await create("one", { createdAt: "2026-01-01" });
    await create("plain", { createdAt: "2026-01-02", html: "<p>No question</p>" });
    await create("two", { createdAt: "2026-01-03" });
    const { faqEntries } = await read();
    expect(faqEntries.map(({ question, post }) => `${post.slug}: ${question}`)).toEqual([
      "two: Is it two?",
      "two: And?",
      "one: Is it one?",
      "one: And?",
    ]);
    const single = await world.read<SinglePost>("/post/acme/two");
    const { slug, url, name } = single;
    expect(faqEntries.slice(0, 2)).toEqual(
      single.faqEntries.map((entry) => ({ ...entry, post: { slug, url, name } })),
    );
    const { posts } = await world.read<{ posts: PostItem[] }>("/post/acme");
    expect(posts.every((post) => !("faqEntries" in post))).toBe(true);
  });

  it("come in pages of posts, without gaps", async () => {
    for (const name of ["a", "b", "c"]) await create(name);
    const found: string[] = [];
    let cursor: string | null = "";
    let pages = 0;
    while (cursor !== null) {
      const page: FaqList = await read(`?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
      found.push(...page.faqEntries.map(({ post }) => post.slug));
      cursor = page.nextCursor;
      pages++;
    }
    expect([pages, found.toSorted()]).toEqual([3, ["a", "a", "b", "b", "c", "c"]]);
    const link = (await world.get("/faq/acme?limit=1")).headers.get("link");
    expect(link).toMatch(/^<\?limit=1&cursor=\w+>; rel="next"$/);
  });

  it("are one FAQPage on request, with the organization's answer format", async () => {
    await create("a", { html: "<h2>Which?</h2><p><code>&lt;b&gt;</code></p>" });
    const url = "https://acme.example/blog/a";
    const page = (text: string): OrganizationFaqPage => ({
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: [{ "@type": "Question", name: "Which?", acceptedAnswer: { "@type": "Answer", text }, url }],
    });
    const byAccept = await world.send("GET", "/faq/acme", { headers: jsonLd });
    expect([byAccept.headers.get("content-type"), await byAccept.json()]).toEqual([
      "application/ld+json",
      page("<b>"),
    ]);
    expect(byAccept.headers.get("vary")).toContain("accept");
    await world.updateOrganization({ faq: { answerFormat: "escaped" } });
    expect(await world.read("/faq/acme?format=jsonld")).toEqual(page("&lt;b>"));
    const json = await world.send("GET", "/faq/acme?format=json", { headers: jsonLd });
    expect(json.headers.get("content-type")).toBe("application/json");
  });

  it("can be restricted to a section, a tag or a language", async () => {
    await create("a", { tags: ["x"], articleSection: "News", inLanguage: "de" });
    await create("b");
    for (const query of ["?tag=x", "?section=News", "?language=de"]) {
      expect(new Set((await questions(query)).map((one) => one[0]))).toEqual(new Set(["a"]));
    }
    expect(await questions("?tag=y")).toEqual([]);
  });

  it.each(["?format=xml", "?limit=0", "?cursor=x", "?sort=name", "?fields=id"])(
    "refuse %s",
    async (query) => {
      const { detail } = await expectProblem(await world.get(`/faq/acme${query}`), 400, "invalid-parameter");
      expect(detail).toContain("query parameter");
    },
  );

  it("change at once, with their ETag", async () => {
    await create("a");
    const before = await world.get("/faq/acme");
    const headers = { "if-none-match": before.headers.get("etag") ?? "" };
    expect((await world.send("GET", "/faq/acme", { headers })).status).toBe(304);
    await world.updatePost("a", { html: html("new") });
    expect((await world.send("GET", "/faq/acme", { headers })).status).toBe(200);
    expect(await questions()).toEqual(["a: Is it new?", "a: And?"]);
    await world.updateOrganization({ faq: { sources: ["h4"] } });
    await world.updatePost("a", { html: "<h4>Now?</h4><p>Yes.</p>" });
    expect(await questions()).toEqual(["a: Now?"]);
  });
}
