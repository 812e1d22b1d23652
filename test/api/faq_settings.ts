import { beforeEach, expect, it } from "vitest";
import type { OrganizationFaq, SinglePost } from "../../lib/mod.ts";
import { type OpenStorage, World } from "./world.ts";

const html =
  "<h2>Which tags?</h2><p>Use &lt;b&gt; &amp; <em>no</em> other.</p>" +
  "<h2>営業時間は？</h2><p>九時からです。</p><h4>How long?</h4><p>An hour.</p><h3>Why?</h3>\n\nFor <em>rest</em>.";

const questionsOf = ({ faqEntries }: SinglePost): string[] => faqEntries.map(({ question }) => question);
const answersOf = ({ structuredData }: SinglePost): string[] | undefined =>
  structuredData.faqPage?.mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text);

/** Tests an organization's settings for the questions in its posts. */
export function describeFaqSettings(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  beforeEach(async () => {
    await world.createPost({ name: "Hours", html, inLanguage: "ja-JP" });
  });

  const read = async (): Promise<SinglePost> => world.read("/post/acme/hours");
  const set = async (faq: OrganizationFaq): Promise<unknown> => world.updateOrganization({ faq });

  it("has the specification's rules by default", async () => {
    const post = await read();
    expect(questionsOf(post)).toEqual(["Which tags?", "Why?"]);
    expect(post.faqEntries[0]).toEqual({ question: "Which tags?", answer: "Use <b> & no other." });
    expect(answersOf(post)).toEqual(["Use <b> & no other.", "rest"]);
  });

  it("accepts the question mark of the post's language", async () => {
    await set({ languages: true });
    expect(questionsOf(await read())).toEqual(["Which tags?", "営業時間は？", "Why?"]);
    await world.updatePost("hours", { inLanguage: "en-US" });
    expect(questionsOf(await read())).toEqual(["Which tags?", "Why?"]);
  });

  it("accepts more sources and the text between elements", async () => {
    await set({ sources: ["h4"], bareText: true });
    expect(questionsOf(await read())).toEqual(["Which tags?", "How long?", "Why?"]);
    expect((await read()).faqEntries[2]?.answer).toBe("For rest.");
  });

  it("leaves out questions, and ends answers at headings of the same level", async () => {
    await set({ skip: ["which*"], answerEnd: "sameLevel", closingMarks: true });
    expect(questionsOf(await read())).toEqual(["Why?"]);
    await world.updatePost("hours", { html: "<h2>“Why?”</h2><p>So:</p><h3>B</h3><p>c</p>" });
    expect((await read()).faqEntries).toEqual([{ question: "“Why?”", answer: "So:\nB\nc" }]);
  });

  it("publishes answers in the configured format", async () => {
    await set({ answerFormat: "escaped" });
    const escaped = await read();
    expect(escaped.faqEntries[0]).toEqual({ question: "Which tags?", answer: "Use <b> & no other." });
    expect(answersOf(escaped)?.[0]).toBe("Use &lt;b> &amp; no other.");
    await set({ answerFormat: "html" });
    const { faqEntries, ...shown } = await read();
    expect(faqEntries[0]?.answer).toBe("Use <b> & no other.");
    expect(faqEntries[0]?.answerHtml).toMatch(/^<p>Use &lt;b(?:>|&gt;) &amp; <em>no<\/em> other\.<\/p>$/);
    expect(answersOf({ faqEntries, ...shown })?.[0]).toBe(faqEntries[0]?.answerHtml);
  });

  it.each<[what: string, faqSkip: string[], questions: string[]]>([
    ["a question", ["why?"], ["Which tags?"]],
    ["a beginning", ["Wh*"], []],
    ["an item that fits nothing", ["How long?"], ["Which tags?", "Why?"]],
    ["all questions", ["*"], []],
  ])("leaves out %s of a post", async (_what, faqSkip, questions) => {
    const other = await world.createPost({ name: "Other", html });
    await world.updatePost("hours", { faqSkip });
    const shown = await read();
    expect(questionsOf(shown)).toEqual(questions);
    // A page needs two entries.
    expect(answersOf(shown)?.length ?? 0).toBe(questions.length === 1 ? 0 : questions.length);
    expect(shown).not.toHaveProperty("faqSkip");
    expect(questionsOf(await world.read(`/post/acme/${other.slug}`))).toEqual(["Which tags?", "Why?"]);
    await world.updatePost("hours", { faqSkip: null });
    expect(questionsOf(await read())).toEqual(["Which tags?", "Why?"]);
  });

  it("adds the questions of a post to those of the organization, up to the limits of both", async () => {
    const rest = (text: string): string[] => Array.from({ length: 99 }, (_, index) => `${text} ${index}?`);
    await set({ skip: [...rest("Who"), "Why?"] });
    await world.updatePost("hours", { faqSkip: [...rest("Where"), "Which tags?"] });
    expect(questionsOf(await read())).toEqual([]);
    await set({ skip: [] });
    expect(questionsOf(await read())).toEqual(["Why?"]);
  });

  it("changes ETag, Last-Modified and the sitemap with the questions that a post leaves out", async () => {
    const sitemap = async (): Promise<string> => (await world.get("/post/acme/sitemap")).text();
    const [first, listed] = [await world.get("/post/acme/hours"), await sitemap()];
    world.clock.advance(5000);
    await world.updatePost("hours", { faqSkip: ["Why?"] });
    const changed = await world.get("/post/acme/hours");
    expect(changed.headers.get("etag")).not.toBe(first.headers.get("etag"));
    expect(Date.parse(changed.headers.get("last-modified") ?? "")).toBe(
      Date.parse(first.headers.get("last-modified") ?? "") + 5000,
    );
    expect(await sitemap()).not.toBe(listed);
    const { revision } = await world.updatePost("hours", { faqSkip: ["Why?"] });
    expect(await world.updatePost("hours", { faqSkip: [" Why? "] })).toMatchObject({ revision });
  });

  it("changes ETag and Last-Modified with the setting", async () => {
    const first = await world.get("/post/acme/hours");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await world.send("GET", "/post/acme/hours", { headers })).status).toBe(304);
    const since = { "if-modified-since": first.headers.get("last-modified") ?? "" };
    world.clock.advance(5000);
    await set({ languages: true });
    const changed = await world.send("GET", "/post/acme/hours", { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(first.headers.get("etag"));
    expect(Date.parse(changed.headers.get("last-modified") ?? "")).toBe(
      Date.parse(first.headers.get("last-modified") ?? "") + 5000,
    );
    expect((await world.send("GET", "/post/acme/hours", { headers: since })).status).toBe(200);
    await set({});
    const back = await world.get("/post/acme/hours");
    expect(back.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  it("overrides the host's settings, field by field", async () => {
    const faq = { languages: true, answerFormat: "escaped", sources: ["h4"] } as const;
    const host = await World.open(openStorage, { faq });
    try {
      await host.api.posts.create("acme", { name: "Hours", html, inLanguage: "ja" });
      const shown = async (): Promise<SinglePost> => host.read("/post/acme/hours");
      expect(questionsOf(await shown())).toEqual(["Which tags?", "営業時間は？", "How long?", "Why?"]);
      await host.api.organizations.update("acme", { faq: { sources: [], languages: false } });
      expect(questionsOf(await shown())).toEqual(["Which tags?", "Why?"]);
      expect(answersOf(await shown())?.[0]).toBe("Use &lt;b> &amp; no other.");
    } finally {
      await host.close();
    }
  });
}
