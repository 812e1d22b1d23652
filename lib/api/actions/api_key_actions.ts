import {
  type ApiKey,
  type ApiKeyChanges,
  type ApiKeyInput,
  type DayUsage,
  expiryOf,
  type GeneratedApiKey,
  inheritedExpiry,
  isWithinNetworks,
  keyChanges,
  type KeyPage,
  type KeyQuery,
  type KeyUsagePage,
  type ListedApiKey,
  ownKeyInput,
  readKeyNames,
  rollInput,
  type RollInput,
  usablePermissions,
} from "../../access/mod.ts";
import { type KeyListParts, type KeyPageWithParts } from "../../access/mod.ts";
import type { KeyRateLimit } from "../../base/key_rate_limit.ts";
import { NotFoundError } from "../../base/errors.ts";
import { validate } from "../../base/input/validate.ts";
import { type AdminActor, requirePermitted, signatureOf, organizationOf } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import { GrantRefusedError } from "./admin_errors.ts";
import {
  grantedExpiry,
  grantedNetworks,
  grantedPermissions,
  requireAllOf,
  requireGrantableLimit,
  requireRollableBy,
} from "./key_grant.ts";

/** An API key of the organization for which the actor acts. */
export interface AdminKeyAddress {
  actor: AdminActor;
  keyId: string;
}

/** Input for a new key. The actor determines its user and organization. */
export type OwnKeyInput = Omit<ApiKeyInput, "organizationSlug" | "userId">;

/** Number of UTC days in the usage, including today. */
const usageDays = 30;

/** The actions on the keys of an organization. They all need `keys:manage`. */
export class ApiKeyActions {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /** Returns a page of the keys of the organization, without their secrets. */
  async list(actor: AdminActor, query: KeyQuery = {}): Promise<KeyPage> {
    requirePermitted(actor, "keys:manage");
    return this.#deps.apiKeys.list(actor.organizationSlug, query);
  }

  /** Returns a page of keys as {@link ApiKeyActions.list} does, with their daily usage or the names of their owners. */
  async listWith(actor: AdminActor, query: KeyQuery, parts: KeyListParts): Promise<KeyPageWithParts> {
    requirePermitted(actor, "keys:manage");
    if (parts.days !== undefined) await this.#deps.refusals.flush();
    return this.#deps.apiKeys.listWith(actor.organizationSlug, query, parts);
  }

  /**
   * Returns a key without its secret.
   *
   * @throws {NotFoundError} if the organization has no such key
   */
  async get({ actor, keyId }: AdminKeyAddress): Promise<ListedApiKey> {
    requirePermitted(actor, "keys:manage");
    return this.#find(actor, keyId, "Cannot show the key");
  }

