import { isHeadingName } from "../questions/title.ts";
import { cutText } from "../../base/text/well_formed.ts";
import type { AnswerRange } from "../answer/answer_ranges.ts";
import { questionKey } from "../entry_list.ts";
import { PageParts } from "../clean/page_parts.ts";
import type { FaqOptions } from "../options/faq_options.ts";
import type { FullSettings } from "../options/full_settings.ts";
import { isFootnoteMark, OmittedElements } from "../outline/omitted_elements.ts";
import { type OutlineItem, TEXT } from "../outline/outline.ts";
import type { Skip } from "../outline/walk_range.ts";
import { textOfRange } from "../outline/text_visitor.ts";
import type { FoundEntry, OutlineReading } from "../outline_entries.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import type { FaqFinding, FaqFindingCode } from "./faq_finding.ts";
import { TEXT_FINDINGS } from "./text_findings.ts";

/** Maximum number of findings of a post. */
const MAX_FINDINGS = 200;
/** Maximum number of characters of a finding's text. */
const MAX_EXCERPT = 100;
/** Maximum number of characters of an answer that are searched for patterns. */
const MAX_SEARCHED = 10_000;

const CLEAN: FaqOptions = { clean: true };
const SHOWN = new Set(["pre", "table", "ul", "ol", "dl", "blockquote"]);
const WORD = /[\p{L}\p{N}]/u;

type Finding = Omit<FaqFinding, "excerpt">;

const BARE_TEXT: Finding = {
  code: "bare-text",
  message: "Text between the elements of the answer is lost.",
  option: { bareText: true },
};
const PERMALINK: Finding = {
  code: "permalink",
  message: "The answer contains a link to a heading.",
  option: CLEAN,
};
const FORMULA: Finding = {
  code: "repeated-formula",
  message: "A formula is written more than once.",
  option: CLEAN,
};
const FOOTNOTE: Finding = {
  code: "footnote-mark",
  message: "The answer contains the mark of a footnote.",
  option: { headingText: "visible" },
};
const SAME: Finding = { code: "same-answer", message: "Another question has the same answer." };
const LINK_ONLY: Finding = { code: "link-only", message: "The answer is nothing but a link." };
const CUT_OFF: Finding = {
  code: "cut-off",
  message: "The answer ends with a colon, so the text that belongs to it is missing.",
};

/** Finds the parts of a post's entries that an editor would not publish. */
export class AnswerFindings<Node> {
  readonly #tree: FullTreeAdapter<Node>;
  readonly #reading: OutlineReading<Node>;
  readonly #settings: FullSettings;
  readonly #parts: PageParts<Node>;
  readonly #isRepeatedFormula: Skip<Node>;
  readonly #visible: OmittedElements<Node>;
  readonly #answers = new Set<string>();
  #count = 0;

  constructor(tree: FullTreeAdapter<Node>, reading: OutlineReading<Node>, settings: FullSettings) {
    this.#tree = tree;
    this.#reading = reading;
    this.#settings = settings;
    this.#parts = new PageParts(tree, reading.outline);
    this.#isRepeatedFormula = this.#parts.repeatedFormulas();
    this.#visible = new OmittedElements(tree, reading.outline, { ...settings, isVisibleOnly: true });
  }

