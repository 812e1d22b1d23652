import { PreconditionFailedError } from "../../base/errors.ts";
import type { KeyPart, Store, StoreChanges } from "../../store/mod.ts";

/** The answer of an editor who sent a text back. */
export interface SubmissionAnswer {
  note: string;
  /** Id of the editor, if known. */
  by?: string;
  /** RFC 3339. */
  at: string;
}

/** State of a submission. An approved submission is deleted. */
export type SubmissionState = "pending" | "sent-back";

/** The stored record of a submission. The key has the id of its post, so it stays with the post when the post is renamed. */
export interface StoredSubmission {
  /** Version of the submitted text, as its writers see it: the tag of a draft, or the tag and the version of a working copy. */
  version: string;
  /** Number of the post's revision at that time. */
  revision: number;
  /** Note to the editors. */
  note?: string;
  /** Id of the user who submitted the text, if known. */
  by?: string;
  /** RFC 3339. */
  at: string;
  state: SubmissionState;
  /** Missing while the submission is pending. */
  answer?: SubmissionAnswer;
}

/** A submission with the present name and slug of its post. */
export interface ListedSubmission extends StoredSubmission {
  postId: number;
  slug: string;
  name: string;
}

/** A submission, compared with the present text of its post. */
export interface Submission extends ListedSubmission {
  /** Version of the text that the writers of the post see now. */
  presentVersion: string;
  /** True if the text is still the submitted text. Only then can it be approved. */
  isCurrent: boolean;
}

/** Records that are written in the same commit, such as the entry of the audit. */
export type RecordsBeside = NonNullable<StoreChanges["sets"]>;

/** The submission that a publication approves. The publication fails if the submission has changed, and deletes it in its commit. */
export interface Approval {
  postId: number;
  /** Version of the record. */
  version: string;
  beside: RecordsBeside;
}

export const submissionPrefix: readonly KeyPart[] = ["submission"];
export const submissionKey = (postId: number): KeyPart[] => [...submissionPrefix, postId];

/** @throws {PreconditionFailedError} if the submission of an approval has changed, or has ended */
export async function requireSubmission(
  store: Store,
  organizationSlug: string,
  { postId, version }: Approval,
): Promise<void> {
  const found = await store.get({ partition: ["org", organizationSlug], key: submissionKey(postId) });
  if (found?.version === version) return;
  throw new PreconditionFailedError("Cannot publish the post: its submission has changed since you read it");
}
