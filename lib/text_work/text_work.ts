import type { Awaitable } from "../awaitable.ts";
import { TextTooLargeError } from "./text_work_errors.ts";
import type { TextTaskInput, TextTaskName, TextTaskOutput, TextWorker } from "./text_worker.ts";

/** Bounds of a task in characters. */
interface TextBounds {
  /** Longest text that is worked on within the event loop where a worker could take it. */
  inline: number;
  /** Longest text that is worked on where there is no worker. */
  alone: number;
}

/**
 * No text within these bounds holds the event loop for 250 ms, except the longest HTML without a worker: `bench/results/text_work.md` has
 * the worst cases that were found.
 */
const bounds: Readonly<Record<TextTaskName, TextBounds>> = {
  readMarkdown: { inline: 16_384, alone: 65_536 },
  toMarkdown: { inline: 32_768, alone: 131_072 },
  countWords: { inline: 131_072, alone: Infinity },
  extractFaq: { inline: 131_072, alone: Infinity },
  explainFaq: { inline: 8192, alone: 16_384 },
};

/** A task on one text. */
export interface TextWorkRequest<Name extends TextTaskName> {
  name: Name;
  input: TextTaskInput<Name>;
  /** Characters of the text. */
  length: number;
  /** The work per character, as a multiple of the task's usual work. Default: 1. */
  weight?: number;
  /** Does the work within the event loop. */
  inline: () => Awaitable<TextTaskOutput<Name>>;
}

/** Does work on texts that users write: short ones within the event loop, long ones by the host's worker. */
export class TextWork {
  readonly #worker: TextWorker | undefined;

  constructor(worker: TextWorker | undefined) {
    this.#worker = worker;
  }

  /**
   * Does the work.
   *
   * @throws {TextTooLargeError} when the text is too long and there is no worker
   * @throws {TextWorkStoppedError} when the work takes too long
   * @throws {TextWorkerBusyError} when too many texts are waiting
   */
  run<Name extends TextTaskName>({
    name,
    input,
    length,
    weight = 1,
    inline,
  }: TextWorkRequest<Name>): Awaitable<TextTaskOutput<Name>> {
    const { [name]: bound } = bounds;
    if (length * weight <= bound.inline) return inline();
    if (this.#worker !== undefined) return this.#worker.run(name, input);
    if (length > bound.alone) throw new TextTooLargeError(length, bound.alone);
    return inline();
  }
}
