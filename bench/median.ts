/** Returns the median; of an even number of values, the upper middle value; NaN without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
}
