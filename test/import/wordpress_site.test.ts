import { describe, expect, it } from "vitest";
import { ImportError, linkTranslations, PageLinks, readWordPress, SlugPlan } from "../../lib/import/mod.ts";
import { openWordPressSite } from "../../lib/import/wordpress_site/mod.ts";
import {
  fakePost,
  FakeWordPress,
  importSite,
  itemsOf,
  type Json,
  posts,
  range,
  siteWith,
} from "./_wordpress_site.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";
import { importItems, newApi, postOf, siteUrl, sourceOf } from "./_import.ts";

describe("the REST API of a WordPress site", () => {
  it.each([
    ["the header Link", { announces: "header", hasPermalinks: true }],
    ["the element link", { announces: "page", hasPermalinks: true }],
    ["the element link without permalinks", { announces: "page", hasPermalinks: false }],
    ["its usual address", { announces: "nowhere", hasPermalinks: true }],
    ["its usual parameter", { announces: "nowhere", hasPermalinks: false }],
  ] as const)("is found by %s", async (_name, fields) => {
    const site = Object.assign(siteWith(posts(1, 2)), fields);
    const api = await newApi();
    expect(await importSite(api, site)).toEqual(["created post-1", "created post-2"]);
  });

  it("is found in a folder, and by its own address", async () => {
    const site = new FakeWordPress("https://old.example/blog");
    const open = async (address: string): Promise<string> =>
      (await openWordPressSite(address, { get: site.get, hasPassword: false })).home;
    for (const address of ["/blog/", "/blog/wp-json/", "/blog/wp-json"])
      expect(await open(`https://old.example${address}`)).toBe("https://old.example/blog");
    site.announces = "nowhere";
    expect(await open("https://old.example/blog/")).toBe("https://old.example/blog");
  });

  it("is reported if it is missing, with the addresses that were tried", async () => {
    const get = async (url: string) => ({ url, status: 200, headers: {}, text: "<p>Hello</p>" });
    const opened = openWordPressSite("https://old.example/", { get, hasPassword: false });
    await expect(opened).rejects.toThrow(ImportError);
    await expect(opened).rejects.toThrow(
      "Cannot read https://old.example/: no REST API of WordPress was found at https://old.example/ (no JSON), https://old.example/wp-json/ (no JSON), https://old.example/?rest_route=/ (no JSON). Import a file of Tools > Export instead",
    );
  });

  it("keeps https if the site announces http", async () => {
    const site = siteWith(posts(1, 1));
    const hosts = new Set<string>();
    const get: typeof site.get = async (url) => {
      hosts.add(new URL(url).origin);
      const response = await site.get(url);
      return {
        ...response,
        headers: { ...response.headers, link: '<http://old.example/wp-json/>; rel="https://api.w.org/"' },
      };
    };
    await importItems(await newApi(), itemsOf(site, { get }));
    expect([...hosts]).toEqual(["https://old.example"]);
  });
});

