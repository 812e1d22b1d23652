import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import * as importRoom from "../../lib/import/mod.ts";
import {
  type CategoryCount,
  type ConfigFile,
  type ImportItem,
  importPosts,
  markdownToPost,
  readBlogger,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readMedium,
  readSiteConfig,
  readSubstack,
  readWordPress,
} from "../../lib/import/mod.ts";
import { lexical } from "./_ghost.ts";
import { newApi, postOf, siteUrl, sourceOf } from "./_import.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";

const now = Date.parse("2026-11-21T00:00:00Z");
const options = { siteUrl, now };
type Items = Iterable<ImportItem> | AsyncIterable<ImportItem>;

/** The result that the rule demands: for a post, or for a part of a public post. */
type Outcome = "restricted" | "draft" | "part" | "expired" | "will-expire" | "open";
type Row = readonly [name: string, outcome: Outcome, items: Items];

const categoryOf: Readonly<Record<Outcome, string | undefined>> = {
  restricted: "not-public",
  draft: undefined,
  part: "restricted-part",
  expired: "expired",
  "will-expire": "will-expire",
  open: undefined,
};

const shown = "<p>Shown text.</p>";
const hidden = "<h2>Who knows the secret?</h2><p>Nobody knows the secret.</p>";

// WordPress

interface Post {
  content?: string;
  status?: string;
  password?: string;
  fields?: Record<string, string>;
  others?: string[];
}

function wordpress({ content = shown, status = "publish", password = "", fields = {}, others = [] }: Post): Items {
  const post = withPassword(
    wordpressItem({ id: 1, title: "Post", slug: "post", content, status, more: fieldsOf(fields) }),
    password,
  );
  const whole = [...wordpressExport({ posts: 0 })].join("");
  const text = whole.replace("</channel>", () => `${others.join("")}${post}</channel>`);
  return readWordPress(sourceOf(text), options);
}

const withPassword = (item: string, password: string): string =>
  item.replace("<wp:post_password><![CDATA[", `<wp:post_password><![CDATA[${password}`);

function fieldsOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join("");
}

const block = (name: string, attributes = "", content = hidden): string =>
  `<!-- wp:${name} ${attributes && `${attributes} `}-->${content}<!-- /wp:${name} -->`;
const paragraph = (attributes: string): string => block("paragraph", attributes);

const pattern = (status: string, { content = hidden, password = "", id = 9 } = {}): string =>
  withPassword(wordpressItem({ id, title: "P", slug: `p${id}`, type: "wp_block", status, content }), password);
const withPattern = (...others: string[]): Items =>
  wordpress({ content: `${block("paragraph", "", shown)}<!-- wp:block {"ref":9} /-->`, others });

const rule = (type: string, content: string): string =>
  wordpressItem({
    id: 50,
    slug: "rule",
    type: "memberpressrule",
    more: fieldsOf({ _mepr_rules_type: type, _mepr_rules_content: content }),
  });

const um = (accessible: string): string =>
  `a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"${accessible}";}`;

const wordpressPosts: Row[] = [
  ["status private", "restricted", wordpress({ status: "private" })],
  ["a password", "restricted", wordpress({ password: "x" })],
  ["a draft", "draft", wordpress({ status: "draft" })],
  ["a pending post", "draft", wordpress({ status: "pending" })],
  ["an expired post", "expired", wordpress({ fields: { "_expiration-date": "946684800", "_expiration-date-status": "saved" } })],
  ["a post that expires", "will-expire", wordpress({ fields: { "_expiration-date": "4000000000", "_expiration-date-status": "saved" } })],
  ["a rule for the post", "restricted", wordpress({ others: [rule("single_post", "7,1")] })],
  ["a rule for all posts", "restricted", wordpress({ others: [rule("all_post", "")] })],
  ["a rule for another post", "open", wordpress({ others: [rule("single_post", "11")] })],
  ...(
    [
      ["_jetpack_newsletter_access", "subscribers"],
      ["_jetpack_newsletter_access", "paid_subscribers_all_tiers"],
      ["_members_access_role", "editor"],
      ["rcp_subscription_level", "any"],
      ["rcp_user_level", "Subscriber"],
      ["pms-content-restrict-user-status", "loggedin"],
      ["pms-content-restrict-subscription-plan", "12"],
      ["um_content_restriction", um("2")],
      ["_llms_is_restricted", "yes"],
      ["_wpmem_block", "1"],
      ["_wpmem_block", "2"],
      ["patreon-level", "5"],
      ["memberful_acl", 'a:1:{i:0;s:1:"7";}'],
      ["arm_access_plan", "3"],
      ["acme_members_only", "1"],
      ["required_role", "editor"],
    ] as const
  ).map(([key, value]): Row => [`the field ${key} ${value}`, "restricted", wordpress({ fields: { [key]: value } })]),
  ...(
    [
      ["_jetpack_newsletter_access", "everybody"],
      ["rcp_user_level", "All"],
      ["um_content_restriction", um("0")],
      ["_llms_is_restricted", "no"],
      ["_wpmem_block", "0"],
      ["_wc_memberships_force_public", "yes"],
      ["patreon-level", "0"],
    ] as const
  ).map(([key, value]): Row => [`the field ${key} ${value}`, "open", wordpress({ fields: { [key]: value } })]),
];

