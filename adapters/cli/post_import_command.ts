import type { HostFaq, PublicApi } from "../../lib/mod.ts";
import {
  formatPlace,
  ImportError,
  type ImportItem,
  importPosts,
  type ImportReport,
  languageSources,
  type LanguageSource,
  type LostQuestions,
  type Place,
  slugSources,
  type SlugSource,
} from "../../lib/import/mod.ts";
import { type CliCommand, cliCommand } from "./cli_command.ts";
import { CliError } from "./cli_error.ts";
import { describeLostQuestions } from "./describe_lost_questions.ts";
import { exitCodes } from "./exit_codes.ts";
import {
  type ImportFilesOptions,
  type ImportFormat,
  importFormats,
  type ReadingProgress,
  readPath,
} from "./import_files.ts";
import { openStorageForBulk } from "./open_storage.ts";
import { write } from "./output.ts";
import { ProgressDisplay } from "./progress.ts";
import { StopSignal } from "./stop_signal.ts";
import { organizationArguments } from "./store_arguments.ts";
import { toInteger, withOrganization } from "./with_api.ts";

/** Maximum number of skipped places, notes and warnings each in a summary, so that long imports do not need more memory. */
const maxListed = 1000;

interface Tally {
  imported: number;
  updated: number;
  unchanged: number;
  skipped: number;
  warned: number;
  isComplete: boolean;
  skips: { place: Place; reason: string }[];
  notes: { place: Place; text: string }[];
  warnings: { place: Place; pointer: string; message: string }[];
  lostQuestions: LostQuestions[];
}

/** `postern post import`: imports posts from files of other systems. */
export const postImportCommand: CliCommand = cliCommand({
  meta: { name: "import", description: "Import posts; importing the same files again changes nothing" },
  args: {
    path: { type: "positional", description: "Files or folders", required: true },
    format: {
      type: "enum",
      description: "Format of the files (default: detected)",
      options: [...importFormats],
    },
    "slug-from": {
      type: "enum",
      description: "Source of slugs that the files do not name (default: name)",
      options: [...slugSources],
    },
    "language-from": {
      type: "enum",
      description: "Place of the language (default: detected)",
      options: [...languageSources],
    },
    "dry-run": { type: "boolean", description: "Show the changes, but write nothing", default: false },
    concurrency: { type: "string", description: "Posts to write concurrently", default: "64" },
    ...organizationArguments,
  },
  isRepeated: true,
  examples: [
    {
      line: "postern post import content/posts --dry-run",
      does: "check a folder of Markdown and HTML",
    },
    { line: "postern post import wordpress.xml", does: "import a WordPress export" },
    { line: "postern post import ghost.json feed.xml --org acme", does: "import a Ghost export and a feed" },
  ],
  run: async ({ args }) =>
    withOrganization(
      args,
      async (api, organizationSlug) => {
        const faq = await faqOf(api, organizationSlug);
        const tally = await importAll(api, {
          organizationSlug,
          faq,
          paths: args._,
          format: args.format,
          slugFrom: args["slug-from"],
          languageFrom: args["language-from"],
          dryRun: args["dry-run"],
          concurrency: toInteger("concurrency", args.concurrency),
        });
        if (args.json) await write(`${JSON.stringify(tally, null, 2)}\n`);
        else {
          const lost = describeLostQuestions(tally.lostQuestions, { organizationSlug, inForce: faq });
          await write(`${[toSummary(tally, args["dry-run"]), ...lost].join("\n")}\n`);
        }
        if (!tally.isComplete) process.exitCode = exitCodes.interrupted.code;
        else if (tally.skipped > 0) process.exitCode = exitCodes.skipped.code;
      },
      openStorageForBulk,
    ),
});

/** Returns the FAQ settings for the posts of an organization. */
async function faqOf(api: PublicApi, organizationSlug: string): Promise<HostFaq> {
  const organization = await api.organizations.get(organizationSlug);
  return { ...api.options.faq, ...organization?.faq };
}

