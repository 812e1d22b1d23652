/** Reads Substack exports. */
export { readSubstack, type SubstackContentOf } from "./read_substack.ts";
