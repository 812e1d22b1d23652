import { permissionsOfRole } from "../../../lib/access/mod.ts";
import type { AdminSearchPage, AdminSearchQuery, PublicApi } from "../../../lib/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { write } from "../frame/output/output.ts";
import { printableLine } from "../frame/output/printable.ts";
import { reportTooLarge } from "./report_too_large.ts";
import { searchReindexCommand } from "./search_reindex.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { isTerminal, styled, terminalColumns } from "../frame/output/terminal.ts";
import { given, toInteger, withOrganization } from "../store/with_api.ts";
import { wrapped } from "../frame/output/wrapped.ts";

const indent = "  ";

const find: CliCommand = cliCommand({
  meta: { name: "search", description: "Search the public posts and their questions" },
  args: {
    query: {
      type: "positional",
      description: 'Words, "phrases in quotes", and -word for words that a result must not have',
      required: true,
    },
    in: { type: "enum", description: "Only results of this kind", options: ["posts", "faq"] },
    section: { type: "string", description: "Only posts of this section" },
    language: { type: "string", description: "Only posts in this language, a BCP 47 tag" },
    tag: { type: "string", description: "Only posts with this tag" },
    limit: { type: "string", description: "Maximum number of results, at most 50", default: "10" },
    cursor: { type: "string", description: "Start of the page: nextCursor of the JSON of an earlier page" },
    ...organizationArguments,
  },
  isRepeated: true,
  examples: [
    { line: "postern search opening hours", does: "show the posts and questions that fit best" },
    { line: "postern search '\"nine to five\"' --in faq", does: "find a phrase in questions and answers" },
    { line: "postern search --json -- hours -summer", does: "exclude a word: -- ends the flags" },
    { line: "postern search -- reindex", does: "search for the name of a command" },
  ],
  run: async ({ args }) => {
    const { section, language, tag, cursor } = args;
    const query: AdminSearchQuery = {
      q: args._.join(" "),
      limit: toInteger("limit", args.limit),
      ...given({ section, language, tag, cursor }),
    };
    if (args.in !== undefined) query.in = [args.in === "faq" ? "faq" : "post"];
    await withOrganization(args, async (api, organizationSlug) => {
      const page = await findPage(api, organizationSlug, query);
      if (args.json) return write(`${toJson(page, 2)}\n`);
      return printResults(page);
    });
  },
});

/** `postern search`: searches the posts that lists show, and their questions. */
export const searchCommand: CliCommand = { ...find, subCommands: { reindex: searchReindexCommand } };

async function findPage(
  api: PublicApi,
  organizationSlug: string,
  query: AdminSearchQuery,
): Promise<AdminSearchPage> {
  const operator = { userId: "", organizationSlug, permissions: permissionsOfRole.owner };
  return reportTooLarge(() => api.admin.search.find(operator, query));
}

/** Writes title, address and passage of each result. */
async function printResults({ results }: AdminSearchPage): Promise<void> {
  if (results.length === 0) return write("No post matches.\n");
  const isOnTerminal = isTerminal(process.stdout);
  for (const [index, { type, name, heading, url, passage }] of results.entries()) {
    const kind = type === "faq" ? " (question)" : "";
    const title = printableLine(heading === undefined ? name : `${name}: ${heading}${kind}`);
    const text = printableLine(passage.text);
    const lines = isOnTerminal ? wrapped(text, terminalColumns() - indent.length) : [text];
    await write(`${index === 0 ? "" : "\n"}${styled("bold", title, isOnTerminal)}\n${indent}${url}\n`);
    if (text !== "") await write(lines.map((line) => `${indent}${line}\n`).join(""));
  }
}
