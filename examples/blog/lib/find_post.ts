import { cached } from "./cached";
import { orUndefined } from "./or_undefined";
import { postTag } from "./post_tag";
import { postern } from "./postern";

/** Reads a published post. An earlier slug gives the post with its present slug. */
export async function findPost(slug: string) {
  return orUndefined(postern.getPost(slug, cached(postTag(slug), "organization")));
}
