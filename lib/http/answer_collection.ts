import type { Awaitable } from "../awaitable.ts";
import type { Organization } from "../content/mod.ts";
import type { Answer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import type { HttpDeps } from "./http_deps.ts";
import { PostReader } from "./post_reader.ts";
import { readOrganization } from "./read_organization.ts";

/** What is made of many posts. */
export interface Collection {
  organization: Organization;
  reader: PostReader;
  /** Whether the caller has a key. */
  hasKey: boolean;
  /** Stands for the organization and all its posts as they are; undefined when that is not known. */
  state: string | undefined;
}

/** How a collection is answered. */
export interface CollectionOptions {
  /** Whether the answer is for everyone, whatever `readAccess` says: crawlers and feed readers send no key. */
  isOpen?: boolean;
  /** The media type, where `Accept` decides it. */
  type?: string;
  render: (collection: Collection) => Promise<Answer>;
}

/**
 * Answers with what is made of many posts of the organization in the path: from what was rendered before, while neither the
 * organization nor any of its posts has changed.
 */
export function answerCollection(
  request: ApiRequest,
  deps: HttpDeps,
  { isOpen = false, type = "", render }: CollectionOptions,
): Awaitable<Answer> {
  const { content, renderedCollections } = deps;
  const { now, path, search } = request;
  return readOrganization<string | undefined>(request, deps, {
    isOpen,
    read: ({ organizationSlug }) => content.postsVersion?.(organizationSlug),
    answer: ({ organization, result: version, caller }) => {
      const state = stateOf(organization, version);
      const hasKey = caller !== null;
      const audience = hasKey && organization.paidContent === "key" ? "key " : "";
      const name = `${audience}${type} ${path}${search}`;
      return renderedCollections.answer({ name, state, now }, async () => {
        const reader = new PostReader(content, now);
        const answer = await render({ organization, reader, state, hasKey });
        return { answer, goodUntil: reader.goodUntil };
      });
    },
  });
}

function stateOf({ id, version }: Organization, postsVersion: string | undefined): string | undefined {
  return version === undefined || postsVersion === undefined ? undefined : `${id} ${version} ${postsVersion}`;
}
