import { BoundedMap } from "../bounded_map.ts";
import {
  CachedRecord,
  type FoundRecords,
  type RecordQuestion,
  type Store,
  type Stored,
  valueOf,
} from "../store/mod.ts";
import type { Member } from "./identity.ts";
import type { MemberPort } from "./member_port.ts";
import { membershipLocation } from "./membership_location.ts";
import { permissionsOfRole } from "./permissions.ts";
import { type Membership, type User, userLocation } from "./user.ts";

const mostCachedMembers = 10_000;

/** The members whom the store keeps. */
export function storedMembers(store: Store): MemberPort {
  const cached = new BoundedMap<{ slug: string; question: RecordQuestion<Member | null> }>(mostCachedMembers);
  return {
    member(userId, { slug }) {
      const known = cached.get(userId);
      if (known?.slug === slug) return known.question;
      const question = memberQuestion(userId, slug);
      cached.set(userId, { slug, question });
      return question;
    },
    identity: {
      async findMember(userId, { slug }): Promise<Member | null> {
        const locations = [userLocation(userId), membershipLocation(userId, slug)];
        const [user, membership] = await store.getMany<[User, Membership]>(locations);
        return toMember(user, membership);
      },
    },
  };
}

function memberQuestion(userId: string, slug: string): RecordQuestion<Member | null> {
  const locations = [userLocation(userId), membershipLocation(userId, slug)];
  return { records: locations.map((location) => new CachedRecord(location)), read: readMember };
}

function readMember([user = null, membership = null]: FoundRecords): Member | null {
  return toMember(valueOf(user) as Stored<User> | null, valueOf(membership) as Stored<Membership> | null);
}

function toMember(user: Stored<User> | null, membership: Stored<Membership> | null): Member | null {
  if (user === null || membership === null) return null;
  return { status: user.data.status, permissions: permissionsOfRole[membership.data.role] };
}
