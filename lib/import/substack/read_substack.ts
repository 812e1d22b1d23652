import { type Check, rule } from "../../base/input/check_options.ts";
import type { PostStatus } from "../../content/mod.ts";
import { Audience } from "../values/audience.ts";
import { checkReadArguments } from "../check_read_options.ts";
import { startTag } from "../markup/escape_html.ts";
import { ImportError } from "../import_error.ts";
import { skippedFile } from "../files/skipped_file.ts";
import type { ImportItem, ImportSource, Place, ReadOptions } from "../import_item.ts";
import { toDescription, toPostInput, toSlugOrTitle } from "../values/post_fields.ts";
import { csvRows } from "./csv_rows.ts";

/** Returns the HTML of the post with an id such as `123.my-post`, or undefined if its file is missing. */
export type SubstackContentOf = (id: string) => Promise<string | undefined>;

type Row = ReadonlyMap<string, string>;

const contentOfCheck: Check = rule("a function", (value) => typeof value === "function");

/**
 * Reads the posts of a Substack export, which has a list (`posts.csv`) and a folder with an HTML file for each post. Posts
 * for subscribers become drafts.
 *
 * @param source the file `posts.csv`
 * @param contentOf reads the HTML file of a post
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the list is not CSV, or not of a Substack export
 */
export function readSubstack(
  source: ImportSource,
  options: ReadOptions,
  contentOf: SubstackContentOf,
): AsyncGenerator<ImportItem> {
  checkReadArguments(source, options);
  contentOfCheck(contentOf, { action: "read the posts", option: "contentOf" });
  return readItems(source, contentOf);
}

async function* readItems(source: ImportSource, contentOf: SubstackContentOf): AsyncGenerator<ImportItem> {
  const { file } = source;
  let names: string[] | undefined;
  for await (const { fields, line } of csvRows(source)) {
    if (names === undefined) {
      names = fields.map((name) => name.trim().toLowerCase());
      if (!names.includes("post_id") || !names.includes("title")) {
        throw new ImportError(
          { file, line },
          "it is no list of a Substack export: it has no post_id and title",
        );
      }
      continue;
    }
    const row: Row = new Map(names.map((name, index) => [name, (fields[index] ?? "").trim()]));
    const id = row.get("post_id") ?? "";
    try {
      yield* toItems(row, await contentOf(id), { file, line });
    } catch (error) {
      yield skippedFile(error, { file: `posts/${id}.html` });
    }
  }
  if (names === undefined) throw new ImportError({ file }, "it is no list of a Substack export: it is empty");
}

function* toItems(row: Row, content: string | undefined, place: Place): Generator<ImportItem> {
  const id = row.get("post_id") ?? "";
  const slug = id.replace(/^\d+\./, "");
  const title = toDescription(row.get("title"))?.replaceAll("\n", " ");
  const label = `"${(title ?? id).slice(0, 200)}"`;
  const podcast = row.get("podcast_url") ?? "";
  if (content === undefined && podcast === "") {
    yield { kind: "skipped", category: "missing-file", reason: `${label} has no HTML file`, place };
    return;
  }
  const audience = new Audience();
  const readers = row.get("audience") || "everyone";
  if (readers !== "everyone") audience.restrict(`has the audience ${readers.slice(0, 50)}`);
  const status: PostStatus = /^(?:true|1)$/i.test(row.get("is_published") ?? "") ? "published" : "draft";
  const published = audience.publicationOf({ post_date: row.get("post_date") });
  const input = toPostInput({
    name: title ?? "(Untitled)",
    slug: toSlugOrTitle(slug, title),
    description: toDescription(row.get("subtitle")),
    status,
    isAccessibleForFree: true,
    publishedAt: status === "published" ? published : undefined,
    createdAt: published,
  });
  const player =
    podcast === "" ? "" : `<figure>${startTag("audio", { src: podcast, controls: "" })}</audio></figure>\n`;
  const html = player + beforePaywall(content ?? "", audience).trim();
  const sourceUrl = slug === "" ? {} : { sourceUrl: `/p/${encodeURIComponent(slug)}` };
  yield* audience.items({ kind: "post", key: id, ...sourceUrl, input: { ...input, html }, place });
}

/** Returns the part of a post that everybody reads. Substack marks its end with an element. */
function beforePaywall(content: string, audience: Audience): string {
  const end = content.search(/<div\s[^>]{0,500}class="[^"]{0,100}\bpaywall-jump\b/);
  if (end < 0) return content;
  audience.leaveOut("all after the paywall");
  return content.slice(0, end);
}
