import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { type ImportReport, formatPlace } from "../../../../lib/import/mod.ts";
import { toJson } from "../../../../lib/base/text/well_formed.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import type { MediaEntry } from "../media/media_entry.ts";
import type { ImportTally } from "./import_tally.ts";
import { RedirectCollector } from "./redirect_collector.ts";
import { toRedirectMaps } from "./redirect_maps.ts";
import type { ReportDocument, ReportedPost } from "./report_document.ts";
import { toReportPage } from "./report_page.ts";

/** Collects the report of an import, and writes it to a file. */
export class ImportReportFile {
  readonly #file: string;
  readonly #urlOf: (slug: string) => string;
  readonly #posts: ReportedPost[] = [];
  readonly #media: MediaEntry[] = [];
  readonly #redirects = new RedirectCollector();

  /**
   * @param file path of the file; its extension is `.json` or `.html`
   * @param urlOf returns the address of the post with a slug
   * @throws {CliError} if the extension is another one
   */
  constructor(file: string, urlOf: (slug: string) => string) {
    const extension = extname(file);
    if (extension !== ".json" && extension !== ".html") {
      throw new CliError(`Cannot write the report ${file}: its name must end with .json or .html`);
    }
    this.#file = file;
    this.#urlOf = urlOf;
  }

  /** Adds the result of an item. */
  add(report: ImportReport): void {
    if (report.outcome === "note" || report.outcome === "skipped" || report.outcome === "warning") return;
    const { outcome, slug, sourceUrl, aliases = [], place } = report;
    const url = this.#urlOf(slug);
    const old = sourceUrl === undefined ? {} : { sourceUrl };
    this.#posts.push({ outcome, slug, url, ...old, place: formatPlace(place) });
    const addresses = sourceUrl === undefined ? aliases : [sourceUrl, ...aliases];
    if (outcome !== "archived") this.#redirects.add(url, addresses);
  }

  /** Adds an image or file of a post. */
  addMedia(entry: MediaEntry): void {
    this.#media.push(entry);
  }

  async write(
    summary: ImportTally,
    details: Pick<ReportDocument, "organization" | "source" | "isDryRun">,
  ): Promise<void> {
    const { redirects, unmapped } = this.#redirects.collect();
    const { maps, unmapped: missing } = toRedirectMaps(redirects);
    const document: ReportDocument = {
      ...details,
      summary,
      posts: this.#posts,
      redirects,
      media: this.#media,
      redirectMaps: maps,
      unmapped: [...unmapped, ...missing],
    };
    const text = this.#file.endsWith(".json") ? `${toJson(document, 2)}\n` : toReportPage(document);
    try {
      await writeFile(this.#file, text);
    } catch (cause) {
      throw new CliError(`Cannot write the report ${this.#file}: ${String(cause)}`, { cause });
    }
  }
}