describe("a post of the REST API", () => {
  it("has its names, dates and picture", async () => {
    const site = siteWith([
      fakePost(7, {
        slug: "hello",
        title: { rendered: "Salt &amp; pepper" },
        content: {
          rendered:
            '<style>p { color: red }</style><p>“One”</p>\n<!--more-->\n<p>[two a="1"] https://youtu.be/x</p>',
        },
        excerpt: { rendered: "<p>One two three four five six [&hellip;]</p>" },
        author: 3,
        featured_media: 9,
        categories: [4, 1],
        tags: [5],
      }),
    ]);
    site.lists["categories"] = [
      { id: 1, name: "Uncategorized" },
      { id: 4, name: "Tips &amp; tricks" },
    ];
    site.lists["tags"] = [{ id: 5, name: "C++" }];
    site.lists["users"] = [{ id: 3, name: "Ada Lovelace" }];
    site.lists["media"] = [{ id: 9, source_url: "https://old.example/wp-content/uploads/a.jpg" }];
    const api = await newApi();
    expect(await importSite(api, site)).toEqual([
      "created hello",
      'note https://old.example/post-7/: "Salt & pepper" contains the shortcodes [two], which stay unchanged',
    ]);
    expect(await postOf(api, "hello")).toMatchObject({
      name: "Salt & pepper",
      html: '<p>“One”</p>\n\n<p>[two a="1"] https://youtu.be/x</p>',
      description: "“One”",
      author: "Ada Lovelace",
      articleSection: "Tips & tricks",
      tags: ["C++"],
      image: "https://old.example/wp-content/uploads/a.jpg",
      inLanguage: "de-DE",
      status: "published",
      publishedAt: "2026-01-02T03:05:06.000Z",
      updatedAt: "2026-01-03T03:05:06.000Z",
    });
  });

  it.each([
    ["<p>A summary of my own.</p>", "A summary of my own."],
    ["<p>One two three four five six seven [&hellip;]</p>", undefined],
    ['<p>One two three four five six&#8230; <a href="/x">Continue reading</a></p>', undefined],
    ["<p>One two three four five six seven eight nine.</p>", undefined],
    ["<p>One two three.</p>", "One two three."],
  ])("has the excerpt %s only if its author wrote it", async (excerpt, description) => {
    const content = { rendered: "<p>One two three four five six seven eight nine.</p>" };
    const site = siteWith([fakePost(1, { content, excerpt: { rendered: excerpt } })]);
    const api = await newApi();
    await importSite(api, site);
    expect((await postOf(api, "post-1"))?.description).toBe(description);
  });

  it("has the description and canonical address that plugins state", async () => {
    const canonical = "https://other.example/a";
    const site = siteWith([
      fakePost(1, { yoast_head_json: { description: "By Yoast", canonical } }),
      fakePost(2, { aioseo_head_json: { description: "By AIOSEO", canonical_url: canonical } }),
      fakePost(3, {
        yoast_head_json: { canonical: "https://www.old.example/post-3/", robots: { index: "noindex" } },
      }),
      fakePost(4, { meta: { rank_math_description: "By Rank Math", rank_math_canonical_url: canonical } }),
    ]);
    const api = await newApi();
    expect(await importSite(api, site)).toEqual([
      "created post-1",
      "created post-2",
      "created post-3",
      "created post-4",
      'note https://old.example: 1 value of the custom field "_yoast_wpseo_meta-robots-noindex"',
    ]);
    const found = await Promise.all([1, 2, 3, 4].map(async (id) => postOf(api, `post-${id}`)));
    expect(found.map((post) => [post?.description, post?.canonicalUrl])).toEqual([
      ["By Yoast", canonical],
      ["By AIOSEO", canonical],
      [undefined, undefined],
      ["By Rank Math", canonical],
    ]);
  });

  it("is a draft if it has a password", async () => {
    const site = siteWith([fakePost(1, { content: { rendered: "", protected: true } })]);
    const api = await newApi();
    expect(await importSite(api, site)).toContain(
      'note https://old.example/post-1/: "Post 1" has a password, so it becomes a draft',
    );
    expect(await postOf(api, "post-1")).toMatchObject({ status: "draft", isAccessibleForFree: false });
  });

  it("is a draft if visitors see only a notice", async () => {
    const notice = '<div class="mp_wrapper"><div class="mepr-unauthorized-message"><p>Log in</p></div></div>';
    const code = '<pre>&lt;div class="members-access-error"&gt;</pre>';
    const site = siteWith([
      fakePost(1, { content: { rendered: notice } }),
      fakePost(2, { content: { rendered: code } }),
    ]);
    const api = await newApi();
    expect(await importSite(api, site)).toEqual([
      "created post-1",
      'note https://old.example/post-1/: "Post 1" shows visitors a notice of MemberPress in place of content, so it becomes a draft',
      "created post-2",
    ]);
    expect((await postOf(api, "post-1"))?.status).toBe("draft");
    expect((await postOf(api, "post-2"))?.status).toBe("published");
  });

  it("has the name of its author from its page, or embedded, if the list of users is refused", async () => {
    const site = siteWith([
      fakePost(1, { author: 3, yoast_head_json: { author: "Ada" } }),
      fakePost(2, { author: 4, _links: {}, _embedded: { author: [{ id: 4, name: "Grace" }] } }),
      fakePost(3, { author: 5, _embedded: { author: [{ code: "rest_user_invalid_id" }] } }),
    ]);
    site.refusals["users"] = { status: 401, code: "rest_user_cannot_view" };
    const api = await newApi();
    expect(await importSite(api, site)).toContain(
      "note https://old.example: names in the list users are missing, because the site does not give it: HTTP 401 rest_user_cannot_view",
    );
    const found = await Promise.all([1, 2, 3].map(async (id) => postOf(api, `post-${id}`)));
    expect(found.map((post) => post?.author)).toEqual(["Ada", "Grace", undefined]);
    expect(site.requests.filter((request) => request.includes("/users")).length).toBe(1);
  });

  it("has the authors that a plugin names", async () => {
    const authors = [{ display_name: "Ada" }, { display_name: "Grace" }];
    const site = siteWith([fakePost(1, { authors }), fakePost(2, { coauthors: [57], author: 3 })]);
    site.taxonomies["author"] = { rest_base: "coauthors" };
    site.lists["users"] = [{ id: 3, name: "Hedy" }];
    const api = await newApi();
    expect(await importSite(api, site)).toContain(
      'note https://old.example: 1 assignment to a term of the taxonomy "coauthors"',
    );
    expect((await postOf(api, "post-1"))?.authors).toEqual(["Ada", "Grace"]);
    expect((await postOf(api, "post-2"))?.author).toBe("Hedy");
  });

  it("has the custom fields that the organization defines", async () => {
    const site = siteWith([
      fakePost(1, {
        meta: { mood: "good" },
        acf: { rating: 4, isNew: true, parts: ["a", "b"], nested: { x: 1 } },
      }),
    ]);
    const api = await newApi();
    const types = { mood: "text", rating: "number", isNew: "boolean", parts: "list" } as const;
    const postFields = Object.entries(types).map(([name, type]) => ({ name, type }));
    await api.organizations.update("acme", { postFields });
    const organization = await api.organizations.get("acme");
    const lines = await importSite(api, site, { postFields: organization?.postFields ?? [] });
    expect(lines).toEqual([
      "created post-1",
      'note https://old.example: 1 value of the custom field "nested"',
    ]);
    expect((await postOf(api, "post-1"))?.custom).toEqual({
      mood: "good",
      rating: 4,
      isNew: true,
      parts: ["a", "b"],
    });
  });

  it("is linked with its translations by Polylang and WPML, and links lead to the new addresses", async () => {
    const html =
      '<p><a href="https://old.example/post-2/">two</a> <a href="https://older.example/?p=3#x">three</a></p>';
    const site = siteWith([
      fakePost(1, { lang: "en", translations: { en: 1, fr: 2 }, content: { rendered: html } }),
      fakePost(2, { lang: "fr", translations: { en: 1, fr: 2 } }),
      fakePost(3, {
        guid: { rendered: "https://older.example/?p=3" },
        wpml_current_locale: "pt_BR",
        wpml_translations: [{ locale: "de_DE", id: 4 }],
      }),
      fakePost(4, { wpml_current_locale: "de_DE", wpml_translations: [{ locale: "pt_BR", id: 3 }] }),
    ]);
    const api = await newApi();
    const { read } = await openWordPressSite(site.home, { get: site.get, hasPassword: false });
    const slugs = new SlugPlan(api.posts, { organizationSlug: "acme", source: "wordpress" });
    const links = new PageLinks({
      slugs,
      addressOf: (slug) => `https://acme.example/blog/${slug}`,
      exportUrl: site.home,
    });
    await importItems(api, linkTranslations(read, { links }), { source: "wordpress" });
    expect(await postOf(api, "post-1")).toMatchObject({
      html: '<p><a href="https://acme.example/blog/post-2">two</a> <a href="https://acme.example/blog/post-3#x">three</a></p>',
      inLanguage: "en",
      translations: { en: "post-1", fr: "post-2" },
    });
    expect((await postOf(api, "post-3"))?.translations).toEqual({ "pt-BR": "post-3", "de-DE": "post-4" });
  });

  it("is the post that an export of the same site has", async () => {
    const api = await newApi();
    const whole = [...wordpressExport({ posts: 0 })].join("");
    const text = whole.replace("</channel>", `${wordpressItem({ id: 12 })}</channel>`);
    await importItems(api, readWordPress(sourceOf(text), { siteUrl }), { source: "wordpress" });
    const site = siteWith([fakePost(12, { slug: "renamed" })]);
    expect((await importSite(api, site))[0]).toBe("updated t12");
    expect((await api.posts.list("acme", {})).posts).toHaveLength(1);
  });
});

