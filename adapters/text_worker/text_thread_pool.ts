import {
  type TextTaskInput,
  type TextTaskName,
  type TextTaskOutput,
  type TextWorker,
  TextWorkerBusyError,
} from "../../lib/text_work/mod.ts";
import { type Task, TextThreadHandle } from "./text_thread_handle.ts";
import type { TextWorkerOptions } from "./text_worker_options.ts";

/** Runs tasks on threads. A thread starts when it is first needed, and is replaced after a deadline ended it. */
export class TextThreadPool implements TextWorker {
  readonly #options: TextWorkerOptions;
  readonly #waiting: Task[] = [];
  readonly #idle: TextThreadHandle[] = [];
  /** Number of threads that are starting, idle or busy. */
  #threads = 0;

  constructor(options: TextWorkerOptions) {
    this.#options = options;
  }

  run<Name extends TextTaskName>(name: Name, input: TextTaskInput<Name>): Promise<TextTaskOutput<Name>> {
    if (this.#waiting.length >= this.#options.queue) {
      return Promise.reject(new TextWorkerBusyError(this.#waiting.length));
    }
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ request: { name, input }, resolve, reject });
      this.#next();
    }) as Promise<TextTaskOutput<Name>>;
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const thread = this.#idle.pop();
    const task = thread && this.#waiting.shift();
    if (task !== undefined) thread?.start(task, this.#options.deadlineMs);
    else if (this.#threads < this.#options.threads) this.#start();
  }

  #start(): void {
    this.#threads++;
    void new TextThreadHandle({
      idle: (thread) => {
        this.#idle.push(thread);
        this.#next();
      },
      ended: (error) => {
        this.#threads--;
        // Without this, a thread that fails to start would leave a task waiting forever.
        if (error !== undefined) this.#waiting.shift()?.reject(error);
        this.#next();
      },
    });
  }
}
