/**
 * Compares the import of a site's folder with gray-matter, which Eleventy and Docusaurus use. It compares the front matter and
 * body of each file. Then it compares title, date, slug, language, tags and status of each imported post. Run by hand:
 *
 * ```sh
 * npm run build
 * npm run -s bundle:dev -- test/import/compare_sites.ts
 * node node_modules/.cache/postern/compare_sites.mjs FOLDER MODULES
 * ```
 *
 * MODULES is a `node_modules` folder with `gray-matter` and `toml`. Set SHOW to print all differences.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readFrontMatter } from "../../lib/import/front_matter.ts";
import { toInstant } from "../../lib/import/to_instant.ts";

type Data = Record<string, unknown>;

/** A file as gray-matter reads it. */
interface Reference {
  path: string;
  data?: Data;
  body?: string;
  error?: string;
}

interface Post {
  slug: string;
  name: string;
  status: string;
  tags?: string[];
  articleSection: string;
  inLanguage: string;
  publishedAt?: string;
  createdAt: string;
  importedFrom?: { key: string };
}

interface Import {
  counts: { imported: number; skipped: number };
  /** Reasons of skipped files, by path. */
  reasons: ReadonlyMap<string, string>;
  /** Posts by path. */
  posts: ReadonlyMap<string, Post>;
}

const [folder = ".", modules = "node_modules"] = process.argv.slice(2);
const show = process.env["SHOW"] !== undefined;
const load = createRequire(join(resolve(modules), "any.js"));
const matter = load("gray-matter") as (text: string, options: object) => { data: Data; content: string };
const toml = load("toml") as { parse: (text: string) => Data };

