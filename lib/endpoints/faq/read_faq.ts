import type { PostQuery } from "../../content/mod.ts";
import { othersTurn } from "../../others_turn.ts";
import type { PostFaq } from "../../representations/represent_faq.ts";
import { extractFaqOf, isPaid } from "../../representations/represent_post.ts";
import type { Collection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { readReadable } from "../read_readable.ts";

/** The questions of a page of posts. */
interface FaqPage {
  posts: PostFaq[];
  /** Cursor of the content source, or null on the last page. */
  next: string | null;
}

/** Reads the questions of a page of posts. Posts whose content the caller may not read have none. */
export async function readFaq(
  { organization, reader, hasKey }: Pick<Collection, "organization" | "reader" | "hasKey">,
  query: PostQuery,
  deps: EndpointDeps,
): Promise<FaqPage> {
  const { posts: listed, next } = await reader.listPosts(organization.slug, query);
  const posts: PostFaq[] = [];
  // One post at a time, so that a page of long posts needs the memory of one.
  for (const { slug } of listed.filter((one) => hasKey || !isPaid(organization, one))) {
    const post = await readReadable(reader, organization, { slug, hasKey }, deps);
    if (post === null) continue;
    const { textWork, options } = deps;
    const { faqEntries, faq } = await extractFaqOf(organization, post, { faq: options.faq, textWork });
    const { html: _html, ...rest } = post;
    if (faqEntries.length > 0) posts.push({ post: rest, faqEntries, faq });
    await othersTurn();
  }
  return { posts, next };
}
