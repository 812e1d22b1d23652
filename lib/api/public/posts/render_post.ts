import {
  type Organization,
  type Post,
  canonicalUrlOf,
  type Publicity,
  shownReferences,
  translationSlugs,
} from "../../../content/mod.ts";
import { jsonResponse, type PreparedResponse, textResponse } from "../../../http/mod.ts";
import { toMarkdownPost, toWithheldMarkdown } from "../../representations/represent_markdown.ts";
import type { SinglePost } from "../../representations/post_schema.ts";
import { toHead } from "../../representations/represent_head.ts";
import { isPaid, toSinglePost, withoutContent } from "../../representations/represent_post.ts";
import { withCacheTags } from "../cache_tags.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { feedLinks } from "../feeds/feed_links.ts";
import { jsonInParts } from "./json_in_parts.ts";
import { datedUntil, lastModifiedOf } from "../last_modified.ts";
import type { PostType } from "./post_parameters.ts";

/** The rendered responses of a post. */
export interface RenderedPost {
  response: PreparedResponse;
  /** The response for callers without a key, if it is different. */
  withheld?: PreparedResponse;
  /** Time at which `Last-Modified` or a link changes, in milliseconds since the epoch. */
  goodUntil: number;
  /** True if it names other posts, so that their changes change it. */
  namesOthers: boolean;
}

const vary = { vary: "accept" };

export async function renderPost(
  organization: Organization,
  post: Post,
  { type, hasHead, now }: { type: PostType; hasHead: boolean; now: number },
  deps: EndpointDeps,
): Promise<RenderedPost> {
  const renderObject = hasHead ? renderWithHead : renderJson;
  const render = type === "text/markdown" ? renderMarkdown : renderObject;
  const named = await nameShown(organization, post, { ...deps, now });
  const rendering = { ...deps, now, publicity: named.publicity };
  const { response, withheld, ...head } = await render(organization, named.post, rendering);
  const namesOthers = named.changesAt !== undefined || head.changesAt !== undefined;
  const others = [...new Set([...named.others, ...(head.others ?? [])])];
  const dated = { organization, post, startedAt: deps.startedAt, now };
  const goodUntil = Math.min(datedUntil(dated), named.changesAt ?? Infinity, head.changesAt ?? Infinity);
  const ofOnePost = withheld === undefined ? "post" : "postByCaller";
  const modified = lastModifiedOf({ ...dated, kind: namesOthers ? "postWithOthers" : ofOnePost });
  const complete = (one: PreparedResponse): PreparedResponse => {
    const slugs = [post.slug];
    const tagged = { organizationSlug: organization.slug, slugs, id: post.id, namesOthers, others };
    return withCacheTags(one.withHeaders(modified), tagged, deps.options);
  };
  const rendered = { response: complete(response), goodUntil, namesOthers };
  return withheld === undefined ? rendered : { ...rendered, withheld: complete(withheld) };
}

/** A post whose values refer to other posts by their present slugs. */
interface NamedPost extends Pick<Renderings, "changesAt"> {
  post: Post;
  publicity: Publicity;
  others: readonly string[];
}

/** Names the posts that the shown values of a post refer to. A post without them needs no read. */
async function nameShown(
  organization: Organization,
  post: Post,
  { content, now }: EndpointDeps & { now: number },
): Promise<NamedPost> {
  const place = "single";
  if (shownReferences(organization, post, place).length === 0) {
    return { post, publicity: new Map(), others: [] };
  }
  const { posts, publicity, changesAt } = await content.nameReferences(organization, {
    posts: [post],
    place,
    now,
  });
  const [named = post] = posts;
  const slugs = shownReferences(organization, named, place).map(({ slug }) => slug);
  const others = slugs.filter((slug) => slug !== post.slug && publicity.get(slug));
  return { post: named, publicity, changesAt, others };
}

type Rendering = EndpointDeps & { now: number; publicity: Publicity };

interface Renderings extends Pick<RenderedPost, "response" | "withheld"> {
  /** Time at which a named post becomes public, in milliseconds since the epoch. Undefined if it names no other post. */
  changesAt?: number;
  /** Slugs of the public posts that it names. */
  others?: readonly string[];
}

async function renderMarkdown(
  organization: Organization,
  post: Post,
  { textWork, publicity }: Rendering,
): Promise<Renderings> {
  const page = canonicalUrlOf(organization, post);
  const shownIn = { place: "single", publicity } as const;
  const whole = await toMarkdownPost(organization, post, {
    shownIn,
    textWork: textWork.of(organization.slug),
  });
  const response = markdownResponse(whole, page);
  if (!isPaid(organization, post)) return { response };
  return { response, withheld: markdownResponse(toWithheldMarkdown(organization, post, shownIn), page) };
}

async function renderJson(organization: Organization, post: Post, rendering: Rendering): Promise<Renderings> {
  const shown = await toShownPost(organization, post, rendering);
  const response = await toResponse(shown, rendering.store);
  if (!isPaid(organization, post)) return { response };
  return { response, withheld: jsonResponse(withoutContent(shown), 200, vary).withEtag() };
}

async function toShownPost(
  organization: Organization,
  post: Post,
  { options: { faq }, textWork, now, publicity, media }: Rendering,
): Promise<SinglePost> {
  const shown = await toSinglePost(organization, post, { faq, textWork, now, publicity });
  return media?.showPictures(organization.slug, shown, isPaid(organization, post)) ?? shown;
}

/** Maximum length of the HTML of a post that is written in one turn. */
const longestAtOnce = 100_000;

async function toResponse(shown: SinglePost, store: EndpointDeps["store"]): Promise<PreparedResponse> {
  if (shown.html.length > longestAtOnce) return jsonInParts(shown, vary, store.turns());
  return jsonResponse(shown, 200, vary).withEtag();
}

/** Renders a post with the elements for the head of its page. */
async function renderWithHead(
  organization: Organization,
  post: Post,
  rendering: Rendering,
): Promise<Renderings> {
  const { now, content, options, store } = rendering;
  const whole = await toShownPost(organization, post, rendering);
  const feeds = feedLinks(organization, options);
  const { posts, publicity, changesAt } = await content.nameReferences(organization, {
    posts: [post],
    now,
  });
  const [named = post] = posts;
  const withHead = async (shown: SinglePost): Promise<PreparedResponse> => {
    const head = toHead(organization, named, { shown, publicity, feeds });
    return toResponse({ ...shown, head }, store);
  };
  const others = namedSlugs(organization, named).filter((slug) => publicity.get(slug));
  return {
    response: await withHead(whole),
    ...(isPaid(organization, post) && { withheld: await withHead(withoutContent(whole)) }),
    // A post that it names may not be public yet, or restored later.
    ...(namedSlugs(organization, post).length > 0 && { changesAt, others }),
  };
}

/** Returns the slugs of the other posts that a post names, each once. */
function namedSlugs(organization: Organization, post: Post): string[] {
  const { named, linked } = translationSlugs(organization, post);
  return [...new Set([...named, ...linked])];
}

function markdownResponse(text: string, page: string): PreparedResponse {
  // Markdown requires a charset (RFC 7763, section 2).
  const headers = { "content-type": "text/markdown; charset=utf-8", link: canonicalLink(page) };
  return textResponse(200, text, { ...vary, ...headers }).withEtag();
}

/** Returns a `Link` header that names the page of a copy (RFC 6596), so that search engines list the page and not the copy. */
export function canonicalLink(page: string): string {
  return `<${page}>; rel="canonical"`;
}
