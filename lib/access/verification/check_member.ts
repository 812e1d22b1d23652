import { type HostField, misfit, readRow, readTexts, requiredField } from "../../base/fields/host_row.ts";
import { HostValueError } from "../../base/host_value_error.ts";
import { permissions } from "../permissions.ts";
import type { Member } from "./identity.ts";

const known: ReadonlySet<string> = new Set(permissions);

const memberFields: readonly HostField[] = [
  requiredField("status", (value) => {
    if (value !== "active" && value !== "disabled") throw misfit('"active" or "disabled"', value);
    return value;
  }),
  requiredField("permissions", (value) => {
    const names = readTexts(value);
    const at = names.findIndex((name) => !known.has(name));
    if (at !== -1) throw misfit(`one of ${permissions.join(", ")}`, names[at], `/${at}`);
    return names;
  }),
];

/**
 * Checks the member that a host returned.
 *
 * @throws {HostValueError} if it is invalid. Nobody is let in then.
 */
export function checkMember(found: unknown, organizationSlug: string): Member | null {
  if (found === null || found === undefined) return null;
  const { values, problems, cause } = readRow(found, memberFields);
  if (problems.length > 0) {
    throw new HostValueError({ source: "identity.findMember", organizationSlug }, problems, cause);
  }
  return values as unknown as Member;
}
