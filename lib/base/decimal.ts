/** The texts `000` to `999`. */
const endings = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));

/**
 * Returns a whole number in decimal digits. Use it for numbers that change with every request: joining existing texts avoids
 * filling V8's number-to-string cache.
 *
 * @param number zero or more
 */
export function decimal(number: number): string {
  if (number < 1000) return String(number);
  return decimal(Math.floor(number / 1000)) + (endings[number % 1000] ?? "");
}
