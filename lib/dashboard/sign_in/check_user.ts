import {
  type HostField,
  optionalField,
  readList,
  readRow,
  readText,
  requiredField,
  textReader,
} from "../../base/host/host_row.ts";
import { HostValueError } from "../../base/host/host_value_error.ts";
import type { DashboardUser } from "../dashboard_options.ts";

const identifier = textReader(1000, 1);
const userFields: readonly HostField[] = [
  requiredField("id", identifier),
  requiredField("name", readText),
  optionalField("organizations", readList),
];
const organizationFields: readonly HostField[] = [
  requiredField("slug", identifier),
  requiredField("name", readText),
];

/**
 * Checks the user that a host's `identify` returned. Undefined is null, and null is the default of `organizations`.
 *
 * @throws {HostValueError} if the user is invalid. Nobody is signed in then.
 */
export function checkUser(found: unknown): DashboardUser | null {
  if (found === null || found === undefined) return null;
  const { values, problems, cause } = readRow(found, userFields);
  const { organizations = [] } = values as { organizations?: unknown[] };
  const ofOrganizations = organizations.flatMap((organization, at) =>
    readRow(organization, organizationFields).problems.map(({ pointer, message }) => ({
      pointer: `/organizations/${at}${pointer}`,
      message,
    })),
  );
  const all = [...problems, ...ofOrganizations];
  if (all.length > 0) throw new HostValueError({ source: "identify" }, all, cause);
  return values as unknown as DashboardUser;
}
