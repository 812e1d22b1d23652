import type { KnowledgeEntry, KnowledgeQuery, PublicApi } from "../../../lib/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { printDone, printList, write } from "../frame/output/output.ts";
import { readInput } from "../frame/input/read_input.ts";
import { withOrganization } from "../store/with_api.ts";
import { optionalPositional, positional, text } from "../frame/arguments/argument_definition.ts";
import { organizationCommand } from "../store/store_command.ts";
import { organizationArguments } from "../store/store_arguments.ts";

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
  description: "Add a text",
  args: {
    text: optionalPositional("The text; - reads it from standard input"),
    file: text("File with the text"),
    ...organizationArguments,
  },
  examples: {
    'postern kb add "We open at nine."': "add a text",
    "postern kb add --file opening_hours.txt": "add the text of a file",
    "pdftotext manual.pdf - | postern kb add -": "add the output of another program",
  },
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

const list: CliCommand = organizationCommand({
  description: "List the texts, oldest first",
  examples: { "postern kb list": "list the texts and their beginnings" },
  run: async ({ api, organizationSlug, args }) =>
    printList(api.knowledgeBase.iterate(organizationSlug), args, columns),
});

const searchCommand: CliCommand = organizationCommand({
  description: "List the texts that contain a phrase, newest first",
  args: { phrase: positional("Phrase to find; case does not matter") },
  examples: { 'postern kb search "opening hours"': "list the texts that contain these words in this order" },
  run: async ({ api, organizationSlug, args }) =>
    printList(search(api, organizationSlug, args.phrase), args, columns),
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

const remove: CliCommand = organizationCommand({
  description: "Delete a text",
  args: { id: positional("Id of the text") },
  examples: { "postern kb delete abcdefgh23456777": "delete a text" },
  run: async ({ api, organizationSlug, args }) => {
    if (!(await api.knowledgeBase.delete({ organizationSlug, id: args.id }))) {
      throw new CliError(`"${organizationSlug}" has no text "${args.id}"`);
    }
    await printDone(`Deleted the text ${args.id}`, { deleted: args.id }, args);
  },
});

const exportTexts: CliCommand = organizationCommand({
  description: "Write all texts as NDJSON, one per line",
  examples: { "postern kb export > texts.ndjson": "write all texts to a file" },
  run: async ({ api, organizationSlug }) => {
    for await (const entry of api.knowledgeBase.iterate(organizationSlug)) await write(`${toJson(entry)}\n`);
  },
});

export const kbCommand: CliCommand = commandGroup("The knowledge base", {
  add,
  list,
  search: searchCommand,
  delete: remove,
  export: exportTexts,
});
