import type {
  AdminSearchPage,
  AdminSearchQuery,
  PublicApi,
  RebuiltSearchIndex,
  RebuiltSearchIndexes,
} from "../../../lib/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { write, printList } from "../frame/output/output.ts";
import { printableLine } from "../frame/output/printable.ts";
import { isTerminal, styled, terminalColumns } from "../frame/output/terminal.ts";
import { toInteger, withOrganization, requireOrganization, operatorOf } from "../store/with_api.ts";
import { wrapped } from "../frame/output/display_width.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { choice, optionalPositional, positional, text } from "../frame/arguments/argument_definition.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { given } from "../../../lib/base/given.ts";
import { storeCommand } from "../store/store_command.ts";

/** The indexes of an organization that were built anew, and the time for it. */
interface ReindexedOrganization extends RebuiltSearchIndexes {
  org: string;
  seconds: number;
}

/** A line of the output. */
interface ReindexedLine extends RebuiltSearchIndex {
  org: string;
  kind: string;
  seconds: number;
}

/** `postern search reindex`: builds the search indexes again, and saves them. */
const searchReindexCommand: CliCommand = storeCommand({
  description: "Build the search indexes again from all posts and texts",
  args: { org: optionalPositional("Slugs of organizations (default: all)") },
  isRepeated: true,
  examples: {
    "postern search reindex": "build the indexes of all organizations, and save large ones",
    "postern search reindex acme --json": "build the indexes of one organization",
  },
  run: async ({ api, args }) => {
    const rebuilt = rebuildEach(api, args._.length === 0 ? slugsOf(api) : args._);
    if (args.json) return printList(rebuilt, args, []);
    await printList(linesOf(rebuilt), args, [
      { header: "Organization", value: ({ org }) => org },
      { header: "Index", value: ({ kind }) => kind },
      { header: "Documents", value: ({ documents }) => documents },
      { header: "Passages", value: ({ passages }) => passages },
      { header: "Saved bytes", value: ({ savedBytes }) => savedBytes ?? "-" },
      { header: "Seconds", value: ({ seconds }) => seconds.toFixed(1) },
    ]);
  },
});

async function* slugsOf(api: PublicApi): AsyncGenerator<string> {
  for await (const { slug } of api.organizations.iterate()) yield slug;
}

async function* rebuildEach(
  api: PublicApi,
  slugs: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<ReindexedOrganization> {
  for await (const org of slugs) {
    const start = performance.now();
    const rebuilt = await rebuild(api, org);
    yield { org, ...rebuilt, seconds: Math.round(performance.now() - start) / 1000 };
  }
}

async function rebuild(api: PublicApi, org: string): Promise<RebuiltSearchIndexes> {
  await requireOrganization(api, org);
  return reportTooLarge(() => api.searchIndexes.rebuild(org), `${org}: `);
}

async function* linesOf(rebuilt: AsyncIterable<ReindexedOrganization>): AsyncGenerator<ReindexedLine> {
  for await (const { org, seconds, posts, knowledge } of rebuilt) {
    yield { org, kind: "posts", ...posts, seconds };
    if (knowledge.documents > 0) yield { org, kind: "knowledge", ...knowledge, seconds };
  }
}

const indent = "  ";

const find: CliCommand = cliCommand({
  description: "Search the public posts and their questions",
  args: {
    query: positional(
      'Words, "phrases in quotes", and at the end -word for words that a result must not have',
    ),
    in: choice("Only results of this kind", ["posts", "faq"]),
    section: text("Only posts of this section"),
    language: text("Only posts in this language, a BCP 47 tag"),
    tag: text("Only posts with this tag"),
    limit: text("Maximum number of results, at most 50", "10"),
    cursor: text("Start of the page: nextCursor of the JSON of an earlier page"),
    ...organizationArguments,
  },
  isRepeated: true,
  examples: {
    "postern search opening hours": "show the posts and questions that fit best",
    "postern search '\"nine to five\"' --in faq": "find a phrase in questions and answers",
    "postern search --json -- hours -summer": "exclude a word: -- ends the flags",
    "postern search -- reindex": "search for the name of a command",
  },
  run: async ({ args }) => {
    const { section, language, tag, cursor } = args;
    const query: AdminSearchQuery = {
      q: args._.join(" "),
      limit: toInteger("limit", args.limit),
      ...given({ section, language, tag, cursor }),
    };
    if (args.in !== undefined) query.in = [args.in === "faq" ? "faq" : "post"];
    await withOrganization(args, async (api, organizationSlug) => {
      const page = await reportTooLarge(() => api.admin.search.find(operatorOf(organizationSlug), query));
      if (args.json) return write(`${toJson(page, 2)}\n`);
      return printResults(page);
    });
  },
});

/** `postern search`: searches the posts that lists show, and their questions. */
export const searchCommand: CliCommand = { ...find, subCommands: { reindex: searchReindexCommand } };

/** Writes title, address and snippet of each result. */
async function printResults(page: AdminSearchPage): Promise<void> {
  const { results, excluded = [], approximate, noGoodMatch } = page;
  const isOnTerminal = isTerminal(process.stdout);
  if (noGoodMatch) await write("No good match: each result has only a small part of the query.\n\n");
  for (const [index, { type, name, heading, url, snippet }] of results.entries()) {
    const kind = type === "faq" ? " (question)" : "";
    const title = printableLine(heading === undefined ? name : `${name}: ${heading}${kind}`);
    const text = printableLine(snippet.text);
    const lines = isOnTerminal ? wrapped(text, terminalColumns() - indent.length) : [text];
    await write(`${index === 0 ? "" : "\n"}${styled("bold", title, isOnTerminal)}\n${indent}${url}\n`);
    if (text !== "") await write(lines.map((line) => `${indent}${line}\n`).join(""));
  }
  if (results.length === 0) await write("No post matches.\n");
  const without = excluded.map((text) => `"${printableLine(text)}"`).join(", ");
  if (without !== "")
    await write(`\nExcluded: ${without}. To find a word, put it in quotes without a hyphen.\n`);
  if (approximate)
    await write("\nThe query was too long to compare all of its words. Search for fewer words.\n");
}

/**
 * Runs a search or the build of its index.
 *
 * @param prefix text before the reason
 * @throws {CliError} if the index exceeds its limit
 */
async function reportTooLarge<Result>(run: () => Promise<Result>, prefix = ""): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "search-too-large";
    throw isTooLarge ? new CliError(`${prefix}${error.message}`, { cause: error }) : error;
  }
}
