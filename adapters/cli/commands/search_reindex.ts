import type { PublicApi, RebuiltSearchIndex, RebuiltSearchIndexes } from "../../../lib/mod.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printList } from "../frame/output/output.ts";
import { reportTooLarge } from "./report_too_large.ts";
import { storeArguments } from "../store/store_arguments.ts";
import { withApi } from "../store/with_api.ts";

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
export const searchReindexCommand: CliCommand = cliCommand({
  meta: { name: "reindex", description: "Build the search indexes again from all posts and texts" },
  args: {
    org: { type: "positional", description: "Slugs of organizations (default: all)", required: false },
    ...storeArguments,
  },
  isRepeated: true,
  examples: [
    { line: "postern search reindex", does: "build the indexes of all organizations, and save large ones" },
    { line: "postern search reindex acme --json", does: "build the indexes of one organization" },
  ],
  run: async ({ args }) => {
    await withApi(args, async (api) => {
      const rebuilt = rebuildEach(api, args._.length === 0 ? slugsOf(api) : args._);
      if (args.json) return printList(rebuilt, { json: true, columns: [] });
      await printList(linesOf(rebuilt), {
        json: false,
        columns: [
          { header: "Organization", value: ({ org }) => org },
          { header: "Index", value: ({ kind }) => kind },
          { header: "Documents", value: ({ documents }) => documents },
          { header: "Passages", value: ({ passages }) => passages },
          { header: "Saved bytes", value: ({ savedBytes }) => savedBytes ?? "-" },
          { header: "Seconds", value: ({ seconds }) => seconds.toFixed(1) },
        ],
      });
    });
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
  if ((await api.organizations.get(org)) === null) {
    throw new CliError(`There is no organization "${org}". List all with "postern org list"`);
  }
  return reportTooLarge(() => api.searchIndexes.rebuild(org), `${org}: `);
}

async function* linesOf(rebuilt: AsyncIterable<ReindexedOrganization>): AsyncGenerator<ReindexedLine> {
  for await (const { org, seconds, posts, knowledge } of rebuilt) {
    yield { org, kind: "posts", ...posts, seconds };
    if (knowledge.documents > 0) yield { org, kind: "knowledge", ...knowledge, seconds };
  }
}
