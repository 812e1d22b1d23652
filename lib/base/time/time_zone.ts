/** True if the runtime knows a time zone, such as `Europe/Berlin`. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Rule of {@link isTimeZone}, for the message about another text. */
export const timeZoneRule = "must be a time zone such as Europe/Berlin";
