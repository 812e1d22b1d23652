import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPath } from "../../adapters/cli/post_import/import_files.ts";
import type { ImportItem } from "../../lib/import/mod.ts";
import { openFile, zipOf } from "../uploads/_upload.ts";
import { workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();

type Encode = (text: string) => Uint8Array;

const utf16 = (isBigEndian: boolean): Encode => {
  return (text) => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return isBigEndian ? bytes.swap16() : bytes;
  };
};
const withMark: Encode = (text) => Buffer.from(`\ufeff${text}`);
const latin: Encode = (text) => Buffer.from(text, "latin1");

/** Declares an encoding as the formats of the sources can. */
const declared = (text: string): string =>
  text.replace(/encoding="[^"]*"/, 'encoding="ISO-8859-1"').replace(/charset=[\w-]+/, "charset=windows-1252");

const title = "Café à la carte";
const item = `<item><title>${title}</title><link>https://old.example/a</link><pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate><description>x</description></item>`;
const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const head = "<meta charset=utf-8>";

/** The files of each source. The first is imported alone if there is only one. */
const sources: Readonly<Record<string, Record<string, string>>> = {
  markdown: { "a.md": `---\ntitle: ${title}\n---\nx` },
  "Markdown with TOML": { "b.md": `+++\ntitle = "${title}"\n+++\nx` },
  html: { "a.html": `${head}<h1>${title}</h1><p>x</p>` },
  feed: { "feed.xml": `${xml}<rss version="2.0"><channel><title>T</title>${item}</channel></rss>` },
  atom: {
    "atom.xml": `${xml}<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>${title}</title><id>a</id><updated>2026-01-01T00:00:00Z</updated><content type="html">x</content></entry></feed>`,
  },
  wordpress: {
    "wp.xml": `${xml}<rss xmlns:wp="w" xmlns:content="c"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>${title}</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>x</content:encoded></item></channel></rss>`,
  },
  ghost: {
    "ghost.json": JSON.stringify({
      db: [{ data: { posts: [{ id: "1", title, slug: "g", status: "published", html: "x" }] } }],
    }),
  },
  medium: {
    "posts/a.html": `<html><head>${head}<title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header><section class="e-content">x</section><footer><a href="https://medium.com">Medium</a></footer></article></body></html>`,
  },
  substack: {
    "posts.csv": `post_id,title,is_published,post_date\n1.a,${title},true,2026-01-01\n`,
    "posts/1.a.html": `${head}<p>${title}</p>`,
  },
  "a site with a configuration": {
    "_config.yml": `title: ${title}\nurl: https://old.example`,
    "_posts/2026-01-02-a.md": `---\ntitle: ${title}\n---\nx`,
  },
};
/** Formats without a declaration of the encoding. */
const undeclared = /\.(?:md|json|csv|yml)$/;

interface Encoding {
  name: string;
  encode: Encode;
  change?: (text: string) => string;
  /** True if a file is refused that cannot declare the encoding. */
  isRefused?: boolean;
}

const encodings: readonly Encoding[] = [
  { name: "UTF-8 with a mark", encode: withMark },
  { name: "UTF-16 LE", encode: utf16(false) },
  { name: "UTF-16 BE", encode: utf16(true) },
  { name: "a declared encoding", encode: latin, change: declared, isRefused: true },
  { name: "an undeclared encoding", encode: latin, isRefused: true },
];

async function allItems(items: AsyncIterable<ImportItem>): Promise<ImportItem[] | string> {
  const found: ImportItem[] = [];
  try {
    for await (const one of items) found.push(one);
    return found;
  } catch (error) {
    return String(error);
  }
}

let number = 0;

async function readByCli(files: Record<string, Uint8Array>): Promise<ImportItem[] | string> {
  const folder = `encoded-${number++}`;
  writeFiles(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}/${path}`, bytes])));
  const [first = "", ...others] = Object.keys(files);
  const isAlone = others.length === 0 && !first.includes("/");
  const path = isAlone ? `${folder}/${first}` : folder;
  expect(statSync(path).isDirectory()).toBe(!isAlone);
  const textWorker = { run: () => Promise.reject(new Error("no worker")) };
  const settings = { format: undefined, slugFrom: undefined, languageFrom: undefined, language: undefined };
  const rest = { siteUrl: "https://acme.example", postFields: [], onProgress: () => undefined };
  return allItems(readPath(path, { ...settings, ...rest, textWorker, signal: new AbortController().signal }));
}

async function readUpload(files: Record<string, Uint8Array>): Promise<ImportItem[] | string> {
  const [first = "", ...others] = Object.keys(files);
  const isAlone = others.length === 0 && !first.includes("/");
  const blob = isAlone ? new Blob([files[first] as Uint8Array<ArrayBuffer>]) : zipOf(files);
  try {
    return await allItems((await openFile(blob, isAlone ? first : "site.zip")).items());
  } catch (error) {
    return String(error);
  }
}

const ways = { "postern post import": readByCli, "an upload": readUpload };
const rows = Object.entries(sources).flatMap(([source, files]) =>
  encodings.flatMap((encoding) =>
    Object.entries(ways).map(([way, read]) => ({ source, files, encoding, name: encoding.name, way, read })),
  ),
);

/** Returns the titles of the posts, or "refused" if a file is named as no text in its encoding. */
function resultOf(found: readonly ImportItem[] | string): string {
  if (typeof found !== "string") {
    const posts = found.flatMap((one) => (one.kind === "post" ? [one.input.name] : []));
    if (posts.length > 0) return posts.join();
  }
  const isNamed = /it is not (?:UTF-8|utf-8, the encoding that it names)/.test(JSON.stringify(found));
  return isNamed ? "refused" : JSON.stringify(found);
}

describe("the encoding of a source", () => {
  it.each(rows)("$source in $name is obeyed or refused by $way", async ({ files, encoding, read }) => {
    const { encode, change = (text) => text, isRefused = false } = encoding;
    const encoded = Object.entries(files).map(([path, text]) => [path, encode(change(text))] as const);
    const found = await read(Object.fromEntries(encoded));
    expect(JSON.stringify(found)).not.toContain("\ufffd");
    const canDeclare =
      encoding.change !== undefined && !Object.keys(files).some((path) => undeclared.test(path));
    expect(resultOf(found)).toBe(isRefused && !canDeclare ? "refused" : title);
  });
});
