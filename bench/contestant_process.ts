import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Measurement, Task } from "./access_contestant.ts";
import type { Place } from "./access_contestants.ts";
import { prioritize } from "./spawn_measured.ts";

const script = fileURLToPath(new URL("access_contestant.mjs", import.meta.url));

/** The process of a contestant of {@link accessContestants}. */
export class ContestantProcess {
  readonly #child: ChildProcess;
  /** The reason of its end. */
  readonly #ended: Promise<Error>;

  private constructor(child: ChildProcess, ended: Promise<Error>) {
    this.#child = child;
    this.#ended = ended;
  }

  /** Starts a process, and waits until it is ready. */
  static async start(name: string, place: Place): Promise<ContestantProcess> {
    const child = fork(script, [name, JSON.stringify(place)]);
    const ended = once(child, "exit").then(
      ([code]) => new Error(`Cannot measure ${name}: it ended with ${code}`),
    );
    const contestant = new ContestantProcess(child, ended);
    await contestant.#hear();
    prioritize(child.pid ?? 0);
    return contestant;
  }

  async measure(task: Task): Promise<Measurement> {
    this.#child.send(task);
    return (await this.#hear()) as Measurement;
  }

  async stop(): Promise<void> {
    this.#child.disconnect();
    await this.#ended;
  }

  async #hear(): Promise<unknown> {
    const heard = await Promise.race([once(this.#child, "message"), this.#ended]);
    if (heard instanceof Error) throw heard;
    return heard[0];
  }
}
