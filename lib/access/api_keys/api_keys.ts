import type { Actor } from "../../base/actor.ts";
import { AlreadyExistsError, InvalidInputError, NotFoundError, noOrganization } from "../../base/errors.ts";
import { DamagedRecordError, type Stored } from "../../store/mod.ts";
import { toRecord } from "../../base/key_rate_limit.ts";
import { validate } from "../../base/input/validate.ts";
import type { AccessDeps } from "../access_deps.ts";
import {
  type ApiKeyChanges,
  apiKeyInput,
  type ApiKeyInput,
  expiryOf,
  inheritedExpiry,
  isExpiry,
  keyChanges,
  rollInput,
  type RollInput,
  type ValidApiKeyInput,
  type ValidRollInput,
} from "./api_key_input.ts";
import { type ApiKey, type ListedApiKey, toApiKey } from "./api_key.ts";
import { formatApiKey, newApiKeyText, quotaIdOf, rolledApiKeyText } from "./api_key_text.ts";
import { byQuota, dailyUsageIn, type DayUsage, readCounters, usageIn } from "./api_key_usage.ts";
import { auditKey, auditRecord, type AuditedAct } from "../audit.ts";
import { changedKey, stepsBetween } from "./changed_key.ts";
import { commitKey, keyEventData } from "./commit_key.ts";
import { type Credential, credentialLocation, keyListLocation } from "../verification/credential.ts";
import { announceExpiry, expiryRecords } from "./key_expiries.ts";
import type { MemberFinder } from "../verification/identity.ts";
import { announceRemoval, indexChanges } from "./key_index.ts";
import { KeyLists } from "./key_lists.ts";
import { requireLive, requireRollable } from "./require_live_key.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";

/** The address of an API key. */
export interface ApiKeyAddress {
  organizationSlug: string;
  keyId: string;
}

/** A newly generated key. */
export interface GeneratedApiKey extends ApiKey {
  /** The full key. It is returned only once and never stored. */
  key: string;
}

/** Dependencies of {@link ApiKeys}. */
export interface ApiKeysDeps extends AccessDeps {
  identity: MemberFinder;
  keyPrefix: string;
  /** Days for which a revoked or expired key is kept. */
  keyRetentionDays: number;
}

/** Number of the ID's characters that lists show after the prefix, so that people can tell keys apart. */
const shownOfId = 4;
const rollAction = "Cannot roll the key";

/** Manages the API keys of organizations. */
export class ApiKeys extends KeyLists {
  readonly #deps: ApiKeysDeps;

  constructor(deps: ApiKeysDeps) {
    super(deps);
    this.#deps = deps;
  }

