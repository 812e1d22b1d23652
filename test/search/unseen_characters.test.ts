import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminActor, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { permissions } from "../../lib/access/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

const actor: AdminActor = { userId: "", organizationSlug: "acme", permissions };
const root = "http://localhost/api/public/v1";

interface Found {
  results: {
    type: string;
    heading?: string;
    fragment?: string;
    passage: { text: string; highlights: { start: number; end: number }[] };
  }[];
}

describe.each(searchStorages)("characters and elements that are not read, over %s", (_name, openStorage) => {
  let api: PublicApi;
  let closeStorage: () => unknown = () => undefined;
  afterAll(() => closeStorage());
  beforeAll(async () => {
    const clock = new ManualClock();
    const { storage, close } = await openStorage(clock);
    closeStorage = close;
    api = createPublicApi({ storage, clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", {
      name: "Do\u00adnau\u200ereise",
      tags: ["Schiff\u00adfahrt", "Schifffahrt\u200b", "❤\ufe0f"],
      author: "\u202bAda\u202c",
      articleSection: "Rei\u2060sen",
      html: "<p>Das Donau&shy;dampf&shy;schiff&lrm; legt an.</p>",
    });
    await api.posts.create("acme", {
      name: "読み方",
      tags: ["Schifffahrt"],
      author: "Ada",
      articleSection: "Reisen",
      html:
        "<p>毎日<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を書く。</p>" +
        '<h2 id="q"><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>とは<sup><a href="#fn-1">1</a></sup>?</h2><p>文字<sup><a href="#fn-2">2</a></sup>。</p>',
    });
  });

  async function get<Answer>(path: string): Promise<Answer> {
    const response = await api.fetch(new Request(`${root}/${path}`));
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  }

  it.each(["Donaudampfschiff", "Donau\u00addampfschiff", "donau\u200edampf\ufeffschiff"])(
    "a word is found, and highlighted as it was written: %j",
    async (q) => {
      const { results } = await get<Found>(`search/acme?q=${encodeURIComponent(q)}`);
      const found = results.flatMap(({ passage: { text, highlights } }) =>
        highlights.map(({ start, end }) => text.slice(start, end)),
      );
      expect(found).toEqual(["Donau\u00addampf\u00adschiff"]);
    },
  );

  it("a base of ruby is found, in the text and in the question", async () => {
    const shown = async (q: string): Promise<unknown[]> => {
      const { results } = await get<Found>(`search/acme?q=${encodeURIComponent(q)}`);
      return results.map(({ type, heading, passage, fragment }) => [type, heading, passage.text, fragment]);
    };
    expect(await shown('"毎日漢字"')).toEqual([["post", undefined, "毎日漢字を書く。", undefined]]);
    expect(await shown("漢字")).toContainEqual(["faq", "漢字とは?", "文字2。", "q"]);
    const { faqEntries } = await get<{ faqEntries: unknown }>(`post/acme/${encodeURIComponent("読み方")}`);
    expect(faqEntries).toEqual([{ question: "漢かん字じとは1?", answer: "文字2。" }]);
  });

  it("a name is stored once, and a slug does not have them", async () => {
    const { tags } = await get<{ tags: unknown }>("tags/acme");
    expect(tags).toEqual([
      expect.objectContaining({ name: "Schifffahrt", postCount: 2 }),
      expect.objectContaining({ name: "❤\ufe0f", postCount: 1 }),
    ]);
    const { authors } = await get<{ authors: unknown }>("authors/acme");
    expect(authors).toEqual([expect.objectContaining({ name: "Ada", postCount: 2 })]);
    const { posts } = await get<{ posts: { slug: string }[] }>("post/acme?section=Reisen&tag=Schifffahrt");
    expect(posts.map(({ slug }) => slug).toSorted()).toEqual(["donaureise", "読み方"]);
  });

  it.each(["donaureise", "Donau\u00adreise", "❤"])("a list is searched without them: %j", async (search) => {
    const { posts } = await api.admin.posts.list(actor, { search });
    expect(posts.map(({ slug }) => slug)).toEqual(["donaureise"]);
  });
});