const wordpressParts: Row[] = [
  ...["trash", "draft", "private", "pending", "future"].map(
    (status): Row => [`a pattern with the status ${status}`, "part", withPattern(pattern(status))],
  ),
  ["a pattern with a password", "part", withPattern(pattern("publish", { password: " " }))],
  [
    "a draft in a public pattern",
    "part",
    withPattern(pattern("publish", { content: '<!-- wp:block {"ref":8} /-->' }), pattern("draft", { id: 8 })),
  ],
  [
    "a hidden pattern",
    "part",
    wordpress({
      content: `${shown}<!-- wp:block {"ref":9,"metadata":{"blockVisibility":false}} /-->`,
      others: [pattern("publish")],
    }),
  ],
  ...[
    paragraph('{"metadata":{"blockVisibility":false}}'),
    block("group", '{"metadata":{"blockVisibility":false}}', `${block("group", "", hidden)}${hidden}`),
    `<!-- wp:group {"metadata":{"blockVisibility":false}} -->${hidden}`,
    paragraph('{"metadata":{"blockVisibility":{"viewport":{"mobile":false,"tablet":false,"desktop":false}}}}'),
    paragraph('{"metadata":{"blockVisibility":{"mobile":false,"tablet":false,"desktop":false}}}'),
    `<!-- wp:jetpack/paywall /-->${hidden}`,
    `${block("jetpack/paywall", "", "<div></div>")}${hidden}`,
    block("premium-content/container", "", block("premium-content/subscriber-view")),
    block("pmpro/membership", '{"levels":["1"]}'),
    block("woocommerce-memberships/member-content"),
    block("acme/restricted-content"),
    paragraph('{"llms_visibility":"enrolled"}'),
    paragraph('{"um_is_restrict":true,"um_who_access":"1"}'),
    paragraph('{"pmsContentRestriction":{"subscription_plans":["1"],"display_to":""}}'),
    paragraph('{"blockVisibility":{"hideBlock":true}}'),
    paragraph('{"blockVisibility":{"controlSets":[{"id":1,"enable":true,"controls":{"userRole":{"visibilityByRole":"logged-in"}}}]}}'),
    paragraph('{"contentControls":{"enabled":true,"rules":{"user":{"userStatus":"logged_in"}}}}'),
    `[membership level="1"]${hidden}[/membership]`,
    `[membership]a[membership level="2"]b[/membership]${hidden}[/membership]`,
    `[mepr-show if="rule:1"]${hidden}[/mepr-show]`,
    `[mepr-active membership="1"]${hidden}[/mepr-active]`,
    `[restrict userlevel="editor"]${hidden}[/restrict]`,
    `[wcm_restrict plans="gold"]${hidden}[/wcm_restrict]`,
    `[s2If current_user_can(access_s2member_level1)]${hidden}[/s2If]`,
    `[members_access role="editor"]${hidden}[/members_access]`,
    `[members_logged_in]${hidden}[/members_logged_in]`,
    `[private role="administrator"]${hidden}[/private]`,
    `[um_loggedin]${hidden}[/um_loggedin]`,
    `[pms-restrict subscription_plans="1"]${hidden}[/pms-restrict]`,
    `[groups_member group="Gold"]${hidden}[/groups_member]`,
    `[swpm_protected for="2"]${hidden}[/swpm_protected]`,
    `<!-- wp:shortcode -->[membership]<!-- /wp:shortcode -->${hidden}<!-- wp:shortcode -->[/membership]<!-- /wp:shortcode -->`,
  ].map((part): Row => [part.replaceAll(hidden, "…"), "part", wordpress({ content: `${shown}\n\n${part}` })]),
  ...[
    paragraph('{"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}}'),
    block("premium-content/logged-out-view"),
    block("woocommerce-memberships/non-member-content"),
    block("pmpro/membership", '{"levels":["0"]}'),
    paragraph('{"llms_visibility":"logged_out"}'),
    paragraph('{"um_is_restrict":true,"um_who_access":"2"}'),
    `[membership level="0,-1"]${hidden}[/membership]`,
    `[mepr-hide if="rule:1"]${hidden}[/mepr-hide]`,
    `[members_not_logged_in]${hidden}[/members_not_logged_in]`,
    `[s2If !is_user_logged_in()]${hidden}[/s2If]`,
    `[[membership]${hidden}[/membership]]`,
    `A [private] note. ${hidden}`,
  ].map((part): Row => [part.replaceAll(hidden, "…"), "open", wordpress({ content: `${shown}${part}` })]),
];

