const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Returns the time until an instant in words, such as `in 3 days` or `2 hours ago`, in the largest unit that fits. */
export function timeUntil(timestamp: string, now: number): string {
  const left = Date.parse(timestamp) - now;
  if (Math.abs(left) < 60_000) return left > 0 ? "in less than a minute" : "just now";
  const [unit, size] = units.find(([, milliseconds]) => Math.abs(left) >= milliseconds) ?? ["minute", 60_000];
  const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  return format.format(Math.trunc(left / size), unit);
}
