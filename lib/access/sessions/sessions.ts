import { BoundedMap } from "../../base/bounded_map.ts";
import type { Clock } from "../../base/time/clock.ts";
import { given } from "../../base/given.ts";
import { InvalidInputError, NotFoundError } from "../../base/errors.ts";
import type { PageQuery } from "../../base/input/page_query.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import type { Location, Store, Stored } from "../../store/mod.ts";
import { randomBase62 } from "../api_keys/base62.ts";
import { durationRule, parseDuration } from "../../base/time/parse_duration.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";
import {
  adoptSessions,
  type ListedSession,
  listSessions,
  readSessions,
  type SessionPage,
} from "./list_sessions.ts";
import {
  endOfSession,
  listedSessionKey,
  type SessionLimits,
  sessionLocation,
  type SessionRecord,
} from "./session_record.ts";
import { textKeyOf } from "../api_keys/text_key.ts";
import { sessionGenerationLocation, type User, userLocation } from "../users/user.ts";
import type { Users } from "../users/users.ts";
import { sessionTokenLength } from "../../base/secrets/secret_forms.ts";

/** A session, identified by the token in the user's browser. */
export interface Session {
  user: User;
  /** RFC 3339. */
  signedInAt: string;
  /** Absolute end, regardless of use (RFC 3339). */
  expiresAt: string;
  /** Slug of the only organization that the session opens. Default: all organizations of the user. */
  organizationSlug?: string;
}

/** A newly started session, with its token. */
export interface StartedSession extends Session {
  /** 43 base62 characters with 256 random bits. It is returned only once; only its hash is stored. */
  token: string;
}

/** Facts about a sign-in. */
export interface SignInFacts {
  /** Name of the browser for the user's list, such as `Firefox on Linux`: 1 to 100 characters. Default: unknown. */
  browser?: string | undefined;
}

/** Options of a sign-in link. */
export interface SignInLinkOptions {
  /** A duration such as `15m`, at most `7d`. Default: `15m`. */
  expiresIn?: string;
  /**
   * Slug of the only organization that the session opens. Pass it for a link that another member gets to see, who could use it. Default: the
   * session opens all organizations of the user.
   */
  organizationSlug?: string;
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
  organizationSlug?: string;
}

const tokenForm = new RegExp(`^[0-9A-Za-z]{${sessionTokenLength}}$`);
const idForm = /^[0-9a-f]{64}$/;
const defaultLinkLife = "15m";
const longestLinkLife = "7d";

/** Minimum time for which an action's ID is stored: an hour, in milliseconds. */
const shortestMemory = 3_600_000;

/** Maximum length of a browser's name. */
const longestBrowser = 100;

/** Number of sessions whose user is remembered. */
const mostKnown = 10_000;

/** Maximum number of times within its idle time that a session's use is recorded, so that not every request writes. */
const recordsPerIdleTime = 20;

/**
 * Manages sessions and sign-in links in the store. Tokens are random and only their hashes are stored, so a reader of the store cannot
 * sign in.
 */
export class Sessions {
  readonly #deps: SessionsDeps;
  /** Ids of the users of sessions, which never change. With the id, session and user are read in one round trip. */
  readonly #userIds = new BoundedMap<string>(mostKnown);

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a link that signs a user in once.
   *
   * @throws {NotFoundError} if the user does not exist or is disabled
   * @throws {InvalidInputError} if the duration is invalid or too long
   */
  async createLink(
    userId: string,
    { expiresIn = defaultLinkLife, organizationSlug }: SignInLinkOptions = {},
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
    const token = randomBase62(randomBytes, sessionTokenLength);
    const expiresAt = clock.now() + life;
    const generation = await this.#generationOf(userId);
    const record: LinkRecord = { userId, expiresAt, generation, ...given({ organizationSlug }) };
    const { partition, key } = linkLocation(token);
    await store.commit(partition, { sets: [{ key, data: record, expiresAt }] });
    return { token, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** Returns the user that a link signs in, or null if the link is invalid, used or expired. Does not use up the link. */
  async findLink(token: string): Promise<User | null> {
    const found = await this.#findLink(token);
    return found && this.#userOf(found.data);
  }

  /**
   * Starts a session with a link and uses up the link. Returns null if the link is invalid, used or expired.
   *
   * @throws {InvalidInputError} if the name of the browser is too long
   */
  async start(linkToken: string, facts: SignInFacts = {}): Promise<StartedSession | null> {
    requireShort(facts);
    const link = await this.#findLink(linkToken);
    if (link === null) return null;
    const place = linkLocation(linkToken);
    const used = await this.#deps.store.commit(place.partition, {
      checks: [{ key: place.key, version: link.version }],
      deletes: [place.key],
    });
    return used.committed ? this.#start(link.data, facts) : null;
  }

