// This module is loaded when it is first needed. It imports types only, so that bundlers do not split the modules that it would share.
import type { Location, Store, Stored } from "../store/mod.ts";
import type { Credential } from "./credential.ts";
import type { User } from "./user.ts";

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

/** The user of an export, and the means to find the records. */
export interface UserExportParts {
  store: Store;
  user: Pick<User, "id" | "email">;
  /** Finds the address of the user in a text. Undefined to find the ID only. */
  pattern: RegExp | undefined;
  /** Encoded key of the saved filters of the user. */
  filtersKey: string;
  /** Returns the location of a key's credential. */
  credentialOf: (keyId: string) => Location;
}

/** Kinds of records that are exported completely, by the partition. */
const completeKinds: Readonly<Record<string, readonly string[]>> = {
  user: ["user", "audit"],
  org: ["member", "invitation", "audit", "event", "outbox"],
  webhooks: ["delivery", "queue", "abandoned"],
};
/** Kinds of records that only repeat other records. */
const repeatingKinds = ["invitation-by", "key", "member-by"];
/** Number of records that are read in one batch. */
const scannedAtOnce = 50;
/** Maximum number of records that a page reads. It limits the time of a page with few records about the user. */
const mostScanned = 2000;
/** Fields by which content is found again. */
const placeFields = ["id", "slug", "name", "at"];

/** Reads all records of organizations about a user. With `isWhole`, also the user's own records. It reads every record of the partitions. */
export async function* exportUser(
  parts: UserExportParts,
  { organizations, isWhole }: { organizations: AsyncIterable<string> | Iterable<string>; isWhole: boolean },
): AsyncGenerator<UserRecord> {
  if (isWhole) {
    for await (const record of parts.store.listAll<object>(["user", parts.user.id], { prefix: [] })) {
      const found = await toUserRecord(parts, record, ["user"]);
      if (found !== undefined) yield found;
    }
  }
  for await (const organizationSlug of organizations) {
    for (let after: string | undefined; ;) {
      const page = await readUserRecords(parts, organizationSlug, { limit: 100, after });
      yield* page.records;
      if (page.next === null) break;
      after = page.next;
    }
  }
}

/** Reads a page of the records of an organization about a user, in the order of their keys. */
export async function readUserRecords(
  parts: UserExportParts,
  organizationSlug: string,
  { limit, after = "org!" }: { limit: number; after?: string | undefined },
): Promise<UserRecordPage> {
  const [start = "", place = ""] = after.split(/!(.*)/s);
  const records: UserRecord[] = [];
  let scanned = 0;
  for (const name of start === "webhooks" ? [start] : ["org", "webhooks"]) {
    let last = name === start ? place : "";
    for (let isOver = false; !isOver;) {
      const options = { prefix: [], limit: scannedAtOnce, ...(last !== "" && { after: last }) };
      const found = await parts.store.list<object>([name, organizationSlug], options);
      for (const record of found) {
        const shown = await toUserRecord(parts, record, [name, organizationSlug]);
        if (shown !== undefined) records.push(shown);
        last = record.key;
        if (records.length === limit) return { records, next: `${name}!${last}` };
      }
      scanned += found.length;
      isOver = found.length < scannedAtOnce;
      if (!isOver && scanned >= mostScanned) return { records, next: `${name}!${last}` };
    }
  }
  return { records, next: null };
}

async function toUserRecord(
  { store, user: { id }, pattern, filtersKey, credentialOf }: UserExportParts,
  { key, data }: Stored<object>,
  [partition, organizationSlug]: readonly [name: string, organizationSlug?: string],
): Promise<UserRecord | undefined> {
  const [kind = ""] = key.split("!", 1);
  const base = { kind, ...(organizationSlug !== undefined && { organizationSlug }) };
  if (partition === "org" && kind === "key" && "keyId" in data) {
    const [found] = await store.getReadable<[Credential]>([credentialOf(String(data.keyId))]);
    if (found?.data.userId !== id) return undefined;
    const { hash: _hash, ...record } = found.data;
    return { ...base, fields: ["/userId"], record };
  }
  if (key === filtersKey) return { ...base, fields: ["/filters"], record: { ...data } };
  const isComplete = completeKinds[partition]?.includes(kind) === true;
  if (repeatingKinds.includes(kind) || (partition === "user" && !isComplete)) return undefined;
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
    ([name, value]) => placeFields.includes(name) && typeof value !== "object",
  );
  return { key, ...Object.fromEntries(fields) };
}
