import {
  type Caller,
  listMemberships,
  type OrganizationsOfUserQuery,
  StoredIdentity,
} from "../../access/mod.ts";
import { isOrganizationSlug, type Organization, type StoredOrganization } from "../../content/mod.ts";
import { HostValueError } from "../../base/host/host_value_error.ts";
import { reportError } from "../../base/report_error.ts";
import { DamagedRecordError } from "../../store/mod.ts";
import { type AdminActor, shareReads } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import { ApiKeyActions } from "./api_key_actions.ts";
import { ExportActions } from "./exports/export_actions.ts";
import { InsightActions } from "./insight_actions.ts";
import { FaqTrials } from "./faq_trials.ts";
import { ImportActions } from "./import_actions.ts";
import { KnowledgeActions } from "./knowledge_actions.ts";
import { MediaActions } from "./media/media_actions.ts";
import { MemberActions } from "./member_actions.ts";
import { OrganizationActions } from "./organization_actions.ts";
import { PostActions } from "./post_actions.ts";
import { SetupActions } from "./setup_actions.ts";
import { WebhookActions } from "./webhook_actions.ts";
import { PreviewLinkActions } from "./preview_link_actions.ts";
import { RedirectActions } from "./redirect_actions.ts";
import { SavedFilterActions } from "./saved_filter_actions.ts";
import { SearchActions } from "./search_actions.ts";
import { SubmissionActions } from "./submissions/submission_actions.ts";

/** An organization that a user is an active member of. */
export interface OrganizationOfUser {
  organization: Organization;
  /** The user in this organization, with the current permissions. */
  actor: AdminActor;
}

/** A page of the organizations that a user is an active member of. */
export interface OrganizationsOfUser {
  organizations: OrganizationOfUser[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/**
 * The administration of the organizations. Every action takes the acting user and checks their permissions. The dashboard and the
 * admin API use only these actions.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * const { id } = await api.users.create({ name: "Ada" });
 * await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
 *
 * const ada = await api.admin.findActor(id, "acme");
 * if (ada !== null) await api.admin.posts.create(ada, { markdown: "---\ntitle: Hello\n---\nHi", status: "draft" });
 * ```
 */
export class Admin {
  readonly posts: PostActions;
  readonly submissions: SubmissionActions;
  readonly redirects: RedirectActions;
  readonly previews: PreviewLinkActions;
  readonly imports: ImportActions;
  readonly exports: ExportActions;
  readonly faqTrials: FaqTrials;
  readonly setup: SetupActions;
  readonly knowledgeBase: KnowledgeActions;
  readonly media: MediaActions;
  readonly apiKeys: ApiKeyActions;
  readonly members: MemberActions;
  readonly organization: OrganizationActions;
  readonly webhooks: WebhookActions;
  readonly search: SearchActions;
  readonly insight: InsightActions;
  readonly savedFilters: SavedFilterActions;
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    this.posts = new PostActions(deps);
    this.submissions = new SubmissionActions(deps, this.posts.text);
    this.redirects = new RedirectActions(deps);
    this.previews = new PreviewLinkActions(deps);
    this.imports = new ImportActions(deps);
    this.exports = new ExportActions(deps);
    this.faqTrials = new FaqTrials(deps);
    this.setup = new SetupActions(deps);
    this.knowledgeBase = new KnowledgeActions(deps);
    this.media = new MediaActions(deps);
    this.apiKeys = new ApiKeyActions(deps);
    this.members = new MemberActions(deps);
    this.organization = new OrganizationActions(deps);
    this.webhooks = new WebhookActions(deps);
    this.search = new SearchActions(deps);
    this.insight = new InsightActions(deps);
    this.savedFilters = new SavedFilterActions(deps);
  }

  /** Returns a signed-in user with the current permissions, or null if the user is not an active member of the organization. */
  async findActor(userId: string, organizationSlug: string): Promise<AdminActor | null> {
    return (await this.organizationOf(userId, organizationSlug))?.actor ?? null;
  }

  /**
   * Returns an organization with the actor in it, or null if the user is not an active member of the organization.
   *
   * @param options.isActive true if the caller knows that the user is active. Default: the user's record decides.
   */
  async organizationOf(
    userId: string,
    organizationSlug: string,
    { isActive = false }: { isActive?: boolean } = {},
  ): Promise<OrganizationOfUser | null> {
    const { identity } = this.#deps;
    // Only stored memberships can be read together with the organization, because a host needs its id.
    const early =
      isActive && identity instanceof StoredIdentity && isOrganizationSlug(organizationSlug)
        ? identity.findActiveMember(userId, organizationSlug)
        : undefined;
    const [organization, known] = await Promise.all([this.#deps.findOrganization(organizationSlug), early]);
    if (organization === null) return null;
    const { id, slug } = organization;
    const member = known === undefined ? await identity.findMember(userId, { id, slug }) : known;
    if (member?.status !== "active") return null;
    return { organization, actor: { userId, organizationSlug: slug, permissions: member.permissions } };
  }

  /**
   * Lets the actions of one request share its organization and posts instead of reading them again. Changes still read the present ones. Pass
   * the actor only to actions of that request.
   */
  shareReads({ organization, actor }: OrganizationOfUser): void {
    if (this.#deps.hasStoredOrganizations) {
      shareReads(actor, organization as StoredOrganization, this.#deps.posts);
    }
  }

  /**
   * Returns a page of the organizations that a stored user is an active member of, with the actor in each, sorted by slug.
   *
   * @param find returns an organization as {@link Admin.organizationOf} does, such as one that was read before
   * @throws {RangeError} if the limit is out of range
   */
  async organizationsOf(
    userId: string,
    query: OrganizationsOfUserQuery = {},
    find: (slug: string) => Promise<OrganizationOfUser | null> = (slug) => this.organizationOf(userId, slug),
  ): Promise<OrganizationsOfUser> {
    const read = (slugs: readonly string[]): Promise<(OrganizationOfUser | null)[]> =>
      Promise.all(slugs.map((slug) => this.unlessDamaged(find(slug))));
    const page = await listMemberships(this.#deps.store, userId, query, read);
    return { organizations: page.items, next: page.next };
  }

  /** Returns an organization that is being read, or null if it is damaged or a host returned a malformed value. The error is reported. */
  async unlessDamaged(reading: Promise<OrganizationOfUser | null>): Promise<OrganizationOfUser | null> {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof DamagedRecordError) this.#deps.store.report(error);
      else if (error instanceof HostValueError) reportError(error, () => undefined, this.#deps.onError);
      else throw error;
      return null;
    }
  }

  /** Returns the slug of the organization that a user opened last, or undefined. The user may have left it since then. */
  async lastOrganizationOf(userId: string): Promise<string | undefined> {
    return this.#deps.lastOrganizations.get(userId);
  }

  /** Stores the actor's current organization, which the next sign-in opens first. */
  async setLastOrganization({ userId, organizationSlug }: AdminActor): Promise<void> {
    return this.#deps.lastOrganizations.set(userId, organizationSlug);
  }
}

/** Returns the user of a verified API key, with the permissions of the key. */
export function actorOfKey({ credential, permissions }: Caller): AdminActor {
  const { id, userId, organizationSlug, permissions: narrowedTo, expiresAt, networks } = credential;
  const apiKey: NonNullable<AdminActor["apiKey"]> = { id };
  if (narrowedTo !== undefined) apiKey.permissions = narrowedTo;
  if (expiresAt !== undefined) apiKey.expiresAt = expiresAt;
  if (networks !== undefined) apiKey.networks = networks;
  return { userId, organizationSlug, permissions, apiKey };
}