  /**
   * Starts a session for a user. The caller must have authenticated the user, for example with an OpenID provider. Returns null if the
   * user does not exist or is disabled.
   *
   * @param place.organizationSlug slug of the only organization that the session opens. Default: all organizations of the user
   * @throws {InvalidInputError} if the name of the browser is too long
   */
  async startFor(
    userId: string,
    facts: SignInFacts = {},
    place: Pick<SignInLinkOptions, "organizationSlug"> = {},
  ): Promise<StartedSession | null> {
    requireShort(facts);
    return this.#start({ ...place, userId, generation: await this.#generationOf(userId) }, facts);
  }

  /**
   * Returns the session of a token, or null if the token is invalid or the session has ended. Each use prolongs the session, up to its
   * absolute end.
   *
   * @param options.isUse false for automatic requests, such as polling by a page, which do not prolong the session. Default: true.
   */
  async find(token: string, { isUse = true }: { isUse?: boolean } = {}): Promise<Session | null> {
    if (!tokenForm.test(token)) return null;
    const { clock, limits } = this.#deps;
    const { found, user } = await this.#read(this.idOf(token));
    if (found === null || user === null) return null;
    const { data: record, version } = found;
    const now = clock.now();
    if (now >= endOfSession(record, limits)) return null;
    if (isUse && now >= record.seenAt + (limits.idleSeconds * 1000) / recordsPerIdleTime) {
      // Check the version, so that a session that was ended concurrently is not written again.
      await this.#write(token, { ...record, seenAt: now }, version);
    }
    return this.#toSession(user, record);
  }

  /**
   * Returns the id of the user of a session that this process has found before, or undefined. The session may have ended since: its data is only
   * for a request whose session {@link Sessions.find} returns.
   */
  knownUserOf(token: string): string | undefined {
    return tokenForm.test(token) ? this.#userIds.get(this.idOf(token)) : undefined;
  }

  /** Ends a session. */
  async end(token: string): Promise<void> {
    const id = this.idOf(token);
    const found = await this.#deps.store.get<SessionRecord>(sessionLocation(id));
    if (found !== null) await this.#end(id, found.data);
  }

