import type {
  AuditEntry,
  Invitation,
  Membership,
  MovedKey,
  MovedUsage,
  SavedFilter,
  User,
} from "../../access/mod.ts";
import type {
  KnowledgeEntry,
  MissedDay,
  PreviewRecord,
  StoredOrganization,
  StoredRedirect,
  WholePost,
} from "../../content/mod.ts";
import type { MediaRecord } from "../../media/moved_media.ts";
import type { InsightDay } from "../../store/daily_counts/mod.ts";
import type { WebhookRecord } from "../../webhooks/mod.ts";

/** Version of the record format. */
export const transferVersion = 1;

/** The first record. It describes the others. */
export interface TransferHeader {
  type: "header";
  format: "postern-export";
  /** Version of the record format. */
  version: number;
  /** RFC 3339. */
  exportedAt: string;
  /** True if all records are from one snapshot. */
  isSnapshot: boolean;
  /** True if keys have their hashes, and the export contains their usage counts and the queries without results. */
  hasHashes: boolean;
  /** The organization, if the export has only one. */
  organizationSlug?: string;
  /** The last assigned post id when the export started. */
  lastPostId: number;
  /** Time up to which the store had written its due events, such as the publication of scheduled posts. Default: `exportedAt`. */
  dueEventsUntil?: string;
}

/** The last record. A file without it is incomplete. */
export interface TransferEnd {
  type: "end";
  /** Number of records between the header and this one. */
  records: number;
  /** Numbers of records of the store that the export leaves out, by the name of their kind. Default: it leaves out no record. */
  leftBehind?: Readonly<Record<string, number>>;
  /** SHA-256 of the previous lines, in hexadecimal. Default: the lines have no checksum. */
  sha256?: string;
}

/**
 * A record between header and end. An organization comes first. Its posts, redirects, preview links, texts, files, queries without results, counted
 * requests and audit follow. Then come removed keys, usage counts, keys, members, saved filters, pending invitations and webhooks, and the next organization.
 * Users come last, so an interrupted import gives nobody access.
 */
export type TransferItem =
  | { type: "organization"; organization: StoredOrganization }
  | ({ type: "post"; organizationSlug: string } & WholePost)
  | { type: "redirect"; organizationSlug: string; redirect: StoredRedirect }
  | { type: "preview-link"; organizationSlug: string; postId: number; previewLink: PreviewRecord }
  | { type: "text"; organizationSlug: string; text: KnowledgeEntry }
  | { type: "file"; organizationSlug: string; file: MediaRecord }
  | { type: "missed-queries"; organizationSlug: string; day: MissedDay }
  | { type: "insight"; organizationSlug: string; counts: InsightDay }
  | { type: "audit"; organizationSlug: string; entry: AuditEntry }
  | { type: "removed-key"; organizationSlug: string; keyId: string }
  | { type: "usage"; organizationSlug: string; usage: MovedUsage }
  | { type: "key"; organizationSlug: string; key: MovedKey }
  | { type: "member"; organizationSlug: string; member: Membership }
  | { type: "saved-filters"; organizationSlug: string; userId: string; filters: readonly SavedFilter[] }
  | { type: "invitation"; organizationSlug: string; invitation: Invitation }
  | { type: "webhook"; organizationSlug: string; webhook: WebhookRecord }
  | { type: "user"; user: User }
  | { type: "user-audit"; userId: string; entry: AuditEntry };

/** The record of a type between header and end. */
export type ItemOf<Type extends TransferItem["type"]> = Extract<TransferItem, { type: Type }>;

/** A line of an export. */
export type TransferRecord = TransferHeader | TransferItem | TransferEnd;
