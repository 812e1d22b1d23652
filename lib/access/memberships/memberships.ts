import type { Actor } from "../../base/actor.ts";
import { AlreadyExistsError, LastOwnerError, NotFoundError, noOrganization } from "../../base/errors.ts";
import { searchTerms } from "../indexed_words.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { readPage, type Stored } from "../../store/mod.ts";
import { type AuditedAct, auditRecord } from "../audit.ts";
import { asciiAddress } from "../users/email_addresses.ts";
import { ensureAccessIndexed } from "../index_access.ts";
import { memberEvent, membershipLocation } from "./membership_location.ts";
import { endedMembership, type MemberEntry, writtenMembership } from "./member_index.ts";
import { type ListedMember, MemberList, toListed } from "./member_list.ts";
import { findOtherOwner } from "./other_owner.ts";
import { requireRole, type Role } from "../permissions.ts";
import { type Membership, type User, userLocation } from "../users/user.ts";
import type { AccessDeps, Users } from "../users/users.ts";
import { writeMembership } from "./write_membership.ts";

export type { ListedMember } from "./member_list.ts";

/** A change of a membership. */
export interface MembershipChange extends Actor {
  organizationSlug: string;
  userId: string;
  /** Throws if the caller may not change a member with this role. Default: every change is allowed. */
  judge?: (before: Role) => void;
}

/** Filter and page of the members. */
export interface MemberQuery extends PageQuery {
  /** Text whose words each begin a word of the name, the ID or the email address. Case and accents are ignored. */
  search?: string;
}

/** A page of the members. */
export interface MemberPage {
  members: ListedMember[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** Manages the members of organizations. Unlike the host's unrestricted methods, it never removes the last owner. */
export class Memberships {
  readonly #deps: AccessDeps;
  readonly #users: Users;

  constructor(deps: AccessDeps, users: Users) {
    this.#deps = deps;
    this.#users = users;
  }

  /**
   * Returns a page of the members, sorted by name. With `search`, they are sorted by the found word.
   *
   * @throws {RangeError} if `limit` is out of range
   */
  async list(
    organizationSlug: string,
    { limit = 50, after, search = "" }: MemberQuery = {},
  ): Promise<MemberPage> {
    requirePageLimit("Cannot list the members", limit);
    const { store } = this.#deps;
    await ensureAccessIndexed(store, organizationSlug);
    const list = new MemberList(store, organizationSlug, searchTerms(asciiAddress(search)));
    const page = { ranges: [list.range], limit, after, read: list.read.bind(list) };
    const { items, next } = await readPage<MemberEntry, ListedMember>(store, ["org", organizationSlug], page);
    await list.replaceOutdated(next);
    return { members: items, next };
  }

  /** Returns a member, or null. */
  async get(organizationSlug: string, userId: string): Promise<ListedMember | null> {
    const [membership, user] = await this.#deps.store.getMany<[Membership, User]>([
      membershipLocation(userId, organizationSlug),
      userLocation(userId),
    ]);
    return membership && user && toListed(user.data, membership.data.role);
  }

  /** Returns the role of a user in an organization, or null if the user is not a member. */
  async roleOf(organizationSlug: string, userId: string): Promise<Role | null> {
    return this.#users.roleIn({ organizationSlug, userId });
  }

