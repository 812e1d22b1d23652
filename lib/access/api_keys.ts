import type { Actor } from "../actor.ts";
import { AlreadyExistsError, ContentionError, InvalidInputError, NotFoundError } from "../errors.ts";
import { DamagedRecordError, type Stored } from "../store/mod.ts";
import { validate } from "../validate.ts";
import type { AccessDeps } from "./access_deps.ts";
import {
  apiKeyInput,
  type ApiKeyInput,
  expiryOf,
  inheritedExpiry,
  isExpiry,
  rollInput,
  type RollInput,
  type ValidApiKeyInput,
  type ValidRollInput,
} from "./api_key_input.ts";
import { formatApiKey, newApiKeyText, quotaIdOf, rolledApiKeyText } from "./api_key_text.ts";
import { type KeyUsage, readDailyUsage, readUsage, type Usage } from "./api_key_usage.ts";
import { auditRecord, type AuditedAct } from "./audit.ts";
import { type Credential, credentialLocation, isKeyOver, keyEvent, keyListLocation } from "./credential.ts";
import type { Identity } from "./identity.ts";
import { sha256Hex } from "./sha256.ts";

/** An API key as its organization's list shows it. */
export type ApiKey = Omit<Credential, "hash">;

/** An API key with what it was used for. Keys that were rolled share one usage. */
export type ListedApiKey = ApiKey & Usage;

/** A key that was just generated. */
export interface GeneratedApiKey extends ApiKey {
  /** The full value. It is shown this once, and kept nowhere. */
  key: string;
}

/** What the management of keys is made from. */
export interface ApiKeysDeps extends AccessDeps {
  identity: Identity;
  keyPrefix: string;
}

/** How much of a key's text is kept to tell keys apart: the prefix, and this many characters of the id. */
const shownOfId = 4;
const attempts = 5;
const rollAction = "Cannot roll the key";

/** How many keys of a list are read at once. */
const readAtOnce = 100;

