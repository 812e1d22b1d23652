import { beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

const begins =
  "Opening Opened Open Creating Create Migrating Migration Using Use Configure Configuring Setting".split(
    " ",
  );
const ends =
  "hours sitemap sites site pages page media types posts post keys key tests testing reports report".split(
    " ",
  );
const places = [
  "in React",
  "for your organization",
  "with PostgreSQL",
  "of a post",
  "on Cloudflare",
  "at scale",
];
const others = [
  "リアクティビティー API: コア",
  "リアクティビティーの基礎",
  "ビルトインの特別な要素",
  "单文件组件语法定义",
  "组合式 API 常见问答",
  // The last of these titles has the same words in another order.
  ...["art", "box", "cup", "dot", "egg", "fan", "gem", "hat"].map((end) => `Components ${end}`),
  "Of components",
  "Components of React",
  "C++ in five minutes",
  "What’s new?",
  "Größe und Öffnungszeiten",
];

/** Returns titles of one to four words, many with words in common. */
function titlesOf(): string[] {
  const titles = begins.flatMap((begin, one) =>
    ends.map((end, other) => {
      const place = (one + other) % 3 === 0 ? ` ${places[(one * other) % places.length]}` : "";
      return `${begin} ${end}${place}`;
    }),
  );
  return [...others, ...begins, ...titles];
}

const titles = titlesOf();

describe("results while somebody types a second word", () => {
  it("stay while only its first two letters are typed", async () => {
    const api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const posts: Record<string, string> = { "Opening sitemaps": "opening", S: "s si", Si: "si s" };
    for (const [name, text] of Object.entries(posts)) {
      await api.posts.create("acme", { name, html: `<p>${text}</p>` });
    }
    for (let at = 0; at < 40; at++)
      await api.posts.create("acme", { name: `${at < 4 ? "Opening" : "Other"} ${at}`, html: "<p>x</p>" });
    const first = async (q: string): Promise<string | undefined> => {
      const url = `http://localhost/api/public/v1/search/acme?${new URLSearchParams({ q })}`;
      const { results } = (await (await api.fetch(new Request(url))).json()) as {
        results: { name: string }[];
      };
      return results[0]?.name;
    };
    for (const q of ["opening", "opening s", "opening si", "opening sit"]) {
      expect([q, await first(q)]).toEqual([q, expect.stringContaining("Opening")]);
    }
    // Alone, the word counts.
    expect(await first("si")).toBe("Si");
  });
});

describe("suggestions while somebody types a title", () => {
  let api: PublicApi;
  beforeAll(async () => {
    api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (const [number, name] of titles.entries()) {
      // Words of the texts are more than the words that a prefix finds.
      const text = Array.from({ length: 6 }, (_, at) => `${name.slice(0, 2)}${number}x${at}`).join(" ");
      await api.posts.create("acme", { name, slug: `post-${number}`, html: `<p>${text}</p>` });
    }
  });

  const suggest = async (q: string): Promise<string[]> => {
    const url = `http://localhost/api/public/v1/search/acme/suggest?${new URLSearchParams({ q })}`;
    const { suggestions } = (await (await api.fetch(new Request(url))).json()) as {
      suggestions: { text: string }[];
    };
    return suggestions.map(({ text }) => text);
  };

  it("never vanish and come back, and have the title at the end", async () => {
    expect(titles.length).toBeGreaterThanOrEqual(200);
    for (const title of titles) {
      const letters = Array.from(title);
      const lists: string[][] = [];
      for (let count = 1; count <= letters.length; count++) {
        lists.push(await suggest(letters.slice(0, count).join("")));
      }
      expect([title, lists.at(-1)?.includes(title)]).toEqual([title, true]);
      for (const shown of new Set(lists.flat())) {
        const states = lists.map((list) => list.includes(shown));
        const gone = states.indexOf(false, states.indexOf(true));
        expect([title, shown, gone >= 0 && states.includes(true, gone)]).toEqual([title, shown, false]);
      }
    }
  });

  it("know the most frequent of many words that begin with a prefix, also if hidden posts have more", async () => {
    const rare = Array.from({ length: 100 }, (_, at) => `zeb${String.fromCodePoint(97 + (at % 26))}${at}`);
    const name = `Many words: ${rare.join(" ")}`.slice(0, 200);
    await api.posts.create("acme", { name: "Rare", slug: "rare", html: `<p>${rare.join(" ")}</p>` });
    for (const at of [1, 2])
      await api.posts.create("acme", { name: "Zebras in the zoo", slug: `zoo-${at}`, html: "<p>zebzz</p>" });
    for (const at of [1, 2, 3]) {
      await api.posts.create("acme", {
        name,
        slug: `draft-${at}`,
        html: `<p>${rare.join("y ")}</p>`,
        status: "draft",
      });
    }
    const url = "http://localhost/api/public/v1/search/acme?q=zeb";
    const { results } = (await (await api.fetch(new Request(url))).json()) as { results: { slug: string }[] };
    expect(results.map(({ slug }) => slug)).toEqual(expect.arrayContaining(["zoo-1", "zoo-2"]));
    expect(await suggest("zeb")).toEqual(["Zebras in the zoo", "Zebras in the zoo"]);
  });

  it("have other forms and typos if no title has the words", async () => {
    expect((await suggest("sitemaps "))[0]).toContain(" sitemap");
    expect(await suggest("configurr")).toContain("Configure");
  });
});
