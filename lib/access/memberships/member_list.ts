import { compareTexts } from "../../base/text/fold_text.ts";
import { hasWords, rangeOfTerm } from "../indexed_words.ts";
import {
  encodeKey,
  type EntryRange,
  type KeyPart,
  rangeOf,
  type Store,
  type Stored,
} from "../../store/mod.ts";
import {
  indexMember,
  type MemberEntry,
  memberKeys,
  membersByName,
  membersByWord,
  searchedTexts,
} from "./member_index.ts";
import { membershipLocation } from "./membership_location.ts";
import type { Role } from "../permissions.ts";
import { type Membership, type User, userLocation } from "../users/user.ts";

/** A member in an organization's member list. */
export interface ListedMember extends Membership {
  name: string;
  email?: string;
  status: User["status"];
}

export function toListed({ id, name, email, status }: User, role: Role): ListedMember {
  const member: ListedMember = { userId: id, role, name, status };
  return email === undefined ? member : { ...member, email };
}

/** Reads the members that entries of the index name. A member has one entry by name, and several by word, of which the first counts. */
export class MemberList {
  /** The entries of the list. */
  readonly range: EntryRange;
  readonly #store: Store;
  readonly #organizationSlug: string;
  readonly #terms: readonly string[];
  readonly #outdated: Stored<MemberEntry>[] = [];

  /** @param terms terms of a search, the longest first. Without terms, the list has all members */
  constructor(store: Store, organizationSlug: string, terms: readonly string[]) {
    this.#store = store;
    this.#organizationSlug = organizationSlug;
    this.#terms = terms;
    const [longest] = terms;
    this.range = longest === undefined ? { prefix: membersByName } : rangeOfTerm(membersByWord, longest);
  }

  /** Returns the member of each entry, or null for an entry that does not count. */
  async read(entries: readonly Stored<MemberEntry>[]): Promise<(ListedMember | null)[]> {
    const ids = entries.map(({ data }) => data.userId);
    const [memberships, users] = await Promise.all([
      this.#store.getReadable<Membership[]>(ids.map((id) => membershipLocation(id, this.#organizationSlug))),
      this.#store.getReadable<User[]>(ids.map(userLocation)),
    ]);
    const members: (ListedMember | null)[] = [];
    for (const [index, entry] of entries.entries()) {
      const [membership, user] = [memberships[index]?.data, users[index]?.data];
      members.push(await this.#memberOf(entry, membership ?? null, user ?? null));
    }
    return members;
  }

  async #memberOf(
    entry: Stored<MemberEntry>,
    membership: Membership | null,
    user: User | null,
  ): Promise<ListedMember | null> {
    // An import can bring the user after the membership.
    if (membership !== null && user === null) return null;
    const [first, ...others] = membership === null ? [] : this.#keysInRange(membership, user);
    const isFirst = first !== undefined && encodeKey(first) === entry.key;
    if (!isFirst && others.some((key) => encodeKey(key) === entry.key)) return null;
    if (!isFirst && !(await this.#standsFor(entry, first))) return null;
    if (membership === null || user === null) return null;
    return hasWords(searchedTexts(membership, user), this.#terms) ? toListed(user, membership.role) : null;
  }

  /** Notes an outdated entry. Returns true if the member's own entry is missing, and would be on an earlier page. */
  async #standsFor(entry: Stored<MemberEntry>, own: readonly KeyPart[] | undefined): Promise<boolean> {
    this.#outdated.push(entry);
    if (own === undefined || encodeKey(own) > entry.key) return false;
    return !(await this.#store.has({ partition: ["org", this.#organizationSlug], key: own }));
  }

  /** Replaces the outdated entries up to the end of a page. An earlier version of Postern leaves them. */
  async replaceOutdated(next: string | null): Promise<void> {
    for (const { key, data } of this.#outdated) {
      if (next !== null && key > next) continue;
      await indexMember(this.#store, { ...data, organizationSlug: this.#organizationSlug }, [key]);
    }
  }

  /** Returns the keys of a member's entries in the list, in the order of the list. */
  #keysInRange(membership: Membership, user: User | null): (readonly KeyPart[])[] {
    const { prefix, from, to } = this.range;
    const whole = rangeOf(prefix);
    const [start, end] = [from ? encodeKey(from) : whole.start, to ? encodeKey(to) : whole.end];
    const named = memberKeys(membership, user).map((key) => ({ key, name: encodeKey(key) }));
    return named
      .filter(({ name }) => name >= start && name < end)
      .toSorted((one, other) => compareTexts(one.name, other.name))
      .map(({ key }) => key);
  }
}
