import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../../lib/mod.ts";
import { openMemory, openPostgres } from "../../access/storages.ts";
import { ManualClock } from "../../manual_clock.ts";
import { postgresIsMissing } from "../../storage-drivers/_postgres_client.ts";

/** Words with common stems, prefixes and typos, in several scripts. */
const words = [
  ..."run running runs runner house houses housing mouse garden gardens gardening Straße strasse".split(" "),
  ..."gardenhouse runmouse Hausgarten Haus Garten über ueber run_mouse naive.garden".split(" "),
  ..."naïve naive café cafés 東京 日本 天気 مدرسة المدرسة don't 3.5 a be to or not".split(" "),
];
const word = fc.constantFrom(...words);
const text = fc.array(word, { minLength: 1, maxLength: 25 }).map((list) => list.join(" "));
const post = fc.record({
  name: text,
  html: fc
    .record({ intro: text, questions: fc.array(fc.tuple(text, text), { maxLength: 3 }) })
    .map(
      ({ intro, questions }) =>
        `<p>${intro}</p>${questions.map(([question, answer]) => `<h2>Is it ${question}?</h2><p>${answer}</p>`).join("")}`,
    ),
  description: text,
  tags: fc.array(fc.constantFrom("red", "blue", 'a "quoted", {tag} \\'), { maxLength: 2 }),
  inLanguage: fc.constantFrom("en", "de", "de-AT", "ja", "ar", "fr-CA"),
  articleSection: fc.constantFrom("News", "Guides"),
  isAccessibleForFree: fc.boolean(),
});
const part = fc.oneof(
  { weight: 4, arbitrary: word },
  {
    weight: 1,
    arbitrary: fc.array(word, { minLength: 2, maxLength: 3 }).map((list) => `"${list.join(" ")}"`),
  },
  { weight: 1, arbitrary: word.map((one) => `-${one}`) },
  {
    weight: 1,
    arbitrary: fc.array(word, { minLength: 2, maxLength: 2 }).map((list) => `-"${list.join(" ")}"`),
  },
  { weight: 1, arbitrary: word.map((one) => one.slice(0, 3)) },
  { weight: 1, arbitrary: word.map((one) => `${one.slice(0, -1)}x`) },
);
const query = fc.record({
  q: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" ")),
  end: fc.constantFrom("", " "),
  filter: fc.constantFrom(
    "",
    "",
    "&in=faq",
    "&section=News",
    "&language=de",
    "&language=de-AT",
    "&tag=red",
    "&tag=red&tag=blue",
    "&notTag=red&notTag=missing",
    "&tag=red&notTag=blue&language=fr",
    `&tag=${encodeURIComponent('a "quoted", {tag} \\')}`,
    "&limit=2",
    "&updatedSince=2100-01-01",
  ),
});

interface Body {
  results?: { score: number }[];
  nextCursor?: string | null;
}

/** Returns the responses to a query: two pages of results, suggestions, related posts, and a context. */
async function responsesOf(
  api: PublicApi,
  slug: string,
  { q, end, filter }: { q: string; end: string; filter: string },
): Promise<unknown[]> {
  const typed = `q=${encodeURIComponent(q + end)}`;
  const read = async (path: string): Promise<Body> =>
    (await (await api.fetch(new Request(`http://localhost/api/public/v1/${path}`))).json()) as Body;
  const first = await read(`search/${slug}?${typed}${filter}`);
  const cursor = first.nextCursor ?? null;
  const second = cursor === null ? null : await read(`search/${slug}?${typed}${filter}&cursor=${cursor}`);
  return [
    withoutRounding(first),
    second && withoutRounding(second),
    await read(`search/${slug}/suggest?${typed}`),
    await read(`post/${slug}/post-1/related`),
    await read(`context/${slug}?${typed}&maxTokens=200`),
  ];
}

/** Scores can differ in the last place, because databases add in another order. */
function withoutRounding(body: Body): unknown {
  const { results = [], ...others } = body;
  return {
    ...others,
    nextCursor: typeof others.nextCursor,
    results: results.map((result) => ({ ...result, score: result.score.toFixed(2) })),
  };
}

describe.skipIf(postgresIsMissing())("an index in tables", () => {
  const apis: PublicApi[] = [];
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    for (const open of [openMemory, openPostgres]) {
      const clock = new ManualClock();
      const { storage, close } = await open(clock);
      closing.push(close);
      apis.push(createPublicApi({ storage, clock }));
    }
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  // oxlint-disable-next-line vitest/expect-expect -- the property asserts
  it("gives the responses of an index in memory", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(post, { minLength: 2, maxLength: 8 }),
        fc.array(query, { minLength: 3, maxLength: 8 }),
        async (posts, queries) => {
          // Both storages number the posts in the same way, and results with equal scores are in the order of these numbers.
          const slug = `acme-${++runs}`;
          for (const api of apis) {
            await api.organizations.create({ slug, name: "Acme", siteUrl: "https://acme.example" });
            await api.organizations.update(slug, { paidContent: "key" });
            for (const [number, input] of posts.entries()) {
              await api.posts.create(slug, { ...input, slug: `post-${number}` });
            }
          }
          const [memory, tables] = apis as [PublicApi, PublicApi];
          for (const asked of queries) {
            // oxlint-disable-next-line vitest/no-standalone-expect -- the property of a test
            expect([asked, await responsesOf(tables, slug, asked)]).toEqual([
              asked,
              await responsesOf(memory, slug, asked),
            ]);
          }
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
  }, 120_000);
});
