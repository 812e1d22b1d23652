import type { Actor } from "../actor.ts";
import { AlreadyExistsError, ContentionError, LastOwnerError, NotFoundError } from "../errors.ts";
import type { Stored } from "../store/mod.ts";
import { auditRecord } from "./audit.ts";
import { membershipLocation } from "./membership_location.ts";
import { requireRole, type Role } from "./permissions.ts";
import type { AccessDeps, Membership, User, Users } from "./users.ts";
import { writeMembership } from "./write_membership.ts";

/** A member of an organization as its list shows it. */
export interface ListedMember extends Membership {
  name: string;
  email?: string;
  status: User["status"];
}

/** What is to be done to a membership. */
export interface MembershipChange extends Actor {
  organizationSlug: string;
  userId: string;
  /** Refuses the change, by throwing, when whoever asks may not touch a member of this role. Default: refuses none. */
  judge?: (before: Role) => void;
}

const attempts = 5;

/** The members of the organizations. Unlike the host, who can do anything, it never leaves an organization without an owner that has one. */
export class Memberships {
  readonly #deps: AccessDeps;
  readonly #users: Users;

  constructor(deps: AccessDeps, users: Users) {
    this.#deps = deps;
    this.#users = users;
  }

  /** The members of an organization, in the order of their ids. */
  async *list(organizationSlug: string): AsyncGenerator<ListedMember> {
    for await (const { userId, role } of this.#users.listMembers(organizationSlug)) {
      const user = await this.#users.get(userId);
      if (user !== null) yield toListed(user, role);
    }
  }

  /** The role of a user in an organization, or null for no member. */
  async roleOf(organizationSlug: string, userId: string): Promise<Role | null> {
    return (await this.#find(organizationSlug, userId))?.data.role ?? null;
  }

  /**
   * Makes a user a member.
   *
   * @throws {InvalidInputError} when there is no such role
   * @throws {NotFoundError} when there is no such user or organization
   * @throws {AlreadyExistsError} when the user is a member already
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
    if (!isWritten) throw new AlreadyExistsError(`${action}: "${userId}" is one already`);
    this.#deps.emit("membershipChanged", { userId, organizationSlug, role });
    return toListed(user, role);
  }

  /**
   * Gives a member another role.
   *
   * @throws {InvalidInputError} when there is no such role
   * @throws {NotFoundError} when the organization has no such member
   * @throws {LastOwnerError} when the organization would be left without an owner
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
    this.#deps.emit("membershipChanged", { userId, organizationSlug, role });
    return toListed(user, role);
  }

  /**
   * Ends a membership. Every key of the user in that organization is refused at once.
   *
   * @throws {NotFoundError} when the organization has no such member
   * @throws {LastOwnerError} when the organization would be left without an owner
   */
  async remove(change: MembershipChange): Promise<void> {
    return this.#end(change, "Cannot remove the member");
  }

  /**
   * Ends the membership of the user who asks for it. Every key of the user in that organization is refused at once.
   *
   * @throws {NotFoundError} when the organization has no such member
   * @throws {LastOwnerError} when the organization would be left without an owner
   */
  async leave(change: MembershipChange): Promise<void> {
    return this.#end(change, "Cannot leave the organization");
  }

  async #end(change: MembershipChange, action: string): Promise<void> {
    const { organizationSlug, userId, by, via } = change;
    await this.#replace(change, null, action, {
      action: "member.removed",
      subject: userId,
      by,
      via,
    });
    this.#deps.emit("membershipChanged", { userId, organizationSlug });
  }

  async #replace(
    { organizationSlug, userId, judge }: MembershipChange,
    role: Role | null,
    action: string,
    act: Parameters<typeof auditRecord>[1],
  ): Promise<void> {
    const { partition, key } = membershipLocation(userId, organizationSlug);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await this.#find(organizationSlug, userId);
      if (found === null)
        throw new NotFoundError(`${action}: "${organizationSlug}" has no member "${userId}"`);
      judge?.(found.data.role);
      const checks = [{ key, version: found.version }];
      if (found.data.role === "owner" && role !== "owner") {
        checks.push(await this.#otherOwner(organizationSlug, userId, action));
      }
      const audit = auditRecord(this.#deps, act);
      const change =
        role === null
          ? { deletes: [key], sets: [audit] }
          : { sets: [{ key, data: { userId, role } satisfies Membership }, audit] };
      const result = await this.#deps.store.commit(partition, { checks, ...change });
      if (result.committed) return;
    }
    throw new ContentionError(
      `${action}: "${userId}" was changed at the same time, ${attempts} times in a row`,
    );
  }

  /** Another owner as a check of the commit: two owners that remove each other at once cannot both succeed. */
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
