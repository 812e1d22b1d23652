import { foldText } from "../../base/text/fold_text.ts";
import { wordsInKeys } from "../indexed_words.ts";
import {
  encodeKey,
  type KeyPart,
  keysBeside,
  type Store,
  type StoreChanges,
  type Stored,
} from "../../store/mod.ts";
import { memberKey, membershipLocation } from "./membership_location.ts";
import { type Role, roles } from "../permissions.ts";
import { savedFiltersKey } from "../users/saved_filters.ts";
import { type Membership, type User, userLocation } from "../users/user.ts";

/** An entry of the index of an organization's members. */
export interface MemberEntry {
  userId: string;
}

/** Prefix of the entries by name, in the organization's partition. */
export const membersByName: readonly KeyPart[] = ["member-by", "name"];
/** Prefix of the entries by words of the name, ID and email address, and by the role. */
export const membersByWord: readonly KeyPart[] = ["member-by", "word"];
/** Prefix of the entries of owners, and of users with this word in their name. */
export const ownersPrefix: readonly KeyPart[] = [...membersByWord, "owner" satisfies Role];

const attempts = 5;

/** Returns the texts whose words find a member. */
export function searchedTexts({ role }: Membership, { id, name, email = "" }: User): string[] {
  return [name, id, email, role];
}

/** Returns the keys of a member's entries. Without the user, only the role has one. */
export function memberKeys(membership: Membership, user: User | null): (readonly KeyPart[])[] {
  const { userId, role } = membership;
  const words = wordsInKeys(user === null ? [role] : searchedTexts(membership, user));
  const keys = words.map((word) => [...membersByWord, word, userId]);
  return user === null ? keys : [...keys, [...membersByName, foldText(user.name), userId]];
}

/** Returns the keys that a member's entries can have in any role. */
export function memberKeysOfRoles(userId: string, user: User | null): (readonly KeyPart[])[] {
  const ofRoles = roles.map((role) => ({ key: [...membersByWord, role, userId] }));
  const ofUser = memberKeys({ userId, role: "owner" }, user);
  return [...ofRoles.map(({ key }) => key), ...keysBeside(ofUser, ofRoles)];
}

/** Returns the changes of a commit that writes a membership. */
export function writtenMembership(
  membership: Membership,
  user: User | null,
): Required<Pick<StoreChanges, "sets" | "deletes">> {
  const { userId, role } = membership;
  const entries = entriesOf(membership, user);
  return {
    sets: [{ key: memberKey(userId), data: { userId, role } }, ...entries],
    deletes: keysBeside(memberKeysOfRoles(userId, null), entries),
  };
}

/** Returns the keys that the end of a membership deletes. */
export function endedMembership(userId: string, user: User | null): (readonly KeyPart[])[] {
  return [memberKey(userId), savedFiltersKey(userId), ...memberKeysOfRoles(userId, user)];
}

/** Writes the entries of a member. Deletes `remains`, encoded keys of entries that may be outdated, except those that are written. */
export async function indexMember(
  store: Store,
  { userId, organizationSlug }: { userId: string; organizationSlug: string },
  remains: readonly string[] = [],
): Promise<void> {
  const location = membershipLocation(userId, organizationSlug);
  const { partition, key } = location;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [found, user] = await store.getReadable<[Membership, User]>([location, userLocation(userId)]);
    const sets = found === null ? [] : entriesOf(found.data, user?.data ?? null);
    const checks = [found === null ? { key, exists: false } : { key, version: found.version }];
    const written = new Set(sets.map((set) => encodeKey(set.key)));
    const deletedEntries = remains.filter((entry) => !written.has(entry));
    if (sets.length + deletedEntries.length === 0) return;
    const result = await store.commit(partition, { checks, sets, deletedEntries });
    if (result.committed) return;
  }
}

/** Writes the entries of several members. */
export async function indexMembers(
  store: Store,
  organizationSlug: string,
  members: readonly Stored<Membership>[],
): Promise<void> {
  const users = await store.getReadable<User[]>(members.map(({ data }) => userLocation(data.userId)));
  const checks = members.map(({ data, version }) => ({ key: memberKey(data.userId), version }));
  const sets = members.flatMap(({ data }, index) => entriesOf(data, users[index]?.data ?? null));
  if ((await store.commit(["org", organizationSlug], { checks, sets })).committed) return;
  for (const { data } of members) await indexMember(store, { userId: data.userId, organizationSlug });
}

function entriesOf(
  membership: Membership,
  user: User | null,
): { key: readonly KeyPart[]; data: MemberEntry }[] {
  const data = { userId: membership.userId };
  return memberKeys(membership, user).map((key) => ({ key, data }));
}
