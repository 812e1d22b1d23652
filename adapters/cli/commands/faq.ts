import {
  extractFaqEntries,
  type FaqEntry,
  explainFaq,
  type FaqExplanation,
  type FaqFinding,
  type FaqOptions,
} from "../../../lib/faq/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand, commandGroup, type CommandTexts } from "../frame/cli_command.ts";
import { toFaqOptions, scriptMarks, faqArguments } from "./faq_arguments.ts";
import { write, printList } from "../frame/output/output.ts";
import { printable, printableLine } from "../frame/output/printable.ts";
import { faqOptionsOf } from "../../../lib/content/mod.ts";
import type { PostInput, PostListQuery, PublicApi } from "../../../lib/mod.ts";
import { operatorOf } from "../store/with_api.ts";
import { markdownToPost } from "../../../lib/import/mod.ts";
import { cannotRead, readInput } from "../frame/input/read_input.ts";
import { optionalPositional, text } from "../frame/arguments/argument_definition.ts";
import { given } from "../../../lib/base/given.ts";
import { organizationCommand } from "../store/store_command.ts";

const faqExplainCommand: CliCommand = fileCommand(
  {
    description: "Explain which headings of HTML or Markdown files are questions, and find faults in answers",
    examples: {
      "postern faq explain page.html": "see which headings are questions, and why others are not",
      "postern faq explain --sources h4 post.md": "see what an option changes",
    },
  },
  { name: "explanations", find: explainFaq, print: printExplanations },
);

/** Defines a command that reads files, and finds something in each by the extractor's options. */
function fileCommand<Found>(
  texts: CommandTexts,
  {
    name,
    find,
    print,
  }: {
    /** Name of the results in the JSON. */
    name: string;
    find: (html: string, options: FaqOptions) => Found[];
    print: (found: Found[], context: PrintContext) => Promise<void>;
  },
): CliCommand {
  return cliCommand({
    ...texts,
    args: { file: optionalPositional("Files (default: -, the standard input)"), ...faqArguments },
    isRepeated: true,
    run: async ({ args }) => {
      const options = toFaqOptions(args);
      const files = args._.length === 0 ? ["-"] : args._;
      const results: object[] = [];
      for (const file of files) {
        const { html = "", ...post } = await readPost(file);
        const found = find(html, faqOptionsOf({ language: "" }, post, options));
        results.push({ file, [name]: found });
        if (!args.json) await print(found, { file: files.length > 1 ? file : undefined, options });
      }
      if (args.json) await write(`${toJson(results, 2)}\n`);
    },
  });
}

interface PrintContext {
  /** Undefined if a single file is read. */
  file: string | undefined;
  options: FaqOptions;
}

async function printExplanations(
  explanations: readonly FaqExplanation[],
  { file, options }: PrintContext,
): Promise<void> {
  const questions = explanations.filter(({ isEntry }) => isEntry).length;
  const counts = `in ${questions}, out ${explanations.length - questions}`;
  await write(file === undefined ? `${counts}\n` : `${file}: ${counts}\n`);
  for (const { text, element, isEntry, reason, option, findings = [] } of explanations) {
    await write(`${isEntry ? "in " : "out"} ${printableLine(element)}  ${printableLine(text)}\n`);
    const change = option === undefined ? "" : ` To include it: ${toFaqFlags(option, options)}`;
    await write(`    ${printableLine(reason)}${change}\n`);
    for (const finding of findings) await printFinding(finding, options);
  }
}

async function printFinding(finding: FaqFinding, options: FaqOptions): Promise<void> {
  const { code, message, excerpt, option } = finding;
  const change = option === undefined ? "" : ` To mend it: ${toFaqFlags(option, options)}`;
  await write(`    ${code}: ${message} "${printableLine(excerpt)}"${change}\n`);
}

/** A question of the organization, its answer, and its post. */
interface ListedEntry extends FaqEntry {
  post: { slug: string; url: string; name: string };
}

/** Number of posts that are read together. */
const postsAtOnce = 50;

