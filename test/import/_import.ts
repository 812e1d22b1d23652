import {
  importPosts,
  type ImportItem,
  type ImportOptions,
  type ImportReport,
  type ImportSource,
  type ReadOptions,
} from "../../lib/import/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf } from "../async_items.ts";

/** The site that relative URLs are resolved against. */
export const siteUrl = "https://acme.example";

/** Returns a source that yields a text in chunks of a given length. */
export function sourceOf(text: string, partLength = 1000): ImportSource {
  return {
    file: "export",
    async *read() {
      for (let start = 0; start < text.length; start += partLength) {
        yield text.slice(start, start + partLength);
      }
    },
  };
}

/** Creates an API with the organization `acme`. */
export async function newApi(): Promise<PublicApi> {
  const clock = new ManualClock();
  const api = createPublicApi({ storage: memoryDriver({ clock }), clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl });
  return api;
}

/** Imports items and returns their results: `created hello`, `skipped export:3: reason`, `note export:3: text`. */
export async function importItems(
  api: PublicApi,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  options: Partial<ImportOptions> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const onReport = (report: ImportReport): void => {
    const { file, line } = report.place;
    const place = `${file}${line === undefined ? "" : `:${line}`}`;
    if (report.outcome === "skipped") lines.push(`skipped ${place}: ${report.reason}`);
    else if (report.outcome === "note") lines.push(`note ${place}: ${report.text}`);
    else if (report.outcome === "warning")
      lines.push(`warning ${place}: ${report.pointer} ${report.message}`);
    else lines.push(`${report.outcome} ${report.slug}`);
  };
  await importPosts(api.posts, items, { organizationSlug: "acme", onReport, concurrency: 1, ...options });
  return lines;
}

type Reader = (source: ImportSource, options: ReadOptions) => AsyncIterable<ImportItem>;

/** Returns the items of a text that arrives in chunks of a given length. */
export async function readAll(read: Reader, text: string, partLength?: number): Promise<ImportItem[]> {
  return allOf(read(sourceOf(text, partLength), { siteUrl }));
}

/** Imports a text, and returns the results. */
export async function importText(api: PublicApi, read: Reader, text: string): Promise<string[]> {
  return importItems(api, read(sourceOf(text), { siteUrl }));
}

/** Returns a post of `acme`. */
export async function postOf(api: PublicApi, slug: string): ReturnType<PublicApi["posts"]["get"]> {
  return api.posts.get({ organizationSlug: "acme", slug });
}
