import {
  faqOptionsOf,
  type FaqSettingsChange,
  faqSettingsFor,
  type HostFaq,
  type StoredPostWithHtml,
} from "../content/mod.ts";
import type { FaqExplanation, FaqOptions } from "../faq/mod.ts";
import {
  cloneableFaqOptions,
  explainPostFaq,
  TextTooLargeError,
  type TextWork,
  TextWorkerBusyError,
  TextWorkStoppedError,
} from "../text_work/mod.ts";

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
  readonly #textWork: TextWork;
  readonly #kinds = new Map<string, LostQuestions>();

  /** @param faq the FAQ options for the organization's posts */
  constructor(faq: HostFaq, textWork: TextWork) {
    this.#faq = faq;
    this.#textWork = textWork;
  }

  /** Counts the headings of a post. Returns the reason if the post could not be searched. */
  async add(post: StoredPostWithHtml): Promise<string | undefined> {
    const options = faqOptionsOf({ language: post.inLanguage }, post, this.#faq);
    const explanations = await this.#explain(post.html, options);
    if (explanations === null) return "it is longer than maxInputLength";
    if (typeof explanations === "string") return explanations;
    for (const explanation of explanations) {
      if (!explanation.isEntry)
        this.#count(explanation, faqSettingsFor(explanation.option, options, post.inLanguage));
    }
    return undefined;
  }

  /** Returns the kinds, the most frequent first. */
  list(): LostQuestions[] {
    return [...this.#kinds.values()].toSorted((one, other) => other.count - one.count);
  }

  async #explain(html: string, options: FaqOptions): Promise<FaqExplanation[] | string | null> {
    try {
      return await this.#textWork.run({
        name: "explainFaq",
        input: { html, options: cloneableFaqOptions(options) },
        length: html.length,
        inline: () => explainPostFaq({ html, options }),
      });
    } catch (error) {
      const isLeftOut = [TextTooLargeError, TextWorkStoppedError, TextWorkerBusyError].some(
        (kind) => error instanceof kind,
      );
      if (!isLeftOut || !(error instanceof Error)) throw error;
      return error.message;
    }
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
