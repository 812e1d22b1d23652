import { basename, resolve } from "node:path";
import type { HostFaq, PublicApi, StoredOrganization } from "../../../lib/mod.ts";
import { postUrl } from "../../../lib/content/mod.ts";
import {
  type GeneratorName,
  generatorNames,
  ImportError,
  type ImportItem,
  type ImportOptions,
  type ImportReport,
  type LanguageSource,
  type SlugSource,
  slugSources,
  languageSources,
  importPosts,
  SlugPlan,
} from "../../../lib/import/mod.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { describeLostQuestions } from "../post_import/describe_lost_questions.ts";
import { exitCodes } from "../frame/exit/exit_codes.ts";
import {
  type ImportFilesOptions,
  type ImportFormat,
  type ReadingProgress,
  readPath,
  importFormats,
} from "../post_import/import_files.ts";
import { ImportReportFile } from "../post_import/import_report/import_report_file.ts";
import {
  countReport,
  itemsOf,
  newTally,
  summaryOf,
  type ImportTally,
} from "../post_import/import_report/import_tally.ts";
import type { ImportMedia } from "../post_import/media/import_media.ts";
import {
  importMediaArguments,
  type MediaValues,
  openImportMedia,
  sourceUrlOf,
} from "../post_import/media/media_arguments.ts";
import { sourceName } from "../post_import/source_name.ts";
import { write } from "../frame/output/output.ts";
import type { ProgressDisplay } from "../frame/output/progress.ts";
import { untilStopped } from "../frame/exit/until_stopped.ts";
import { cliTextWorker } from "../store/cli_text_worker.ts";
import type { CliCommand } from "../frame/cli_command.ts";
import { apiOriginArgument } from "../serve/address_arguments.ts";
import { serverArguments } from "../serve/server_arguments.ts";
import { mediaArguments, requireMedia } from "../store/media_arguments.ts";
import { organizationCommand } from "../store/store_command.ts";
import { positional, choice, toggle, text } from "../frame/arguments/argument_definition.ts";
import { openStorageForBulk } from "../store/open_storage.ts";
import { readAuthorMap } from "../post_import/read_author_map.ts";
import { toInteger } from "../store/with_api.ts";

/** `postern post import`: imports posts from files of other systems. */
export const postImportCommand: CliCommand = organizationCommand({
  description: "Import posts; importing the same files again changes nothing",
  args: {
    path: positional("Files or folders"),
    format: choice("Format of the files (default: detected)", [...importFormats]),
    dialect: choice("Site generator of a folder (default: detected by its configuration)", [
      ...generatorNames,
    ]),
    "slug-from": choice("Source of slugs that the files do not name (default: name)", [...slugSources]),
    "language-from": choice("Place of the language (default: detected)", [...languageSources]),
    "dry-run": toggle("Show the changes, but write nothing"),
    source: text(
      "Name of the source, by which a later import finds its posts (default: the folder's name or the format)",
    ),
    "on-conflict": choice(
      "If another post has the slug: add a number, skip the new post, or replace the existing post",
      ["suffix", "skip", "replace"],
      "suffix",
    ),
    "overwrite-edits": toggle("Overwrite posts that were edited since the last import"),
    prune: toggle("Archive the posts that the source no longer contains"),
    "author-map": text("JSON file with an object of old and new names of authors"),
    report: text("Write a report with addresses and redirects to FILE.json or FILE.html"),
    ...importMediaArguments,
    events: choice(
      "Events for webhooks and followers: none, or summary for a single event",
      ["none", "summary"],
      "none",
    ),
    concurrency: text("Posts to write concurrently", "64"),
  },
  settings: { ...mediaArguments, ...apiOriginArgument, "base-path": serverArguments["base-path"] },
  isRepeated: true,
  examples: {
    "postern post import content/posts --dry-run": "check a folder of Markdown and HTML",
    "postern post import wordpress.xml": "import a WordPress export",
    "postern post import _posts --media copy --media-dir media --media-url https://cdn.example/media":
      "copy the images, and change their addresses",
    "postern post import wordpress.xml --media store --source-url https://old.example":
      "put the images of wp-content/uploads beside the export into the media store",
    "postern post import ghost.json feed.xml --org acme": "import a Ghost export and a feed",
  },
  open: openStorageForBulk,
  openMedia: async (args) =>
    args.media === "store" ? requireMedia(args, { dryRun: args["dry-run"] }) : undefined,
  run: async ({ api, organizationSlug, args }) => {
    const organization = await api.organizations.get(organizationSlug);
    const faq: HostFaq = { ...api.options.faq, ...organization?.faq };
    const source = args.source ?? (await sourceName(args._, args.format));
    const tally = await importAll(
      { api, organization, args },
      {
        organizationSlug,
        faq,
        source,
        dryRun: args["dry-run"],
        onConflict: args["on-conflict"],
        overwriteEdits: args["overwrite-edits"],
        prune: args.prune,
        ...(args["author-map"] !== undefined && { authors: await readAuthorMap(args["author-map"]) }),
        concurrency: toInteger("concurrency", args.concurrency),
      },
    );
    if (args.events === "summary" && !args["dry-run"]) {
      await api.events.imported(organizationSlug, {
        id: source,
        imported: tally.imported,
        updated: tally.updated,
        archived: tally.archived,
      });
    }
    if (args.json) await write(`${JSON.stringify(tally, null, 2)}\n`);
    else {
      const lost = describeLostQuestions(tally, { organizationSlug, inForce: faq });
      await write(`${[...summaryOf(tally, args["dry-run"]), ...lost].join("\n")}\n`);
    }
    if (!tally.isComplete) process.exitCode = exitCodes.interrupted.code;
    else if (tally.lost > 0) process.exitCode = exitCodes.skipped.code;
  },
});

