import type {
  ApiKeys,
  Audit,
  Caller,
  Identity,
  Invitations,
  LastOrganizations,
  Memberships,
  RefusalCounts,
  Users,
} from "../access/mod.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import type { HostFaq, KnowledgeBase, Organization, Organizations, Posts } from "../content/mod.ts";
import type { TextWork } from "../text_work/mod.ts";
import type { AdminActor } from "./admin_actor.ts";
import { ApiKeyActions } from "./api_key_actions.ts";
import { collect } from "./collect.ts";
import { KnowledgeActions } from "./knowledge_actions.ts";
import { MemberActions } from "./member_actions.ts";
import { OrganizationActions } from "./organization_actions.ts";
import { PostActions } from "./post_actions.ts";
import type { RepresentPost } from "./post_preview.ts";

/** What the administration is made from. */
export interface AdminDeps {
  posts: Posts;
  organizations: Organizations;
  knowledgeBase: KnowledgeBase;
  apiKeys: ApiKeys;
  memberships: Memberships;
  invitations: Invitations;
  lastOrganizations: LastOrganizations;
  refusals: RefusalCounts;
  users: Users;
  audit: Audit;
  identity: Identity;
  clock: Clock;
  dailyRequestLimit: number;
  findOrganization(slug: string): Awaitable<Organization | null>;
  represent: RepresentPost;
  faq: HostFaq;
  textWork: TextWork;
}

/** An organization that a user is an active member of. */
export interface OrganizationOfUser {
  organization: Organization;
  /** The user in it, as of now. */
  actor: AdminActor;
}

/**
 * The administration of the organizations: every action takes who acts, and checks what that one may do. The dashboard and the admin
 * API do nothing else.
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
  readonly knowledgeBase: KnowledgeActions;
  readonly apiKeys: ApiKeyActions;
  readonly members: MemberActions;
  readonly organization: OrganizationActions;
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    this.posts = new PostActions(deps);
    this.knowledgeBase = new KnowledgeActions(deps);
    this.apiKeys = new ApiKeyActions(deps);
    this.members = new MemberActions(deps);
    this.organization = new OrganizationActions(deps);
  }

  /** A user who is signed in, as of now; null for one who is no active member of the organization. */
  async findActor(userId: string, organizationSlug: string): Promise<AdminActor | null> {
    const organization = await this.#deps.findOrganization(organizationSlug);
    return organization && this.#actorIn(organization, userId);
  }

  /** The organizations that a user of the storage is an active member of, in the order of their slugs, and who the user is in each. */
  async organizationsOf(userId: string): Promise<OrganizationOfUser[]> {
    const slugs = await collect(this.#deps.users.listOrganizations(userId));
    const found = await Promise.all(
      slugs.map(async (slug) => {
        const organization = await this.#deps.findOrganization(slug);
        const actor = organization && (await this.#actorIn(organization, userId));
        return actor && { organization, actor };
      }),
    );
    return found.filter((one) => one !== null);
  }

  /** The slug of the organization that a user opened last, or undefined. The user may have left it since. */
  async lastOrganizationOf(userId: string): Promise<string | undefined> {
    return this.#deps.lastOrganizations.get(userId);
  }

  /** Stores the organization in which an actor works now: it comes first at the next sign-in. */
  async setLastOrganization({ userId, organizationSlug }: AdminActor): Promise<void> {
    return this.#deps.lastOrganizations.set(userId, organizationSlug);
  }

  async #actorIn({ id, slug }: Organization, userId: string): Promise<AdminActor | null> {
    const member = await this.#deps.identity.findMember(userId, { id, slug });
    if (member?.status !== "active") return null;
    return { userId, organizationSlug: slug, permissions: member.permissions };
  }
}

/** The user of an API key that was verified, with what the key may do. */
export function actorOfKey({ credential, permissions }: Caller): AdminActor {
  const { id, userId, organizationSlug, permissions: narrowedTo, expiresAt } = credential;
  const apiKey: NonNullable<AdminActor["apiKey"]> = { id };
  if (narrowedTo !== undefined) apiKey.permissions = narrowedTo;
  if (expiresAt !== undefined) apiKey.expiresAt = expiresAt;
  return { userId, organizationSlug, permissions, apiKey };
}
