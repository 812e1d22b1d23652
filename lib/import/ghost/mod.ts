/** Reads Ghost exports. */
export { readGhost } from "./read_ghost.ts";
