import type { Post } from "../../../content/mod.ts";
import type { PostFaq } from "../../representations/represent_faq.ts";
import { extractFaqOf, isPaid } from "../../representations/represent_post.ts";
import type { Collection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { readReadable } from "../read_readable.ts";

/** Reads the questions of a listed post. Returns null if the caller may not read its content, or the post is gone. */
export async function readFaq(
  { organization, reader, hasKey }: Pick<Collection, "organization" | "reader" | "hasKey">,
  listed: Post,
  deps: EndpointDeps,
): Promise<PostFaq | null> {
  if (!hasKey && isPaid(organization, listed)) return null;
  const post = await readReadable(reader, organization, { slug: listed.slug, hasKey }, deps);
  if (post === null) return null;
  const { textWork, options } = deps;
  const extracted = await extractFaqOf(organization, post, { faq: options.faq, textWork });
  const { html: _html, ...rest } = post;
  return { post: rest, ...extracted };
}
