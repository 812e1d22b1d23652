import { findSharedAddresses } from "../../../lib/access/mod.ts";
import { createPublicApi, type DamagedRecordError, type PublicApi, type User } from "../../../lib/mod.ts";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import type { Finding } from "./finding.ts";

/** Returns a finding for each email address of several users. Older versions and imports could create shared addresses. */
export async function checkUsers(storage: AtomicDriver): Promise<Finding[]> {
  const damaged: DamagedRecordError[] = [];
  const api = createPublicApi({
    storage,
    hooks: { "record.damaged": ({ error }) => void damaged.push(error) },
  });
  try {
    const groups = await findSharedAddresses(api.users.iterate());
    if (damaged[0] !== undefined) throw damaged[0];
    if (groups.length === 0) {
      return [{ check: "users", status: "ok", detail: "each email address belongs to one user" }];
    }
    const findings: Finding[] = [];
    for (const users of groups) findings.push(await toFinding(api, users));
    return findings;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ check: "users", status: "failed", detail, remedy: "see the store's own log" }];
  }
}

async function toFinding(api: PublicApi, users: readonly [User, User, ...User[]]): Promise<Finding> {
  const named: string[] = [];
  for (const user of users) named.push(await describeUser(api, user));
  const [one, other] = users;
  return {
    check: "users",
    status: "warning",
    detail: `${one.email} belongs to ${users.length} users: ${named.join("; ")}`,
    remedy: `merge them: "postern user merge ${other.id} ${one.id}" moves everything from the first user to the second`,
  };
}

async function describeUser(api: PublicApi, { id, name, status }: User): Promise<string> {
  const organizations: string[] = [];
  for await (const slug of api.users.iterateOrganizations(id)) organizations.push(slug);
  const place = organizations.length === 0 ? "no member" : `member of ${organizations.join(", ")}`;
  return `${id} (${name}, ${status === "active" ? place : `disabled, ${place}`})`;
}
