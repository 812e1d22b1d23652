import { type AuditPage, type AuditQuery, auditRecord } from "../../access/mod.ts";
import {
  countValues,
  type OrganizationUpdate,
  ownOrganizationChanges,
  type StoredOrganization,
  type ValueCount,
} from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { changesFor, type ChangesOf } from "../../base/input/patch_of.ts";
import { validate } from "../../base/input/validate.ts";
import { type AdminActor, requirePermitted, organizationOf, signatureOf } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";

/** Changes to an organization. Only the operator can change its daily request limit. */
export type OrganizationChanges = Omit<OrganizationUpdate, "rateLimit">;

/** The actions on an organization itself. */
export class OrganizationActions {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the organization. Needs `posts:read`.
   *
   * @throws {NotFoundError} if the storage does not contain the organization
   */
  async get(actor: AdminActor): Promise<StoredOrganization> {
    requirePermitted(actor, "posts:read");
    const organization = await organizationOf(actor, (slug) => this.#deps.organizations.get(slug));
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
    const { organizationSlug: subject } = actor;
    const { by, via } = signatureOf(actor);
    return this.#deps.organizations.update(
      subject,
      async (present) =>
        validate(
          ownOrganizationChanges,
          await changesFor(changes, present),
          "Cannot update the organization",
        ),
      (names) => [
        auditRecord(this.#deps, {
          action: "organization.updated",
          subject,
          by,
          via,
          detail: names.join(", "),
        }),
      ],
    );
  }

  /**
   * Counts the posts that have a value of a field that the organization defines. It reads at most 50,000 posts. Needs `members:manage`.
   *
   * @throws {NotFoundError} if the organization does not define the field
   */
  async countFieldValues(actor: AdminActor, fieldName: string): Promise<ValueCount> {
    requirePermitted(actor, "members:manage");
    const { organizationSlug } = actor;
    const organization = await organizationOf(actor, (slug) => this.#deps.organizations.get(slug));
    const field = organization?.postFields?.find(({ name }) => name === fieldName);
    if (field === undefined)
      throw new NotFoundError(`Cannot count the values: "${organizationSlug}" has no field "${fieldName}"`);
    return countValues(this.#deps.store, organizationSlug, field);
  }

  /** Returns the changes of keys and members, newest first. Needs `keys:manage`. */
  async audit(actor: AdminActor, query: AuditQuery = {}): Promise<AuditPage> {
    requirePermitted(actor, "keys:manage");
    return this.#deps.audit.list(actor.organizationSlug, query);
  }
}