/** `postern faq list`: lists the questions and answers of all public posts. */
const faqListCommand: CliCommand = organizationCommand({
  description: "List the questions and answers of the public posts, newest post first",
  args: {
    section: text("Only posts of this section"),
    language: text("Only posts in this language, a BCP 47 tag"),
    tag: text("Only posts with this tag"),
  },
  examples: {
    "postern faq list": "show all questions and answers, with the addresses of their posts",
    "postern faq list --tag prices --json > faq.json": "save the questions of one tag",
  },
  run: async ({ api, organizationSlug, args }) => {
    const { section, language, tag } = args;
    const entries = listEntries(api, organizationSlug, given({ section, language, tag }));
    if (args.json) return printList(entries, args, []);
    for await (const entry of entries) await printEntry(entry);
  },
});

/** Reads the posts page by page, and the content of one post at a time. */
async function* listEntries(
  api: PublicApi,
  organizationSlug: string,
  filter: Pick<PostListQuery, "section" | "language" | "tag">,
): AsyncGenerator<ListedEntry> {
  const actor = operatorOf(organizationSlug);
  const query: PostListQuery = { ...filter, status: "published", sort: "-createdAt", limit: postsAtOnce };
  for (;;) {
    const { posts, next } = await api.admin.posts.list(actor, query);
    for (const { slug, name } of posts) {
      const { faqEntries, url } = await api.admin.posts.preview({ actor, slug });
      for (const entry of faqEntries) yield { ...entry, post: { slug, url, name } };
    }
    if (next === null) return;
    query.after = next;
  }
}

async function printEntry({ question, answer, post }: ListedEntry): Promise<void> {
  await write(`${printableLine(question)}\n  ${printable(answer).replaceAll("\n", "\n  ")}\n  ${post.url}\n`);
}

const extract: CliCommand = fileCommand(
  {
    description: "Write the questions and answers of HTML or Markdown files",
    examples: {
      "postern faq extract page.html post.md": "read two files",
      "cat page.html | postern faq extract --json": "read the output of another program",
    },
  },
  { name: "entries", find: extractFaqEntries, print: printEntries },
);

async function printEntries(entries: readonly FaqEntry[], { file }: PrintContext): Promise<void> {
  if (file !== undefined)
    await write(`${file}: ${entries.length} ${entries.length === 1 ? "entry" : "entries"}\n`);
  for (const { question, answer, answerHtml = answer } of entries)
    await write(`${printableLine(question)}\n  ${printable(answerHtml).replaceAll("\n", "\n  ")}\n`);
}

export const faqCommand: CliCommand = commandGroup("Questions and answers of posts, and of a text", {
  list: faqListCommand,
  extract,
  explain: faqExplainCommand,
});

/**
 * Returns the flags of `postern faq` that add options to the current ones.
 *
 * @param added the options to add
 * @param inForce the current options
 */
function toFaqFlags(added: FaqOptions, inForce: FaqOptions): string {
  const sources = new Set([...(inForce.sources ?? []), ...(added.sources ?? [])]);
  return [
    added.sources !== undefined && `--sources ${[...sources].join(",")}`,
    added.answerFormat !== undefined && `--answer-format ${added.answerFormat}`,
    added.headingText !== undefined && `--heading-text ${added.headingText}`,
    added.answerEnd !== undefined && `--answer-end ${added.answerEnd}`,
    added.bareText === true && "--bare-text",
    added.clean === true && "--clean",
    added.closingMarks === true && "--closing-marks",
    added.language !== undefined && `--language ${added.language}`,
    added.questionMarks !== undefined && markFlag(added.questionMarks),
    added.unwrapHeadings === true && "--unwrap-headings",
  ]
    .filter((flag) => flag !== false)
    .join(" ");
}

function markFlag(marks: readonly string[]): string {
  const hasFlag = marks.every((mark) => scriptMarks.includes(mark));
  return hasFlag ? "--question-marks" : `questionMarks: ${JSON.stringify(marks)} in the library`;
}

/**
 * Reads the HTML of a post from a file or, for `-`, from the standard input. Markdown files are converted, and their front matter can leave
 * questions out.
 */
async function readPost(file: string): Promise<Pick<PostInput, "html" | "faqSkip">> {
  if (!/\.(?:md|markdown)$/i.test(file)) return { html: await readInput(file, "html") };
  const text = await readInput(file);
  try {
    return markdownToPost(text, "file");
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}
