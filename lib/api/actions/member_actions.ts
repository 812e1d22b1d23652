import * as v from "valibot";
import {
  emailInvitationInput,
  type Invitation,
  type InvitationInput,
  type InvitationPage,
  type ListedMember,
  type MemberPage,
  type MemberQuery,
  type Permission,
  newRole,
  permissionsOfRole,
  requireRole,
  type Role,
  roles,
  userInvitationInput,
  type UserRecordPage,
  validInvitation,
} from "../../access/mod.ts";
import type { PageQuery } from "../../base/input/page_query.ts";
import { AlreadyExistsError, NotFoundError } from "../../base/errors.ts";
import { patchOf, type PatchOf } from "../../base/input/patch_of.ts";
import { validate } from "../../base/input/validate.ts";
import { type AdminActor, isPermitted, requirePermitted, signatureOf } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import { GrantRefusedError } from "./admin_errors.ts";

/** A member of the organization for which the actor acts. */
export interface AdminMemberAddress {
  actor: AdminActor;
  userId: string;
}

/** An invitation to the organization for which the actor acts. */
export interface AdminInvitationAddress {
  actor: AdminActor;
  id: string;
}

/** The input of `add`: an invitation of an email address or of a user, or the name of a new user without an address. */
export type NewMember = InvitationInput | { role?: Role; name: string };

/** The result of `add`: a pending invitation, or the new member. */
export type AddedMember = (Invitation & { status: "pending" }) | ListedMember;

const string = v.string("must be a string");
/** The name of a new user, with the limits of `users.create`. */
const name = v.pipe(string, v.metadata({ pattern: String.raw`\S`, minLength: 1, maxLength: 200 }));
const role = v.picklist(roles, `must be one of ${roles.join(", ")}`);

/** Validates the new role of a member. */
export const roleInput: v.GenericSchema<unknown, PatchOf<{ role: Role }>> = patchOf<{ role: Role }>({ role });

/** Validates a new member. `users.create` validates the name of a new user. */
export const newMemberInput: v.GenericSchema<unknown, NewMember & { role: Role }> = v.union(
  [emailInvitationInput, userInvitationInput, v.strictObject({ role: newRole, name })],
  `must have an email address, a userId, or the name of a new user without an address, and may have a role (one of ${roles.join(", ")})`,
);

/** Permissions to read the kinds of records that can name a user. */
const permissionsOfRecords: readonly Permission[] = [
  "members:manage",
  "keys:manage",
  "webhooks:manage",
  "posts:write",
  "knowledge:read",
];

/** The actions on the members of an organization. All except `leave` and `ownRole` need `members:manage`. */
export class MemberActions {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /** Returns a page of the members, sorted by name. With `search`, sorted by the found word. */
  async list(actor: AdminActor, query: MemberQuery = {}): Promise<MemberPage> {
    requirePermitted(actor, "members:manage");
    return this.#deps.memberships.list(actor.organizationSlug, query);
  }

  /**
   * Returns a member.
   *
   * @throws {NotFoundError} if the organization has no such member
   */
  async get({ actor, userId }: AdminMemberAddress): Promise<ListedMember> {
    requirePermitted(actor, "members:manage");
    const { organizationSlug } = actor;
    const member = await this.#deps.memberships.get(organizationSlug, userId);
    if (member !== null) return member;
    throw new NotFoundError(`Cannot get the member: "${organizationSlug}" has no member "${userId}"`);
  }

  /**
   * Invites an email address or a user, who becomes a member by accepting; see `Invitations.create`. With only a name, creates
   * a user without an address, who is a member immediately.
   *
   * @throws {InvalidInputError} if the input is not allowed
   * @throws {NotFoundError} if no user has the given id
   * @throws {AlreadyExistsError} if a member has the address or the id
   * @throws {GrantRefusedError} if the role, or the role of the replaced invitation, has more permissions than the actor
   */
  async add(actor: AdminActor, input: NewMember): Promise<AddedMember> {
    requirePermitted(actor, "members:manage");
    const action = "Cannot add the member";
    const valid = isInvitation(input)
      ? validInvitation(input, action)
      : validate(newMemberInput, input, action);
    const judge = await this.#judge(actor, action);
    judge(valid.role);
    const { organizationSlug } = actor;
    if (isInvitation(valid)) {
      await this.#requireNonMember(actor, valid, action);
      const options = { judge, ...signatureOf(actor) };
      const invitation = await this.#deps.invitations.create(organizationSlug, valid, options);
      return { ...invitation, status: "pending" };
    }
    const { id: userId } = await this.#deps.users.create({ name: valid.name });
    return this.#deps.memberships.add({ organizationSlug, userId, role: valid.role, ...signatureOf(actor) });
  }