  /**
   * Returns a page of a user's sessions, the newest sign-in first. A session that an older version started without an entry in the list
   * gets its entry at its next recorded use.
   *
   * @throws {RangeError} if the limit is out of range
   */
  async listOfUser(userId: string, query: PageQuery = {}): Promise<SessionPage> {
    if (query.after === undefined) await adoptSessions(this.#deps, userId);
    const generation = await this.#generationOf(userId);
    return listSessions(this.#deps, { userId, generation }, query);
  }

  /** Returns a session of a user, by its id in {@link Sessions.listOfUser}, or null. */
  async getOfUser(userId: string, id: string): Promise<ListedSession | null> {
    if (!idForm.test(id)) return null;
    const user = { userId, generation: await this.#generationOf(userId) };
    return (await readSessions(this.#deps, user, [id]))[0] ?? null;
  }

  /** Returns the id of a token's session in {@link Sessions.listOfUser}. */
  idOf(token: string): string {
    return sha256Hex(token);
  }

  /**
   * Ends a session of a user, by its id in {@link Sessions.listOfUser}. Its next request is refused.
   *
   * @returns false if the user has no such session
   */
  async endOfUser(userId: string, id: string): Promise<boolean> {
    if (!idForm.test(id)) return false;
    const found = await this.#deps.store.get<SessionRecord>(sessionLocation(id));
    if (found?.data.userId !== userId) return false;
    await this.#end(id, found.data);
    return true;
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

  /**
   * Returns a key of 256 bits in hexadecimal, which encrypts a user's unsaved texts in browsers. It is the same in all sessions of the user, so
   * that the next session can read a text of the last. Give it only to a page of the user.
   */
  async textKeyOf(userId: string): Promise<string> {
    return textKeyOf(this.#deps, userId);
  }

  async #start(
    allowed: Pick<LinkRecord, "userId" | "generation" | "organizationSlug">,
    { browser }: SignInFacts,
  ): Promise<StartedSession | null> {
    const { clock, randomBytes } = this.#deps;
    const user = await this.#userOf(allowed);
    if (user === null) return null;
    const token = randomBase62(randomBytes, sessionTokenLength);
    const now = clock.now();
    const { generation, organizationSlug } = allowed;
    const facts = given({ browser, organizationSlug });
    const record: SessionRecord = { userId: user.id, signedInAt: now, seenAt: now, generation, ...facts };
    await this.#write(token, record);
    return { token, ...this.#toSession(user, record) };
  }

  /** Reads a session and its user. The user is null if the session has ended for all browsers, or the user is not active. */
  async #read(id: string): Promise<{ found: Stored<SessionRecord> | null; user: User | null }> {
    const { store } = this.#deps;
    const userId = this.#userIds.get(id);
    if (userId === undefined) {
      const found = await store.get<SessionRecord>(sessionLocation(id));
      if (found !== null) this.#userIds.set(id, found.data.userId);
      return { found, user: found && (await this.#userOf(found.data)) };
    }
    const [found, user, generation] = await store.getMany<[SessionRecord, User, { sum: number }]>([
      sessionLocation(id),
      userLocation(userId),
      sessionGenerationLocation(userId),
    ]);
    if (found === null) this.#userIds.delete(id);
    return { found, user: found && activeUser(found.data, user?.data, generation?.data.sum) };
  }

  async #findLink(token: string): Promise<Stored<LinkRecord> | null> {
    if (!tokenForm.test(token)) return null;
    const { store, clock } = this.#deps;
    const found = await store.get<LinkRecord>(linkLocation(token));
    return found !== null && clock.now() < found.data.expiresAt ? found : null;
  }

  /** Returns the user of a link or session, or null if the user is not active or has signed out everywhere since. */
  async #userOf(allowed: Pick<LinkRecord, "userId" | "generation">): Promise<User | null> {
    const [user, generation] = await this.#deps.store.getMany<[User, { sum: number }]>([
      userLocation(allowed.userId),
      sessionGenerationLocation(allowed.userId),
    ]);
    return activeUser(allowed, user?.data, generation?.data.sum);
  }

  async #generationOf(userId: string): Promise<number> {
    const record = await this.#deps.store.get<{ sum: number }>(sessionGenerationLocation(userId));
    return record?.data.sum ?? 0;
  }

  async #write(token: string, record: SessionRecord, version?: string): Promise<void> {
    const { store, limits } = this.#deps;
    // The session and its entry in the list leave the store when the session ends.
    const expiresAt = endOfSession(record, limits);
    const id = this.idOf(token);
    const { partition, key } = sessionLocation(id);
    // Write the user's list entry first: readers skip entries without a session.
    const entry = { key: listedSessionKey(record, id), data: { id }, expiresAt };
    await store.commit(userLocation(record.userId).partition, { sets: [entry] });
    const check = version === undefined ? { key, exists: false } : { key, version };
    const sets = [{ key, data: record, expiresAt }];
    await store.commit(partition, { checks: [check], sets });
  }

  async #end(id: string, record: SessionRecord): Promise<void> {
    const { store } = this.#deps;
    const { partition, key } = sessionLocation(id);
    await store.commit(partition, { deletes: [key] });
    const entry = listedSessionKey(record, id);
    await store.commit(userLocation(record.userId).partition, { deletes: [entry] });
  }

  #toSession(user: User, record: SessionRecord): Session {
    return {
      user,
      signedInAt: new Date(record.signedInAt).toISOString(),
      expiresAt: new Date(record.signedInAt + this.#deps.limits.absoluteSeconds * 1000).toISOString(),
      ...given({ organizationSlug: record.organizationSlug }),
    };
  }
}

/** Returns the user of a link or session, or null if the user is not active or has signed out everywhere since. */
function activeUser(
  { generation }: Pick<LinkRecord, "generation">,
  user: User | undefined,
  current = 0,
): User | null {
  return user?.status === "active" && current === generation ? user : null;
}

function linkLocation(token: string): Location {
  return { partition: ["sign-in-link", sha256Hex(token)], key: ["link"] };
}

function requireShort({ browser }: SignInFacts): void {
  if (browser === undefined || (browser.length > 0 && browser.length <= longestBrowser)) return;
  const message = `must be 1 to ${longestBrowser} characters`;
  throw new InvalidInputError("Cannot start the session", [{ pointer: "/browser", message }]);
}
