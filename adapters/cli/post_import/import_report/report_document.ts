import type { ImportTally } from "./import_tally.ts";
import type { MediaEntry } from "../media/media_entry.ts";
import type { Redirect, RedirectMaps, UnmappedAddress } from "./redirect.ts";

export interface ReportedPost {
  outcome: string;
  slug: string;
  /** The post's address now. */
  url: string;
  /** The post's address on its old site, if known. */
  sourceUrl?: string;
  /** The place of the post in the source, such as `posts/a.md:1`. */
  place: string;
}

/** The report of an import, as `--report FILE.json` writes it. */
export interface ReportDocument {
  /** The only difference between the reports of a dry run and of the import. */
  isDryRun: boolean;
  organization: string;
  source: string;
  summary: ImportTally;
  posts: ReportedPost[];
  redirects: Redirect[];
  /** Images and files of the posts. Empty without `--media`. */
  media: MediaEntry[];
  redirectMaps: RedirectMaps;
  /** Old addresses that are missing in maps, with the reason. */
  unmapped: UnmappedAddress[];
}
