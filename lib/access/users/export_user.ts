import type { Store, Stored } from "../../store/mod.ts";
import type { Credential } from "../verification/credential.ts";
import { addressPattern } from "./erase_address.ts";
import { type EraseUserDeps, organizationsOf } from "./erase_user.ts";
import type { SessionRecord } from "../sessions/session_record.ts";
import type { User } from "./user.ts";
import type { UserDataParts } from "./user_data_parts.ts";

/** A record about a user, or content that names the user's email address. */
export interface UserRecord {
  /** Kind of the record, such as `user`, `key`, `audit` or `post`. */
  kind: string;
  /** Slug of the organization that has the record. Left out for the user's own records. */
  organizationSlug?: string;
  /** JSON pointers of the fields that name the user by ID or address. */
  fields: string[];
  /** The record without secrets. Of content: its key in the storage, and its `id`, `slug`, `name` and `at`, as far as it has them. */
  record: Record<string, unknown>;
}

/** A page of the records of an organization about a user. */
export interface UserRecordPage {
  records: UserRecord[];
  /** Pass it as `after` to get the next page. Null on the last page. A page can be short before the last. */
  next: string | null;
}

/** Selects the records of an export. */
export interface UserExportQuery {
  /** Only records of this organization. Default: the user's own records, and those of all organizations. */
  organizationSlug?: string;
}

/** A user, and the means to find the records about the user. */
export interface UserExportDeps {
  store: Store;
  parts: UserDataParts;
  /** Without an address, only the ID is looked for. */
  user: Pick<User, "id" | "email">;
}

/** Kinds of records that are exported completely, by the partition. */
const completeKinds: Readonly<Record<string, readonly string[]>> = {
  user: ["user", "audit"],
  org: ["member", "invitation", "audit", "event", "outbox"],
  webhooks: ["delivery", "queue", "abandoned"],
};
/** Kinds of entries that list the sessions of a user, in this version and in earlier ones. */
const sessionKinds: ReadonlySet<string> = new Set(["listed-session", "session"]);
/** Kinds of records that only repeat other records. */
const repeatingKinds: ReadonlySet<string> = new Set(["invitation-by", "key", "member-by"]);
/** Number of records that are read in one batch. */
const scannedAtOnce = 50;
/** Maximum number of records that a page reads. It limits the time of a page with few records about the user. */
const mostScanned = 2000;
/** Fields by which content is found again. */
const placeFields: ReadonlySet<string> = new Set(["id", "slug", "name", "at"]);

/** Reads all records about a user. It reads every record of the organizations. Content is listed if it has the address of the user. */
export async function* exportUser(
  {
    user,
    parts,
    ...deps
  }: UserExportDeps & Pick<EraseUserDeps, "organizations" | "deliveries"> & { user: User },
  { organizationSlug: only }: UserExportQuery,
): AsyncGenerator<UserRecord> {
  const { store } = deps;
  if (only === undefined) {
    for await (const record of store.listAll<object>(["user", user.id], { prefix: [] })) {
      const found = await toUserRecord({ store, user, parts }, record, ["user"]);
      if (found !== undefined) yield found;
    }
  }
  const turns = store.turns();
  for await (const organizationSlug of only === undefined ? organizationsOf(deps, user, parts) : [only]) {
    for (let after: string | undefined; ;) {
      if (turns.isOver) await turns.next();
      const page = await readUserRecords({ store, user, parts }, organizationSlug, { limit: 100, after });
      yield* page.records;
      if (page.next === null) break;
      after = page.next;
    }
  }
}

/** Reads a page of the records of an organization about a user, in the order of their keys. */
export async function readUserRecords(
  deps: UserExportDeps,
  organizationSlug: string,
  { limit, after = "org!" }: { limit: number; after?: string | undefined },
): Promise<UserRecordPage> {
  const [start = "", place = ""] = after.split(/!(.*)/s);
  const records: UserRecord[] = [];
  const turns = deps.store.turns();
  let scanned = 0;
  for (const name of start === "webhooks" ? [start] : ["org", "webhooks"]) {
    let last = name === start ? place : "";
    for (let isOver = false; !isOver;) {
      const options = { prefix: [], limit: scannedAtOnce, ...(last !== "" && { after: last }) };
      const found = await deps.store.list<object>([name, organizationSlug], options);
      for (const record of found) {
        if (turns.isOver) await turns.next();
        const shown = await toUserRecord(deps, record, [name, organizationSlug]);
        if (shown !== undefined && records.length === limit) return { records, next: `${name}!${last}` };
        if (shown !== undefined) records.push(shown);
        last = record.key;
      }
      scanned += found.length;
      isOver = found.length < scannedAtOnce;
      if (!isOver && scanned >= mostScanned) return { records, next: `${name}!${last}` };
    }
  }
  return { records, next: null };
}

async function toUserRecord(
  { store, user: { id, email }, parts }: UserExportDeps,
  { key, data }: Stored<object>,
  [partition, organizationSlug]: readonly [name: string, organizationSlug?: string],
): Promise<UserRecord | undefined> {
  const [kind = ""] = key.split("!", 1);
  const base = { kind, ...(organizationSlug !== undefined && { organizationSlug }) };
  if (partition === "org" && kind === "key" && "keyId" in data) {
    const [found] = await store.getReadable<[Credential]>([parts.credentialLocation(String(data.keyId))]);
    if (found?.data.userId !== id) return undefined;
    const { hash: _hash, ...record } = found.data;
    return { ...base, fields: ["/userId"], record };
  }
  if (partition === "user" && sessionKinds.has(kind) && "id" in data) {
    const [found] = await store.getReadable<[SessionRecord]>([parts.sessionLocation(String(data.id))]);
    return found === null ? undefined : { kind: "session", fields: ["/userId"], record: { ...found.data } };
  }
  if (partition === "user" && kind === "last-organization")
    return { ...base, fields: [], record: { ...data } };
  if (key === parts.filtersKeyOf(id)) return { ...base, fields: ["/filters"], record: { ...data } };
  const isComplete = completeKinds[partition]?.includes(kind) === true;
  if (repeatingKinds.has(kind) || (partition === "user" && !isComplete)) return undefined;
  const pattern = email === undefined ? undefined : addressPattern(email);
  const fields = fieldsWith(data, { id: isComplete ? id : undefined, pattern });
  return fields.length === 0
    ? undefined
    : { ...base, fields, record: isComplete ? { ...data } : placeOf(key, data) };
}

/** Returns the JSON pointers of the texts that are the ID or have the address. */
function fieldsWith(
  data: unknown,
  wanted: { id: string | undefined; pattern: RegExp | undefined },
  pointer = "",
): string[] {
  if (typeof data === "string") {
    const hasAddress = wanted.pattern !== undefined && data.search(wanted.pattern) !== -1;
    return hasAddress || data === wanted.id ? [pointer] : [];
  }
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, item]) =>
    fieldsWith(item, wanted, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function placeOf(key: string, data: object): Record<string, unknown> {
  const fields = Object.entries(data).filter(
    ([name, value]) => placeFields.has(name) && typeof value !== "object",
  );
  return { key, ...Object.fromEntries(fields) };
}
