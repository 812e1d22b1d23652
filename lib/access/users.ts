import * as v from "valibot";
import { andThen, type Awaitable } from "../awaitable.ts";
import { BoundedMap } from "../bounded_map.ts";
import type { Actor } from "../actor.ts";
import type { Clock } from "../clock.ts";
import { InvalidInputError, NotFoundError } from "../errors.ts";
import type { RandomBytes } from "../random.ts";
import { randomId } from "../random_id.ts";
import { type Location, RememberedRecord, SharedQuestions, type Store, type Stored } from "../store/mod.ts";
import { validate } from "../validate.ts";
import type { Identity, Member } from "./identity.ts";
import { auditRecord } from "./audit.ts";
import { membershipLocation } from "./membership_location.ts";
import { permissionsOfRole, requireRole, type Role } from "./permissions.ts";
import { sha256Hex } from "./sha256.ts";
import { writeMembership } from "./write_membership.ts";
import type { Emit } from "../hooks.ts";

/** A user who is kept in the storage. */
export interface User {
  id: string;
  name: string;
  email?: string;
  status: "active" | "disabled";
  /** RFC 3339. */
  createdAt: string;
}

/** What a new user is made from. */
export interface UserInput {
  /** 1 to 200 characters. */
  name: string;
  email?: string;
}

/** What the parts of the access are made from. */
export interface AccessDeps {
  store: Store;
  clock: Clock;
  randomBytes: RandomBytes;
  /** The organization of a slug: the content's to answer. */
  findOrganization(slug: string): Awaitable<{ id: string } | null>;
  emit: Emit;
}

/** A user as a member of an organization. */
export interface Membership {
  userId: string;
  role: Role;
}

/** The partition that lists all users. */
export const userDirectory: readonly string[] = ["users"];

const userInput: v.GenericSchema<unknown, UserInput> = v.strictObject({
  name: v.pipe(
    v.string("must be a string"),
    v.trim(),
    v.metadata({ pattern: String.raw`\S` }),
    v.minLength(1, "must not be empty"),
    v.maxLength(200, "must be at most 200 characters"),
  ),
  email: v.exactOptional(v.pipe(v.string("must be a string"), v.email("must be an email address"))),
});

/** The users that are kept in the storage, and what they are in which organization. */
export class Users {
  readonly #deps: AccessDeps;

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a user, who belongs to no organization yet.
   *
   * @throws {InvalidInputError} when the input is not allowed
   */
  async create(input: UserInput): Promise<User> {
    const { store, clock, randomBytes } = this.#deps;
    const valid = validate(userInput, input, "Cannot create the user");
    const createdAt = new Date(clock.now()).toISOString();
    const user: User = { id: randomId(randomBytes), ...valid, status: "active", createdAt };
    // The directories first: a crash in between leaves an entry that leads nowhere, and is passed over.
    const entry = { key: [user.id], data: { userId: user.id } };
    await store.commit(userDirectory, { sets: [entry] });
    if (user.email !== undefined) await store.commit(usersOfAddress(user.email), { sets: [entry] });
    const { partition, key } = userLocation(user.id);
    await store.commit(partition, { sets: [{ key, data: user }] });
    return user;
  }

  /** The user of this id, or null. */
  async get(userId: string): Promise<User | null> {
    const record = await this.#deps.store.get<User>(userLocation(userId));
    return record && record.data;
  }

  /** All users, in the order of their ids. */
  async *list(): AsyncGenerator<User> {
    const entries = this.#deps.store.listAll<{ userId: string }>(userDirectory, { prefix: [] });
    for await (const { data } of entries) {
      const user = await this.get(data.userId);
      if (user !== null) yield user;
    }
  }

  /** The users of an email address, upper and lower case of ASCII being one, in the order in which they were created. */
  async findByEmail(email: string): Promise<User[]> {
    const entries = this.#deps.store.listAll<{ userId: string }>(usersOfAddress(email), { prefix: [] });
    const found: User[] = [];
    for await (const { data } of entries) {
      const user = await this.get(data.userId);
      // An import can have given the user another address.
      if (user?.email !== undefined && foldedAddress(user.email) === foldedAddress(email)) found.push(user);
    }
    return found.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
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
    const options = { prefix: ["organization"] };
    const entries = this.#deps.store.listAll<{ organizationSlug: string }>(["user", userId], options);
    for await (const { data } of entries) {
      const membership = await this.#deps.store.get(membershipLocation(userId, data.organizationSlug));
      if (membership !== null) yield data.organizationSlug;
    }
  }

  /**
   * Disables a user, or lets an earlier one in again. Every key of a disabled user is refused at once.
   *
   * @throws {InvalidInputError} when there is no such status
   * @throws {NotFoundError} when there is no such user
   */
  async setStatus(userId: string, status: User["status"], { by }: Actor = {}): Promise<User> {
    if (status !== "active" && status !== "disabled") {
      const message = "must be one of active, disabled";
      throw new InvalidInputError("Cannot set the user's status", [{ pointer: "/status", message }]);
    }
    const user = await this.get(userId);
    if (user === null) throw new NotFoundError(`Cannot set the user's status: there is no user "${userId}"`);
    const { partition, key } = userLocation(userId);
    const audit = auditRecord(this.#deps, { action: "user.status", subject: userId, by, detail: status });
    await this.#deps.store.commit(partition, { sets: [{ key, data: { ...user, status } }, audit] });
    this.#deps.emit("userStatusChanged", { userId, status });
    return { ...user, status };
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

const mostKnownMembers = 10_000;

/** The identity port over the users that are kept in the storage. */
export function storedIdentity(store: Store): Identity {
  const known = new BoundedMap<MemberRecords>(mostKnownMembers);
  const shared = new SharedQuestions<Member | null>(store);
  return {
    findMember(userId, { slug }) {
      let records = known.get(userId);
      if (records?.slug !== slug) known.set(userId, (records = rememberMember(userId, slug)));
      const { user, membership } = records;
      const isKnown = store.isUntouched(user) && store.isUntouched(membership);
      return isKnown ? toMember(user.stored, membership.stored) : askForMember(records);
    },
  };

  function askForMember(records: MemberRecords): Awaitable<Member | null> {
    const { user, membership } = records;
    return shared.ask(records, () =>
      andThen(store.revisit<[User, Membership]>([user, membership]), (both) => toMember(...both)),
    );
  }
}

/** Where a user is kept, and the membership that was asked for last. */
interface MemberRecords {
  slug: string;
  user: RememberedRecord<User>;
  membership: RememberedRecord<Membership>;
}

function rememberMember(userId: string, slug: string): MemberRecords {
  const membership = new RememberedRecord<Membership>(membershipLocation(userId, slug));
  return { slug, user: new RememberedRecord(userLocation(userId)), membership };
}

function toMember(user: Stored<User> | null, membership: Stored<Membership> | null): Member | null {
  if (user === null || membership === null) return null;
  return { status: user.data.status, permissions: permissionsOfRole[membership.data.role] };
}

/** By hash, as addresses can be longer than keys. */
export function usersOfAddress(email: string): readonly string[] {
  return ["user-email", sha256Hex(foldedAddress(email))];
}

/** Only ASCII is folded: `toLowerCase` makes letters equal that mail servers tell apart. */
function foldedAddress(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Where a user is kept. */
export function userLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["user"] };
}
