import { BoundedTasks } from "../../base/bounded_tasks.ts";
import {
  callback,
  type Check,
  choice,
  fields,
  flag,
  integer,
  methods,
  rule,
  textRule,
} from "../../base/input/check_options.ts";
import type { Posts } from "../../content/mod.ts";
import { InvalidOptionError } from "../../base/input/invalid_option_error.ts";
import type { TextWorker } from "../text_work/mod.ts";
import type { ImportItem } from "../import_item.ts";
import { ImportRun } from "./import_run.ts";
import type { ImportSummary } from "./import_summary.ts";
import type { ImportSettings } from "./import_settings.ts";

/** Options of {@link importPosts}. */
export interface ImportOptions extends ImportSettings {
  /** Number of concurrent writes, 1 to 1000. Stores flush concurrent writes together. Default: 64. */
  concurrency?: number;
  /** Stops the import. Pending writes finish, but no new ones start. A reader may throw the signal's reason. */
  signal?: AbortSignal;
}

const postsCheck = methods([
  "put",
  "get",
  "update",
  "findImported",
  "getHeads",
  "iterateImported",
] satisfies (keyof Posts)[]);

const itemsCheck = rule("an iterable, such as the result of a reader", (items) => {
  const { [Symbol.iterator]: each, [Symbol.asyncIterator]: eachLater } = Object(
    items,
  ) as AsyncIterable<unknown> & Iterable<unknown>;
  return typeof items === "object" && typeof (each ?? eachLater) === "function";
});

const optionsCheck: Check = fields<ImportOptions>(
  {
    organizationSlug: textRule("a text", () => true),
    by: textRule("the id of a user", ({ length }) => length >= 1),
    source: textRule("1 to 200 characters", ({ length }) => length >= 1 && length <= 200),
    onConflict: choice("suffix", "skip", "replace"),
    overwriteEdits: flag,
    prune: flag,
    authors: rule("an object of names", isNames),
    dryRun: flag,
    concurrency: integer(1, 1000),
    signal: rule(
      "an AbortSignal",
      (signal) => typeof signal === "object" && signal !== null && "aborted" in signal,
    ),
    // The FAQ extractor checks its own options.
    faq: rule("an object", (faq) => typeof faq === "object" && faq !== null),
    textWorker: methods(["run"] satisfies (keyof TextWorker)[]),
    onReport: callback,
  },
  ["organizationSlug"],
);

/**
 * Imports the items of a reader into an organization, with one commit for each post. A repeated import changes nothing,
 * so import again to complete an import that was stopped or killed.
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
  requireSource(options);
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
  const isComplete = !signal?.aborted;
  if (isComplete && options.prune) await run.prune();
  run.end();
  return run.summarize(isComplete);
}

/** @throws {InvalidOptionError} if an option needs the name of the source, and it is missing */
function requireSource({ source, prune, overwriteEdits }: ImportOptions): void {
  if (source !== undefined) return;
  const [option] = Object.entries({ prune, overwriteEdits }).find(([, isSet]) => isSet) ?? [];
  if (option !== undefined)
    throw new InvalidOptionError("import", "source", `${option} requires the option source`);
}

function isNames(names: unknown): boolean {
  return (
    typeof names === "object" &&
    names !== null &&
    Object.values(names).every((name) => typeof name === "string")
  );
}
