import { readBlogger, readFeed, readGhost, readMedium, readSubstack } from "../../lib/import/mod.ts";
import { type AudienceRow, hidden, type Items, options, shown } from "./_audience.ts";
import { lexical } from "./_ghost.ts";
import { sourceOf } from "./_import.ts";

const ghost = (fields: Record<string, unknown>, tables: Record<string, unknown> = {}): Items => {
  const post = { id: "p1", title: "Post", slug: "post", status: "published", html: shown, ...fields };
  return readGhost(sourceOf(JSON.stringify({ db: [{ data: { posts: [post], ...tables } }] })), options);
};

/** Posts of Ghost. */
export const ghostRows: AudienceRow[] = [
  ...["members", "paid", "tiers", "x"].map((visibility): AudienceRow => [
    visibility,
    "restricted",
    ghost({ visibility }),
  ]),
  ["an email", "restricted", ghost({ status: "sent" })],
  ["an email only", "restricted", ghost({}, { posts_meta: [{ post_id: "p1", email_only: 1 }] })],
  ["a draft", "draft", ghost({ status: "draft" })],
  ["public", "open", ghost({ visibility: "public" })],
  [
    "a gated block",
    "part",
    ghost({ html: `${shown}<!--kg-gated-block:begin nonMember:false -->${hidden}<!--kg-gated-block:end-->` }),
  ],
  [
    "a gated block without an end",
    "part",
    ghost({ html: `${shown}<!--kg-gated-block:begin x -->${hidden}` }),
  ],
  [
    "a card for members",
    "part",
    ghost({
      html: "",
      lexical: lexical(
        { type: "html", html: shown },
        { type: "html", html: hidden, visibility: { web: { nonMember: false, memberSegment: "x" } } },
      ),
    }),
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

/** Posts of Blogger. */
export const bloggerRows: AudienceRow[] = [
  ["a draft of Atom", "draft", blogger("<app:control><app:draft>yes</app:draft></app:control>")],
  ["a draft of Takeout", "draft", blogger("<blogger:status>DRAFT</blogger:status>")],
  ["a private blog", "restricted", blogger("", access("PRIVATE"))],
  ["a public blog", "open", blogger("", access("PUBLIC"))],
];

const substack = (audience: string, content = shown, isPublished = "true"): Items =>
  readSubstack(
    sourceOf(
      `post_id,post_date,is_published,audience,title\n1.post,2020-01-01,${isPublished},${audience},Post`,
    ),
    options,
    async () => content,
  );

/** Posts of Substack. */
export const substackRows: AudienceRow[] = [
  ...["only_paid", "only_free", "founding"].map((one): AudienceRow => [one, "restricted", substack(one)]),
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

/** Posts of Medium. */
export const mediumRows: AudienceRow[] = [
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

/** Entries of feeds. */
export const feedRows: AudienceRow[] = [
  ["a draft of Atom", "draft", atom("<app:control><app:draft>yes</app:draft></app:control>")],
  ["a published entry", "open", atom("<app:control><app:draft>no</app:draft></app:control>")],
  ["a status of WordPress", "restricted", rss("<wp:status>private</wp:status>")],
  ["a password of WordPress", "restricted", rss("<wp:post_password>x</wp:post_password>")],
  ["access rights", "restricted", rss("<dcterms:accessRights>members</dcterms:accessRights>")],
  ["an expired entry", "expired", rss("<dcterms:valid>end=2000-01-01</dcterms:valid>")],
  ["an entry that expires", "will-expire", rss("<prism:expirationDate>2090-01-01</prism:expirationDate>")],
];
