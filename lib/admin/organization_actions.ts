import type { Audit, AuditPage, AuditQuery } from "../access/mod.ts";
import {
  type OrganizationInput,
  type Organizations,
  ownOrganizationChanges,
  type StoredOrganization,
} from "../content/mod.ts";
import { NotFoundError } from "../errors.ts";
import { validate } from "../validate.ts";
import { type AdminActor, requirePermitted } from "./admin_actor.ts";

/** What may be changed of an organization. How much its keys may ask for is the operator's to say. */
export type OrganizationChanges = Partial<Omit<OrganizationInput, "slug" | "dailyRequestLimit">>;

/** What is done with an organization as such. */
export class OrganizationActions {
  readonly #organizations: Organizations;
  readonly #audit: Audit;

  constructor({ organizations, audit }: { organizations: Organizations; audit: Audit }) {
    this.#organizations = organizations;
    this.#audit = audit;
  }

  /**
   * The organization. Needs `posts:read`.
   *
   * @throws {NotFoundError} when it is not kept in the storage
   */
  async show(actor: AdminActor): Promise<StoredOrganization> {
    requirePermitted(actor, "posts:read");
    const organization = await this.#organizations.get(actor.organizationSlug);
    if (organization !== null) return organization;
    throw new NotFoundError(`Cannot show the organization: there is no "${actor.organizationSlug}"`);
  }

  /**
   * Changes some fields. Needs `members:manage`, as what concerns everyone.
   *
   * @throws {InvalidInputError} when a change is not allowed
   * @throws {NotFoundError} when it is not kept in the storage
   * @throws {ContentionError} when it was changed at the same time
   */
  async update(actor: AdminActor, changes: OrganizationChanges): Promise<StoredOrganization> {
    requirePermitted(actor, "members:manage");
    const valid = validate(ownOrganizationChanges, changes, "Cannot update the organization");
    return this.#organizations.update(actor.organizationSlug, valid);
  }

  /** What was done to keys and members, newest first. Needs `keys:manage`. */
  async audit(actor: AdminActor, query: AuditQuery = {}): Promise<AuditPage> {
    requirePermitted(actor, "keys:manage");
    return this.#audit.list(actor.organizationSlug, query);
  }
}