/** The API keys of the organizations. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps;

  constructor(deps: ApiKeysDeps) {
    this.#deps = deps;
  }

  /**
   * Generates a key, bound to the user who asks for it and to the organization that is active.
   *
   * @throws {InvalidInputError} when the input is not allowed
   * @throws {NotFoundError} when there is no such organization, or the user is no active member of it
   */
  async generate(input: ApiKeyInput, { via }: Pick<Actor, "via"> = {}): Promise<GeneratedApiKey> {
    const { store, clock, randomBytes, keyPrefix, emit } = this.#deps;
    const action = "Cannot generate the key";
    const now = clock.now();
    const { expiresIn, expiresAt, ...valid } = validate(apiKeyInput, input, action);
    const expiry = checkedExpiry({ expiresIn, expiresAt }, now, action);
    const organizationId = await this.#organizationOf(valid, action);
    const text = newApiKeyText(randomBytes);
    const credential: Credential = {
      ...this.#identify(text, now),
      ...valid,
      ...expiry,
      organizationId,
    };
    await this.#enlist(credential, { action: "key.generated", subject: text.keyId, by: valid.userId, via });
    const { partition, key } = credentialLocation(text.keyId);
    const result = await store.commit(partition, {
      checks: [{ key, exists: false }],
      sets: [{ key, data: credential }],
    });
    if (!result.committed) throw new AlreadyExistsError(`${action}: its id is taken`);
    emit("keyGenerated", keyEvent(credential));
    return { ...toApiKey(credential), key: formatApiKey(keyPrefix, text) };
  }

  /** The key of this id, without its secret, or null when the organization has none. */
  async get(organizationSlug: string, keyId: string): Promise<ListedApiKey | null> {
    const record = await this.#deps.store.get<Credential>(credentialLocation(keyId));
    return record?.data.organizationSlug === organizationSlug ? this.#withUsage(record.data) : null;
  }

  /**
   * The keys of an organization, without their secrets.
   *
   * @param options.liveOnly whether expired and revoked ones are left out. Default: false.
   */
  async *list(
    organizationSlug: string,
    { liveOnly = false }: { liveOnly?: boolean } = {},
  ): AsyncGenerator<ListedApiKey> {
    const { store, clock } = this.#deps;
    const options = { prefix: ["key"] };
    const pages = store.listPages<{ keyId: string }>(["org", organizationSlug], options, readAtOnce);
    for await (const page of pages) {
      const found = await store.getReadable<Credential[]>(
        page.map(({ data }) => credentialLocation(data.keyId)),
      );
      const credentials = found.flatMap((record) => record?.data ?? []);
      const shown = credentials.filter(
        (one) => one.organizationSlug === organizationSlug && !(liveOnly && isKeyOver(one, clock.now())),
      );
      yield* await Promise.all(shown.map(async (credential) => this.#withUsage(credential)));
    }
  }

  /** What the keys of an organization were used for, day by day. Keys that were rolled from one another share one entry. */
  async usage(organizationSlug: string, { days }: { days: number }): Promise<KeyUsage[]> {
    const { store, clock } = this.#deps;
    const keyIds = new Map<string, [string, ...string[]]>();
    const options = { prefix: ["key"] };
    for await (const { data } of store.listAll<{ keyId: string }>(["org", organizationSlug], options)) {
      const quotaId = quotaIdOf(data.keyId);
      const known = keyIds.get(quotaId);
      if (known === undefined) keyIds.set(quotaId, [data.keyId]);
      else known.push(data.keyId);
    }
    const usage: KeyUsage[] = [];
    for (const ids of keyIds.values())
      usage.push(await readDailyUsage(store, ids, { days, now: clock.now() }));
    return usage;
  }

  /**
   * Revokes a key: from the moment this returns it is refused, in every process that shares the store. A key whose record is damaged is
   * deleted; the result then has its id and empty fields.
   *
   * @throws {NotFoundError} when the organization has no such key
   */
  async revoke(organizationSlug: string, keyId: string, { by, via }: Actor = {}): Promise<ApiKey> {
    const { store, clock, emit } = this.#deps;
    const { partition, key } = credentialLocation(keyId);
    for (let attempt = 0; attempt < attempts; attempt++) {
      if ((await store.getOrDamage(credentialLocation(keyId))) instanceof DamagedRecordError) {
        const deleted = await this.#deleteDamaged(organizationSlug, keyId, { by, via });
        if (deleted === null) continue;
        return deleted;
      }
      const found = await this.#find(organizationSlug, keyId, "Cannot revoke the key");
      if (found.data.revokedAt !== undefined) {
        await this.#auditRevocation(found.data, { by, via });
        return toApiKey(found.data);
      }
      const revoked = { ...found.data, revokedAt: new Date(clock.now()).toISOString() };
      const result = await store.commit(partition, {
        checks: [{ key, version: found.version }],
        sets: [{ key, data: revoked }],
      });
      if (!result.committed) continue;
      await this.#auditRevocation(revoked, { by, via });
      emit("keyRevoked", keyEvent(revoked));
      return toApiKey(revoked);
    }
    throw new ContentionError(`Cannot revoke the key: "${keyId}" was changed at the same time`);
  }

  /** The list of the organization says that the key is its own. */
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
   * Replaces a key by another with the same user, organization, name, permissions and limits. The old one goes on for the
   * overlap; both count against one quota, so rolling mints no requests.
   *
   * @throws {InvalidInputError} when the input is not allowed, or the key was rolled or revoked or has expired
   * @throws {NotFoundError} when the organization has no such key
   */
  async roll(
    organizationSlug: string,
    keyId: string,
    { by, via, ...input }: RollInput & Actor = {},
  ): Promise<GeneratedApiKey> {
    const valid = validate(rollInput, input, rollAction);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await this.#find(organizationSlug, keyId, rollAction);
      const rolled = await this.#replace(found, valid, { by, via });
      if (rolled !== null) return rolled;
    }
    throw new ContentionError(`${rollAction}: "${keyId}" was changed at the same time`);
  }

  /** Writes the key in place of another, or returns null when that was changed at the same time. */
  async #replace(
    { data: old, version }: Stored<Credential>,
    valid: ValidRollInput,
    actor: { by: string | undefined; via: string | undefined },
  ): Promise<GeneratedApiKey | null> {
    const { store, clock, randomBytes, keyPrefix, emit } = this.#deps;
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
    await this.#enlist(credential, { action: "key.rolled", subject: keyId, ...actor, detail: text.keyId });
    const { partition, key } = credentialLocation(keyId);
    const newKey = credentialLocation(text.keyId).key;
    const result = await store.commit(partition, {
      checks: [
        { key, version },
        { key: newKey, exists: false },
      ],
      sets: [
        { key, data: { ...old, expiresAt: replacedUntil, rolledTo: text.keyId } },
        { key: newKey, data: credential },
      ],
    });
    if (!result.committed) return null;
    emit("keyRolled", { ...keyEvent(credential), replacedKeyId: keyId, replacedUntil });
    return { ...toApiKey(credential), key: formatApiKey(keyPrefix, text) };
  }

  /**
   * The credential first, the audit after: nothing may keep a key alive. Where a crash came between the two, whoever revokes
   * the key again writes the entry, which has a place of its own and is written once.
   */
  async #auditRevocation(
    { id, organizationSlug, revokedAt }: Credential,
    { by, via }: { by: string | undefined; via: string | undefined },
  ): Promise<void> {
    const act = { action: "key.revoked", subject: id, by, via } as const;
    const audit = auditRecord(this.#deps, act, { id, at: Date.parse(revokedAt ?? "") });
    const checks = [{ key: audit.key, exists: false }];
    await this.#deps.store.commit(["org", organizationSlug], { checks, sets: [audit] });
  }

  /** The list and the audit first, the credential after: what is only in the list opens nothing. */
  async #enlist({ id, organizationSlug }: Credential, act: AuditedAct): Promise<void> {
    const { partition, key } = keyListLocation(organizationSlug, id);
    const sets = [{ key, data: { keyId: id } }, auditRecord(this.#deps, act)];
    await this.#deps.store.commit(partition, { sets });
  }

  async #find(organizationSlug: string, keyId: string, action: string): Promise<Stored<Credential>> {
    const found = await this.#deps.store.get<Credential>(credentialLocation(keyId));
    if (found?.data.organizationSlug === organizationSlug) return found;
    throw noSuchKey(organizationSlug, keyId, action);
  }

  async #withUsage(credential: Credential): Promise<ListedApiKey> {
    const { store, clock } = this.#deps;
    return { ...toApiKey(credential), ...(await readUsage(store, credential.id, clock.now())) };
  }

  async #organizationOf(
    { organizationSlug, userId }: Pick<ValidApiKeyInput, "organizationSlug" | "userId">,
    action: string,
  ): Promise<string> {
    const organization = await this.#deps.findOrganization(organizationSlug);
    if (organization === null)
      throw new NotFoundError(`${action}: there is no organization "${organizationSlug}"`);
    const { id } = organization;
    const member = await this.#deps.identity.findMember(userId, { id, slug: organizationSlug });
    if (member?.status !== "active") {
      throw new NotFoundError(`${action}: "${userId}" is no active member of "${organizationSlug}"`);
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

function requireRollable(credential: Credential, now: number, action: string): void {
  const isPast = isKeyOver(credential, now);
  const reason = isPast ? "is revoked or has expired" : "was rolled already";
  if (isPast || credential.rolledTo !== undefined) {
    throw new InvalidInputError(action, [{ pointer: "", message: `the key "${credential.id}" ${reason}` }]);
  }
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

function toApiKey({ hash: _hash, ...shown }: Credential): ApiKey {
  return shown;
}
