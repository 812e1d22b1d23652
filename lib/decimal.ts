/** 0 to 999 as the last three digits of a larger number. */
const endings = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));

/**
 * A whole number in digits, for one that is another with each request. V8 keeps what it has made of a number until its old generation is
 * collected, so that thousands of texts would survive each collection of the young one, which would take twice as long. It is put together
 * of texts that are there.
 *
 * @param number not negative
 */
export function decimal(number: number): string {
  if (number < 1000) return String(number);
  return decimal(Math.floor(number / 1000)) + (endings[number % 1000] ?? "");
}
