// Writes an export with the given number of posts, about 3.7 kB each.
const posts = Number(process.argv[2]);
const at = "2026-01-01T00:00:00.000Z";
let text = "";

function write(record) {
  text += `${JSON.stringify(record)}\n`;
  if (text.length < 1_000_000) return;
  process.stdout.write(text);
  text = "";
}

function postOf(id) {
  const time = new Date(Date.parse(at) + id * 60_000).toISOString();
  return {
    id,
    name: `Post ${id}`,
    slug: `post-${id}`,
    wordCount: 153,
    articleSection: "Articles",
    inLanguage: "en-US",
    isAccessibleForFree: true,
    status: "published",
    publishedAt: time,
    createdAt: time,
    updatedAt: time,
    revision: 1,
  };
}

write({
  type: "header",
  format: "postern-export",
  version: 1,
  exportedAt: at,
  isSnapshot: true,
  hasHashes: true,
  lastPostId: posts,
});
const organization = {
  id: "abcdefgh23456777",
  slug: "acme",
  name: "Acme",
  siteUrl: "https://acme.example",
  postUrlTemplate: "/blog/{slug}",
  language: "en-US",
  section: "Articles",
  speakable: ["h1"],
  createdAt: at,
};
write({ type: "organization", organization });
for (let id = 1; id <= posts; id++) {
  const post = postOf(id);
  const html = `<h2>What is ${id}?</h2><p>${`word${id} `.repeat(150)}</p>`;
  const revisions = [{ number: 1, at: post.createdAt, changed: [], post, html }];
  write({ type: "post", organizationSlug: "acme", post, html, revisions });
}
write({ type: "end", records: posts + 1 });
process.stdout.write(text);
