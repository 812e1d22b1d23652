import type { Audit, AuditPage, AuditQuery } from "../access/mod.ts";
import {
  type Organizations,
  type OrganizationUpdate,
  ownOrganizationChanges,
  type StoredOrganization,
} from "../content/mod.ts";
import { NotFoundError } from "../errors.ts";
import { changesFor, type ChangesOf } from "../patch_of.ts";
import { validate } from "../validate.ts";
import { type AdminActor, requirePermitted } from "./admin_actor.ts";

/** Changes to an organization. Only the operator can change its daily request limit. */
export type OrganizationChanges = Omit<OrganizationUpdate, "rateLimit">;

/** The actions on an organization itself. */
export class OrganizationActions {
  readonly #organizations: Organizations;
  readonly #audit: Audit;

  constructor({ organizations, audit }: { organizations: Organizations; audit: Audit }) {
    this.#organizations = organizations;
    this.#audit = audit;
  }

  /**
   * Returns the organization. Needs `posts:read`.
   *
   * @throws {NotFoundError} if the storage does not contain the organization
   */
  async get(actor: AdminActor): Promise<StoredOrganization> {
    requirePermitted(actor, "posts:read");
    const organization = await this.#organizations.get(actor.organizationSlug);
    if (organization !== null) return organization;
    throw new NotFoundError(`Cannot show the organization: "${actor.organizationSlug}" does not exist`);
  }

  /**
   * Changes some fields. `null` removes a field that the organization can be without. Needs `members:manage`.
   *
   * @param changes the changes, or a function that derives them from the present organization
   * @throws {InvalidInputError} if a change is not allowed
   * @throws {NotFoundError} if the storage does not contain the organization
   */
  async update(
    actor: AdminActor,
    changes: ChangesOf<OrganizationChanges, StoredOrganization>,
  ): Promise<StoredOrganization> {
    requirePermitted(actor, "members:manage");
    return this.#organizations.update(actor.organizationSlug, async (present) =>
      validate(ownOrganizationChanges, await changesFor(changes, present), "Cannot update the organization"),
    );
  }

  /** Returns the changes of keys and members, newest first. Needs `keys:manage`. */
  async audit(actor: AdminActor, query: AuditQuery = {}): Promise<AuditPage> {
    requirePermitted(actor, "keys:manage");
    return this.#audit.list(actor.organizationSlug, query);
  }
}
