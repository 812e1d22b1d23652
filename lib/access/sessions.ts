import type { Clock } from "../clock.ts";
import { InvalidInputError, NotFoundError } from "../errors.ts";
import type { RandomBytes } from "../random.ts";
import type { Location, Store, Stored } from "../store/mod.ts";
import { randomBase62 } from "./base62.ts";
import { durationRule, parseDuration } from "./parse_duration.ts";
import { sha256Hex } from "./sha256.ts";
import { sessionGenerationLocation, type User } from "./user.ts";
import type { Users } from "./users.ts";

/** How long a user stays signed in. */
export interface SessionLimits {
  /** Seconds without a request, 60 to 31,536,000. Default: 43,200 (12 hours). */
  idleSeconds: number;
  /** Seconds since the sign-in, 60 to 31,536,000. Default: 604,800 (7 days). */
  absoluteSeconds: number;
}

/** A session, found by the token that the user's browser keeps. */
export interface Session {
  user: User;
  /** RFC 3339. */
  signedInAt: string;
  /** RFC 3339: when it ends, however much it is used. */
  expiresAt: string;
}

/** A session that has just begun. */
export interface StartedSession extends Session {
  /** 43 characters of base 62, 256 random bits. It is shown this once; only its hash is kept. */
  token: string;
}

/** A link by which a user signs in, once. */
export interface SignInLink {
  /** 43 characters of base 62, 256 random bits. It is shown this once; only its hash is kept. */
  token: string;
  /** RFC 3339. */
  expiresAt: string;
}

/** What the sessions are made from. */
export interface SessionsDeps {
  store: Store;
  clock: Clock;
  randomBytes: RandomBytes;
  users: Users;
  limits: SessionLimits;
}

interface LinkRecord {
  userId: string;
  expiresAt: number;
  /** How often the user had signed out everywhere before. */
  generation: number;
}

interface SessionRecord {
  userId: string;
  signedInAt: number;
  /** When it was last written down that the session was used. */
  seenAt: number;
  /** How often the user had signed out everywhere before. */
  generation: number;
}

const tokenLength = 43;
const tokenForm = /^[0-9A-Za-z]{43}$/;
const defaultLinkLife = "15m";
const longestLinkLife = "7d";

/** How long it is remembered at least that something was done: an hour, in milliseconds. */
const shortestMemory = 3_600_000;

/** So that not every request writes: a session's use is noted once in this part of its idle time. */
const notedParts = 20;