// Files

const markdown = (frontMatter: string, { path = "post.md", files = [] as ConfigFile[] } = {}): Items => {
  const site = readSiteConfig(files);
  return readMarkdown(frontMatter, path, { path, ...options, ...(site && { site }) });
};
const yaml = (lines: string): string => `---\ntitle: Post\n${lines}\n---\nShown text.\n`;
const hugo = { path: "hugo.toml", text: 'baseURL = "https://acme.example/"' };
const list = (path: string, text: string): ConfigFile => ({ path, text });
const inSection = (text: string, own = "", path = "content/posts/post.md"): Items =>
  markdown(yaml(own), { path, files: [hugo, list("content/posts/_index.md", text)] });
const jekyll = (config: string, path: string, own = ""): Items =>
  markdown(yaml(own), { path, files: [{ path: "_config.yml", text: config }] });

const markdownRows: Row[] = [
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
  ].map((lines): Row => [lines, "restricted", markdown(yaml(lines))]),
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
  ].map((lines): Row => [lines, "draft", markdown(yaml(lines))]),
  ...["publishdate", "PubDate", "published", "publish_date", "date"].map(
    (name): Row => [`${name} in the future`, "draft", markdown(yaml(`${name}: 2090-01-01`))],
  ),
  ...["expiryDate", "expirydate", "unpublishdate", "UnpublishDate", "unpublish_date", "expires"].flatMap((name): Row[] => [
    [`${name} in the past`, "expired", markdown(yaml(`${name}: 2000-01-01`))],
    [`${name} in the future`, "will-expire", markdown(yaml(`${name}: 2090-01-01`))],
  ]),
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
  ].map((lines): Row => [lines, "open", markdown(yaml(lines))]),
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
  ].map((text): Row => [JSON.stringify(text), "draft", markdown(text)]),
  ["a rule before text", "open", markdown("\n\n---\n\nShown text: more.\n\n---\n\nText")],
  ["_post.md", "restricted", markdown(yaml(""), { path: "src/content/blog/_post.md" })],
  ["_drafts/post.md", "draft", markdown(yaml(""), { path: "_drafts/post.md" })],
  ["_post.md in Hugo", "open", markdown(yaml(""), { path: "content/_post.md", files: [hugo] })],
  ["a cascade", "draft", inSection("---\ncascade:\n  draft: true\n---\n")],
  ["a cascade in capitals", "draft", inSection("---\nCascade:\n  Draft: true\n---\n")],
  ["a cascade in TOML", "draft", inSection("+++\n[cascade]\ndraft = true\n+++\n")],
  ["a cascade above a draft that is false", "draft", inSection("---\ncascade:\n  draft: true\n---\n", "draft: false")],
  ["a cascade of a restriction", "restricted", inSection("---\ncascade:\n  build: { render: never }\n---\n")],
  ["a cascade of params", "restricted", inSection("---\ncascade:\n  params: { password: x }\n---\n", "params: { a: 1 }")],
  ["a cascade of an expiry", "expired", inSection("---\ncascade:\n  expiryDate: 2000-01-01\n---\n")],
  ["a cascade for a path", "draft", inSection('---\ncascade:\n- _target: { path: "/posts/p**" }\n  draft: true\n---\n')],
  ["a cascade for pages", "draft", inSection("---\ncascade:\n- target: { kind: page }\n  draft: true\n---\n")],
  ["a cascade for another path", "open", inSection("---\ncascade:\n- target: { path: /x/* }\n  draft: true\n---\n")],
  ["a cascade for sections", "open", inSection("---\ncascade:\n  _target: { kind: section }\n  draft: true\n---\n")],
  ["a cascade of another folder", "open", inSection("---\ncascade:\n  draft: true\n---\n", "", "content/other/post.md")],
  ["a draft of a section", "draft", inSection("---\ndraft: true\n---\n")],
  [
    "a cascade of the configuration",
    "draft",
    markdown(yaml(""), { path: "content/post.md", files: [{ ...hugo, text: `${hugo.text}\n[cascade]\ndraft = true` }] }),
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
    markdown(yaml(""), { path: "content/a/post.md", files: [list("content/a/_index.md", "+++\ndraft = true\n+++")] }),
  ],
  ["published: null in Jekyll", "draft", jekyll("title: x", "_posts/2020-01-01-post.md", "published: ~")],
  ["a Jekyll default", "draft", jekyll("defaults: [{ scope: { path: '' }, values: { published: false } }]", "_posts/2020-01-01-post.md")],
  ["an excluded folder", "restricted", jekyll("exclude: [internal/]", "internal/post.md")],
  ["a collection without output", "restricted", jekyll("collections: [staff]", "_staff/post.md")],
  ["a collection with output", "open", jekyll("collections: { staff: { output: true } }", "_staff/post.md")],
  ["a folder that begins with _", "restricted", jekyll("title: x", "_private/post.md")],
  ...["{{< private >}}secret{{< /private >}}", "{{% members-only %}}a {{% members-only %}}b{{% /members-only %}} secret{{% /members-only %}}"].map(
    (part): Row => [part, "part", markdown(`${yaml("")}${part}`)],
  ),
  ...["<MembersOnly plan={1}>secret</MembersOnly>", "<Private>a <Private>b</Private> secret</Private>"].map(
    (part): Row => [part, "part", markdown(`${yaml("")}${part}`, { path: "post.mdx" })],
  ),
  ["{% private %}", "part", markdown(`${yaml("")}{% private %}secret{% endprivate %}`)],
  [
    "a comment of kramdown",
    "open",
    markdown(`${yaml("")}\nA {::comment}secret {:/ secret{:/comment} b.\n\n{::comment}\nsecret {:/ secret\n{:/comment}\n`),
  ],
];

