import { IdempotencyKeyReusedError } from "./idempotency_key_reused_error.ts";
import * as v from "valibot";
import type { Awaitable } from "../../base/awaitable.ts";
import { noOrganization, PreconditionFailedError } from "../../base/errors.ts";
import { comparedText } from "../../base/text/format_characters.ts";
import { given } from "../../base/given.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { randomId } from "../../base/secrets/random.ts";
import { type KeyPart, readPage, type StoreChanges } from "../../store/mod.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { validate } from "../../base/input/validate.ts";
import {
  knowledgeIdInput,
  knowledgeInput,
  type KnowledgeLimits,
  type KnowledgeTextInput,
  knowledgeTextInput,
} from "./knowledge_input.ts";
import {
  type KnowledgeEntry,
  knowledgePrefix,
  knowledgeRecords,
  knowledgeTag,
  placeKey,
  readTexts,
  type TextsVersion,
} from "./knowledge_record.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import { commitTexts } from "./commit_texts.ts";

/** The address of a text of a knowledge base. */
export interface KnowledgeAddress {
  organizationSlug: string;
  id: string;
}

/** Response to an added text. */
export interface KnowledgeReceipt {
  id: string;
  organizationSlug: string;
  /** RFC 3339. */
  createdAt: string;
  /** Unicode characters of the text after trimming. */
  characters: number;
}

/** Identifies a retried request. The same `scope` and `key` with the same body get the same response. */
export interface Idempotency {
  /** Namespace of the key, such as the caller. */
  scope: string;
  /** The `Idempotency-Key` of the request. */
  key: string;
  /** Digest of the request's body. */
  fingerprint: string;
}

/** A record that the caller has read. */
interface KnownVersion {
  /** The version of the texts. Default: it is read. @internal */
  version?: TextsVersion | undefined;
}

/** Options of `knowledgeBase.add`. */
interface AddOptions extends KnownVersion {
  /** Id of the user who adds the text. Default: unknown. */
  userId?: string;
  idempotency?: Idempotency;
  /** The organization as the caller has read it. Default: it is read. @internal */
  organization?: object | null | undefined;
}

/** Conditions of `knowledgeBase.put` and `knowledgeBase.delete`. */
interface TextConditions extends KnownVersion {
  /** Tags from `knowledgeTag`: the text must have one of them. `*`: the text must exist. Default: no condition. */
  ifMatch?: "*" | readonly string[];
  /** `*`: the text must not exist. Default: no condition. */
  ifNoneMatch?: "*";
}

/** Options of `knowledgeBase.put`. */
interface PutOptions extends TextConditions, Pick<AddOptions, "userId"> {
  /** The organization as the caller has read it. Default: it is read. @internal */
  organization?: object | null | undefined;
}

/** Result of `knowledgeBase.put`. */
export interface PutText {
  entry: KnowledgeEntry;
  outcome: "created" | "updated" | "unchanged";
}

interface IdempotencyRecord {
  fingerprint: string;
  receipt: KnowledgeReceipt;
}

/** Lifetime of an idempotency key: 24 hours, in milliseconds. */
const idempotencyLifetime = 24 * 60 * 60 * 1000;

/** Filter and page of a list of texts. */
export interface KnowledgeQuery extends PageQuery {
  /** Text to find, ignoring case. */
  search?: string;
}

