import type { KnowledgeEntry, KnowledgeQuery, PublicApi } from "../../../lib/mod.ts";
import { given } from "../../../lib/base/given.ts";
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
  { header: "TITLE", value: ({ title = "" }: KnowledgeEntry) => title, least: 10 },
  { header: "SOURCE", value: ({ source = "" }: KnowledgeEntry) => source, least: 10 },
  { header: "CREATED", value: ({ createdAt }: KnowledgeEntry) => createdAt, least: 11 },
  {
    header: "TEXT",
    value: ({ text }: KnowledgeEntry) => (text.length > 60 ? `${text.slice(0, 59)}…` : text),
    least: 20,
  },
];

async function readTextOf(args: { text?: string | undefined; file?: string | undefined }): Promise<string> {
  if ((args.text === undefined) === (args.file === undefined)) {
    throw new UsageError("Give either a text or --file");
  }
  const file = args.text === "-" ? "-" : args.file;
  return file === undefined ? (args.text ?? "") : readInput(file);
}

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
    const text = await readTextOf(args);
    await withOrganization(args, async (api, organizationSlug) => {
      const receipt = await api.knowledgeBase.add(organizationSlug, { text });
      await printDone(`Added the text ${receipt.id}, ${receipt.characters} characters`, receipt, args);
    });
  },
});

const put: CliCommand = cliCommand({
  description: "Create or replace the text with an id of your own",
  args: {
    id: positional("Id of the text: 1 to 128 letters, digits and ._~:-"),
    text: optionalPositional("The text; - reads it from standard input"),
    file: text("File with the text; - reads it from standard input"),
    title: text("Title; without it, a stored title is removed"),
    source: text("URL of the page that results cite; without it, a stored URL is removed"),
    tag: text("Tags, separated by commas; without them, stored tags are removed"),
    ...organizationArguments,
  },
  examples: {
    'postern kb put faq:hours "We open at nine." --title "Opening hours" --tag visit,hours': "put a text",
    "postern kb put manual --file manual.txt --source https://acme.example/manual": "put the text of a file",
  },
  run: async ({ args }) => {
    const { id, title, source, tag } = args;
    const input = {
      text: await readTextOf(args),
      ...given({ title, source, tags: tag === undefined ? undefined : listOf(tag) }),
    };
    await withOrganization(args, async (api, organizationSlug) => {
      const { entry, outcome } = await api.knowledgeBase.put({ organizationSlug, id }, input);
      await printDone(`${outcomes[outcome]} the text ${id}`, entry, args);
    });
  },
});

const outcomes = { created: "Created", updated: "Replaced", unchanged: "Kept" } as const;

function listOf(tags: string): string[] {
  return tags.split(",").map((tag) => tag.trim());
}

const get: CliCommand = organizationCommand({
  description: "Show a text",
  args: { id: positional("Id of the text") },
  examples: { "postern kb get faq:hours": "show the text, its title, source and tags as JSON" },
  run: async ({ api, organizationSlug, args }) => {
    const entry = await api.knowledgeBase.get({ organizationSlug, id: args.id });
    if (entry === null) throw noText(organizationSlug, args.id);
    await write(`${toJson(entry)}\n`);
  },
});

function noText(organizationSlug: string, id: string): CliError {
  return new CliError(`"${organizationSlug}" has no text "${id}"`);
}

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
      throw noText(organizationSlug, args.id);
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
  put,
  get,
  list,
  search: searchCommand,
  delete: remove,
  export: exportTexts,
});
