import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { ManualClock } from "../manual_clock.ts";
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
  ])("are refused with their place %#", async (value, pointer, message) => {
    const { api, close } = await open((first as (typeof searchStorages)[number])[1]);
    await expect(api.organizations.update("acme", { synonyms: value as string[][] })).rejects.toMatchObject({
      fields: expect.arrayContaining([
        expect.objectContaining({ pointer, message: expect.stringContaining(message) }),
      ]),
    });
    await close();
  });
});
