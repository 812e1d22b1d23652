import type { Clock } from "../../base/time/clock.ts";

/** A clock that the test controls. It starts at noon UTC on 15 June 2026. */
export class ManualClock implements Clock {
  time: number = Date.UTC(2026, 5, 15, 12);

  now(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
