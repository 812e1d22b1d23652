import type { Visit } from "../../visit.ts";

/** Numbers of days that a visitor can choose. */
export const dayChoices = [7, 30] as const;

/** Returns the chosen number of days. An unknown choice is ignored. */
export function chosenDays({ url }: Pick<Visit, "url">): number {
  const wanted = url.searchParams.get("days");
  return dayChoices.find((days) => String(days) === wanted) ?? 30;
}
