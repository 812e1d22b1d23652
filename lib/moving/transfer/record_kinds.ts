import type { Address } from "../../store/mod.ts";
import type { TransferItem } from "./transfer_record.ts";

/**
 * Handling of a kind of record by copies. With `item`, each record is an item of its own. With `left`, it stays behind under a name. A `rebuilt`
 * record is a part of other items, or is made anew.
 */
export type RecordKind = { item: TransferItem["type"] } | { left: string } | "rebuilt";

type KindsOfKeys = Readonly<Record<string, RecordKind>>;

const item = (type: TransferItem["type"]): RecordKind => ({ item: type });
const left = (name: string): RecordKind => ({ left: name });

/** Kinds of records of events, which are in the partitions of organizations, users and keys. */
export const anywhere: KindsOfKeys = { outbox: left("logged events"), relayed: "rebuilt" };

/** The kinds of records of an organization, by the first part of the key. */
const ofOrganizations: KindsOfKeys = {
  organization: item("organization"),
  post: item("post"),
  redirect: item("redirect"),
  preview: item("preview-link"),
  knowledge: item("text"),
  "missed-query": item("missed-queries"),
  insight: item("insight"),
  audit: item("audit"),
  member: item("member"),
  invitation: item("invitation"),
  webhook: item("webhook"),
  "saved-filters": item("saved-filters"),
  "key-removed": item("removed-key"),
  event: left("logged events"),
  setup: left("setups of organizations"),
  import: left("results of imports"),
  "key-notice": left("sent notices of keys"),
  media: item("file"),
  "media-deleted": left("deleted files"),
  idempotency: left("idempotency keys"),
  presence: left("writers on the pages of posts"),
  "access-indexed": "rebuilt",
  "copy-mark": "rebuilt",
  "deleted-post": "rebuilt",
  "drafts-version": "rebuilt",
  due: "rebuilt",
  "due-key": "rebuilt",
  "field-indexes": "rebuilt",
  html: "rebuilt",
  imported: "rebuilt",
  "invitation-by": "rebuilt",
  key: "rebuilt",
  "key-ended": "rebuilt",
  "key-ended-word": "rebuilt",
  "key-index": "rebuilt",
  "key-live": "rebuilt",
  "key-live-word": "rebuilt",
  "knowledge-id": "rebuilt",
  "knowledge-version": "rebuilt",
  "last-event": "rebuilt",
  "media-by": "rebuilt",
  "media-bytes": "rebuilt",
  "member-by": "rebuilt",
  "post-id": "rebuilt",
  "posts-by": "rebuilt",
  "posts-by-field": "rebuilt",
  "posts-indexed": "rebuilt",
  "posts-version": "rebuilt",
  "previews-of": "rebuilt",
  "redirect-of": "rebuilt",
  reference: "rebuilt",
  revision: "rebuilt",
  "search-chunk": "rebuilt",
  "search-index": "rebuilt",
  submission: "rebuilt",
  tally: "rebuilt",
  "tally-due": "rebuilt",
  "tally-rank": "rebuilt",
  "webhook-count": "rebuilt",
  "working-copy": "rebuilt",
};

const firstRun = left("codes of the first run");
const counts = left("counts of mail and of new organizations");

/** All records of a partition. */
const every = "*";

/** The kinds of records by the first parts of the partition and of the key. `*` stands for every key. */
export const recordKinds: Readonly<Record<string, KindsOfKeys>> = {
  org: ofOrganizations,
  user: {
    user: item("user"),
    audit: item("user-audit"),
    "text-secret": left("keys of unsaved texts"),
    "last-organization": left("last opened organizations"),
    operator: left("operators"),
    "address-proof": left("email addresses that users are proving"),
    "listed-session": "rebuilt",
    organization: "rebuilt",
    session: "rebuilt",
    sessions: "rebuilt",
    withdrawn: "rebuilt",
  },
  key: {
    credential: item("key"),
    connection: left("connections of assistants"),
    connections: "rebuilt",
    requests: "rebuilt",
    refusals: "rebuilt",
    burst: "rebuilt",
  },
  "oauth-client": { client: left("assistants that registered"), registered: "rebuilt" },
  webhooks: {
    queue: left("waiting deliveries"),
    abandoned: left("abandoned deliveries"),
    delivery: left("attempts of deliveries"),
    state: "rebuilt",
    listed: "rebuilt",
    woken: "rebuilt",
  },
  session: { [every]: left("sessions") },
  "sign-in-link": { [every]: left("sign-in links") },
  "invitation-link": { [every]: left("sign-in links") },
  "first-run": { code: firstRun, claim: firstRun, guesses: firstRun },
  people: { sent: counts, created: counts },
  form: { [every]: left("ids of submitted forms") },
  unstorage: { [every]: left("values of other programs") },
  doctor: { [every]: "rebuilt" },
  due: { [every]: "rebuilt" },
  events: { [every]: "rebuilt" },
  invitee: { [every]: "rebuilt" },
  media: { sweep: "rebuilt", unnamed: "rebuilt" },
  organizations: { [every]: "rebuilt" },
  "post-ids": { [every]: "rebuilt" },
  store: { [every]: "rebuilt" },
  "user-email": { [every]: "rebuilt" },
  users: { [every]: "rebuilt" },
};

/** Returns the kind of the record at an address, or undefined for an unknown kind. Every kind that Postern writes must be in the tables. */
export function kindOf({ partition, key }: Address): RecordKind | undefined {
  const ofPartition = at(recordKinds, partition);
  return ofPartition && (ofPartition[every] ?? at(ofPartition, key) ?? at(anywhere, key));
}

function at<Value>(table: Readonly<Record<string, Value>>, encoded: string): Value | undefined {
  const [first = ""] = encoded.split("!", 1);
  return Object.hasOwn(table, first) ? table[first] : undefined;
}
