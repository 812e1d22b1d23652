import type { HostFaq } from "../../content/mod.ts";
import type { TextWorker } from "../text_work/mod.ts";
import type { ImportReport } from "./import_report.ts";

/** Settings of an import. */
export interface ImportSettings {
  organizationSlug: string;
  /** Id of the user who imports the posts, and creates the new posts. Default: no user is named. */
  by?: string;
  /**
   * Name of the source, 1 to 200 characters, such as a folder's name. A repeated import of the same source finds its posts by
   * the keys of their items, so that edits and changed slugs survive. Default: posts are found by their slugs.
   */
  source?: string;
  /**
   * The treatment of a new post whose slug is taken. Default: `suffix`.
   * - `suffix`: the post gets a free slug such as `hello-2`.
   * - `skip`: the post is skipped.
   * - `replace`: the post replaces the existing post, except a post of the same import.
   */
  onConflict?: "suffix" | "skip" | "replace";
  /** If true, overwrites posts that were edited since the last import. Requires `source`. Default: false. */
  overwriteEdits?: boolean;
  /**
   * If true, archives the posts of the source that it no longer contains. Nothing is archived if an item could not be
   * imported. Requires `source`. Default: false.
   */
  prune?: boolean;
  /** New names of authors, by their names in the source. Default: the names stay. */
  authors?: Readonly<Record<string, string>>;
  /** If true, reports the results without writing anything. Default: false. */
  dryRun?: boolean;
  /** FAQ settings of the organization, used to count lost questions. Default: lost questions are not counted. */
  faq?: HostFaq;
  /**
   * Searches long posts for lost questions outside the event loop. Default: posts of more than 16,384 characters are not
   * searched, and a note counts them.
   */
  textWorker?: TextWorker;
  /** Called after each item. If it throws, the import ends with that error. */
  onReport?: (report: ImportReport) => void;
}
