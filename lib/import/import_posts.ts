import { BoundedTasks } from "../bounded_tasks.ts";
import { callback, type Check, fields, flag, integer, methods, rule, textRule } from "../check_options.ts";
import {
  type HostFaq,
  type PostInput,
  type Posts,
  type PutPost,
  textWarnings,
  toSlug,
} from "../content/mod.ts";
import { InvalidInputError } from "../errors.ts";
import { detachedText } from "./detached_text.ts";
import type { ImportItem, Place } from "./import_item.ts";
import { LostQuestionCounts, type LostQuestions } from "./lost_questions.ts";

/** The result of an import. */
export interface ImportSummary {
  imported: number;
  updated: number;
  unchanged: number;
  skipped: number;
  /** False if the signal stopped the import before all items were read. */
  isComplete: boolean;
  /** Headings, grouped by kind, that look like questions but are not FAQ entries. Present only with the option `faq`. */
  lostQuestions?: LostQuestions[];
}

/** The result of importing one item. */
export type ImportReport =
  | { outcome: PutPost["outcome"]; slug: string; place: Place }
  | { outcome: "skipped"; reason: string; place: Place }
  | { outcome: "note"; text: string; place: Place }
  /** The post was imported, but a field is probably wrong. `pointer` is a JSON pointer to the field. */
  | { outcome: "warning"; pointer: string; message: string; place: Place };

/** Options of {@link importPosts}. */
export interface ImportOptions {
  organizationSlug: string;
  /** If true, reports the results without writing anything. Default: false. */
  dryRun?: boolean;
  /** Number of concurrent writes, 1 to 1000. Stores flush concurrent writes together. Default: 64. */
  concurrency?: number;
  /** Stops the import. Pending writes finish, but no new ones start. A reader may throw the signal's reason. */
  signal?: AbortSignal;
  /** FAQ settings of the organization, used to count lost questions. Default: lost questions are not counted. */
  faq?: HostFaq;
  /** Called after each item. If it throws, the import ends with that error. */
  onReport?: (report: ImportReport) => void;
}

const postsCheck = methods(["put"] satisfies (keyof Posts)[]);

const itemsCheck = rule("an iterable, such as the result of a reader", (items) => {
  const { [Symbol.iterator]: each, [Symbol.asyncIterator]: eachLater } = Object(
    items,
  ) as AsyncIterable<unknown> & Iterable<unknown>;
  return typeof items === "object" && typeof (each ?? eachLater) === "function";
});

const optionsCheck: Check = fields<ImportOptions>(
  {
    organizationSlug: textRule("a text", () => true),
    dryRun: flag,
    concurrency: integer(1, 1000),
    signal: rule(
      "an AbortSignal",
      (signal) => typeof signal === "object" && signal !== null && "aborted" in signal,
    ),
    // The FAQ extractor checks its own options.
    faq: rule("an object", (faq) => typeof faq === "object" && faq !== null),
    onReport: callback,
  },
  ["organizationSlug"],
);

/**
 * Imports the items of a reader into an organization, with one commit for each post. A repeated import changes nothing,
 * so import again to complete an import that was stopped or killed. If two posts have the same slug, the second is
 * skipped.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the reader cannot continue. Readers of exports and feeds check the whole file before the first
 *   post
 * @throws {StoreUnavailableError} if the store does not respond
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { importPosts, readMarkdown } from "postern/import";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * const options = { path: "2026-11-21-hello.md", siteUrl: "https://acme.example", now: Date.now() };
 * const items = readMarkdown("# Hello\n\nIt opens.", "hello.md", options);
 *
 * const summary = await importPosts(api.posts, items, { organizationSlug: "acme" });
 * summary.imported; // 1
 * ```
 */
export async function importPosts(
  posts: Posts,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  options: ImportOptions,
): Promise<ImportSummary> {
  for (const [option, check, value] of [
    ["posts", postsCheck, posts],
    ["items", itemsCheck, items],
    ["", optionsCheck, options],
  ] as const) {
    check(value, { action: "import", option });
  }
  const { concurrency = 64, signal } = options;
  const tasks = new BoundedTasks(concurrency, "Cannot import");
  const run = new ImportRun(posts, options);
  try {
    for await (const item of items) {
      if (signal?.aborted || tasks.hasFailed) break;
      await tasks.add(async () => run.take(item));
    }
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
  } finally {
    // Pending writes always finish. Their failures are thrown below.
    await tasks.settled();
  }
  tasks.throwFailure();
  const summary = { ...run.summary, isComplete: !signal?.aborted };
  return run.lostQuestions === undefined ? summary : { ...summary, lostQuestions: run.lostQuestions.list() };
}

class ImportRun {
  readonly summary = { imported: 0, updated: 0, unchanged: 0, skipped: 0 };
  readonly lostQuestions: LostQuestionCounts | undefined;
  readonly #posts: Posts;
  readonly #options: ImportOptions;
  /** The slugs in this import. Without this check, two posts with one slug would overwrite each other. */
  readonly #slugs = new Set<string>();

  constructor(posts: Posts, options: ImportOptions) {
    this.#posts = posts;
    this.#options = options;
    this.lostQuestions = options.faq && new LostQuestionCounts(options.faq);
  }

  async take(item: ImportItem): Promise<void> {
    const { place } = item;
    if (item.kind === "note") return this.#report({ outcome: "note", text: item.text, place });
    if (item.kind === "skipped") {
      if (item.isLoss === false) return this.#report({ outcome: "note", text: item.reason, place });
      return this.#skip(item.reason, place);
    }
    const { slug = toSlug(item.input.name) } = item.input;
    if (this.#slugs.has(slug)) return this.#skip(`another post in this import has the slug "${slug}"`, place);
    // A name without letters and digits has no slug. Validation rejects that post.
    if (slug !== "") this.#slugs.add(detachedText(slug));
    const put = await this.#put(item.input);
    if (put instanceof InvalidInputError) return this.#skip(reasonOf(put), place);
    this.summary[put.outcome === "created" ? "imported" : put.outcome]++;
    this.#report({ outcome: put.outcome, slug: put.post.slug, place });
    this.lostQuestions?.add(put.post);
    for (const warning of textWarnings(put.post)) this.#report({ outcome: "warning", ...warning, place });
  }

  async #put(input: PostInput): Promise<PutPost | InvalidInputError> {
    try {
      const { organizationSlug, dryRun = false } = this.#options;
      return await this.#posts.put(organizationSlug, input, { dryRun, isImport: true });
    } catch (error) {
      if (error instanceof InvalidInputError) return error;
      throw error;
    }
  }

  #skip(reason: string, place: Place): void {
    this.summary.skipped++;
    this.#report({ outcome: "skipped", reason, place });
  }

  #report(report: ImportReport): void {
    this.#options.onReport?.(report);
  }
}

function reasonOf({ fields }: InvalidInputError): string {
  return fields.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join("; ");
}
