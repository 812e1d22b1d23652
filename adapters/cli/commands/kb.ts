import type { KnowledgeEntry, KnowledgeQuery, PublicApi } from "../../../lib/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { printDone, printList, write } from "../frame/output/output.ts";
import { readInput } from "../frame/input/read_input.ts";
import { organizationArguments } from "../store/store_arguments.ts";
import { withOrganization } from "../store/with_api.ts";

const columns = [
  { header: "ID", value: ({ id }: KnowledgeEntry) => id },
  { header: "CREATED", value: ({ createdAt }: KnowledgeEntry) => createdAt, least: 11 },
  {
    header: "TEXT",
    value: ({ text }: KnowledgeEntry) => (text.length > 60 ? `${text.slice(0, 59)}…` : text),
    least: 20,
  },
];

const add: CliCommand = cliCommand({
  meta: { name: "add", description: "Add a text" },
  args: {
    text: { type: "positional", description: "The text; - reads it from standard input", required: false },
    file: { type: "string", description: "File with the text" },
    ...organizationArguments,
  },
  examples: [
    { line: 'postern kb add "We open at nine."', does: "add a text" },
    { line: "postern kb add --file opening_hours.txt", does: "add the text of a file" },
    { line: "pdftotext manual.pdf - | postern kb add -", does: "add the output of another program" },
  ],
  run: async ({ args }) => {
    if ((args.text === undefined) === (args.file === undefined)) {
      throw new UsageError("Give either a text or --file");
    }
    const file = args.text === "-" ? "-" : args.file;
    const text = file === undefined ? (args.text ?? "") : await readInput(file);
    await withOrganization(args, async (api, organizationSlug) => {
      const receipt = await api.knowledgeBase.add(organizationSlug, { text });
      await printDone(`Added the text ${receipt.id}, ${receipt.characters} characters`, receipt, args);
    });
  },
});

const list: CliCommand = cliCommand({
  meta: { name: "list", description: "List the texts, oldest first" },
  args: organizationArguments,
  examples: [{ line: "postern kb list", does: "list the texts and their beginnings" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList(api.knowledgeBase.iterate(organizationSlug), { json: args.json, columns }),
    ),
});

const searchCommand: CliCommand = cliCommand({
  meta: { name: "search", description: "List the texts that contain a phrase, newest first" },
  args: {
    phrase: { type: "positional", description: "Phrase to find; case does not matter", required: true },
    ...organizationArguments,
  },
  examples: [
    {
      line: 'postern kb search "opening hours"',
      does: "list the texts that contain these words in this order",
    },
  ],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) =>
      printList(search(api, organizationSlug, args.phrase), { json: args.json, columns }),
    ),
});

async function* search(
  api: PublicApi,
  organizationSlug: string,
  phrase: string,
): AsyncGenerator<KnowledgeEntry> {
  const query: KnowledgeQuery = { search: phrase, limit: 100 };
  for (;;) {
    const { entries, next } = await api.knowledgeBase.list(organizationSlug, query);
    yield* entries;
    if (next === null) return;
    query.after = next;
  }
}

const remove: CliCommand = cliCommand({
  meta: { name: "delete", description: "Delete a text" },
  args: {
    id: { type: "positional", description: "Id of the text", required: true },
    ...organizationArguments,
  },
  examples: [{ line: "postern kb delete abcdefgh23456777", does: "delete a text" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      if (!(await api.knowledgeBase.delete({ organizationSlug, id: args.id }))) {
        throw new CliError(`"${organizationSlug}" has no text "${args.id}"`);
      }
      await printDone(`Deleted the text ${args.id}`, { deleted: args.id }, args);
    }),
});

const exportTexts: CliCommand = cliCommand({
  meta: { name: "export", description: "Write all texts as NDJSON, one per line" },
  args: organizationArguments,
  examples: [{ line: "postern kb export > texts.ndjson", does: "write all texts to a file" }],
  run: async ({ args }) =>
    withOrganization(args, async (api, organizationSlug) => {
      for await (const entry of api.knowledgeBase.iterate(organizationSlug))
        await write(`${toJson(entry)}\n`);
    }),
});

export const kbCommand: CliCommand = commandGroup("kb", "The knowledge base", {
  add,
  list,
  search: searchCommand,
  delete: remove,
  export: exportTexts,
});
