import { describe, expect, it } from "vitest";
import { HostValueError } from "../../lib/mod.ts";
import { HostTable, type HostWorld, openHost, rowOf } from "./host_table.ts";
import { badRows, goodRows } from "./malformed_rows.ts";

/** Reads of many posts. Each contains the words of the texts of every post. */
const surfaces: Record<string, (host: HostWorld) => Promise<Response | string>> = {
  list: ({ get }) => get("/post/acme"),
  "list from the end": ({ get }) => get("/post/acme?sort=createdAt&limit=2"),
  "list with HTML": ({ get }) => get("/post/acme?fields=slug,html"),
  "sitemap of posts": ({ get }) => get("/post/acme/sitemap"),
  "sitemap of the organization": ({ get }) => get("/sitemap/acme"),
  tags: ({ get }) => get("/tags/acme"),
  authors: ({ get }) => get("/authors/acme"),
  faq: ({ get }) => get("/faq/acme"),
  "FAQ as JSON-LD": ({ get }) => get("/faq/acme", { accept: "application/ld+json" }),
  RSS: ({ get }) => get("/feed/acme/rss.xml"),
  Atom: ({ get }) => get("/feed/acme/atom.xml"),
  "JSON Feed": ({ get }) => get("/feed/acme/feed.json"),
  "llms.txt": ({ get }) => get("/llms/acme"),
  "llms-full.txt": ({ get }) => get("/llms-full/acme"),
  search: ({ get }) => get("/search/acme?q=bread"),
  suggest: ({ get }) => get("/search/acme/suggest?q=post"),
  context: ({ get }) => get("/context/acme?q=bread"),
  related: ({ get }) => get("/post/acme/good-1/related"),
  "MCP list_posts": ({ call }) => call("list_posts", {}),
  "MCP search": ({ call }) => call("search", { query: "bread" }),
  "MCP get_context": ({ call }) => call("get_context", { query: "bread" }),
  "MCP get_faq": ({ call }) => call("get_faq", {}),
};

async function textOf(read: Promise<Response | string> | string): Promise<string> {
  const found = await read;
  return typeof found === "string" ? found : `${found.status} ${await found.text()}`;
}

const rowsWith = (odd: unknown): unknown[] => [rowOf(1), rowOf(2), odd, rowOf(3)];

describe("a malformed row of a host", () => {
  const versions = [undefined, "7"];
  it.each(badRows.flatMap((shape) => versions.map((version) => ({ ...shape, version }))))(
    "with $name (version $version) is left out of every list, and alone responds with 500",
    async ({ row, error, version }) => {
      const good = { ...rowOf(77, "odd"), ...(version !== undefined && { version }) };
      const host = openHost(new HostTable(rowsWith(row(good))).source);
      for (const [name, read] of Object.entries(surfaces)) {
        const text = await textOf(read(host));
        expect([name, text]).toEqual([name, expect.stringMatching(/^200 [^]*good/i)]);
        expect([name, text]).toEqual([name, expect.not.stringMatching(/odd/i)]);
      }
      expect(await textOf(host.get("/post/acme?total=true"))).toContain('"total":3');
      expect(await textOf(host.get("/search/acme?q=odd"))).toContain('"results":[]');
      expect(host.errors).toEqual([expect.any(HostValueError)]);
      expect(host.errors[0]).toMatchObject({ source: "content.listPosts", organizationSlug: "acme" });
      expect(host.errors[0]?.item).toBe('post "odd-77"');
      expect(host.errors[0]?.fields).toEqual([
        { pointer: error?.field, message: expect.stringContaining(error?.message ?? "") },
      ]);
      expect(host.errors[0]?.message).toContain(
        `post "odd-77" of content.listPosts for "acme": ${error?.field} `,
      );
      for (const headers of [{}, { accept: "text/markdown" }]) {
        expect((await host.get("/post/acme/odd-77", headers)).status).toBe(500);
      }
      expect((await host.get("/post/acme/good-1")).status).toBe(200);
      // The error of the address is of the same version.
      expect(host.errors).toHaveLength(1);
    },
  );
});

describe("a row of a host in another form than the API's", () => {
  it.each(goodRows)("with $name is a post on every surface", async ({ row, shown = {} }) => {
    const host = openHost(new HostTable(rowsWith(row(rowOf(77, "odd")))).source);
    for (const name of ["list", "list with HTML", "sitemap of posts", "search", "llms.txt"]) {
      expect([name, await textOf(surfaces[name]?.(host) ?? "")]).toEqual([
        name,
        expect.stringMatching(/^200 [^]*odd/i),
      ]);
    }
    const post = (await (await host.get("/post/acme/odd-77")).json()) as object;
    expect(post).toMatchObject({ slug: "odd-77", ...shown });
    expect(JSON.stringify(post)).not.toContain("hidden");
    const { posts } = (await (await host.get("/post/acme")).json()) as { posts: { slug: string }[] };
    expect(posts.find(({ slug }) => slug === "odd-77")).toMatchObject(shown);
    expect(host.errors).toEqual([]);
  });
});
