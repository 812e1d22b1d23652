/**
 * Compares two values as JSON, so that the suites need no test library.
 *
 * @param subject name of the value in the error
 * @throws {Error} if they differ
 */
export function expectEqual(actual: unknown, expected: unknown, subject: string): void {
  const [is, should] = [textOf(actual), textOf(expected)];
  if (is !== should) throw new Error(`Expected ${subject} to be ${should}, but it is ${is}`);
}

function textOf(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
