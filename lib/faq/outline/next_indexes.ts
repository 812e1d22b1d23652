/** Maps each index from 0 to `length` to the next index that fits, or to `length`. */
export function nextIndexes(length: number, fits: (index: number) => boolean): Int32Array {
  const next = new Int32Array(length + 1).fill(length);
  for (let at = length - 1; at >= 0; at--) next[at] = fits(at) ? at : (next[at + 1] ?? length);
  return next;
}
