import { type Organization, type Post, postUrl } from "../../../content/mod.ts";
import { type Endpoint, textResponse } from "../../../http/mod.ts";
import { LlmsFullWriter } from "../../../publishing/mod.ts";
import { yieldToEventLoop } from "../../../base/yielding.ts";
import { toMarkdownBody } from "../../representations/represent_markdown.ts";
import { TextTooLargeError, TextWorkStoppedError } from "../../../base/text_work_errors.ts";
import type { TextWork } from "../../../import/text_work/mod.ts";
import { canonicalLink } from "../posts/render_post.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import type { ExpiryTrackingReader } from "../expiry_tracking_reader.ts";
import { readReadable } from "../read_readable.ts";
import { pageBytesOf } from "../list_response.ts";
import { readNewest } from "./read_newest.ts";

/** Maximum number of posts in an llms-full.txt, as in an llms.txt. */
const mostPosts = 500;

/** Maximum size of an llms-full.txt in bytes. */
export const mostLlmsBytes = 1_000_000;

/**
 * `GET /api/public/v1/llms-full/{organizationSlug}`: the newest posts of the site in Markdown, for language models. Unlike llms.txt it has the
 * content of posts, so it needs a key where reading needs one.
 */
export function getLlmsFullTxt(deps: EndpointDeps): Endpoint {
  return (request) =>
    planCollection(request, deps, {
      render: async ({ organization, reader }) => {
        const newest = { count: mostPosts, isWanted: isFree };
        const posts = await readNewest(reader, organization, newest, deps);
        const mostBytes = Math.min(mostLlmsBytes, pageBytesOf(request.incoming, deps));
        const text = await write(reader, { organization, posts, mostBytes }, deps);
        return textResponse(200, text, {
          "content-type": "text/markdown; charset=utf-8",
          // The page of the list of posts.
          link: canonicalLink(new URL(`${organization.siteUrl}/`).href),
        });
      },
    });
}

/** Writes the posts until one does not fit. A post that is larger than the whole file is left out. */
async function write(
  reader: ExpiryTrackingReader,
  {
    organization,
    posts,
    mostBytes,
  }: { organization: Organization; posts: readonly Post[]; mostBytes: number },
  deps: EndpointDeps,
): Promise<string> {
  const { name: title, description } = organization;
  const textWork = deps.textWork.of(organization.slug);
  const writer = new LlmsFullWriter({ title, description }, mostBytes);
  for (const { slug } of posts) {
    const post = await readReadable(reader, organization, { slug, hasKey: false }, deps);
    const markdown =
      post === null || !isFree(post)
        ? undefined
        : await markdownOf(organization, post, { textWork, mostBytes });
    const isAdded =
      post === null ||
      markdown === undefined ||
      writer.add({ title: post.name, url: postUrl(organization, slug), markdown });
    if (!isAdded) break;
    await yieldToEventLoop();
  }
  return writer.toString();
}

/** Feeds and llms-full.txt have no content of posts that are not free, because their readers pass it on. */
function isFree({ isAccessibleForFree = true }: Post): boolean {
  return isAccessibleForFree;
}

/** Returns the content of a post, or undefined if it cannot be converted or is too long for any file. */
async function markdownOf(
  organization: Organization,
  post: Post,
  { textWork, mostBytes }: { textWork: TextWork; mostBytes: number },
): Promise<string | undefined> {
  try {
    const markdown = await toMarkdownBody(organization, post, textWork);
    return markdown.length > mostBytes ? undefined : markdown;
  } catch (error) {
    if (error instanceof TextTooLargeError || error instanceof TextWorkStoppedError) return undefined;
    throw error;
  }
}
