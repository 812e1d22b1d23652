import { explainFaq, type FaqExplanation, type FaqOptions } from "../../../lib/faq/mod.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { faqArguments, toFaqOptions } from "./faq_arguments.ts";
import { toFaqFlags } from "./faq_flags.ts";
import { write } from "../frame/output/output.ts";
import { printableLine } from "../frame/output/printable.ts";
import { readHtml } from "./read_html_input.ts";

/** `postern faq explain`: lists headings, and explains why each is a question or not. */
export const faqExplainCommand: CliCommand = cliCommand({
  meta: { name: "explain", description: "Explain which headings of HTML or Markdown files are questions" },
  args: {
    file: { type: "positional", description: "Files (default: -, the standard input)", required: false },
    ...faqArguments,
  },
  isRepeated: true,
  examples: [
    {
      line: "postern faq explain page.html",
      does: "see which headings are questions, and why others are not",
    },
    { line: "postern faq explain --sources h4 post.md", does: "see what an option changes" },
  ],
  run: async ({ args }) => {
    const options = toFaqOptions(args);
    const files = args._.length === 0 ? ["-"] : args._;
    const found: { file: string; explanations: FaqExplanation[] }[] = [];
    for (const file of files) {
      const explanations = explainFaq(await readHtml(file), options);
      found.push({ file, explanations });
      if (!args.json)
        await printExplanations(explanations, { file: files.length > 1 ? file : undefined, options });
    }
    if (args.json) await write(`${toJson(found, 2)}\n`);
  },
});

async function printExplanations(
  explanations: readonly FaqExplanation[],
  { file, options }: { file: string | undefined; options: FaqOptions },
): Promise<void> {
  const questions = explanations.filter(({ isEntry }) => isEntry).length;
  const counts = `in ${questions}, out ${explanations.length - questions}`;
  await write(file === undefined ? `${counts}\n` : `${file}: ${counts}\n`);
  for (const { text, element, isEntry, reason, option } of explanations) {
    await write(`${isEntry ? "in " : "out"} ${printableLine(element)}  ${printableLine(text)}\n`);
    const change = option === undefined ? "" : ` To include it: ${toFaqFlags(option, options)}`;
    await write(`    ${printableLine(reason)}${change}\n`);
  }
}
