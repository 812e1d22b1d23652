import type { Clock } from "../clock.ts";
import { InvalidInputError, NotFoundError } from "../errors.ts";
import type { RandomBytes } from "../random.ts";
import { collectRecords, type Location, type Store, type Stored } from "../store/mod.ts";
import { randomBase62 } from "./base62.ts";
import { durationRule, parseDuration } from "../parse_duration.ts";
import { sha256Hex } from "../sha256.ts";
import { textKeyOf } from "./text_key.ts";
import { listedSessionsKey, sessionGenerationLocation, type User } from "./user.ts";
import type { Users } from "./users.ts";
import { sessionTokenLength } from "../secret_forms.ts";

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

/** A session in the list of its user. */
export interface ListedSession {
  /** The hash of the token, which ends the session but does not sign in. */
  id: string;
  /** RFC 3339. */
  signedInAt: string;
  /** Last recorded use (RFC 3339). A use is recorded once per twentieth of `sessions.idleSeconds`. */
  lastUsedAt: string;
  /** Name of the browser, if it was known at the sign-in. */
  browser?: string;
}

/** Facts about a sign-in. */
export interface SignInFacts {
  /** Name of the browser for the user's list, such as `Firefox on Linux`: 1 to 100 characters. Default: unknown. */
  browser?: string | undefined;
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
  /** Absent if it was unknown, and in sessions of older versions. */
  browser?: string;
}

/** A listed session with its last recorded use, in milliseconds since the epoch. */
type SeenSession = ListedSession & { seenAt: number };

const tokenForm = new RegExp(`^[0-9A-Za-z]{${sessionTokenLength}}$`);
const idForm = /^[0-9a-f]{64}$/;
const defaultLinkLife = "15m";
const longestLinkLife = "7d";

/** Minimum time for which an action's ID is stored: an hour, in milliseconds. */
const shortestMemory = 3_600_000;

/** Maximum length of a browser's name. */
const longestBrowser = 100;

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
    const token = randomBase62(randomBytes, sessionTokenLength);
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
   * @throws {InvalidInputError} if the name of the browser is too long
   */
  async startFor(userId: string, facts: SignInFacts = {}): Promise<StartedSession | null> {
    requireShort(facts);
    return this.#start({ userId, generation: await this.#generationOf(userId) }, facts);
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
    const id = this.idOf(token);
    const { partition, key } = sessionLocationOf(id);
    const found = await this.#deps.store.get<SessionRecord>({ partition, key });
    await this.#deps.store.commit(partition, { deletes: [key] });
    if (found !== null) await this.#unlist(found.data.userId, id);
  }

  /**
   * Lists the sessions of a user, the last used first. A session that was started by an older version is in the list after its next
   * recorded use.
   */
  async allOfUser(userId: string): Promise<ListedSession[]> {
    const { partition, key: prefix } = listedSessionLocation(userId);
    const generation = await this.#generationOf(userId);
    const pick = (entries: Stored<{ id: string }>[]): Promise<SeenSession[]> =>
      this.#liveOf(entries, generation);
    const listed = await collectRecords(this.#deps.store, partition, { prefix }, pick);
    return listed
      .toSorted((one, other) => other.seenAt - one.seenAt)
      .map(({ seenAt: _seenAt, ...session }) => session);
  }

  /** Returns the id of a token's session in {@link Sessions.allOfUser}. */
  idOf(token: string): string {
    return sha256Hex(token);
  }

  /**
   * Ends a session of a user, by its id in {@link Sessions.allOfUser}. Its next request is refused.
   *
   * @returns false if the user has no such session
   */
  async endOfUser(userId: string, id: string): Promise<boolean> {
    if (!idForm.test(id)) return false;
    const { store } = this.#deps;
    const { partition, key } = sessionLocationOf(id);
    const found = await store.get<SessionRecord>({ partition, key });
    if (found?.data.userId !== userId) return false;
    await store.commit(partition, { deletes: [key] });
    await this.#unlist(userId, id);
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
    allowed: Pick<LinkRecord, "userId" | "generation">,
    { browser }: SignInFacts,
  ): Promise<StartedSession | null> {
    const { clock, randomBytes } = this.#deps;
    const user = await this.#userOf(allowed);
    if (user === null) return null;
    const token = randomBase62(randomBytes, sessionTokenLength);
    const now = clock.now();
    const { generation } = allowed;
    const record: SessionRecord = { userId: user.id, signedInAt: now, seenAt: now, generation };
    if (browser !== undefined) record.browser = browser;
    await this.#write(token, record);
    return { token, ...this.#toSession(user, record) };
  }

  /** Returns the live sessions of entries in the list of a user. */
  async #liveOf(entries: readonly Stored<{ id: string }>[], generation: number): Promise<SeenSession[]> {
    const { store, clock, limits } = this.#deps;
    const locations = entries.map(({ data }) => sessionLocationOf(data.id));
    const records = await store.getReadable<SessionRecord[]>(locations);
    const now = clock.now();
    const live: SeenSession[] = [];
    for (const [index, record] of records.entries()) {
      const id = entries[index]?.data.id;
      if (record === null || id === undefined || record.data.generation !== generation) continue;
      const { signedInAt, seenAt, browser } = record.data;
      if (now >= seenAt + limits.idleSeconds * 1000 || now >= this.#endOf(record.data)) continue;
      const times = { signedInAt: toIsoTime(signedInAt), lastUsedAt: toIsoTime(seenAt), seenAt };
      live.push(browser === undefined ? { id, ...times } : { id, ...times, browser });
    }
    return live;
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
    const expiresAt = this.#endOf(record);
    const id = this.idOf(token);
    const { partition, key } = sessionLocationOf(id);
    // Write the user's list entry first: readers skip entries without a session.
    const list = listedSessionLocation(record.userId, id);
    const entry = { key: list.key, data: { id }, expiresAt };
    await this.#deps.store.commit(list.partition, { sets: [entry] });
    const check = version === undefined ? { key, exists: false } : { key, version };
    const sets = [{ key, data: record, expiresAt }];
    await this.#deps.store.commit(partition, { checks: [check], sets });
  }

  async #unlist(userId: string, id: string): Promise<void> {
    const { partition, key } = listedSessionLocation(userId, id);
    await this.#deps.store.commit(partition, { deletes: [key] });
  }

  #endOf({ signedInAt }: SessionRecord): number {
    return signedInAt + this.#deps.limits.absoluteSeconds * 1000;
  }

  #toSession(user: User, record: SessionRecord): Session {
    return {
      user,
      signedInAt: toIsoTime(record.signedInAt),
      expiresAt: toIsoTime(this.#endOf(record)),
    };
  }
}

function linkLocation(token: string): Location {
  return { partition: ["sign-in-link", sha256Hex(token)], key: ["link"] };
}

function sessionLocation(token: string): Location {
  return sessionLocationOf(sha256Hex(token));
}

function sessionLocationOf(id: string): Location {
  return { partition: ["session", id], key: ["session"] };
}

/** Returns the location of a session in its user's list, or of the whole list. */
function listedSessionLocation(userId: string, id?: string): Location {
  return { partition: ["user", userId], key: [...listedSessionsKey, ...(id === undefined ? [] : [id])] };
}

function requireShort({ browser }: SignInFacts): void {
  if (browser === undefined || (browser.length > 0 && browser.length <= longestBrowser)) return;
  const message = `must be 1 to ${longestBrowser} characters`;
  throw new InvalidInputError("Cannot start the session", [{ pointer: "/browser", message }]);
}

function toIsoTime(time: number): string {
  return new Date(time).toISOString();
}