const differences = new Map<string, string[]>();
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(?:mdx?|markdown|html?)$/i.test(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
  .filter((path) => statSync(join(folder, path)).isFile())
  .map(readReference);
for (const file of files) compareFrontMatter(file);
compareImport(importFolder());
for (const [kind, list] of differences) {
  console.log(`  ${kind}: ${list.length}`);
  for (const text of show ? list : list.slice(0, 3)) console.log(`    ${text}`);
}

function readReference(path: string): Reference {
  const text = readFileSync(join(folder, path), "utf8");
  const isToml = /^\ufeff?\+\+\+/.test(text);
  const delimiters = isToml ? "+++" : "---";
  const options = { engines: { toml: (part: string) => toml.parse(part) }, delimiters };
  try {
    const { data, content } = matter(text, isToml ? { ...options, language: "toml" } : options);
    return { path, data, body: content };
  } catch (error) {
    return { path, error: String(error).split("\n", 1)[0] ?? "" };
  }
}

function compareFrontMatter({ path, data, body, error }: Reference): void {
  try {
    const ours = readFrontMatter(readFileSync(join(folder, path), "utf8"));
    if (data === undefined || body === undefined) return differ("only gray-matter refuses", path, error);
    for (const name of new Set([...Object.keys(data), ...Object.keys(ours.data)])) {
      const [expected, found] = [plain(data[name]), plain(ours.data[name])];
      if (!isDeepStrictEqual(expected, found)) differ("front matter", path, { name, expected, found });
    }
    if (lines(body) !== lines(ours.body)) differ("body", path, [lines(body).length, lines(ours.body).length]);
  } catch (ownError) {
    if (error === undefined) differ("only Postern refuses", path, String(ownError));
  }
}

/** Dates as text, because Postern keeps the text of a date in YAML. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  return toInstant(value) ?? value;
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim();
}

function importFolder(): Import {
  const temporary = mkdtempSync(join(tmpdir(), "compare-"));
  const storage = `lmdb:${join(temporary, "store")}`;
  const run = (...args: string[]): { stdout: string; stderr: string } => {
    const options = { encoding: "utf8", maxBuffer: 2 ** 30 } as const;
    return spawnSync("node", ["bundle/cli.js", ...args, "--storage", storage], options);
  };
  run("org", "create", "acme", "--name", "Acme", "--site-url", "https://acme.example");
  const { stdout, stderr } = run("post", "import", folder, "--json");
  const posts = run("export")
    .stdout.split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as { post?: Post }] : []))
    .flatMap(({ post }) =>
      post?.importedFrom === undefined ? [] : [[post.importedFrom.key, post] as const],
    );
  rmSync(temporary, { recursive: true });
  const skips = stderr.matchAll(/^(?:skipped|note) (.+?)(?::\d+)?: (.*)$/gm);
  const reasons = [...skips].map(([, file = "", reason = ""]) => [relative(folder, file), reason] as const);
  return { counts: JSON.parse(stdout) as Import["counts"], reasons: new Map(reasons), posts: new Map(posts) };
}

function compareImport({ counts: { imported, skipped }, reasons, posts }: Import): void {
  for (const file of files) {
    const post = posts.get(file.path);
    const reason = reasons.get(file.path);
    if (post !== undefined) comparePost(file, post);
    else if (reason === undefined) differ("UNEXPLAINED", file.path, "neither imported nor skipped");
    else differ(`not imported: ${reason.replace(/".*"|:.*/s, "")}`, file.path, reason);
  }
  const refused = files.filter(({ error }) => error !== undefined).length;
  const counts = `${files.length} files (gray-matter refuses ${refused}), imported ${imported}, skipped ${skipped}`;
  console.log(`${basename(resolve(folder))}: ${counts}`);
}

function comparePost({ path, data = {} }: Reference, post: Post): void {
  const check = (kind: string, expected: unknown, found: unknown): void => {
    if (expected !== undefined && expected !== found) differ(kind, path, { expected, found });
  };
  const [name = ""] = basename(path).split(/\.(?:mdx?|markdown|html?)$/i);
  const [, nameDate, dated = name] = /^(\d{4}-\d\d-\d\d)-(.+)$/.exec(name) ?? [];
  const isDraft = data["draft"] === true || data["published"] === false || /(?:^|\/)_drafts\//.test(path);
  const date = data["publishDate"] ?? data["pubDate"] ?? data["date"] ?? nameDate;
  check("title", typeof data["title"] === "string" ? data["title"].trim() : undefined, post.name);
  check("status", isDraft ? "draft" : "published", post.status);
  check("date", date === undefined ? undefined : toInstant(date), post.publishedAt ?? post.createdAt);
  const slug = slugOf(path, data) ?? dated;
  const isNumbered = post.slug.startsWith(`${slug}-`) && /^\d+$/.test(post.slug.slice(slug.length + 1));
  const kind = isNumbered ? "slug with a number" : "slug";
  if (post.slug !== `${slug}.${post.inLanguage}`) check(kind, slug, post.slug);
  check("language", data["lang"] ?? data["language"] ?? data["locale"], post.inLanguage);
  const tags = [data["tags"]].flat().filter((tag) => typeof tag === "string" && tag.trim() !== "");
  for (const tag of tags)
    check("tag", true, [...(post.tags ?? []), post.articleSection].includes(String(tag).trim()));
}

/** Returns the slug of the front matter, or of the folder for `index.md`. */
function slugOf(path: string, data: Data): string | undefined {
  const address = data["slug"] ?? data["permalink"] ?? data["url"] ?? data["path"];
  const last = typeof address === "string" ? address.split("/").findLast((part) => part !== "") : undefined;
  if (last !== undefined) return last.replace(/\.html$/, "");
  return /(?:^|\/)([^/]+)\/index\.\w+$/.exec(path)?.[1];
}

function differ(kind: string, path: string, detail: unknown): void {
  const text = typeof detail === "string" ? detail : JSON.stringify(detail);
  differences.set(kind, [...(differences.get(kind) ?? []), `${path}: ${text.slice(0, 400)}`]);
}
