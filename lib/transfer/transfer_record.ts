import type { AuditEntry, Invitation, Membership, MovedKey, MovedUsage, User } from "../access/mod.ts";
import type { KnowledgeEntry, PostRevision, StoredOrganization, StoredPost } from "../content/mod.ts";

/** The version of the form of these records. */
export const transferVersion = 1;

/** The first record: what the others are. */
export interface TransferHeader {
  type: "header";
  format: "postern-export";
  /** Of the form of the records. */
  version: number;
  /** RFC 3339. */
  exportedAt: string;
  /** Whether all records are of one moment. */
  isSnapshot: boolean;
  /** Whether keys have their hashes, and what was counted for them is among the records. */
  hasHashes: boolean;
  /** The organization, where it is only one. */
  organizationSlug?: string;
  /** Ids of posts above this one were not given yet when the export began. */
  lastPostId: number;
}

/** The last record: a file that ends without it is not whole. */
export interface TransferEnd {
  type: "end";
  /** How many records stand between the first and this one. */
  records: number;
  /** In hexadecimal, of the lines before this one. Default: the lines are not protected. */
  sha256?: string;
}

/**
 * What stands between them. An organization comes before what belongs to it: posts, texts, audit, then the keys, each after what was
 * counted for it, the members and the pending invitations. The users come last: whoever reads while it is written to finds all that something refers to, and
 * what is half imported lets nobody in.
 */
export type TransferItem =
  | { type: "organization"; organization: StoredOrganization }
  | {
      type: "post";
      organizationSlug: string;
      post: StoredPost;
      html: string;
      /** The last writes of the post, oldest first. */
      revisions: readonly PostRevision[];
    }
  | { type: "text"; organizationSlug: string; text: KnowledgeEntry }
  | { type: "audit"; organizationSlug: string; entry: AuditEntry }
  | { type: "usage"; organizationSlug: string; usage: MovedUsage }
  | { type: "key"; organizationSlug: string; key: MovedKey }
  | { type: "member"; organizationSlug: string; member: Membership }
  | { type: "invitation"; organizationSlug: string; invitation: Invitation }
  | { type: "user"; user: User }
  | { type: "user-audit"; userId: string; entry: AuditEntry };

/** A line of an export. */
export type TransferRecord = TransferHeader | TransferItem | TransferEnd;
