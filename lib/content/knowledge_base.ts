import type { Awaitable } from "../awaitable.ts";
import { NotFoundError } from "../errors.ts";
import { randomId } from "../random_id.ts";
import type { KeyPart } from "../store/mod.ts";
import { validate } from "../validate.ts";
import { knowledgeInput, type KnowledgeLimits } from "./knowledge_input.ts";
import {
  type KnowledgeEntry,
  knowledgePrefix,
  knowledgeRecords,
  placeKey,
  readTexts,
} from "./knowledge_record.ts";
import { normalized } from "./normalized.ts";
import type { ContentDeps } from "./organizations.ts";
import { scanMatches } from "./scan_matches.ts";

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

/** How many texts one page may look at, and how many are read at a time. */
const bounds = { mostScanned: 1000, batch: 101 };

/** Which texts to list. */
export interface KnowledgeQuery {
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** What `next` of the page before said. Default: the first page. */
  after?: string;
  /** What the text holds, without regard to case. */
  search?: string;
}

/** A page of a knowledge base. */
export interface KnowledgePage {
  entries: KnowledgeEntry[];
  /** Give it as `after` for the next page; null on the last. */
  next: string | null;
}

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
    const sets: { key: KeyPart[]; data: object; expiresAt?: number }[] = knowledgeRecords(entry);
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
    yield* readTexts(this.#deps.store, organizationSlug);
  }

  /** A page of the texts that hold `search`, newest first. A page looks at about 1,000 texts at most. */
  async page(organizationSlug: string, query: KnowledgeQuery = {}): Promise<KnowledgePage> {
    const { limit = 50, search = "", after } = query;
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
      throw new RangeError(
        `Cannot list the texts: limit must be a whole number from 1 to 100, and is ${limit}`,
      );
    }
    const wanted = normalized(search.trim());
    const isMatch = ({ text }: KnowledgeEntry): boolean => wanted === "" || normalized(text).includes(wanted);
    const range = { prefix: knowledgePrefix, reverse: true, limit, after };
    const scan = { ...range, ...bounds, isMatch };
    const { matches, next } = await scanMatches(this.#deps.store, ["org", organizationSlug], scan);
    return { entries: matches.map(({ data }) => data), next };
  }

  /**
   * Deletes a text.
   *
   * @returns whether there was one
   */
  async delete(organizationSlug: string, id: string): Promise<boolean> {
    const partition = ["org", organizationSlug];
    const place = await this.#deps.store.get<{ key: KeyPart[] }>({ partition, key: placeKey(id) });
    if (place === null) return false;
    const result = await this.#deps.store.commit(partition, {
      checks: [{ key: placeKey(id), exists: true }],
      deletes: [place.data.key, placeKey(id)],
    });
    return result.committed;
  }

  #entryOf(text: string, userId: string | undefined): KnowledgeEntry {
    const { clock, randomBytes } = this.#deps;
    const createdAt = new Date(clock.now()).toISOString();
    const id = randomId(randomBytes);
    return userId === undefined ? { id, text, createdAt } : { id, text, createdAt, userId };
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