  /** Returns the findings of an entry, at most one of each code. Call it for the entries in order. */
  of(found: FoundEntry<Node>): FaqFinding[] {
    const findings = new Map<FaqFindingCode, FaqFinding>();
    const add = (finding: Finding, excerpt: string): void => {
      if (findings.has(finding.code) || this.#count >= MAX_FINDINGS) return;
      this.#count++;
      findings.set(finding.code, { ...finding, excerpt: excerptOf(excerpt) });
    };
    const names = this.#walk(found, add);
    this.#readTexts(found, names, add);
    return [...findings.values()];
  }

  /** Reports the elements and bare texts of an answer. Returns the names of its elements. */
  #walk({ entry, ranges }: FoundEntry<Node>, add: (finding: Finding, excerpt: string) => void): Set<string> {
    const { outline, omitted } = this.#reading;
    const skip = omitted.inAnswer(entry.question);
    const isPermalink = this.#visible.inAnswer(entry.question);
    const names = new Set<string>();
    for (const { from, to, bareParent } of ranges) {
      for (let at = from; at < to;) {
        const item = outline[at];
        if (item === undefined) break;
        if (item.name === TEXT) {
          if (item.parent === bareParent && WORD.test(item.text)) add(BARE_TEXT, item.text);
          at++;
          continue;
        }
        const finding = skip?.(item, at) === true ? "omitted" : this.#findingAt(item, at, isPermalink);
        if (typeof finding === "object") {
          const text = textOfRange(outline, at, Math.min(item.end, at + MAX_EXCERPT));
          if (text !== "") add(finding, text);
        } else if (finding === undefined) names.add(item.name);
        at = finding === undefined ? at + 1 : item.end;
      }
    }
    return names;
  }

  #findingAt(item: OutlineItem<Node>, at: number, isPermalink: Skip<Node> | undefined): Finding | undefined {
    if (!this.#settings.isClean) {
      const kind = this.#parts.kindAt(item, at);
      if (kind !== undefined) return { code: kind.code, message: kind.message, option: CLEAN };
      if (this.#isRepeatedFormula(item, at)) return FORMULA;
    }
    if (isFootnoteMark(this.#tree, this.#reading.outline, item, at)) return FOOTNOTE;
    return item.name === "a" && isPermalink?.(item, at) === true ? PERMALINK : undefined;
  }

  #readTexts(
    { entry, at, ranges }: FoundEntry<Node>,
    names: ReadonlySet<string>,
    add: (finding: Finding, excerpt: string) => void,
  ): void {
    const { question, answer } = entry;
    const isShown = [...names].some((name) => SHOWN.has(name));
    for (const { in: side, pattern, unlessShown, code, message } of TEXT_FINDINGS) {
      if (unlessShown === true && isShown) continue;
      const found = pattern.exec((side === "question" ? question : answer).slice(0, MAX_SEARCHED));
      if (found !== null) add({ code, message }, side === "question" ? question : found[0]);
    }
    const key = questionKey(answer);
    if (this.#answers.has(key)) add(SAME, answer);
    this.#answers.add(key);
    if (this.#isLinkOnly(ranges)) add(LINK_ONLY, answer);
    if (/(?:^|[^:])[:：]$/u.test(answer)) add(this.#cutOff(at, ranges), answer.slice(-MAX_EXCERPT));
  }

  /** Names the option if a deeper heading follows the answer. */
  #cutOff(title: number, ranges: readonly AnswerRange[]): Finding {
    const { outline } = this.#reading;
    const next = outline[ranges.at(-1)?.to ?? outline.length]?.name ?? "";
    const isDeeper = isHeadingName(next) && next > (outline[title]?.name ?? "");
    return isDeeper ? { ...CUT_OFF, option: { answerEnd: "sameLevel" } } : CUT_OFF;
  }

  /** Returns true if all words of an answer are in one link. */
  #isLinkOnly(ranges: readonly AnswerRange[]): boolean {
    let link: OutlineItem<Node> | undefined;
    let linkEnd = 0;
    for (const { from, to, bareParent } of ranges) {
      for (let at = from; at < to; at++) {
        const item = this.#reading.outline[at];
        if (item === undefined) break;
        if (item.name === TEXT && item.parent !== bareParent && at >= linkEnd && WORD.test(item.text))
          return false;
        if (item.name !== "a" || at < linkEnd) continue;
        if (link !== undefined) return false;
        link = item;
        linkEnd = item.end;
      }
    }
    return link !== undefined;
  }
}

function excerptOf(found: string): string {
  const text = found.trim();
  return text.length <= MAX_EXCERPT ? text : `${cutText(text, MAX_EXCERPT - 1)}…`;
}
