import { BoundedMap } from "../../base/bounded_map.ts";
import { runQuestion, CachedRecord, type RecordQuestion, type Store, callQuestion } from "../../store/mod.ts";
import { andThen, adopt } from "../../base/awaitable.ts";
import { checkMember } from "./check_member.ts";
import type { Member, MemberFinder, MemberPort, Identity } from "./identity.ts";
import { membershipLocation } from "../memberships/membership_location.ts";
import { permissionsOfRole } from "../permissions.ts";
import { type Membership, type User, userLocation } from "../users/user.ts";

const mostCachedMembers = 10_000;

/** Reads members of organizations from the store. */
export function storedMembers(store: Store): MemberPort {
  const cached = new BoundedMap<{ slug: string; question: RecordQuestion<Member | null> }>(mostCachedMembers);
  const member = (userId: string, { slug }: { slug: string }): RecordQuestion<Member | null> => {
    const known = cached.get(userId);
    if (known?.slug === slug) return known.question;
    const question = memberQuestion(userId, slug);
    cached.set(userId, { slug, question });
    return question;
  };
  return { member, identity: new StoredIdentity(store, member) };
}

/** The members in the store. */
export class StoredIdentity implements MemberFinder {
  readonly #store: Store;
  readonly #member: MemberPort["member"];

  constructor(store: Store, member: MemberPort["member"]) {
    this.#store = store;
    this.#member = member;
  }

  async findMember(userId: string, organization: { id: string; slug: string }): Promise<Member | null> {
    return runQuestion(this.#store, this.#member(userId, organization));
  }

  /** Returns an active user as a member of an organization, without reading the user. Null if the user is not a member. */
  async findActiveMember(userId: string, slug: string): Promise<Member | null> {
    const found = await this.#store.get<Membership>(membershipLocation(userId, slug));
    return found && { status: "active", permissions: permissionsOfRole[found.data.role] };
  }
}

function memberQuestion(userId: string, slug: string): RecordQuestion<Member | null> {
  const user = new CachedRecord<User>(userLocation(userId));
  const membership = new CachedRecord<Membership>(membershipLocation(userId, slug));
  return {
    records: [user, membership],
    read: (found) => {
      const [known, joined] = [found.get(user), found.get(membership)];
      if (known === null || joined === null) return null;
      return { status: known.data.status, permissions: permissionsOfRole[joined.data.role] };
    },
  };
}

/** Reads members through the host's identity port. */
export function hostMembers(host: Identity): MemberPort {
  const identity: MemberFinder = {
    findMember: (userId, organization) =>
      andThen(adopt<unknown>(host.findMember(userId, organization)), (found) =>
        checkMember(found, organization.slug),
      ),
  };
  return {
    identity,
    member: (userId, organization) => callQuestion(() => identity.findMember(userId, organization)),
  };
}