/**
 * The sessions of the users that are kept in the storage, and the links by which they begin. Tokens are random, and only their hash is
 * kept: who reads the store can sign in as nobody.
 */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a link's token, by which a user signs in once.
   *
   * @param options.expiresIn a duration such as `15m`, at most `7d`. Default: `15m`.
   * @throws {NotFoundError} when there is no such user, or the user is disabled
   * @throws {InvalidInputError} when the duration is none, or too long
   */
  async createLink(
    userId: string,
    { expiresIn = defaultLinkLife }: { expiresIn?: string } = {},
  ): Promise<SignInLink> {
    const { store, clock, randomBytes, users } = this.#deps;
    const action = "Cannot create the sign-in link";
    const life = parseDuration(expiresIn);
    if (life === undefined || life > (parseDuration(longestLinkLife) ?? 0)) {
      const message = `${durationRule}, at most ${longestLinkLife}`;
      throw new InvalidInputError(action, [{ pointer: "/expiresIn", message }]);
    }
    const user = await users.get(userId);
    if (user?.status !== "active") throw new NotFoundError(`${action}: there is no active user "${userId}"`);
    const token = randomBase62(randomBytes, tokenLength);
    const expiresAt = clock.now() + life;
    const record: LinkRecord = { userId, expiresAt, generation: await this.#generationOf(userId) };
    const { partition, key } = linkLocation(token);
    await store.commit(partition, { sets: [{ key, data: record, expiresAt }] });
    return { token, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** The user whom a link signs in, or null when it is none, was used, or has expired. It stays good. */
  async findLink(token: string): Promise<User | null> {
    const found = await this.#findLink(token);
    return found && this.#userOf(found.data);
  }

  /** Begins a session by a link, which is used up by it; null when the link is none, was used, or has expired. */
  async start(linkToken: string): Promise<StartedSession | null> {
    const link = await this.#findLink(linkToken);
    if (link === null) return null;
    const place = linkLocation(linkToken);
    const used = await this.#deps.store.commit(place.partition, {
      checks: [{ key: place.key, version: link.version }],
      deletes: [place.key],
    });
    return used.committed ? this.#start(link.data) : null;
  }

  /**
   * Begins a session of a user of whom the caller has made sure in another way, such as by an OpenID provider; null when there is no
   * such user, or the user is disabled.
   */
  async startFor(userId: string): Promise<StartedSession | null> {
    return this.#start({ userId, generation: await this.#generationOf(userId) });
  }

  /**
   * The session of a token, or null when it is none, or has ended. That it was used prolongs it, up to its absolute end.
   *
   * @param options.isUse whether somebody uses it: a page that asks for something by itself, again and again, does not. Default: true.
   */
  async find(token: string, { isUse = true }: { isUse?: boolean } = {}): Promise<Session | null> {
    if (!tokenForm.test(token)) return null;
    const { store, clock, limits } = this.#deps;
    const found = await store.get<SessionRecord>(sessionLocation(token));
    if (found === null) return null;
    const { data: record, version } = found;
    const now = clock.now();
    const idle = limits.idleSeconds * 1000;
    if (now >= record.seenAt + idle || now >= this.#endOf(record)) return null;
    const user = await this.#userOf(record);
    if (user === null) return null;
    if (isUse && now >= record.seenAt + idle / notedParts) {
      // With the version: a session that ends at this moment must not be written again.
      await this.#write(token, { ...record, seenAt: now }, version);
    }
    return this.#toSession(user, record);
  }

  /** Ends a session. */
  async end(token: string): Promise<void> {
    const { partition, key } = sessionLocation(token);
    await this.#deps.store.commit(partition, { deletes: [key] });
  }

  /** Ends every session of a user, and makes every link that was given to the user no good. */
  async endAll(userId: string): Promise<void> {
    const { partition, key } = sessionGenerationLocation(userId);
    await this.#deps.store.commit(partition, { sums: [{ key, add: 1 }] });
  }

  /**
   * Whether something is done for the first time: what must not be done twice, such as what a form asks for, has a random id, which this
   * remembers for a session's length, and for an hour at least: the attempts of an OpenID provider's sign-in live longer than a short
   * session.
   */
  async isFirst(id: string): Promise<boolean> {
    const { store, clock, limits } = this.#deps;
    const expiresAt = clock.now() + Math.max(limits.absoluteSeconds * 1000, shortestMemory);
    const result = await store.commit(["form", sha256Hex(id)], {
      checks: [{ key: ["form"], exists: false }],
      sets: [{ key: ["form"], data: {}, expiresAt }],
    });
    return result.committed;
  }

  async #start(allowed: Pick<LinkRecord, "userId" | "generation">): Promise<StartedSession | null> {
    const { clock, randomBytes } = this.#deps;
    const user = await this.#userOf(allowed);
    if (user === null) return null;
    const token = randomBase62(randomBytes, tokenLength);
    const now = clock.now();
    const { generation } = allowed;
    const record: SessionRecord = { userId: user.id, signedInAt: now, seenAt: now, generation };
    await this.#write(token, record);
    return { token, ...this.#toSession(user, record) };
  }

  async #findLink(token: string): Promise<Stored<LinkRecord> | null> {
    if (!tokenForm.test(token)) return null;
    const { store, clock } = this.#deps;
    const found = await store.get<LinkRecord>(linkLocation(token));
    return found !== null && clock.now() < found.data.expiresAt ? found : null;
  }

  /** The user of a link or a session, who must be active, and not have signed out everywhere since. */
  async #userOf({ userId, generation }: Pick<LinkRecord, "userId" | "generation">): Promise<User | null> {
    const [user, current] = await Promise.all([this.#deps.users.get(userId), this.#generationOf(userId)]);
    return user?.status === "active" && current === generation ? user : null;
  }

  async #generationOf(userId: string): Promise<number> {
    const record = await this.#deps.store.get<{ sum: number }>(sessionGenerationLocation(userId));
    return record?.data.sum ?? 0;
  }

  async #write(token: string, record: SessionRecord, version?: string): Promise<void> {
    const { partition, key } = sessionLocation(token);
    const check = version === undefined ? { key, exists: false } : { key, version };
    const sets = [{ key, data: record, expiresAt: this.#endOf(record) }];
    await this.#deps.store.commit(partition, { checks: [check], sets });
  }

  #endOf({ signedInAt }: SessionRecord): number {
    return signedInAt + this.#deps.limits.absoluteSeconds * 1000;
  }

  #toSession(user: User, record: SessionRecord): Session {
    return {
      user,
      signedInAt: new Date(record.signedInAt).toISOString(),
      expiresAt: new Date(this.#endOf(record)).toISOString(),
    };
  }
}

function linkLocation(token: string): Location {
  return { partition: ["sign-in-link", sha256Hex(token)], key: ["link"] };
}

function sessionLocation(token: string): Location {
  return { partition: ["session", sha256Hex(token)], key: ["session"] };
}
