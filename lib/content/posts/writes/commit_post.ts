import { ContentionError, StoreLimitError, StoreUnavailableError } from "../../../base/errors.ts";
import {
  type Committed,
  type Conflict,
  keysBeside,
  type Store,
  type StoreChanges,
} from "../../../store/mod.ts";
import { announceDuePost, dueChanges, publishDuePosts } from "./due_posts.ts";
import type { ContentDeps } from "../../organizations/organizations.ts";
import { postEvents, type PostWrite } from "./post_events.ts";
import type { PostState } from "./post_state.ts";
import { commitPosts, hasMark, postsVersionLocation } from "../lists/posts_version.ts";
import type { CountedWrite } from "../../tallies/counted_write.ts";
import { planRedirects } from "../../redirects/redirect_changes.ts";
import { type Approval, requireSubmission, submissionKey } from "../../submissions/submission_record.ts";
import { bindWaiting, hasReferences, settleReferences } from "../../references/settle_references.ts";

/** A write of a post, and the records that it was planned from. */
export interface PostCommit extends Omit<CountedWrite, "now" | "state"> {
  state: PostState;
  isSilent?: boolean | undefined;
  /** The submission whose text the write publishes. Default: the write approves no submission. */
  approval?: Approval | undefined;
  /** True if other posts wait for the new post. Default: it is read. */
  isAwaited?: boolean;
}

/** Commits a write of a post together with its events, redirects and counts, so that a crash loses no event and invents none. */
export async function commitPost(
  deps: ContentDeps,
  organizationSlug: string,
  changes: StoreChanges,
  { isSilent = false, approval, state, isAwaited, ...write }: PostCommit,
): Promise<Committed | Conflict> {
  const { store, clock, indexes } = deps;
  const now = clock.now();
  const { before, after } = write;
  const hasNewSlug = before?.slug !== after?.slug;
  const [isNamed] = await Promise.all([
    // Until its commit, posts can still get references to a deleted post, so they are looked up afterwards.
    after === null || (isAwaited ?? (hasNewSlug && hasReferences(store, organizationSlug, after.slug))),
    hasNewSlug && !hasMark(state.version, "isBound") && indexes.bindReferences(organizationSlug),
    hasNewSlug && before && after && bindWaiting(store, organizationSlug, before),
    approval && requireSubmission(store, organizationSlug, approval),
  ]);
  if (write.before?.status === "scheduled") await publishDuePosts(deps, organizationSlug, now);
  const events = isSilent ? [] : postEvents(write, now);
  const due = dueChanges(write, now);
  if (write.after !== null) await announceDuePost(deps, organizationSlug, write.after);
  const checks = [...(changes.checks ?? []), ...checksOf(approval)];
  const sets = [...(changes.sets ?? []), ...due.sets, ...(approval?.beside ?? [])];
  const deletes = [...endedSubmission(write, changes), ...(changes.deletes ?? []), ...due.deletes];
  let isRetry = false;
  const subject = `Cannot write the redirects of the post: one of them`;
  const outcome = await store.writes.repeatInTurn(
    postsVersionLocation(organizationSlug),
    subject,
    async (isStale) => {
      const redirects = await planRedirects(store, organizationSlug, write, {
        now,
        isRetry,
        site: state.site,
      });
      isRetry = true;
      const written: StoreChanges = {
        ...changes,
        checks: [...checks, ...redirects.checks],
        sets: [...sets, ...redirects.sets],
        deletes: [...deletes, ...redirects.deletes],
      };
      const counted = { ...write, now, ...(!isStale && { state }) };
      const result = await commitPosts(deps, organizationSlug, written, events, counted);
      const isConflictOfRedirects =
        !result.committed && result.failedChecks.every((index) => index >= checks.length);
      return isConflictOfRedirects ? null : result;
    },
  );
  if (outcome.committed && isNamed) await settle(store, organizationSlug, write);
  return outcome;
}

function checksOf(approval: Approval | undefined): NonNullable<StoreChanges["checks"]> {
  return approval === undefined ? [] : [{ key: submissionKey(approval.postId), version: approval.version }];
}

/** Returns the key of the submission that a write ends, unless the changes delete it already. */
function endedSubmission(
  { before, after }: PostWrite,
  { deletes = [] }: StoreChanges,
): NonNullable<StoreChanges["deletes"]> {
  if (before === null || before.status === after?.status) return [];
  return keysBeside(
    [submissionKey(before.id)],
    deletes.map((key) => ({ key })),
  );
}

/** Settles references after a write. The write succeeded even if this fails now: waiting references are bound before the next rename. */
async function settle(store: Store, organizationSlug: string, write: PostWrite): Promise<void> {
  try {
    await settleReferences(store, organizationSlug, write);
  } catch (error) {
    const isExpected = [StoreUnavailableError, ContentionError, StoreLimitError].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) throw error;
  }
}