const html = (head: string, body = shown): Items =>
  readHtml(`<html><head><title>Post</title>${head}</head><body><h1>Post</h1>${body}</body></html>`, "post.html", {
    path: "post.html",
    ...options,
  });

const htmlRows: Row[] = [
  ["a content tier", "restricted", html('<meta property="article:content_tier" content="locked">')],
  ["a free content tier", "open", html('<meta property="article:content_tier" content="free">')],
  ["JSON-LD", "restricted", html('<script type="application/ld+json">{"isAccessibleForFree": false}</script>')],
  ["an expiration", "expired", html('<meta property="article:expiration_time" content="2000-01-01">')],
  ["robots", "will-expire", html('<meta name="robots" content="unavailable_after: 2090-01-01">')],
  [
    "front matter",
    "restricted",
    readHtml("---\ntitle: Post\nprivate: true\n---\n<p>Shown text.</p>", "post.html", { path: "post.html", ...options }),
  ],
];

// Exports

const ghost = (fields: Record<string, unknown>, tables: Record<string, unknown> = {}): Items => {
  const post = { id: "p1", title: "Post", slug: "post", status: "published", html: shown, ...fields };
  return readGhost(sourceOf(JSON.stringify({ db: [{ data: { posts: [post], ...tables } }] })), options);
};

