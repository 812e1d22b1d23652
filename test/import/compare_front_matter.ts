/**
 * Compares the reader of front matter with Ruby's Psych, which Jekyll uses. Run by hand, and needs Ruby:
 * `npm run -s bundle:dev -- test/import/compare_front_matter.ts && node node_modules/.cache/postern/compare_front_matter.mjs FOLDER...`
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type ImportItem, readHtml, readMarkdown } from "../../lib/import/mod.ts";
import { toInstant } from "../../lib/import/to_instant.ts";

const program = String.raw`
require "yaml"; require "date"; require "time"; require "json"
def plain(v)
  case v
  when Hash then v.to_h { |k, w| [k.to_s, plain(w)] }
  when Array then v.map { |w| plain(w) }
  when Time then v.getutc.iso8601(3)
  when Date then v.iso8601
  when Float then v.finite? ? v : v.to_s
  else v end
end
JSON.parse($stdin.read).each do |path|
  text = File.binread(path).force_encoding("utf-8").delete_prefix("\ufeff")
  found = text.valid_encoding? && text =~ /\A(---\s*\n.*?\n?)^((---|\.\.\.)\s*$\n?)/m
  next puts("null") unless found
  begin
    puts JSON.generate({data: plain(YAML.safe_load($1, permitted_classes: [Date, Time], aliases: true))})
  rescue Psych::Exception, ArgumentError => e
    puts JSON.generate({error: e.message})
  end
end
`;

/** A file as Ruby reads it. Null if it has no YAML front matter. */
type Reference = { data?: Record<string, unknown> | null; error?: string } | null;

const fields = ["title", "date", "slug", "tags"] as const;

for (const folder of process.argv.slice(2)) compareFolder(folder);

function compareFolder(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.(?:md|mdx|mkd|markdown|html)$/.test(path) && statSync(join(folder, path)).isFile(),
  );
  const input = JSON.stringify(paths.map((path) => join(folder, path)));
  const ruby = spawnSync("ruby", ["-e", program], { input, encoding: "utf8", maxBuffer: 2 ** 30 });
  if (ruby.status !== 0) throw new Error(ruby.stderr);
  const references = ruby.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Reference);
  const count = {
    files: 0,
    accepted: 0,
    refused: 0,
    excluded: 0,
    ...Object.fromEntries(fields.map((field) => [field, 0])),
  };
  for (const [index, path] of paths.entries()) {
    const reference = references[index];
    if (!reference || reference.error !== undefined) continue;
    count.files++;
    compareFile(folder, path, { data: reference.data ?? {}, count });
  }
  console.log(basename(folder), JSON.stringify(count));
}

function compareFile(
  folder: string,
  path: string,
  { data, count }: { data: Record<string, unknown>; count: Record<string, number> },
): void {
  const text = readFileSync(join(folder, path), "utf8");
  const read = path.endsWith(".html") ? readHtml : readMarkdown;
  const options = { path, siteUrl: "https://site.example", now: 0, content: false };
  const item: ImportItem | undefined = [...read(text, path, options)][0];
  if (item?.kind !== "post") {
    const isError = item?.kind === "skipped" && item.reason.startsWith("Cannot read");
    const reason = item?.kind === "skipped" ? item.reason : "";
    if (isError) console.log(`  refused ${join(folder, path)}: ${reason}`);
    tally(count, isError ? "refused" : "excluded");
    return;
  }
  tally(count, "accepted");
  const { input } = item;
  const tags = data["tags"];
  const pairs = {
    title: [data["title"], input.name],
    date: [data["date"], input.publishedAt],
    slug: [data["slug"], input.slug],
    tags: [Array.isArray(tags) ? tags : undefined, input.tags],
  };
  for (const field of fields) {
    const [expected, found] = pairs[field];
    if (expected === undefined || expected === null || isSame(field, expected, found)) continue;
    tally(count, field);
    if ((count[field] ?? 0) <= 3) console.log(`  ${field} ${path}: ${JSON.stringify([expected, found])}`);
  }
}

function tally(count: Record<string, number>, name: string): void {
  count[name] = (count[name] ?? 0) + 1;
}

function isSame(field: string, expected: unknown, found: unknown): boolean {
  if (field === "date") return toInstant(expected) === toInstant(found);
  if (field !== "tags") return String(expected).trim() === found;
  return (expected as unknown[]).every((tag) =>
    (found as string[] | undefined)?.includes(String(tag).trim()),
  );
}
