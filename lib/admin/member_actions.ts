import * as v from "valibot";
import {
  type ListedMember,
  type Memberships,
  type Permission,
  permissionsOfRole,
  requireRole,
  type Role,
  type UserInput,
  type Users,
} from "../access/mod.ts";
import { AlreadyExistsError, InvalidInputError } from "../errors.ts";
import { validate } from "../validate.ts";
import { type AdminActor, isPermitted, requirePermitted, signatureOf } from "./admin_actor.ts";
import { GrantRefusedError } from "./admin_errors.ts";
import { collect } from "./collect.ts";

/**
 * Who becomes a member, as what: a user that there is, by id or email address, or a new one. `name` is for a new user: one that there
 * is keeps their own.
 */
export type NewMember = { role: Role } & ({ userId: string } | { email: string; name?: string } | UserInput);

/** Who became a member. */
export interface AddedMember extends ListedMember {
  /** Whether the user was made by this. */
  isNewUser: boolean;
}

const roles = Object.keys(permissionsOfRole) as Role[];
const role = v.picklist(roles, `must be one of ${roles.join(", ")}`);
const string = v.string("must be a string");

/** Validates a role that a member is to have. */
export const roleInput: v.GenericSchema<unknown, { role: Role }> = v.strictObject({ role });

/** Validates a new member; what a new user may be the users say. */
export const newMemberInput: v.GenericSchema<
  unknown,
  { role: Role; userId?: string; email?: string; name?: string }
> = v.union(
  [
    v.strictObject({ role, userId: string }),
    v.strictObject({ role, email: string, name: v.exactOptional(string) }),
    v.strictObject({ role, name: string }),
  ],
  `must have a role (one of ${roles.join(", ")}), and either userId, or email or name or both`,
);

/** What is done with the members of an organization. All of it needs `members:manage`. */
export class MemberActions {
  readonly #memberships: Memberships;
  readonly #users: Users;

  constructor({ memberships, users }: { memberships: Memberships; users: Users }) {
    this.#memberships = memberships;
    this.#users = users;
  }

  /** The members of the organization, in the order of their ids. */
  async list(actor: AdminActor): Promise<ListedMember[]> {
    requirePermitted(actor, "members:manage");
    return collect(this.#memberships.list(actor.organizationSlug));
  }

  /**
   * Makes a user a member: the one of an id or an email address, or a new one where no user has the address or none is given.
   *
   * @throws {InvalidInputError} when the input is not allowed, or several users have the address
   * @throws {NotFoundError} when there is no such user
   * @throws {AlreadyExistsError} when the user is a member already
   * @throws {GrantRefusedError} when the role is more than the actor has
   */
  async add(actor: AdminActor, input: NewMember): Promise<AddedMember> {
    requirePermitted(actor, "members:manage");
    const action = "Cannot add the member";
    const valid = validate(newMemberInput, input, action);
    await this.#requireGrantable(actor, valid.role, action);
    const { userId, isNewUser } = await this.#findOrCreateUser(valid, action);
    const { organizationSlug } = actor;
    const change = { organizationSlug, userId, role: valid.role, ...signatureOf(actor) };
    return { ...(await this.#memberships.add(change)), isNewUser };
  }

  /**
   * Gives a member another role.
   *
   * @throws {InvalidInputError} when there is no such role
   * @throws {NotFoundError} when the organization has no such member
   * @throws {GrantRefusedError} when the old or the new role is more than the actor has
   * @throws {LastOwnerError} when no owner would be left
   */
  async changeRole(actor: AdminActor, userId: string, role: Role): Promise<ListedMember> {
    requirePermitted(actor, "members:manage");
    const action = "Cannot change the member's role";
    requireRole(role, action);
    const judge = await this.#judge(actor, action);
    judge(role);
    const { organizationSlug } = actor;
    return this.#memberships.changeRole({ organizationSlug, userId, role, judge, ...signatureOf(actor) });
  }

  /**
   * Ends a membership.
   *
   * @throws {NotFoundError} when the organization has no such member
   * @throws {GrantRefusedError} when the member's role is more than the actor has
   * @throws {LastOwnerError} when no owner would be left
   */
  async remove(actor: AdminActor, userId: string): Promise<void> {
    requirePermitted(actor, "members:manage");
    const judge = await this.#judge(actor, "Cannot remove the member");
    const { organizationSlug } = actor;
    return this.#memberships.remove({ organizationSlug, userId, judge, ...signatureOf(actor) });
  }

  /** Finds the user by another look when the address was taken by another request at the same time. */
  async #findOrCreateUser(
    input: { userId?: string; email?: string; name?: string },
    action: string,
  ): Promise<{ userId: string; isNewUser: boolean }> {
    const known = await this.#findUser(input, action);
    if (known !== undefined) return { userId: known, isNewUser: false };
    try {
      return { userId: await this.#createUser(input, action), isNewUser: true };
    } catch (error) {
      const other = error instanceof AlreadyExistsError ? await this.#findUser(input, action) : undefined;
      if (other === undefined) throw error;
      return { userId: other, isNewUser: false };
    }
  }

  async #findUser(
    { userId, email }: { userId?: string; email?: string },
    action: string,
  ): Promise<string | undefined> {
    if (email === undefined) return userId;
    const [user, ...others] = await this.#users.findByEmail(email);
    if (others.length === 0) return user?.id;
    const message = "is the address of several users: name one by userId";
    throw new InvalidInputError(action, [{ pointer: "/email", message }]);
  }

  async #createUser({ name, email }: { name?: string; email?: string }, action: string): Promise<string> {
    if (name === undefined) {
      const message = "is needed: no user has this email address";
      throw new InvalidInputError(action, [{ pointer: "/name", message }]);
    }
    const user = await this.#users.create(email === undefined ? { name } : { name, email });
    return user.id;
  }

  async #requireGrantable(actor: AdminActor, role: Role, action: string): Promise<void> {
    const judge = await this.#judge(actor, action);
    judge(role);
  }

  /** One may give and take the roles whose permissions one has all of; that of an owner, only as an owner. */
  async #judge(actor: AdminActor, action: string): Promise<(role: Role) => void> {
    const own = await this.#memberships.roleOf(actor.organizationSlug, actor.userId);
    return (role) => {
      const isWithin = permissionsOfRole[role].every((permission: Permission) =>
        isPermitted(actor, permission),
      );
      if (isWithin && (role !== "owner" || own === "owner")) return;
      throw new GrantRefusedError(`${action}: the role ${role} is more than you have`);
    };
  }
}