const ghostRows: Row[] = [
  ...["members", "paid", "tiers", "x"].map((visibility): Row => [visibility, "restricted", ghost({ visibility })]),
  ["an email", "restricted", ghost({ status: "sent" })],
  ["an email only", "restricted", ghost({}, { posts_meta: [{ post_id: "p1", email_only: 1 }] })],
  ["a draft", "draft", ghost({ status: "draft" })],
  ["public", "open", ghost({ visibility: "public" })],
  ["a gated block", "part", ghost({ html: `${shown}<!--kg-gated-block:begin nonMember:false -->${hidden}<!--kg-gated-block:end-->` })],
  ["a gated block without an end", "part", ghost({ html: `${shown}<!--kg-gated-block:begin x -->${hidden}` })],
  [
    "a card for members",
    "part",
    ghost({ html: "", lexical: lexical({ type: "html", html: shown }, { type: "html", html: hidden, visibility: { web: { nonMember: false, memberSegment: "x" } } }) }),
  ],
];

const kind = (name: string): string =>
  `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
const blogger = (more: string, ...entries: string[]): Items => {
  const post = `<entry><id>tag:blogger.com,1999:blog-1.post-1</id>${kind("post")}<title>Post</title><content type="html">${shown.replaceAll("<", "&lt;")}</content>${more}</entry>`;
  return readBlogger(
    sourceOf(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://purl.org/atom/app#" xmlns:blogger="http://schemas.google.com/blogger/2018">${post}${entries.join("")}</feed>`,
    ),
    options,
  );
};
const access = (mode: string): string =>
  `<entry><id>tag:blogger.com,1999:blog-1.settings.BLOG_READ_ACCESS_MODE</id>${kind("settings")}<content type="text">${mode}</content></entry>`;

const bloggerRows: Row[] = [
  ["a draft of Atom", "draft", blogger("<app:control><app:draft>yes</app:draft></app:control>")],
  ["a draft of Takeout", "draft", blogger("<blogger:status>DRAFT</blogger:status>")],
  ["a private blog", "restricted", blogger("", access("PRIVATE"))],
  ["a public blog", "open", blogger("", access("PUBLIC"))],
];

const substack = (audience: string, content = shown, isPublished = "true"): Items =>
  readSubstack(
    sourceOf(`post_id,post_date,is_published,audience,title\n1.post,2020-01-01,${isPublished},${audience},Post`),
    options,
    async () => content,
  );

const substackRows: Row[] = [
  ...["only_paid", "only_free", "founding"].map((one): Row => [one, "restricted", substack(one)]),
  ["a draft", "draft", substack("everyone", shown, "false")],
  ["everyone", "open", substack("everyone")],
  ["a paywall", "part", substack("everyone", `${shown}<div data-x class="paywall-jump"></div>${hidden}`)],
];

const medium = (path: string): Items =>
  readMedium(
    `<html><body><article class="h-entry"><h1 class="p-name">Post</h1><section class="e-content"><p>Shown text.</p><p>More</p></section><footer><time class="dt-published" datetime="2020-01-01"></time><a class="p-canonical" href="https://medium.com/@a/post-abcdef123456">x</a></footer></article></body></html>`,
    path,
    { path, ...options },
  );

const mediumRows: Row[] = [
  ["a draft", "draft", medium("posts/draft_Post-abcdef123456.html")],
  ["a story", "open", medium("posts/2020-01-01_Post-abcdef123456.html")],
];

const rss = (more: string): Items =>
  readFeed(
    sourceOf(
      `<rss><channel><item><title>Post</title><link>https://a.example/post</link><description>${shown.replaceAll("<", "&lt;")}</description>${more}</item></channel></rss>`,
    ),
    options,
  );
const atom = (more: string): Items =>
  readFeed(
    sourceOf(
      `<feed><entry><id>x</id><title>Post</title><link href="https://a.example/post"/><content>Shown text.</content>${more}</entry></feed>`,
    ),
    options,
  );

const feedRows: Row[] = [
  ["a draft of Atom", "draft", atom("<app:control><app:draft>yes</app:draft></app:control>")],
  ["a published entry", "open", atom("<app:control><app:draft>no</app:draft></app:control>")],
  ["a status of WordPress", "restricted", rss("<wp:status>private</wp:status>")],
  ["a password of WordPress", "restricted", rss("<wp:post_password>x</wp:post_password>")],
  ["access rights", "restricted", rss("<dcterms:accessRights>members</dcterms:accessRights>")],
  ["an expired entry", "expired", rss("<dcterms:valid>end=2000-01-01</dcterms:valid>")],
  ["an entry that expires", "will-expire", rss("<prism:expirationDate>2090-01-01</prism:expirationDate>")],
];