describe("items that are no posts", () => {
  it("are counted by type, taxonomy, field and number of comments", async () => {
    const site = siteWith([
      fakePost(1, { genres: [8, 9], format: "aside", meta: { mood: "good", empty: "" }, acf: [] }),
    ]);
    site.lists["pages"] = [fakePost(2, { type: "page", parent: 1 })];
    site.lists["comments"] = range(1, 12).map((id) => ({ id }));
    site.lists["event"] = range(1, 30).map((id) => ({ id }));
    site.types["event"] = { rest_base: "event", rest_namespace: "wp/v2" };
    site.types["recipe"] = { rest_base: "recipe" };
    site.types["wp_block"] = { rest_base: "blocks" };
    site.types["odd"] = { rest_base: "../users" };
    site.taxonomies["genre"] = { rest_base: "genres" };
    expect(await importSite(await newApi(), site)).toEqual([
      "created post-1",
      "created post-2",
      "note https://old.example: items of the type recipe are not read, and not counted: HTTP 404 rest_no_route",
      'note https://old.example: 1 value of the custom field "mood"',
      'note https://old.example: 2 assignments to terms of the taxonomy "genre"',
      'note https://old.example: 1 assignment to a term of the taxonomy "post_format"',
      "skipped https://old.example: 30 items of the type event, so neither post nor page",
      "note https://old.example: 12 comments",
    ]);
  });
});

