import { describe, expect, it } from "vitest";
import { type AdminActor, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { permissions } from "../../lib/access/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { runStepsSync } from "../../lib/base/yielding.ts";
import { boundedWork, mostWork, workAtOnce } from "../../lib/search/index/work.ts";
import { loadStemmer } from "../../lib/search/words/load_stemmer.ts";
import { Synonyms } from "../../lib/search/words/synonyms.ts";
import { searchStorages } from "./_search_storages.ts";

const synonyms = [
  ["car", "automobile", "motor vehicle"],
  ["sign in", "log on", "authenticate"],
  ["car", "wagon"],
  ["Café", "coffee house"],
];

const posts: Readonly<Record<string, string>> = {
  automobile: "We repair every automobile in a day",
  vehicles: "Insure a motor vehicle before you drive",
  motor: "A motor needs oil, and a vehicle needs a driver",
  wagon: "The wagon has four wheels",
  logon: "You log on with a key",
  authentication: "Authenticated readers see more",
  cafe: "A café beside the shop",
};

const actor: AdminActor = { userId: "", organizationSlug: "acme", permissions };

async function open(openStorage: (typeof searchStorages)[number][1]): Promise<{
  api: PublicApi;
  find: (q: string) => Promise<string[]>;
  close: () => Promise<void>;
}> {
  const clock = new ManualClock();
  const { storage, close } = await openStorage(clock);
  const api = createPublicApi({ storage, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const [slug, text] of Object.entries(posts))
    await api.posts.create("acme", { slug, name: `Post ${slug.length}`, html: `<p>${text}</p>` });
  const find = async (q: string): Promise<string[]> => {
    const address = `http://localhost/api/public/v1/search/acme?q=${encodeURIComponent(`${q} `)}`;
    const { results } = (await (await api.fetch(new Request(address))).json()) as {
      results: { slug: string }[];
    };
    return results.map(({ slug }) => slug).toSorted();
  };
  return {
    api,
    find,
    close: async () => close(),
  };
}

describe.each(searchStorages)("synonyms, with %s", (_name, openStorage) => {
  it("find the other words of each group of a word, at once, and no further words", async () => {
    const { api, find, close } = await open(openStorage);
    expect(await find("car")).toEqual([]);
    await api.organizations.update("acme", { synonyms });
    expect(await find("car")).toEqual(["automobile", "vehicles", "wagon"]);
    expect(await find("cars")).toEqual(["automobile", "vehicles", "wagon"]);
    expect(await find("wagons")).toEqual(["wagon"]);
    expect(await find("motor vehicles")).toEqual(["automobile", "motor", "vehicles"]);
    expect(await find("sign in")).toEqual(expect.arrayContaining(["authentication", "logon"]));
    expect(await find("coffee house")).toEqual(["cafe"]);
    expect(await find('"car"')).toEqual(["automobile", "vehicles", "wagon"]);
    expect(await find('"my car"')).toEqual([]);
    await api.organizations.update("acme", { synonyms: null });
    expect(await find("car")).toEqual([]);
    await close();
  });
});

describe.each(searchStorages)("the results of synonyms, with %s", (_name, openStorage) => {
  it("name the synonym, and highlight its words", async () => {
    const { api, close } = await open(openStorage);
    await api.organizations.update("acme", { synonyms });
    const { results } = await api.admin.search.find(actor, { q: "cars " });
    const reasons = results.map(({ slug, snippet: { text, highlights }, matches }) => [
      slug,
      highlights.map(({ start, end }) => text.slice(start, end)),
      matches,
    ]);
    expect(Object.fromEntries(reasons.map(([slug, ...others]) => [slug, others]))).toEqual({
      automobile: [["automobile"], [{ field: "text", by: "synonym", query: "cars", found: "automobile" }]],
      vehicles: [
        ["motor", "vehicle"],
        [{ field: "text", by: "synonym", query: "cars", found: "motor vehicle" }],
      ],
      wagon: [["wagon"], [{ field: "text", by: "synonym", query: "cars", found: "wagon" }]],
    });
    await close();
  });
});

describe("the work of synonyms", () => {
  const words = (from: number, length: number): string[] =>
    Array.from({ length }, (_, at) => `w${from + at}x`);
  const stemmed = ["en", "de", "fr", "es"];

  it.each([
    [
      "64 words in groups of 20",
      Array.from({ length: 64 }, (_, at) => words(at * 20, 20)),
      words(0, 1280).filter((_, at) => at % 20 === 0),
      true,
    ],
    [
      "a word in 200 groups",
      Array.from({ length: 200 }, (_, at) => ["w0x", ...words(1 + at * 19, 19)]),
      Array.from({ length: 64 }, () => "w0x"),
      true,
    ],
    ["a long member without spaces", [["漢字".repeat(50), "w0x"]], words(0, 64), false],
    [
      "groups that lead to each other",
      [
        ["w0x", "w1x"],
        ["w1x", "w2x"],
        ["w2x", "w0x"],
      ],
      ["w0x"],
      false,
    ],
  ] as const)("is bounded for %s", async (_case, groups, typed, isCut) => {
    const languages = await Promise.all(
      stemmed.map(async (tag) => ({ tag, stemmer: await loadStemmer(tag) })),
    );
    const work = boundedWork(workAtOnce, mostWork);
    const terms = typed.map((word) => ({ written: word, folded: word }));
    const found = runStepsSync(new Synonyms(groups).of(terms, { languages, work }));
    expect(found.isCut).toBe(isCut);
    expect(found.found.flatMap(({ members }) => members).length).toBeLessThanOrEqual(256);
    expect(work.share).toBeLessThan(0.2);
  });
});

describe("the synonyms of an organization", () => {
  const [first] = searchStorages;
  it.each([
    [[["car"]], "/synonyms/0", "2 to 20"],
    [[["car", "Cár"]], "/synonyms/0", "twice"],
    [[["car", "!"]], "/synonyms/0/1", "a letter or a digit"],
    [[["car", "\u200b"]], "/synonyms/0/1", ""],
    [[["car", "x".repeat(101)]], "/synonyms/0/1", "100"],
    [[Array.from({ length: 21 }, (_, at) => `w${at}`)], "/synonyms/0", "2 to 20"],
    [Array.from({ length: 201 }, () => ["a", "b"]), "/synonyms", "200"],
    ["car", "/synonyms", "array"],
    [["car"], "/synonyms/0", "array"],
    [[["car", ""]], "/synonyms/0/1", "empty"],
    [[["car", "automobile, wagon"]], "/synonyms/0/1", "comma"],
    [[["car", "a car of my own"]], "/synonyms/0/1", "at most 3 words"],
    [[Array.from({ length: 100_000 }, (_, at) => `w${at}`)], "/synonyms/0", "2 to 20"],
    [Array.from({ length: 150 }, (_, at) => [`${at}`, "x".repeat(90), "y".repeat(90)]), "/synonyms", "20000"],
  ])("are refused with their place %#", async (value, pointer, message) => {
    const { api, close } = await open((first as (typeof searchStorages)[number])[1]);
    await expect(api.organizations.update("acme", { synonyms: value as string[][] })).rejects.toMatchObject({
      fields: expect.arrayContaining([
        expect.objectContaining({ pointer, message: expect.stringContaining(message) }),
      ]),
    });
    await close();
  });

  it("are stored on a line, without quotes, as searches read them", async () => {
    const { api, close } = await open((first as (typeof searchStorages)[number])[1]);
    const typed = [['"motor  car"', "„Auto“", "C++", "café\nracer", '5" disk']];
    const { synonyms } = await api.organizations.update("acme", { synonyms: typed });
    expect(synonyms).toEqual([["motor car", "Auto", "C++", "café racer", "5 disk"]]);
    await close();
  });
});
