import { describe, expect, it } from "vitest";
import { importPosts } from "../../lib/import/mod.ts";
import { openWordPressSite } from "../../lib/import/wordpress_site/mod.ts";
import { importSite, itemsOf, listRequests, posts, siteWith } from "./_wordpress_site.ts";
import { importItems, newApi } from "./_import.ts";

describe("a long list", () => {
  it("is read in pages of 100, and each request names the fields", async () => {
    const site = siteWith(posts(1, 10_000));
    const done: unknown[] = [];
    const { read } = await openWordPressSite(site.home, {
      get: site.get,
      hasPassword: false,
      onProgress: (progress) => done.push(progress),
    });
    const count = async (pass: "keys" | "posts"): Promise<number> => {
      let found = 0;
      for await (const { kind } of read(pass)) found += kind === "post" ? 1 : 0;
      return found;
    };
    expect(await count("keys")).toBe(10_000);
    expect(listRequests(site)).toHaveLength(100);
    expect(listRequests(site).some((request) => request.includes("content"))).toBe(false);
    expect(await count("posts")).toBe(10_000);
    expect(site.requests).toHaveLength(2 + 2 * (100 + 1) + 3);
    expect(done[0]).toEqual({ done: 100, total: undefined });
    expect(done.at(-1)).toEqual({ done: 10_000, total: 10_000 });
  });

  it.each([true, false])("keeps its posts while others disappear (totals named: %s)", async (namesTotals) => {
    const site = Object.assign(siteWith(posts(1, 301)), { namesTotals });
    site.onRequest = (route, parameters) => {
      if (route !== "wp/v2/posts" || parameters.get("page") !== "2") return;
      site.lists["posts"] = site.lists["posts"]?.filter(({ id }) => Number(id) > 3) ?? [];
    };
    const created = (await importSite(await newApi(), site)).filter((line) => line.startsWith("created"));
    // Without the totals, the site does not show that its pages became shorter.
    expect(new Set(created).size).toBe(namesTotals ? 301 : created.length);
  });

  it("keeps a last page that disappears", async () => {
    const site = siteWith(posts(1, 201));
    site.onRequest = (route, parameters) => {
      if (route === "wp/v2/posts" && parameters.get("page") === "3")
        site.lists["posts"] = site.lists["posts"]?.filter(({ id }) => id !== 1) ?? [];
    };
    const lines = await importSite(await newApi(), site);
    expect(lines).toHaveLength(201);
    expect(lines).toContain("created post-201");
  });

  it("is read to its new end if it grows", async () => {
    const site = siteWith(posts(1, 150));
    site.onRequest = (route, parameters) => {
      if (route === "wp/v2/posts" && parameters.get("page") === "2") site.lists["posts"] = posts(1, 250);
    };
    expect(await importSite(await newApi(), site)).toHaveLength(250);
  });

  it("ends if the site repeats a page", async () => {
    const site = siteWith(posts(1, 100));
    const get: typeof site.get = async (url) => {
      const found = await site.get(url.replace(/([?&])page=\d+/, "$1page=1"));
      if (!url.includes("/posts")) return found;
      return { ...found, headers: { ...found.headers, "x-wp-totalpages": "9999", "x-wp-total": "100" } };
    };
    expect(await importItems(await newApi(), itemsOf(site, { get }))).toHaveLength(100);
    expect(listRequests(site)).toHaveLength(2);
  });

  it("loses only the posts that the site cannot render, and names them", async () => {
    const site = siteWith(posts(1, 130));
    site.broken.add(57).add(130);
    const lines = await importSite(await newApi(), site);
    expect(lines.filter((line) => line.startsWith("created"))).toHaveLength(128);
    expect(lines.filter((line) => !line.startsWith("created"))).toEqual([
      "skipped https://old.example: item 57 of the list wp/v2/posts is not readable: HTTP 500",
      "skipped https://old.example: item 130 of the list wp/v2/posts is not readable: HTTP 500",
    ]);
  });

  it("loses only the posts whose response takes too long", async () => {
    const site = siteWith(posts(1, 100));
    site.broken.add(3);
    const get: typeof site.get = async (url) => {
      const { status, ...found } = await site.get(url);
      return status === 500
        ? { ...found, status: 0, text: "", problem: "no response within 60 seconds" }
        : { ...found, status };
    };
    const lines = await importItems(await newApi(), itemsOf(site, { get }));
    expect(lines).toHaveLength(100);
    expect(lines).toContain(
      "skipped https://old.example: item 3 of the list wp/v2/posts is not readable: no response within 60 seconds",
    );
  });

  it("ends when the signal stops the import, and continues the next time", async () => {
    const site = siteWith(posts(1, 250));
    const stop = new AbortController();
    const get: typeof site.get = async (url) => {
      if (/\/posts\?.*&page=2$/.test(url)) stop.abort();
      stop.signal.throwIfAborted();
      return site.get(url);
    };
    const api = await newApi();
    const options = { organizationSlug: "acme", source: "wordpress" };
    const stopped = await importPosts(api.posts, itemsOf(site, { get }), { ...options, signal: stop.signal });
    expect(stopped).toMatchObject({ imported: 100, isComplete: false });
    const again = await importPosts(api.posts, itemsOf(site), options);
    expect(again).toMatchObject({ imported: 150, unchanged: 100, isComplete: true });
  });

  it("names the posts that the site counts but does not list", async () => {
    const site = siteWith(posts(1, 5));
    const get: typeof site.get = async (url) => {
      const found = await site.get(url);
      return url.includes("/posts") ? { ...found, headers: { ...found.headers, "x-wp-total": "8" } } : found;
    };
    expect(await importItems(await newApi(), itemsOf(site, { get }))).toContain(
      "skipped https://old.example: the site counts 3 more than it lists",
    );
  });

  it.each([
    ["truncated JSON", '[{"id":1', "no JSON"],
    ["an HTML page", "<!doctype html><p>Maintenance</p>", "no JSON"],
    ["an object", "{}", "no list"],
  ])("ends the import if the site sends only %s", async (_name, text, reason) => {
    const site = siteWith(posts(1, 300));
    const get: typeof site.get = async (url) => {
      const found = await site.get(url);
      return url.includes("/wp/v2/posts") ? { ...found, text } : found;
    };
    const imported = importItems(await newApi(), itemsOf(site, { get }));
    await expect(imported).rejects.toThrow(
      `Cannot read https://old.example: the list wp/v2/posts is not readable: ${reason}`,
    );
    expect(listRequests(site).length).toBeLessThan(12);
  });

  it("is refused with advice", async () => {
    const site = siteWith(posts(1, 3));
    site.refusals["posts"] = { status: 401, code: "rest_login_required" };
    await expect(importSite(await newApi(), site)).rejects.toThrow(
      "HTTP 401 rest_login_required. Name a user with --user, or import a file of Tools > Export",
    );
    const other = siteWith(posts(1, 1));
    other.refusals["pages"] = { status: 404, code: "rest_no_route" };
    expect(await importSite(await newApi(), other)).toEqual([
      "created post-1",
      "skipped https://old.example: the list wp/v2/pages is not readable: HTTP 404 rest_no_route",
    ]);
  });
});
