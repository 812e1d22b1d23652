import {
  type DamagedRecordError,
  encodeKey,
  type KeyPart,
  type Store,
  type Stored,
} from "../../store/mod.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";
import { readUser, type User, userLocation } from "./user.ts";

interface AddressRecord {
  userId: string;
}

/**
 * Key of the claim, the single record by which a new user reserves an address. It has two parts. The partition's other records come from
 * imports and older stores; their key is the user's ID.
 */
export const claimKey: readonly KeyPart[] = ["claim", "user"];

/** Key of the mark that withdraws the pending write of an address: another user has taken over its claim. */
export const withdrawnKey: readonly KeyPart[] = ["withdrawn"];

/** Returns the partition with the users of an address. It contains a hash, because an address can be longer than a key. */
export function usersOfAddress(email: string): readonly string[] {
  return ["user-email", sha256Hex(foldedAddress(email))];
}

/** Returns an address with an international domain in the ASCII form of the domain, such as `xn--bcher-kva.example`. */
export function asciiAddress(email: string): string {
  const [, start = "", domain = ""] = /^(.*@)([\w.\u{80}-\u{10ffff}-]+)$/su.exec(email) ?? [];
  if (!/[^\0-\u007f]/.test(domain)) return email;
  // The added label keeps the URL parser from reading the domain as an IPv4 address.
  const url = `http://${domain}.x`;
  return URL.canParse(url) ? start + new URL(url).hostname.slice(0, -".x".length) : email;
}

/**
 * Returns an address in ASCII form and lower case for comparison. Folds ASCII only: `toLowerCase` equates letters that mail servers
 * distinguish.
 */
export function foldedAddress(email: string): string {
  return asciiAddress(email).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns the users with an address, the oldest first. Only older stores and imports can contain several. */
export async function findUsersByAddress(store: Store, email: string): Promise<User[]> {
  const found = await readAddress(store, email);
  return found.users.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/**
 * Returns the user with this address, or else the claim that a new owner of the address must replace. The claim is null if the address has none.
 *
 * A claim without a user was left by a crash, or its user is about to be written. The function first withdraws that write, so it
 * cannot succeed after the address is taken over.
 */
export async function findFreeClaim(
  store: Store,
  email: string,
): Promise<{ claim: Stored<AddressRecord> | null } | { user: User }> {
  const { claim, users } = await readAddress(store, email);
  const [user] = users;
  if (user !== undefined) return { user };
  if (claim === null) return { claim };
  const written = await withdraw(store, claim.data.userId, email);
  return written === undefined ? { claim } : { user: written };
}

/** Keeps the pending write of an address from succeeding. Returns the user if it has succeeded already. */
async function withdraw(store: Store, userId: string, email: string): Promise<User | undefined> {
  const { partition, key } = userLocation(userId);
  const subject = `Cannot take over an email address: the user "${userId}"`;
  const result = await store.writes.repeat<{ user?: User }>(subject, async () => {
    const found = await store.get<User>({ partition, key });
    if (found !== null && hasAddress(found.data, email)) return { user: found.data };
    const check = found === null ? { key, exists: false } : { key, version: found.version };
    const sets = [{ key: withdrawnKey, data: {} }];
    return (await store.commit(partition, { checks: [check], sets })).committed ? {} : null;
  });
  return result.user;
}

/** Claims an address for a user. Returns false if the claim has changed since it was read. */
export async function claimAddress(
  store: Store,
  { email, userId }: { email: string; userId: string },
  claim: Stored<AddressRecord> | null,
): Promise<boolean> {
  const check = claim === null ? { key: claimKey, exists: false } : { key: claimKey, version: claim.version };
  const result = await store.commit(usersOfAddress(email), {
    checks: [check],
    sets: [{ key: claimKey, data: { userId } }],
  });
  return result.committed;
}

/** Deletes the user's records of an address. Keeps the claim if another user has taken it meanwhile. */
export async function releaseAddress(
  store: Store,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  const partition = usersOfAddress(email);
  await store.commit(partition, { deletes: [[userId]] });
  const claim = await store.get<AddressRecord>({ partition, key: claimKey });
  if (claim?.data.userId !== userId) return;
  const checks = [{ key: claimKey, version: claim.version }];
  await store.commit(partition, { checks, deletes: [claimKey] });
}

/** Returns the groups of users that share an address. Keeps the addresses of all users in memory. */
export async function findSharedAddresses(users: AsyncIterable<User>): Promise<[User, User, ...User[]][]> {
  const groups = new Map<string, User[]>();
  for await (const user of users) {
    if (user.email === undefined) continue;
    const address = foldedAddress(user.email);
    const group = groups.get(address);
    if (group === undefined) groups.set(address, [user]);
    else group.push(user);
  }
  return [...groups.values()].filter((group): group is [User, User, ...User[]] => group.length > 1);
}

async function readAddress(
  store: Store,
  email: string,
): Promise<{ claim: Stored<AddressRecord> | null; users: User[] }> {
  let claim: Stored<AddressRecord> | null = null;
  const ids = new Set<string>();
  // Fail on a damaged record, so that its address is not given to another user.
  const options = { prefix: [], onDamaged: fail };
  for await (const record of store.listAll<AddressRecord>(usersOfAddress(email), options)) {
    if (record.key === encodeKey(claimKey)) claim = record;
    ids.add(record.data.userId);
  }
  const users: User[] = [];
  for (const id of ids) {
    const user = await readUser(store, id);
    // The record can be outdated: an import can change a user's address.
    if (user !== null && hasAddress(user, email)) users.push(user);
  }
  return { claim, users };
}

function fail(damage: DamagedRecordError): never {
  throw damage;
}

function hasAddress(user: User, email: string): boolean {
  return user.email !== undefined && foldedAddress(user.email) === foldedAddress(email);
}
