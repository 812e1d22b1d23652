import { readMembers } from "../export_access.ts";
import { onFirstUse } from "../../base/first_use.ts";
import type { Actor } from "../../base/actor.ts";
import { NotFoundError, noOrganization } from "../../base/errors.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { auditRecord } from "../audit.ts";
import { eachPage } from "../../store/mod.ts";
import { addAddress } from "./add_address.ts";
import { createUser, type UserInput } from "./create_user.ts";
import { deleteUser, type DeleteUserDeps, type UserDeletionOptions } from "./delete_user.ts";
import { findUsersByAddress } from "./email_addresses.ts";
import type { UserExportQuery, UserRecord, UserRecordPage } from "./export_user.ts";
import { memberEvent, memberKey, membershipLocation } from "../memberships/membership_location.ts";
import { endedMembership } from "../memberships/member_index.ts";
import { mergeUsers, type UserMerge, type UsersToMerge } from "./merge_users.ts";
import { requireRole, type Role } from "../permissions.ts";
import { setUserStatus } from "./set_user_status.ts";
import { listMemberships, type OrganizationsOfUserQuery } from "../memberships/list_memberships.ts";
import { type Membership, readUser, type User, userDirectory, userLocation } from "./user.ts";
import { userDataParts } from "./user_data_parts.ts";
import { writeMembership } from "../memberships/write_membership.ts";

/** The address of a membership. */
export interface MembershipAddress {
  userId: string;
  organizationSlug: string;
}

export type { AccessDeps } from "../access_deps.ts";
export type { UserInput } from "./create_user.ts";
export type { Membership, User } from "./user.ts";

/** Number of listed users, or of memberships of a user, that are read in one batch. */
const readAtOnce = 100;

const loadExport = onFirstUse(() => import("./export_user.ts"));

/** Manages stored users and their memberships. */
export class Users {
  readonly #deps: DeleteUserDeps;

