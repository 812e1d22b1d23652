import {
  faqOptionsOf,
  type FaqSettingsChange,
  faqSettingsFor,
  type HostFaq,
  type StoredPostWithHtml,
} from "../../content/mod.ts";
import type { FaqExplanation, FaqOptions } from "../../faq/mod.ts";
import { reasonOfRefusal } from "../../base/text_work_errors.ts";
import { cloneableFaqOptions, explainPostFaq, type TextWork } from "../text_work/mod.ts";
import { detachedText } from "../values/detached_text.ts";
import type { Place } from "../import_item.ts";

/** Headings of one kind that look like questions but are not FAQ entries. */
export interface LostQuestions extends Pick<FaqExplanation, "element" | "reason"> {
  count: number;
  /** The settings that would turn them into entries. Absent if no setting of the organization does. */
  change?: FaqSettingsChange;
  /** The first of them, at most 3: the heading's text, and its post. */
  examples: { place: Place; slug: string; text: string }[];
}

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
    for (const explanation of explanations) {
      if (explanation.isEntry) continue;
      const change = faqSettingsFor(explanation.option, options, inLanguage);
      const kind = this.#kindOf(explanation, change);
      if (kind === undefined) continue;
      kind.count++;
      if (kind.examples.length >= mostExamples) continue;
      const text = detachedText(explanation.text.slice(0, longestExample));
      kind.examples.push({ place, slug, text });
    }
    return undefined;
  }

  /** Returns the kinds, the most frequent first. */
  list(): LostQuestions[] {
    return [...this.#kinds.values()].toSorted((one, other) => other.count - one.count);
  }

  /** Returns undefined if there are too many kinds. */
  #kindOf(
    { element, reason }: FaqExplanation,
    change: FaqSettingsChange | undefined,
  ): LostQuestions | undefined {
    const key = JSON.stringify([element, reason, change]);
    const known = this.#kinds.get(key);
    if (known !== undefined || this.#kinds.size >= mostKinds) return known;
    const lost: LostQuestions = { count: 0, element, reason, ...(change && { change }), examples: [] };
    this.#kinds.set(key, lost);
    return lost;
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
      return reasonOfRefusal(error);
    }
  }
}
