import { type PageQuery, requirePageLimit } from "../page_query.ts";
import { eachPage, encodeKey, lastTextOf, type Store, type Stored } from "../store/mod.ts";
import { fromRecord } from "../stored_rate_limit.ts";
import { addressPattern } from "./address_eraser.ts";
import { auditPrefix } from "./audit.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import { type EraseUserDeps, organizationsOf } from "./erase_user.ts";
import { savedFiltersKey } from "./saved_filters.ts";
import { sessionLocation, type SessionRecord } from "./session_record.ts";
import { listedSessionsKey, type User, userLocation } from "./user.ts";

/** A record about a user, or content that names the user's email address. */
export interface UserRecord {
  /** Kind of the record, such as `user`, `key`, `audit` or `post`. */
  kind: string;
  /** Slug of the organization that has the record. Left out for the user's own records. */
  organizationSlug?: string;
  /** JSON pointers of the fields that name the user by ID or address. */
  fields: readonly string[];
  /** The record without secrets. Of content: its `id`, `slug`, `name` and `at`, as far as it has them. */
  record: Readonly<Record<string, unknown>>;
}

/** Selects the records of {@link exportUser}. */
export interface UserExportQuery {
  /** Only records of this organization. Default: the user's own records, and those of all organizations. */
  organizationSlug?: string;
}

/** Kinds of an organization's records that are exported completely, by the partition. */
const completeKinds: Readonly<Record<string, ReadonlySet<string>>> = {
  org: new Set(["member", "invitation", "audit", "event", "outbox"]),
  webhooks: new Set(["delivery", "queue", "abandoned"]),
};
/** Partitions of an organization. */
const partitions = ["org", "webhooks"];
/** Number of records that are read in one batch. */
const scannedAtOnce = 50;
/** Maximum number of records that a page reads. It limits the time of a page with few records about the user. */
const mostScanned = 2000;
/** Fields by which content is found again. */
const placeFields = ["id", "slug", "name", "at"];

/** Reads all records about a user. It reads every record of the organizations. Content is listed if it has the address of the user. */
export async function* exportUser(
  deps: Pick<EraseUserDeps, "store" | "organizations">,
  user: User,
  { organizationSlug }: UserExportQuery = {},
): AsyncGenerator<UserRecord> {
  const { store } = deps;
  if (organizationSlug !== undefined) {
    yield* recordsIn(store, organizationSlug, user);
    return;
  }
  const { id, email } = user;
  yield { kind: "user", fields: ["/id"], record: { ...user } };
  const own = store.listAll<object>(userLocation(id).partition, { prefix: auditPrefix });
  for await (const { data } of own) yield { kind: "audit", fields: fieldsWith(data, [id]), record: { ...data } };
  yield* sessionsOf(store, id);
  const invitees = [{ userId: id }, ...(email === undefined ? [] : [{ email }])];
  for await (const slug of organizationsOf(deps, id, invitees)) yield* recordsIn(store, slug, user);
}

/** Reads the sessions of a user that have not expired. */
async function* sessionsOf(store: Store, userId: string): AsyncGenerator<UserRecord> {
  const { partition } = userLocation(userId);
  for await (const { data } of store.listAll<{ id: string }>(partition, { prefix: listedSessionsKey })) {
    const [found] = await store.getReadable<[SessionRecord]>([sessionLocation(data.id)]);
    if (found !== null) yield { kind: "session", fields: ["/userId"], record: { ...found.data } };
  }
}

async function* recordsIn(store: Store, organizationSlug: string, user: User): AsyncGenerator<UserRecord> {
  const pages = eachPage(store, (place) =>
    readUserRecords(store, { organizationSlug, user }, { limit: 100, ...place }),
  );
  for await (const { records } of pages) yield* records;
}

/** A page of the records of an organization about a user. */
export interface UserRecordPage {
  records: UserRecord[];
  /** Pass it as `after` to get the next page. Null on the last page. A page can be short before the last. */
  next: string | null;
}

/** Reads a page of the records of an organization about a user, in the order of their keys. */
export async function readUserRecords(
  store: Store,
  { organizationSlug, user }: { organizationSlug: string; user: Pick<User, "id" | "email"> },
  { limit = 50, after }: PageQuery,
): Promise<UserRecordPage> {
  requirePageLimit("Cannot export the user", limit);
  const [, start = "", ...rest] = /^(org|webhooks)!(.*)$/s.exec(after ?? "") ?? [];
  const records: UserRecord[] = [];
  let scanned = 0;
  for (const name of start === "webhooks" ? ["webhooks"] : partitions) {
    let place = name === start ? rest[0] : undefined;
    for (;;) {
      const options = { prefix: [], limit: scannedAtOnce, ...(place !== undefined && { after: place }) };
      const found = await store.list<object>([name, organizationSlug], options);
      const shown = await Promise.all(
        found.map((record) => toUserRecord(store, record, { name, organizationSlug, user })),
      );
      for (const [index, record] of shown.entries()) {
        if (record !== undefined) records.push(record);
        place = found[index]?.key;
        if (records.length === limit) return { records, next: `${name}!${place}` };
      }
      scanned += found.length;
      if (found.length < scannedAtOnce) break;
      if (scanned >= mostScanned) return { records, next: `${name}!${place}` };
    }
  }
  return { records, next: null };
}

async function toUserRecord(
  store: Store,
  { key, data }: Stored<object>,
  { name, organizationSlug, user }: { name: string; organizationSlug: string; user: Pick<User, "id" | "email"> },
): Promise<UserRecord | undefined> {
  const { id, email } = user;
  const kind = lastTextOf(key.split("!", 1)[0] ?? "") ?? "";
  const base = { kind, organizationSlug };
  if (name === "org" && kind === "key" && "keyId" in data) {
    const [found] = await store.getReadable<[Credential]>([credentialLocation(String(data.keyId))]);
    if (found?.data.userId !== id) return undefined;
    const { hash: _hash, ...record } = found.data;
    return { ...base, fields: ["/userId"], record: { ...fromRecord(record) } };
  }
  if (key === encodeKey(savedFiltersKey(id))) return { ...base, fields: ["/filters"], record: { ...data } };
  const isComplete = completeKinds[name]?.has(kind) === true;
  const patterns = email === undefined ? [] : [addressPattern(email)];
  const fields = fieldsWith(data, isComplete ? [id, ...patterns] : patterns);
  const record = isComplete ? { ...data } : placeOf(data);
  // An entry of an index has no place of its own.
  return fields.length === 0 || Object.keys(record).length === 0 ? undefined : { ...base, fields, record };
}

/** Returns the JSON pointers of the texts that are equal to a text or match a pattern. */
function fieldsWith(data: unknown, wanted: readonly (string | RegExp)[], pointer = ""): string[] {
  if (typeof data === "string") {
    const isFound = wanted.some((one) => (typeof one === "string" ? one === data : data.search(one) !== -1));
    return isFound ? [pointer] : [];
  }
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, item]) =>
    fieldsWith(item, wanted, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function placeOf(data: object): Record<string, unknown> {
  const fields = Object.entries(data).filter(
    ([name, value]) => placeFields.includes(name) && typeof value !== "object",
  );
  return Object.fromEntries(fields);
}
