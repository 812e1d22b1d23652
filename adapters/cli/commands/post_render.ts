import { PreconditionFailedError, type PublicApi } from "../../../lib/mod.ts";
import { MarkdownError, type MarkdownNote, renderMarkdown } from "../../../lib/import/markdown/mod.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { exitCodes } from "../frame/exit/exit_codes.ts";
import { write } from "../frame/output/output.ts";
import { printableLine } from "../frame/output/printable.ts";
import { untilStopped, stoppedEarly } from "../frame/exit/until_stopped.ts";
import { withOrganization } from "../store/with_api.ts";
import { longestRevisedText, postTag, type StoredPostWithHtml } from "../../../lib/content/mod.ts";
import { optionalPositional, toggle } from "../frame/arguments/argument_definition.ts";
import { organizationArguments } from "../store/store_arguments.ts";

/** Maximum number of slugs of each kind in the result, and of different notes. */
const maxListed = 1000;

/** The result of `postern post render`, as `--json` shows it. */
interface RenderTally {
  changed: number;
  unchanged: number;
  withoutMarkdown: number;
  /** Slugs of posts whose HTML changed or would change. */
  slugs: string[];
  /** Number of posts that differ from their Markdown and keep their HTML, and the first of them. */
  kept: number;
  keptPosts: { slug: string; reason: string }[];
  notes: MarkdownNote[];
  isComplete: boolean;
}

const reasons: Readonly<Record<Exclude<KeptReason, "no-markdown">, string>> = {
  "own-html": "its HTML may not come from its Markdown, because it has no markdownDialect",
  "long-html": "its HTML is too long for the history",
};

/** `postern post render`: renders the HTML of posts from their Markdown again. */
export const postRenderCommand: CliCommand = cliCommand({
  description: "Render the HTML of posts from their Markdown again",
  args: {
    slug: optionalPositional("Slugs of the posts"),
    all: toggle("Render all posts of the organization"),
    "dry-run": toggle("Show the changes, but write nothing"),
    ...organizationArguments,
  },
  isRepeated: true,
  examples: {
    "postern post render --all --dry-run": "count the posts whose HTML would change",
    "postern post render hello": "render one post, also if its HTML was supplied",
  },
  run: async ({ args }) => {
    const { all, _: slugs, "dry-run": dryRun } = args;
    if (all === slugs.length > 0) throw new UsageError("Name the posts, or render all with --all");
    await withOrganization(args, async (api, organizationSlug) => {
      const options = { organizationSlug, dryRun, isCareful: all };
      const tally = await renderAll(api, all ? slugsOf(api, organizationSlug) : slugs, options);
      if (args.json) await write(`${JSON.stringify(tally, null, 2)}\n`);
      else await write(`${linesOf(tally, dryRun).join("\n")}\n`);
      if (!tally.isComplete) process.exitCode = exitCodes.interrupted.code;
      else if (tally.kept > 0) process.exitCode = exitCodes.skipped.code;
    });
  },
});

async function* slugsOf(api: PublicApi, organizationSlug: string): AsyncGenerator<string> {
  for await (const { slug } of api.posts.iterate(organizationSlug)) yield slug;
}

async function renderAll(
  api: PublicApi,
  slugs: Iterable<string> | AsyncIterable<string>,
  options: RenderPostOptions,
): Promise<RenderTally> {
  const tally: RenderTally = {
    changed: 0,
    unchanged: 0,
    withoutMarkdown: 0,
    slugs: [],
    kept: 0,
    keptPosts: [],
    notes: [],
    isComplete: true,
  };
  let items = 0;
  await untilStopped("Stopping after the current post", async (display, signal) => {
    for await (const slug of slugs) {
      if (signal.aborted) {
        tally.isComplete = false;
        break;
      }
      await renderOne(api, slug, { ...options, tally });
      display.update({ done: items++, total: undefined, items, unit: "posts" });
    }
  });
  return tally;
}

