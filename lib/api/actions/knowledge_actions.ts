import type {
  KnowledgeBase,
  KnowledgeEntry,
  KnowledgeInput,
  KnowledgePage,
  KnowledgeQuery,
  KnowledgeReceipt,
  KnowledgeTextInput,
  PutText,
} from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { PostConditions } from "./post_actions.ts";
import { type AdminActor, readWithKeyOf, requirePermitted } from "./admin_actor.ts";

/** A text of the organization for which the actor acts. */
export interface AdminTextAddress {
  actor: AdminActor;
  id: string;
}

/** The actions on the texts of a knowledge base. They all need `knowledge:write`, because the texts are not public. */
export class KnowledgeActions {
  readonly #knowledgeBase: KnowledgeBase;

  constructor({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
    this.#knowledgeBase = knowledgeBase;
  }

  /** Returns a page of the texts, newest first. With `search`, only texts that contain it. */
  async list(actor: AdminActor, query: KnowledgeQuery = {}): Promise<KnowledgePage> {
    requirePermitted(actor, "knowledge:write");
    return this.#knowledgeBase.list(actor.organizationSlug, query);
  }

  /**
   * Adds a text.
   *
   * @throws {InvalidInputError} if the text is not allowed
   */
  async add(actor: AdminActor, input: KnowledgeInput): Promise<KnowledgeReceipt> {
    requirePermitted(actor, "knowledge:write");
    const { organization, texts: version } = readWithKeyOf(actor);
    const options = { userId: actor.userId, organization, version };
    return this.#knowledgeBase.add(actor.organizationSlug, input, options);
  }

  /**
   * Returns a text.
   *
   * @param needed the permission of the actor that is enough
   * @throws {NotFoundError} if the organization has no such text
   */
  async get(
    { actor, id }: AdminTextAddress,
    needed: "knowledge:read" | "knowledge:write" = "knowledge:write",
  ): Promise<KnowledgeEntry> {
    requirePermitted(actor, needed);
    const entry = await this.#knowledgeBase.get({ organizationSlug: actor.organizationSlug, id });
    if (entry !== null) return entry;
    throw new NotFoundError(`Cannot show the text: "${actor.organizationSlug}" has no "${id}"`);
  }

  /**
   * Creates or replaces the text with the caller's own id.
   *
   * @throws {InvalidInputError} if the id or the text is not allowed
   * @throws {PreconditionFailedError} if the text does not meet the conditions
   */
  async put(
    { actor, id }: AdminTextAddress,
    input: KnowledgeTextInput,
    conditions: PostConditions = {},
  ): Promise<PutText> {
    requirePermitted(actor, "knowledge:write");
    const { organizationSlug, userId } = actor;
    const { organization, texts: version } = readWithKeyOf(actor);
    const options = { ...conditions, userId, organization, version };
    return this.#knowledgeBase.put({ organizationSlug, id }, input, options);
  }

  /**
   * Deletes a text.
   *
   * @throws {NotFoundError} if the organization has no such text
   * @throws {PreconditionFailedError} if the text does not meet the conditions
   */
  async delete({ actor, id }: AdminTextAddress, conditions: PostConditions = {}): Promise<void> {
    requirePermitted(actor, "knowledge:write");
    const { organizationSlug } = actor;
    const { texts: version } = readWithKeyOf(actor);
    if (await this.#knowledgeBase.delete({ organizationSlug, id }, { ...conditions, version })) return;
    throw new NotFoundError(`Cannot delete the text: "${actor.organizationSlug}" has no "${id}"`);
  }
}
