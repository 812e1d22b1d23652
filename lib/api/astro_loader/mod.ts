/**
 * A loader of posts for content collections of Astro.
 *
 * @module
 */
export type { Loader, LoaderContext, PostData } from "./loader.ts";
export { posternLoader } from "./postern_loader.ts";
export { posternSchema, type ZodFunctions } from "./postern_schema.ts";
