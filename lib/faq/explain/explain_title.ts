import { questionKey } from "../entry_list.ts";
import type { FaqExplanation } from "./faq_explanation.ts";
import type { FaqOptions } from "../options/faq_options.ts";
import type { FullSettings } from "../options/full_settings.ts";
import type { NearQuestion } from "./near_questions.ts";
import type { OptionTrials } from "./option_trials.ts";
import { titleObstacles } from "./title_obstacles.ts";

type Outcome = Pick<FaqExplanation, "reason" | "option">;

/** Options that can find an answer, starting with the smallest change. */
const ANSWER_OPTIONS: readonly [reason: string, option: FaqOptions][] = [
  ["The text after it is bare text. Only text inside elements belongs to an answer.", { bareText: true }],
  ["It is the last content of its wrapper, so no element follows it.", { unwrapHeadings: true }],
  [
    "It is the last content of its wrapper, and the text after the wrapper is bare text.",
    { bareText: true, unwrapHeadings: true },
  ],
  ["A heading follows it. Deeper headings do not belong to an answer.", { answerEnd: "sameLevel" }],
];

/** Explains the titles of one post. */
export class TitleExplainer<Node> {
  readonly #settings: FullSettings;
  readonly #trials: OptionTrials<Node>;
  readonly #entries: ReadonlyMap<Node, string>;
  /** The questions of the entries, as comparison keys. */
  readonly #questions: ReadonlySet<string>;

  constructor(settings: FullSettings, trials: OptionTrials<Node>, entries: ReadonlyMap<Node, string>) {
    this.#settings = settings;
    this.#trials = trials;
    this.#entries = entries;
    this.#questions = new Set([...entries.values()].map(questionKey));
  }

  explain(near: NearQuestion<Node>): FaqExplanation {
    const { element, node } = near;
    const isEntry = this.#entries.has(node);
    const outcome = isEntry ? { reason: "It is an entry." } : this.#outcome(near);
    return { text: near.text === "" ? near.visibleText : near.text, element, isEntry, ...outcome };
  }

  #outcome(near: NearQuestion<Node>): Outcome {
    if (near.isHidden) return { reason: "It is in a hidden element, so it is ignored." };
    if (near.isSkipped) return { reason: "An item of the option skip leaves it out." };
    const obstacles = titleObstacles(near, this.#settings);
    const reasons = obstacles.map(({ reason }) => reason);
    if (obstacles.some(({ option }) => option === undefined)) return { reason: reasons.join(" ") };
    const options: FaqOptions = Object.assign({}, ...obstacles.map(({ option }) => option));
    if (reasons.length > 0 && this.#makesEntry(near, options)) {
      return { reason: reasons.join(" "), option: options };
    }
    const answer = this.#answerOutcome(near, options);
    return { ...answer, reason: [...reasons, answer.reason].join(" ") };
  }

  /** Explains a title that the options make a question, but not an entry. */
  #answerOutcome(near: NearQuestion<Node>, options: FaqOptions): Outcome {
    if (this.#questions.has(questionKey(near.text)))
      return { reason: "The same question is already an entry." };
    const overMaximum = this.#overMaximum(near, options);
    if (overMaximum !== undefined) return overMaximum;
    for (const [reason, further] of ANSWER_OPTIONS) {
      const option = { ...options, ...further };
      if (this.#makesEntry(near, option)) return { reason, option };
    }
    return { reason: "No answer follows it." };
  }

  #overMaximum(near: NearQuestion<Node>, options: FaqOptions): Outcome | undefined {
    const { maxEntries } = this.#settings;
    if (maxEntries === Infinity || this.#entries.size < maxEntries) return undefined;
    const all = this.#trials.entriesWith({ ...options, maxEntries: Infinity });
    if (all?.has(near.node) !== true) return undefined;
    return {
      reason: `It comes after the first ${maxEntries} entries (maxEntries).`,
      option: { ...options, maxEntries: all.size },
    };
  }

  #makesEntry(near: NearQuestion<Node>, option: FaqOptions): boolean {
    return this.#trials.entriesWith(option)?.has(near.node) ?? false;
  }
}