/** Rows of each reader. A new reader needs rows here. */
const rowsOf: Readonly<Record<string, readonly Row[]>> = {
  readWordPress: [...wordpressPosts, ...wordpressParts],
  readMarkdown: markdownRows,
  readHtml: htmlRows,
  readGhost: ghostRows,
  readBlogger: bloggerRows,
  readSubstack: substackRows,
  readMedium: mediumRows,
  readFeed: feedRows,
};

/** Functions that read no post, or that call one of the readers above. */
const others = ["readMarkdownPost", "readPostFile", "readPostFiles", "readPostFilesInSteps", "readSiteConfig"];

interface Imported {
  post: Awaited<ReturnType<typeof postOf>>;
  categories: CategoryCount[];
}

async function imported(items: Items): Promise<Imported> {
  const api = await newApi();
  const slugs: string[] = [];
  const { categories } = await importPosts(api.posts, items, {
    organizationSlug: "acme",
    onReport: (report) => void (report.outcome === "created" && slugs.push(report.slug)),
  });
  expect(slugs).toHaveLength(1);
  return { post: await postOf(api, slugs[0] ?? ""), categories };
}

describe.each(Object.entries(rowsOf))("%s imports", (_reader, rows) => {
  it.each(rows)("%s (%s)", async (_name, outcome, items) => {
    const { post, categories } = await imported(items);
    const category = categoryOf[outcome];
    const found = categories.find((one) => one.category === category);
    if (category !== undefined) {
      expect(found).toMatchObject({ count: expect.any(Number) as number, isLoss: outcome === "part" });
      expect(found?.examples[0]?.text).toContain('"Post"');
    } else {
      const ours: (string | undefined)[] = Object.values(categoryOf);
      expect(categories.filter((one) => ours.includes(one.category))).toEqual([]);
    }
    const isPublic = outcome === "part" || outcome === "open" || outcome === "will-expire";
    expect(post?.status === "published").toBe(isPublic);
    if (outcome === "expired") expect(post?.status).toBe("archived");
    if (outcome === "restricted") expect(post).toMatchObject({ status: "draft", isAccessibleForFree: false });
    if (outcome === "part") expect(post?.html).not.toContain("secret");
    if (isPublic) expect(post?.html).toContain("Shown text");
  });
});

describe("the rule for restricted content", () => {
  it("has rows for each reader", () => {
    const readers = Object.keys(importRoom).filter((name) => /^read[A-Z]/.test(name));
    expect(readers.toSorted()).toEqual([...Object.keys(rowsOf), ...others].toSorted());
  });

  it("is applied to each post that a reader yields", () => {
    const folder = "lib/import";
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const withPosts = files.filter((file) => /kind: "post",/.test(readFileSync(join(folder, file), "utf8")));
    expect(withPosts).not.toHaveLength(0);
    for (const file of withPosts) expect(readFileSync(join(folder, file), "utf8"), file).toContain(".items({");
  });

  it("also holds for a single file of Markdown", () => {
    expect(markdownToPost(yaml("private: true"), "post", { now })).toMatchObject({
      status: "draft",
      isAccessibleForFree: false,
    });
    expect(markdownToPost(yaml("Draft: 1"), "post", { now }).status).toBe("draft");
    expect(markdownToPost(yaml("unpublishdate: 2000-01-01"), "post", { now }).status).toBe("archived");
  });

  it("leaves out the footnotes and the questions of a part", async () => {
    const mark = (id: string): string => `<sup data-fn="${id}"><a href="#${id}">1</a></sup>`;
    const footnotes = JSON.stringify([
      { id: "a", content: "Shown note" },
      { id: "b", content: "The secret" },
    ]);
    const content = `${shown}${mark("a")}[restrict]${mark("b")}${hidden}[/restrict]<!-- wp:footnotes /-->`;
    const { post } = await imported(wordpress({ content, fields: { footnotes } }));
    expect(post?.html).toContain("Shown note");
    expect(post?.html).not.toContain("secret");
    expect(extractFaqEntries(post?.html ?? "")).toEqual([]);
  });

  it("does not show a password", async () => {
    const { categories } = await imported(markdown(yaml("password: hunter2")));
    expect(JSON.stringify(categories)).not.toContain("hunter2");
  });
});