describe("a site with a password", () => {
  const authorization = "Basic YTpi";
  const edited = (id: number, status: string, raw: string): Json =>
    fakePost(id, {
      status,
      content: { raw, rendered: "<p>rendered</p>" },
      excerpt: { raw: "", rendered: "x" },
    });

  it("gives drafts and the stored content, with its galleries and patterns", async () => {
    const site = siteWith([
      edited(1, "publish", 'One\n\n[gallery ids="9"]'),
      edited(2, "draft", '<!-- wp:block {"ref":8} /-->'),
      edited(3, "private", "Secret"),
      { ...edited(4, "future", "Later"), date_gmt: "2999-01-01T00:00:00" },
    ]);
    site.authorization = authorization;
    site.lists["media"] = [
      { id: 9, type: "attachment", status: "inherit", source_url: "https://old.example/a.jpg" },
    ];
    site.lists["blocks"] = [
      { id: 8, type: "wp_block", status: "publish", content: { raw: "<p>Pattern</p>" } },
    ];
    const api = await newApi();
    const get: typeof site.get = async (url) => site.get(url, { authorization });
    const lines = await importItems(api, itemsOf(site, { get, hasPassword: true }));
    expect(lines).toEqual([
      "created post-1",
      "created post-2",
      "created post-3",
      'note https://old.example/post-3/: "Post 3" is private, so it becomes a draft',
      "created post-4",
    ]);
    const found = await Promise.all([1, 2, 3, 4].map(async (id) => postOf(api, `post-${id}`)));
    expect(found.map((post) => post?.status)).toEqual(["published", "draft", "draft", "scheduled"]);
    expect(found[0]?.html).toContain("<p>One</p>");
    expect(found[0]?.html).toContain("https://old.example/a.jpg");
    expect(found[1]).toMatchObject({ html: "<p>Pattern</p>" });
    expect(found[1]?.publishedAt).toBeUndefined();
  });

  it("is reported if the password is wrong", async () => {
    const site = siteWith(posts(1, 1));
    site.authorization = authorization;
    await expect(importSite(await newApi(), site, { hasPassword: true })).rejects.toThrow(
      "HTTP 401 rest_forbidden_context. The user needs the right to edit posts, and an application password of the profile",
    );
  });
});
