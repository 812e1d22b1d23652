import { type Organization, type Post, shownReferences, type StoredRedirect } from "../../../content/mod.ts";
import {
  type CachedResponse,
  type Endpoint,
  type ExchangeRequest,
  parseQuery,
  preferredType,
  type PreparedResponse,
} from "../../../http/mod.ts";
import { type Question, runQuestion } from "../../../store/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import {
  type OrganizationEndpoint,
  type AuthorizedRead,
  planOrganizationEndpoint,
} from "../organization_endpoint.ts";
import { movedPost, postQuestions } from "./moved_post.ts";
import { postParameters, type PostQuery, postTypes, type WantedPost } from "./post_parameters.ts";
import { previewEndpoint } from "../previews/preview_endpoints.ts";
import { requireShownFields } from "./require_shown_fields.ts";
import { renderPost } from "./render_post.ts";
import { selectFields } from "./select_fields.ts";
import { staleResponse } from "./stale_response.ts";

/** `GET /api/public/v1/post/{organizationSlug}/{slug}`: a post with its FAQ entries and structured data, or as Markdown. */
export function getPost(deps: EndpointDeps): Endpoint {
  return (request) => planOrganizationEndpoint(request, deps, toEndpoint(request, deps));
}

/** Defers the error of an invalid parameter, so that only callers who may read the organization see it. */
function toEndpoint(request: ExchangeRequest, deps: EndpointDeps): OrganizationEndpoint {
  try {
    const wanted = wantedOf(request);
    return wanted.preview === undefined
      ? new SinglePostEndpoint(request, wanted, deps)
      : previewEndpoint(request, wanted, deps);
  } catch (error) {
    return { questions: [], createResponse: () => fail(error) };
  }
}

function fail(error: unknown): never {
  throw error;
}

/**
 * Reads the media type and the selected fields.
 *
 * @throws {ProblemError} if a parameter is invalid
 */
function wantedOf({ match, incoming }: ExchangeRequest): WantedPost {
  const accept = incoming.headers.get("accept");
  if (match.search === "" && (accept === null || accept === "*/*")) return wholePost;
  const { fields, format, preview } = match.query(readQuery);
  const type = format === undefined ? preferredType(accept, postTypes) : typeOfFormat[format];
  if (type !== "application/json") return { type, fields: undefined, hasHead: false, preview };
  return { type, fields, hasHead: fields !== undefined && fields.has("head"), preview };
}

/** The representation that nearly all requests want. */
const wholePost: WantedPost = {
  type: "application/json",
  fields: undefined,
  hasHead: false,
  preview: undefined,
};

const typeOfFormat = { json: "application/json", markdown: "text/markdown" } as const;

function readQuery(parameters: URLSearchParams): PostQuery {
  return parseQuery(postParameters, parameters);
}

/** A request for one post. */
class SinglePostEndpoint implements OrganizationEndpoint {
  readonly questions: readonly Question<unknown>[];
  readonly #request: ExchangeRequest;
  readonly #deps: EndpointDeps;
  readonly #wanted: WantedPost;
  readonly #name: string;
  readonly #slug: string;
  readonly #cached: CachedResponse | undefined;
  /** Query for the revision of all posts, which a response with the addresses or slugs of other posts depends on. */
  readonly #posts: Question<string | undefined> | undefined;
  /** Query for the revision of a cached post, or for the post itself. */
  readonly #asked:
    | { revision: Question<string | undefined> }
    | { post: Question<Post | null>; redirect?: Question<StoredRedirect | null> };

