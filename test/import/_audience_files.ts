import { type ConfigFile, readHtml, readMarkdown, readNotion, readSiteConfig } from "../../lib/import/mod.ts";
import { type AudienceRow, type Items, options, shown } from "./_audience.ts";

/** Reads a file of a site. */
export function markdown(
  text: string,
  { path = "post.md", files = [] }: { path?: string; files?: ConfigFile[] } = {},
): Items {
  const site = readSiteConfig(files);
  return readMarkdown(text, path, { path, ...options, ...(site && { site }) });
}
/** Returns a file with front matter. */
export const yaml = (lines: string): string => `---\ntitle: Post\n${lines}\n---\nShown text.\n`;
const hugo = { path: "hugo.toml", text: 'baseURL = "https://acme.example/"' };
const list = (path: string, text: string): ConfigFile => ({ path, text });
const inSection = (text: string, own = "", path = "content/posts/post.md"): Items =>
  markdown(yaml(own), { path, files: [hugo, list("content/posts/_index.md", text)] });
const jekyll = (config: string, path: string, own = ""): Items =>
  markdown(yaml(own), { path, files: [{ path: "_config.yml", text: config }] });

/** Files of Markdown. */
export const markdownRows: AudienceRow[] = [
  ...[
    "password: x",
    "Password: 1234",
    "private: true",
    "private: yes",
    "PRIVATE: 1",
    "visibility: private",
    "visibility: [members, paid]",
    "access: members",
    "access: { site.login: true }",
    "audience: subscribers",
    "publish: false",
    "public: false",
    "protected: true",
    "encrypt: true",
    "unlisted: true",
    "hidden: true",
    "listed: false",
    "members-only: true",
    "members_only: true",
    "membersOnly: true",
    "premium: true",
    "loginRequired: true",
    "status: private",
    "headless: true",
    "render: false",
    "build: { render: never }",
    "_build: { Render: false }",
    "_build: { list: never }",
    "params: { password: x }",
    "extra: { private: true }",
    "expires: at some time",
    "state: draft",
    "tier: premium",
    "membership: paid",
    "deleted: true",
    "staticrypt: { password: x }",
  ].map((lines): AudienceRow => [lines, "restricted", markdown(yaml(lines))]),
  ...[
    "draft: true",
    "Draft: true",
    "DRAFT: TRUE",
    "draft: 1",
    'draft: "T"',
    "draft: t",
    'draft: "true"',
    "draft: yes",
    "published: false",
    "Published: False",
    "published: 0",
    "published: no",
    "published:",
    "draft: false\nDraft: true",
    "draft: true\nexpiryDate: 2000-01-01",
  ].map((lines): AudienceRow => [lines, "draft", markdown(yaml(lines))]),
  ...["publishdate", "PubDate", "published", "publish_date", "date"].map((name): AudienceRow => [
    `${name} in the future`,
    "scheduled",
    markdown(yaml(`${name}: 2090-01-01`)),
  ]),
  ...["expiryDate", "expirydate", "unpublishdate", "UnpublishDate", "unpublish_date", "expires"].flatMap(
    (name): AudienceRow[] => [
      [`${name} in the past`, "expired", markdown(yaml(`${name}: 2000-01-01`))],
      [`${name} in the future`, "will-expire", markdown(yaml(`${name}: 2090-01-01`))],
    ],
  ),
  ...[
    "visibility: public",
    "access: everyone",
    "private: false",
    "password: ''",
    "published: true",
    "published: 2020-01-01",
    "publish: true",
    "hide: [toc]",
    "members: [Ada, Grace]",
    "audience: beginners",
    "draft: false",
    'draft: "F"',
    "unlisted: no",
    "build: { list: local }",
    "expires: never",
    "expiryDate: 0001-01-01T00:00:00Z",
    "status: publish",
    "status: Published",
    "access: Open Access",
    "access: { level: public }",
    "privacy: gdpr",
    "paywall: none",
    "subscribers: 1200",
  ].map((lines): AudienceRow => [lines, "open", markdown(yaml(lines))]),
  ...[
    "\n\n---\ntitle: Post\ndraft: true\n---\nText",
    "\ufeff---\ntitle: Post\ndraft: true\n---\nText",
    "\ufeff\n---\ntitle: Post\ndraft: true\n---\nText",
    "  ---\ntitle: Post\ndraft: true\n---\nText",
    "<!-- A licence -->\n---\ntitle: Post\ndraft: true\n---\nText",
    "<!-- A\nlicence -->\n\n---\ntitle: Post\ndraft: true\n---\nText",
    "<!--\n---\ntitle: Post\ndraft: true\n---\n-->\nText",
    '\n+++\ntitle = "Post"\ndraft = true\n+++\nText',
    '\n\n{"title": "Post", "Draft": true}\nText',
  ].map((text): AudienceRow => [JSON.stringify(text), "draft", markdown(text)]),
  ["a rule before text", "open", markdown("\n\n---\n\nShown text: more.\n\n---\n\nText")],
  ["_post.md", "restricted", markdown(yaml(""), { path: "src/content/blog/_post.md" })],
  ["_drafts/post.md", "draft", markdown(yaml(""), { path: "_drafts/post.md" })],
  ["_post.md in Hugo", "open", markdown(yaml(""), { path: "content/_post.md", files: [hugo] })],
  ["a cascade", "draft", inSection("---\ncascade:\n  draft: true\n---\n")],
  ["a cascade in capitals", "draft", inSection("---\nCascade:\n  Draft: true\n---\n")],
  ["a cascade in TOML", "draft", inSection("+++\n[cascade]\ndraft = true\n+++\n")],
  [
    "a cascade above a draft that is false",
    "draft",
    inSection("---\ncascade:\n  draft: true\n---\n", "draft: false"),
  ],
  ["a cascade of a restriction", "restricted", inSection("---\ncascade:\n  build: { render: never }\n---\n")],
  [
    "a cascade of params",
    "restricted",
    inSection("---\ncascade:\n  params: { password: x }\n---\n", "params: { a: 1 }"),
  ],
  ["a cascade of an expiry", "expired", inSection("---\ncascade:\n  expiryDate: 2000-01-01\n---\n")],
  [
    "a cascade for a path",
    "draft",
    inSection('---\ncascade:\n- _target: { path: "/posts/p**" }\n  draft: true\n---\n'),
  ],
  [
    "a cascade for pages",
    "draft",
    inSection("---\ncascade:\n- target: { kind: page }\n  draft: true\n---\n"),
  ],
  [
    "a cascade for another path",
    "open",
    inSection("---\ncascade:\n- target: { path: /x/* }\n  draft: true\n---\n"),
  ],
  [
    "a cascade for sections",
    "open",
    inSection("---\ncascade:\n  _target: { kind: section }\n  draft: true\n---\n"),
  ],
  [
    "a cascade of another folder",
    "open",
    inSection("---\ncascade:\n  draft: true\n---\n", "", "content/other/post.md"),
  ],
  ["a draft of a section", "draft", inSection("---\ndraft: true\n---\n")],
  ["a section that has expired", "expired", inSection("---\nexpiryDate: 2000-01-01\n---\n")],
  [
    "a cascade of the configuration",
    "draft",
    markdown(yaml(""), {
      path: "content/post.md",
      files: [{ ...hugo, text: `${hugo.text}\n[cascade]\ndraft = true` }],
    }),
  ],
  [
    "a date with a configured name",
    "expired",
    markdown(yaml("gone: 2000-01-01"), {
      path: "content/post.md",
      files: [{ ...hugo, text: `${hugo.text}\n[frontmatter]\nexpiryDate = ["gone", ":default"]` }],
    }),
  ],
  [
    "a draft of a section without a configuration",
    "draft",
    markdown(yaml(""), {
      path: "content/a/post.md",
      files: [list("content/a/_index.md", "+++\ndraft = true\n+++")],
    }),
  ],
  ["published: null in Jekyll", "draft", jekyll("title: x", "_posts/2020-01-01-post.md", "published: ~")],
  [
    "a Jekyll default",
    "draft",
    jekyll("defaults: [{ scope: { path: '' }, values: { published: false } }]", "_posts/2020-01-01-post.md"),
  ],
  ["an excluded folder", "restricted", jekyll("exclude: [internal/]", "internal/post.md")],
  ["a collection without output", "restricted", jekyll("collections: [staff]", "_staff/post.md")],
  ["a collection with output", "open", jekyll("collections: { staff: { output: true } }", "_staff/post.md")],
  ["a folder that begins with _", "restricted", jekyll("title: x", "_private/post.md")],
  ...[
    "{{< private >}}secret{{< /private >}}",
    "{{% members-only %}}a {{% members-only %}}b{{% /members-only %}} secret{{% /members-only %}}",
  ].map((part): AudienceRow => [part, "part", markdown(`${yaml("")}${part}`)]),
  ...["<MembersOnly plan={1}>secret</MembersOnly>", "<Private>a <Private>b</Private> secret</Private>"].map(
    (part): AudienceRow => [part, "part", markdown(`${yaml("")}${part}`, { path: "post.mdx" })],
  ),
  ["{% private %}", "part", markdown(`${yaml("")}{% private %}secret{% endprivate %}`)],
  [
    "a comment of kramdown",
    "open",
    markdown(
      `${yaml("")}\nA {::comment}secret {:/ secret{:/comment} b.\n\n{::comment}\nsecret {:/ secret\n{:/comment}\n`,
    ),
  ],
];

