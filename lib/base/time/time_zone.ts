import { InvalidInputError } from "../errors.ts";

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

/**
 * Checks the time zones of an input. Undefined is allowed.
 *
 * @throws {InvalidInputError} if the runtime does not know one of them
 */
export function requireTimeZone(action: string, zones: Readonly<Record<string, string | undefined>>): void {
  const unknown = Object.entries(zones).filter(([, zone]) => zone !== undefined && !isTimeZone(zone));
  if (unknown.length === 0) return;
  const fields = unknown.map(([name]) => ({ pointer: `/${name}`, message: timeZoneRule }));
  throw new InvalidInputError(action, fields);
}
