import {
  faqOptionsOf,
  type FaqSettingsChange,
  faqSettingsFor,
  type HostFaq,
  type StoredPostWithHtml,
} from "../../content/mod.ts";
import type { FaqExplanation, FaqFinding, FaqOptions } from "../../faq/mod.ts";
import { reasonOfRefusal } from "../../base/text_work_errors.ts";
import { faqExplanationsOf, type TextWork } from "../text_work/mod.ts";
import { detachedText } from "../values/detached_text.ts";
import type { Place } from "../import_item.ts";

/** Headings or entries of one kind. */
interface KindCount {
  count: number;
  /** The settings that would mend them. Absent if no setting of the organization does. */
  change?: FaqSettingsChange;
  /** The first of them, at most 3: the heading's text or the fault's, and its post. */
  examples: { place: Place; slug: string; text: string }[];
}

/** Headings of one kind that look like questions but are not FAQ entries. */
export interface LostQuestions extends KindCount, Pick<FaqExplanation, "element" | "reason"> {}

/** Entries with one kind of fault that an editor would not publish. */
export interface AnswerFaults extends KindCount, Pick<FaqFinding, "code" | "message"> {}

/** The headings of a post. */
interface ExplainedPost extends Pick<StoredPostWithHtml, "slug" | "inLanguage"> {
  options: FaqOptions;
  /** The reason if the post could not be searched. Null if it is too long. */
  explanations: FaqExplanation[] | string | null;
}

/** Maximum length of an example, and maximum number of kinds. They bound the memory of an import of any size. */
const longestExample = 200;
const mostKinds = 1000;
const mostExamples = 3;

/** Counts the headings of imported posts that look like questions but are not FAQ entries, and the faults of entries. */
export class LostQuestionCounts {
  readonly #faq: HostFaq;
  readonly #textWork: TextWork;
  readonly #kinds = new Map<string, LostQuestions>();
  readonly #faults = new Map<string, AnswerFaults>();

  /** @param faq the FAQ options for the organization's posts */
  constructor(faq: HostFaq, textWork: TextWork) {
    this.#faq = faq;
    this.#textWork = textWork;
  }

  /** Explains the headings of a post. */
  async explain(post: StoredPostWithHtml): Promise<ExplainedPost> {
    const options = faqOptionsOf({ language: post.inLanguage }, post, this.#faq);
    const { slug, inLanguage } = post;
    return { slug, inLanguage, options, explanations: await this.#explain(post.html, options) };
  }

  /** Counts the headings of a post that was found at a place. Returns the reason if the post could not be searched. */
  add({ slug, inLanguage, options, explanations }: ExplainedPost, place: Place): string | undefined {
    if (explanations === null) return "it is longer than maxInputLength";
    if (typeof explanations === "string") return explanations;
    const found = { slug, place };
    for (const { isEntry, element, reason, text, option, findings = [] } of explanations) {
      if (!isEntry) {
        const change = faqSettingsFor(option, options, inLanguage);
        count(this.#kinds, { element, reason, ...(change && { change }) }, { ...found, text });
      }
      for (const { code, message, excerpt, option: mending } of findings) {
        const change = faqSettingsFor(mending, options, inLanguage);
        count(this.#faults, { code, message, ...(change && { change }) }, { ...found, text: excerpt });
      }
    }
    return undefined;
  }

  /** Returns the kinds of headings, the most frequent first. */
  list(): LostQuestions[] {
    return mostFrequent(this.#kinds);
  }

  /** Returns the kinds of faults, the most frequent first. */
  listFaults(): AnswerFaults[] {
    return mostFrequent(this.#faults);
  }

  async #explain(html: string, options: FaqOptions): Promise<FaqExplanation[] | string | null> {
    try {
      return await faqExplanationsOf(html, options, this.#textWork);
    } catch (error) {
      return reasonOfRefusal(error);
    }
  }
}

/** Counts a kind, if there are not too many kinds. */
function count<Kind extends KindCount>(
  kinds: Map<string, Kind>,
  kind: Omit<Kind, "count" | "examples">,
  { text, ...example }: KindCount["examples"][number],
): void {
  const key = JSON.stringify(kind);
  const known = kinds.get(key) ?? ({ count: 0, ...kind, examples: [] } as unknown as Kind);
  if (known.count === 0) {
    if (kinds.size >= mostKinds) return;
    kinds.set(key, known);
  }
  known.count++;
  if (known.examples.length >= mostExamples) return;
  known.examples.push({ ...example, text: detachedText(text.slice(0, longestExample)) });
}

function mostFrequent<Kind extends KindCount>(kinds: ReadonlyMap<string, Kind>): Kind[] {
  return [...kinds.values()].toSorted((one, other) => other.count - one.count);
}
