import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";

interface Rule {
  source: string;
  destination: string;
  has?: { key: string; value: string }[];
}

/** Earlier addresses with the characters that patterns give a meaning, each with the path and the query that Next.js compares. */
const addresses: [from: string, path: string, query?: Record<string, string>][] = [
  ["/post/c++/", "/post/c++"],
  ["/a b/c.html".replace(" ", "%20"), "/a%20b/c.html"],
  ["/?p=12", "/", { p: "12" }],
  ["/index.php?title=A+b&x=$y{z}", "/index.php", { title: "A b", x: "$y{z}" }],
  ["/:splat", "/:splat"],
  ["/star*", "/star*"],
  ["/(group)", "/(group)"],
  ["/{uri}", "/%7Buri%7D"],
  ["/로/é", "/%EB%A1%9C/%C3%A9"],
  ["/a%3Fb", "/a%3Fb"],
  ["/back%5Cslash", "/back%5Cslash"],
];

/** A character of a pattern of Next.js (path-to-regexp 6) that is not escaped. */
const unescaped = /(?<!\\)(?:\\\\)*[(){}:*+?]/;

describe("the configuration for Next.js in docs/redirects.md", () => {
  let rules: Rule[];

  beforeAll(async () => {
    const api = createPublicApi({ storage: memoryDriver() });
    const organization = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
    await api.organizations.create({ ...organization, postUrlTemplate: "/b:log/(c++)/{slug}" });
    await api.posts.create("acme", { name: "Hello", html: "", aliases: addresses.map(([from]) => from) });
    const server = await serve(api, { port: 0, hostname: "127.0.0.1" });
    releaseAfterUse(() => server.close());
    const [, code = ""] =
      /`next\.config\.mjs`:\n\n```js\n([^]*?)```/.exec(readFileSync("docs/redirects.md", "utf8")) ?? [];
    const folder = scratchDirectory();
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("."), join(folder, "node_modules/postern"));
    writeFileSync(join(folder, "next.config.mjs"), code.replace("https://api.example", server.url));
    const config = (await import(pathToFileURL(join(folder, "next.config.mjs")).href)) as {
      default: { redirects: () => Promise<Rule[]> };
    };
    rules = await config.default.redirects();
  });

  it.each(addresses)("compares %s as a text", (_from, path, query = {}) => {
    const found = rules.filter(({ source, has = [] }) => {
      const isPath = !unescaped.test(source) && source.replaceAll(/\\(.)/g, "$1") === path;
      return isPath && has.length === Object.keys(query).length;
    });
    expect(found).toHaveLength(1);
    for (const { key, value } of found[0]?.has ?? []) {
      expect(new RegExp(`^${value}$`).test(query[key] ?? "")).toBe(true);
      expect(new RegExp(`^${value}$`).test(`${query[key]}x`)).toBe(false);
    }
  });

  it("names no parameters in a destination", () => {
    for (const { destination } of rules) {
      expect(destination).not.toMatch(/[:()*+]/);
      expect(decodeURIComponent(destination)).toBe("/b:log/(c++)/hello");
    }
  });
});
