/** Reads Blogger exports. */
export { readBlogger } from "./read_blogger.ts";
