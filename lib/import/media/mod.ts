export { isMediaFile } from "./media_attributes.ts";
export { type PostMedia, rewriteMedia, type RewrittenMedia } from "./rewrite_media.ts";
