import { expect, it } from "vitest";
import type { PostItem, SinglePost } from "../../lib/mod.ts";
import { type OpenStorage, World } from "./world.ts";

const question = (level: number, text: string, answer: string): string =>
  `<h${level}>${text}</h${level}><p>${answer}</p>`;

const twoPairs = question(2, "What is it?", "A <b>post</b>.") + question(3, "And this?", "An answer.");

const sender = {
  name: "Questions & answers",
  slug: "questions",
  html: `<h1>Title?</h1><p>Five words are in here.</p>${twoPairs}`,
  description: "All of them",
  image: "https://acme.example/q.png",
  author: "Ada Lovelace",
  tags: ["faq", "Hilfe"],
  articleSection: "Help",
  inLanguage: "de-de",
  isAccessibleForFree: false,
  publishedAt: "2026-03-01T10:00:00+02:00",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-05-01T12:30:00.500Z",
};

const wholeItem = {
  id: 1,
  name: "Questions & answers",
  slug: "questions",
  url: "https://acme.example/blog/questions",
  description: "All of them",
  image: "https://acme.example/q.png",
  author: "Ada Lovelace",
  tags: ["faq", "Hilfe"],
  wordCount: 15,
  articleSection: "Help",
  inLanguage: "de-DE",
  isAccessibleForFree: false,
  publishedAt: "2026-03-01T08:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-05-01T12:30:00.500Z",
  changedAt: "2026-06-15T12:00:00.000Z",
};

const faqEntries = [
  { question: "What is it?", answer: "A post." },
  { question: "And this?", answer: "An answer." },
];

const faqPage = {
  "@context": "https://schema.org",
  "@type": "FAQPage",
  mainEntity: [
    {
      "@type": "Question",
      name: "What is it?",
      acceptedAnswer: { "@type": "Answer", text: "A post." },
    },
    {
      "@type": "Question",
      name: "And this?",
      acceptedAnswer: { "@type": "Answer", text: "An answer." },
    },
  ],
};

const article = {
  "@context": "https://schema.org",
  "@type": "Article",
  headline: "Questions & answers",
  wordCount: 15,
  articleSection: "Help",
  inLanguage: "de-DE",
  isAccessibleForFree: false,
  speakable: {
    "@type": "SpeakableSpecification",
    cssSelector: ["h1", '[itemprop="description"]', "article p"],
  },
  datePublished: "2026-03-01T08:00:00.000Z",
  dateModified: "2026-05-01T12:30:00.500Z",
  description: "All of them",
  image: "https://acme.example/q.png",
  author: { "@type": "Person", name: "Ada Lovelace" },
  publisher: { "@type": "Organization", name: "Acme", url: "https://acme.example" },
  mainEntityOfPage: { "@type": "WebPage", "@id": "https://acme.example/blog/questions" },
  url: "https://acme.example/blog/questions",
};

