import { beforeEach, describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type PostQuery, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";

type Row = Awaited<ReturnType<ContentSource["listPosts"]>>["posts"][number];

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

  async listPosts(
    _organizationSlug: string,
    { html = false }: PostQuery,
  ): ReturnType<ContentSource["listPosts"]> {
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
