import type { Awaitable } from "../awaitable.ts";
import { NotFoundError } from "../errors.ts";
import { randomId } from "../random_id.ts";
import type { KeyPart } from "../store/mod.ts";
import { validate } from "../validate.ts";
import { knowledgeInput, type KnowledgeLimits } from "./knowledge_input.ts";
import type { ContentDeps } from "./organizations.ts";

/** A text of an organization's knowledge base. */
export interface KnowledgeEntry {
  id: string;
  text: string;
  /** RFC 3339. */
  createdAt: string;
  /** Who added it. */
  userId?: string;
}

/** What the API answers to an added text. */
export interface KnowledgeReceipt {
  id: string;
  organizationSlug: string;
  /** RFC 3339. */
  createdAt: string;
  /** Unicode characters of the text after trimming. */
  characters: number;
}

/** Makes a repeated request harmless: same `scope` and `key`, same request, same answer. */
export interface Idempotency {
  /** Whose keys these are. */
  scope: string;
  /** The `Idempotency-Key` of the request. */
  key: string;
  /** A digest of the request's body. */
  fingerprint: string;
}

/** The same idempotency key came with another body. */
export class IdempotencyKeyReusedError extends Error {
  override name = "IdempotencyKeyReusedError";
}

interface IdempotencyRecord {
  fingerprint: string;
  receipt: KnowledgeReceipt;
}

/** How long an answer is remembered under its idempotency key: 24 hours, in milliseconds. */
const remembered = 24 * 60 * 60 * 1000;

const prefix = ["knowledge"];

/** What the knowledge bases are made from. */
export interface KnowledgeBaseDeps extends ContentDeps {
  /** The organization of a slug: the content source's to answer. */
  findOrganization(slug: string): Awaitable<object | null>;
}

/** The knowledge bases of the organizations. */
export class KnowledgeBase {
  readonly #deps: KnowledgeBaseDeps;
  readonly #limits: KnowledgeLimits;

  constructor(deps: KnowledgeBaseDeps, limits: KnowledgeLimits) {
    this.#deps = deps;
    this.#limits = limits;
  }

  /**
   * Adds a text to an organization's knowledge base.
   *
   * @throws {InvalidInputError} when the text is not allowed
   * @throws {NotFoundError} when there is no such organization
   * @throws {IdempotencyKeyReusedError} when the idempotency key was used with another body
   */
  async add(
    organizationSlug: string,
    input: { text: string },
    options: { userId?: string; idempotency?: Idempotency } = {},
  ): Promise<KnowledgeReceipt> {
    const { text } = validate(knowledgeInput(this.#limits), input, "Cannot add the text");
    if ((await this.#deps.findOrganization(organizationSlug)) === null) {
      throw new NotFoundError(`Cannot add the text: there is no organization "${organizationSlug}"`);
    }
    const entry = this.#entryOf(text, options.userId);
    const { id, createdAt } = entry;
    const receipt = { id, organizationSlug, createdAt, characters: countCharacters(text) };
    const checks: { key: KeyPart[]; exists: boolean }[] = [];
    const sets: { key: KeyPart[]; data: object; expiresAt?: number }[] = [
      { key: [...prefix, Date.parse(createdAt), id], data: entry },
    ];
    const { idempotency } = options;
    if (idempotency !== undefined) {
      const key = idempotencyKey(idempotency);
      const expiresAt = this.#deps.clock.now() + remembered;
      checks.push({ key, exists: false });
      sets.push({ key, data: { fingerprint: idempotency.fingerprint, receipt }, expiresAt });
    }
    const result = await this.#deps.store.commit(["org", organizationSlug], { checks, sets });
    if (result.committed || idempotency === undefined) {
      this.#deps.emit("knowledgeAdded", { id, organizationSlug, characters: receipt.characters });
      return receipt;
    }
    return this.#firstAnswer(organizationSlug, idempotency);
  }

  /** The texts of a knowledge base, oldest first. */
  async *list(organizationSlug: string): AsyncGenerator<KnowledgeEntry> {
    const partition = ["org", organizationSlug];
    for await (const { data } of this.#deps.store.listAll<KnowledgeEntry>(partition, { prefix })) yield data;
  }

  #entryOf(text: string, userId: string | undefined): KnowledgeEntry {
    const { clock, randomBytes } = this.#deps;
    const createdAt = new Date(clock.now()).toISOString();
    const entry = { id: randomId(randomBytes), text, createdAt };
    return userId === undefined ? entry : { ...entry, userId };
  }

  async #firstAnswer(organizationSlug: string, idempotency: Idempotency): Promise<KnowledgeReceipt> {
    const location = { partition: ["org", organizationSlug], key: idempotencyKey(idempotency) };
    const record = await this.#deps.store.get<IdempotencyRecord>(location);
    if (record?.data.fingerprint === idempotency.fingerprint) return record.data.receipt;
    throw new IdempotencyKeyReusedError(
      "Cannot add the text: the idempotency key was used with another body in the last 24 hours",
    );
  }
}

function idempotencyKey({ scope, key }: Idempotency): KeyPart[] {
  return ["idempotency", scope, key];
}

function countCharacters(text: string): number {
  let characters = 0;
  for (const _character of text) characters++;
  return characters;
}
