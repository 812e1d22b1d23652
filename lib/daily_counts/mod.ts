export { BoundedCounts, highestCounts } from "./bounded_counts.ts";
export { countedDays, lastDates } from "./counted_day.ts";
export { type CountedKind, DailyCounts, type DailyCountsDeps } from "./daily_counts.ts";
export { readDays, restoreDay } from "./transfer_days.ts";
export { unseenCharacters } from "./unseen_characters.ts";