  constructor(deps: DeleteUserDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a user without memberships. Of concurrent calls with the same ID or email address, in any processes, only one succeeds. A host
   * with its own sign-in passes its own `id` for each user.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {AlreadyExistsError} if another user has the ID or the email address
   */
  async create(input: UserInput): Promise<User> {
    return createUser(this.#deps, input);
  }

  /** Returns the user with this ID, or null. */
  async get(userId: string): Promise<User | null> {
    return readUser(this.#deps.store, userId);
  }

  /** Lists all users, sorted by ID. */
  async *iterate(): AsyncGenerator<User> {
    const { store } = this.#deps;
    const pages = store.listPages<{ userId: string }>(userDirectory, { prefix: [] }, readAtOnce);
    for await (const page of pages) {
      const users = await store.getReadable<User[]>(page.map(({ data }) => userLocation(data.userId)));
      for (const user of users) if (user !== null) yield user.data;
    }
  }

  /**
   * Returns the users with an email address, the oldest first. ASCII case is ignored. Only older stores and imports can contain several.
   */
  async findByEmail(email: string): Promise<User[]> {
    return findUsersByAddress(this.#deps.store, email);
  }

  /** Lists the members of an organization with their roles. */
  async *iterateMembers(organizationSlug: string): AsyncGenerator<Membership> {
    yield* readMembers(this.#deps.store, organizationSlug);
  }

  /** Returns the role of a user in an organization, or null if the user is not a member. */
  async roleIn({ userId, organizationSlug }: MembershipAddress): Promise<Role | null> {
    const found = await this.#deps.store.get<Membership>(membershipLocation(userId, organizationSlug));
    return found?.data.role ?? null;
  }

  /** Lists the slugs of a user's organizations, sorted. */
  async *iterateOrganizations(userId: string): AsyncGenerator<string> {
    const { store } = this.#deps;
    const pages = eachPage(store, (place) => this.listOrganizations(userId, { limit: 100, ...place }));
    for await (const { slugs } of pages) yield* slugs;
  }

  /**
   * Returns a page of the slugs of a user's organizations, sorted.
   *
   * @throws {RangeError} if the limit is out of range
   */
  async listOrganizations(
    userId: string,
    query: OrganizationsOfUserQuery = {},
  ): Promise<{ slugs: string[]; next: string | null }> {
    const { store } = this.#deps;
    const { items: slugs, next } = await listMemberships<string>(store, userId, query, async (listed) => {
      const found = await store.getReadable<object[]>(listed.map((one) => membershipLocation(userId, one)));
      return listed.map((one, index) => (found[index] === null ? null : one));
    });
    return { slugs, next };
  }

  /**
   * Disables a user, or enables a disabled user. All keys of a disabled user are refused immediately.
   *
   * @throws {InvalidInputError} if the status is unknown
   * @throws {NotFoundError} if the user does not exist
   */
  async setStatus(userId: string, status: User["status"], actor: Actor = {}): Promise<User> {
    return setUserStatus(this.#deps, userId, status, actor);
  }

  /**
   * Gives a user without an email address one. The caller has proved that it is the user's own, because it signs the user in.
   *
   * @throws {InvalidInputError} if the address is invalid
   * @throws {NotFoundError} if the user does not exist
   * @throws {AlreadyExistsError} if the user has an address, or another user has this one
   */
  async addEmail(userId: string, email: string, actor: Actor = {}): Promise<User> {
    return addAddress(this.#deps, userId, email, actor);
  }

  /**
   * Deletes a user. Ends the memberships, invitations, sessions and sign-in links, revokes the keys, and frees the email address. In the
   * audit log, events and deliveries, the ID replaces the address. Keeps all texts and revisions that name the user. The user is refused
   * everywhere before the keys are revoked one by one. The next call completes an interrupted deletion.
   *
   * @param options.onProgress called with the number of revoked keys so far
   * @throws {NotFoundError} if the user does not exist
   * @throws {LastOwnerError} if an organization would have no owner left
   */
  async delete(userId: string, options: UserDeletionOptions = {}): Promise<void> {
    return deleteUser(this.#deps, userId, options);
  }

  /**
   * Reads all records about a user: sessions, memberships, keys, invitations, audit entries, events and deliveries. It lists content that has the
   * email address, which {@link Users.delete} keeps. It reads every record of the organizations, and contains no secrets.
   *
   * @throws {NotFoundError} if the user does not exist
   */
  async *export(userId: string, query: UserExportQuery = {}): AsyncGenerator<UserRecord> {
    const user = await this.get(userId);
    if (user === null) throw new NotFoundError(`Cannot export the user: there is no user "${userId}"`);
    const { exportUser } = await loadExport();
    yield* exportUser({ ...this.#deps, user, parts: userDataParts }, query);
  }

  /**
   * Returns a page of the records of an organization about a user, as {@link Users.export} reads them. Only the address of a member is looked
   * for, so that the page does not reveal the user behind an invited address.
   *
   * @throws {RangeError} if the limit is out of range
   */
  async listRecords(address: MembershipAddress, query: PageQuery = {}): Promise<UserRecordPage> {
    const { userId: id, organizationSlug } = address;
    const isMember = (await this.roleIn(address)) !== null;
    const user = (isMember ? await this.get(id) : null) ?? { id };
    const { limit = 50, after } = query;
    requirePageLimit("Cannot list the records about the user", limit);
    const { readUserRecords } = await loadExport();
    const deps = { store: this.#deps.store, parts: userDataParts, user };
    return readUserRecords(deps, organizationSlug, { limit, after });
  }

  /**
   * Merges two users: moves the memberships and keys of `from` to `into`, then deletes `from`. If both are members, the higher role wins.
   * Keys stay valid and get the permissions of `into`. The name and email address of `into` do not change. The next call completes an
   * interrupted merge.
   *
   * @throws {NotFoundError} if a user does not exist
   * @throws {InvalidInputError} if both are the same user, or one is active and the other disabled
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
   * Adds a user to an organization, or changes the role of a member.
   *
   * @throws {InvalidInputError} if the role is unknown
   * @throws {NotFoundError} if the user or organization does not exist
   */
  async addToOrganization(
    userId: string,
    membership: { organizationSlug: string; role: Role } & Actor,
  ): Promise<void> {
    const { organizationSlug, role, by } = membership;
    requireRole(role, "Cannot add the user");
    const user = await this.get(userId);
    if (user === null) {
      throw new NotFoundError(`Cannot add the user: there is no user "${userId}"`);
    }
    if ((await this.#deps.findOrganization(organizationSlug)) === null)
      throw noOrganization("Cannot add the user", organizationSlug);
    await writeMembership(this.#deps, { organizationSlug, user, role, by }, { isNew: false });
  }

  /** Ends a membership, if it exists. All keys of the user in that organization are refused immediately. */
  async removeFromOrganization(
    { userId, organizationSlug }: MembershipAddress,
    { by }: Actor = {},
  ): Promise<void> {
    const [user] = await this.#deps.store.getReadable<[User]>([userLocation(userId)]);
    const audit = auditRecord(this.#deps, { action: "member.removed", subject: userId, by });
    const deletes = endedMembership(userId, user?.data ?? null);
    const removal = { checks: [{ key: memberKey(userId), exists: true }], deletes, sets: [audit] };
    // If the user is not a member, nothing is committed, also no event.
    await this.#deps.outbox.commit(organizationSlug, removal, [memberEvent({ id: userId })]);
  }
}
