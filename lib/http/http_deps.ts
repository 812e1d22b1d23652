import type { ApiKeyVerifier, Caller } from "../access/mod.ts";
import type { ContentSource, KnowledgeBase, Organization } from "../content/mod.ts";
import type { Emit } from "../hooks.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Answer } from "./answer.ts";
import type { AddressFinder } from "./client_address.ts";
import type { RenderedPosts } from "./rendered_posts.ts";

/** What the handlers work with. */
export interface HttpDeps {
  options: ResolvedOptions;
  content: ContentSource;
  knowledgeBase: KnowledgeBase;
  verifier: ApiKeyVerifier;
  renderedPosts: RenderedPosts;
  findAddress: AddressFinder;
  emit: Emit;
}

/** A request on its way through a handler. */
export interface ApiRequest {
  request: Request;
  url: URL;
  /** The path's parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /**
   * Who makes the request; null for no key. It is being found out while the handler works, so that
   * both take one round trip; it rejects with the problem when the key is refused.
   */
  caller: Promise<Caller | null>;
  /** Finds an organization, once per request however often it is asked for. */
  findOrganization: (slug: string) => Promise<Organization | null>;
}

/** Answers a request. */
export type ApiHandler = (request: ApiRequest, deps: HttpDeps) => Promise<Answer>;