/** Tests the fields of a post in the list and the single post. */
export function describePosts(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  it("shows every field of a list item, and nothing else", async () => {
    await world.createPost(sender);
    expect(await world.read("/post/acme")).toEqual({ posts: [wholeItem], nextCursor: null });
  });

  it("shows every field of a single post, and nothing else", async () => {
    await world.createPost(sender);
    expect(await world.read("/post/acme/questions")).toEqual({
      ...wholeItem,
      html: sender.html,
      faqEntries,
      structuredData: { article, faqPage },
    });
  });

  it("fills in defaults, and omits unknown fields", async () => {
    await world.createPost({ name: "Plain Post" });
    const time = "2026-06-15T12:00:00.000Z";
    const item = {
      id: 1,
      name: "Plain Post",
      slug: "plain-post",
      url: "https://acme.example/blog/plain-post",
      wordCount: 0,
      articleSection: "Articles",
      inLanguage: "en-US",
      isAccessibleForFree: true,
      publishedAt: time,
      createdAt: time,
      updatedAt: time,
      changedAt: time,
    };
    expect(await world.read("/post/acme")).toEqual({ posts: [item], nextCursor: null });
    const single = await world.read<SinglePost>("/post/acme/plain-post");
    expect(single).toMatchObject({ ...item, html: "", faqEntries: [] });
    expect(Object.keys(single.structuredData)).toEqual(["article"]);
    expect(Object.keys(single.structuredData.article)).not.toContain("author");
  });

  it("uses address, language, section, selectors and logo of the organization", async () => {
    await world.updateOrganization({
      siteUrl: "https://acme.example/site/",
      postUrlTemplate: "/{slug}.html",
      language: "ja",
      section: "News",
      speakable: [".title"],
      logo: "https://acme.example/logo.png",
    });
    await world.createPost({ name: "Hello", html: "<p>これは記事です。</p>" });
    const post = await world.read<SinglePost>("/post/acme/hello");
    expect(post).toMatchObject({
      url: "https://acme.example/site/hello.html",
      inLanguage: "ja",
      articleSection: "News",
    });
    expect(post.wordCount).toBeGreaterThan(1);
    expect(post.structuredData.article.speakable.cssSelector).toEqual([".title"]);
    expect(post.structuredData.article.publisher).toEqual({
      "@type": "Organization",
      name: "Acme",
      url: "https://acme.example/site",
      logo: { "@type": "ImageObject", url: "https://acme.example/logo.png" },
    });
  });

  it.each([
    ["none", "<h2>No question</h2><p>Text</p><h4>Too deep?</h4><p>Text</p>", []],
    ["one", question(2, "Why?", "Because."), ["Why?"]],
    ["two", twoPairs, ["What is it?", "And this?"]],
    ["duplicates that differ in case", question(2, "Why?", "One.") + question(3, "WHY?", "Two."), ["Why?"]],
    [
      "duplicates beside a second question",
      question(2, "Why?", "One.") + question(2, "how?", "Two.") + question(2, "wHY?", "Three."),
      ["Why?", "how?"],
    ],
    ["a question without an answer", question(2, "Why?", "") + question(2, "How?", "So."), ["How?"]],
  ])("finds valid pairs: %s", async (_name, html, questions) => {
    await world.createPost({ name: "FAQ", html });
    const post = await world.read<SinglePost>("/post/acme/faq");
    expect(post.faqEntries.map((entry) => entry.question)).toEqual(questions);
    const names = post.structuredData.faqPage?.mainEntity.map(({ name }) => name);
    expect(names).toEqual(questions.length >= 2 ? questions : undefined);
  });

  it("keeps the first of duplicate questions", async () => {
    const html = question(2, "Why?", "One.") + question(3, "WHY?", "Two.");
    await world.createPost({ name: "FAQ", html });
    const { faqEntries: found } = await world.read<SinglePost>("/post/acme/faq");
    expect(found).toEqual([{ question: "Why?", answer: "One." }]);
  });

  it("shows a changed post under the new slug only, with the same id", async () => {
    await world.createPost(sender);
    world.clock.advance(1000);
    await world.updatePost("questions", { slug: "new", name: "New", html: "<p>one two</p>" });
    expect((await world.get("/post/acme/questions")).status).toBe(308);
    expect(await world.read("/post/acme/new")).toMatchObject({
      id: 1,
      name: "New",
      html: "<p>one two</p>",
      wordCount: 2,
      createdAt: wholeItem.createdAt,
      updatedAt: "2026-06-15T12:00:01.000Z",
    });
    const { posts } = await world.read<{ posts: PostItem[] }>("/post/acme");
    expect(posts.map(({ slug }) => slug)).toEqual(["new"]);
  });

  it("gives every post a unique integer id, across organizations", async () => {
    await world.createOther();
    for (const [slug, name] of [
      ["acme", "One"],
      ["b", "One"],
      ["acme", "Two"],
    ] as const) {
      await world.api.posts.create(slug, { name });
    }
    const lists = await Promise.all(
      ["/post/acme", "/post/b"].map((path) => world.read<{ posts: PostItem[] }>(path)),
    );
    const ids = lists.flatMap(({ posts }) => posts.map(({ id }) => id));
    expect(ids.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
  });

  it("finds a post by a slug of any script", async () => {
    for (const name of ["Привет мир", "日本語の記事", "Größe", "مرحبا"]) {
      const { slug } = await world.createPost({ name });
      const post = await world.read<SinglePost>(`/post/acme/${encodeURIComponent(slug)}`);
      expect(post.name).toBe(name);
    }
  });
}
