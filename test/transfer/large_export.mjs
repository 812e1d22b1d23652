// Writes an export with the given number of posts, about 3.7 kB each: POSTS [FILES DIRECTORY]. With files, it writes their bytes to a media store.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";

const posts = Number(process.argv[2]);
const files = Number(process.argv[3] ?? 0);
const directory = process.argv[4] ?? "";
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
for (let number = 1; number <= files; number++) {
  const content = `file ${number}\n`.repeat(3000);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 40);
  const folder = `${directory}/acme/${hash.slice(0, 2)}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${hash}.abcdefgh`, content);
  const createdAt = new Date(Date.parse(at) + number * 60_000).toISOString();
  const place = { hash, key: `acme/${hash}.abcdefgh`, name: `${number}.pdf`, bytes: content.length };
  const file = { ...place, type: "application/pdf", isInline: true, createdAt };
  write({ type: "file", organizationSlug: "acme", file });
}
write({ type: "end", records: posts + files + 1 });
process.stdout.write(text);