const html = (head: string, body = shown): Items =>
  readHtml(
    `<html><head><title>Post</title>${head}</head><body><h1>Post</h1>${body}</body></html>`,
    "post.html",
    {
      path: "post.html",
      ...options,
    },
  );

/** Files of HTML. */
export const htmlRows: AudienceRow[] = [
  ["a content tier", "restricted", html('<meta property="article:content_tier" content="locked">')],
  ["a free content tier", "open", html('<meta property="article:content_tier" content="free">')],
  [
    "JSON-LD",
    "restricted",
    html('<script type="application/ld+json">{"isAccessibleForFree": false}</script>'),
  ],
  ["an expiration", "expired", html('<meta property="article:expiration_time" content="2000-01-01">')],
  ["robots", "will-expire", html('<meta name="robots" content="unavailable_after: 2090-01-01">')],
  [
    "front matter",
    "restricted",
    readHtml("---\ntitle: Post\nprivate: true\n---\n<p>Shown text.</p>", "post.html", {
      path: "post.html",
      ...options,
    }),
  ],
];

const notionPath = "Post 0123456789abcdef0123456789abcdef.md";
const notion = (property: string): Items =>
  readNotion(`# Post\n\n${property}\n\nShown text.`, notionPath, { path: notionPath, ...options });

/** Pages of Notion. */
export const notionRows: AudienceRow[] = [
  ...["Password: x", "Public: No", "Visibility: Team"].map((property): AudienceRow => [
    property,
    "restricted",
    notion(property),
  ]),
  ["a draft", "draft", notion("Status: Draft")],
  ["not published", "draft", notion("Published: No")],
  ["published", "open", notion("Status: Published")],
  ["without properties", "open", notion("More text")],
];
