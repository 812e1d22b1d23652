/** Reads Blogger exports. */
export { readBlogger } from "../feeds/read_blogger.ts";
