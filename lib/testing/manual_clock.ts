import type { Clock } from "../clock.ts";

/** A clock that a test sets. It starts at noon UTC of an ordinary day. */
export class ManualClock implements Clock {
  time: number = Date.UTC(2026, 5, 15, 12);

  now(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
