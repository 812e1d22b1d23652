import type { Actor } from "../actor.ts";
import { AlreadyExistsError, LastOwnerError, NotFoundError } from "../errors.ts";
import type { Stored } from "../store/mod.ts";
import { auditRecord } from "./audit.ts";
import { memberEvent } from "./member_event.ts";
import { keysOfMembership, membershipLocation } from "./membership_location.ts";
import { requireRole, type Role } from "./permissions.ts";
import type { AccessDeps, Membership, User, Users } from "./users.ts";
import { writeMembership } from "./write_membership.ts";

/** A member in an organization's member list. */
export interface ListedMember extends Membership {
  name: string;
  email?: string;
  status: User["status"];
}

/** A change of a membership. */
export interface MembershipChange extends Actor {
  organizationSlug: string;
  userId: string;
  /** Throws if the caller may not change a member with this role. Default: every change is allowed. */
  judge?: (before: Role) => void;
}

/** Manages the members of organizations. Unlike the host's unrestricted methods, it never removes the last owner. */
export class Memberships {
  readonly #deps: AccessDeps;
  readonly #users: Users;

  constructor(deps: AccessDeps, users: Users) {
    this.#deps = deps;
    this.#users = users;
  }

  /** Lists the members of an organization, sorted by ID. */
  async *iterate(organizationSlug: string): AsyncGenerator<ListedMember> {
    for await (const { userId, role } of this.#users.iterateMembers(organizationSlug)) {
      const user = await this.#users.get(userId);
      if (user !== null) yield toListed(user, role);
    }
  }

  /** Returns the role of a user in an organization, or null if the user is not a member. */
  async roleOf(organizationSlug: string, userId: string): Promise<Role | null> {
    return (await this.#find(organizationSlug, userId))?.data.role ?? null;
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
    if ((await this.#deps.findOrganization(organizationSlug)) === null) {
      throw new NotFoundError(`${action}: there is no organization "${organizationSlug}"`);
    }
    const membership = { organizationSlug, userId, role, by, via };
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
    await this.#replace(change, role, action, {
      action: "member.set",
      subject: userId,
      by,
      via,
      detail: role,
    });
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
    await this.#replace(change, null, action, {
      action: "member.removed",
      subject: userId,
      by,
      via,
    });
  }

  async #replace(
    { organizationSlug, userId, judge }: MembershipChange,
    role: Role | null,
    action: string,
    act: Parameters<typeof auditRecord>[1],
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
        checks.push(await this.#otherOwner(organizationSlug, userId, action));
      }
      const audit = auditRecord(this.#deps, act);
      const change =
        role === null
          ? { deletes: keysOfMembership(userId, organizationSlug), sets: [audit] }
          : { sets: [{ key, data: { userId, role } satisfies Membership }, audit] };
      const result = await this.#deps.outbox.commit(organizationSlug, { checks, ...change }, [event]);
      return result.committed || null;
    });
  }

  /** Returns a commit check on another active owner, so that two owners who remove each other concurrently cannot both succeed. */
  async #otherOwner(
    organizationSlug: string,
    userId: string,
    action: string,
  ): Promise<{ key: readonly (string | number)[]; version: string }> {
    const { partition } = membershipLocation(userId, organizationSlug);
    const members = this.#deps.store.listAll<Membership>(partition, { prefix: ["member"] });
    for await (const { data, version } of members) {
      if (data.role === "owner" && data.userId !== userId && (await this.#isActive(data.userId))) {
        return { key: membershipLocation(data.userId, organizationSlug).key, version };
      }
    }
    throw new LastOwnerError(
      `${action}: "${userId}" is the last owner of "${organizationSlug}"; make another member an owner first`,
    );
  }

  async #isActive(userId: string): Promise<boolean> {
    return (await this.#users.get(userId))?.status === "active";
  }

  #find(organizationSlug: string, userId: string): Promise<Stored<Membership> | null> {
    return this.#deps.store.get<Membership>(membershipLocation(userId, organizationSlug));
  }
}

function toListed({ id, name, email, status }: User, role: Role): ListedMember {
  const member: ListedMember = { userId: id, role, name, status };
  return email === undefined ? member : { ...member, email };
}
