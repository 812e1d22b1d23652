import { beforeEach, describe, expect, it } from "vitest";
import {
  type ContentSource,
  createPublicApi,
  type Post,
  type PostPage,
  type PostQuery,
  type PublicApi,
} from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";

type Row = Post;

const minute = 60_000;

/** A host's database, which notes what the API reads. */
class HostDatabase implements ContentSource {
  rows: Row[] = [];
  readonly read: string[] = [];
  readonly listedHtml: boolean[] = [];

  findOrganization(slug: string): typeof hostOrganization | null {
    return slug === "acme" ? hostOrganization : null;
  }

  getPost(_organizationSlug: string, slug: string): Row | null {
    this.read.push(slug);
    return this.rows.find((row) => row.slug === slug) ?? null;
  }

  async listPosts(_organizationSlug: string, { html = false }: PostQuery): Promise<PostPage> {
    this.listedHtml.push(html);
    return { posts: this.rows, next: null };
  }

  put(slug: string, text: string, version?: string): void {
    const row: Row = { id: slug.codePointAt(0) ?? 0, slug, name: slug.toUpperCase(), html: `<p>${text}</p>` };
    this.rows = [
      ...this.rows.filter((one) => one.slug !== slug),
      version === undefined ? row : { ...row, version },
    ];
  }
}

describe("a search in a host's own posts", () => {
  let clock: ManualClock;
  let host: HostDatabase;
  beforeEach(() => {
    clock = new ManualClock();
    host = new HostDatabase();
  });

  const open = (content: ContentSource): PublicApi =>
    createPublicApi({ storage: memoryDriver({ clock }), content, clock });
  const find = async (api: PublicApi, word: string): Promise<string[]> => {
    const address = `http://localhost/api/public/v1/search/acme?q=${word}`;
    const response = await api.fetch(new Request(address));
    expect(response.status).toBe(200);
    const { results } = (await response.json()) as { results: { slug: string }[] };
    return results.map(({ slug }) => slug);
  };

  it("finds a change when the source's revision changes, and reads only the changed post", async () => {
    let revision = 1;
    const content: ContentSource = {
      findOrganization: (slug) => host.findOrganization(slug),
      getPost: (organizationSlug, slug) => host.getPost(organizationSlug, slug),
      listPosts: (organizationSlug, query) => host.listPosts(organizationSlug, query),
      revision: (_organizationSlug, slug) =>
        slug === undefined ? `${revision}` : host.rows.find((row) => row.slug === slug)?.version,
    };
    host.put("a", "red", "1");
    host.put("b", "red", "1");
    const api = open(content);
    expect(await find(api, "red")).toEqual(["a", "b"]);
    host.read.length = 0;
    host.put("b", "blue", "2");
    revision++;
    expect(await find(api, "blue")).toEqual(["b"]);
    expect(await find(api, "red")).toEqual(["a"]);
    // The first read indexes the post. Each other read shows a result.
    expect(host.read.toSorted()).toEqual(["a", "b", "b"]);
    expect(host.listedHtml).not.toContain(true);
    host.rows = [];
    revision++;
    expect(await find(api, "blue")).toEqual([]);
  });

  it("finds a reported change at once, and other changes within a minute, if the source has no revisions", async () => {
    host.put("a", "red", "1");
    const api = open(host);
    expect(await find(api, "red")).toEqual(["a"]);
    host.put("a", "blue", "2");
    await api.events.changed({ organization: "acme", slug: "a" });
    expect(await find(api, "blue")).toEqual(["a"]);
    host.put("b", "green", "1");
    clock.advance(minute);
    expect(await find(api, "green")).toEqual(["b"]);
  });

  it("compares the content of posts without versions", async () => {
    host.put("a", "red");
    const api = open(host);
    expect(await find(api, "red")).toEqual(["a"]);
    host.put("a", "blue");
    await api.events.changed({ organization: "acme", slug: "a" });
    expect(await find(api, "blue")).toEqual(["a"]);
    expect(await find(api, "red")).toEqual([]);
  });

  const many = Array.from({ length: 21 }, (_, at) => `word ${at}`);
  it.each([
    ["no list", "car" as never, ' in "acme": its synonyms must be an array of groups.'],
    ["no group", [["a", "b"], "car" as never], ", line 2, must be an array of words and phrases."],
    ["one word", [["a", "b"], ["car"]], ", line 2, must have 2 to 20 words or phrases."],
    ["too many words", [many], ", line 1, must have 2 to 20 words or phrases."],
    ["no text", [["car", 3 as never]], ", line 1, word 2, must be a"],
    ["a word twice", [["car", "Cár"]], ", line 1, must not have a word twice"],
    [
      "a long phrase",
      [["car", "a b c d"]],
      ", line 1, word 2, must be a word or a phrase of at most 3 words.",
    ],
    ["a sign", [["car", "--"]], ", line 1, word 2, must contain a letter or a digit."],
    ["a long word", [["car", "a".repeat(101)]], ", line 1, word 2, must be at most 100 characters"],
    [
      "too many groups",
      Array.from({ length: 201 }, (_, at) => ["x", `y${at}`]),
      "must have at most 200 groups.",
    ],
  ])("refuses synonyms that the admin API refuses: %s", async (_name, synonyms, message) => {
    host.put("a", "red", "1");
    const errors: unknown[] = [];
    const content: ContentSource = {
      findOrganization: (slug) => ({ ...hostOrganization, slug, synonyms }),
      getPost: (organizationSlug, slug) => host.getPost(organizationSlug, slug),
      listPosts: (organizationSlug, query) => host.listPosts(organizationSlug, query),
    };
    const api = createPublicApi({
      storage: memoryDriver({ clock }),
      content,
      clock,
      onError: (error) => errors.push(error),
    });
    const base = "http://localhost/api/public/v1";
    expect((await api.fetch(new Request(`${base}/search/acme?q=red`))).status).toBe(500);
    expect(String(errors[0])).toContain('TypeError: Cannot search in "acme": its synonyms');
    expect(String(errors[0])).toContain(message);
    expect((await api.fetch(new Request(`${base}/authors/acme`))).status).toBe(200);
  });

  it("finds a scheduled post when its time has come", async () => {
    host.put("a", "red", "1");
    const at = clock.now() + 10 * minute;
    const content: ContentSource = {
      findOrganization: (slug) => host.findOrganization(slug),
      getPost: (organizationSlug, slug) => host.getPost(organizationSlug, slug),
      listPosts: async (organizationSlug, query) => {
        if (clock.now() < at) return { ...(await host.listPosts(organizationSlug, query)), changesAt: at };
        host.put("b", "red", "1");
        return host.listPosts(organizationSlug, query);
      },
      revision: (_organizationSlug, slug) => (slug === undefined ? "same" : "1"),
    };
    const api = open(content);
    expect(await find(api, "red")).toEqual(["a"]);
    clock.advance(10 * minute);
    expect(await find(api, "red")).toEqual(["a", "b"]);
  });
});