  /**
   * Adds a user to an organization.
   *
   * @throws {InvalidInputError} if the role is unknown
   * @throws {NotFoundError} if the user or organization does not exist
   * @throws {AlreadyExistsError} if the user is already a member
   */
  async add({
    organizationSlug,
    userId,
    role,
    by,
    via,
  }: MembershipChange & { role: Role }): Promise<ListedMember> {
    const action = "Cannot add the member";
    requireRole(role, action);
    const user = await this.#users.get(userId);
    if (user === null) throw new NotFoundError(`${action}: there is no user "${userId}"`);
    if ((await this.#deps.findOrganization(organizationSlug)) === null)
      throw noOrganization(action, organizationSlug);
    const membership = { organizationSlug, user, role, by, via };
    const isWritten = await writeMembership(this.#deps, membership, { isNew: true });
    if (!isWritten)
      throw new AlreadyExistsError(`${action}: "${userId}" is already a member of "${organizationSlug}"`);
    return toListed(user, role);
  }

  /**
   * Changes a member's role.
   *
   * @throws {InvalidInputError} if the role is unknown
   * @throws {NotFoundError} if the organization has no such member
   * @throws {LastOwnerError} if the organization would have no owner left
   */
  async changeRole(change: MembershipChange & { role: Role }): Promise<ListedMember> {
    const { organizationSlug, userId, role, by, via } = change;
    const action = "Cannot change the member's role";
    requireRole(role, action);
    const user = await this.#users.get(userId);
    if (user === null) throw new NotFoundError(`${action}: "${organizationSlug}" has no member "${userId}"`);
    const act = { action: "member.set", subject: userId, by, via, detail: role } as const;
    await this.#replace(change, { user, role }, action, act);
    return toListed(user, role);
  }

  /**
   * Ends a membership. All keys of the user in that organization are refused immediately.
   *
   * @throws {NotFoundError} if the organization has no such member
   * @throws {LastOwnerError} if the organization would have no owner left
   */
  async remove(change: MembershipChange): Promise<void> {
    return this.#end(change, "Cannot remove the member");
  }

  /**
   * Ends the caller's own membership. All keys of the user in that organization are refused immediately.
   *
   * @throws {NotFoundError} if the organization has no such member
   * @throws {LastOwnerError} if the organization would have no owner left
   */
  async leave(change: MembershipChange): Promise<void> {
    return this.#end(change, "Cannot leave the organization");
  }

  async #end(change: MembershipChange, action: string): Promise<void> {
    const { userId, by, via } = change;
    const [user] = await this.#deps.store.getReadable<[User]>([userLocation(userId)]);
    const act = { action: "member.removed", subject: userId, by, via } as const;
    await this.#replace(change, { user: user?.data ?? null, role: null }, action, act);
  }

  async #replace(
    { organizationSlug, userId, judge }: MembershipChange,
    { user, role }: { user: User | null; role: Role | null },
    action: string,
    act: AuditedAct,
  ): Promise<void> {
    const location = membershipLocation(userId, organizationSlug);
    const { key } = location;
    const event = memberEvent(role === null ? { id: userId } : { id: userId, role });
    await this.#deps.store.writes.repeatInTurn(location, `${action}: "${userId}"`, async () => {
      const found = await this.#find(organizationSlug, userId);
      if (found === null)
        throw new NotFoundError(`${action}: "${organizationSlug}" has no member "${userId}"`);
      judge?.(found.data.role);
      if (found.data.role === role) return true;
      const checks = [{ key, version: found.version }];
      if (found.data.role === "owner" && role !== "owner") {
        checks.push(await this.#requireOtherOwner(organizationSlug, userId, action));
      }
      const audit = auditRecord(this.#deps, act);
      const { sets, deletes } =
        role === null
          ? { sets: [], deletes: endedMembership(userId, user) }
          : writtenMembership({ userId, role }, user);
      const change = { checks, sets: [...sets, audit], deletes };
      const result = await this.#deps.outbox.commit(organizationSlug, change, [event]);
      return result.committed || null;
    });
  }

  async #requireOtherOwner(
    organizationSlug: string,
    userId: string,
    action: string,
  ): Promise<NonNullable<Awaited<ReturnType<typeof findOtherOwner>>>> {
    const other = await findOtherOwner(this.#deps.store, { organizationSlug, userId });
    if (other !== null) return other;
    throw new LastOwnerError(
      `${action}: "${userId}" is the last owner of "${organizationSlug}"; make another member an owner first`,
    );
  }

  #find(organizationSlug: string, userId: string): Promise<Stored<Membership> | null> {
    return this.#deps.store.get<Membership>(membershipLocation(userId, organizationSlug));
  }
}