  constructor(request: ExchangeRequest, wanted: WantedPost, deps: EndpointDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#wanted = wanted;
    this.#name = nameOf(request.match.path, this.#wanted);
    this.#slug = request.match.params["slug"] ?? "";
    this.#cached = deps.responses.get(this.#name, request.now);
    const revision = this.#cached?.revision?.question;
    this.#asked = revision ? { revision } : postQuestions(request.organizationSlug, this.#slug, deps);
    const namesOthers = wanted.hasHead || this.#cached?.namesOthers === true;
    this.#posts = namesOthers ? deps.content.postsRevision(request.organizationSlug) : undefined;
    this.questions = [...Object.values(this.#asked), ...(this.#posts === undefined ? [] : [this.#posts])];
  }

  createResponse(read: AuthorizedRead): PreparedResponse | Promise<PreparedResponse> {
    const { answers, organization, hasKey } = read;
    const { fields } = this.#wanted;
    if (fields !== undefined) requireShownFields(organization, fields, "single");
    const asked = this.#asked;
    const version = "post" in asked ? answers.of(asked.post)?.version : answers.of(asked.revision);
    const posts = this.#posts && answers.of(this.#posts);
    const stamps = stampsOf(organization, version, posts);
    const current = this.#deps.responses.current(this.#name, stamps, this.#request.now);
    return current === undefined ? this.#render(read) : this.#show(current, hasKey);
  }

  /** Returns the stale response if the store is unreachable. */
  recover(error: unknown): PreparedResponse | undefined {
    const { options, responses } = this.#deps;
    const stale = staleResponse(this.#request, {
      error,
      cached: responses.get(this.#name, this.#request.now),
      options,
    });
    const { fields } = this.#wanted;
    return stale && fields ? selectFields(stale, fields) : stale;
  }

  /** Renders a post that is not cached or has changed. */
  async #render(read: AuthorizedRead): Promise<PreparedResponse> {
    const { answers, organization, hasKey } = read;
    const { content, responses } = this.#deps;
    const asked = this.#asked;
    const post =
      "post" in asked
        ? answers.of(asked.post)
        : await content.source.getPost(this.#request.organizationSlug, this.#slug);
    if (post === null) {
      for (const form of forms) responses.delete(nameOf(this.#request.match.path, form));
      return movedPost(
        this.#request,
        "redirect" in asked ? answers.of(asked.redirect) : undefined,
        this.#deps,
      );
    }
    const { now, organizationSlug, incoming } = this.#request;
    const stamps = stampsOf(organization, post.version, await this.#postsRevision(read, post));
    const [own, withOthers] = stamps;
    const rendering = { name: this.#name, stamp: withOthers ?? own, now, organizationSlug };
    const shown =
      responses.current(this.#name, stamps, now) ??
      (await responses.render({ ...rendering, signal: incoming.signal }, async () =>
        this.#create(organization, post, stamps),
      ));
    return this.#show(shown, hasKey);
  }

  /** Returns the revision of all posts if the response may name other posts. It is read before them. */
  async #postsRevision({ answers, organization }: AuthorizedRead, post: Post): Promise<string | undefined> {
    if (this.#posts !== undefined) return answers.of(this.#posts);
    if (shownReferences(organization, post, "single").length === 0) return undefined;
    const { content, store } = this.#deps;
    return runQuestion(store, content.postsRevision(this.#request.organizationSlug));
  }

  async #create(organization: Organization, post: Post, stamps: Stamps): Promise<CachedResponse> {
    const { content } = this.#deps;
    const { now } = this.#request;
    const { namesOthers, ...rendered } = await renderPost(
      organization,
      post,
      { ...this.#wanted, now },
      this.#deps,
    );
    const [own, withOthers] = stamps;
    const stamp = namesOthers ? withOthers : own;
    const cached = { ...rendered, namesOthers, stamp, createdAt: now };
    if (stamp === undefined || post.version === undefined) return cached;
    const { version } = post;
    const question = content.postRevision(this.#request.organizationSlug, this.#slug, version);
    return question === undefined ? cached : { ...cached, revision: { question, version } };
  }

  #show(cached: CachedResponse, hasKey: boolean): PreparedResponse {
    const { now } = this.#request;
    cached.confirmedAt = now;
    const isWithheld = !hasKey && cached.withheld !== undefined;
    const response = (isWithheld ? cached.withheld : undefined) ?? cached.response;
    const { fields } = this.#wanted;
    if (fields === undefined) return response;
    const name = `${isWithheld ? "withheld " : ""}${this.#name} ${[...fields].toSorted().join()}`;
    const { responses } = this.#deps;
    const { stamp, createdAt, goodUntil } = cached;
    const selected = responses.current(name, [stamp], now);
    if (selected !== undefined) return selected.response;
    const selection = selectFields(response, fields);
    responses.set(name, { response: selection, stamp, createdAt, goodUntil });
    return selection;
  }
}

/** The versions that a response is rendered from, without and with the revision of all posts. Undefined if they are unknown. */
type Stamps = readonly [own: string | undefined, withOthers: string | undefined];

/** Returns the stamp of a response that depends on the post, and the stamp of a response that depends on other posts, too. */
function stampsOf(
  { id, version }: Organization,
  postVersion: string | undefined,
  posts: string | undefined,
): Stamps {
  if (version === undefined || postVersion === undefined) return [undefined, undefined];
  const own = `${id} ${version} ${postVersion}`;
  return [own, posts === undefined ? undefined : `${own} ${posts}`];
}

/** A rendering of a post that is cached by itself. */
type Form = Pick<WantedPost, "type" | "hasHead">;

const forms: readonly Form[] = [
  ...postTypes.map((type) => ({ type, hasHead: false })),
  { type: "application/json", hasHead: true },
];

/** Returns the cache key. For JSON without a head, which nearly all requests want, it is the path alone. */
function nameOf(path: string, { type, hasHead }: Form): string {
  if (hasHead) return `head ${path}`;
  return type === "application/json" ? path : `${type} ${path}`;
}
