import type { OnDamaged } from "../store/mod.ts";
import type { ApiKeyVerifier } from "../access/mod.ts";
import type { Admin } from "../admin/mod.ts";
import type { Awaitable } from "../awaitable.ts";
import type { ContentSource, KnowledgeBase } from "../content/mod.ts";
import type { Emit } from "../hooks.ts";
import type { ResolvedOptions } from "../options.ts";
import type { TextWork } from "../text_work/mod.ts";
import type { Answer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import type { AddressFinder } from "./client_address.ts";
import type { Documentation } from "./documentation.ts";
import type { ProblemError } from "./problem.ts";
import type { Refusals } from "./refusals.ts";
import type { RenderedCollections } from "./rendered_collections.ts";
import type { RenderedPosts } from "./rendered_posts.ts";
import type { SitemapPlans } from "./sitemap_plans.ts";

/** What the handlers work with. */
export interface HttpDeps {
  options: ResolvedOptions;
  content: ContentSource;
  knowledgeBase: KnowledgeBase;
  admin: Admin;
  verifier: ApiKeyVerifier;
  refusals: Refusals;
  renderedCollections: RenderedCollections;
  renderedPosts: RenderedPosts;
  sitemapPlans: SitemapPlans;
  /** The answers of problems that are told again and again. */
  problemAnswers: WeakMap<ProblemError, Answer>;
  findAddress: AddressFinder;
  emit: Emit;
  /** Reports a damaged record that is left out. */
  onDamaged: OnDamaged;
  documentation: Documentation;
  textWork: TextWork;
}

/** Answers a request. */
export type ApiHandler = (request: ApiRequest, deps: HttpDeps) => Awaitable<Answer>;