  /**
   * Generates a key. It is bound to the given user and organization.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization does not exist, or the user is not an active member of it
   */
  async generate(input: ApiKeyInput, { via }: Pick<Actor, "via"> = {}): Promise<GeneratedApiKey> {
    const { clock, randomBytes, keyPrefix } = this.#deps;
    const action = "Cannot generate the key";
    const now = clock.now();
    const { expiresIn, expiresAt, networks = [], ...valid } = validate(apiKeyInput, input, action);
    const expiry = checkedExpiry({ expiresIn, expiresAt }, now, action);
    const organizationId = await this.#organizationOf(valid, action);
    const text = newApiKeyText(randomBytes);
    const credential: Credential = {
      ...this.#identify(text, now),
      ...toRecord(valid),
      ...(networks.length > 0 && { networks }),
      ...expiry,
      organizationId,
    };
    const act = { action: "key.generated", subject: text.keyId, by: valid.userId, via } as const;
    await this.#enlist([credential], act);
    const { key } = credentialLocation(text.keyId);
    const changes = { checks: [{ key, exists: false }], sets: [{ key, data: credential }] };
    const event = { type: "key.generated", data: keyEventData(credential) } as const;
    const isCommitted = await commitKey(this.#deps, credential, changes, event);
    if (!isCommitted) throw new AlreadyExistsError(`${action}: its id is taken`);
    return { ...toApiKey(credential), key: formatApiKey(keyPrefix, text) };
  }

  /** Returns the key with this ID, without its secret, or null if the organization has no such key. */
  async get({ organizationSlug, keyId }: ApiKeyAddress): Promise<ListedApiKey | null> {
    const { store, clock } = this.#deps;
    const [record, counters] = await Promise.all([
      store.get<Credential>(credentialLocation(keyId)),
      readCounters(store, [keyId], { now: clock.now() }),
    ]);
    if (record?.data.organizationSlug !== organizationSlug) return null;
    return { ...toApiKey(record.data), ...usageIn(counters, keyId) };
  }

  /** Returns the daily usage of a key, shared with the keys it was rolled to. */
  async usageOf(keyId: string, { days }: { days: number }): Promise<readonly DayUsage[]> {
    const { store, clock } = this.#deps;
    const counters = await readCounters(store, [keyId], { now: clock.now(), days, refusalDays: days });
    return dailyUsageIn(counters, byQuota([keyId]))[0]?.days ?? [];
  }

  /**
   * Revokes a key. Once this call returns, every process that shares the store refuses the key. A key with a damaged record is deleted;
   * the result then has its ID and empty fields.
   *
   * @throws {NotFoundError} if the organization has no such key
   */
  async revoke({ organizationSlug, keyId }: ApiKeyAddress, { by, via }: Actor = {}): Promise<ApiKey> {
    const { store, clock } = this.#deps;
    const { key } = credentialLocation(keyId);
    return this.#repeat("Cannot revoke the key", keyId, async () => {
      const found = await store.getOrDamage<Credential>(credentialLocation(keyId));
      if (found instanceof DamagedRecordError) {
        return this.#deleteDamaged(organizationSlug, keyId, { by, via });
      }
      if (found?.data.organizationSlug !== organizationSlug) {
        throw noSuchKey(organizationSlug, keyId, "Cannot revoke the key");
      }
      const { revokedAt: at } = found.data;
      if (at !== undefined) {
        const audit = { partition: ["org", organizationSlug], key: auditKey({ at, id: keyId }) };
        if (!(await store.has(audit))) await this.#auditRevocation(found.data, { by, via });
        return toApiKey(found.data);
      }
      const revoked = { ...found.data, revokedAt: new Date(clock.now()).toISOString() };
      const changes = { checks: [{ key, version: found.version }], sets: [{ key, data: revoked }] };
      const event = { type: "key.revoked", data: keyEventData(revoked) } as const;
      if (!(await commitKey(this.#deps, revoked, changes, event))) return null;
      await this.#auditRevocation(revoked, { by, via });
      return toApiKey(revoked);
    });
  }

  /** Repeats a write of a key until no concurrent write changes the key that it has read. */
  #repeat<Result>(action: string, keyId: string, write: () => Promise<Result | null>): Promise<Result> {
    const { writes } = this.#deps.store;
    return writes.repeatInTurn(credentialLocation(keyId), `${action}: "${keyId}"`, write);
  }

  /** Checks the organization's key list, because a damaged record does not show its organization. */
  async #deleteDamaged(
    organizationSlug: string,
    keyId: string,
    actor: { by: string | undefined; via: string | undefined },
  ): Promise<ApiKey | null> {
    const { store, clock } = this.#deps;
    const listed = keyListLocation(organizationSlug, keyId);
    if (!(await store.has(listed))) throw noSuchKey(organizationSlug, keyId, "Cannot revoke the key");
    const { partition, key } = credentialLocation(keyId);
    const revokedAt = new Date(clock.now()).toISOString();
    const result = await store.commit(partition, { checks: [{ key, exists: true }], deletes: [key] });
    if (!result.committed) return null;
    const audit = auditRecord(this.#deps, { action: "key.revoked", subject: keyId, ...actor });
    await store.commit(listed.partition, { deletes: [listed.key], sets: [audit] });
    const unknown = { userId: "", organizationId: "", name: "", start: "", createdAt: revokedAt };
    return { id: keyId, organizationSlug, ...unknown, revokedAt };
  }

  /**
   * Changes a key for every process that shares the store. `judge` gets the key as it was, and throws to refuse.
   *
   * @throws {InvalidInputError} if the input is invalid, or the key was revoked or has expired
   * @throws {NotFoundError} if the organization has no such key
   */
  async update(
    { organizationSlug, keyId }: ApiKeyAddress,
    { by, via, judge, ...input }: ApiKeyChanges & Actor & { judge?: (former: ApiKey) => void },
  ): Promise<ApiKey> {
    const action = "Cannot change the key";
    const valid = validate(keyChanges, input, action);
    const { key } = credentialLocation(keyId);
    return this.#repeat(action, keyId, async () => {
      const { data, version } = await this.#find(organizationSlug, keyId, action);
      const now = this.#deps.clock.now();
      requireLive(data, now, action);
      judge?.(toApiKey(data));
      const changed = changedKey(data, valid, now);
      const steps = stepsBetween(data, changed);
      if (steps.length === 0) return toApiKey(data);
      const changes = { checks: [{ key, version }], sets: [{ key, data: changed }] };
      const events = steps.map(({ action: type }) => ({ type, data: keyEventData(changed) }));
      if (!(await commitKey(this.#deps, changed, changes, ...events))) return null;
      const sets = steps.map((step) => auditRecord(this.#deps, { ...step, subject: keyId, by, via }));
      await this.#deps.store.commit(["org", organizationSlug], { sets });
      return toApiKey(changed);
    });
  }

  /**
   * Rolls a key: creates a new key with the same user, organization, name, permissions, networks and limits. The old key stays valid for the
   * overlap. Both keys count against one quota, so rolling grants no extra requests.
   *
   * @throws {InvalidInputError} if the input is invalid, or the key was rolled or revoked or has expired
   * @throws {NotFoundError} if the organization has no such key
   */
  async roll(
    { organizationSlug, keyId }: ApiKeyAddress,
    { by, via, ...input }: RollInput & Actor = {},
  ): Promise<GeneratedApiKey> {
    const valid = validate(rollInput, input, rollAction);
    return this.#repeat(rollAction, keyId, async () => {
      const found = await this.#find(organizationSlug, keyId, rollAction);
      return this.#replace(found, valid, { by, via });
    });
  }

  /** Writes the new key and limits the old key. Returns null if the old key was changed concurrently. */
  async #replace(
    { data: old, version }: Stored<Credential>,
    valid: ValidRollInput,
    actor: { by: string | undefined; via: string | undefined },
  ): Promise<GeneratedApiKey | null> {
    const { clock, randomBytes, keyPrefix } = this.#deps;
    const keyId = old.id;
    const now = clock.now();
    requireRollable(old, now, rollAction);
    const inherited = { expiresAt: inheritedExpiry(old, now) };
    const isSaid = valid.expiresIn !== undefined || valid.expiresAt !== undefined;
    const expiry = checkedExpiry(isSaid ? valid : inherited, now, rollAction);
    const text = rolledApiKeyText(randomBytes, { quotaId: quotaIdOf(keyId) });
    const { expiresAt: _expiresAt, ...kept } = old;
    const credential: Credential = { ...kept, ...this.#identify(text, now), ...expiry };
    const replacedUntil = new Date(
      Math.min(endOfOverlap(valid, now, rollAction), expiryTimeOf(old)),
    ).toISOString();
    const replaced: Credential = { ...old, expiresAt: replacedUntil, rolledTo: text.keyId };
    const act = { action: "key.rolled", subject: keyId, ...actor, detail: text.keyId } as const;
    await this.#enlist([credential, replaced], act);
    const { key } = credentialLocation(keyId);
    const newKey = credentialLocation(text.keyId).key;
    const changes = {
      checks: [
        { key, version },
        { key: newKey, exists: false },
      ],
      sets: [
        { key, data: replaced },
        { key: newKey, data: credential },
      ],
    };
    const data = { ...keyEventData(credential), replacedKeyId: keyId, replacedUntil };
    if (!(await commitKey(this.#deps, credential, changes, { type: "key.rolled", data }))) return null;
    return { ...toApiKey(credential), key: formatApiKey(keyPrefix, text) };
  }

  /**
   * Writes the audit entry after the credential, so that a failed audit cannot keep a key valid. After a crash between the two writes,
   * revoking the key again adds the missing entry. The entry has a fixed key, so it is written only once.
   */
  async #auditRevocation(
    credential: Credential,
    { by, via }: { by: string | undefined; via: string | undefined },
  ): Promise<void> {
    const { id, organizationSlug, revokedAt } = credential;
    const act = { action: "key.revoked", subject: id, by, via } as const;
    const audit = auditRecord(this.#deps, act, { id, at: Date.parse(revokedAt ?? "") });
    const { sets, deletes } = indexChanges(credential, this.#deps.clock.now());
    await announceRemoval(this.#deps, [credential]);
    const checks = [{ key: audit.key, exists: false }];
    await this.#deps.store.commit(["org", organizationSlug], { checks, sets: [audit, ...sets], deletes });
  }

  /**
   * Writes the list entry and the index entries of the first key, the audit entry, and the records of expiries, before the credentials. Without a
   * credential, these records grant no access.
   */
  async #enlist(credentials: readonly [Credential, ...Credential[]], act: AuditedAct): Promise<void> {
    const [{ id, organizationSlug }] = credentials;
    const { partition, key } = keyListLocation(organizationSlug, id);
    for (const credential of credentials) await announceExpiry(this.#deps, credential);
    const { sets: indexed } = indexChanges(credentials[0], this.#deps.clock.now());
    const sets = [{ key, data: { keyId: id } }, ...indexed, auditRecord(this.#deps, act)];
    await this.#deps.store.commit(partition, { sets: [...sets, ...credentials.flatMap(expiryRecords)] });
  }

  async #find(organizationSlug: string, keyId: string, action: string): Promise<Stored<Credential>> {
    const found = await this.#deps.store.get<Credential>(credentialLocation(keyId));
    if (found?.data.organizationSlug === organizationSlug) return found;
    throw noSuchKey(organizationSlug, keyId, action);
  }

  async #organizationOf(
    { organizationSlug, userId }: Pick<ValidApiKeyInput, "organizationSlug" | "userId">,
    action: string,
  ): Promise<string> {
    const organization = await this.#deps.findOrganization(organizationSlug);
    if (organization === null) throw noOrganization(action, organizationSlug);
    const { id } = organization;
    const member = await this.#deps.identity.findMember(userId, { id, slug: organizationSlug });
    if (member?.status !== "active") {
      throw new NotFoundError(`${action}: "${userId}" is not an active member of "${organizationSlug}"`);
    }
    return id;
  }

  #identify(
    { keyId, secret }: { keyId: string; secret: string },
    now: number,
  ): Pick<Credential, "id" | "hash" | "start" | "createdAt"> {
    return {
      id: keyId,
      hash: sha256Hex(secret),
      start: `${this.#deps.keyPrefix}_${keyId.slice(0, shownOfId)}`,
      createdAt: new Date(now).toISOString(),
    };
  }
}

function checkedExpiry(
  input: { expiresIn?: number | undefined; expiresAt?: number | undefined },
  now: number,
  action: string,
): { expiresAt?: string } {
  const time = expiryOf(input, now);
  if (time === undefined) return {};
  if (isExpiry(time, now)) return { expiresAt: new Date(time).toISOString() };
  const pointer = input.expiresIn === undefined ? "/expiresAt" : "/expiresIn";
  const message = "must end in the future, and before the year 10000";
  throw new InvalidInputError(action, [{ pointer, message }]);
}

function endOfOverlap({ overlap }: { overlap: number }, now: number, action: string): number {
  if (overlap === 0 || isExpiry(now + overlap, now)) return now + overlap;
  throw new InvalidInputError(action, [{ pointer: "/overlap", message: "must end before the year 10000" }]);
}

function expiryTimeOf({ expiresAt }: Credential): number {
  return expiresAt === undefined ? Infinity : Date.parse(expiresAt);
}

function noSuchKey(organizationSlug: string, keyId: string, action: string): NotFoundError {
  return new NotFoundError(`${action}: "${organizationSlug}" has no key "${keyId}"`);
}