  /**
   * Checks that the actor may grant a role, or act on a member with it.
   *
   * @throws {GrantRefusedError} if the role has more permissions than the actor
   */
  async requireGrant(actor: AdminActor, role: Role, action: string): Promise<void> {
    requirePermitted(actor, "members:manage");
    (await this.#judge(actor, action))(role);
  }

  /** Returns a page of the pending invitations to the organization, newest first. */
  async listInvitations(actor: AdminActor, query: PageQuery = {}): Promise<InvitationPage> {
    requirePermitted(actor, "members:manage");
    return this.#deps.invitations.list(actor.organizationSlug, query);
  }

  /**
   * Revokes a pending invitation.
   *
   * @throws {NotFoundError} if the organization has no such pending invitation
   * @throws {GrantRefusedError} if the role of the invitation has more permissions than the actor
   */
  async revokeInvitation({ actor, id }: AdminInvitationAddress): Promise<void> {
    requirePermitted(actor, "members:manage");
    const judge = await this.#judge(actor, "Cannot revoke the invitation");
    return this.#deps.invitations.revoke(
      { organizationSlug: actor.organizationSlug, id },
      { judge, ...signatureOf(actor) },
    );
  }

  /**
   * Changes the role of a member. Without a role, nothing changes.
   *
   * @throws {InvalidInputError} if the role does not exist
   * @throws {NotFoundError} if the organization has no such member
   * @throws {GrantRefusedError} if the old or the new role has more permissions than the actor
   * @throws {LastOwnerError} if no owner would be left
   */
  async changeRole({ actor, userId }: AdminMemberAddress, wanted?: Role): Promise<ListedMember> {
    requirePermitted(actor, "members:manage");
    const action = "Cannot change the member's role";
    const { organizationSlug } = actor;
    const role = wanted ?? (await this.#deps.memberships.roleOf(organizationSlug, userId));
    if (role === null) throw new NotFoundError(`${action}: "${organizationSlug}" has no member "${userId}"`);
    requireRole(role, action);
    const judge = await this.#judge(actor, action);
    judge(role);
    return this.#deps.memberships.changeRole({
      organizationSlug,
      userId,
      role,
      judge,
      ...signatureOf(actor),
    });
  }

  /**
   * Ends a membership.
   *
   * @throws {NotFoundError} if the organization has no such member
   * @throws {GrantRefusedError} if the member's role has more permissions than the actor
   * @throws {LastOwnerError} if no owner would be left
   */
  async remove({ actor, userId }: AdminMemberAddress): Promise<void> {
    requirePermitted(actor, "members:manage");
    const judge = await this.#judge(actor, "Cannot remove the member");
    const { organizationSlug } = actor;
    return this.#deps.memberships.remove({ organizationSlug, userId, judge, ...signatureOf(actor) });
  }

  /**
   * Returns a page of the organization's records about a user. Owners and admins have the permissions: the records are of every kind, also
   * audit entries, deliveries and drafts.
   */
  async listRecords({ actor, userId }: AdminMemberAddress, query: PageQuery = {}): Promise<UserRecordPage> {
    for (const permission of permissionsOfRecords) requirePermitted(actor, permission);
    return this.#deps.users.listRecords({ userId, organizationSlug: actor.organizationSlug }, query);
  }

  /** Returns the actor's role, or null if the storage has no membership of the actor. */
  async ownRole({ organizationSlug, userId }: AdminActor): Promise<Role | null> {
    return this.#deps.memberships.roleOf(organizationSlug, userId);
  }

  /**
   * Ends the actor's own membership. Every signed-in member can do this. With an API key it needs `members:manage`, so that a key in
   * a web page cannot end the membership of its user.
   *
   * @throws {NotFoundError} if the storage has no membership of the actor
   * @throws {LastOwnerError} if no owner would be left
   */
  async leave(actor: AdminActor): Promise<void> {
    if (actor.apiKey !== undefined) requirePermitted(actor, "members:manage");
    const { organizationSlug, userId } = actor;
    return this.#deps.memberships.leave({ organizationSlug, userId, ...signatureOf(actor) });
  }

  /** Compares with the organization's own members only, so the result reveals nothing about other users. */
  async #requireNonMember(
    actor: AdminActor,
    invitee: { email: string } | { userId: string },
    action: string,
  ): Promise<void> {
    const { organizationSlug } = actor;
    if ("userId" in invitee) {
      if ((await this.#deps.memberships.roleOf(organizationSlug, invitee.userId)) === null) return;
      throw new AlreadyExistsError(`${action}: "${invitee.userId}" is already a member`);
    }
    for (const { id } of await this.#deps.users.findByEmail(invitee.email)) {
      if ((await this.#deps.memberships.roleOf(organizationSlug, id)) === null) continue;
      throw new AlreadyExistsError(`${action}: the member "${id}" already has this address`);
    }
  }

  /** Returns a check that throws if the actor may not grant or revoke a role. Only an owner may do so for the role of owner. */
  async #judge(actor: AdminActor, action: string): Promise<(role: Role) => void> {
    const own = await this.#deps.memberships.roleOf(actor.organizationSlug, actor.userId);
    return (role) => {
      const isWithin = permissionsOfRole[role].every((permission: Permission) =>
        isPermitted(actor, permission),
      );
      if (isWithin && (role !== "owner" || own === "owner")) return;
      throw new GrantRefusedError(`${action}: the role ${role} has more permissions than you`);
    };
  }
}

function isInvitation(input: NewMember): input is InvitationInput {
  return typeof input === "object" && input !== null && ("email" in input || "userId" in input);
}
