import type { Clock } from "../clock.ts";
import { InvalidInputError, NotFoundError } from "../errors.ts";
import type { RandomBytes } from "../random.ts";
import type { Location, Store, Stored } from "../store/mod.ts";
import { randomBase62 } from "./base62.ts";
import { durationRule, parseDuration } from "../parse_duration.ts";
import { sha256Hex } from "../sha256.ts";
import { sessionGenerationLocation, type User } from "./user.ts";
import type { Users } from "./users.ts";

/** Maximum idle time and lifetime of sessions. */
export interface SessionLimits {
  /** Seconds without a request, 60 to 31,536,000. Default: 43,200 (12 hours). */
  idleSeconds: number;
  /** Seconds since the sign-in, 60 to 31,536,000. Default: 604,800 (7 days). */
  absoluteSeconds: number;
}

/** A session, identified by the token in the user's browser. */
export interface Session {
  user: User;
  /** RFC 3339. */
  signedInAt: string;
  /** Absolute end, regardless of use (RFC 3339). */
  expiresAt: string;
}

/** A newly started session, with its token. */
export interface StartedSession extends Session {
  /** 43 base62 characters with 256 random bits. It is returned only once; only its hash is stored. */
  token: string;
}

/** A link that signs a user in once. */
export interface SignInLink {
  /** 43 base62 characters with 256 random bits. It is returned only once; only its hash is stored. */
  token: string;
  /** RFC 3339. */
  expiresAt: string;
}

/** Dependencies of {@link Sessions}. */
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
  /** Number of times that the user had signed out everywhere before the link was created. */
  generation: number;
}

interface SessionRecord {
  userId: string;
  signedInAt: number;
  /** Last recorded use, in milliseconds since the epoch. */
  seenAt: number;
  /** Number of times that the user had signed out everywhere before the session started. */
  generation: number;
}

const tokenLength = 43;
const tokenForm = /^[0-9A-Za-z]{43}$/;
const defaultLinkLife = "15m";
const longestLinkLife = "7d";

/** Minimum time for which an action's ID is stored: an hour, in milliseconds. */
const shortestMemory = 3_600_000;

/** A session's use is recorded once per this fraction of its idle time, so that not every request writes. */
const notedParts = 20;

/**
 * Manages sessions and sign-in links in the store. Tokens are random and only their hashes are stored, so a reader of the store cannot
 * sign in.
 */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a link that signs a user in once.
   *
   * @param options.expiresIn a duration such as `15m`, at most `7d`. Default: `15m`.
   * @throws {NotFoundError} if the user does not exist or is disabled
   * @throws {InvalidInputError} if the duration is invalid or too long
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

  /** Returns the user that a link signs in, or null if the link is invalid, used or expired. Does not use up the link. */
  async findLink(token: string): Promise<User | null> {
    const found = await this.#findLink(token);
    return found && this.#userOf(found.data);
  }

  /** Starts a session with a link and uses up the link. Returns null if the link is invalid, used or expired. */
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
   * Starts a session for a user. The caller must have authenticated the user, for example with an OpenID provider. Returns null if the
   * user does not exist or is disabled.
   */
  async startFor(userId: string): Promise<StartedSession | null> {
    return this.#start({ userId, generation: await this.#generationOf(userId) });
  }

  /**
   * Returns the session of a token, or null if the token is invalid or the session has ended. Each use prolongs the session, up to its
   * absolute end.
   *
   * @param options.isUse false for automatic requests, such as polling by a page, which do not prolong the session. Default: true.
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
      // Check the version, so that a session that was ended concurrently is not written again.
      await this.#write(token, { ...record, seenAt: now }, version);
    }
    return this.#toSession(user, record);
  }

  /** Ends a session. */
  async end(token: string): Promise<void> {
    const { partition, key } = sessionLocation(token);
    await this.#deps.store.commit(partition, { deletes: [key] });
  }

  /** Ends all sessions of a user and invalidates all the user's sign-in links. */
  async endAll(userId: string): Promise<void> {
    const { partition, key } = sessionGenerationLocation(userId);
    await this.#deps.store.commit(partition, { sums: [{ key, add: 1 }] });
  }

  /**
   * Returns true if this action's ID is new, and stores the ID. An action that must not run twice, such as a form submission, has a
   * random ID. The ID is stored for a session's lifetime, but at least an hour, because OpenID sign-ins can outlive a short session.
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

  /** Returns the user of a link or session, or null if the user is not active or has signed out everywhere since. */
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
