import { type DamagedRecordError, encodeKey, type KeyPart, type Store, type Stored } from "../store/mod.ts";
import { sha256Hex } from "./sha256.ts";
import { readUser, type User, userLocation } from "./user.ts";

interface AddressRecord {
  userId: string;
}

/**
 * Key of the claim, the one record by which a new user takes an address. It has two parts: the other records of the partition, of
 * imported users and of older stores, have one part, the user's id.
 */
export const claimKey: readonly KeyPart[] = ["claim", "user"];

/** Key of the mark that a user of this id is never written, because another creation has taken over the address. */
export const withdrawnKey: readonly KeyPart[] = ["withdrawn"];

/** The partition with the users of an address, by hash, since an address can be longer than a key. */
export function usersOfAddress(email: string): readonly string[] {
  return ["user-email", sha256Hex(foldedAddress(email))];
}

/** An address as addresses are compared. Folds ASCII only: `toLowerCase` makes letters equal that mail servers tell apart. */
export function foldedAddress(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns the users with an address, the oldest first. Several have it only in stores of older versions, and after imports. */
export async function findUsersByAddress(store: Store, email: string): Promise<User[]> {
  const found = await readAddress(store, email);
  return found.users.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/**
 * Returns the claim that a new user of an address has to replace, null where there is none, or the user who has the address.
 *
 * A claim whose user does not exist was left by a crash, or its user is about to be written. The creation of that user is withdrawn
 * first, so it cannot succeed once the address is taken over.
 */
export async function findFreeClaim(
  store: Store,
  email: string,
): Promise<{ claim: Stored<AddressRecord> | null } | { user: User }> {
  const { claim, users } = await readAddress(store, email);
  const [user] = users;
  if (user !== undefined) return { user };
  if (claim === null) return { claim };
  const { partition, key } = userLocation(claim.data.userId);
  await store.commit(partition, {
    checks: [{ key, exists: false }],
    sets: [{ key: withdrawnKey, data: {} }],
  });
  const written = await readUser(store, claim.data.userId);
  return written !== null && hasAddress(written, email) ? { user: written } : { claim };
}

/** Takes an address for a user, unless its claim is another than was found. Returns whether it did. */
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

/** Removes the records of an address that name a user. A claim that another user took meanwhile stays. */
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

/** Groups the users by their addresses, and returns the groups of more than one user. Keeps the addresses of all users in memory. */
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
  // An address must not be given away because its record is damaged.
  const options = { prefix: [], onDamaged: fail };
  for await (const record of store.listAll<AddressRecord>(usersOfAddress(email), options)) {
    if (record.key === encodeKey(claimKey)) claim = record;
    ids.add(record.data.userId);
  }
  const users: User[] = [];
  for (const id of ids) {
    const user = await readUser(store, id);
    // An import can give a user another address.
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
