import { extractFaqEntries, type FaqEntry } from "../../../lib/faq/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand, commandGroup } from "../frame/cli_command.ts";
import { faqArguments, toFaqOptions } from "./faq_arguments.ts";
import { faqExplainCommand } from "./faq_explain.ts";
import { faqListCommand } from "./faq_list.ts";
import { write } from "../frame/output/output.ts";
import { printable, printableLine } from "../frame/output/printable.ts";
import { readHtml } from "./read_html_input.ts";

const extract: CliCommand = cliCommand({
  meta: { name: "extract", description: "Write the questions and answers of HTML or Markdown files" },
  args: {
    file: { type: "positional", description: "Files (default: -, the standard input)", required: false },
    ...faqArguments,
  },
  isRepeated: true,
  examples: [
    { line: "postern faq extract page.html post.md", does: "read two files" },
    { line: "cat page.html | postern faq extract --json", does: "read the output of another program" },
  ],
  run: async ({ args }) => {
    const options = toFaqOptions(args);
    const files = args._.length === 0 ? ["-"] : args._;
    const found: { file: string; entries: FaqEntry[] }[] = [];
    for (const file of files) {
      const entries = extractFaqEntries(await readHtml(file), options);
      found.push({ file, entries });
      if (!args.json) await printEntries(entries, files.length > 1 ? file : undefined);
    }
    if (args.json) await write(`${toJson(found, 2)}\n`);
  },
});

async function printEntries(entries: readonly FaqEntry[], file: string | undefined): Promise<void> {
  if (file !== undefined)
    await write(`${file}: ${entries.length} ${entries.length === 1 ? "entry" : "entries"}\n`);
  for (const { question, answer, answerHtml = answer } of entries)
    await write(`${printableLine(question)}\n  ${printable(answerHtml).replaceAll("\n", "\n  ")}\n`);
}

/** `postern faq …` */
export const faqCommand: CliCommand = commandGroup("faq", "Questions and answers of posts, and of a text", {
  list: faqListCommand,
  extract,
  explain: faqExplainCommand,
});
