import { createRandom } from "./create_random.ts";

/** Mean of a sample, with the interval that has the means of 95% of its random resamples. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

const resamples = 1000;
const seed = 17;

/** Estimates the mean by bootstrap. The same values give the same interval. */
export function bootstrap(values: readonly number[]): Estimate {
  const random = createRandom(seed);
  const means = Array.from({ length: resamples }, () =>
    meanOf(values.map(() => values[random(values.length)] ?? 0)),
  ).toSorted((one, other) => one - other);
  const at = (share: number): number => means[Math.floor(share * (resamples - 1))] ?? 0;
  return { mean: meanOf(values), low: at(0.025), high: at(0.975) };
}

/** Returns the mean, or 0 without values. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
