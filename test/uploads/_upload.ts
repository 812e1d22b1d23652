import { strToU8, zipSync } from "fflate";
import type { ImportItem } from "../../lib/import/mod.ts";
import { TextWork } from "../../lib/import/text_work/mod.ts";
import {
  type OpenedUpload,
  openUpload,
  type Reading,
  type ReadingProgress,
} from "../../lib/import/uploads/mod.ts";

/** Opens an upload of the site https://acme.example. */
export async function openFile(
  file: Blob,
  name: string,
  onProgress: (progress: ReadingProgress) => void = () => undefined,
  links?: Reading["links"],
): Promise<OpenedUpload> {
  const reading = { siteUrl: "https://acme.example", language: "en-US", now: 0, postFields: [], onProgress };
  return openUpload(file, name, { ...reading, textWork: new TextWork(undefined), ...(links && { links }) });
}

/** Returns the items of an upload: `post TITLE`, `skipped PLACE: REASON`, `note PLACE: TEXT`. */
export async function linesOf(file: Blob, name = "site.zip"): Promise<string[]> {
  const lines: string[] = [];
  for await (const item of (await openFile(file, name)).items()) lines.push(lineOf(item));
  return lines;
}

export function zipOf(files: Record<string, string | Uint8Array>, level: 0 | 9 = 9): Blob {
  const entries = Object.entries(files).map(
    ([path, content]) => [path, typeof content === "string" ? strToU8(content) : content] as const,
  );
  return new Blob([zipSync(Object.fromEntries(entries), { level })]);
}

export function wordpressExport(titles: readonly string[], html = "<p>Hi</p>"): string {
  const items = titles.map(
    (title, index) =>
      `<item><title><![CDATA[${title}]]></title><link>https://old.example/${index}</link><wp:post_id>${index + 1}</wp:post_id><wp:post_name>post-${index}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[${html}]]></content:encoded></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>${items.join("\n")}</channel></rss>`;
}

/** Returns a WordPress export of a post and two events, whose type no import reads. Its reader reports both events at a time. */
export function wordpressExportWithEvents(): string {
  const event = "<item><title>Event</title><wp:post_type>event</wp:post_type></item>";
  return wordpressExport(["One"]).replace("</channel>", `${event}${event}</channel>`);
}

export function ghostExport(titles: readonly string[]): string {
  const posts = titles.map((title, index) => ({
    id: `p${index}`,
    title,
    slug: `ghost-${index}`,
    status: "published",
    type: "post",
    html: "<p>Hi</p>",
  }));
  return JSON.stringify({ db: [{ meta: { version: "5.0.0" }, data: { posts } }] });
}

function lineOf(item: ImportItem): string {
  if (item.kind === "post") return `post ${item.input.name}`;
  return `${item.kind} ${item.place.file}: ${item.kind === "note" ? item.text : item.reason}`;
}
