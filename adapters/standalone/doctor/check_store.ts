import { performance } from "node:perf_hooks";
import {
  createPublicApi,
  DamagedRecordError,
  UnknownSchemaVersionError,
  type PublicApi,
  type User,
} from "../../../lib/mod.ts";
import { type AtomicDriver, encodeKey } from "../../../lib/store/mod.ts";
import { isMissingStore } from "../../../storage-drivers/opening/missing_store_error.ts";
import type { Finding } from "./finding.ts";
import { findSharedAddresses } from "../../../lib/access/mod.ts";

/** Checks that an open store reads, writes and removes, and that this version of Postern understands its data. */
export async function checkStore(storage: AtomicDriver): Promise<Finding[]> {
  const findings = [await attempt("read", async () => readNothing(storage))];
  if (findings[0] === notCreated) return findings;
  if (findings[0]?.status === "ok") {
    findings.push(
      checkDurability(storage),
      ...(await checkReplica(storage)),
      await attempt("write", async () => writeAndRemove(storage)),
      await attempt("schema", async () => readOrganizations(storage)),
      ...(await checkUsers(storage)),
    );
  }
  return findings;
}

/** A store that nothing has written to. */
export const notCreated: Finding = {
  check: "open",
  status: "ok",
  detail: "the store does not exist yet: the first start creates it",
};

/** The doctor's own partition, so that a failure cannot affect other data. */
const partition = encodeKey(["doctor"]);

async function readNothing({ atomic }: AtomicDriver): Promise<string> {
  await atomic.getMany([{ partition, key: encodeKey(["none"]) }]);
  return `exact for one ${atomic.scope}`;
}

function checkDurability({ name, atomic }: AtomicDriver): Finding {
  const detail = `acknowledged writes survive: ${atomic.durability}`;
  if (atomic.durability !== "none") return { check: "durability", status: "ok", detail };
  const remedy =
    durabilityRemedies[name ?? ""] ?? "use lmdb:DIRECTORY: this store is lost when the process ends";
  return { check: "durability", status: "warning", detail, remedy };
}

/** Remedies for stores of a server that acknowledges writes before they are safe, by the driver's name. */
const durabilityRemedies: Readonly<Record<string, string>> = {
  redis:
    'set "appendonly yes" in redis.conf, and add ?durability=process-crash to the end of --storage; see docs/stores/redis.md',
  postgres: "set synchronous_commit to on for the role or in postgresql.conf; see docs/stores/postgresql.md",
};

/** A store that may have a replica, such as PostgreSQL. */
interface ReplicatedStore extends AtomicDriver {
  findReplicaProblem?(): Promise<string | undefined>;
}

async function checkReplica(storage: ReplicatedStore): Promise<Finding[]> {
  if (storage.findReplicaProblem === undefined) return [];
  const check = "replica";
  const problem = await storage.findReplicaProblem();
  if (problem === undefined) return [{ check, status: "ok", detail: "a change arrived at the replica" }];
  const remedy = "mend the replica, or remove readReplica from --storage. Until then the primary reads";
  return [{ check, status: "warning", detail: `the replica is not used: ${problem}`, remedy }];
}

async function writeAndRemove({ atomic }: AtomicDriver): Promise<string> {
  // A random name, so that two concurrent doctors do not conflict.
  const key = encodeKey(["record", crypto.randomUUID()]);
  const value = { text: "postern doctor" };
  const written = await atomic.commit(partition, { sets: [{ key, value }] });
  if (!written.committed) throw new Error("a record was not written");
  const [read] = await atomic.getMany([{ partition, key }]);
  const removed = await atomic.commit(partition, { deletes: [key] });
  if (read?.value["text"] !== value.text) throw new Error("a record was not read as it was written");
  if (!removed.committed) throw new Error("a record was not removed");
  const [left] = await atomic.getMany([{ partition, key }]);
  if (left) throw new Error("a record that was removed is still there");
  return "a record was written, read and removed";
}

async function readOrganizations(storage: AtomicDriver): Promise<string> {
  const damaged: DamagedRecordError[] = [];
  const api = createPublicApi({
    storage,
    hooks: { "record.damaged": ({ error }) => void damaged.push(error) },
  });
  let count = 0;
  for await (const _organization of api.organizations.iterate()) count++;
  if (damaged[0] !== undefined) throw damaged[0];
  return count === 1 ? "1 organization" : `${count} organizations`;
}

async function attempt(check: string, look: () => Promise<string>): Promise<Finding> {
  const begun = performance.now();
  try {
    const detail = await look();
    return { check, status: "ok", detail: `${detail} (${(performance.now() - begun).toFixed(1)} ms)` };
  } catch (error) {
    if (isMissingStore(error)) return notCreated;
    const detail = error instanceof Error ? error.message : String(error);
    const reason = error instanceof DamagedRecordError ? error.cause : error;
    const remedy =
      reason instanceof UnknownSchemaVersionError
        ? "a later version of Postern wrote this store: install that version"
        : remedyOf(detail);
    return { check, status: "failed", detail, remedy };
  }
}

/** Patterns of errors of servers, each with its remedy. The first match applies. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /Cannot read the record/,
    'run "postern doctor --deep" and "postern repair", or import it again from a backup',
  ],
  [/NOAUTH|WRONGPASS/, "add the user name and the password: redis://USER:PASSWORD@HOST:PORT"],
  [/NOPERM/, "allow this user of Redis the commands and keys that the message names: ACL SETUSER"],
  [/maxmemory-policy/, 'set "maxmemory-policy noeviction" in redis.conf, and with redis-cli CONFIG SET'],
  [/says durability=/, "follow the message, or remove ?durability= from --storage; see docs/storage.md"],
  [/memory is full/, "give Redis more memory (maxmemory), or remove the data of other programs"],
  [
    /DB index is out of range/,
    'choose another number at the end of the URL, or raise "databases" in redis.conf, and restart Redis',
  ],
  [/Redis: (the connection|the server took|this server is)/, "follow the message; see docs/stores/redis.md"],
  [/Redis: not connected/, "start Redis, or name the host and port at which it listens"],
  [/PostgreSQL: the (schema|server|encoding|default)/, "follow the message; see docs/stores/postgresql.md"],
  [/PostgreSQL: .*password/, "set the password: in PGPASSWORD, in ~/.pgpass or in the URL"],
  [
    /PostgreSQL: .*(SSL|certificate)/,
    "name a verified server, or choose another sslmode; see docs/stores/postgresql.md",
  ],
  [/PostgreSQL: .*database does not exist/, "create the database: createdb NAME"],
  [/PostgreSQL: .*lacks a right/, "grant the rights of docs/stores/postgresql.md to the role"],
  [/PostgreSQL: .*disk is full/, "free some space on the server"],
  [/PostgreSQL: not connected/, "start PostgreSQL, or name the host and port at which it listens"],
];

function remedyOf(detail: string): string {
  return remedies.find(([pattern]) => pattern.test(detail))?.[1] ?? "see the store's own log";
}

/** Returns a finding for each email address of several users. Older versions and imports could create shared addresses. */
async function checkUsers(storage: AtomicDriver): Promise<Finding[]> {
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
