import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import { randomId } from "../random_id.ts";
import type { KeyPart, ListOptions, Store } from "../store/mod.ts";

/** All actions that the audit records. */
export const auditActions = [
  "key.generated",
  "key.rolled",
  "key.revoked",
  "key.moved",
  "member.set",
  "member.removed",
  "invitation.created",
  "invitation.accepted",
  "invitation.declined",
  "invitation.revoked",
  "user.status",
  "user.deleted",
] as const;

/** An action that the audit records. */
export type AuditAction = (typeof auditActions)[number];

/** One record of what was done. It is never changed, and holds no secret. */
export interface AuditEntry {
  id: string;
  /** RFC 3339. */
  at: string;
  action: AuditAction;
  /** Who did it, where it is known: a user's id. */
  by?: string;
  /** The id of the API key that it was done with. */
  via?: string;
  /** Id of the key or the user it was done to. Of an invitation, the invited address or the id of the invited user. */
  subject: string;
  /** The new or offered role, the new status, the key that replaces the subject, or the user who takes over in a merge. */
  detail?: string;
}

/** A page of the audit, newest first. Entries of the same millisecond are in no particular order. */
export interface AuditPage {
  entries: AuditEntry[];
  /** Give it as `after` for the next page; null on the last. */
  next: string | null;
}

/** Which page of the audit. */
export interface AuditQuery {
  /** 1 to 1000. Default: 100. */
  limit?: number;
  after?: string;
}

/** What the keys of audit entries begin with, in the partitions of organizations and users. */
export const auditPrefix: readonly KeyPart[] = ["audit"];

/** The append-only record of who was let in and who was not. */
export class Audit {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** What was done in an organization: to its keys and its members. */
  async list(organizationSlug: string, query: AuditQuery = {}): Promise<AuditPage> {
    return this.#page(["org", organizationSlug], query);
  }

  /** What was done to a user as such. */
  async listOfUser(userId: string, query: AuditQuery = {}): Promise<AuditPage> {
    return this.#page(["user", userId], query);
  }

  async #page(partition: KeyPart[], { limit = 100, after }: AuditQuery): Promise<AuditPage> {
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
      throw new RangeError(
        `Cannot list the audit: limit must be a whole number from 1 to 1000, and is ${limit}`,
      );
    }
    const options: ListOptions = { prefix: auditPrefix, limit: limit + 1, reverse: true };
    const found = await this.#store.list<AuditEntry>(
      partition,
      after === undefined ? options : { ...options, after },
    );
    const shown = found.slice(0, limit);
    const next = found.length > limit ? (shown.at(-1)?.key ?? null) : null;
    return { entries: shown.map(({ data }) => data), next };
  }
}

/** An audit entry as a part of the commit that does what it tells. Default: a new one, of now. */
export function auditRecord(
  { clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes },
  { action, subject, by, via, detail }: AuditedAct,
  { id = randomId(randomBytes), at = clock.now() }: { id?: string; at?: number } = {},
): { key: KeyPart[]; data: AuditEntry } {
  const entry: AuditEntry = { id, at: new Date(at).toISOString(), action, subject };
  if (by !== undefined) entry.by = by;
  if (via !== undefined) entry.via = via;
  if (detail !== undefined) entry.detail = detail;
  return { key: auditKey(entry), data: entry };
}

/** Where an entry is, in its partition. */
export function auditKey({ at, id }: AuditEntry): KeyPart[] {
  return [...auditPrefix, Date.parse(at), id];
}

/** What is to be remembered of an act. */
export interface AuditedAct {
  action: AuditAction;
  subject: string;
  by: string | undefined;
  via?: string | undefined;
  detail?: string;
}
