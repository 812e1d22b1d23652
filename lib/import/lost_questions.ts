import { faqOptionsOf, type HostFaq, type StoredPostWithHtml } from "../content/mod.ts";
import type { FaqExplanation } from "../faq/mod.ts";
import { explainPostFaq } from "../text_work/mod.ts";

/** Headings of one kind that look like questions, and are no FAQ entries. */
export interface LostQuestions extends Pick<FaqExplanation, "element" | "reason" | "option"> {
  count: number;
  /** The text of the first. */
  example: string;
}

/** Texts are shortened to this, so that an import takes the same memory whatever its length. */
const longestExample = 200;

/** Counts the headings of imported posts that look like questions, and are no FAQ entries. */
export class LostQuestionCounts {
  readonly #faq: HostFaq;
  readonly #kinds = new Map<string, LostQuestions>();

  /** @param faq how questions are found in the posts of the organization */
  constructor(faq: HostFaq) {
    this.#faq = faq;
  }

  /** Counts those of a post. */
  add(post: StoredPostWithHtml): void {
    const options = faqOptionsOf({ language: post.inLanguage }, post, this.#faq);
    const explanations = explainPostFaq({ html: post.html, options }) ?? [];
    for (const explanation of explanations) if (!explanation.isEntry) this.#count(explanation);
  }

  /** The kinds, the most frequent first. */
  list(): LostQuestions[] {
    return [...this.#kinds.values()].toSorted((one, other) => other.count - one.count);
  }

  #count({ element, reason, option, text }: FaqExplanation): void {
    const kind = JSON.stringify([element, reason, option]);
    const known = this.#kinds.get(kind);
    if (known !== undefined) known.count++;
    else {
      const example = text.slice(0, longestExample);
      const lost: LostQuestions = { count: 1, element, reason, example };
      this.#kinds.set(kind, option === undefined ? lost : { ...lost, option });
    }
  }
}
