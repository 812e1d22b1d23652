import { given } from "../base/given.ts";
import type { Clock } from "../base/time/clock.ts";
import { type RandomBytes, randomId } from "../base/secrets/random.ts";
import { requirePageLimit } from "../base/input/page_query.ts";
import type { KeyPart, ListOptions, Store } from "../store/mod.ts";

/** All actions that the audit records. */
export const auditActions = [
  "key.generated",
  "key.rolled",
  "key.revoked",
  "key.updated",
  "key.disabled",
  "key.enabled",
  "key.moved",
  "key.connected",
  "key.disconnected",
  "member.set",
  "member.removed",
  "member.sign-in-link",
  "invitation.created",
  "invitation.accepted",
  "invitation.declined",
  "invitation.revoked",
  "invitation.link",
  "organization.updated",
  "submission.created",
  "submission.withdrawn",
  "submission.approved",
  "submission.sent-back",
  "user.status",
  "user.address",
  "user.deleted",
  "webhook.created",
  "webhook.updated",
  "webhook.rolled",
  "webhook.deleted",
] as const;

/** An action that the audit records. */
export type AuditAction = (typeof auditActions)[number];

/** An entry of the audit log. It contains no secret. It never changes, except that the ID of a deleted user replaces the address. */
export interface AuditEntry {
  id: string;
  /** Time of the action (RFC 3339). */
  at: string;
  action: AuditAction;
  /** ID of the user who did it, if known. */
  by?: string;
  /** ID of the API key that was used. */
  via?: string;
  /** ID of the affected key, user or webhook, or slug of the post or organization. For an invitation, the invited address or the ID of the invited user. */
  subject: string;
  /** The new or offered role, the new status, the replacing key's ID, or the submitted version. Also the names of changed settings, or the key's networks and limit. For an assistant, the host that received its code. After a merge, the remaining user's ID. */
  detail?: string;
}

/** A page of the audit log, newest first. Entries of the same millisecond are in no particular order. */
export interface AuditPage {
  entries: AuditEntry[];
  /** Cursor of the next page: pass it as `after`. Null on the last page. */
  next: string | null;
}

/** Options of a page of the audit log. */
export interface AuditQuery {
  /** Entries per page, 1 to 1000. Default: 100. */
  limit?: number;
  after?: string;
  /** Only actions whose name begins so: `key` selects `key.generated` and others. Default: all actions. */
  kind?: AuditKind;
  /** ID of the user who did it. Default: everybody. */
  by?: string;
}

/** The beginning of an action's name. */
export type AuditKind = "key" | "member" | "invitation" | "organization" | "submission" | "user" | "webhook";

/** Maximum number of entries that a page with a filter reads. It limits the time of a filter with few matches. */
const mostScanned = 1000;

/** Key prefix of audit entries, in the partitions of organizations and users. */
export const auditPrefix: readonly KeyPart[] = ["audit"];

/** Append-only log of access changes and of reviews. */
export class Audit {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Lists the actions on an organization's keys, members and invitations. */
  async list(organizationSlug: string, query: AuditQuery = {}): Promise<AuditPage> {
    return this.#page(["org", organizationSlug], query);
  }

  /** Lists the actions on the user account itself. */
  async listOfUser(userId: string, query: AuditQuery = {}): Promise<AuditPage> {
    return this.#page(["user", userId], query);
  }

  async #page(partition: KeyPart[], { limit = 100, after, kind, by }: AuditQuery): Promise<AuditPage> {
    requirePageLimit("Cannot list the audit", limit, 1000);
    const isMatch = ({ action, by: actor }: AuditEntry): boolean =>
      (kind === undefined || action.startsWith(`${kind}.`)) && (by === undefined || actor === by);
    const isFiltered = kind !== undefined || by !== undefined;
    const most = isFiltered ? mostScanned : limit + 1;
    const options: ListOptions = { prefix: auditPrefix, limit: most, reverse: true };
    const found = await this.#store.list<AuditEntry>(
      partition,
      after === undefined ? options : { ...options, after },
    );
    const matches = found.filter(({ data }) => isMatch(data));
    const shown = matches.slice(0, limit);
    // A page without enough matches continues after the last entry that was read.
    const last = matches.length > limit ? shown.at(-1) : found.length === most ? found.at(-1) : undefined;
    return { entries: shown.map(({ data }) => data), next: last?.key ?? null };
  }
}

/** Returns an audit entry to write in the same commit as the action. Default: a new ID and the current time. */
export function auditRecord(
  { clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes },
  { action, subject, by, via, detail }: AuditedAct,
  { id = randomId(randomBytes), at = clock.now() }: { id?: string; at?: number } = {},
): { key: KeyPart[]; data: AuditEntry } {
  const written = { id, at: new Date(at).toISOString(), action, subject };
  const entry: AuditEntry = { ...written, ...given({ by, via, detail }) };
  return { key: auditKey(entry), data: entry };
}

/** Returns an entry's key within its partition. */
export function auditKey({ at, id }: Pick<AuditEntry, "at" | "id">): KeyPart[] {
  return [...auditPrefix, Date.parse(at), id];
}

/** An action to record in the audit log. */
export interface AuditedAct {
  action: AuditAction;
  subject: string;
  by: string | undefined;
  via?: string | undefined;
  detail?: string;
}