async function renderOne(
  api: PublicApi,
  slug: string,
  { tally, ...options }: RenderPostOptions & { tally: RenderTally },
): Promise<void> {
  const { organizationSlug } = options;
  const post = await api.posts.get({ organizationSlug, slug });
  if (post === null) {
    // A post can be deleted while all are rendered.
    if (options.isCareful) return;
    throw new CliError(`"${organizationSlug}" has no post "${slug}"`);
  }
  try {
    const rendered = await renderPost(api, post, options);
    if (rendered.outcome === "kept") {
      if (rendered.reason === "no-markdown") tally.withoutMarkdown++;
      else countKept(tally, slug, reasons[rendered.reason]);
    } else {
      tally[rendered.outcome]++;
      if (rendered.outcome === "changed" && tally.slugs.length < maxListed) tally.slugs.push(slug);
      for (const note of rendered.notes) addNote(tally.notes, note);
    }
  } catch (error) {
    if (!(error instanceof PreconditionFailedError || error instanceof MarkdownError)) throw error;
    countKept(tally, slug, error.message);
  }
}

function countKept(tally: RenderTally, slug: string, reason: string): void {
  tally.kept++;
  if (tally.keptPosts.length < maxListed) tally.keptPosts.push({ slug, reason });
}

function addNote(notes: MarkdownNote[], note: MarkdownNote): void {
  const known = notes.find(({ category, text }) => category === note.category && text === note.text);
  if (known !== undefined) known.count += note.count;
  else if (notes.length < maxListed) notes.push({ ...note });
}

function linesOf(tally: RenderTally, dryRun: boolean): string[] {
  const { changed, unchanged, withoutMarkdown, kept, keptPosts, notes, isComplete } = tally;
  const end = isComplete ? "" : stoppedEarly;
  const counts = `changed ${changed}, unchanged ${unchanged}, without Markdown ${withoutMarkdown}, kept ${kept}`;
  return [
    `${dryRun ? "would have " : ""}${counts}${end}`,
    ...keptPosts.map(({ slug, reason }) => printableLine(`kept ${slug}: ${reason}`)),
    ...notes
      .toSorted((one, other) => other.count - one.count)
      .map(({ count, category, text, isLoss }) =>
        printableLine(`${isLoss ? "lost" : "noted"} ${count} ${category}: ${text}`),
      ),
  ];
}

/** The reason why a post keeps its HTML. */
type KeptReason = "no-markdown" | "own-html" | "long-html";

/** The result of rendering a post. */
type RenderedPost =
  | { outcome: "changed" | "unchanged"; notes: MarkdownNote[] }
  | { outcome: "kept"; reason: KeptReason };

/** Options of {@link renderPost}. */
interface RenderPostOptions {
  organizationSlug: string;
  dryRun: boolean;
  /** True to keep HTML that may not come from the Markdown, or that the history cannot keep. */
  isCareful: boolean;
}

/**
 * Renders the HTML of a post from its Markdown again. The post keeps its `updatedAt`, because its text is the same. A later
 * import does not take the new HTML for an edit.
 *
 * @throws {PreconditionFailedError} if the post was changed in the meantime
 */
async function renderPost(
  api: PublicApi,
  post: StoredPostWithHtml,
  { organizationSlug, dryRun, isCareful }: RenderPostOptions,
): Promise<RenderedPost> {
  const { slug, markdown, markdownDialect, updatedAt } = post;
  if (markdown === undefined) return { outcome: "kept", reason: "no-markdown" };
  const { html, notes } = renderMarkdown(markdown, { dialect: markdownDialect ?? "editor" });
  if (html === post.html) return { outcome: "unchanged", notes };
  if (isCareful && markdownDialect === undefined) return { outcome: "kept", reason: "own-html" };
  if (isCareful && post.html.length > longestRevisedText) return { outcome: "kept", reason: "long-html" };
  if (dryRun) return { outcome: "changed", notes };
  const content = { html, markdown, ...(markdownDialect && { markdownDialect }) };
  const options = { ifMatch: [postTag(post)], ...unedited(post) };
  await api.posts.update({ organizationSlug, slug }, { ...content, updatedAt }, options);
  return { outcome: "changed", notes };
}

/** Returns the origin of a post that was not edited since its import, so that it remains unedited. */
function unedited({ revision, importedFrom }: StoredPostWithHtml): {
  importedFrom?: { source: string; key: string };
} {
  if (importedFrom?.revision !== revision) return {};
  const { source, key } = importedFrom;
  return { importedFrom: { source, key } };
}
