import { FAQ_SOURCES, type FaqOptions, type FaqSource } from "../../../lib/faq/mod.ts";
import type { OrganizationFaq } from "../../../lib/mod.ts";
import { nearestWord } from "../../../lib/base/text/nearest_word.ts";
import { UsageError } from "../frame/exit/cli_error.ts";
import { toList } from "../store/with_api.ts";
import {
  choice,
  type ChoiceFlag,
  type OptionalToggle,
  optionalToggle,
  text,
  type TextFlag,
  type ValuesOf,
} from "../frame/arguments/argument_definition.ts";
import { given } from "../../../lib/base/given.ts";

const answerFormat: ChoiceFlag<NonNullable<OrganizationFaq["answerFormat"]>> = choice(
  "Format of answers: text, escaped for JSON-LD, or html, which search engines also accept",
  ["text", "escaped", "html"],
);
const headingText: ChoiceFlag<NonNullable<OrganizationFaq["headingText"]>> = choice(
  "Text of a question: the whole heading, or only its visible text",
  ["whole", "visible"],
);
const answerEnd: ChoiceFlag<NonNullable<OrganizationFaq["answerEnd"]>> = choice(
  "End of an answer: the next heading, or the next heading of the same or a higher level",
  ["heading", "sameLevel"],
);
const bareText = optionalToggle("Include text between the paragraphs of an answer");
const clean = optionalToggle(
  "Leave out buttons, navigation, edit links, feedback forms, share bars and names of icons",
);
const closingMarks = optionalToggle("Accept closing quotes and brackets after the question mark");
const skip = text(
  "Questions to leave out, separated by commas: a question, its beginning and *, a class such as .no-faq, or an attribute such as [data-no-faq]",
);
const sources = text(`More sources of questions, separated by commas. Names: ${FAQ_SOURCES.join(", ")}`);

/** The question marks that `--question-marks` adds. */
export const scriptMarks: readonly string[] = ["?", "？", "؟", "\u037e", "՞"];

type ToggleName = "question-marks" | "unwrap-headings" | "bare-text" | "clean" | "closing-marks";

/** Flags for the extractor's options. */
export const faqArguments: Record<ToggleName, OptionalToggle> &
  Record<"answer-format", typeof answerFormat> &
  Record<"answer-end", typeof answerEnd> &
  Record<"heading-text", typeof headingText> &
  Record<"sources" | "skip" | "language", TextFlag> = {
  "question-marks": optionalToggle("Also accept the question marks of other scripts"),
  "unwrap-headings": optionalToggle("Also accept headings at the end of a wrapper element"),
  "answer-format": answerFormat,
  "answer-end": answerEnd,
  "bare-text": bareText,
  clean,
  "closing-marks": closingMarks,
  "heading-text": headingText,
  sources,
  skip,
  language: text("BCP 47 tag: also accept the question mark of this language"),
};

/** Returns the extractor's options from the flags. */
export function toFaqOptions(args: ValuesOf<typeof faqArguments>): FaqOptions {
  return given({
    questionMarks: args["question-marks"] ? scriptMarks : ["?"],
    unwrapHeadings: args["unwrap-headings"] === true,
    answerFormat: args["answer-format"],
    answerEnd: args["answer-end"],
    bareText: args["bare-text"],
    clean: args.clean,
    closingMarks: args["closing-marks"],
    headingText: args["heading-text"],
    sources: args.sources === undefined ? undefined : toSources("sources", args.sources),
    skip: args.skip === undefined ? undefined : toList(args.skip),
    language: args.language,
  });
}

/** Flags for an organization's FAQ settings. */
export const organizationFaqArguments: Record<
  "faq-bare-text" | "faq-clean" | "faq-closing-marks" | "faq-languages",
  OptionalToggle
> &
  Record<"faq-answer-format", typeof answerFormat> &
  Record<"faq-answer-end", typeof answerEnd> &
  Record<"faq-heading-text", typeof headingText> &
  Record<"faq-sources" | "faq-skip", TextFlag> = {
  "faq-answer-format": answerFormat,
  "faq-answer-end": answerEnd,
  "faq-bare-text": bareText,
  "faq-clean": clean,
  "faq-closing-marks": closingMarks,
  "faq-heading-text": headingText,
  "faq-sources": sources,
  "faq-skip": skip,
  "faq-languages": optionalToggle("Also accept the question mark of the post's language"),
};

/** Returns the settings from the flags, or undefined without any of them. */
export function toOrganizationFaq(
  args: ValuesOf<typeof organizationFaqArguments>,
): OrganizationFaq | undefined {
  const named = args["faq-sources"];
  const faq: OrganizationFaq = given({
    answerFormat: args["faq-answer-format"],
    answerEnd: args["faq-answer-end"],
    bareText: args["faq-bare-text"],
    clean: args["faq-clean"],
    closingMarks: args["faq-closing-marks"],
    headingText: args["faq-heading-text"],
    sources: named === undefined ? undefined : toSources("faq-sources", named),
    skip: args["faq-skip"] === undefined ? undefined : toList(args["faq-skip"]),
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
