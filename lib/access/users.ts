import type { Actor } from "../actor.ts";
import { NotFoundError } from "../errors.ts";
import { auditRecord } from "./audit.ts";
import { createUser, type UserInput } from "./create_user.ts";
import { deleteUser, type DeleteUserDeps } from "./delete_user.ts";
import { findUsersByAddress } from "./email_addresses.ts";
import { membershipLocation } from "./membership_location.ts";
import { mergeUsers, type UserMerge, type UsersToMerge } from "./merge_users.ts";
import { requireRole, type Role } from "./permissions.ts";
import { setUserStatus } from "./set_user_status.ts";
import {
  listOrganizationsOfUser,
  type Membership,
  readUser,
  type User,
  userDirectory,
  userLocation,
} from "./user.ts";
import { writeMembership } from "./write_membership.ts";

export type { AccessDeps } from "./access_deps.ts";
export type { UserInput } from "./create_user.ts";
export type { Membership, User } from "./user.ts";

/** Users of the directory that are read by one call. */
const readAtOnce = 100;

/** The users that are kept in the storage, and what they are in which organization. */
export class Users {
  readonly #deps: DeleteUserDeps;

  constructor(deps: DeleteUserDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a user, who belongs to no organization yet. Of several calls with one id or email address, at the same time and in any
   * processes, one succeeds. A host that signs its users in itself gives each user its own `id`.
   *
   * @throws {InvalidInputError} when the input is not allowed
   * @throws {AlreadyExistsError} when another user has the id or the email address
   */
  async create(input: UserInput): Promise<User> {
    return createUser(this.#deps, input);
  }

  /** The user of this id, or null. */
  async get(userId: string): Promise<User | null> {
    return readUser(this.#deps.store, userId);
  }

  /** All users, in the order of their ids. */
  async *list(): AsyncGenerator<User> {
    const { store } = this.#deps;
    const pages = store.listPages<{ userId: string }>(userDirectory, { prefix: [] }, readAtOnce);
    for await (const page of pages) {
      const users = await store.getReadable<User[]>(page.map(({ data }) => userLocation(data.userId)));
      for (const user of users) if (user !== null) yield user.data;
    }
  }

  /**
   * The users of an email address, upper and lower case of ASCII being one, in the order in which they were created. Several have it
   * only in stores of older versions, and after imports.
   */
  async findByEmail(email: string): Promise<User[]> {
    return findUsersByAddress(this.#deps.store, email);
  }

  /** The members of an organization and their roles. */
  async *listMembers(organizationSlug: string): AsyncGenerator<Membership> {
    const partition = ["org", organizationSlug];
    for await (const { data } of this.#deps.store.listAll<Membership>(partition, { prefix: ["member"] })) {
      yield data;
    }
  }

  /** The slugs of the organizations that a user is a member of, in their order. */
  async *listOrganizations(userId: string): AsyncGenerator<string> {
    for (const organizationSlug of await listOrganizationsOfUser(this.#deps.store, userId)) {
      const [membership] = await this.#deps.store.getReadable([membershipLocation(userId, organizationSlug)]);
      if (membership !== null) yield organizationSlug;
    }
  }

  /**
   * Disables a user, or lets an earlier one in again. Every key of a disabled user is refused at once.
   *
   * @throws {InvalidInputError} when there is no such status
   * @throws {NotFoundError} when there is no such user
   */
  async setStatus(userId: string, status: User["status"], actor: Actor = {}): Promise<User> {
    return setUserStatus(this.#deps, userId, status, actor);
  }

  /**
   * Deletes a user: ends the memberships, revokes the keys, ends sessions and sign-in links, and frees the email address. The audit, and
   * texts and revisions that name the user, stay. An interrupted deletion is completed by the next call.
   *
   * @throws {NotFoundError} when there is no such user
   * @throws {LastOwnerError} when an organization would be left without an owner
   */
  async delete(userId: string, actor: Actor = {}): Promise<void> {
    return deleteUser(this.#deps, userId, actor);
  }

  /**
   * Makes two users one: `into` gets the memberships and keys of `from`, who is deleted. Where both are members the higher role wins.
   * Keys go on working; they have the permissions of `into` from then on. `into` keeps its name and email address. An interrupted merge
   * is completed by the next call.
   *
   * @throws {NotFoundError} when there is no such user
   * @throws {InvalidInputError} when both are the same user, or one is active and the other disabled
   *
   * @example
   * ```ts
   * import { createPublicApi } from "postern";
   * import { memoryDriver } from "postern/storage-drivers/memory";
   *
   * const api = createPublicApi({ storage: memoryDriver() });
   * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
   * const ada = await api.users.create({ name: "Ada" });
   * const twin = await api.users.create({ name: "Ada L." });
   * await api.users.addToOrganization(twin.id, { organizationSlug: "acme", role: "editor" });
   *
   * const { memberships } = await api.users.merge({ from: twin.id, into: ada.id });
   * memberships; // [{ organizationSlug: "acme", role: "editor" }]
   * ```
   */
  async merge(ids: UsersToMerge, actor: Actor = {}): Promise<UserMerge> {
    return mergeUsers(this.#deps, ids, actor);
  }

  /**
   * Makes a user a member of an organization, or gives a member another role.
   *
   * @throws {InvalidInputError} when there is no such role
   * @throws {NotFoundError} when there is no such user or organization
   */
  async addToOrganization(
    userId: string,
    membership: { organizationSlug: string; role: Role } & Actor,
  ): Promise<void> {
    const { organizationSlug, role, by } = membership;
    requireRole(role, "Cannot add the user");
    if ((await this.get(userId)) === null) {
      throw new NotFoundError(`Cannot add the user: there is no user "${userId}"`);
    }
    if ((await this.#deps.findOrganization(organizationSlug)) === null) {
      throw new NotFoundError(`Cannot add the user: there is no organization "${organizationSlug}"`);
    }
    await writeMembership(this.#deps, { organizationSlug, userId, role, by }, { isNew: false });
    this.#deps.emit("membershipChanged", { userId, organizationSlug, role });
  }

  /** Ends a membership, if there is one. Every key of the user in that organization is refused at once. */
  async removeFromOrganization(userId: string, organizationSlug: string, { by }: Actor = {}): Promise<void> {
    const { partition, key } = membershipLocation(userId, organizationSlug);
    const audit = auditRecord(this.#deps, { action: "member.removed", subject: userId, by });
    const result = await this.#deps.store.commit(partition, {
      checks: [{ key, exists: true }],
      deletes: [key],
      sets: [audit],
    });
    // Nothing happened, so there is nothing to audit or to tell.
    if (!result.committed) return;
    this.#deps.emit("membershipChanged", { userId, organizationSlug });
  }
}
