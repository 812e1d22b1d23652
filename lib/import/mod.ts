/**
 * Content from elsewhere, as posts.
 *
 * @module
 */
export { FrontMatterError } from "./front_matter.ts";
export { markdownToPost } from "./markdown_to_post.ts";
