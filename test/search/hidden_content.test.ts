import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { searchStorages } from "./_search_storages.ts";
import { ManualClock } from "../manual_clock.ts";

/** A word that only one kind of content has. It must not appear in a response to a caller who may not read that content. */
const words = {
  draft: "zebradraft",
  scheduled: "zebrascheduled",
  archived: "zebraarchived",
  other: "zebraother",
  paid: "zebrapremium",
  knowledge: "zebraknowledge",
} as const;
type Kind = keyof typeof words;

const everyone: readonly Kind[] = ["draft", "scheduled", "archived", "other", "knowledge"];
/** Callers by name, and the content that is hidden from them. */
const callers: readonly [string, readonly Kind[]][] = [
  ["nobody", [...everyone, "paid"]],
  ["viewer", everyone],
  ["owner", everyone],
];
const paths = [
  "search/acme?q=QUERY",
  "search/acme?in=faq&q=QUERY",
  "search/acme/suggest?q=QUERY",
  "context/acme?q=QUERY",
  "context/acme?format=markdown&q=QUERY",
  "post/acme/public/related",
  "post/acme/paid/related",
  "post/acme/draft/related",
];

/** Leaves out the reason for which a context is empty, which names words of the query. */
function withoutReason(text: string): string {
  return text.replace(/"reason":"(?:[^"\\]|\\.)*"|^No text .*$/m, "");
}

describe.each(searchStorages)("hidden content over %s", (_name, openStorage) => {
  let api: PublicApi;
  let closeStorage: () => unknown = () => undefined;
  const keys: Record<string, string> = {};
  afterAll(() => closeStorage());
  beforeAll(async () => {
    const clock = new ManualClock();
    const { storage, close } = await openStorage(clock);
    closeStorage = close;
    api = createPublicApi({ storage, clock });
    for (const slug of ["acme", "other"]) {
      await api.organizations.create({ slug, name: slug, siteUrl: "https://acme.example" });
    }
    await api.organizations.update("acme", { paidContent: "key" });
    const html = (word: string): string =>
      `<p>shared words zebra</p><h2>Is it ${word}?</h2><p>It is ${word} indeed.</p><h2>Why?</h2><p>${word}</p>`;
    const publishedAt = new Date(clock.now() + 60_000).toISOString();
    await api.posts.create("acme", { name: "Public", html: html("zebrapublic") });
    await api.posts.create("acme", { name: "Draft", html: html(words.draft), status: "draft" });
    await api.posts.create("acme", { name: "Archived", html: html(words.archived), status: "archived" });
    await api.posts.create("acme", {
      name: "Scheduled",
      html: html(words.scheduled),
      status: "published",
      publishedAt,
    });
    await api.posts.create("acme", { name: "Paid", html: html(words.paid), isAccessibleForFree: false });
    await api.posts.create("other", { name: "Other", html: html(words.other) });
    await api.knowledgeBase.add("acme", { text: `shared words ${words.knowledge}` });
    for (const role of ["viewer", "owner"] as const) {
      const { id } = await api.users.create({ name: role });
      await api.users.addToOrganization(id, { organizationSlug: "acme", role });
      const key = await api.apiKeys.generate({ name: role, userId: id, organizationSlug: "acme" });
      keys[role] = key.key;
    }
  });

  const get = async (path: string, caller: string): Promise<string> => {
    const key = keys[caller];
    const headers: Record<string, string> = key === undefined ? {} : { "x-api-key": key };
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`, { headers }));
    expect([path, response.status]).toEqual([path, path.startsWith("post/acme/draft/") ? 404 : 200]);
    return response.text();
  };

  describe.each(callers)("for %s", (caller, hidden) => {
    it.each(paths)("is not in %s", async (path) => {
      for (const kind of hidden) {
        const word = words[kind];
        // The word itself, a prefix, a typo, a phrase, an excluded word, and words that all posts share.
        for (const query of [word, "zebra", `${word.slice(0, -1)}x `, `"is ${word}"`, "shared words"]) {
          const text = withoutReason(await get(path.replace("QUERY", encodeURIComponent(query)), caller));
          expect(text).not.toContain(word);
          // The fields of posts that are not free are in lists.
          const slug = kind === "paid" ? word : `"slug":"${kind}"`;
          expect(text).not.toContain(slug);
        }
      }
    });

    it("does not change the results of an excluded word or a typo", async () => {
      for (const kind of hidden) {
        const excluded = await get(`search/acme?q=${encodeURIComponent(`public -${words[kind]}`)}`, caller);
        const other = await get("search/acme?q=public%20-nothing", caller);
        expect(excluded.replace(`"${words[kind]}"`, '"nothing"')).toBe(other);
        // If the hidden word counted as known, the query would not look for typos.
        const hiddenWord = await get(`search/acme?q=${words[kind]}%20`, caller);
        expect(hiddenWord).toContain(`"results":[]`);
        for (const query of ["context/acme?q=WORD%20", "context/acme?q=WORD%20public%20other%20words"]) {
          const withWord = async (word: string): Promise<string> =>
            (await get(query.replace("WORD", word), caller)).replace(word, "WORD");
          expect(await withWord(words[kind])).toBe(await withWord("unknown"));
        }
      }
    });
  });

  it("appears to callers who may read it", async () => {
    expect(await get(`search/acme?q=${words.paid}`, "viewer")).toContain(words.paid);
    expect(await get("search/acme?q=zebrapublic", "nobody")).toContain("zebrapublic");
    expect(await get("search/acme?q=paid", "nobody")).toContain('"slug":"paid"');
  });

  it("has no earlier name of a post that a search has found before", async () => {
    for (const name of ["Before", "Afterwards"]) {
      await api.posts.update({ organizationSlug: "acme", slug: "public" }, { name });
      expect(await get("search/acme?q=zebrapublic", "nobody")).toContain(`"${name}"`);
    }
  });
});
