import { commentsOf } from "./comments_of.ts";

/** A sentence that breaks a rule of CONTRIBUTING.md, "Plain English". */
export interface Fault {
  path: string;
  /** Line counted from 1. */
  line: number;
  rule: string;
  sentence: string;
}

/** Maximum number of words in a sentence. */
const longestSentence = 25;

/** Maximum number of characters in the subject of a commit. */
const longestSubject = 72;

const openings = /^(?:What|Whether|How|Where|Who|Whom|Of)\b/;
const phrases = /\b(?:none of|who has|that is none|that are none|is no key)\b/i;
const subjectForm = /^[a-z][a-z0-9_./, -]*: [^\s.](?:.*[^\s.])?$/;

/** Faults of the comments of a TypeScript or JavaScript file. */
export function commentFaults(path: string, source: string): Fault[] {
  return commentsOf(path, source).flatMap(({ line, text }) => [
    ...(openings.test(text) ? [{ path, line, rule: "opens with a question word", sentence: text }] : []),
    ...textFaults(path, text).map((fault) => ({ ...fault, line: line + fault.line - 1 })),
  ]);
}

/** Faults of the prose of a Markdown page: its code blocks and tables are not read. */
export function proseFaults(path: string, markdown: string): Fault[] {
  const withoutLetters = (block: string): string => block.replaceAll(/[^\n]/g, "");
  const prose = markdown
    .replaceAll(/^```[\s\S]*?^```/gm, withoutLetters)
    .replaceAll(/<!--[\s\S]*?-->/g, withoutLetters)
    .replaceAll(/^\|.*$/gm, "");
  return textFaults(path, prose);
}

/** Faults of the subjects of commits. */
export function subjectFaults(subjects: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, sentence] of subjects.entries()) {
    const at = { path: "commit", line: index + 1, sentence };
    if (sentence.length > longestSubject) faults.push({ ...at, rule: `over ${longestSubject} characters` });
    if (!subjectForm.test(sentence)) faults.push({ ...at, rule: 'not of the form "area: imperative"' });
  }
  return faults;
}

function textFaults(path: string, text: string): Fault[] {
  const faults: Fault[] = [];
  for (const { line, paragraph } of paragraphsOf(text)) {
    const phrase = phrases.exec(paragraph)?.[0];
    if (phrase !== undefined) faults.push({ path, line, rule: `says "${phrase}"`, sentence: paragraph });
    for (const sentence of sentencesOf(paragraph)) {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
      if (words > longestSentence) faults.push({ path, line, rule: `has ${words} words`, sentence });
    }
  }
  return faults;
}

/** Paragraphs, list items, headings and tags of a docstring, with code and addresses as one word each. */
function paragraphsOf(text: string): { line: number; paragraph: string }[] {
  const paragraphs: { line: number; paragraph: string }[] = [];
  let isOpen = false;
  for (const [index, raw] of text.split("\n").entries()) {
    const begins = /^\s*(?:[-*#@]|\d+\.\s)/.test(raw);
    const last = paragraphs.at(-1);
    if (raw.trim() === "") isOpen = false;
    else if (isOpen && !begins && last) last.paragraph += ` ${raw.trim()}`;
    else {
      paragraphs.push({ line: index + 1, paragraph: raw.trim() });
      isOpen = true;
    }
  }
  return paragraphs.map(({ line, paragraph }) => ({ line, paragraph: plainWords(paragraph) }));
}

function plainWords(paragraph: string): string {
  return paragraph
    .replaceAll(/`[^`]*`(?:, `[^`]*`)*/g, "x")
    .replaceAll(/\{@link [^}]*\}/g, "x")
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/^@(?:param|typeParam)\s+\S+\s*/, "")
    .replace(/^@\w+\s*/, "");
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=[.!?:;])\s+(?=[A-Z("]|x\b)/);
}
