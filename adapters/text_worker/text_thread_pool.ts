import { FairQueue } from "../../lib/base/fair_queue.ts";
import { TextWorkerBusyError } from "../../lib/base/text_work_errors.ts";
import type {
  TextTaskInput,
  TextTaskName,
  TextTaskOutput,
  TextWorker,
} from "../../lib/import/text_work/mod.ts";
import { type Task, TextThreadHandle } from "./text_thread_handle.ts";
import type { ThreadRequest } from "./thread_messages.ts";

/**
 * Runs tasks on threads that organizations share fairly. A thread starts when it is first needed, and is replaced after a deadline ended it.
 */
export class TextThreadPool implements TextWorker {
  readonly #options: TextWorkerOptions;
  readonly #queue: FairQueue;
  readonly #idle = new Set<TextThreadHandle>();

  constructor(options: TextWorkerOptions) {
    this.#options = options;
    this.#queue = new FairQueue({
      atOnce: options.threads,
      waiting: options.queue,
      busy: () => new TextWorkerBusyError(options.queue),
    });
  }

  async run<Name extends TextTaskName>(
    name: Name,
    input: TextTaskInput<Name>,
    organizationSlug = "",
  ): Promise<TextTaskOutput<Name>> {
    const output = await this.#queue.run(organizationSlug, () => this.#runOnThread({ name, input }));
    return output as TextTaskOutput<Name>;
  }

  #runOnThread(request: ThreadRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const task = { request, resolve, reject };
      const [thread] = this.#idle;
      if (thread === undefined) this.#start(task);
      else {
        this.#idle.delete(thread);
        thread.start(task, this.#options.deadlineMs);
      }
    });
  }

  #start(first: Task): void {
    let task: Task | undefined = first;
    const started: TextThreadHandle = new TextThreadHandle({
      idle: (thread) => {
        if (task === undefined) this.#idle.add(thread);
        else thread.start(task, this.#options.deadlineMs);
        task = undefined;
      },
      ended: (error) => {
        this.#idle.delete(started);
        // Without this, a thread that fails to start would leave its task waiting forever.
        task?.reject(error);
      },
    });
  }
}

/** Options of `textWorker`. */
export interface TextWorkerOptions {
  /** Maximum number of threads, 1 to 64. Each starts when it is first needed. Default: 1. */
  threads: number;
  /** Maximum time for one text in milliseconds, 10 to 60,000. Default: 2000. */
  deadlineMs: number;
  /** Maximum number of waiting texts, 1 to 10,000. Default: 100. */
  queue: number;
}
