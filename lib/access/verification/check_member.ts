import type { InvalidField } from "../../base/errors.ts";
import { HostValueError } from "../../base/host/host_value_error.ts";
import { shownValue } from "../../base/input/check_options.ts";
import { permissions as known } from "../permissions.ts";
import type { Member } from "./identity.ts";

/**
 * Checks the member that a host returned.
 *
 * @throws {HostValueError} if it is invalid. Nobody is let in then.
 */
export function checkMember(found: unknown, organizationSlug: string): Member | null {
  if (found === null || found === undefined) return null;
  const problems = problemsOf(found);
  if (problems.length > 0) {
    throw new HostValueError({ source: "identity.findMember", organizationSlug }, problems);
  }
  return found as Member;
}

function problem(pointer: string, rule: string, value: unknown): InvalidField {
  return { pointer, message: `must be ${rule}, and is ${shownValue(value)}` };
}

function problemsOf(found: unknown): InvalidField[] {
  if (typeof found !== "object" || Array.isArray(found)) return [problem("", "an object", found)];
  const { status, permissions } = found as Record<keyof Member, unknown>;
  const isKnown = status === "active" || status === "disabled";
  const ofStatus = isKnown ? [] : [problem("/status", '"active" or "disabled"', status)];
  if (!Array.isArray(permissions)) return [...ofStatus, problem("/permissions", "an array", permissions)];
  const at = permissions.findIndex((permission) => !known.includes(permission));
  if (at === -1) return ofStatus;
  return [...ofStatus, problem(`/permissions/${at}`, `one of ${known.join(", ")}`, permissions[at])];
}