/** The organization that gets the posts, and the flags about their files. */
interface Importing {
  api: PublicApi;
  organization: StoredOrganization | null;
  args: MediaValues & {
    _: string[];
    format: ImportFormat | undefined;
    dialect: GeneratorName | undefined;
    "slug-from": SlugSource | undefined;
    "language-from": LanguageSource | undefined;
    report: string | undefined;
  };
}

const stoppingPosts = "Stopping after the posts in progress. Press Ctrl-C again to stop without them";

async function importAll(
  { api, organization, args }: Importing,
  options: ImportOptions & { source: string; dryRun: boolean },
): Promise<ImportTally> {
  const { report, format, dialect: generator, "slug-from": slugFrom, "language-from": languageFrom } = args;
  const ownUrl = organization?.siteUrl ?? "";
  const siteUrl = sourceUrlOf(args) ?? ownUrl;
  const tally = newTally();
  const file =
    report === undefined || organization === null
      ? undefined
      : new ImportReportFile(report, (slug) => postUrl(organization, slug));
  const { organizationSlug, source, dryRun } = options;
  const media = openImportMedia(args, {
    files: api.media,
    organizationSlug,
    siteUrl: ownUrl,
    dryRun,
    onEntry: (entry) => file?.addMedia(entry),
  });
  let paid = 0;
  const read = async (display: ProgressDisplay, signal: AbortSignal): Promise<void> => {
    const onReport = (one: ImportReport): void => {
      const line = countReport(one, tally);
      if (line !== undefined) display.line(line);
      file?.add(one);
    };
    const onProgress = ({ done, total, isChecking }: ReadingProgress): void =>
      display.update({
        done,
        total,
        items: itemsOf(tally),
        unit: "posts",
        preparation: isChecking ? "checking the file" : undefined,
      });
    const textWorker = cliTextWorker();
    const { language, postFields = [] } = organization ?? {};
    const naming = { format, generator, siteUrl, slugFrom, languageFrom, language, postFields };
    const slugs = new SlugPlan(api.posts, options);
    const addressOf = (slug: string): string => (organization === null ? slug : postUrl(organization, slug));
    const reading = {
      ...naming,
      links: { slugs, addressOf, bringsMedia: media !== undefined, sourceUrl: sourceUrlOf(args) },
      textWorker,
      onProgress,
      signal,
    };
    const items = countPaid(readPaths(args._, reading, media), () => paid++);
    const summary = await importPosts(api.posts, items, { ...options, textWorker, onReport, signal });
    tally.lostQuestions = summary.lostQuestions ?? [];
    tally.answerFaults = summary.answerFaults ?? [];
    const { isComplete, lost, categories } = summary;
    Object.assign(tally, { isComplete, lost, categories, ...(media && { media: media.counts }) });
    await file?.write(tally, { organization: organizationSlug, source, isDryRun: dryRun });
    if (paid > 0 && organization?.paidContent !== "key") display.line(paidWarning(paid, organizationSlug));
    if (media !== undefined && media.counts.stored > 0 && api.media?.origin === undefined)
      display.line(pathWarning);
  };
  try {
    await untilStopped(stoppingPosts, read);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const before = itemsOf(tally) === 0 ? "nothing was imported" : summaryOf(tally, dryRun)[0];
    throw new CliError(`${error.message} (${before})`, { cause: error });
  }
  return tally;
}

const pathWarning =
  "warning: the addresses of files are paths, which the site must forward to the API. For absolute addresses, set --media-origin or --api-origin as the server does";

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

async function* readPaths(
  paths: readonly string[],
  options: ImportFilesOptions,
  media: ImportMedia | undefined,
): AsyncGenerator<ImportItem> {
  for (const path of paths) {
    // The same path may occur in several folders.
    const keyPrefix = paths.length === 1 ? "" : `${basename(resolve(path))}/`;
    const { links } = options;
    const items = readPath(path, { ...options, ...(links && { links: { ...links, keyPrefix } }) });
    for await (const item of media?.follow(path, items) ?? items) {
      if (item.kind !== "post" || item.key === undefined) yield item;
      else yield { ...item, key: keyPrefix + item.key };
    }
  }
}