/** A page of a knowledge base. */
export interface KnowledgePage {
  entries: KnowledgeEntry[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** Dependencies of {@link KnowledgeBase}. */
export interface KnowledgeBaseDeps extends ContentDeps {
  /** Returns the organization with this slug from the content source, or null. */
  findOrganization(slug: string): Awaitable<object | null>;
}

/** Manages the knowledge bases of all organizations. */
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
   * @throws {InvalidInputError} if the text is invalid
   * @throws {NotFoundError} if the organization does not exist
   * @throws {IdempotencyKeyReusedError} if the idempotency key was used with a different body
   */
  async add(
    organizationSlug: string,
    input: { text: string },
    options: AddOptions = {},
  ): Promise<KnowledgeReceipt> {
    const { text } = validate(knowledgeInput(this.#limits), input, "Cannot add the text");
    const { organization = await this.#deps.findOrganization(organizationSlug) } = options;
    if (organization === null) throw noOrganization("Cannot add the text", organizationSlug);
    const entry = this.#entryOf(text, options.userId);
    const { id, createdAt } = entry;
    const receipt = { id, organizationSlug, createdAt, characters: countCharacters(text) };
    const checks: { key: KeyPart[]; exists: boolean }[] = [];
    const sets: { key: KeyPart[]; data: object; expiresAt?: number }[] = [...knowledgeRecords(entry)];
    const { idempotency } = options;
    if (idempotency !== undefined) {
      const key = idempotencyKey(idempotency);
      const expiresAt = this.#deps.clock.now() + idempotencyLifetime;
      checks.push({ key, exists: false });
      sets.push({ key, data: { fingerprint: idempotency.fingerprint, receipt }, expiresAt });
    }
    const event = { type: "knowledge.added", data: { id, characters: receipt.characters } } as const;
    const changes = { checks, sets, event, ids: [id], version: options.version };
    const result = await commitTexts(this.#deps, organizationSlug, changes);
    if (result.committed || idempotency === undefined) return receipt;
    return this.#firstReceipt(organizationSlug, idempotency);
  }

  /**
   * Creates or replaces the text with the caller's own id. An input without changes writes nothing, so the call can be repeated.
   *
   * @throws {InvalidInputError} if the id or the input is invalid
   * @throws {NotFoundError} if the organization does not exist
   * @throws {PreconditionFailedError} if the text does not meet `ifMatch` or `ifNoneMatch`
   */
  async put(
    { organizationSlug, id }: KnowledgeAddress,
    input: KnowledgeTextInput,
    options: PutOptions = {},
  ): Promise<PutText> {
    const action = "Cannot put the text";
    validate(v.strictObject({ id: knowledgeIdInput }), { id }, action);
    const wanted = validate(knowledgeTextInput(this.#limits), input, action);
    const { organization = await this.#deps.findOrganization(organizationSlug) } = options;
    if (organization === null) throw noOrganization(action, organizationSlug);
    const place = { partition: ["org", organizationSlug], key: placeKey(id) };
    return this.#deps.store.writes.repeatInTurn(place, `${action}: "${id}"`, async () => {
      const found = await this.#find(organizationSlug, id);
      requireExpected(action, found?.entry ?? null, { id, ...options });
      const { userId, version } = options;
      return this.#replace(found, { organizationSlug, id, input: wanted, userId, version });
    });
  }

  /** Returns the text with this id, or null. */
  async get({ organizationSlug, id }: KnowledgeAddress): Promise<KnowledgeEntry | null> {
    return (await this.#find(organizationSlug, id))?.entry ?? null;
  }

  /** Lists the texts of a knowledge base, oldest first. */
  async *iterate(organizationSlug: string): AsyncGenerator<KnowledgeEntry> {
    yield* readTexts(this.#deps.store, organizationSlug);
  }

  /** Returns a page of the texts that contain `search`, newest first. A page reads at most about 1,000 texts. */
  async list(organizationSlug: string, query: KnowledgeQuery = {}): Promise<KnowledgePage> {
    const { limit = 50, search = "", after } = query;
    requirePageLimit("Cannot list the texts", limit);
    const wanted = foldText(comparedText(search).trim());
    const isMatch = ({ text }: KnowledgeEntry): boolean =>
      wanted === "" || foldText(comparedText(text)).includes(wanted);
    const partition = ["org", organizationSlug];
    const { items, next } = await readPage<KnowledgeEntry, KnowledgeEntry>(this.#deps.store, partition, {
      ranges: [{ prefix: knowledgePrefix, reverse: true }],
      limit,
      after,
      read: (entries) => entries.map(({ data }) => (isMatch(data) ? data : null)),
    });
    return { entries: items, next };
  }

  /**
   * Deletes a text.
   *
   * @returns true if the text existed
   * @throws {PreconditionFailedError} if the text does not meet `ifMatch` or `ifNoneMatch`
   */
  async delete(
    { organizationSlug, id }: KnowledgeAddress,
    conditions: TextConditions = {},
  ): Promise<boolean> {
    const action = "Cannot delete the text";
    const place = { partition: ["org", organizationSlug], key: placeKey(id) };
    return this.#deps.store.writes.repeatInTurn(place, `${action}: "${id}"`, async () => {
      const found = await this.#find(organizationSlug, id);
      requireExpected(action, found?.entry ?? null, { id, ...conditions });
      if (found === null) return false;
      const records = knowledgeRecords(found.entry);
      const result = await commitTexts(this.#deps, organizationSlug, {
        checks: checksOf(records, found),
        deletes: records.map(({ key }) => key),
        event: { type: "knowledge.deleted", data: { id } },
        ids: [id],
        version: conditions.version,
      });
      return result.committed ? true : null;
    });
  }

  async #find(organizationSlug: string, id: string): Promise<FoundText | null> {
    const partition = ["org", organizationSlug];
    const place = await this.#deps.store.get<{ key: KeyPart[] }>({ partition, key: placeKey(id) });
    if (place === null) return null;
    const record = await this.#deps.store.get<KnowledgeEntry>({ partition, key: place.data.key });
    return record && { entry: record.data, versions: [place.version, record.version] };
  }

  /** Returns null if another process has written the text since it was read. */
  async #replace(
    found: FoundText | null,
    {
      organizationSlug,
      id,
      input,
      userId,
      version,
    }: KnowledgeAddress & KnownVersion & { input: KnowledgeTextInput; userId?: string | undefined },
  ): Promise<PutText | null> {
    const now = new Date(this.#deps.clock.now()).toISOString();
    const before = found?.entry;
    if (before !== undefined && isEqualJson(contentOf(before), contentOf(input))) {
      return { entry: before, outcome: "unchanged" };
    }
    const times = before === undefined ? { createdAt: now } : { createdAt: before.createdAt, updatedAt: now };
    const entry = { id, ...contentOf(input), ...times, ...given({ userId: before?.userId ?? userId }) };
    const records = knowledgeRecords(entry);
    const checks = checksOf(records, found);
    const type = found === null ? "knowledge.added" : "knowledge.updated";
    const event = { type, data: { id, characters: countCharacters(entry.text) } } as const;
    const changes = { checks, sets: [...records], event, ids: [id], version };
    const result = await commitTexts(this.#deps, organizationSlug, changes);
    if (!result.committed) return null;
    return { entry, outcome: found === null ? "created" : "updated" };
  }

  #entryOf(text: string, userId: string | undefined): KnowledgeEntry {
    const { clock, randomBytes } = this.#deps;
    const createdAt = new Date(clock.now()).toISOString();
    const id = randomId(randomBytes);
    return userId === undefined ? { id, text, createdAt } : { id, text, createdAt, userId };
  }

  async #firstReceipt(organizationSlug: string, idempotency: Idempotency): Promise<KnowledgeReceipt> {
    const location = { partition: ["org", organizationSlug], key: idempotencyKey(idempotency) };
    const record = await this.#deps.store.get<IdempotencyRecord>(location);
    if (record?.data.fingerprint === idempotency.fingerprint) return record.data.receipt;
    throw new IdempotencyKeyReusedError(
      "Cannot add the text: the idempotency key was used with a different body in the last 24 hours",
    );
  }
}

/** A text with the versions of its two records: the place, and the text. */
interface FoundText {
  entry: KnowledgeEntry;
  versions: readonly [place: string, text: string];
}

/** Returns the fields of a text that its writer sets. An empty list of tags counts as no tags. */
function contentOf({
  text,
  title,
  source,
  tags = [],
}: KnowledgeTextInput): Pick<KnowledgeEntry, "text" | "title" | "source" | "tags"> {
  return { text, ...given({ title, source }), ...(tags.length > 0 && { tags: [...tags] }) };
}

/** Returns the checks that both records of a text are as they were found. */
function checksOf(
  [text, place]: ReturnType<typeof knowledgeRecords>,
  found: FoundText | null,
): NonNullable<StoreChanges["checks"]> {
  if (found === null) return [{ key: place.key, exists: false }];
  const [placeVersion, textVersion] = found.versions;
  return [
    { key: place.key, version: placeVersion },
    { key: text.key, version: textVersion },
  ];
}

/** @throws {PreconditionFailedError} if a text does not meet the conditions */
function requireExpected(
  action: string,
  entry: KnowledgeEntry | null,
  { id, ifMatch, ifNoneMatch }: TextConditions & { id: string },
): void {
  if (ifNoneMatch !== undefined && entry !== null) {
    throw new PreconditionFailedError(`${action}: "${id}" already exists`);
  }
  if (ifMatch === undefined) return;
  if (entry === null) throw new PreconditionFailedError(`${action}: "${id}" does not exist`);
  if (ifMatch === "*" || ifMatch.includes(knowledgeTag(entry))) return;
  throw new PreconditionFailedError(`${action}: "${id}" has changed since you read it`);
}

function idempotencyKey({ scope, key }: Idempotency): KeyPart[] {
  return ["idempotency", scope, key];
}

function countCharacters(text: string): number {
  let characters = 0;
  for (const _character of text) characters++;
  return characters;
}
