import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { parseQuery } from "../../lib/search/parse_query.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

/** Words to find, phrases and excluded texts of queries as people type and paste them. */
const queries: readonly (readonly [query: string, words: string, phrases: string, excluded: string])[] = [
  ["open -summer", "open", "", "summer"],
  ["open -summer ", "open", "", "summer"],
  ["open -summer -winter", "open", "", "summer, winter"],
  ["open -Sümmer", "open", "", "Sümmer"],
  ["open -node.js", "open", "", "node.js"],
  ["open -summer -", "open", "", "summer"],
  ["open -summer hours", "open summer hours", "", ""],
  ["-summer open", "summer open", "", ""],
  ["-summer", "", "", "summer"],
  ["open -it", "open it", "", ""],
  ["ls -la", "ls la", "", ""],
  ["tar -xzvf file", "tar xzvf file", "", ""],
  ["tar -xzvf", "tar", "", "xzvf"],
  ["npm install --save", "npm install save", "", ""],
  ["--flag", "flag", "", ""],
  ["git log -2024", "git log 2024", "", ""],
  ["below -5 degrees", "below 5 degrees", "", ""],
  ["Postern - Search", "postern search", "", ""],
  ["Postern – Search", "postern search", "", ""],
  ["Postern -- Search", "postern search", "", ""],
  ["Postern -Search engine", "postern search engine", "", ""],
  ["two-part", "two part", "", ""],
  ["open two -part-time", "open two", "", "part-time"],
  ['open -"nine to five"', "open", "", "nine to five"],
  ['-"nine to five" open', "open", "", "nine to five"],
  ['open -"it" later', "open later", "", "it"],
  ['open -summer -"nine to five"', "open", "", "summer, nine to five"],
  ["open -“in summer”", "open", "", "in summer"],
  ['"nine to five" -summer', "", "nine to five", "summer"],
  ['"-summer"', "summer", "", ""],
  ['open - "nine to five"', "open", "nine to five", ""],
  ["東京 -京都府", "東京", "", "京都府"],
  ["😀", "", "", ""],
  ["~ ? -", "", "", ""],
  ["\0", "", "", ""],
];

describe("a query", () => {
  it.each(queries)("%j has words, phrases and exclusions", (text, words, phrases, excluded) => {
    const query = parseQuery(text);
    expect({
      words: query.terms.map(({ folded }) => folded).join(" "),
      phrases: query.phrases.map((phrase) => phrase.map(({ folded }) => folded).join(" ")).join(", "),
      excluded: query.excluded.map(({ written }) => written).join(", "),
    }).toEqual({ words, phrases, excluded });
  });
});

describe.each(searchStorages)("operators over %s", (_storage, openStorage) => {
  let api: PublicApi;
  let key: string;
  let closeStorage: () => unknown = () => undefined;
  afterAll(() => closeStorage());
  beforeAll(async () => {
    const { storage, close } = await openStorage(new ManualClock());
    closeStorage = close;
    api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Open in summer", html: "<p>Open from nine to five.</p>" });
    await api.posts.create("acme", { name: "Open in winter", html: "<p>Open from ten to four.</p>" });
    await api.knowledgeBase.add("acme", { text: "Open in summer" });
    const { id } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
    const permissions = ["knowledge:read"] as const;
    ({ key } = await api.apiKeys.generate({
      name: "a",
      userId: id,
      organizationSlug: "acme",
      permissions: [...permissions],
    }));
  });

  const ask = async (
    path: string,
    q?: string,
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const url = `http://localhost/api/public/v1/${path}?${new URLSearchParams(q === undefined ? {} : { q })}`;
    const headers: Record<string, string> = path.startsWith("knowledge") ? { "x-api-key": key } : {};
    const response = await api.fetch(new Request(url, { headers }));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const paths = [
    ["search/acme", "results"],
    ["search/acme/suggest", "suggestions"],
    ["context/acme", "passages"],
    ["knowledge-base/search", "results"],
  ] as const;

  it.each(paths)("%s names what a query excludes, and finds nothing without words", async (path, list) => {
    const found = await ask(path, "open");
    expect(found.body[list]).not.toEqual([]);
    expect(found.body).not.toHaveProperty("excluded");
    const without = await ask(path, 'open -summer -"ten to"');
    expect(without).toMatchObject({ status: 200, body: { excluded: ["summer", "ten to"], [list]: [] } });
    for (const q of ["😀", "~", "-summer", '-"ten to"']) {
      expect(await ask(path, q)).toMatchObject({ status: 200, body: { [list]: [] } });
    }
  });

  it.each(paths)("%s refuses a query that is blank or too long", async (path) => {
    for (const q of ["", " ", "\t\n", "\u200e", "a".repeat(1001), "a ".repeat(65)]) {
      expect(await ask(path, q)).toMatchObject({ status: 400, body: { code: "invalid-parameter" } });
    }
    expect(await ask(path)).toMatchObject({ status: 400 });
  });

  it("are the same for members", async () => {
    const { id } = await api.users.create({ name: "Bob" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
    const actor = await api.admin.findActor(id, "acme");
    if (actor === null) throw new Error("Bob is no member");
    const page = await api.admin.search.find(actor, { q: "open -summer" });
    expect([page.results.map(({ slug }) => slug), page.excluded]).toEqual([["open-in-winter"], ["summer"]]);
    expect(await api.admin.search.find(actor, { q: "😀" })).toEqual({
      results: [],
      nextCursor: null,
      wanted: "",
    });
  });

  it("do not record queries without words as missed", async () => {
    await ask("search/acme", "😀");
    await ask("search/acme", "-missing");
    await ask("search/acme", "nowhere");
    await api.events.settle();
    const { id } = await api.users.create({ name: "Eve" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
    const actor = await api.admin.findActor(id, "acme");
    if (actor === null) throw new Error("Bob is no member");
    const { queries: missed } = await api.admin.search.listMissed(actor);
    expect(missed.map(({ query }) => query)).toEqual(expect.arrayContaining(["nowhere"]));
    expect(missed.map(({ query }) => query)).not.toEqual(expect.arrayContaining(["😀", "-missing"]));
  });
});
