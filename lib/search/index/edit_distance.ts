/**
 * Returns the number of inserted, deleted, replaced and swapped characters between two words, or `most + 1` if there are more than `most`.
 * Only cells near the diagonal are computed.
 */
export function editDistance(one: string, other: string, most: number): number {
  const { length } = other;
  if (Math.abs(one.length - length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current: number[] = Array.from({ length: length + 1 }, () => most + 1);
    const from = Math.max(1, row - most);
    const to = Math.min(length, row + most);
    if (from === 1) current[0] = row;
    let least = current[0] ?? most + 1;
    for (let column = from; column <= to; column++) {
      const isEqual = one[row - 1] === other[column - 1];
      let cell = Math.min(
        (above[column - 1] ?? 0) + (isEqual ? 0 : 1),
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) cell = Math.min(cell, (before[column - 2] ?? 0) + 1);
      current[column] = cell;
      least = Math.min(least, cell);
    }
    if (least > most) return most + 1;
    before = above;
    above = current;
  }
  return above[length] ?? most + 1;
}
