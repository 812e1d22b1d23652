import { AlreadyExistsError, ContentionError, InvalidInputError, NotFoundError } from "../errors.ts";
import { validate } from "../validate.ts";
import { apiKeyInput, type ApiKeyInput, expiryOf, isExpiry, type ValidApiKeyInput } from "./api_key_input.ts";
import { type ApiKeyText, formatApiKey, newApiKeyText } from "./api_key_text.ts";
import { type Credential, credentialLocation, keyListLocation } from "./credential.ts";
import type { Identity } from "./identity.ts";
import { hashSecret } from "./secret_hash.ts";
import type { AccessDeps } from "./users.ts";

/** An API key as its organization's list shows it. */
export type ApiKey = Omit<Credential, "hash">;

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
  async generate(input: ApiKeyInput): Promise<GeneratedApiKey> {
    const { store, clock, randomBytes, keyPrefix } = this.#deps;
    const action = "Cannot generate the key";
    const now = clock.now();
    const valid = validate(apiKeyInput, input, action);
    const expiresAt = expiryOf(valid, now);
    if (expiresAt !== undefined && !isExpiry(expiresAt, now)) {
      const pointer = valid.expiresIn === undefined ? "/expiresAt" : "/expiresIn";
      const message = "must end in the future, and before the year 10000";
      throw new InvalidInputError(action, [{ pointer, message }]);
    }
    const organizationId = await this.#organizationOf(valid, action);
    const text = newApiKeyText(randomBytes);
    const credential = this.#credentialOf(text, valid, organizationId, { now, expiresAt });
    // The credential last: what is only in the list opens nothing.
    const list = keyListLocation(valid.organizationSlug, text.keyId);
    await store.commit(list.partition, { sets: [{ key: list.key, data: { keyId: text.keyId } }] });
    const { partition, key } = credentialLocation(text.keyId);
    const result = await store.commit(partition, {
      checks: [{ key, exists: false }],
      sets: [{ key, data: credential }],
    });
    if (!result.committed) throw new AlreadyExistsError(`${action}: its id is taken`);
    return { ...toApiKey(credential), key: formatApiKey(keyPrefix, text) };
  }

  /** The keys of an organization, without their secrets. Expired and revoked ones are among them. */
  async *list(organizationSlug: string): AsyncGenerator<ApiKey> {
    const { store } = this.#deps;
    const options = { prefix: ["key"] };
    for await (const { data } of store.listAll<{ keyId: string }>(["org", organizationSlug], options)) {
      const credential = await store.get<Credential>(credentialLocation(data.keyId));
      if (credential !== null) yield toApiKey(credential.data);
    }
  }

  /**
   * Revokes a key: from the moment this returns it is refused, in every process that shares the store.
   *
   * @throws {NotFoundError} when the organization has no such key
   */
  async revoke(organizationSlug: string, keyId: string): Promise<ApiKey> {
    const { store, clock } = this.#deps;
    const { partition, key } = credentialLocation(keyId);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await store.get<Credential>({ partition, key });
      if (found === null || found.data.organizationSlug !== organizationSlug) {
        throw new NotFoundError(`Cannot revoke the key: "${organizationSlug}" has no key "${keyId}"`);
      }
      if (found.data.revokedAt !== undefined) return toApiKey(found.data);
      const revoked = { ...found.data, revokedAt: new Date(clock.now()).toISOString() };
      const result = await store.commit(partition, {
        checks: [{ key, version: found.version }],
        sets: [{ key, data: revoked }],
      });
      if (result.committed) return toApiKey(revoked);
    }
    throw new ContentionError(`Cannot revoke the key: "${keyId}" was changed at the same time`);
  }

  async #organizationOf({ organizationSlug, userId }: ValidApiKeyInput, action: string): Promise<string> {
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

  #credentialOf(
    { keyId, secret }: ApiKeyText,
    { organizationSlug, userId, name, permissions }: ValidApiKeyInput,
    organizationId: string,
    { now, expiresAt }: { now: number; expiresAt: number | undefined },
  ): Credential {
    const credential: Credential = {
      id: keyId,
      hash: hashSecret(secret),
      userId,
      organizationId,
      organizationSlug,
      name,
      start: `${this.#deps.keyPrefix}_${keyId.slice(0, shownOfId)}`,
      createdAt: new Date(now).toISOString(),
    };
    if (expiresAt !== undefined) credential.expiresAt = new Date(expiresAt).toISOString();
    if (permissions !== undefined) credential.permissions = permissions;
    return credential;
  }
}

function toApiKey({ hash: _hash, ...shown }: Credential): ApiKey {
  return shown;
}
