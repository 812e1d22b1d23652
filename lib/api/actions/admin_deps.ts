import type {
  ApiKeys,
  Audit,
  Invitations,
  LastOrganizations,
  MemberFinder,
  Memberships,
  RefusalCounts,
  SavedFilters,
  Users,
} from "../../access/mod.ts";
import type { KeyRateLimit } from "../../base/key_rate_limit.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import type { Clock } from "../../base/time/clock.ts";
import type {
  Drafts,
  HostFaq,
  KnowledgeBase,
  MalformedPosts,
  Organizations,
  Posts,
  PostTotals,
  Presence,
  Previews,
  Redirects,
  Submissions,
  WorkingCopies,
} from "../../content/mod.ts";
import type { Media } from "../../media/mod.ts";
import type { TextWorker, TextWorks } from "../../import/text_work/mod.ts";
import type { Insight } from "../../store/daily_counts/mod.ts";
import type { Store } from "../../store/mod.ts";
import type { ResolvedWebhookOptions, Webhooks } from "../../webhooks/mod.ts";
import type { SearchActionsDeps } from "./search_actions.ts";

/** Dependencies of the actions. */
export interface AdminDeps extends SearchActionsDeps {
  store: Store;
  clock: Clock;
  randomBytes: RandomBytes;
  posts: Posts;
  malformed: MalformedPosts;
  postTotals: PostTotals;
  redirects: Redirects;
  previews: Previews;
  workingCopies: WorkingCopies;
  drafts: Drafts;
  submissions: Submissions;
  presence: Presence;
  organizations: Organizations;
  /** True if the organizations are in the store. A host has no stored record of its own organizations. */
  hasStoredOrganizations: boolean;
  knowledgeBase: KnowledgeBase;
  /** Undefined if the host stores no files. */
  media: Media | undefined;
  apiKeys: ApiKeys;
  memberships: Memberships;
  invitations: Invitations;
  lastOrganizations: LastOrganizations;
  refusals: RefusalCounts;
  savedFilters: SavedFilters;
  /** Undefined if requests are not counted. */
  insight: Insight | undefined;
  users: Users;
  audit: Audit;
  webhooks: Webhooks;
  webhookOptions: ResolvedWebhookOptions;
  identity: MemberFinder;
  /** Limits of keys without their own, in organizations without limits. */
  rateLimit: KeyRateLimit;
  /** Settings that find questions in the posts of all organizations. */
  faq: HostFaq;
  textWork: TextWorks;
  textWorker: TextWorker | undefined;
  onError: (error: unknown) => void;
}
