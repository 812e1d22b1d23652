/** Maximum number of stored times per document. */
const MAX_KEPT = 1000;

/** The times of a contestant's passes over a set of documents, in milliseconds. */
export class Passes {
  /** Processor time of each pass. */
  readonly times: number[] = [];
  /** Wall-clock time of each document in each pass. */
  readonly timesOfEach: readonly number[][];

  constructor(documents: number) {
    this.timesOfEach = Array.from({ length: documents }, () => []);
  }

  /** Adds the wall-clock time of a document. */
  noteDocument(index: number, time: number): void {
    const times = this.timesOfEach[index];
    if (times !== undefined && times.length < MAX_KEPT) times.push(time);
  }

  /** Forgets all passes after the first `count`. */
  forgetAfter(count: number): void {
    this.times.length = count;
    for (const times of this.timesOfEach) times.length = Math.min(times.length, count);
  }
}
