import type { Awaitable } from "../../lib/awaitable.ts";
import type { Changes, Committed, Conflict } from "../../lib/store/mod.ts";
import { EndOfTurn } from "../end_of_turn.ts";

/** A commit that waits for the end of this turn of the event loop. */
export interface WaitingCommit {
  partition: string;
  changes: Changes;
  resolve: (outcome: Committed | Conflict | Promise<Committed | Conflict>) => void;
  reject: (error: unknown) => void;
}

/** Gathers the commits of one turn of the event loop: one transaction for all of them costs little more than one for each. */
export class CountingBatch {
  readonly #run: (commits: readonly WaitingCommit[]) => void;
  readonly #turn = new EndOfTurn(() => this.#commit());
  #waiting: WaitingCommit[] = [];

  constructor(run: (commits: readonly WaitingCommit[]) => void) {
    this.#run = run;
  }

  add(partition: string, changes: Changes): Awaitable<Committed | Conflict> {
    return new Promise((resolve, reject) => {
      this.#turn.schedule();
      this.#waiting.push({ partition, changes, resolve, reject });
    });
  }

  /** Calls the action before what waits is committed. */
  beforeCommits(action: () => void): void {
    this.#turn.before(action);
  }

  /** Commits what waits, now. */
  flush(): void {
    this.#turn.flush();
  }

  #commit(): void {
    const commits = this.#waiting;
    if (commits.length === 0) return;
    this.#waiting = [];
    try {
      this.#run(commits);
    } catch (error) {
      for (const { reject } of commits) reject(error);
    }
  }
}
