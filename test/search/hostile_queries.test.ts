import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

const queries: Readonly<Record<string, string>> = {
  "10 KB": "a".repeat(10_240),
  "1,000 words": "word ".repeat(1000),
  "pattern characters": "^(a+)+$ [a-z]* \\d{1,9} .*? |",
  "bidirectional marks": "\u202ea\u202cb\u2066c\u2069",
  NUL: "a\0b",
  "only NUL": "\0",
  "unbalanced quotes": '"a "b" "c',
  "only quotes": '"""""""',
  "many hyphens": "-".repeat(1000),
  "half a surrogate pair": "a \ud800 b",
  "combining marks": `a${"\u0301".repeat(900)}`,
  "prototype names": "constructor __proto__ toString hasOwnProperty",
  "a long word without spaces": "東".repeat(990),
  "one letter": "a",
  emoji: "👩‍👩‍👧 🏳️‍🌈",
};

describe.each(searchStorages)("hostile queries over %s", (_storage, openStorage) => {
  let api: PublicApi;
  let closeStorage: () => unknown = () => undefined;
  afterAll(() => closeStorage());
  beforeAll(async () => {
    const { storage, close } = await openStorage(new ManualClock());
    closeStorage = close;
    api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "constructor", html: "<p>a b c word 東京</p>" });
  });

  it.each(Object.entries(queries))("%s", async (_name, query) => {
    const parameters = new URLSearchParams({ q: query });
    for (const path of ["search/acme", "search/acme/suggest", "context/acme"]) {
      const url = `http://localhost/api/public/v1/${path}?${parameters}`;
      const response = await api.fetch(new Request(url));
      expect([200, 400]).toContain(response.status);
      const body = (await response.json()) as { code?: string };
      expect(body.code).toBe(response.status === 400 ? "invalid-parameter" : undefined);
    }
  });
});
