import {
  faqOptionsOf,
  type FaqSettingsChange,
  faqSettingsFor,
  type HostFaq,
  type StoredPostWithHtml,
} from "../content/mod.ts";
import type { FaqExplanation } from "../faq/mod.ts";
import { explainPostFaq } from "../text_work/mod.ts";

/** Headings of one kind that look like questions but are not FAQ entries. */
export interface LostQuestions extends Pick<FaqExplanation, "element" | "reason"> {
  count: number;
  /** The settings that would turn them into entries. Absent if no setting of the organization does. */
  change?: FaqSettingsChange;
  /** Text of the first heading. */
  example: string;
}

/** Maximum length of an example, and maximum number of kinds. They bound the memory of an import of any size. */
const longestExample = 200;
const mostKinds = 1000;

/** Counts the headings of imported posts that look like questions but are not FAQ entries. */
export class LostQuestionCounts {
  readonly #faq: HostFaq;
  readonly #kinds = new Map<string, LostQuestions>();

  /** @param faq the FAQ options for the organization's posts */
  constructor(faq: HostFaq) {
    this.#faq = faq;
  }

  /** Counts the headings of a post. */
  add(post: StoredPostWithHtml): void {
    const options = faqOptionsOf({ language: post.inLanguage }, post, this.#faq);
    const explanations = explainPostFaq({ html: post.html, options }) ?? [];
    for (const explanation of explanations) {
      if (!explanation.isEntry)
        this.#count(explanation, faqSettingsFor(explanation.option, options, post.inLanguage));
    }
  }

  /** Returns the kinds, the most frequent first. */
  list(): LostQuestions[] {
    return [...this.#kinds.values()].toSorted((one, other) => other.count - one.count);
  }

  #count({ element, reason, text }: FaqExplanation, change: FaqSettingsChange | undefined): void {
    const kind = JSON.stringify([element, reason, change]);
    const known = this.#kinds.get(kind);
    if (known !== undefined) known.count++;
    else if (this.#kinds.size < mostKinds) {
      const example = text.slice(0, longestExample);
      const lost: LostQuestions = { count: 1, element, reason, example };
      this.#kinds.set(kind, change === undefined ? lost : { ...lost, change });
    }
  }
}
