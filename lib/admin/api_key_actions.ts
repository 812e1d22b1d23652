import {
  type ApiKey,
  type ApiKeyInput,
  type ApiKeys,
  expiryOf,
  type GeneratedApiKey,
  inheritedExpiry,
  type KeyUsage,
  type ListedApiKey,
  ownKeyInput,
  type RefusalCounts,
  rollInput,
  type RollInput,
} from "../access/mod.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import { NotFoundError } from "../errors.ts";
import { validate } from "../validate.ts";
import { type AdminActor, requirePermitted, signatureOf } from "./admin_actor.ts";
import { collect } from "./collect.ts";
import { grantedExpiry, grantedPermissions, requireRollableBy } from "./key_grant.ts";

/** What a key is generated from. Whose it is, and of which organization, is not for the input to say. */
export type OwnKeyInput = Pick<ApiKeyInput, "name" | "expiresIn" | "expiresAt" | "permissions">;

/** How many UTC days the usage goes back, today among them. */
const usageDays = 30;

/** What the administration of the keys is made from. */
export interface ApiKeyActionsDeps {
  apiKeys: ApiKeys;
  refusals: RefusalCounts;
  clock: Clock;
  /** Of a key that has no limit of its own, in an organization that has none. */
  dailyRequestLimit: number;
  findOrganization(slug: string): Awaitable<{ dailyRequestLimit?: number } | null>;
}

/** What is done with the keys of an organization. All of it needs `keys:manage`. */
export class ApiKeyActions {
  readonly #deps: ApiKeyActionsDeps;

  constructor(deps: ApiKeyActionsDeps) {
    this.#deps = deps;
  }

  /**
   * The keys of the organization, in the order of their ids, without their secrets.
   *
   * @param options.liveOnly whether expired and revoked ones are left out. Default: false.
   */
  async list(actor: AdminActor, options: { liveOnly?: boolean } = {}): Promise<ListedApiKey[]> {
    requirePermitted(actor, "keys:manage");
    return collect(this.#deps.apiKeys.list(actor.organizationSlug, options));
  }

  /**
   * One key, without its secret.
   *
   * @throws {NotFoundError} when the organization has no such key
   */
  async show(actor: AdminActor, keyId: string): Promise<ListedApiKey> {
    requirePermitted(actor, "keys:manage");
    return this.#find(actor, keyId, "Cannot show the key");
  }

  /**
   * Generates a key of the actor's. Its value is in the result, this once.
   *
   * @throws {InvalidInputError} when the input is not allowed
   * @throws {GrantRefusedError} when it is to have more than the actor, or to outlive the key that the actor came with
   */
  async generate(actor: AdminActor, input: OwnKeyInput): Promise<GeneratedApiKey> {
    requirePermitted(actor, "keys:manage");
    const action = "Cannot generate the key";
    const valid = validate(ownKeyInput, input, action);
    const { userId, organizationSlug } = actor;
    const granted: ApiKeyInput = { name: valid.name, userId, organizationSlug };
    const permissions = grantedPermissions(actor, valid.permissions, action);
    const expiresAt = grantedExpiry(actor, { wanted: expiryOf(valid, this.#deps.clock.now()) }, action);
    if (permissions !== undefined) granted.permissions = permissions;
    if (expiresAt !== undefined) granted.expiresAt = expiresAt;
    return this.#deps.apiKeys.generate(granted, signatureOf(actor));
  }

  /**
   * Replaces a key of the actor's by another, whose value is in the result, this once.
   *
   * @throws {InvalidInputError} when the input is not allowed, or the key was rolled or revoked or has expired
   * @throws {NotFoundError} when the organization has no such key
   * @throws {GrantRefusedError} when it is another user's, or has or is to have more than the key that the actor came with
   */
  async roll(actor: AdminActor, keyId: string, input: RollInput = {}): Promise<GeneratedApiKey> {
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
    return this.#deps.apiKeys.roll(actor.organizationSlug, keyId, {
      ...overlap,
      ...expiry,
      ...signatureOf(actor),
    });
  }

  /**
   * Revokes a key, whoever's it is: it is refused from now on.
   *
   * @throws {NotFoundError} when the organization has no such key
   */
  async revoke(actor: AdminActor, keyId: string): Promise<ApiKey> {
    requirePermitted(actor, "keys:manage");
    return this.#deps.apiKeys.revoke(actor.organizationSlug, keyId, signatureOf(actor));
  }

  /** What the keys were used for on each of the last 30 UTC days. */
  async usage(actor: AdminActor): Promise<KeyUsage[]> {
    requirePermitted(actor, "keys:manage");
    await this.#deps.refusals.flush();
    return this.#deps.apiKeys.usage(actor.organizationSlug, { days: usageDays });
  }

  /** How many requests a key of the organization may be used for on a UTC day, unless the key has a limit of its own. */
  async dailyLimit(actor: AdminActor): Promise<number> {
    requirePermitted(actor, "keys:manage");
    const organization = await this.#deps.findOrganization(actor.organizationSlug);
    return organization?.dailyRequestLimit ?? this.#deps.dailyRequestLimit;
  }

  async #find({ organizationSlug }: AdminActor, keyId: string, action: string): Promise<ListedApiKey> {
    const key = await this.#deps.apiKeys.get(organizationSlug, keyId);
    if (key !== null) return key;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no key "${keyId}"`);
  }
}