interface ImportAllOptions {
  organizationSlug: string;
  faq: HostFaq;
  paths: readonly string[];
  format: ImportFormat | undefined;
  slugFrom: SlugSource | undefined;
  languageFrom: LanguageSource | undefined;
  dryRun: boolean;
  concurrency: number;
}

async function importAll(
  api: PublicApi,
  { paths, format, slugFrom, languageFrom, ...options }: ImportAllOptions,
): Promise<Tally> {
  const organization = await api.organizations.get(options.organizationSlug);
  const siteUrl = organization?.siteUrl ?? "";
  const tally: Tally = {
    imported: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    warned: 0,
    isComplete: true,
    skips: [],
    notes: [],
    warnings: [],
    lostQuestions: [],
  };
  let paid = 0;
  const display = new ProgressDisplay();
  const stop = new StopSignal(() =>
    display.line("Stopping after the posts in progress. Press Ctrl-C again to stop without them"),
  );
  const onReport = (report: ImportReport): void => count(report, tally, display);
  const onProgress = ({ done, total, isChecking }: ReadingProgress): void =>
    display.update({
      done,
      total,
      items: itemsOf(tally),
      unit: "posts",
      preparation: isChecking ? "checking the file" : undefined,
    });
  const { signal } = stop;
  try {
    const reading = { format, siteUrl, slugFrom, languageFrom, language: organization?.language };
    const items = countPaid(readPaths(paths, { ...reading, onProgress, signal }), () => paid++);
    const summary = await importPosts(api.posts, items, { ...options, onReport, signal });
    tally.lostQuestions = summary.lostQuestions ?? [];
    tally.isComplete = summary.isComplete;
    if (paid > 0 && organization?.paidContent !== "key")
      display.line(paidWarning(paid, options.organizationSlug));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    display.end();
    const before = itemsOf(tally) === 0 ? "nothing was imported" : toSummary(tally, options.dryRun);
    throw new CliError(`${error.message} (${before})`, { cause: error });
  } finally {
    display.end();
    stop.dispose();
  }
  return tally;
}

async function* countPaid(items: AsyncIterable<ImportItem>, onPaid: () => void): AsyncGenerator<ImportItem> {
  for await (const item of items) {
    if (item.kind === "post" && item.input.isAccessibleForFree === false) onPaid();
    yield item;
  }
}

function paidWarning(count: number, organizationSlug: string): string {
  const posts = count === 1 ? "1 post is paid" : `${count} posts are paid`;
  const change = `postern org update ${organizationSlug} --paid-content key`;
  return `warning: ${posts}, but the API returns the content to everyone. To require a key: ${change}`;
}

async function* readPaths(paths: readonly string[], options: ImportFilesOptions): AsyncGenerator<ImportItem> {
  for (const path of paths) yield* readPath(path, options);
}

function count(report: ImportReport, tally: Tally, display: ProgressDisplay): void {
  const { outcome, place } = report;
  if (outcome === "note") {
    if (tally.notes.length < maxListed) tally.notes.push({ place, text: report.text });
    display.line(`note ${formatPlace(place)}: ${report.text}`);
  } else if (outcome === "warning") {
    const { pointer, message } = report;
    tally.warned++;
    if (tally.warnings.length < maxListed) tally.warnings.push({ place, pointer, message });
    display.line(`warning ${formatPlace(place)}: ${pointer.slice(1)} ${message}`);
  } else if (outcome === "skipped") {
    tally.skipped++;
    if (tally.skips.length < maxListed) tally.skips.push({ place, reason: report.reason });
    display.line(`skipped ${formatPlace(place)}: ${report.reason}`);
  } else tally[outcome === "created" ? "imported" : outcome]++;
}

function itemsOf({ imported, updated, unchanged, skipped }: Tally): number {
  return imported + updated + unchanged + skipped;
}

function toSummary(
  { imported, updated, unchanged, skipped, warned, isComplete }: Tally,
  dryRun: boolean,
): string {
  const counts = `imported ${imported}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped}`;
  const end = isComplete ? "" : "; stopped before the end: run the same command again to continue";
  const warnings = warned === 0 ? "" : `, warnings ${warned}`;
  return `${dryRun ? "would have " : ""}${counts}${warnings}${end}`;
}