  /** Returns the names of the organization's keys with these ids, by id. Missing and damaged keys are left out. */
  async names(actor: AdminActor, keyIds: readonly string[]): Promise<Map<string, string>> {
    requirePermitted(actor, "keys:manage");
    return readKeyNames(this.#deps.store, actor.organizationSlug, keyIds);
  }

  /**
   * Generates a key for the actor. Only this result contains its value.
   *
   * @throws {InvalidInputError} if the input is not allowed
   * @throws {GrantRefusedError} if the key would have more permissions than the actor, or outlive the actor's own key, or exceed its
   *   networks. Also if it would exceed the organization's daily limit
   */
  async generate(actor: AdminActor, input: OwnKeyInput): Promise<GeneratedApiKey> {
    requirePermitted(actor, "keys:manage");
    const action = "Cannot generate the key";
    const valid = validate(ownKeyInput, input, action);
    const { userId, organizationSlug } = actor;
    const granted: ApiKeyInput = { name: valid.name, userId, organizationSlug };
    const permissions = grantedPermissions(actor, valid.permissions, action);
    const expiresAt = grantedExpiry(actor, { wanted: expiryOf(valid, this.#deps.clock.now()) }, action);
    const networks = grantedNetworks(actor, valid.networks, action);
    const { rateLimit } = valid;
    if (rateLimit !== undefined) {
      requireGrantableLimit(rateLimit.perDay, (await this.defaultRateLimit(actor)).perDay, action);
      granted.rateLimit = rateLimit;
    }
    if (permissions !== undefined) granted.permissions = permissions;
    if (networks !== undefined) granted.networks = networks;
    if (expiresAt !== undefined) granted.expiresAt = expiresAt;
    return this.#deps.apiKeys.generate(granted, signatureOf(actor));
  }

  /**
   * Changes a key of any user. Fewer networks, a lower limit and disabling need only `keys:manage`.
   *
   * @throws {InvalidInputError} if the input is invalid, or the key was revoked or has expired
   * @throws {NotFoundError} if the organization has no such key
   * @throws {GrantRefusedError} if the key would work in further networks or be enabled, and has more permissions than the actor. Also if
   *   it would exceed the networks of the actor's own key, or both its former limit and the organization's
   */
  async update({ actor, keyId }: AdminKeyAddress, input: ApiKeyChanges): Promise<ApiKey> {
    requirePermitted(actor, "keys:manage");
    const action = "Cannot change the key";
    const changes = validate(keyChanges, input, action);
    const { networks, rateLimit, isDisabled } = changes;
    const [requireWidenable, { perDay }] = await Promise.all([
      this.#widening(actor, keyId, action),
      this.defaultRateLimit(actor),
    ]);
    const judge = (former: ApiKey): void => {
      if (rateLimit) {
        requireGrantableLimit(rateLimit.perDay, Math.max(perDay, former.rateLimit?.perDay ?? 0), action);
      }
      const isWidened = networks !== undefined && !isWithinNetworks(networks ?? [], former.networks ?? []);
      if (isWidened) grantedNetworks(actor, networks ?? [], action);
      if (isWidened || (isDisabled === false && former.disabledAt !== undefined)) requireWidenable();
    };
    const { organizationSlug } = actor;
    return this.#deps.apiKeys.update(
      { organizationSlug, keyId },
      { ...changes, judge, ...signatureOf(actor) },
    );
  }

  /**
   * Replaces a key of the actor with a new key. Only this result contains its value.
   *
   * @throws {InvalidInputError} if the input is not allowed, or the key was already rolled or revoked, or has expired
   * @throws {NotFoundError} if the organization has no such key
   * @throws {GrantRefusedError} if the key belongs to a different user, or either key would exceed the actor's own key
   */
  async roll({ actor, keyId }: AdminKeyAddress, input: RollInput = {}): Promise<GeneratedApiKey> {
    requirePermitted(actor, "keys:manage");
    const action = "Cannot roll the key";
    const valid = validate(rollInput, input, action);
    const key = await this.#find(actor, keyId, action);
    requireRollableBy(actor, key, action);
    const now = this.#deps.clock.now();
    const times = { wanted: expiryOf(valid, now), usual: inheritedExpiry(key, now) };
    const expiresAt = grantedExpiry(actor, times, action);
    const overlap = input.overlap === undefined ? {} : { overlap: input.overlap };
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    return this.#deps.apiKeys.roll(
      { organizationSlug: actor.organizationSlug, keyId },
      {
        ...overlap,
        ...expiry,
        ...signatureOf(actor),
      },
    );
  }

  /**
   * Revokes a key of any user. It is refused from now on.
   *
   * @throws {NotFoundError} if the organization has no such key
   */
  async revoke({ actor, keyId }: AdminKeyAddress): Promise<ApiKey> {
    requirePermitted(actor, "keys:manage");
    return this.#deps.apiKeys.revoke({ organizationSlug: actor.organizationSlug, keyId }, signatureOf(actor));
  }

  /** Returns a page of the requests of the keys on each of the last 30 UTC days. Keys of one quota share an entry. */
  async usage(actor: AdminActor, query: { limit?: number; after?: string } = {}): Promise<KeyUsagePage> {
    requirePermitted(actor, "keys:manage");
    await this.#deps.refusals.flush();
    return this.#deps.apiKeys.usage(actor.organizationSlug, { ...query, days: usageDays });
  }

  /**
   * Returns the requests of a key on each of the last 30 UTC days.
   *
   * @throws {NotFoundError} if the organization has no such key
   */
  async usageOf({ actor, keyId }: AdminKeyAddress): Promise<readonly DayUsage[]> {
    requirePermitted(actor, "keys:manage");
    await this.#find(actor, keyId, "Cannot show the usage of the key");
    await this.#deps.refusals.flush();
    return this.#deps.apiKeys.usageOf(keyId, { days: usageDays });
  }

  /** Returns the limits of keys without their own. */
  async defaultRateLimit(actor: AdminActor): Promise<KeyRateLimit> {
    requirePermitted(actor, "keys:manage");
    const organization = await organizationOf(actor, (slug) => this.#deps.findOrganization(slug));
    const { perDay } = organization?.rateLimit ?? this.#deps.rateLimit;
    return { perDay };
  }

  /** Returns a check that throws if the actor may not let a key work in further networks, or enable it. */
  async #widening(actor: AdminActor, keyId: string, action: string): Promise<() => void> {
    const { identity, memberships } = this.#deps;
    const { organizationSlug: slug } = actor;
    const credential = await this.#find(actor, keyId, action);
    const { userId, organizationId: id } = credential;
    const member = await identity.findMember(userId, { id, slug });
    const permissions = credential.permissions ?? member?.permissions ?? [];
    const isOwners = (await memberships.roleOf(slug, userId)) === "owner";
    const isOwner = isOwners && (await memberships.roleOf(slug, actor.userId)) === "owner";
    return () => {
      requireAllOf(actor, usablePermissions({ credential, permissions }), action);
      if (isOwners === isOwner || !permissions.includes("members:manage")) return;
      throw new GrantRefusedError(`${action}: it belongs to an owner, and you are no owner`);
    };
  }

  async #find({ organizationSlug }: AdminActor, keyId: string, action: string): Promise<ListedApiKey> {
    const key = await this.#deps.apiKeys.get({ organizationSlug, keyId });
    if (key !== null) return key;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no key "${keyId}"`);
  }
}
