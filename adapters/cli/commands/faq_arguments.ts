import { FAQ_SOURCES, type FaqOptions, type FaqSource } from "../../../lib/faq/mod.ts";
import type { OrganizationFaq } from "../../../lib/mod.ts";
import { nearestWord } from "../../../lib/base/text/nearest_word.ts";
import { UsageError } from "../frame/exit/cli_error.ts";
import { given, toList } from "../store/with_api.ts";
import { choice, text } from "../frame/arguments/argument_definition.ts";

interface EnumArgument {
  type: "enum";
  description: string;
  options: string[];
}

interface BooleanArgument {
  type: "boolean";
  description: string;
}

interface StringArgument {
  type: "string";
  description: string;
}

const answerFormat: EnumArgument = choice(
  "Format of answers: text, escaped for JSON-LD, or html, which search engines also accept",
  ["text", "escaped", "html"],
);

const headingText: EnumArgument = choice("Text of a question: the whole heading, or only its visible text", [
  "whole",
  "visible",
]);

const bareText: BooleanArgument = {
  type: "boolean",
  description: "Include text between the paragraphs of an answer",
};

const sources: StringArgument = text(
  `More sources of questions, separated by commas: ${FAQ_SOURCES.join(", ")}`,
);

/** The question marks that `--question-marks` adds. */
export const scriptMarks: readonly string[] = ["?", "？", "؟", "\u037e", "՞"];

/** Flags for the extractor's options. */
export const faqArguments: {
  "question-marks": BooleanArgument;
  "unwrap-headings": BooleanArgument;
  "answer-format": EnumArgument;
  "bare-text": BooleanArgument;
  "heading-text": EnumArgument;
  sources: StringArgument;
  language: StringArgument;
} = {
  "question-marks": { type: "boolean", description: "Also accept the question marks of other scripts" },
  "unwrap-headings": { type: "boolean", description: "Also accept headings at the end of a wrapper element" },
  "answer-format": answerFormat,
  "bare-text": bareText,
  "heading-text": headingText,
  sources,
  language: text("BCP 47 tag: also accept the question mark of this language"),
};

interface FaqValues {
  "question-marks"?: boolean | undefined;
  "unwrap-headings"?: boolean | undefined;
  "answer-format"?: string | undefined;
  "bare-text"?: boolean | undefined;
  "heading-text"?: string | undefined;
  sources?: string | undefined;
  language?: string | undefined;
}

/** Returns the extractor's options from the flags. */
export function toFaqOptions(args: FaqValues): FaqOptions {
  return given({
    questionMarks: args["question-marks"] ? scriptMarks : ["?"],
    unwrapHeadings: args["unwrap-headings"] === true,
    answerFormat: args["answer-format"] as FaqOptions["answerFormat"],
    bareText: args["bare-text"],
    headingText: args["heading-text"] as FaqOptions["headingText"],
    sources: args.sources === undefined ? undefined : toSources("sources", args.sources),
    language: args.language,
  });
}

/** Flags for an organization's FAQ settings. */
export const organizationFaqArguments: {
  "faq-answer-format": EnumArgument;
  "faq-bare-text": BooleanArgument;
  "faq-heading-text": EnumArgument;
  "faq-sources": StringArgument;
  "faq-languages": BooleanArgument;
} = {
  "faq-answer-format": answerFormat,
  "faq-bare-text": bareText,
  "faq-heading-text": headingText,
  "faq-sources": sources,
  "faq-languages": {
    type: "boolean",
    description: "Also accept the question mark of the post's language",
  },
};

/** Values of {@link organizationFaqArguments}. */
export interface OrganizationFaqValues {
  "faq-answer-format"?: string | undefined;
  "faq-bare-text"?: boolean | undefined;
  "faq-heading-text"?: string | undefined;
  "faq-sources"?: string | undefined;
  "faq-languages"?: boolean | undefined;
}

/** Returns the settings from the flags, or undefined without any of them. */
export function toOrganizationFaq(args: OrganizationFaqValues): OrganizationFaq | undefined {
  const named = args["faq-sources"];
  const faq: OrganizationFaq = given({
    answerFormat: args["faq-answer-format"] as OrganizationFaq["answerFormat"],
    bareText: args["faq-bare-text"],
    headingText: args["faq-heading-text"] as OrganizationFaq["headingText"],
    sources: named === undefined ? undefined : toSources("faq-sources", named),
    languages: args["faq-languages"],
  });
  return Object.keys(faq).length === 0 ? undefined : faq;
}

function toSources(flag: string, text: string): FaqSource[] {
  const names = toList(text);
  const unknown = names.find((name) => !isSource(name));
  if (unknown === undefined) return names.filter(isSource);
  const nearest = nearestWord(unknown, FAQ_SOURCES);
  const question = nearest === undefined ? "" : `. Did you mean ${nearest}?`;
  throw new UsageError(
    `--${flag} has the unknown source ${unknown}: allowed are ${FAQ_SOURCES.join(", ")}${question}`,
  );
}

function isSource(name: string): name is FaqSource {
  return (FAQ_SOURCES as readonly string[]).includes(name);
}
